"""Reads plays of OFUSAIDO from its mat. docs/mats.md says how people lay each play.

The slot of a card says what the card does; the ball on the small pitch and on the targets says where to. A revealed
energy says that nobody adds support; a card tells everything else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from companion.ids import CardRef
from companion.mat import Zone as MatZone
from companion.reading.game_reading import (
    LEFT_MS,
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
from companion.rules.engine import Ruling
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.actions import abilities_of, takes_actions, takes_before_draw
from companion.rules.ofusaido.cards import Target, Zone
from companion.rules.ofusaido.flow import before_draw
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import (
    Contest,
    Phase,
    State,
    actions_in_hand,
    excess,
    possible_energies,
)

ASKED_FOR = {kind.kind: kind for kind in (plays.LetPass, plays.NoSupport, plays.GiveUp)}
"""Plays of a seat that a command card tells."""
BEFORE_DRAW = "before_draw"
"""The command card which marks the card beside it as played before the draw."""
INTENTS = ("pass", "dribble", "cross")
ON_TABLE = (*INTENTS, "shot", "oppose", "support")
"""The slots for the field players of a turn."""
FRONT = (*ON_TABLE, "keeper")
ACTION_SLOTS = ("action.1", "action.2")
SLOWLY_MS = 900
"""Milliseconds for supports to be believed: a side that adds one player may be about to add another, as long as the hand
stays near; a support that is fetched later joins the first one.
"""
ELSEWHERE_MS = 2600
"""Milliseconds that a hand needs from the ball to a card and to another slot (2.3 s were measured
before the drawn camera); until then the card looks as if its player dribbled on.
"""


class OfusaidoTable:
    """The game reading of OFUSAIDO."""

    def readings(self, look: TableSituation) -> Sequence[Reading]:
        state: State = look.state
        by_phase = _READERS.get(state.phase)
        return [
            *asked_for(look, *ASKED_FOR, "accept_draw"),
            *_spoken(look),
            *(by_phase(look) if by_phase is not None else ()),
            *shown(look, "card", "occasion", "energy"),
        ]

    def would_be(self, look: TableSituation, lying: PlacedThing) -> plays.Play | None:
        seat = seat_of(lying)
        if lying.zone is None or seat is None:
            return None
        if lying.means in ASKED_FOR:
            return ASKED_FOR[lying.means](Seat(seat))
        if lying.ref is None:
            return None
        if look.state.phase is Phase.LEVEL and lying.zone.role in ON_TABLE:
            return _would_name(look, Seat(seat))
        return _by_place(look.state, lying.zone.role, lying.zone.name, Seat(seat), CardRef(lying.ref))

    def places(self, state: State) -> Sequence[ExpectedPlace]:
        found: list[ExpectedPlace] = []
        for seat in Seat:
            found += [
                ExpectedPlace(ref, _zones_of(state, seat, ref, ON_TABLE)) for ref in state.team(seat).table
            ]
        duel = state.duel
        if duel is not None:
            found = [place for place in found if place.key not in (duel.attack.base, duel.defence.base)]
            found += _bases(state)
            for seat, side in ((state.attacking, duel.attack), (state.defending, duel.defence)):
                found += [ExpectedPlace(ref, frozenset((f"{seat}.energies",))) for ref in side.revealed]
        if state.occasion is not None:
            found.append(ExpectedPlace(state.occasion, frozenset(("occasion",))))
        # A ball that is put where the attack goes anyway tells no later play.
        found.append(ExpectedPlace(token_key("ball"), frozenset(_ball_belongs(state)), holds=Holds.MARKER))
        return found

    def awaits_card(self, look: TableSituation, zone: MatZone) -> bool:
        if zone.role == "energies":
            # An energy that is turned up says too that nobody adds support, or that the same player shoots again.
            asked = {kind for expected in look.rules.expects(look.state) for kind in expected.plays}
            return awaits_play(look, zone, plays.Reveal.kind) or not asked.isdisjoint(
                (plays.NoSupport.kind, plays.Shoot.kind)
            )
        return awaits_play(look, zone, *_TOLD_IN.get(zone.role, ()))


_TOLD_IN: Mapping[str, Sequence[str]] = {
    "occasion": (plays.Attempt.kind,),
    **dict.fromkeys(INTENTS, (plays.Advance.kind,)),
    "shot": (plays.Shoot.kind,),
    "oppose": (plays.Oppose.kind,),
    "support": (plays.Support.kind,),
    "visible": (plays.Flip.kind,),
}
"""The kinds of play that a card in a slot of each role tells, if the match waits for them: an action may come at any time.
"""


def _ball_belongs(state: State) -> Iterator[str]:
    """Return where the ball belongs after the last play."""
    zones, duel = _zones(state), state.duel
    to = zones.get((duel.to if duel is not None else None) or state.zone or "")
    if to is not None and to.column is not None:
        yield f"pitch.{to.row}.{to.column}"
    if duel is not None and duel.target is not None:
        yield f"target.{duel.target.value}"


def _bases(state: State) -> Iterator[ExpectedPlace]:
    """Return the places of the base players of the duel; a player who passes stays in his slot. Shooters of a
    shoot-out were named before, so their cards may be put away.
    """
    duel = state.duel
    assert duel is not None
    if duel.attack.base is not None and duel.contest is not Contest.SHOOTOUT:
        contest = duel.contest.value if duel.contest.value in INTENTS else "shot"
        zones = ON_TABLE if duel.contest.is_set_piece else (contest, *_loosely(state))
        yield ExpectedPlace(duel.attack.base, _zones_of(state, state.attacking, duel.attack.base, zones))
    if duel.defence.base is not None and duel.contest.is_progression:
        zones = ("oppose",)
        yield ExpectedPlace(duel.defence.base, _zones_of(state, state.defending, duel.defence.base, zones))


def _zones_of(state: State, seat: Seat, ref: CardRef, roles: Sequence[str]) -> frozenset[str]:
    """Return the card slots of a side; its action slots too, if a player who lies there has announced an ability."""
    said = any(one.seat is seat and one.card == ref for one in state.announced)
    return frozenset(f"{seat}.{role}" for role in (*roles, *(ACTION_SLOTS if said else ())))


def _loosely(state: State) -> tuple[str, ...]:
    """Return the slots that may mean a shot even if its card lies in a different slot; a question asks about it
    then.
    """
    return INTENTS if state.duel is not None and state.duel.contest is Contest.SHOT else ()


# --- the ball


def _moved(look: TableSituation) -> PlacedThing | None:
    """Return the ball if it was laid somewhere since its last play: an old place tells nothing."""
    return next((lying for lying in reversed(look.new) if lying.means == "ball"), None)


def _stands_on(ball: PlacedThing | None, zone: Zone) -> bool:
    """Return whether the ball lies on a zone of the small pitch."""
    return (
        ball is not None
        and ball.zone is not None
        and zone.column is not None
        and ball.zone.name == f"pitch.{zone.row}.{zone.column}"
    )


def _zones(state: State) -> Mapping[str, Zone]:
    """Return the zones of the occasion in play."""
    return {} if state.occasion is None else state.sheet.zones[state.occasion]


@dataclass(frozen=True, slots=True)
class _Way:
    """A play that leads to a zone of an occasion."""

    play: plays.Attempt | plays.Advance
    to: Zone | None


def _by_ball(ways: Sequence[_Way], ball: PlacedThing | None, *says: PlacedThing) -> Iterator[Reading]:
    """Return the ways that the ball was put on, with the ball as evidence; all ways if it was put on none."""
    on = [way for way in ways if way.to is not None and _stands_on(ball, way.to)]
    for way in on or ways:
        yield _said(way.play, *says, *((ball,) if on and ball is not None else ()))


# --- what each phase takes


def _turn(look: TableSituation) -> Iterator[Reading]:
    ball = _moved(look)
    for card in in_role(look.new, "occasion"):
        zones = look.state.sheet.zones.get(card.ref, {})
        tries = [play for play in _plays(look, plays.Attempt) if play.occasion == card.ref]
        yield from _by_ball([_Way(play, zones.get(play.zone or "")) for play in tries], ball, card)
    for play in _plays(look, plays.Stall):
        for command in in_role(look.new, "command", play.seat):
            given_up = [card for card in in_role(look.new, "discard", play.seat) if card.ref == play.discard]
            if command.means == f"stall:{play.option}" and given_up:
                yield _said(play, command, given_up[0])


def _advance(look: TableSituation) -> Iterator[Reading]:
    state: State = look.state
    ball, zones = _moved(look), _zones(state)
    offered = list(_plays(look, plays.Advance))
    for intent in INTENTS:
        for card in in_role(look.new, intent, state.attacking):
            mine = [play for play in offered if play.card == card.ref and play.intent == intent]
            yield from _by_ball([_Way(play, zones.get(play.to or "")) for play in mine], ball, card)
    yield from _dribbled_on(look, offered, ball)


def _dribbled_on(
    look: TableSituation, offered: Sequence[plays.Advance], ball: PlacedThing | None
) -> Iterator[Reading]:
    """Read a dribble by the same player, who leaves his card in place and moves the ball."""
    state: State = look.state
    for play in offered:
        for card in in_role(look.lying, play.intent, state.attacking):
            is_old = not card.is_hidden and all(card.laid != other.laid for other in look.new)
            to = _zones(state).get(play.to or "")
            if card.ref == play.card and is_old and ball is not None and to and _stands_on(ball, to):
                # Somebody who moves the ball first may be about to lay the card in another slot.
                yield _said(play, card, ball, waits_ms=ELSEWHERE_MS)


def _oppose(look: TableSituation) -> Iterator[Reading]:
    for play in _plays(look, plays.Oppose):
        for card in in_role(look.new, "oppose", play.seat):
            if card.ref == play.card:
                yield _said(play, card)
    yield from _led(look, plays.Redirect, ("support", "energies", "command"))


def _free_advance(look: TableSituation) -> Iterator[Reading]:
    yield from _led(look, plays.FreeAdvance, (*INTENTS, "shot"))


def _led(
    look: TableSituation, kind: type[plays.Redirect] | type[plays.FreeAdvance], goes_on: Sequence[str]
) -> Iterator[Reading]:
    """Read a play told by the ball alone. If the table goes on without moving it, it stays where it was aimed at."""
    ball, zones = _moved(look), _zones(look.state)
    if ball is None and any(in_role(look.new, role) for role in goes_on):
        ball = next((lying for lying in look.lying if lying.means == "ball"), None)
    for play in _plays(look, kind):
        if ball is not None and _stands_on(ball, zones[play.to]):
            yield _said(play, ball)


def _support(look: TableSituation) -> Iterator[Reading]:
    state: State = look.state
    offered = {play.cards[0]: play.seat for play in _plays(look, plays.Support)}
    for seat in dict.fromkeys(offered.values()):
        cards = [card for card in in_role(look.new, "support", seat) if card.ref in offered]
        refs = [CardRef(str(card.ref)) for card in cards]
        if state.duel is not None and state.duel.contest is Contest.SHOT:
            for ref in refs:
                yield _said(plays.Support(seat, (ref,)), *cards)
        elif cards:
            others = [ref for ref, whose in offered.items() if whose is seat and ref not in refs]
            waits_ms = SLOWLY_MS if _may_add(look, seat, refs, others) else 0
            said = _said(plays.Support(seat, tuple(refs)), *cards, waits_ms=waits_ms)
            yield replace(said, rests_ms=LEFT_MS, grows=True)
    # A revealed energy says that nobody adds support, unless a player lies in a support slot.
    yield from _revealed(look, state.attacking, is_sure=not in_role(look.new, "support"))


def _may_add(look: TableSituation, seat: Seat, refs: Sequence[CardRef], others: Sequence[CardRef]) -> bool:
    """Return whether the rules would accept one more support player."""
    more = (look.rules.judge(look.state, plays.Support(seat, (*refs, other))) for other in others)
    return any(isinstance(ruling, Ruling) for ruling in more)


def _reveal(look: TableSituation) -> Iterator[Reading]:
    for expected in look.rules.expects(look.state):
        if expected.seat is not None:
            yield from _revealed(look, Seat(expected.seat))


def _revealed(look: TableSituation, seat: Seat, *, is_sure: bool = True) -> Iterator[Reading]:
    """Return the revealed energy furthest to the left: the base card's, then those of the supports in order."""
    possible = possible_energies(look.state, seat)
    turned = [card for card in in_role(look.new, "energies", seat) if card.ref in possible]
    if turned:
        first = min(turned, key=PlacedThing.from_left_mm)
        yield replace(_said(plays.Reveal(seat, CardRef(str(first.ref))), first), is_sure=is_sure)


