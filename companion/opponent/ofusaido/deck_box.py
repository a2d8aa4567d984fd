"""The real cards of one side: its hand, its piles in their order, and the energy beside each card.

A referee only counts these cards. Piles are lists from the bottom to the top.
"""

import random
from collections.abc import Mapping, Sequence

from companion.ids import CardRef
from companion.rules.ofusaido.sheet import TeamSheet


class DeckBox:
    """One side's cards at the table, shuffled and dealt."""

    def __init__(self, team: TeamSheet, hand: int, chance: random.Random) -> None:
        self._chance = chance
        self.draw_pile = self._shuffled(_copies(team.deck))
        self.hand: list[CardRef] = []
        self.table: list[CardRef] = []
        self.discard: list[CardRef] = []
        self.expelled: list[CardRef] = []
        self.keepers = list(team.goalkeepers)
        self.energy_pile = self._shuffled(_copies(team.energies))
        self.energy_spent: list[CardRef] = []
        self.placed: list[CardRef] = []
        """The energies face down beside the cards of the duel, in the order in which they will be turned."""
        self.turned = 0
        """How many of these energies have been turned."""
        self.visible = list(team.visible)
        self.face_down = self._shuffled([ref for ref in team.occasions if ref not in team.visible])
        self.used_occasions: list[CardRef] = []
        self.filled_with: list[CardRef] = []
        """The cards with which the hand was filled at the end of the last turn."""
        self.draw(hand)

    def _shuffled(self, cards: list[CardRef]) -> list[CardRef]:
        self._chance.shuffle(cards)
        return cards

    # --- players and actions

    def draw(self, n: int) -> None:
        """Draw cards from the top of the draw pile, as far as there are any."""
        for _ in range(min(n, len(self.draw_pile))):
            self.hand.append(self.draw_pile.pop())

    def fill(self, n: int) -> None:
        """Fill the hand at the end of a turn, and remember the cards that came."""
        there = len(self.hand)
        self.draw(n)
        self.filled_with = self.hand[there:]

    def empty_again(self) -> None:
        """Put the cards with which the hand was filled back on the draw pile: a card is played before the draw (§16)."""
        for card in reversed(self.filled_with):
            self.hand.reverse()
            self.hand.remove(card)
            self.hand.reverse()
            self.draw_pile.append(card)
        self.filled_with = []

    def held_before_draw(self, card: CardRef) -> bool:
        """Return whether a card was in the hand before it was filled at the end of the last turn."""
        return self.hand.count(card) > self.filled_with.count(card)

    def put_down(self, card: CardRef) -> None:
        """Put a card of the hand on the table; a dribbler lies there already."""
        if card not in self.table:
            self.hand.remove(card)
            self.table.append(card)

    def discard_from_hand(self, cards: Sequence[CardRef]) -> None:
        for card in cards:
            self.hand.remove(card)
            self.discard.append(card)

    def discard_from_pile(self, n: int) -> None:
        """Discard the top cards of the draw pile."""
        for _ in range(min(n, len(self.draw_pile))):
            self.discard.append(self.draw_pile.pop())

    def clear_table(self) -> None:
        """Discard all cards on the table at the end of a turn."""
        self.discard += self.table
        self.table = []

    def reshuffle(self) -> None:
        """Shuffle discard and draw pile into a new draw pile (§15)."""
        self.draw_pile = self._shuffled([*self.draw_pile, *self.discard])
        self.discard = []

    def take_back(self, card: CardRef) -> None:
        """Take a card of the discard back to the hand."""
        self.discard.remove(card)
        self.hand.append(card)

    def expel(self, card: CardRef) -> None:
        """Take a player or a keeper out of the match (§13)."""
        place = self.keepers if card in self.keepers else self.table
        place.remove(card)
        self.expelled.append(card)

    def reinstate(self, team: TeamSheet) -> None:
        """Bring back the last one sent off: a player to the discard, a keeper to the bench."""
        if self.expelled:
            card = self.expelled.pop()
            (self.keepers if card in team.goalkeepers else self.discard).append(card)

    # --- energies

    def place_energy(self) -> None:
        """Put the top energy face down beside the card just put down."""
        self.placed.append(self.energy_pile.pop())

    def place_for_set_piece(self) -> bool:
        """Place the top energy, or with an empty pile the bottom one of the discard (§14). Returns whether it came
        from the discard.
        """
        if self.energy_pile:
            self.place_energy()
            return False
        if self.energy_spent:
            self.placed.append(self.energy_spent.pop(0))
            return True
        return False

    def spend_from_pile(self, n: int) -> None:
        """Move energies from the pile to the discard unseen."""
        for _ in range(min(n, len(self.energy_pile))):
            self.energy_spent.append(self.energy_pile.pop())

    def clear_duel(self) -> None:
        """Spend the energies of a duel, turned or not."""
        self.energy_spent += self.placed
        self.placed = []
        self.turned = 0

    def return_bottom_energy(self) -> None:
        """Put the bottom energy of the discard under the pile (§14)."""
        if self.energy_spent:
            self.energy_pile.insert(0, self.energy_spent.pop(0))

    def recover(self, energies: Sequence[CardRef]) -> None:
        """Put spent energies under the pile."""
        for ref in energies:
            self.energy_spent.remove(ref)
            self.energy_pile.insert(0, ref)

    def choose_to_recover(self, most: int) -> tuple[CardRef, ...]:
        """Choose which spent energies come back: any will do, since the side needs attack and defence points."""
        return tuple(self._chance.sample(self.energy_spent, min(most, len(self.energy_spent))))

    def gather_energies(self) -> None:
        """Put all energies back in the pile before a shoot-out."""
        self.energy_pile = self._shuffled([*self.energy_pile, *self.energy_spent])
        self.energy_spent = []

    # --- occasions

    def bring_back_occasion(self) -> None:
        """Put a used occasion back among those that are face down."""
        if self.used_occasions:
            card = self._chance.choice(self.used_occasions)
            self.used_occasions.remove(card)
            self.face_down.append(card)


def _copies(cards: Mapping[CardRef, int]) -> list[CardRef]:
    return [ref for ref, copies in cards.items() for _ in range(copies)]
