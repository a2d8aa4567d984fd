"""Lists and opens ports to towers; pyserial's many errors become `PortTrouble` and `LinkLost`.

A tower on USB is recognised by its vendor and product number, then by its HELLO. A port may also be named: a
device (`/dev/ttyACM0`, or `/dev/pts/3` for the virtual tower), `socket://HOST:PORT` or `rfc2217://HOST:PORT`.
"""

import errno
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from companion.words import Text
from devices.errors import LinkLost, PortTrouble
from devices.tower.tower_status import TowerStatus, tower_sentence

if TYPE_CHECKING:
    import serial

BAUD = 115_200
"""The speed that DT1 asks for (docs/hardware/tower-protocol.md)."""
READ_S = 0.02
"""How long a read waits for the first byte, in seconds; a heartbeat may be as late."""
WRITE_S = 1.0
"""A port that takes nothing for so long, in seconds, is lost."""
USB_IDS = frozenset({(0x2E8A, 0x0005), (0x2E8A, 0x000A), (0x2E8A, 0x000F)})
"""Vendor and product numbers of a Pico and a Pico 2, with MicroPython and with the SDK's serial port."""


class Port(Protocol):
    """A two-way stream of bytes to a tower. Every method but `close` raises `LinkLost` once the tower is
    gone.
    """

    name: str

    def read(self) -> bytes:
        """Return the bytes that have come; wait up to `READ_S` for the first."""

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None:
        """End a read that waits in another thread."""

    def close(self) -> None:
        """Close the port. Never raises."""


@dataclass(frozen=True, slots=True)
class TowerPort:
    """A serial port of this machine, with its USB vendor and product number, and the serial number of what is plugged in."""

    name: str
    usb_id: tuple[int, int] | None
    serial: str = ""


class PortFinder(Protocol):
    """Finds and opens ports."""

    def open(self) -> Port:
        """Open the next port that may have a tower on it. Raises `PortTrouble`."""

    def others(self, name: str, /) -> Sequence[str]:
        """Return the other ports that may have a tower on them; the dice of those towers are not read."""


def list_serial_ports() -> list[TowerPort]:
    """List the serial ports of this machine. Raises `PortTrouble` without pyserial."""
    try:
        from serial.tools import list_ports  # noqa: PLC0415 - It may be missing, and then only the tower is.
    except ImportError as problem:
        raise PortTrouble(TowerStatus.NO_LIBRARY, tower_sentence(TowerStatus.NO_LIBRARY, "")) from problem
    return [
        TowerPort(
            port.device,
            None if port.vid is None or port.pid is None else (port.vid, port.pid),
            port.serial_number or "",
        )
        for port in sorted(list_ports.comports(), key=lambda port: str(port.device))
    ]


class NamedPort:
    """Opens the one port that was asked for. The system may give the port another name when the tower is plugged in again: it
    is known by its serial number then.
    """

    def __init__(
        self,
        name: str,
        listed: Callable[[], Sequence[TowerPort]] = list_serial_ports,
        opened: "Callable[[str], Port] | None" = None,
    ) -> None:
        self._name = name
        self._listed = listed
        self._opened = opened or open_port
        self._serial = ""

    def open(self) -> Port:
        """Open the port. Raises `PortTrouble`."""
        try:
            port = self._opened(self._name)
        except PortTrouble as trouble:
            if trouble.status is TowerStatus.NOT_FOUND and self._serial:
                for one in self._listed():
                    if one.serial == self._serial:
                        return self._opened(one.name)
            raise
        self._serial = next((one.serial for one in self._listed() if one.name == self._name), "")
        return port

    def others(self, _name: str) -> Sequence[str]:
        """Return none: whoever named this port knows which tower it is."""
        return ()


