"""The reading of Boufbowl's mat: what the match waits for decides which tokens and cards are read.

The draw at the beginning of a turn needs no sign: whatever the coach does next shows that he has drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.ids import CardRef
from companion.mat import Zone
from companion.reading.boufbowl.cards import came_up, damaged, effects, expert, opposed, waits_for_tokens
from companion.reading.boufbowl.moves import (
    caught,
    drawn,
    intercepted,
    kicked_off,
    moved,
    placed_or_kicked_off,
    played_on,
    stepped_back,
    tackled,
    would_move,
)
from companion.reading.boufbowl.tokens import BALL, Tokens, after, piece_of, token_means, tokens_of
from companion.reading.game_reading import (
    ExpectedPlace,
    Holds,
    Reading,
    TableSituation,
    asked_for,
    awaits_play,
    seat_of,
    shown,
)
from companion.reading.identity import token_key
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.checks import draw_count, takes_lightning
from companion.rules.boufbowl.state import Stage, State

ASKED_FOR = ("end_turn", "land", "resolve", "done")
"""Plays that a command card tells completely."""
FOLLOWS_MS = 6000
"""Time that players need, once nothing moves any more, to see that a token must be turned over."""


class BoufbowlTable:
    """The game reading of Boufbowl."""

    def readings(self, look: TableSituation) -> Sequence[Reading]:
        state: State = look.state
        tokens = tokens_of(state, look.lying, look.new)
        if state.stage is not Stage.DRAW:
            aside = () if state.stage in _EXPERT else came_up(look)
            return [*asked_for(look, *ASKED_FOR), *_said(look, tokens), *aside, *shown(look, "ref", "power")]
        said = list(_said(look, tokens))
        # What may be said before the draw does not show that somebody has drawn.
        at_once = [one.play for one in said]
        drawn = (one for one in _after_drawing(look, tokens) if not one.before or one.play not in at_once)
        return [*asked_for(look), *said, *drawn]

    def would_be(self, look: TableSituation, lying: PlacedThing) -> plays.Play | None:
        state: State = look.state
        piece = piece_of(state.sheet, lying)
        if piece is not None:
            return would_move(state, piece) if state.stage is not Stage.PLACEMENT else None
        if lying.means == BALL or lying.zone is None:
            return None
        seat = seat_of(lying)
        return _by_command(state, lying.means) if lying.means else _by_slot(look, seat, lying)

    def places(self, state: State) -> Sequence[ExpectedPlace]:
        found = [*_players(state)]
        ball = state.ball
        if ball.zone is not None and not state.stack:
            zones = frozenset((ball.zone,))
            found.append(ExpectedPlace(token_key(BALL), zones, holds=Holds.MARKER, patience_ms=FOLLOWS_MS))
        return found

    def awaits_card(self, look: TableSituation, zone: Zone) -> bool:
        """Tell whether the match waits for a card there; for bonus cards once somebody has turned his up, or declined."""
        if zone.role == "bonus":
            is_turned = in_role(look.new, "bonus") or in_role(look.new, "command")
            return bool(is_turned) and look.state.stage in (Stage.COMMIT, Stage.BONUS)
        # Effects and orders may come at any time, so none is waited for.
        return zone.role == "power" and awaits_play(look, zone, plays.ShowPower.kind, plays.Buy.kind)


def _players(state: State) -> Iterator[ExpectedPlace]:
    """Return the places of players' tokens; a player who stands up at the draw may stand already, and a carrier may
    be under the ball.
    """
    then = _drawn_state(state)
    for ref, figure in state.figures.items():
        if figure.is_on and (then is None or then.figures[ref].standing == figure.standing):
            means = token_means(state.sheet, ref, is_standing=figure.standing)
            yield ExpectedPlace(
                token_key(means),
                frozenset((figure.zone,)),
                holds=Holds.MARKER,
                patience_ms=None if state.stack else FOLLOWS_MS,
                turned=token_key(token_means(state.sheet, ref, is_standing=not figure.standing)),
                may_be_under=token_key(BALL) if ref == state.ball.carrier else "",
            )


def _said(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    by_stage = _READERS.get(look.state.stage)
    return iter(()) if by_stage is None else by_stage(look, tokens)


def _drawn_state(state: State) -> State | None:
    """Return the match after the draw, if the match waits for the draw."""
    return after(state, plays.Draw(state.active, draw_count(state))) if state.stage is Stage.DRAW else None


def _after_drawing(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    state: State = look.state
    then = _drawn_state(state)
    if then is None:
        return
    up = list(drawn(look, tokens, then))
    yield from up
    if not up:
        draw = plays.Draw(state.active, draw_count(state))
        later = replace(look, state=then)
        for reading in (*_command_plays(later), *_said(later, tokens)):
            yield replace(reading, before=(draw, *reading.before))


def _command_plays(look: TableSituation) -> Iterator[Reading]:
    """Return plays told by command cards, except «take back», which concerns an earlier play."""
    return (reading for reading in asked_for(look, *ASKED_FOR) if reading.play.kind in ASKED_FOR)


def _play(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    yield from effects(look, tokens)
    if not waits_for_tokens(look):
        yield from moved(look, tokens)
        yield from played_on(look, tokens)
    yield from tackled(look, tokens)
    yield from expert(look, tokens)


def _answered(
    reader: Callable[[TableSituation, Tokens], Iterator[Reading]],
) -> Callable[[TableSituation, Tokens], Iterator[Reading]]:
    """Return a reader for the action under way and for a card with the lightning that answers it; tokens belong to
    the card first.
    """

    def read(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
        if takes_lightning(look.state):
            yield from effects(look, tokens)
            if waits_for_tokens(look):
                return
        yield from reader(look, tokens)

    return read


def _nothing(_look: TableSituation, _tokens: Tokens) -> Iterator[Reading]:
    """Read nothing: the tower tells the dice."""
    return iter(())


_EXPERT = frozenset((Stage.PLAY, Stage.DRAW, Stage.PURCHASES, Stage.TRAINING))
"""The stages in which powers are used or bought, so that a power card in its slot may mean several plays."""
_READERS: Mapping[Stage, Callable[[TableSituation, Tokens], Iterator[Reading]]] = {
    Stage.PLACEMENT: placed_or_kicked_off,
    Stage.KICKOFF: kicked_off,
    Stage.DRAW: expert,
    Stage.PLAY: _play,
    Stage.RESOLVE: effects,
    Stage.INTERCEPT: _answered(intercepted),
    Stage.CATCH: _answered(caught),
    Stage.COMMIT: _answered(opposed),
    Stage.BONUS: _answered(opposed),
    Stage.DICE: _answered(_nothing),
    Stage.DAMAGE: damaged,
    Stage.BACK: stepped_back,
    Stage.PURCHASES: expert,
    Stage.TRAINING: expert,
}


# --- why not


def _by_command(state: State, means: str) -> plays.Play | None:
    """Return the play of a command card, complete enough to be refused with the right reason."""
    mine = state.sheet.team(state.active).players[0]
    theirs = state.sheet.team(state.active.other).players[0]
    match means:
        case "tackle":
            return plays.Tackle(mine, theirs)
        case "pick_up":
            return plays.PickUp(mine)
        case "intercept":
            return plays.Intercept(theirs)
        case "decline" if state.stage not in (Stage.COMMIT, Stage.BONUS):
            return plays.NoIntercept()
        case "chandelle":
            return plays.Chandelle(state.ball.carrier or mine, state.ball.zone or "")
        case "done":
            return plays.Done(state.active)
        case "end_turn":
            return plays.EndTurn()
        case "land":
            return plays.Land()
        case "resolve":
            return plays.Resolve()
        case _ if means.startswith("order:"):
            return plays.Order(Slot(means.removeprefix("order:")))
        case _:
            return None


def _by_slot(look: TableSituation, seat: str | None, lying: PlacedThing) -> plays.Play | None:
    """Return the play that a card means by its slot."""
    if lying.ref is None or lying.zone is None or seat is None:
        return None
    ref, coach = CardRef(lying.ref), Seat(seat)
    match lying.zone.role:
        case "card":
            return plays.CardPlay(coach, ref)
        case "bonus" if look.state.stage is not Stage.COMMIT:
            return plays.Bonus(coach, (ref,))
        case "order":
            return plays.Order(Slot(lying.place[1].rsplit(".", 1)[1]), ref)
        case _:
            return None
