"""Where servers are reached: this machine's addresses, a server's place, tokens for callers, and which program listens at a
port.
"""

import fcntl
import secrets
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.network.certificates import Certificate

SIOCGIFADDR = 0x8915
"""Linux's request for the IPv4 address of a network interface; its answer has the address in bytes 20 to 23."""
FAR = ("192.0.2.1", 9)
"""An address of RFC 5737 that belongs to nobody: the route to it tells the usual interface, and nothing is sent."""


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on networks, the usual one first; empty without a network."""
    found: dict[str, None] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(FAR)
        found[asked.getsockname()[0]] = None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(asked.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found[socket.inet_ntoa(told[20:24])] = None
    return tuple(one for one in found if not one.startswith(("127.", "0.")))


# --- listeners
# Finds which program of this machine listens at a port. Linux tells it in /proc, for programs of the same user.

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

    A line is: number, local address `0100007F:22B3`, the other address, state, four fields, user, time, number of the
    socket.
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


# --- server place
# Where a web server listens, apart from the server, whose library takes a while to load.


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a server listens, and with which certificate: a host's address, and the port that it takes if nobody has it.

    Without a certificate it speaks HTTP, which is for what anybody may read. `is_fixed`: another port will not do.
    """

    host: str
    port: int
    certificate: Certificate | None
    is_fixed: bool = False


# --- tokens
# Makes tokens that are shown on a screen and read by a camera or typed by hand.

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""A token is typed by hand where no code can be scanned: no signs that look alike. Each has nearly five bits."""


def new_token(signs: int) -> str:
    """Return a random token with this many characters."""
    return "".join(secrets.choice(SIGNS) for _ in range(signs))