class UsbPorts:
    """Opens the USB ports that may have a tower on them, one after the other; only a HELLO tells which one
    has.
    """

    def __init__(
        self,
        listed: Callable[[], Sequence[TowerPort]] = list_serial_ports,
        opened: "Callable[[str], Port] | None" = None,
    ) -> None:
        self._listed = listed
        self._opened = opened or open_port
        self._turn = count()

    def open(self) -> Port:
        """Open the next candidate. Raises `PortTrouble`."""
        found = self._listed()
        candidates = _looking_like_towers(found)
        if candidates:
            return self._opened(candidates[next(self._turn) % len(candidates)])
        if not found:
            raise PortTrouble(TowerStatus.NOT_FOUND, tower_sentence(TowerStatus.NOT_FOUND, ""))
        others = ", ".join(port.name for port in found[:5])
        raise PortTrouble(
            TowerStatus.NOT_FOUND,
            Text(
                "no dice tower is plugged in; found the ports {ports}: if the tower is on one of them, name that "
                "port; until then, enter the dice by hand",
                ports=others,
            ),
        )

    def others(self, name: str) -> Sequence[str]:
        return [other for other in _looking_like_towers(self._listed()) if other != name]


def _looking_like_towers(found: Sequence[TowerPort]) -> list[str]:
    return [port.name for port in found if port.usb_id in USB_IDS]


def open_port(name: str) -> Port:
    """Open a port for this program alone. Raises `PortTrouble`."""
    try:
        import serial  # noqa: PLC0415 - It may be missing, and then only the tower is.
    except ImportError as problem:
        raise PortTrouble(TowerStatus.NO_LIBRARY, tower_sentence(TowerStatus.NO_LIBRARY, name)) from problem
    options: dict[str, Any] = {"baudrate": BAUD, "timeout": READ_S}
    if "://" not in name:
        # Network ports support neither, and those of RFC 2217 refuse the second.
        options |= {"exclusive": True, "write_timeout": WRITE_S}
    try:
        return SerialPort(name, serial.serial_for_url(name, **options))
    except Exception as problem:  # SerialException, OSError, ValueError, RuntimeError: no port.
        raise _trouble(name, problem) from problem


def _trouble(name: str, problem: Exception) -> PortTrouble:
    number = getattr(problem, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return PortTrouble(TowerStatus.FORBIDDEN, tower_sentence(TowerStatus.FORBIDDEN, name))
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(problem):
        return PortTrouble(TowerStatus.TAKEN, tower_sentence(TowerStatus.TAKEN, name))
    return PortTrouble(
        TowerStatus.NOT_FOUND,
        Text(
            "there is no dice tower on {port}: plug it in at any time; until then, enter the dice by hand",
            port=name,
        ),
    )


class SerialPort:
    """A port opened by pyserial. Every error after opening means that the tower is gone: `LinkLost`."""

    def __init__(self, name: str, serial_port: "serial.Serial") -> None:
        self.name = name
        self._port = serial_port

    def read(self) -> bytes:
        try:
            first = self._port.read(1)
            return bytes(first + self._port.read(self._port.in_waiting)) if first else b""
        except (
            Exception
        ) as problem:  # SerialException, OSError, TypeError, termios.error: all mean that the tower is gone.
            raise self._lost() from problem

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except Exception as problem:  # The same four, and a write that timed out.
            raise self._lost() from problem

    def wake(self) -> None:
        # Sockets lack this method, and wait no longer than READ_S anyway.
        cancel = getattr(self._port, "cancel_read", None)
        if cancel is not None:
            with suppress(Exception):  # It was closed meanwhile, so no read waits.
                cancel()

    def close(self) -> None:
        # pyserial forgets to close a socket whose other end went first.
        connection = getattr(self._port, "_socket", None)
        with suppress(Exception):  # It is gone either way.
            self._port.close()
        if connection is not None:
            connection.close()

    def _lost(self) -> LinkLost:
        return LinkLost(tower_sentence(TowerStatus.UNPLUGGED, self.name))


def harbour(port: str | None) -> PortFinder:
    """Return the finder for the port of this name; None: for the USB ports that may have a tower."""
    return UsbPorts() if port is None else NamedPort(port)
