"""Acts a match out before a camera, and compares the plays that were read with the plays that were acted.

actor ─► gestures ─► stage ─► drawn frames ─► vision ─► controller        what was read
  └────────────────► the players' own match                        what was meant
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from companion.match import Match
from companion.play import Play, Undo, UnreadablePlay
from companion.reading.identity import equals_in
from companion.rules.engine import Ruling
from companion.session.following import following
from companion.session.inbox import Item, PlayIntent, QuestionAnswer
from companion.session.match_controller import MatchController
from companion.session.session_event import PuzzleEvent, RulingEvent, SessionEvent
from companion.showing.by_itself import ITSELF
from companion.virtual.acting.actor import ARMS_DEG, Actor, Gesture, TapGesture, TiltGesture, parts

MISSED_MS = 6_000
"""A play that is not read in so long after the hands have gone is tapped by its player."""
MOST_PLAIN = 6
"""A play that a later play explains is read soon or never, such as «no support» when energies are turned."""
MOST_TILTS = 2
"""So often a player tilts a card of one play."""
ANSWER_MS = 800
"""How long a player takes to answer a question."""


class ActedFate(StrEnum):
    """How the camera read an acted play."""

    READ = "read"
    ASKED = "asked"
    """Read after a question was answered."""
    TILTED = "tilted"
    """Read after its player had tilted a card that reflected a lamp, as the program asked."""
    MISSED = "missed"
    """Not read: its player tapped it."""
    TAPPED = "tapped"
    """No card can say it: it was meant to be tapped."""
    PLAIN = "plain"
    """Said by what followed."""


class GestureStage(Protocol):
    """Carries out gestures, on the virtual table or in a test."""

    @property
    def now_ms(self) -> int:
        """The time of the table."""

    @property
    def is_busy(self) -> bool:
        """Whether hands have gestures left to do, or are over the table."""

    def set_out(self, gestures: Sequence[Gesture]) -> None:
        """Lay out what lies on the table before the match begins."""

    def add(self, gestures: Sequence[Gesture]) -> None:
        """Add gestures to carry out."""

    def go_on(self) -> None:
        """Begin the gestures that can begin now."""


class Guest(Protocol):
    """A person beside the table who may choose a play for a virtual player."""

    def is_awaited(self, match: Match, actor: Actor, now_ms: int) -> bool:
        """Tell whether the match waits for the guest's choice; after a choice, the actor knows it."""


@dataclass(slots=True)
class Score:
    """Compares the plays that were read with the plays that were acted, and counts the results."""

    acted: int = 0
    fates: dict[ActedFate, int] = field(default_factory=lambda: dict.fromkeys(ActedFate, 0))
    wrong: list[tuple[Play | None, Play]] = field(default_factory=list)
    """The acted play, if there was one, and the play that was read instead."""
    latencies_ms: list[int] = field(default_factory=list)
    signs_ms: list[int] = field(default_factory=list)
    """For each thing that was laid or turned up, how long after fingers let go of it screens show that it was seen."""
    logged_ms: list[int] = field(default_factory=list)
    """For each play that the camera read from what was laid, how long after fingers let go of it the play is in the log."""
    missed: list[Play] = field(default_factory=list)
    asked: list[Play] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """The play that is being acted now."""

    play: Play
    left: list[Play] = field(default_factory=list)
    """The parts of it that are still to be read."""
    fate: ActedFate = ActedFate.READ
    done_ms: int | None = None
    """Since when its hands have gone."""
    asked_ms: int | None = None
    tilts: int = 0
    """How often its player has tilted a card."""


