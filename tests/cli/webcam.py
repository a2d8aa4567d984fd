"""A camera on the network, for tests: whoever asks is sent the pictures that are shown, for as long as it is plugged in."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

BOUNDARY = "frame"
WAIT_S = 0.5


class Webcam:
    """Serves on a free port of this machine. Each picture goes at once to all who look."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._jpeg = b""
        self._shown = 0
        self.is_plugged = True
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_plugged = False
        self._server.shutdown()
        self._server.server_close()

    def show(self, jpeg: bytes) -> None:
        """The next picture."""
        with self._news:
            self._jpeg, self._shown = jpeg, self._shown + 1
            self._news.notify_all()

    def next(self, after: int) -> tuple[int, bytes] | None:
        """A picture that is newer, with its number; None when there is none for long."""
        with self._news:
            if not self._news.wait_for(lambda: self._shown > after, WAIT_S):
                return None
            return self._shown, self._jpeg


def _handler(webcam: Webcam) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not webcam.is_plugged:
                self.send_error(503)
                return
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
            self.end_headers()
            number = 0
            while webcam.is_plugged:
                found = webcam.next(number)
                if found is not None:
                    number, jpeg = found
                    head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                    try:
                        self.wfile.write(head.encode() + jpeg + b"\r\n")
                    except OSError:
                        return  # Nobody looks any more: whoever looked was killed.

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    return Handler
