"""Builds a ruling of OFUSAIDO event by event: texts that are shown, and what ends every ruling."""

from collections.abc import Sequence
from typing import Self

from companion.ids import CardRef
from companion.rules import unfolding
from companion.rules.engine import Ruling
from companion.rules.ofusaido.events import EffectShown, EnergyCount
from companion.rules.ofusaido.evolve import evolve
from companion.rules.ofusaido.flow import end_of_match, forced_end
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State


class Unfolding(unfolding.Unfolding[State]):
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
