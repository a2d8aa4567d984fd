"""What hands have to do at a table of OFUSAIDO after a play: energies, piles and discards, sendings-off, the ball."""

from collections.abc import Iterator, Sequence

from companion.event import Event
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.cards import Icon
from companion.rules.ofusaido.events import Duel, EffectShown, Foul, Progress, Sanction, TurnEnd
from companion.rules.ofusaido.evolve import effect_shown
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
from companion.rules.ofusaido.words import card_called, zone_name
from companion.showing.duties import counted
from companion.showing.scene import Duty
from companion.words import Text

_DRAW = Text("draw one card"), Text("draw {n} cards")
_DISCARD_TOP = (
    Text("discard the top card of your draw pile"),
    Text("discard the top {n} cards of your draw pile"),
)
_BACK_UNDER = (
    Text("put one spent energy card back under your energy pile"),
    Text("put {n} spent energy cards back under your energy pile"),
)
_SPEND = (
    Text("put one more energy card of your pile, unseen, on the energy discard"),
    Text("put {n} energy cards of your pile, unseen, on the energy discard"),
)


def duties(before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield the duties. See `showing.scene_builder.SceneBuilder.duties`."""
    for event in last:
        match event:
            case Duel() | Foul():
                yield from _after_duel(before)
            case Sanction():
                yield from _sanctioned(after, event)
            case Progress():
                yield Duty(None, Text("put the ball on zone {zone}", zone=zone_name(event.to)))
            case EffectShown(seat=Seat() as seat):
                yield from _deeds(before, event, seat)
            case TurnEnd():
                yield from _turn_ended(before, after, event)
            case _:
                yield from _of_play(before, after, event)


def _of_play(before: State, after: State, play: Event) -> Iterator[Duty]:
    match play:
        case plays.Advance(seat, card, plays.Intent.DRIBBLE):
            if not before.sheet.has_icon(card, Icon.ENDURANCE):
                yield Duty(seat, counted(*_SPEND, 1))
        case plays.LetPass():
            yield Duty(
                before.attacking, Text("put the energy card that you laid, unseen, on the energy discard")
            )
        case plays.Stall(seat, option, discard):
            yield Duty(
                seat,
                Text("put {card} away", card=card_called(before, discard)),
                gone=frozenset((discard,)),
            )
            if option == "reshuffle":
                yield Duty(seat, Text("shuffle your discard and your draw pile together"))
            for one in (seat, seat.other):
                if back := after.team(one).energy_pile - before.team(one).energy_pile:
                    yield Duty(one, counted(*_BACK_UNDER, back))
        case plays.Shootout() if after.shootout is not None and after.shootout.home and after.shootout.away:
            yield Duty(None, Text("put all energy cards back in the piles and shuffle them"))
        case _:
            pass


def _after_duel(before: State) -> Iterator[Duty]:
    """Yield what becomes of the energies of a duel; those of a set piece go round (§14)."""
    duel = before.duel
    if duel is None:
        return
    if not duel.contest.is_set_piece:
        energies = frozenset((*duel.attack.revealed, *duel.defence.revealed))
        says = Text("put the energy cards of the duel onto the energy discard pile")
        yield Duty(None, says, gone=energies)
        return
    for seat, side in ((before.attacking, duel.attack), (before.defending, duel.defence)):
        if not side.armed:
            continue
        if side.from_spent:
            yield Duty(seat, Text("put your energy card back on the energy discard"))
        elif before.team(seat).energy_spent:
            yield Duty(
                seat,
                Text(
                    "put the bottom card of your energy discard under your energy pile, then the one just "
                    "used on the discard"
                ),
            )
        else:
            yield Duty(seat, Text("put the energy card just used on the energy discard"))


def _sanctioned(after: State, event: Sanction) -> Iterator[Duty]:
    card = event.expelled
    if card is None:
        if event.discarded:
            yield Duty(event.seat, counted(*_DISCARD_TOP, event.discarded))
        return
    says = Text("take {card} out of the match", card=card_called(after, card))
    yield Duty(event.seat, says, gone=frozenset((card,)))
    keeper = after.team(event.seat).goalkeeper
    if card in after.sheet.team(event.seat).goalkeepers and keeper is not None:
        yield Duty(event.seat, Text("put {card} in goal", card=card_called(after, keeper)))


def _turn_ended(before: State, after: State, event: TurnEnd) -> Iterator[Duty]:
    for seat in Seat:
        # What was sent off in this very play lies in no discard.
        gone = frozenset(before.team(seat).table) - frozenset(after.team(seat).expelled)
        if gone:
            yield Duty(seat, Text("put your cards of this turn onto your discard pile"), gone=gone)
        if event.draw[seat]:
            yield Duty(seat, counted(*_DRAW, event.draw[seat]), "draw")
    if before.occasion is not None:
        says = Text("put {card} away", card=card_called(before, before.occasion))
        yield Duty(before.attacking, says, gone=frozenset((before.occasion,)))


def _deeds(before: State, event: EffectShown, seat: Seat) -> Iterator[Duty]:
    """Yield what an action, a coach's bonus or an announced ability has its side do; then its card is put away."""
    shown = effect_shown(before, event)
    if shown is None:
        return
    own, other = before.team(seat), before.team(seat.other)
    for deed in shown[1].deeds:
        match deed.what:
            case "draw" if n := min(deed.value, own.draw_pile):
                yield Duty(seat, counted(*_DRAW, n))
            case "recover_energies" if n := min(deed.value, own.energy_spent):
                yield Duty(seat, counted(*_BACK_UNDER, n))
            case "discard_energies" if n := min(deed.value, own.energy_pile):
                yield Duty(seat, counted(*_SPEND, n))
            case "opponent_discards_pile" if n := min(deed.value, other.draw_pile):
                yield Duty(seat.other, counted(*_DISCARD_TOP, n))
            case "recover_card":
                yield Duty(seat, Text("take a card of your choice back from your discard pile"))
            case "extra_occasion":
                yield Duty(seat, Text("turn one of your used occasions face down again"))
            case "reinstate" if own.expelled:
                says = Text("take {card} back into the match", card=card_called(before, own.expelled[-1]))
                yield Duty(seat, says)
            case _:
                pass
    if event.card not in own.table:
        says = Text("put {card} onto your discard pile", card=card_called(before, event.card))
        yield Duty(seat, says, gone=frozenset((event.card,)))