def _shot(look: TableSituation) -> Iterator[Reading]:
    state: State = look.state
    ball, offered = _moved(look), list(_plays(look, plays.Shoot))
    in_slot = [card for card in in_role(look.new, "shot", state.attacking) if card.ref is not None]
    elsewhere = [card for role in INTENTS for card in in_role(look.new, role, state.attacking)]
    if state.phase is Phase.SET_PIECE and in_role(look.new, "energies"):
        # A player who shot just now lies there already: turned energies say that he shoots again.
        in_slot = in_slot or [card for card in in_role(look.lying, "shot", state.attacking) if card.ref]
    for card in in_slot or elsewhere:
        mine = [play for play in offered if play.card == card.ref]
        aimed = [play for play in mine if play.target is not None and _lies_on_target(ball, play.target)]
        for play in aimed or mine:
            said = _said(play, card, *((ball,) if aimed and ball is not None else ()))
            yield replace(said, is_sure=bool(in_slot))


def _lies_on_target(ball: PlacedThing | None, target: Target) -> bool:
    return ball is not None and ball.zone is not None and ball.zone.name == f"target.{target.value}"


def _flip(look: TableSituation) -> Iterator[Reading]:
    for play in _plays(look, plays.Flip):
        for card in in_role(look.new, "visible", play.seat):
            if card.ref == play.occasion:
                yield replace(_said(play, card), competes=False)


