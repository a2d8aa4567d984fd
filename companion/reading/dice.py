"""Makes the expected play from dice that fell: as the tower tells them, or as the camera sees them in the tray."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.ids import ObservationId
from companion.observation import ReadingStatus, Roll, Sighting, SightingState
from companion.play import SaidPlay, parse_play
from companion.rules.dice import dice_of, dice_waited_for
from companion.rules.engine import Json, Rules
from companion.words import Text


def play_of_roll(rules: Rules, state: Any, roll: Roll) -> SaidPlay | None:
    """Return the play that these dice make; None if the match waits for other dice, or for none.

    Two seats that both roll do so one after the other, the first that is waited for first.
    """
    wanted = dice_waited_for(rules, state)
    if not wanted or sorted(wanted) != sorted(roll.dice):
        return None
    for expected in rules.expects(state):
        for kind in expected.plays:
            if dice_of(rules, state, expected.seat, kind) == wanted:
                return _told(rules, expected.seat, kind, roll)
    return None


def _told(rules: Rules, seat: str | None, kind: str, roll: Roll) -> SaidPlay:
    play: Json = (
        {"play": kind} if seat is None or not _names_seat(rules, kind) else {"play": kind, "seat": seat}
    )
    fallen = [(die, _value(face)) for die, face in zip(roll.dice, roll.faces, strict=True)]
    rows = getattr(rules.play_kinds[kind], "rolls", None)
    faces: Json = (
        dict(fallen)
        if rows is None
        else {row: [face for die, face in fallen if die == wanted] for row, wanted in rows.items()}
    )
    return parse_play(rules.play_kinds, {**play, **faces})


def _names_seat(rules: Rules, kind: str) -> bool:
    return "seat" in getattr(rules.play_kinds[kind], "__dataclass_fields__", {})


def _value(face: str) -> int | str:
    return int(face) if face.isdecimal() else face


# --- tray dice
# Works out from sightings of dice in the tray what was rolled. It has no clock.
#
# A roll is believed once as many dice as the match waits for lie in the tray, rest there, and each is read. The
# camera reads them only while nothing moves in the tray and no hand is over it. Dice that were counted lie there on
# and mean nothing more: what counts next must have left the tray, or lie far from where the same face lay before.

HOLD_MS = 300
"""How long dice must rest after the last one was read."""
TELL_MS = 1_500
"""After so much rest it is told why dice make no roll."""
FEW_MS = 4_000
"""The same where dice are missing: they may be thrown one after the other."""
EARLY_MS = 3_000
"""Dice that rest for longer before the match waits for them may have been thrown for something else."""
LATE_MS = 3_000
"""After a roll was entered by hand, dice that come to rest within so much are the same roll."""
SETTLE_MS = 1_500
"""Dice that are reported within so much of the camera's first picture lay there before."""
FAR_MM = 60.0
"""A die that is pushed, by another die or by a sleeve, moves less than this."""
MOST_OPTIONS = 6
"""How many rolls a question offers."""


@dataclass(frozen=True, slots=True)
class TrayRoll:
    """Dice in the tray that were read and count, with the sightings they were read from."""

    roll: Roll
    seen: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class TrayQuestion:
    """Dice in the tray of which a person must say what they show, or whether they count; the likeliest roll first."""

    key: str
    asks: Text
    rolls: tuple[Roll, ...]
    seen: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class TrayRemark:
    """Dice in the tray that make no roll, and what to do."""

    key: str
    says: Text


TrayAnswer = TrayRoll | TrayQuestion | TrayRemark


@dataclass(frozen=True, slots=True)
class _TrayDie:
    """A die in the tray."""

    sighting: Sighting
    since_ms: int
    """Since when it lies as it does."""
    is_counted: bool = False
    """Whether it belongs to a roll that was counted, or that a person entered."""
    is_from_before: bool = False
    """Whether it lay there when the camera began to see."""

    @property
    def may_be(self) -> tuple[str, ...]:
        """What it may show, the likeliest first."""
        return (self.sighting.reads,) if self.sighting.reads else self.sighting.candidates

    @property
    def is_sure(self) -> bool:
        return self.sighting.reading in (ReadingStatus.READ, ReadingStatus.AMBIGUOUS)


