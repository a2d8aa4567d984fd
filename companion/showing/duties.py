"""Lists what hands have still to do at the table: the duties of the last play, and those of a seat that has not played since."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.match import Match
from companion.play import Play, seat_said
from companion.showing.scene import Duty
from companion.showing.scene_builder import SceneBuilder
from companion.words import Text

MOST_PLAYS = 4
"""So many plays later, a duty that nothing has shown to be done is listed no more."""


def counted(one: Text, several: Text, n: int) -> Text:
    """Return a sentence for one thing, or for several with their number in it."""
    return one if n == 1 else Text(several.template, n=n)


def duties_of(builder: SceneBuilder, match: Match) -> tuple[Duty, ...]:
    """Return the open duties of a match.

    A seat that plays has done its own; the next play, whose ever it is, ends those of nobody in particular.
    """
    entries = match.entries
    found: list[Duty] = []
    went_on: set[str | None] = set()
    for n in reversed(range(max(0, len(entries) - MOST_PLAYS), len(entries))):
        before = entries[n - 1].after if n else match.opening.state
        later = {(duty.seat, duty.about) for duty in found if duty.about}
        is_last = n == len(entries) - 1
        found[:0] = [
            duty
            for duty in builder.duties(before, entries[n].after, entries[n].events)
            if (is_last or (duty.seat is not None and duty.seat not in went_on))
            and (duty.seat, duty.about) not in later
        ]
        went_on.update(_players_of(match, before, entries[n].play))
    return tuple(found)


def _players_of(match: Match, before: Any, play: Play) -> Iterator[str | None]:
    """Yield the seats that a play shows to be at it again: those that it names, or the one from which it was expected."""
    yield seat_said(play)
    several = getattr(play, "seats", None) or getattr(play, "cards", None)
    if isinstance(several, Mapping | tuple):
        yield from map(str, several)
    yield from (one.seat for one in match.rules.expects(before) if play.kind in one.plays)