def _discard(look: TableSituation) -> Iterator[Reading]:
    """Read a discard: all cards over the limit at once."""
    state: State = look.state
    for seat in Seat:
        possible = {play.cards[0] for play in _plays(look, plays.Discard) if play.seat is seat}
        cards = [card for card in in_role(look.new, "discard", seat) if card.ref in possible]
        if cards and len(cards) == excess(state, seat):
            refs = tuple(CardRef(str(card.ref)) for card in cards)
            yield _said(plays.Discard(seat, refs), *cards)


def _shootout(look: TableSituation) -> Iterator[Reading]:
    """Read the shooters: five players in a row, from the left, anywhere in a side's front row."""
    offered = list(_plays(look, plays.Shootout))
    for seat, count in {play.seat: len(play.shooters) for play in offered}.items():
        squad = {ref for play in offered if play.seat is seat for ref in play.shooters}
        cards = [card for role in FRONT for card in in_role(look.new, role, seat) if card.ref in squad]
        if len(cards) == count:
            yield _said(_naming(seat, cards), *cards)


def _would_name(look: TableSituation, seat: Seat) -> plays.Play | None:
    """Return the row of a side as shooters; nothing while fewer lie there than must be named."""
    count = max((len(play.shooters) for play in _plays(look, plays.Shootout) if play.seat is seat), default=0)
    cards = [card for role in ON_TABLE for card in in_role(look.lying, role, seat) if card.ref is not None]
    return _naming(seat, cards) if 0 < count <= len(cards) else None