@dataclass(frozen=True, slots=True)
class _LeftDie:
    """A counted die that is not seen any more: what it showed, where it lay, and when it was missed."""

    reads: str
    at_mm: tuple[int, ...] | None
    at_ms: int


class TrayDice:
    """The dice in the tray of one table."""

    def __init__(self) -> None:
        self._lying: dict[int, _TrayDie] = {}
        self._left: tuple[_LeftDie, ...] = ()
        self._sees_since_ms: int | None = None
        self._counted_until_ms = -1
        self._waits_for: object = None
        self._waits_since_ms = 0

    def sees(self, now_ms: int, *, is_seeing: bool) -> None:
        """Take note whether the camera gives pictures."""
        if not is_seeing:
            self._sees_since_ms = None
        elif self._sees_since_ms is None:
            self._sees_since_ms = now_ms

    def see(self, sighting: Sighting) -> None:
        """Take a sighting of a die."""
        known = self._lying.get(sighting.thing)
        if sighting.state is SightingState.END:
            self._lying.pop(sighting.thing, None)
            if known is not None and known.is_counted:
                gone = _LeftDie(known.sighting.reads, known.sighting.at_mm, sighting.at_ms)
                self._left = (*(one for one in self._left if one.at_ms == sighting.at_ms), gone)
        elif known is None:
            begins_ms = self._sees_since_ms
            is_from_before = begins_ms is None or sighting.at_ms - begins_ms < SETTLE_MS
            is_counted = sighting.at_ms <= self._counted_until_ms
            self._lying[sighting.thing] = _TrayDie(sighting, sighting.at_ms, is_counted, is_from_before)
        elif sighting.state is SightingState.HIDDEN:
            self._lying[sighting.thing] = replace(
                known, sighting=replace(known.sighting, state=sighting.state)
            )
        else:
            # Another die at the same place is the same thing to the camera, as long as one of the two was not read.
            is_counted = known.is_counted and sighting.reads == known.sighting.reads
            self._lying[sighting.thing] = replace(
                known, sighting=sighting, since_ms=sighting.at_ms, is_counted=is_counted
            )

    def account_for(self, seen: Iterable[Sighting]) -> None:
        """Note that dice were counted, or that a person said that they do not count."""
        for sighting in seen:
            known = self._lying.get(sighting.thing)
            if known is not None:
                self._lying[sighting.thing] = replace(known, is_counted=True)

    def entered_by_hand(self, now_ms: int) -> None:
        """Note that a person entered a roll: these dice are accounted for, even those that still tumble."""
        self.account_for([one.sighting for one in self._lying.values()])
        self._counted_until_ms = now_ms + LATE_MS

    @property
    def has_new(self) -> bool:
        """Whether dice lie there that were not counted."""
        return any(not one.is_counted for one in self._lying.values())

    def read(self, question: object, wanted: Sequence[str], now_ms: int) -> TrayAnswer | None:
        """Return what the dice say now, of which the match waits for these; None if there is nothing new, or it is too
        early. `question` is another value each time the match waits anew.
        """
        if question != self._waits_for:
            self._waits_for, self._waits_since_ms = question, now_ms
        new = [one for one in self._lying.values() if not one.is_counted]
        if not wanted or not new or any(one.sighting.state is SightingState.HIDDEN for one in new):
            return None
        rests_ms = now_ms - max(one.since_ms for one in new)
        if rests_ms < HOLD_MS:
            return None
        hinders = _hindrance(new, wanted, rests_ms)
        if hinders is not None:
            key = "|".join(str(one.sighting.thing) for one in new)
            return TrayRemark(f"{key}{hinders!r}", hinders) if rests_ms >= TELL_MS else None
        if len(new) != len(wanted):
            return None
        return self._answer(new, tuple(wanted))

    def _answer(self, new: Sequence[_TrayDie], wanted: tuple[str, ...]) -> TrayRoll | TrayQuestion:
        newest = max(new, key=lambda one: one.since_ms)
        rolls = tuple(
            _roll(new, dice, faces, f"roll-{newest.sighting.id}-{n}", newest.since_ms)
            for n, (dice, faces) in enumerate(_rolls_of(new, wanted))
        )
        seen = tuple(one.sighting for one in new)
        asks = self._doubt(new)
        if asks is None and len(rolls) == 1:
            return TrayRoll(rolls[0], seen)
        asks = asks or Text("the dice in the tray: which is right?")
        return TrayQuestion(f"tray:{newest.sighting.id}", asks, rolls[:MOST_OPTIONS], seen)

    def _doubt(self, new: Sequence[_TrayDie]) -> Text | None:
        """Return what a person must say about dice, before they count."""
        if not all(one.is_sure for one in new):
            return Text("a die in the tray cannot be read for sure: what do they show?")
        early_ms = self._waits_since_ms - EARLY_MS
        if any(one.is_from_before or one.since_ms < early_ms for one in new):
            return Text("these dice lay in the tray before the match waited for them: do they count?")
        if any(self._may_be_pushed(one) for one in new):
            return Text(
                "a die in the tray lies nearly where it lay, with the same face: was it thrown again?"
            )
        return None

    def _may_be_pushed(self, die: _TrayDie) -> bool:
        """Tell whether a die may be one that was counted and then only pushed: the tray was never seen without it."""
        return any(
            one.reads in die.may_be
            and one.at_ms == die.since_ms
            and _apart_mm(one.at_mm, die.sighting.at_mm) < FAR_MM
            for one in self._left
        )


