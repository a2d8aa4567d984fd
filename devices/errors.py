"""Defines what can go wrong with a device.

CompanionError
  DeviceError
    PortTrouble       no port to a tower can be opened; says why, and what to do
    LinkLost          the tower is gone, however that was noticed
    SoundTrouble      a loudspeaker or a microphone cannot be used; says why, and what to do
    BadVoice          a file of a voice pack cannot be played
"""

from companion.errors import CompanionError
from companion.words import Text
from devices.audio.audio_status import AudioStatus as SoundStanding
from devices.tower.tower_status import TowerStatus


class DeviceError(CompanionError):
    """A device, or the connection to it, does not work."""


class PortTrouble(DeviceError):
    """No port to a tower can be opened."""

    def __init__(self, status: TowerStatus, message: Text) -> None:
        super().__init__(message)
        self.status = status


class LinkLost(DeviceError):
    """The connection to a tower was lost."""


class SoundTrouble(DeviceError):
    """A loudspeaker or a microphone cannot be used."""

    def __init__(self, status: SoundStanding, message: Text) -> None:
        super().__init__(message)
        self.status = status


class BadVoice(DeviceError):
    """A file of a voice pack cannot be played."""
