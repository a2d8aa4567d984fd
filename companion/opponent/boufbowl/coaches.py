"""Both coaches of Boufbowl with real cards in their order: their plays are legal, and they hold the cards for them.

`sense` rates positions on the field; cards, purchases and dice are left to chance. The virtual table plays whole matches
with them, and a player who thinks plays turns to their end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.opponent.boufbowl.sense import BOUFBOWL
from companion.opponent.sense import SENSE, UNWISE, wisest, wisest_first
from companion.play import Play
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action
from companion.rules.boufbowl.checks import contest_of, takes_lightning
from companion.rules.boufbowl.contest import weigh
from companion.rules.boufbowl.events import Cards, LaidOrder
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Rules

# --- hands
# The real action cards of one coach: his hand, and his pile in its order. A referee only counts them.


class Deck:
    """A coach's pile, shuffled, and his hand."""

    def __init__(self, cards: Iterable[CardRef], luck: Random) -> None:
        self.pile = list(cards)
        luck.shuffle(self.pile)
        self.hand: list[CardRef] = []
        self.added: list[CardRef] = []
        """What the coach adds to the opposition on the table."""

    def draw_to(self, count: int) -> None:
        """Draw cards from the top until so many are in hand."""
        while len(self.hand) < count and self.pile:
            self.hand.append(self.pile.pop())

    def play(self, cards: Iterable[CardRef]) -> None:
        """Take cards out of the hand for good."""
        for card in cards:
            self.hand.remove(card)


# --- coaches

ADDED_AT_MOST = 2
"""The numbers of cards that a coach adds to an opposition."""
LIGHTNING = 0.04
"""How often the coach whom the table does not wait for thinks of playing a card."""
RARELY = frozenset((*UNWISE, "card", "order", "end_turn", "concede"))
"""Kinds of play that are chosen less often: an effect or two in a turn."""


