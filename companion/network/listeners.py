"""Finds which program of this machine listens at a port. Linux tells it in /proc, for programs of the same user."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_LISTENS = "0A"
"""How Linux calls the state of a socket that listens (include/net/tcp_states.h)."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A program that listens: the id of its process, and the line with which it was started."""

    process: int
    command: str


def listens(process: int, port: int) -> bool:
    """Tell whether a process listens at a TCP port, under whatever address."""
    wanted = {f"socket:[{one}]" for one in _sockets_at(port)}
    with suppress(OSError):
        return any(_link(one) in wanted for one in (_PROC / str(process) / "fd").iterdir())
    return False


def listener_at(port: int) -> Listener | None:
    """Return the program that listens at a TCP port; None if there is none, or it belongs to another user."""
    for process in (int(one.name) for one in _PROC.iterdir() if one.name.isdecimal()):
        if listens(process, port):
            with suppress(OSError):
                words = (_PROC / str(process) / "cmdline").read_bytes().split(b"\0")
                return Listener(process, b" ".join(words).decode("utf-8", "replace").strip())
    return None


def _sockets_at(port: int) -> Iterator[str]:
    """Yield the numbers of the sockets that listen at a port.

    A line is: number, local address `0100007F:22B3`, the other address, state, four fields, user, time, number of the socket.
    """
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (_PROC / "net" / table).read_text(encoding="ascii").splitlines()[1:]:
                fields = line.split()
                if fields[3] == _LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                    yield fields[9]


def _link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""
