"""The loudspeaker beside a table: the cues of session events; it is looked for again while it is missing."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol, Self

from companion.cue import Cue, EventId
from companion.ids import MatchId, ObservationId
from companion.observation import SOUND_DEVICE, Notice
from companion.session import session_event
from companion.session.inbox import DeviceNotice
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent
from companion.sounding.sounding import opening, refused, sounding
from companion.storage.places import Places
from companion.table.match_device import TakeItems
from companion.threads import taken
from companion.timers import ClockEvent, Doing
from companion.words import Text
from devices.audio.cues import render_cues
from devices.audio.mixer import Volume
from devices.audio.player import SilentPlayer, SoundPlayer, Speaker
from devices.audio.sound_card import PortAudio, SoundCard
from devices.audio.voice_pack import read_voice_pack
from devices.audio.watchdog import AudioReport, AudioWatchdog

# --- sounds
# Plays the cues of session events, and silences a cue whose event was taken back.

BESIDE_THE_EVENTS = 1_000
"""The place of a question after all events of its play; no play has this many."""


class Sounds:
    """Plays the cues of one match's session events. Only the thread that hears them uses it."""

    def __init__(self, game: str, match: MatchId, player: SoundPlayer, seq: int = 0) -> None:
        """`seq` is the last play of a continued match."""
        self._game = game
        self._match = match
        self._player = player
        self._seq = seq
        self._asked_at: int | None = None

    def begin(self) -> None:
        """Sound the kick-off, unless the match has begun before."""
        what = opening(self._game, self._match)
        if self._seq == 0 and what.cue is not None:
            self._player.play(what.cue, what.of)

    def hear(self, told: session_event.SessionEvent) -> None:
        """Play or silence the cue of one session event."""
        match told:
            case session_event.RulingEvent():
                self._ruled(told)
            case session_event.QuestionEvent(question):
                self._asked(is_open=question is not None)
            case session_event.ProposalEvent(_, voided):
                self._asked(is_open=bool(voided))
            case session_event.PuzzleEvent(puzzle) if puzzle is not None:
                self._player.play(Cue.ERROR, self._beside())
            case session_event.DifferenceEvent(desync) if desync is not None:
                self._player.play(Cue.ERROR, self._beside())
            case session_event.ClockNotice(event):
                self._clock(event)
            case session_event.RemarkEvent(_, is_trouble) if is_trouble:
                self._player.play(Cue.ERROR, self._beside())
            case _:
                pass

    def _ruled(self, told: session_event.RulingEvent) -> None:
        self._seq = told.seq
        of = EventId(self._match, told.seq)
        what = sounding(self._game, of, told.play, told.events) if told.refusal is None else refused(of)
        if what.withdraw is not None:
            self._player.withdraw(what.withdraw)
        # A clock that ran out was heard when it did: what the rules make of it is new only if it is more.
        if what.cue is not None and not (told.by == "clock" and what.cue in (Cue.TIME, Cue.ERROR)):
            self._player.play(what.cue, what.of)

    def _asked(self, *, is_open: bool) -> None:
        """Sound a question; silence a question that is over, unless something else sounded since."""
        if is_open:
            self._asked_at = self._seq
            self._player.play(Cue.QUESTION, self._beside())
        elif self._asked_at == self._seq:
            self._player.withdraw(self._beside())

    def _beside(self) -> EventId:
        return EventId(self._match, self._seq, BESIDE_THE_EVENTS)

    def _clock(self, event: ClockEvent) -> None:
        if event.doing is Doing.LAST:
            self._player.play(Cue.LAST_TEN)
        elif event.doing is Doing.EXPIRE:
            self._player.play(Cue.TIME)


# --- loudspeaker


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