class Coaches:
    """Both coaches, with their decks. `sense`: how often they use what sense they have; the rest is chance."""

    def __init__(self, rules: Rules, decks: Mapping[Seat, Deck], luck: Random, sense: float = SENSE) -> None:
        self._rules = rules
        self._luck = luck
        self._sense = sense
        self.decks = decks

    # --- what happens next

    def next_play(self, state: State) -> plays.Play | None:
        """Return what a coach does now; None once the match is over."""
        waited = self._rules.expects(state)
        if not waited:
            return None
        seat = Seat(str(waited[0].seat))
        match state.stage:
            case Stage.COMMIT:
                return self._commits(state, seat)
            case Stage.BONUS:
                return plays.Bonus(seat, tuple(self.decks[seat].added))
            case Stage.DICE:
                return self._throws(state, seat)
            case Stage.PLAY | Stage.RESOLVE if self._luck.random() < LIGHTNING:
                offered = self._possible(state, seat.other, plays.CardPlay.kind)
                if offered:
                    return self._luck.choice(offered)
            case Stage.INTERCEPT | Stage.CATCH if self._luck.random() < LIGHTNING:
                if answer := self._answer(state):
                    return answer
        return self._chosen(state, seat, waited[0].plays)

    def _answer(self, state: State) -> plays.Play | None:
        """Return a card with the lightning of either coach, in the middle of an action."""
        if not takes_lightning(state):
            return None
        offered = [play for seat in Seat for play in self._possible(state, seat, plays.CardPlay.kind)]
        return self._luck.choice(offered) if offered else None

    def _chosen(self, state: State, seat: Seat, kinds: Sequence[str]) -> plays.Play:
        if self._luck.random() < self._sense:
            wise = wisest(BOUFBOWL, self._rules, state, seat, kinds, self._luck)
            if wise is not None:
                return wise
        return next(self._by_chance(state, seat, kinds))

    def _by_chance(self, state: State, seat: Seat, kinds: Sequence[str]) -> Iterator[plays.Play]:
        """Choose a kind of play by chance, rare kinds less often, and return a play of it."""
        shuffled = sorted(kinds, key=lambda kind: self._luck.random() + (kind in RARELY) * 0.5)
        for kind in shuffled:
            if offered := self._possible(state, seat, kind):
                yield self._luck.choice(offered)

    def _possible(self, state: State, seat: Seat, kind: str) -> list[plays.Play]:
        """Return the plays of one kind that the rules would accept and the real cards allow."""
        offered: list[plays.Play] = self._rules.options(state, seat.value, kind)
        if kind == plays.CardPlay.kind:
            return [
                play
                for play in offered
                if isinstance(play, plays.CardPlay) and play.ref in self.decks[seat].hand
            ]
        return offered

    def others(self, state: State, seat: Seat, luck: Random) -> Iterator[plays.Play]:
        """Return other plays of the coach whom the table waits for, the better ones first, with a card among them."""
        if state.stage is Stage.COMMIT:
            most = min(ADDED_AT_MOST, len(self.fitting(state, seat)))
            yield from (plays.Commit(seat, count) for count in range(most + 1))
            return
        kinds = self._rules.expects(state)[0].plays
        wise = wisest_first(BOUFBOWL, self._rules, state, seat, kinds, luck)
        cards = self._possible(state, seat, plays.CardPlay.kind) if "card" in kinds else []
        yield from (*wise[:1], *luck.sample(cards, min(1, len(cards))), *wise[1:])

    def be_told(self, state: State, play: Play) -> None:
        """Let a coach do something other than he had planned: so many cards are laid ready."""
        if isinstance(play, plays.Commit):
            self.decks[play.seat].added = self._luck.sample(self.fitting(state, play.seat), play.cards)

    # --- oppositions

    def fitting(self, state: State, seat: Seat) -> list[CardRef]:
        """Return the cards in hand that may be added to the opposition."""
        on = contest_of(state).on
        return [card for card in self.decks[seat].hand if on in state.sheet.action(card).bonus.on]

    def _commits(self, state: State, seat: Seat) -> plays.Commit:
        deck, fitting = self.decks[seat], self.fitting(state, seat)
        count = self._luck.randint(0, min(ADDED_AT_MOST, len(fitting)))
        deck.added = self._luck.sample(fitting, count)
        return plays.Commit(seat, count)

    def _throws(self, state: State, seat: Seat) -> plays.Dice:
        """Throw dice; they are told in the order of their faces, because on a tray they lie in none."""
        house = state.sheet.house
        scale = weigh(state, contest_of(state)).of(seat)
        return plays.Dice(
            seat,
            tuple(sorted(self._luck.choice(house.action_die) for _ in scale.dice)),
            tuple(sorted(self._luck.choice(house.damage_die) for _ in range(scale.damage))),
        )

    # --- what happened

    def follow(self, events: Sequence[Event], after: State) -> None:
        """Move the real cards as the referee's events say; `after` is the state after them."""
        for event in events:
            self._move(event, after.active)

    def _move(self, event: Any, active: Seat) -> None:
        seat = active if isinstance(event, plays.Order) else getattr(event, "seat", None)
        deck = self.decks.get(seat) if seat is not None else None
        if deck is None:
            return
        match event:
            case plays.Bonus():
                deck.play(event.cards)
            case plays.Dice():
                deck.added = []
            case plays.CardPlay():
                deck.play((event.ref,))
            case LaidOrder(secret=secret):
                deck.play((self._luck.choice(deck.hand) if secret is None else secret.card,))
            case Cards():
                deck.draw_to(event.hand)
            case _:
                pass


def cards_of(sheet: Sheet, seat: Seat) -> list[CardRef]:
    """Return a coach's action cards: those of his deck, or if it is not listed, cards of the catalogue, red's first."""
    copies = sheet.team(seat).copies
    if copies is not None:
        return list(Counter(copies).elements())
    actions = [CardRef(ref) for ref, card in sheet.cards.items() if isinstance(card, Action)]
    cut = sheet.red.deck
    return actions[:cut] if seat is Seat.RED else actions[cut : cut + sheet.blue.deck]
