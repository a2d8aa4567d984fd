"""Reads plays of L'Ouaf from its mat. docs/mats.md says how people lay each play.

The two round cards tell a round by their places, a worker's card by being turned face up in the slot of its colour.
Cards turned within a moment are one play of all their seats. No text made here names a card that lies covered.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.ids import CardRef
from companion.mat import Zone
from companion.reading.game_reading import (
    LEFT_MS,
    ExpectedPlace,
    Reading,
    TableSituation,
    asked_for,
    awaits_play,
    seat_of,
)
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.ouaf.cards import RoundCard, Seat, WorkCard
from companion.rules.ouaf.plays import Discard, Play, RoundPlay, Work
from companion.rules.ouaf.state import Phase, State

TURNED_TOGETHER_MS = 250
"""Milliseconds between hands that turn their cards together, if a hand stays near one."""
LAYING_MS = 250
"""Milliseconds for the two round cards to be believed if a hand stays near: people may lay them the wrong way round first.
"""


class OuafTable:
    """The game reading of L'Ouaf."""

    def readings(self, look: TableSituation) -> Sequence[Reading]:
        state: State = look.state
        return [
            *asked_for(look),
            *(_round(look) if state.phase is Phase.ROUND else ()),
            *(_work(look) if state.phase is Phase.WORK else ()),
            *(_discard(look) if state.phase is Phase.CHOICE else ()),
            *_shown(look),
        ]

    def would_be(self, look: TableSituation, lying: PlacedThing) -> Play | None:
        state: State = look.state
        role = None if lying.zone is None else lying.zone.role
        if lying.ref is None:
            return None
        if role == "work" and isinstance(state.sheet.cards[lying.ref], WorkCard):
            return _worked(state, lying)
        pair = _on_show(look)
        if role in pair and len(pair) == 2 and state.phase is Phase.ROUND:
            return RoundPlay(*(CardRef(str(pair[name].ref)) for name in ("evaluation", "order")))
        return None

    def places(self, state: State) -> Sequence[ExpectedPlace]:
        """Return the places of the two round cards. A work card is never reported missing: its name would tell its
        value too early.
        """
        if state.phase not in (Phase.WORK, Phase.CHOICE):
            return ()
        on_show = (("evaluation", state.evaluation), ("order", state.order))
        return [ExpectedPlace(ref, frozenset((role,))) for role, ref in on_show if ref is not None]

    def awaits_card(self, look: TableSituation, zone: Zone) -> bool:
        """Tell whether a round card is to be laid there, or a card of a worker while others have turned theirs up."""
        state: State = look.state
        match state.phase:
            case Phase.ROUND:
                return zone.role in ("evaluation", "order")
            case Phase.WORK:
                workers = state.workers.values()
                is_turned = in_role(look.new, "work") or any(worker.played is not None for worker in workers)
                return zone.role == "work" and bool(is_turned) and awaits_play(look, zone, Work.kind)
            case Phase.CHOICE:
                return zone.role == "work" and awaits_play(look, zone, Discard.kind)
            case _:
                return False


# --- round cards


def _on_show(look: TableSituation) -> Mapping[str, PlacedThing]:
    """Return the card that was laid last on each of the two places."""
    return {
        role: lying
        for role in ("evaluation", "order")
        for lying in in_role(look.lying, role)
        if not lying.is_hidden and lying.ref is not None
    }


def _round(look: TableSituation) -> Iterator[Reading]:
    """Read a round: both cards lie there, and one of them is new."""
    pair = _on_show(look)
    is_new = any(card.laid == other.laid for card in pair.values() for other in look.new)
    if len(pair) < 2 or not is_new:
        return
    # In later rounds the evaluation is known: cards laid the wrong way round are no round.
    waits_ms = LAYING_MS if look.state.order is None else 0
    for _, play in look.options(RoundPlay.kind):
        if (play.evaluation, play.order) == (pair["evaluation"].ref, pair["order"].ref):
            yield Reading(play, (pair["evaluation"], pair["order"]), waits_ms=waits_ms, rests_ms=LEFT_MS)


# --- work cards


def _offered(look: TableSituation, kind: str) -> Mapping[tuple[Seat, int], Work | Discard]:
    """Return the plays of one kind by seat and value."""
    offered: dict[tuple[Seat, int], Work | Discard] = {}
    for _, play in look.options(kind):
        match play:
            case Work(cards=cards):
                offered.update(dict.fromkeys(cards.items(), play))
            case Discard(seat=seat, value=int(value)):
                offered[seat, value] = play
            case _:
                pass
    return offered