def _naming(seat: Seat, cards: Sequence[PlacedThing]) -> plays.Shootout:
    """Return the play that names these players as shooters, from the left."""
    return plays.Shootout(
        seat, tuple(CardRef(str(card.ref)) for card in sorted(cards, key=PlacedThing.from_left_mm))
    )


def _spoken(look: TableSituation) -> Iterator[Reading]:
    """Read the cards on *Action* of either side. Right after a turn a card is played before the draw, as long as only
    that can be meant; if the next turn may have begun, a command card decides, or the table is asked.
    """
    state: State = look.state
    is_now, is_before = takes_actions(state), takes_before_draw(state)
    for card in in_role(look.new, "action") if is_now or is_before else ():
        seat = Seat(str(seat_of(card)))
        says = [x for x in in_role(look.new, "command", seat) if x.means == BEFORE_DRAW] if is_before else []
        then = before_draw(state) if is_before else state
        before = _by_slot(then, seat, card, is_before_draw=True) if is_before else None
        now = _by_slot(state, seat, card, is_before_draw=False) if is_now and not says else None
        is_sure = before is None or now is None
        for play in (before, now):
            if play is not None:
                yield replace(_said(play, card, *says), competes=not is_sure, is_sure=is_sure)


def _by_slot(state: State, seat: Seat, card: PlacedThing, *, is_before_draw: bool) -> plays.SpokenPlay | None:
    """Return the play of a card on *Action*; the slot chooses between its two actions."""
    sheet = state.sheet.team(seat)
    if sheet.coach is not None and card.ref == sheet.coach.ref:
        return plays.CoachBonus(seat, is_before_draw)
    choice: Literal[1, 2] = 1 if card.place[1].endswith(".1") else 2
    if card.ref in set(actions_in_hand(sheet, state.team(seat))):
        return plays.ActionPlay(seat, CardRef(str(card.ref)), choice, is_before_draw)
    own = [ability.number for ability in sheet.abilities if ability.card == card.ref]
    said = choice if len(own) > 1 else 1
    open_now = abilities_of(state, seat, is_before_draw=is_before_draw)
    if any(ability.card == card.ref and ability.number == said for ability in open_now):
        return plays.Ability(seat, CardRef(str(card.ref)), said, is_before_draw)
    return None


