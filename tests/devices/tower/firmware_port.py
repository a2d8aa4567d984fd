"""Runs the real firmware behind a port: an interpreter executes it, and a bad line leads to it.

    program ── pty ── BadLine ── pty ── micropython main.py

The interpreter is MicroPython's unix port, or CPython where that is missing.
"""

import os
import pty
import select
import shutil
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Self

from devices.errors import LinkLost
from devices.tower import firmware
from devices.tower.messages import command, frame_line
from devices.tower.tower_status import TowerStatus, tower_sentence
from devices.tower.virtual_port import TICK_S, PtyPlug
from devices.tower.virtual_tower import BadLine, LineFaults

FIRMWARE = Path(firmware.__file__).parent
FIRST_SEQ = 900_000_000
"""Our own commands are numbered from here, above every number that a host uses, so that their answers confuse
no host.
"""
ANSWER_S = 10.0
"""How long the firmware may take to answer: an interpreter that starts on a busy machine takes a second."""


def micropython() -> str | None:
    """Return the path of MicroPython's unix port, in our environment or on the system; None if it is not
    installed.
    """
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


class FirmwarePort:
    """Runs the firmware in a folder that survives its restarts."""

    def __init__(self, interpreter: str, folder: Path, plug: PtyPlug, now_ms: Callable[[], int]) -> None:
        self.faults = LineFaults()
        self.plug = plug
        self._command = [interpreter, str(FIRMWARE / "main.py"), str(folder), "FIRMWARE1"]
        self._now_ms = now_ms
        self._to_host = BadLine(self.faults, Random(1))
        self._from_host = BadLine(self.faults, Random(2))
        self._process: subprocess.Popen[bytes] | None = None
        self._fds = (-1, -1)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._answered = threading.Event()
        self._tail = b""
        self._seq = FIRST_SEQ
        self._thread = threading.Thread(target=self._run, name="firmware", daemon=True)

    def __enter__(self) -> Self:
        self.plug.plug()
        self._power_up()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._power_down()
        self.plug.unplug()

    def throw(self, dice: Sequence[str], faces: Sequence[str]) -> None:
        """Let dice fall, by the command SIM; return when the firmware has them. Raises `LinkLost`."""
        pairs = ",".join(f"{die}:{face}" for die, face in zip(dice, faces, strict=True))
        with self._lock:
            self._seq += 1
            self._answered.clear()
            os.write(self._fds[0], b"\n" + frame_line(command("SIM", self._seq, f"faces={pairs}")))
        if not self._answered.wait(ANSWER_S):
            raise LinkLost(tower_sentence(TowerStatus.SILENT, str(self.plug.link)))

    def restart(self) -> None:
        """Switch the power off and on."""
        with self._lock:
            self._power_down()
            self._power_up()

    def _power_up(self) -> None:
        self._fds = pty.openpty()
        tty.setraw(self._fds[1])
        os.set_blocking(self._fds[0], False)
        self._process = subprocess.Popen(self._command, stdin=self._fds[1], stdout=self._fds[1])

    def _power_down(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        for fd in self._fds:
            os.close(fd)
        self._to_host.clear()
        self._from_host.clear()

    def _run(self) -> None:
        while not self._stop.is_set():
            fds = [fd for fd in (self.plug.fd, self._fds[0]) if fd is not None]
            try:
                select.select(fds, [], [], TICK_S)
            except (OSError, ValueError):
                continue  # `restart` has just closed the descriptors.
            with self._lock:
                self._relay()

    def _relay(self) -> None:
        now_ms = self._now_ms()
        try:
            said = os.read(self._fds[0], 4096)
        except OSError:
            said = b""
        self._tail = (self._tail + said)[-400:]
        if b"OK %d*" % self._seq in self._tail:
            self._answered.set()
        self._to_host.put(said, now_ms)
        self.plug.write(self._to_host.take(now_ms))
        self._from_host.put(self.plug.read(), now_ms)
        heard = self._from_host.take(now_ms)
        if heard:
            os.write(self._fds[0], heard)
