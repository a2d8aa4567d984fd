"""The loudspeaker beside a table: it is looked for again while it is missing, and the match never waits for it."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol, Self

from companion.ids import MatchId, ObservationId
from companion.observation import SOUND_DEVICE, Notice
from companion.queues import taken
from companion.session.inbox import DeviceNotice
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent
from companion.storage.places import Places
from companion.table.match_device import TakeItems
from companion.table.sounds import Sounds
from companion.words import Text
from devices.audio.cues import render_cues
from devices.audio.mixer import Volume
from devices.audio.player import SilentPlayer, SoundPlayer, Speaker
from devices.audio.sound_card import PortAudio, SoundCard
from devices.audio.voice_pack import read_voice_pack
from devices.audio.watchdog import AudioReport, AudioWatchdog


class TableSpeaker(Protocol):
    """The loudspeaker as a table uses it."""

    def begin(self, game: str, match: MatchId, seq: int, tell: Callable[[AudioReport], None]) -> None:
        """Begin a match whose last play is `seq`; `tell` receives the state of the device, in any thread."""

    def hear(self, told: SessionEvent) -> None:
        """Play the sound of a session event."""

    def end(self, match: MatchId) -> None:
        """End the sounds of a match."""


class SpeakerAtTable:
    """A loudspeaker as a device of a match: it plays the match's cues, and its state is reported."""

    def __init__(self, speaker: TableSpeaker) -> None:
        self._speaker = speaker
        self._match = MatchId("")

    def begin(self, controller: MatchController, take: TakeItems) -> None:
        self._match = controller.name
        match = controller.match
        self._speaker.begin(
            match.rules.game,
            controller.name,
            match.seq,
            lambda report: take(lambda at_ms: (device_of(report, at_ms),)),
        )

    def hear(self, told: SessionEvent) -> None:
        self._speaker.hear(told)

    def end(self) -> None:
        self._speaker.end(self._match)


class Loudspeaker:
    """Plays a match's cues, inside a `with`.

    Without a device nothing is heard and nobody waits; `speaker` None: no sound is wanted.
    """

    def __init__(self, speaker: Speaker | None, card: SoundCard) -> None:
        self.player: SoundPlayer = speaker or SilentPlayer()
        self._reports: SimpleQueue[AudioReport] = SimpleQueue()
        self._watchdog = None if speaker is None else AudioWatchdog(card, [speaker], self._report)
        self._sounds: Sounds | None = None
        self._tell: Callable[[AudioReport], None] | None = None

    def __enter__(self) -> Self:
        if self._watchdog is not None:
            self._watchdog.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._watchdog is not None:
            self._watchdog.stop()

    def look(self) -> None:
        """Look for the device once, where no thread does."""
        if self._watchdog is not None:
            self._watchdog.look()

    def begin(self, game: str, match: MatchId, seq: int, tell: Callable[[AudioReport], None]) -> None:
        """Begin a match: the device's earlier and future reports go to `tell`."""
        self._sounds, self._tell = Sounds(game, match, self.player, seq), tell
        self._sounds.begin()
        self._tell_all(tell)

    def hear(self, told: SessionEvent) -> None:
        """Play the sound of a session event."""
        if self._sounds is not None:
            self._sounds.hear(told)

    def end(self, _match: MatchId) -> None:
        """End the sounds of a match."""
        self._sounds, self._tell = None, None

    def _report(self, report: AudioReport) -> None:
        self._reports.put(report)
        if self._tell is not None:
            self._tell_all(self._tell)

    def _tell_all(self, tell: Callable[[AudioReport], None]) -> None:
        for report in taken(self._reports):
            tell(report)


def device_of(report: AudioReport, now_ms: int) -> DeviceNotice:
    """Return the report of the device as a notice for the match."""
    name = ObservationId(f"{SOUND_DEVICE}-{now_ms}-{report.status}")
    return DeviceNotice(Notice(name, now_ms, SOUND_DEVICE, str(report.status)), report.says)


def loudspeaker(
    device: str | None, volume_percent: int, where: Places, say: Callable[[Text], None]
) -> Loudspeaker:
    """Open a loudspeaker by its number or part of its name, with the owner's own voices.

    "": the usual device; None: silence. `say` is called with each voice file that cannot be played.
    """
    if device is None:
        return Loudspeaker(None, PortAudio())
    pack = read_voice_pack(where.voices)
    for problem in pack.problems:
        say(problem)
    speaker = Speaker(lambda: {**render_cues(), **pack.sounds}, device or None)
    speaker.volume = Volume(volume_percent / 100)
    return Loudspeaker(speaker, PortAudio())