def _turned(look: TableSituation, kind: str) -> Mapping[Seat, list[tuple[PlacedThing, Work | Discard]]]:
    """Return the cards newly face up in slots that a seat may play, with their plays."""
    offered, turned = _offered(look, kind), dict[Seat, list[tuple[PlacedThing, Work | Discard]]]()
    for lying in in_role(look.new, "work"):
        card = look.state.sheet.cards.get(lying.ref)
        if isinstance(card, WorkCard) and (card.seat, card.value) in offered:
            turned.setdefault(card.seat, []).append((lying, offered[card.seat, card.value]))
    return turned


def _is_plain(cards: Sequence[tuple[PlacedThing, Work | Discard]], seat: Seat) -> bool:
    """Return whether a seat has just one card, in its own slot."""
    return len(cards) == 1 and seat_of(cards[0][0]) == seat.value


def _work(look: TableSituation) -> Iterator[Reading]:
    """Read all cards that are clear in one play; about each other seat the table is asked.

    A card that lay there before the round's own cards is left from an earlier round, or was turned too early: it counts
    only where its seat has no later one, and the table is asked about it.
    """
    begun = min((card.laid for card in _on_show(look).values()), default=0)
    turned = {
        seat: [one for one in cards if one[0].laid > begun] or cards
        for seat, cards in _turned(look, Work.kind).items()
    }
    plain = {
        seat: cards[0][0]
        for seat, cards in turned.items()
        if _is_plain(cards, seat) and cards[0][0].laid > begun
    }
    if plain:
        values = {seat: look.state.sheet.cards[str(lying.ref)].value for seat, lying in plain.items()}
        said = Work({seat: values[seat] for seat in look.state.sheet.seats if seat in values})
        is_everybody = plain.keys() == {seat for seat, _ in _offered(look, Work.kind)}
        yield Reading(
            said,
            tuple(plain.values()),
            waits_ms=0 if is_everybody else TURNED_TOGETHER_MS,
            rests_ms=LEFT_MS,
            competes=False,
            around_mm=_work_slots_mm(look),
        )
    for seat, cards in turned.items():
        if seat not in plain:
            things = tuple(lying for lying, _ in cards)
            for _, play in cards:
                yield Reading(play, things, is_sure=False, competes=False)


def _work_slots_mm(look: TableSituation) -> tuple[tuple[float, float], ...]:
    """Return the middles of all workers' slots: while a hand is near one, another card may be turned with those that were."""
    zones = () if look.mat is None else look.mat.zones
    return tuple(zone.middle_mm for zone in zones if zone.role == "work")


def _discard(look: TableSituation) -> Iterator[Reading]:
    for seat, cards in _turned(look, Discard.kind).items():
        for lying, play in cards:
            is_plain = _is_plain(cards, seat)
            yield Reading(play, (lying,), is_plain, waits_ms=TURNED_TOGETHER_MS, rests_ms=LEFT_MS)


def _worked(state: State, lying: PlacedThing) -> Play | None:
    """Return the play of a work card that the rules refuse, complete enough to be refused with the right reason."""
    card = state.sheet.cards[str(lying.ref)]
    if state.phase is Phase.WORK:
        return Work(refs=(CardRef(str(lying.ref)),))
    if state.phase is Phase.CHOICE and isinstance(card, WorkCard) and state.workers[card.seat].choice:
        return Discard(card.seat, ref=CardRef(str(lying.ref)))
    return None


# --- the reading spot


def _shown(look: TableSituation) -> Iterator[Reading]:
    """Read a card on the reading spot, which has no place: every play of it is offered."""
    for lying in in_role(look.new, "reading_spot"):
        card = look.state.sheet.cards.get(lying.ref)
        for _, play in look.options() if card is not None else ():
            if card is not None and _names(play, card):
                yield Reading(play, (lying,), is_sure=False)


def _names(play: RoundPlay | Work | Discard, card: WorkCard | RoundCard) -> bool:
    match play, card:
        case RoundPlay(), RoundCard():
            return CardRef(card.ref) in (play.evaluation, play.order)
        case Work(), WorkCard():
            return play.cards.get(card.seat) == card.value
        case Discard(), WorkCard():
            return play.seat is card.seat and play.value == card.value
        case _:
            return False
