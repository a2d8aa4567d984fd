"""Deals what a player of OFUSAIDO has not seen: the other hand, the order of the piles, the energies that lie face down.

A box that is dealt agrees with all that the referee's state knows, and with the hand that the player holds.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.ids import CardRef
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.rules.ofusaido.plays import Advance, Intent
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.sheet import SEATS, Seat
from companion.rules.ofusaido.state import DuelOnTable, Side, State, possible_energies


def dealt_table(state: State, seat: Seat, held: Sequence[CardRef], luck: Random) -> DealtTable:
    """Return a table on which everything lies that a seat knows, and everything else by chance."""
    boxes = {side: _dealt_box(state, side, held if side is seat else None, luck) for side in SEATS}
    table = DealtTable(OFUSAIDO, state.sheet, boxes, luck, is_hasty=True)
    table.in_play = state.occasion
    table.advance = _advance_of(state)
    if state.duel is not None:
        sides = {state.attacking: state.duel.attack, state.defending: state.duel.defence}
        table.borrowed = {side for side, laid in sides.items() if laid.from_spent}
    if state.shootout is not None:
        table.named = {side for side in SEATS if state.shootout.shooters(side)}
    return table


def _advance_of(state: State) -> Advance | None:
    duel = state.duel
    if duel is None or not duel.contest.is_progression or duel.attack.base is None:
        return None
    return Advance(state.attacking, duel.attack.base, Intent(duel.contest.value), duel.to)


def _dealt_box(state: State, seat: Seat, held: Sequence[CardRef] | None, luck: Random) -> DeckBox:
    sheet, team = state.sheet.team(seat), state.team(seat)
    box = DeckBox(sheet, 0, luck)
    box.table, box.keepers = list(team.table), list(team.keepers)
    box.expelled, box.visible = list(team.expelled), list(team.visible)
    unseen = list((unseen_cards(state, seat) - Counter(held or ())).elements())
    luck.shuffle(unseen)
    box.hand = list(held) if held is not None else _taken(unseen, team.hand)
    box.discard = [*team.discard_known, *_taken(unseen, team.discard_unknown)]
    box.draw_pile = _taken(unseen, team.draw_pile)
    _deal_energies(state, seat, box, luck)
    _deal_occasions(state, seat, box, luck)
    return box


def unseen_cards(state: State, seat: Seat) -> Counter[CardRef]:
    """Return the cards of a side that were not seen, in hand, in the draw pile, or discarded face down."""
    team = state.team(seat)
    gone = Counter((*team.table, *team.discard_known, *team.expelled))
    return Counter(state.sheet.team(seat).deck) - gone


def _taken(cards: list[CardRef], n: int) -> list[CardRef]:
    taken, cards[:] = cards[:n], cards[n:]
    return taken


def _deal_energies(state: State, seat: Seat, box: DeckBox, luck: Random) -> None:
    team, laid = state.team(seat), _side_of(state.duel, state, seat)
    left = [ref for ref, copies in possible_energies(state, seat).items() for _ in range(copies)]
    luck.shuffle(left)
    turned = list(laid.revealed) if laid is not None else []
    face_down = laid.placed - len(turned) if laid is not None else 0
    box.placed, box.turned = turned + _taken(left, face_down), len(turned)
    box.energy_pile = _taken(left, team.energy_pile)
    box.energy_spent = [*team.energies_known, *left][: team.energy_spent]


def _side_of(duel: DuelOnTable | None, state: State, seat: Seat) -> Side | None:
    if duel is None:
        return None
    return duel.attack if seat is state.attacking else duel.defence


def _deal_occasions(state: State, seat: Seat, box: DeckBox, luck: Random) -> None:
    """Deal the occasions that nobody has seen, and of each row that one came back from, one."""
    team = state.team(seat)
    in_play = (state.occasion,) if seat is state.attacking and state.occasion is not None else ()
    hidden = [ref for ref in state.sheet.team(seat).occasions if ref not in (*team.visible, *in_play)]
    luck.shuffle(hidden)
    down = [ref for ref in hidden if ref not in team.occasions_used]
    for among in team.occasions_back:
        down += [ref for ref in hidden if ref in among and ref not in down][:1]
    down += [ref for ref in hidden if ref not in down]
    box.face_down = down[: team.face_down_occasions]
    luck.shuffle(box.face_down)
    box.used_occasions = [ref for ref in hidden if ref not in box.face_down]
