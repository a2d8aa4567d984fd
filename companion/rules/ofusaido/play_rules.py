"""A row of OFUSAIDO's plays: all that the rules say of one kind; the checks that several share, and the ruling in the
making.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from companion.ids import CardRef
from companion.rules import engine, play_rules
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.cards import Player
from companion.rules.ofusaido.events import EffectShown, EnergyCount
from companion.rules.ofusaido.evolve import evolve
from companion.rules.ofusaido.flow import end_of_match, forced_end
from companion.rules.ofusaido.plays import Play
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State, copies_not_in_hand, possible_energies
from companion.rules.play_rules import KindOfPlay, nothing_named
from companion.rules.readings import cited
from companion.words import Text, word

# --- checks
# Checks that several plays share: each returns the refusal of a card that cannot be played now, or None.


def illegal(section: str, template: str, /, **args: Text | str | int) -> Refusal:
    """Return a refusal by the rules. `section` is the rulebook's, such as `§11`."""
    return engine.illegal(f"OFUSAIDO {section}", template, **args)


def name_of(state: State, ref: CardRef) -> str:
    """Return a card as people call it: its name if it has one, and its reference."""
    card = state.sheet.cards[ref]
    name = getattr(card, "name", "")
    return f"{name} ({ref})" if isinstance(name, str) and name else str(ref)


def side_name(state: State, seat: Seat) -> Text:
    """Return a side as people call it: by its team's name if it has one."""
    name = state.sheet.team(seat).name
    return Text("{name}", name=name) if name else word(seat.value)


def not_a_field_player(state: State, seat: Seat, ref: CardRef) -> Refusal | None:
    """Refuse a card that is not a field player of the side's own squad; goalkeepers stay in goal."""
    team = state.sheet.team(seat)
    if ref in team.goalkeepers:
        return illegal(
            "§03", "{card} is a goalkeeper, and goalkeepers play only in goal", card=name_of(state, ref)
        )
    if ref not in team.players:
        if isinstance(state.sheet.cards[ref], Player):
            return illegal(
                "§03",
                "{card} is not in the squad of {seat}",
                card=name_of(state, ref),
                seat=side_name(state, seat),
            )
        return illegal("§01", "{card} is not a player", card=name_of(state, ref))
    return None


def not_in_hand(state: State, seat: Seat, refs: Sequence[CardRef], section: str = "§11") -> Refusal | None:
    """Refuse cards that cannot all be in the hand: sent off, on the table, or known to be discarded. `section` says
    that such a play is made from the hand.
    """
    team, sheet = state.team(seat), state.sheet.team(seat)
    for n, ref in enumerate(refs):
        card = name_of(state, ref)
        copies = sheet.deck[ref]
        if copies > 1:
            if copies_not_in_hand(team, ref) + refs[:n].count(ref) >= copies:
                return illegal("§01", "all copies of {card} are on the table or discarded", card=card)
        elif ref in team.expelled:
            return illegal("§13", "{card} was sent off", card=card)
        elif ref in team.table or ref in refs[:n]:
            return illegal("§11", "{card} is already on the table", card=card)
        elif ref in team.discard_known:
            return illegal("§15", "{card} lies in the discard", card=card)
    if team.hand < len(refs):
        return illegal(
            section,
            "{seat} has {hand} cards in hand, and {needed} are named",
            seat=side_name(state, seat),
            hand=team.hand,
            needed=len(refs),
        )
    return None


def too_few_energies(state: State, seat: Seat, needed: int) -> Refusal | None:
    """Refuse more cards than the pile has energies: each card put down takes one."""
    left = state.team(seat).energy_pile
    if left >= needed:
        return None
    if left == 0:
        return illegal("§16", "{seat} has no energy card left to place", seat=side_name(state, seat))
    return illegal(
        "§11",
        "{seat} needs {needed} energy cards and has {left}",
        seat=side_name(state, seat),
        needed=needed,
        left=left,
    )


def not_a_possible_energy(state: State, seat: Seat, ref: CardRef) -> Refusal | None:
    """Refuse an energy that is not one of the side's own, or whose copies are all known to be spent."""
    if ref not in state.sheet.team(seat).energies:
        return illegal(
            "§09",
            "{card} is not one of the energy cards of {seat}",
            card=str(ref),
            seat=side_name(state, seat),
        )
    if ref not in possible_energies(state, seat):
        return illegal(cited("§09", "copies_spent"), "{card} is already spent", card=str(ref))
    return None


def listed(names: Sequence[str]) -> str:
    """Return names in a row, for a message."""
    return ", ".join(names)


# --- unfolding
# Builds a ruling of OFUSAIDO event by event: texts that are shown, and what ends every ruling.


class Unfolding(play_rules.Unfolding[State]):
    """The events of one play, as far as they are known."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def then_texts(self, seat: Seat, cards: Sequence[CardRef]) -> Self:
        """Show the texts of cards just put down that the players carry out themselves."""
        for card in cards:
            for number, effect in enumerate(self.state.sheet.own_effects(card), start=1):
                if effect.is_for_the_players and effect.announced is None:
                    self.then(EffectShown(seat, card, effect.text, number, "§04"))
        return self

    def ruling(self) -> Ruling:
        """Return the finished ruling: a turn or match that must end ends, and the energies are counted last."""
        end = forced_end(self.state)
        if end is not None:
            self.then(end)
        result = end_of_match(self.before, self.state)
        if result is not None:
            self.events.append(result)
        sides = (
            (Seat.HOME, self.before.home, self.state.home),
            (Seat.AWAY, self.before.away, self.state.away),
        )
        for seat, old, new in sides:
            if old is not new and (old.energy_pile, old.energy_spent) != (new.energy_pile, new.energy_spent):
                self.events.append(EnergyCount(seat, new.energy_pile, new.energy_spent))
        return super().ruling()


# --- play rules


@dataclass(frozen=True, slots=True)
class SidePlay(KindOfPlay):
    """One kind of play, and the phases in which it is possible.

    `judge(state, play)` returns its events, or why it is refused; `options(state, seat)` are complete plays that would be
    accepted; `label(state, play)` tells it in one sentence. `cards` are those that it names. The seat of options is None for
    a play of the whole table.
    """

    phases: frozenset[Phase]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Any], Iterator[Play]]
    label: Callable[[State, Any], Text]
    cards: Callable[[Any], Iterable[CardRef]] = nothing_named


WHENEVER = frozenset(Phase)
"""The plays that either side may make are checked for their moment instead."""


def by_side(template: Text) -> Callable[[State, Any], Text]:
    """Return the sentence of a play that names nothing but its side."""
    return lambda state, play: Text(template.template, seat=side_name(state, play.seat))
