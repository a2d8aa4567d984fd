"""Lists the kinds of devices; a new one is entered here."""

from companion.backend.devices.camera import CAMERA_KIND
from companion.backend.devices.device_kind import DeviceKind
from companion.backend.devices.sound import SOUND_KIND
from companion.backend.devices.tower import TOWER_KIND
from companion.backend.interface import DeviceOffer

DEVICES: dict[str, DeviceKind] = {kind.name: kind for kind in (CAMERA_KIND, TOWER_KIND, SOUND_KIND)}
"""By name, in the order in which they are chosen, checked and opened."""


def devices_for(game: str) -> tuple[DeviceKind, ...]:
    """Return the kinds of devices that a game has a use for."""
    return tuple(kind for kind in DEVICES.values() if kind.serves(game))


def offers() -> tuple[DeviceOffer, ...]:
    """Return the kinds of devices that can be chosen, whatever the game."""
    return tuple(kind.offer for kind in DEVICES.values() if kind.offer is not None)
