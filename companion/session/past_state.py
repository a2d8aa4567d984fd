"""Shows the match as it was before a play, and which other plays that play may have been, the likeliest first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.mat import Mat
from companion.match import Entry, Match
from companion.play import Play, leaves_of, seat_said
from companion.session.history import REVEAL
from companion.session.offers import choosables, offers_of
from companion.session.snapshot import Past
from companion.showing.boards import with_ways
from companion.showing.scene import Scene
from companion.showing.scene_builder import SceneBuilder, says_hidden
from companion.showing.ways import Choosable
from companion.words import Text

LIKELY = 24
"""How many plays are offered on buttons; all others are chosen step by step."""
_SAME, _ALIKE, _OTHER = 0, 1, 3
"""How far two values are from each other: the same, of the same kind (faces of a die, cards of one sort), any."""


def look_back(match: Match, shower: SceneBuilder, mat: Mat, seq: int) -> Past | None:
    """Return the match as it was before play `seq`; None if that play does not count."""
    entries = match.entries
    position = next((n for n, entry in enumerate(entries) if entry.seq == seq), None)
    if position is None:
        return None
    state, scene = _before(match, shower, mat, entries[:position])
    offers = offers_of(match.rules, shower, state)
    is_secret = says_hidden(shower, entries[position].play) and not _is_revealed(entries[position:])
    entry = entries[position]
    likely = () if is_secret else _without_doubles(_likely(match, shower, state, entry.play))
    after = with_ways(scene, shower.scene(match.rules, entry.after, entry.events, mat), entry.events)
    return Past(seq, scene, offers, likely[:LIKELY], after, is_secret)


def scene_before(match: Match, shower: SceneBuilder, mat: Mat, seq: int) -> Scene:
    """Return the scene before play `seq`; for a play that does not count, before the place where it would stand."""
    return _before(match, shower, mat, tuple(one for one in match.entries if one.seq < seq))[1]


def _before(match: Match, shower: SceneBuilder, mat: Mat, earlier: Sequence[Entry]) -> tuple[Any, Scene]:
    """Return the state after some plays, and its scene."""
    state = earlier[-1].after if earlier else match.opening.state
    last = earlier[-1].events if earlier else match.opening.events
    return state, shower.scene(match.rules, state, last, mat)


def _is_revealed(later: tuple[Entry, ...]) -> bool:
    return any(event.kind == REVEAL for entry in later for event in entry.events)


def _likely(match: Match, shower: SceneBuilder, state: Any, play: Play) -> tuple[Choosable, ...]:
    """Return the plays of the same kind and seat that the rules would have accepted, the most similar first."""
    kind, own = play.kind, seat_said(play)
    if kind not in match.rules.play_kinds:
        return ()
    seats = {waited.seat for waited in match.rules.expects(state) if kind in waited.plays}
    seats |= set() if own is None else {own}
    found = [
        replace(one, says=shower.told_open(state, one.play) or one.says)
        for seat in sorted(seats, key=str)
        for one in choosables(match.rules, shower, state, seat, kind)
        if _distance(one.play, play) and _whose(one.play) == _whose(play)
    ]
    return tuple(sorted(found, key=lambda one: _distance(one.play, play)))


def _without_doubles(plays: Sequence[Choosable]) -> tuple[Choosable, ...]:
    """Leave out plays with the sentence of one before them: nobody could tell which of two buttons is meant."""
    found: dict[Text, Choosable] = {}
    for one in plays:
        found.setdefault(one.says, one)
    return tuple(found.values())


def _whose(play: Play) -> str:
    """Return the seat of a play: the seat that it names, or the seat before which its cards lie."""
    cards = getattr(play, "cards", None)
    return ",".join(sorted(cards)) if isinstance(cards, Mapping) else str(seat_said(play))


def _distance(one: Play, other: Play) -> int:
    """Return how different two plays are; 0 if they are equal."""
    these, those = dict(leaves_of(one)), dict(leaves_of(other))
    return sum(_apart(these.get(path), those.get(path)) for path in {*these, *those})


def _apart(one: str | int | None, other: str | int | None) -> int:
    if one == other:
        return _SAME
    if isinstance(one, int) and isinstance(other, int):
        return _ALIKE
    if isinstance(one, str) and isinstance(other, str) and one[:2] == other[:2]:
        return _ALIKE
    return _OTHER
