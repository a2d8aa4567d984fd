"""Tells systemd that the service is ready, alive or stopping, and its status in one line.

    NOTIFY_SOCKET=/run/systemd/notify or @abstract     where to, one datagram a word (sd_notify(3))
    WATCHDOG_USEC=20000000  WATCHDOG_PID=812           how soon it is stopped and started again if it says nothing

From a loop of screens:

    watchdog = SystemdWatchdog.of(os.environ)
    ...                                    # the window stands, the first picture is drawn
    watchdog.ready("waits for players")
    while ...:                             # in each turn of the loop, and nowhere else: what hangs must fall silent
        watchdog.feed(monotonic_ms())
    watchdog.stopping()

Without systemd all of this does nothing.
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

Send = Callable[[str], bool]
"""Sends one message, and returns whether it was taken."""

FEEDS_A_PERIOD = 4
"""A late one or two are no harm; systemd recommends half of the time at the latest."""


class SystemdWatchdog:
    """The connection of one service to systemd. `send` None: there is none. `period_ms` None: no sign of life is expected."""

    def __init__(self, send: Send | None, period_ms: int | None = None) -> None:
        self._send = send
        self.period_ms = period_ms
        self._fed_ms: int | None = None
        self._status = ""

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int | None = None) -> "SystemdWatchdog":
        """Return the connection that the environment variables describe; a watchdog period for another process is ignored."""
        address = environment.get("NOTIFY_SOCKET", "")
        send = NotifySocket(address) if address[:1] in ("/", "@") and len(address) > 1 else None
        whose = environment.get("WATCHDOG_PID", "")
        is_ours = whose in ("", str(os.getpid() if pid is None else pid))
        usec = environment.get("WATCHDOG_USEC", "")
        period_ms = int(usec) // 1000 if is_ours and usec.isascii() and usec.isdecimal() else None
        return cls(send, period_ms or None)

    @property
    def is_watched(self) -> bool:
        return self._send is not None and self.period_ms is not None

    def ready(self, status: str = "") -> None:
        """Report that the service is ready: systemd counts it as started, and its watchdog begins."""
        self._say("READY=1", *self._new_status(status))

    def status(self, words: str) -> None:
        """Report the status in one line, as `systemctl status` shows it; sent only if it is new."""
        self._say(*self._new_status(words))

    def feed(self, now_ms: int) -> None:
        """Report a sign of life. It may be called often: it is sent four times in the watchdog's period."""
        if self._send is None or self.period_ms is None:
            return
        is_due = self._fed_ms is None or now_ms - self._fed_ms >= self.period_ms // FEEDS_A_PERIOD
        if is_due and self._send("WATCHDOG=1"):
            self._fed_ms = now_ms

    def stopping(self) -> None:
        """Report that the service is about to end on purpose."""
        self._say("STOPPING=1")

    def _new_status(self, words: str) -> tuple[str, ...]:
        line = " ".join(words.splitlines())
        if line == self._status:
            return ()
        self._status = line
        return (f"STATUS={line}",)

    def _say(self, *words: str) -> None:
        if self._send is not None and words:
            self._send("\n".join(words))


class NotifySocket:
    """Sends datagrams to systemd's socket: a path, or an abstract name that begins with @."""

    def __init__(self, address: str) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def __call__(self, message: str) -> bool:
        """Send without waiting: what a full socket does not take is dropped and sent again later."""
        with (
            suppress(OSError, ValueError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(message.encode("utf-8", "replace"), self._address)
            return True
        return False