def _apart_mm(one: tuple[int, ...] | None, other: tuple[int, ...] | None) -> float:
    return 0.0 if one is None or other is None else math.dist(one, other)


def _hindrance(new: Sequence[_TrayDie], wanted: Sequence[str], rests_ms: int) -> Text | None:
    """Return why dice make no roll, and what to do; None if they do, or if dice may still be missing."""
    named = ", ".join(wanted)
    states = {one.sighting.reading for one in new}
    if any(one.sighting.zone is None for one in new):
        return Text("a die lies outside the line of the tray: throw it again")
    if ReadingStatus.COCKED in states:
        return Text("a die in the tray leans: throw it again, or enter what the dice show")
    if ReadingStatus.STACKED in states:
        return Text("dice in the tray lie upon each other: throw them again, or enter what they show")
    if len(new) > len(wanted):
        return Text(
            "{n} dice lie in the tray, and {dice} are waited for: take the others out", n=len(new), dice=named
        )
    if len(new) < len(wanted):
        if rests_ms < FEW_MS:
            return None
        return Text(
            "{n} of {count} dice lie in the tray: {dice} are waited for; throw the others too, or enter what they show",
            n=len(new), count=len(wanted), dice=named,
        )  # fmt: skip
    if not all(one.may_be for one in new):
        return Text("a die in the tray cannot be read: throw it again, or enter what the dice show")
    if not any(_rolls_of(new, tuple(wanted))):
        return Text("the dice in the tray are not those that are waited for: {dice}", dice=named)
    return None


def _rolls_of(
    new: Sequence[_TrayDie], wanted: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the dice and faces of each roll of the wanted dice that these may be, the likeliest first.

    Of two bare dice one of which must be an action die, it does not matter which: both say the same.
    """
    found = set()
    for said in product(*(one.may_be for one in new)):
        pairs = [(die, face) for die, _, face in (name.partition(":") for name in said)]
        if Counter(die for die, _ in pairs) != Counter(wanted):
            continue
        pairs.sort(key=lambda pair: (wanted.index(pair[0]), pair[1]))
        if tuple(pairs) not in found:
            found.add(tuple(pairs))
            yield tuple(die for die, _ in pairs), tuple(face for _, face in pairs)


def _roll(
    new: Sequence[_TrayDie], dice: tuple[str, ...], faces: tuple[str, ...], name: str, at_ms: int
) -> Roll:
    confidence = min(one.sighting.confidence_percent for one in new)
    return Roll(ObservationId(name), at_ms, faces, dice=dice, confidence=(confidence,) * len(dice))
