"""Acts L'Ouaf out on the mat as docs/mats.md says. Cards lie face down first and are turned at a word.

Hands are as their workers see them; round cards come from a shuffled pile. A worker now and then thinks longer than
the others: then the reveal comes in two parts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.match import Match
from companion.play import Play
from companion.rules.ouaf.cards import Boss, Seat, WorkCard
from companion.rules.ouaf.plays import Discard, RoundPlay, Work
from companion.rules.ouaf.state import Phase, State, is_unread, read_sheet, waiting
from companion.virtual.acting.actor import Gesture, Hands, NextPlay, TapGesture, few

SLOWLY = 0.25
"""How often a worker turns his card after the others."""
APART_DEG = 25.0
"""Degrees between the arms of workers who sit on the same side."""


class OuafActor:
    """All workers of one match. The same seed acts the same match."""

    def __init__(self, match: Match, mat: Mat, seed: int) -> None:
        self._match = match
        self._sheet = read_sheet(match.setup, match.cards)
        self._hands = Hands(mat, Random(seed + 1))
        self._luck = Random(seed)
        self._pile = list(self._sheet.usable)
        self._luck.shuffle(self._pile)
        self._refs = {
            (card.seat, card.value): card.ref
            for card in self._sheet.cards.values()
            if isinstance(card, WorkCard)
        }
        self._seed = seed
        self._mind = NextPlay(match, self._choose)

    @property
    def _state(self) -> State:
        state: State = self._match.state
        return state

    def prepares(self) -> Sequence[Gesture]:
        return []

    # --- choosing

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def held(self, _seat: str) -> Sequence[CardRef]:
        return ()

    def choices(self, seat: str) -> Sequence[Play]:
        match self.next_play():
            case Work(cards) if seat in cards:
                values = self._mixed(cards[Seat(seat)], self._state.workers[Seat(seat)].hand)
                return few((Work({Seat(seat): value}) for value in values), str)
            case Discard(whose, int(own)) if whose == seat:
                values = self._mixed(own, self._state.workers[whose].choice)
                return few((Discard(whose, value) for value in values), str)
            case _:
                return ()

    def has_room(self, _play: Play) -> bool:
        return True

    def be_told(self, play: Play) -> None:
        """Let the other players lay the cards that they had chosen."""
        own = self.next_play()
        if isinstance(own, Work) and isinstance(play, Work):
            play = Work({**own.cards, **play.cards})
        self._mind.be_told(play)

    def _mixed(self, own: int, values: Sequence[int]) -> list[int]:
        """Return the chosen card first, then all cards in an order that looks random but is the same for each
        call.
        """
        return [own, *Random(f"{self._seed}-{self._match.seq}").sample(list(values), len(values))]

    def _choose(self) -> Play | None:
        match self._state.phase:
            case Phase.ROUND:
                evaluation = self._state.order or self._pile.pop()
                return RoundPlay(evaluation, self._pile.pop())
            case Phase.WORK:
                return Work(self._played())
            case Phase.CHOICE:
                seat = self._luck.choice(waiting(self._state))
                value = self._luck.choice(self._state.workers[seat].choice)
                return Discard(seat, value)
            case Phase.OVER:
                return None

    def _played(self) -> dict[Seat, int]:
        """Return who turns a card now, and which."""
        seats = [seat for seat, worker in self._state.workers.items() if is_unread(worker)]
        if len(seats) > 1 and self._luck.random() < SLOWLY:
            seats.remove(self._luck.choice(seats))
        return {seat: self._luck.choice(self._state.workers[seat].hand) for seat in seats}

    # --- telling

    def tells(self, play: Play) -> Sequence[Gesture]:
        return list(self._tells(play))

    def _tells(self, play: Play) -> Iterator[Gesture]:
        match play:
            case RoundPlay(evaluation, order):
                shown = self._hands.lies(evaluation, "order")
                yield (
                    self._lay(evaluation, "evaluation")
                    if shown is None
                    else self._hands.slide(shown, "evaluation", self._arm(self._sheet.seats[0]))
                )
                yield self._lay(order, "order")
            case Work(cards):
                yield from self._turned(cards)
            case Discard(seat, int(value)):
                yield self._lay(self._refs[seat, value], f"{seat}.work", seat)
            case _:
                yield TapGesture(play)

    def _turned(self, cards: Mapping[Seat, int]) -> Iterator[Gesture]:
        """Yield the gestures with which each player lays a card face down, and turns it over."""
        for seat, value in cards.items():
            lain = self._hands.lay(self._refs[seat, value], "", f"{seat}.work", is_face_up=False)
            yield replace(lain, arm_deg=self._arm(seat))
            yield self._hands.turn(self._hands.pieces[lain.handle], self._arm(seat))

    def _lay(self, ref: str, zone: str, seat: Seat | None = None) -> Gesture:
        return replace(self._hands.lay(ref, ref, zone), arm_deg=self._arm(seat or self._sheet.seats[0]))

    def _arm(self, seat: Seat) -> float:
        """Return the edge from which a worker's hand comes; neighbours on the same side reach from each other's
        side.
        """
        zone = self._hands.zone(f"{seat}.work")
        side = [one for one in Seat if self._hands.zone(f"{one}.work").turn_deg == zone.turn_deg]
        place = sorted(side, key=lambda one: self._hands.zone(f"{one}.work").x_mm).index(seat)
        towards = -1 if zone.turn_deg == 0 else 1
        return (self._hands.arm_deg(f"{seat}.work") + towards * (1 - place) * APART_DEG) % 360

    # --- after the ruling

    def follows(self, _events: Sequence[Event]) -> Sequence[Gesture]:
        """Return the gestures at the end of a round: played cards go to their workers' discards, the evaluation card
        under its boss.
        """
        if self._state.phase not in (Phase.ROUND, Phase.OVER):
            return []
        gestures: list[Gesture] = []
        for seat in self._sheet.seats:
            cards = self._hands.inside(f"{seat}.work")
            gestures += self._hands.take(cards, self._arm(seat))
        for piece in self._hands.inside("evaluation"):
            boss = Boss.HAPPY if self._state.last_boss is Boss.HAPPY else Boss.ANGRY
            gestures.append(self._hands.slide(piece, boss.value, self._arm(self._sheet.seats[0])))
        return gestures
