"""What the world does wrong with a device.

CompanionError
  DeviceError
    PortTrouble       no port to a tower can be opened: which way, and what to do
    LinkLost          the other end has gone, whatever the way it was noticed
    SoundTrouble      a loudspeaker or a microphone cannot be used: which way, and what to do
    BadVoice          a file of a voice pack that cannot be played
"""

from companion.errors import CompanionError
from companion.words import Text
from devices.audio.audio_status import AudioStatus as SoundStanding
from devices.tower.tower_status import TowerStatus


class DeviceError(CompanionError):
    """A device, or the way to it, does not do what it should."""


class PortTrouble(DeviceError):
    """No port to a tower can be opened."""

    def __init__(self, status: TowerStatus, message: Text) -> None:
        super().__init__(message)
        self.status = status


class LinkLost(DeviceError):
    """The other end has gone."""


class SoundTrouble(DeviceError):
    """A loudspeaker or a microphone cannot be used."""

    def __init__(self, status: SoundStanding, message: Text) -> None:
        super().__init__(message)
        self.status = status


class BadVoice(DeviceError):
    """A file of a voice pack cannot be played."""
