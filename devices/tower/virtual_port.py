"""Gives the virtual tower a port: a pty, which any program may open like a cable.

The pty has another name each time it is plugged in; a symbolic link with a fixed name leads to it.
"""

import errno
import os
import pty
import select
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion.errors import CompanionError
from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.words import Text
from devices.tower.virtual_tower import VirtualTower

TICK_S = 0.005
"""How often the virtual tower's clock moves on, in seconds."""


class PtyPlug:
    """Holds this program's end of a pseudo-terminal (pty), and the symbolic link to the other end."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._fds: tuple[int, int] | None = None
        self._is_linked = False

    @property
    def fd(self) -> int | None:
        """Our end's file descriptor; None while unplugged."""
        return None if self._fds is None else self._fds[0]

    def plug(self) -> None:
        """Make a new pty. Raises `CompanionError` if the link cannot be made."""
        ours, theirs = pty.openpty()
        # The other end stays open here too; else our end would fail whenever the other program leaves.
        self._fds = ours, theirs
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        try:
            if self.link.exists() and not self.link.is_symlink():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            beside = self.link.with_name(f"{self.link.name}.{os.getpid()}")
            beside.unlink(missing_ok=True)
            beside.symlink_to(os.ttyname(theirs))
            beside.rename(self.link)
            self._is_linked = True
        except OSError as problem:
            self.unplug()
            raise CompanionError(
                Text(
                    "no port can be made at {path}: {problem}; name another with --port",
                    path=str(self.link),
                    problem=system_says(problem),
                )
            ) from problem

    def unplug(self) -> None:
        """Close both ends, like pulling a cable."""
        if self._fds is not None:
            for fd in self._fds:
                os.close(fd)
            self._fds = None
        if self._is_linked:
            self._is_linked = False
            with suppress(OSError):
                self.link.unlink()

    def read(self) -> bytes:
        if self._fds is None:
            return b""
        try:
            return os.read(self._fds[0], 4096)
        except OSError:
            return b""  # Nothing there yet.

    def write(self, data: bytes) -> None:
        """Write bytes; what does not fit is lost, because nobody reads at the other end."""
        if self._fds is not None and data:
            with suppress(OSError):
                os.write(self._fds[0], data)


class VirtualPort:
    """Runs a virtual tower on a pty, in a thread of its own."""

    def __init__(self, tower: VirtualTower, plug: PtyPlug, now_ms: Callable[[], int]) -> None:
        self.tower = tower
        self.plug = plug
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: TendedThread | None = None

    def __enter__(self) -> Self:
        self.plug.plug()
        self._thread = TendedThread(
            "virtual tower", Text("the virtual dice tower"), self._run, self._stumbled, self._stop
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.plug.unplug()

    def order(self, order: str) -> None:
        """Carry out an order, from any thread. Raises `BadOrder`."""
        self.do(lambda tower, now_ms: tower.order(order, now_ms))

    def wait(self) -> None:
        """Wait until the program is stopped."""
        self._stop.wait()

    def do(self, what: Callable[[VirtualTower, int], None]) -> None:
        """Run an action on the tower, from any thread, and send what the tower then says."""
        with self._lock:
            what(self.tower, self._now_ms())
            self._pump(b"")

    def _run(self) -> None:
        while not self._stop.is_set():
            is_ready = self._waits_for_bytes()
            with self._lock:
                self._pump(self.plug.read() if is_ready else b"")

    def _stumbled(self, stumble: Stumble) -> None:
        """Do nothing: the log tells of it, and the program at the other end notices the silence."""

    def _waits_for_bytes(self) -> bool:
        """Tell whether bytes came within a tick."""
        fd = self.plug.fd
        try:
            return bool(select.select([fd] if fd is not None else [], [], [], TICK_S)[0])
        except (OSError, ValueError):
            return False  # Unplugged in another thread since.

    def _pump(self, data: bytes) -> None:
        """Pass bytes in, let the tower act, and pass bytes out."""
        now_ms = self._now_ms()
        self.tower.hear(data, now_ms)
        out = self.tower.say(now_ms)
        if self.tower.is_plugged and self.plug.fd is None:
            self.plug.plug()
        elif not self.tower.is_plugged:
            self.plug.unplug()
        self.plug.write(out)
