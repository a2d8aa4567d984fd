"""Finds the addresses under which a phone on the same network reaches this machine."""

import fcntl
import socket
import struct
from contextlib import suppress

SIOCGIFADDR = 0x8915
"""Linux's request for the IPv4 address of a network interface; its answer has the address in bytes 20 to 23."""
FAR = ("192.0.2.1", 9)
"""An address of RFC 5737 that belongs to nobody: the route to it tells the usual interface, and nothing is sent."""


def own_addresses() -> tuple[str, ...]:
    """Returns this machine's IPv4 addresses on networks, the usual one first; empty without a network."""
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