class ActedMatch:
    """Acts out one match, from its first gesture to its end. Call `step` once for each frame."""

    def __init__(
        self,
        match: Match,
        actor: Actor,
        stage: GestureStage,
        controller: MatchController,
        guest: Guest | None = None,
    ) -> None:
        self.match = match
        self.score = Score()
        self._equals = equals_in(match.cards)
        self._guest = guest
        self._actor = actor
        self._stage = stage
        self._controller = controller
        self._open: _Open | None = None
        self._plain: list[Play] = []
        """Acted plays that the next play explains, and that may be read with it."""
        self.broken: RulingEvent | None = None
        """A play of the players' own match that the read match refused: they have come apart, and nothing is to be
        compared any more.
        """

    @property
    def is_over(self) -> bool:
        return self.broken is not None or (self._open is None and self._actor.next_play() is None)

    def begin(self) -> None:
        """Lay out what lies on the table before the first frame."""
        self._stage.set_out(self._actor.prepares())

    def step(self, *, is_seen: bool = True) -> Iterator[Item]:
        """Return what players enter before the next frame, and begin gestures.

        Nothing counts as missed while the camera fails.
        """
        now_ms = self._stage.now_ms
        if self._open is None and not self._stage.is_busy:
            self._next()
        self._stage.go_on()
        if self._open is not None and not self._stage.is_busy:
            if not is_seen:
                self._open.done_ms = now_ms
            yield from self._waited(self._open, now_ms)

    def _next(self) -> None:
        while not self._awaits_guest() and (play := self._actor.next_play()) is not None:
            gestures = self._actor.tells(play)
            self.score.acted += 1
            if gestures:
                self._open = _Open(play, list(parts(play)))
                self._stage.add(gestures)
                return
            self._settle(_Open(play, fate=ActedFate.PLAIN))

    def _awaits_guest(self) -> bool:
        return self._guest is not None and self._guest.is_awaited(self.match, self._actor, self._stage.now_ms)

    def _waited(self, acted: _Open, now_ms: int) -> Iterator[Item]:
        """Answer a question or enter unread plays by touch, after the hands have left the table."""
        acted.done_ms = acted.done_ms if acted.done_ms is not None else now_ms
        question = self._controller.question
        if question is None:
            acted.asked_ms = None
        elif acted.asked_ms is None:
            acted.asked_ms = now_ms
        elif now_ms - acted.asked_ms >= ANSWER_MS:
            same = [n for n in range(len(question.options)) if self._is_meant(acted, question.row(n))]
            acted.fate = ActedFate.ASKED if same else ActedFate.MISSED
            acted.asked_ms = None
            yield QuestionAnswer(question.key, same[0] if same else None)
        if now_ms - acted.done_ms >= MISSED_MS:
            acted.fate = ActedFate.MISSED
            acted.done_ms = now_ms
            read = self._controller.match
            waited = {kind for one in read.expects() for kind in one.plays}
            if not isinstance(read.rules.judge(read.state, acted.left[0]), Ruling):
                for plain in list(self._plain):
                    if plain.kind in waited:  # It was to be read with the play that was missed.
                        yield PlayIntent(plain, source="hand")
            for part in acted.left:
                yield PlayIntent(part, source="hand")

    def hear(self, told: SessionEvent) -> Iterator[Item]:
        """Compare a session event with the acted play. A wrong reading is taken back at once, as a player would."""
        if isinstance(told, PuzzleEvent):
            self._tilt(told)
        if not isinstance(told, RulingEvent) or isinstance(told.play, Undo):
            return
        if told.refusal is not None or isinstance(told.play, UnreadablePlay):
            if told.by == "hand":
                self.broken = told
            return
        if told.by == ITSELF:
            self._follow(told.play)
            return
        left = None if self._open is None else self._left_after(self._open, told.play)
        if self._open is not None and left is not None:
            if told.after_ms is not None and told.by == "camera":
                self.score.latencies_ms.append(told.after_ms)
            self._open.left = left
            if not left:
                acted, self._open = self._open, None
                self._settle(acted)
        elif (plain := next((one for one in self._plain if self._same(told.play, one)), None)) is not None:
            self._plain.remove(plain)
        else:
            self.score.wrong.append((self._open.play if self._open else None, told.play))
            yield PlayIntent(Undo(told.seq), source="hand")

    def _follow(self, play: Play) -> None:
        """Go on as the read match did by itself, if the players' own match stands at the same point."""
        if self._open is None and following(self.match.rules, self.match.state) == play:
            self._stage.add(self._actor.follows(self.match.submit(play).events))

    def _tilt(self, told: PuzzleEvent) -> None:
        """Let the player tilt his card, if he was told that a reflected light hides it."""
        acted, zone = self._open, None if told.puzzle is None else told.puzzle.dazzled
        if acted is None or zone is None or acted.tilts >= MOST_TILTS:
            return
        acted.tilts += 1
        acted.done_ms = None
        self._stage.add([TiltGesture(zone, ARMS_DEG[zone.turn_deg])])

    def say(self, said: TapGesture) -> PlayIntent:
        """Return the intent of a gesture that is a touch."""
        if self._open is not None:
            self._open.fate = ActedFate.TAPPED
        return PlayIntent(said.play, source="hand")

    def _settle(self, acted: _Open) -> None:
        """Rule the acted play, and have the players move cards as the ruling wants."""
        outcome = self.match.submit(acted.play)
        assert outcome.refusal is None, (acted.play, outcome.refusal)
        if acted.fate is ActedFate.READ and acted.tilts:
            acted.fate = ActedFate.TILTED
        self.score.fates[acted.fate] += 1
        if acted.fate is ActedFate.PLAIN:
            self._plain = [*self._plain, acted.play][-MOST_PLAIN:]
        if acted.fate is ActedFate.MISSED:
            self.score.missed.append(acted.play)
        if acted.fate is ActedFate.ASKED:
            self.score.asked.append(acted.play)
        self._stage.add(self._actor.follows(outcome.events))

    def _is_meant(self, acted: _Open, row: Sequence[Play]) -> bool:
        """Tell whether an option is the acted play, after plays that were acted before it and not read yet."""
        *before, said = row
        plain = all(any(self._same(one, other) for other in (*self._plain, *acted.left)) for one in before)
        return plain and self._left_after(acted, said) is not None

    def _left_after(self, acted: _Open, said: Play) -> list[Play] | None:
        """Return the parts of an acted play that remain unread after `said`; None if `said` is no part of it."""
        left = list(acted.left)
        for part in parts(said):
            same = next((one for one in left if self._same(one, part)), None)
            if same is None:
                return None
            left.remove(same)
        return left

    def _same(self, one: Play, other: Play) -> bool:
        """Tell whether two plays are equal or have the same result, such as a walk with and without its way, also if they are
        told with different ones of equal cards.
        """
        if one.kind != other.kind:
            return False
        return (
            one == other
            or self._follows(one) == self._follows(other)
            or self._alike(one) == self._alike(other)
        )

    def _alike(self, play: Play) -> str:
        """Return a play as text, with the first of the cards that equal each of its own."""
        return re.sub(r"[\w-]+", lambda ref: min(self._equals.get(ref[0], (ref[0],))), repr(play))

    def _follows(self, play: Play) -> object:
        ruling = self.match.rules.judge(self.match.state, play) if self._is_of_the_game(play) else play
        return ruling.events if isinstance(ruling, Ruling) else play

    def _is_of_the_game(self, play: Play) -> bool:
        return play.kind in self.match.rules.play_kinds
