"""Lists the plays that are possible in a state, as screens offer them: by seat and kind, each with its sentence."""

from typing import Any

from companion.rules.engine import Rules
from companion.rules.rows import refusal_in
from companion.session.snapshot import Offer
from companion.showing.scene_builder import SceneBuilder
from companion.showing.ways import Choosable
from companion.words import Text


def offers_of(rules: Rules, shower: SceneBuilder, state: Any) -> tuple[Offer, ...]:
    """Return what the match waits for first, and then what it would accept without waiting for it."""
    aside = shower.aside(rules, state)
    ready = tuple(
        Offer(seat, play.kind, (Choosable(play, rules.label(state, play)),), is_ready=True)
        for seat, play in shower.ready(rules, state)
    )
    return ready + tuple(
        _offer(rules, shower, state, waited.seat, kind, is_aside=waited in aside)
        for waited in (*rules.expects(state), *aside)
        for kind in waited.plays
    )


def why_not(rules: Rules, shower: SceneBuilder, state: Any, piece: str | None, place: str) -> Text | None:
    """Return why a play is refused that a person means by a touch on a piece and one on a place of the board. Without a
    piece, the place alone was touched. None: the play is accepted, or these touches mean no play.
    """
    play = shower.attempt(state, piece, place)
    refusal = None if play is None else refusal_in(rules, state, (play,))
    return None if refusal is None else refusal.message


def choosables(
    rules: Rules, shower: SceneBuilder, state: Any, seat: str | None, kind: str
) -> tuple[Choosable, ...]:
    """Return the plays of one kind that the rules name, in the order of the rules."""
    plays = rules.options(state, seat, kind)
    weights = shower.weights(state, plays)
    return tuple(
        Choosable(play, rules.label(state, play), weight=weight)
        for play, weight in zip(plays, weights, strict=True)
    )


def _offer(
    rules: Rules, shower: SceneBuilder, state: Any, seat: str | None, kind: str, *, is_aside: bool
) -> Offer:
    ways = shower.ways(rules, state, seat, kind)
    return Offer(
        seat, kind, choosables(rules, shower, state, seat, kind), ways, kind in shower.hides, is_aside
    )
