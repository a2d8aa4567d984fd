"""A camera's stream on loopback, that stalls, breaks off and comes back when it is told to.

Each picture carries its number as black and white bars, so that a test knows when it was taken.
"""

import socket
import threading
import time
from contextlib import suppress

import cv2
import numpy as np

from vision.frame import Grey
from vision.sources.source import monotonic_ms

BITS, BAR_PX = 16, 8


def picture_of(number: int) -> bytes:
    bits = [(number >> bit) & 1 for bit in range(BITS)]
    grey = np.repeat(np.array(bits, np.uint8) * 255, BAR_PX)[np.newaxis, :].repeat(48, axis=0)
    return cv2.imencode(".jpg", np.ascontiguousarray(grey))[1].tobytes()


def number_of(grey: Grey) -> int:
    bars = grey[10, BAR_PX // 2 :: BAR_PX] > 128
    return sum(int(bar) << bit for bit, bar in enumerate(bars))


class MjpegServer:
    """Serves one reader at a time; `taken_ms` is when each picture was taken, `kept_back` those that were old when sent."""

    def __init__(self, *, period_s: float = 0.02, tells_length: bool = True, port: int = 0) -> None:
        self.taken_ms: dict[int, int] = {}
        self.kept_back: set[int] = set()
        self.status = b"200 OK"
        self._period_s = period_s
        self._tells_length = tells_length
        self._flows = threading.Event()
        self._flows.set()
        self._ends = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        self._reader: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def stall(self) -> None:
        """Pictures are still taken, and kept back."""
        self._flows.clear()

    def flow(self) -> None:
        """What was kept back is sent all at once."""
        self._flows.set()

    def kill(self) -> None:
        """The camera is gone, and its port with it."""
        self._ends.set()
        self._flows.set()
        # To close a socket does not wake who waits on it.
        for open_socket in (self._listener, self._reader):
            if open_socket is not None:
                with suppress(OSError):
                    open_socket.shutdown(socket.SHUT_RDWR)
                open_socket.close()
        self._thread.join()

    def _serve(self) -> None:
        while not self._ends.is_set():
            try:
                self._reader, _ = self._listener.accept()
                with self._reader:
                    self._send_pictures(self._reader)
            except OSError:
                continue

    def _send_pictures(self, reader: socket.socket) -> None:
        reader.recv(4096)
        reader.sendall(
            b"HTTP/1.0 "
            + self.status
            + b"\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
        )
        while not self._ends.is_set():
            kept = [self._part()]
            while not self._flows.is_set():
                time.sleep(self._period_s)
                self.kept_back.add(len(self.taken_ms))
                kept.append(self._part())
            reader.sendall(b"".join(kept))
            time.sleep(self._period_s)

    def _part(self) -> bytes:
        number = len(self.taken_ms) + 1
        jpeg = picture_of(number)
        self.taken_ms[number] = monotonic_ms()
        length = b"Content-Length: %d\r\n" % len(jpeg) if self._tells_length else b""
        return b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + jpeg + b"\r\n"