def _said(play: plays.Play, *says: PlacedThing, waits_ms: int = 0) -> Reading:
    return Reading(play, says, waits_ms=waits_ms)


P = TypeVar("P")


def _plays(look: TableSituation, kind: type[P]) -> Iterator[P]:
    """Return the plays of one kind that the rules would accept."""
    name: str = kind.kind  # type: ignore[attr-defined]
    return (play for _, play in look.options(name) if isinstance(play, kind))


def _by_place(state: State, role: str, zone: str, seat: Seat, ref: CardRef) -> plays.Play | None:
    """Return the play that a card means by its slot, complete enough to be refused with the right reason."""
    match role:
        case "pass" | "dribble" | "cross":
            return plays.Advance(seat, ref, plays.Intent(role))
        case "shot":
            return plays.Shoot(seat, ref)
        case "oppose":
            return plays.Oppose(seat, ref)
        case "support":
            return plays.Support(seat, (ref,))
        case "energies":
            return plays.Reveal(seat, ref)
        case "action":
            return _would_say(state, seat, ref, 1 if zone.endswith(".1") else 2)
        case "visible" if state.phase is Phase.FLIP and ref not in state.team(seat).visible:
            return plays.Flip(seat, ref)
        case _:
            return None


def _would_say(state: State, seat: Seat, ref: CardRef, choice: Literal[1, 2]) -> plays.Play:
    """Return the action or ability of a card, marked as before the draw if nothing else can be meant."""
    is_before = takes_before_draw(state) and not takes_actions(state)
    sheet = state.sheet.team(seat)
    if ref in sheet.players or ref in sheet.goalkeepers:
        own = [ability for ability in sheet.abilities if ability.card == ref]
        return plays.Ability(seat, ref, choice if len(own) > 1 else 1, is_before)
    return plays.ActionPlay(seat, ref, choice, is_before)


_READERS: Mapping[Phase, Callable[[TableSituation], Iterator[Reading]]] = {
    Phase.TURN: _turn,
    Phase.ADVANCE: _advance,
    Phase.OPPOSE: _oppose,
    Phase.SUPPORT: _support,
    Phase.REVEAL: _reveal,
    Phase.SHOT: _shot,
    Phase.SET_PIECE: _shot,
    Phase.SHOOTOUT: _shot,
    Phase.FREE_ADVANCE: _free_advance,
    Phase.FLIP: _flip,
    Phase.DISCARD: _discard,
    Phase.LEVEL: _shootout,
}
