"""What the world does wrong with a device.

CompanionError
  DeviceError
    PortTrouble       no port to a tower can be opened: which way, and what to do
    LinkLost          the other end has gone, whatever the way it was noticed
"""

from companion.errors import CompanionError
from companion.words import Text
from devices.tower.standing import Standing


class DeviceError(CompanionError):
    """A device, or the way to it, does not do what it should."""


class PortTrouble(DeviceError):
    """No port to a tower can be opened."""

    def __init__(self, standing: Standing, message: Text) -> None:
        super().__init__(message)
        self.standing = standing


class LinkLost(DeviceError):
    """The other end has gone."""
