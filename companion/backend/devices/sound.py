"""The loudspeaker, which plays the cues of a match; a microphone only tests it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calibration.profile import CalibrationKind, Profile
from calibration.walkthrough import StepState
from companion.backend.devices.device_kind import CalibrationDesk, DeviceCalibration, DeviceKind, on_screen
from companion.backend.findings import Finding, FindingLevel, RequiredLibrary, UserGroup
from companion.backend.interface import CheckResult, TableDevices
from companion.backend.time_limit import bounded
from companion.errors import CompanionError
from companion.observation import SOUND_DEVICE
from companion.session.inbox import DeviceNotice
from companion.storage.settings import SettingsStore
from companion.table.match_device import MatchDevice
from companion.words import N_, Text
from devices.audio.audio_status import Direction

if TYPE_CHECKING:
    from companion.backend.table_house import TableHouse

CHECK_S, PROBE_S = 6.0, 10.0
ANSWER_S = 0.1
"""Longest wait for an answer of a person before the walkthrough looks whether it is to stop."""
MICROPHONE = Direction.IN.value
"""The name under which a calibration finds the address of its microphone."""
N_("audio")


def open_speaker(_game: str, _gear: TableDevices, house: "TableHouse") -> MatchDevice | None:
    """Return the loudspeaker of this program; None: its matches are silent."""
    from companion.table.loudspeaker import SpeakerAtTable

    return None if house.sound is None else SpeakerAtTable(house.sound)


def _named(direction: Direction) -> str | CompanionError:
    """Return the name of the usual device as PortAudio has it; this may hang if the sound server does."""
    from devices.audio.sound_card import PortAudio, choose_device

    card = PortAudio()
    try:
        card.refresh()
        return str(choose_device(card.devices(direction), None, direction).name)
    except CompanionError as problem:
        return problem


def check(_game: str, _gear: TableDevices, house: "TableHouse") -> Sequence[CheckResult]:
    """Check whether there is a loudspeaker."""
    what = Text("sound")
    if SettingsStore(house.where.settings).look().settings.is_muted:
        return (CheckResult(what, "", Text("muted in the settings")),)
    said = bounded(lambda: _named(Direction.OUT), CHECK_S)
    if isinstance(said, str):
        return (CheckResult(what, "good", Text("{name}", name=said)),)
    silent = Text("the loudspeaker cannot be used")
    why = on_screen(said, silent) if isinstance(said, CompanionError) else said
    return (CheckResult(what, "fair", why, Text("the match can be played without sound")),)


def findings() -> list[Finding]:
    """Return the usual loudspeaker and the usual microphone."""
    return [_found(direction) for direction in Direction]


def _found(direction: Direction) -> Finding:
    said = bounded(lambda: _named(direction), PROBE_S)
    what = Text(direction.value)
    if isinstance(said, str):
        return Finding(what, FindingLevel.OK, Text("{name}", name=said))
    if isinstance(said, CompanionError):
        return Finding(what, FindingLevel.WARN, said.message)
    return Finding(what, FindingLevel.WARN, said, "companion sound list")


def _tone(desk: CalibrationDesk) -> Profile | None:
    from calibration.sound import HeardTone, SoundWalkthrough
    from calibration.walk_profiles import make_sound_profile
    from devices.audio.tone import play_tone

    walk = SoundWalkthrough()
    desk.show(walk)
    speaker = desk.gear.address(SOUND_DEVICE)
    heard, no_ear = play_tone(speaker or None, desk.gear.address(MICROPHONE) or None, 1.0, desk.say)
    walk.feed(HeardTone(heard, no_ear))
    desk.show(walk)
    while not walk.step.is_over and not desk.is_stopping:
        desk.give_answers(walk, ANSWER_S)
    return make_sound_profile(walk, speaker or "default") if walk.step.state is StepState.DONE else None


SOUND_KIND = DeviceKind(
    SOUND_DEVICE,
    reports=(DeviceNotice,),
    open=open_speaker,
    check=check,
    probe="audio",
    findings=findings,
    group=UserGroup("audio", ("snd/pcm*",), N_("sound")),
    libraries=(
        RequiredLibrary(
            "sounddevice",
            "sounddevice",
            N_("no sound: the screen shows everything"),
            "sudo apt install libportaudio2",
        ),
    ),
    calibrations=(
        DeviceCalibration(
            CalibrationKind.SOUND, Text("loudspeaker and microphone"), Text("a tone is played"), _tone
        ),
    ),
)
