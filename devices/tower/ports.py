"""Ports to towers: which there are, how one is opened, and where pyserial's many errors become two of ours.

A tower on USB is known by its vendor and product number and then by its HELLO. A port may also be named: a device
(`/dev/ttyACM0`, the virtual tower's `/dev/pts/3`), `socket://HOST:PORT` or `rfc2217://HOST:PORT`.
"""

import errno
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from companion.words import Text
from devices.errors import LinkLost, PortTrouble
from devices.tower.standing import TowerStanding, sentence

if TYPE_CHECKING:
    import serial

BAUD = 115_200
READ_S = 0.02
"""A read waits so long for the first byte; how late a heartbeat may be."""
WRITE_S = 1.0
"""A port that takes nothing for so long is lost."""
USB_IDS = frozenset({(0x2E8A, 0x0005), (0x2E8A, 0x000A), (0x2E8A, 0x000F)})
"""Vendor and product of a Pico or Pico 2 with MicroPython, and with the SDK's serial port."""


class Port(Protocol):
    """Bytes to and from a tower. Every method raises `LinkLost` once the other end has gone."""

    name: str

    def read(self) -> bytes:
        """What has come; waits up to `READ_S` for it, and gives no bytes when nothing came."""

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None:
        """End a read that another thread waits in."""

    def close(self) -> None:
        """Never raises."""


@dataclass(frozen=True, slots=True)
class TowerPort:
    """A serial port of this machine."""

    name: str
    usb_id: tuple[int, int] | None


class Harbour(Protocol):
    """Where ports come from."""

    def open(self) -> Port:
        """Open the next port that may have a tower on it. Raises `PortTrouble`."""


class NamedPort:
    """The one port that was asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def open(self) -> Port:
        return open_port(self._name)


def listed_ports() -> list[TowerPort]:
    """The serial ports of this machine. Raises `PortTrouble` without pyserial."""
    try:
        from serial.tools import list_ports  # noqa: PLC0415 - It may be missing, and then only the tower is.
    except ImportError as problem:
        raise PortTrouble(TowerStanding.NO_LIBRARY, sentence(TowerStanding.NO_LIBRARY, "")) from problem
    return [
        TowerPort(port.device, None if port.vid is None or port.pid is None else (port.vid, port.pid))
        for port in sorted(list_ports.comports(), key=lambda port: str(port.device))
    ]


class UsbPorts:
    """Whatever looks like a tower on USB, one after the other: only a HELLO tells."""

    def __init__(
        self,
        listed: Callable[[], Sequence[TowerPort]] = listed_ports,
        opened: "Callable[[str], Port] | None" = None,
    ) -> None:
        self._listed = listed
        self._opened = opened or open_port
        self._turn = count()

    def open(self) -> Port:
        """Open the next candidate. Raises `PortTrouble`."""
        found = self._listed()
        candidates = [port.name for port in found if port.usb_id in USB_IDS]
        if candidates:
            return self._opened(candidates[next(self._turn) % len(candidates)])
        if not found:
            raise PortTrouble(TowerStanding.NOT_FOUND, sentence(TowerStanding.NOT_FOUND, ""))
        others = ", ".join(port.name for port in found[:5])
        raise PortTrouble(
            TowerStanding.NOT_FOUND,
            Text(
                "no dice tower is plugged in; found {ports}: if it is one of these, name it;"
                " meanwhile say the dice by hand",
                ports=others,
            ),
        )


def open_port(name: str) -> Port:
    """Open a port for ourselves alone. Raises `PortTrouble`."""
    try:
        import serial  # noqa: PLC0415 - It may be missing, and then only the tower is.
    except ImportError as problem:
        raise PortTrouble(TowerStanding.NO_LIBRARY, sentence(TowerStanding.NO_LIBRARY, name)) from problem
    options: dict[str, Any] = {"baudrate": BAUD, "timeout": READ_S}
    if "://" not in name:
        # A network's port knows neither, and RFC 2217's refuses the second.
        options |= {"exclusive": True, "write_timeout": WRITE_S}
    try:
        return SerialPort(name, serial.serial_for_url(name, **options))
    except (
        Exception
    ) as problem:  # SerialException, OSError, ValueError, RuntimeError: no port, whichever it was.
        raise _trouble(name, problem) from problem


def _trouble(name: str, problem: Exception) -> PortTrouble:
    number = getattr(problem, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return PortTrouble(TowerStanding.FORBIDDEN, sentence(TowerStanding.FORBIDDEN, name))
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(problem):
        return PortTrouble(TowerStanding.TAKEN, sentence(TowerStanding.TAKEN, name))
    return PortTrouble(
        TowerStanding.NOT_FOUND,
        Text(
            "no dice tower on {port}: plug it in at any time, meanwhile say the dice by hand",
            port=name,
        ),
    )


class SerialPort:
    """A port of pyserial's. Whatever it raises when the other end has gone means one thing: `LinkLost`."""

    def __init__(self, name: str, serial_port: "serial.Serial") -> None:
        self.name = name
        self._port = serial_port

    def read(self) -> bytes:
        try:
            first = self._port.read(1)
            return bytes(first + self._port.read(self._port.in_waiting)) if first else b""
        except (
            Exception
        ) as problem:  # SerialException, OSError, TypeError, termios.error: all mean one thing.
            raise self._lost() from problem

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except Exception as problem:  # The same four, and a write that timed out.
            raise self._lost() from problem

    def wake(self) -> None:
        # Sockets have none, and wait no longer than READ_S anyway.
        cancel = getattr(self._port, "cancel_read", None)
        if cancel is not None:
            with suppress(Exception):  # It was closed meanwhile, and nobody waits in it.
                cancel()

    def close(self) -> None:
        # pyserial forgets to close a socket whose other end went first.
        connection = getattr(self._port, "_socket", None)
        with suppress(Exception):  # It is gone either way.
            self._port.close()
        if connection is not None:
            connection.close()

    def _lost(self) -> LinkLost:
        return LinkLost(sentence(TowerStanding.UNPLUGGED, self.name))


def harbour(port: str | None) -> Harbour:
    """The port of this name; None: whatever looks like a tower on USB."""
    return UsbPorts() if port is None else NamedPort(port)
