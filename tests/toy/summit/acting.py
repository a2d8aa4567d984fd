"""Summit acted out: hands lay peaks, say that they skip, throw a die, and clear the mat after each round."""

from collections.abc import Sequence
from random import Random

from companion.event import Event
from companion.mat import Mat
from companion.match import Match
from companion.play import Play
from companion.virtual.acting.actor import Gesture, Hands, NextPlay, TapGesture, ThrowGesture, few
from companion.virtual.chance import chosen_play
from tests.toy.summit.rules import Climb, Lay, Point, Seat


class SummitActor:
    def __init__(self, match: Match, mat: Mat, seed: int) -> None:
        self._match = match
        self._luck = Random(seed)
        self._hands = Hands(mat, Random(seed + 1))
        self._mind = NextPlay(match, lambda: chosen_play(match, self._luck))

    def prepares(self) -> Sequence[Gesture]:
        return []

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def choices(self, seat: str) -> Sequence[Play]:
        cards = self._match.state.hands[seat]
        return few((Lay(Seat(seat), ref) for ref in cards), str)

    def has_room(self, _play: Play) -> bool:
        return True

    def be_told(self, play: Play) -> None:
        self._mind.be_told(play)

    def tells(self, play: Play) -> Sequence[Gesture]:
        match play:
            case Lay(seat, card):
                return [self._hands.lay(card, card, f"{seat}.card")]
            case Climb(d6):
                return [ThrowGesture(("d6",), (str(d6),))]
            case _:
                return [TapGesture(play)]

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        if not any(isinstance(event, Point) for event in events):
            return []
        return self._hands.take(list(self._hands.pieces.values()), 0)
