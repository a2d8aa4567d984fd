"""Lists what hands have still to do at the table: the duties of the last play, and those of a seat that has not played
since.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from companion.match import Match
from companion.opponent.seat import is_entered_by_companion
from companion.play import Play, seats_said
from companion.showing.by_itself import followed_by_itself, is_by_itself
from companion.showing.scene import Duty
from companion.showing.scene_builder import SceneBuilder
from companion.words import Text, joined

MOST_PLAYS = 4
"""So many plays later, a duty that nothing has shown to be done is listed no more."""

TABLE_FOLLOWS = Duty(
    None, Text("arrange the table as the match stands now: a play was taken back or changed")
)
"""The duty after an earlier play was changed: the table follows as a whole."""


def counted(one: Text, several: Text, n: int) -> Text:
    """Return a sentence for one thing, or for several with their number in it."""
    return one if n == 1 else Text(several.template, n=n)


def duties_of(builder: SceneBuilder, match: Match) -> tuple[Duty, ...]:
    """Return the open duties of a match.

    A seat that plays has done its own; the next play, whose ever it is, ends those of nobody in particular. What follows
    by itself is nobody's play. What the program has moved since the last play of a person hands move now.
    """
    entries = match.entries
    last = len(entries) - 1 - followed_by_itself(entries)
    found: list[Duty] = []
    went_on: set[str | None] = set()
    for n in reversed(range(max(0, len(entries) - MOST_PLAYS), len(entries))):
        before = entries[n - 1].after if n else match.opening.state
        later = {(duty.seat, duty.about) for duty in found if duty.about}
        is_last = n >= last
        found[:0] = [
            duty
            for duty in builder.duties(before, entries[n].after, entries[n].events)
            if (is_last or (duty.seat is not None and duty.seat not in went_on))
            and (duty.seat, duty.about) not in later
        ]
        if not is_by_itself(entries[n]):
            went_on.update(_players_of(match, before, entries[n].play))
    moved = _moved_by_program(builder, match)
    told = frozenset(key for duty in moved for key in duty.laid)
    return (*moved, *(duty for duty in found if duty.about or told.isdisjoint(duty.laid)))


def program_goes_on(match: Match) -> bool:
    """Return whether the last two plays are the program's own: hands move its pieces for both at once."""
    plays = (one for one in reversed(match.entries) if not is_by_itself(one))
    last = list(islice(plays, 2))
    return len(last) == 2 and all(map(is_entered_by_companion, last))


def _moved_by_program(builder: SceneBuilder, match: Match) -> tuple[Duty, ...]:
    """Return what hands move for the program after its plays since the last play of a person, as one way for each thing."""
    entries = match.entries
    own = takewhile(lambda one: is_by_itself(one) or is_entered_by_companion(one), reversed(entries))
    first = len(entries) - len(list(own))
    if not any(is_entered_by_companion(one) for one in entries[first:]):
        return ()
    before = entries[first - 1].after if first else match.opening.state
    return tuple(builder.moves(before, match.state))


def _players_of(match: Match, before: Any, play: Play) -> Sequence[str | None]:
    """Return the seats that a play shows to be at it again: those that it names, or the one from which it was expected."""
    return seats_said(play) or [one.seat for one in match.rules.expects(before) if play.kind in one.plays]


@dataclass(frozen=True, slots=True)
class DutyRow:
    """What one seat (None: anybody) has to do, as one line. What is done is left out of it, until all is done."""

    seat: str | None
    says: Text
    is_done: bool


def duty_rows(duties: Sequence[Duty]) -> tuple[DutyRow, ...]:
    """Return the duties by seat, those of nobody in particular first."""
    seats = sorted(dict.fromkeys(duty.seat for duty in duties), key=lambda seat: seat is not None)
    return tuple(_row(seat, [duty for duty in duties if duty.seat == seat]) for seat in seats)


def _row(seat: str | None, duties: Sequence[Duty]) -> DutyRow:
    open_ones = [duty for duty in duties if not duty.is_done]
    says = joined([Text("{words}", words=duty.says) for duty in open_ones or duties])
    return DutyRow(seat, says, is_done=not open_ones)
