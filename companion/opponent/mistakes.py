"""Is a play that cost its seat much a mistake? It is replayed beside what the program would play there.

The value knows neither the cards in hand nor what they do in the turns that follow. So the match goes on some turns from
both plays, with the same dice and the same hidden cards, dealt anew each time; only then the value is asked. Of the hand
those cards are known that the seat shows before it draws again; the others are dealt too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, mode, stdev
from typing import Any

from companion.ids import CardRef
from companion.opponent.choosing import SEED, Knowledge, Thinker, knowledge_of
from companion.opponent.seat import MatchStep
from companion.opponent.value import WinningValue
from companion.play import Play, leaves_of

LEAST_COST = 0.05
"""What a mistake costs at least, in chances of winning."""
HANDS, REPLAYS = 4, 24
"""So many hands are dealt, and so often the match goes on with each."""
SURE = 2
"""Standard errors between what is found and what is said."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A play that cost its seat much: its kind, the kind of a better one, and by how much, in chances of winning."""

    played: str
    better: str
    gain: float


def mistake_in(
    thinker: Thinker, value: WinningValue, before: Any, steps: Sequence[MatchStep], seat: str
) -> Mistake | None:
    """Return the mistake that a play was: another play would surely have been better by five points. None if it was none.
    `steps` are the play and those that followed.
    """
    found, kinds = list[float](), list[str]()
    for better, gains in _gains(thinker, value, before, steps, seat):
        found += gains
        kinds.append(better.kind)
        # More replays seldom make a mistake of what is none in the first ones, and a review has a minute.
        if mean(found) < LEAST_COST:
            return None
    error = stdev(found) / sqrt(len(found))
    if mean(found) - SURE * error < LEAST_COST:
        return None
    return Mistake(steps[0].play.kind, mode(kinds), mean(found))


def _gains(
    thinker: Thinker, value: WinningValue, before: Any, steps: Sequence[MatchStep], seat: str
) -> Iterator[tuple[Play, list[float]]]:
    """Yield for each hand another play, and by how much it would have been better in each replay."""
    own, shown = steps[0].play, cards_shown(thinker, before, steps, seat)
    for n in range(HANDS):
        chance = Random(f"{SEED}-{n}")
        known = knowledge_of(thinker, before, seat, _hand(thinker, before, seat, shown, chance))
        better = _chosen(thinker, value, known, shown, chance) or own

        def worth(play: Play, luck: float, known: Knowledge = known) -> float:
            return value.chance(thinker.play_on(known, play, thinker.turns_replayed, Random(luck)), seat)

        lucks = [chance.random() for _ in range(REPLAYS)]
        yield better, [worth(better, luck) - worth(own, luck) for luck in lucks]


def _chosen(
    thinker: Thinker, value: WinningValue, known: Knowledge, shown: Counter[CardRef], chance: Random
) -> Play | None:
    """Return what the program would play of what the seat surely could: who did not hold a card is not blamed for it."""
    *_, ranking = islice(thinker.think(known, value, Random(chance.random())), thinker.looks)
    unsure = set(thinker.may_hold(known.state, known.seat)) - set(shown)
    sure = [one.play for one in ranking if not any(leaf in unsure for _, leaf in leaves_of(one.play))]
    return sure[0] if sure else None


def _hand(
    thinker: Thinker, state: Any, seat: str, shown: Counter[CardRef], chance: Random
) -> tuple[CardRef, ...]:
    """Return a hand that a seat may hold, with the cards that it is known to hold."""
    others = sorted((Counter(thinker.may_hold(state, seat)) - shown).elements())
    # A referee may have set the size of the hand to less than the seat shows, or to more than there is.
    left = min(max(0, thinker.hand_size(state, seat) - shown.total()), len(others))
    return (*shown.elements(), *chance.sample(others, left))


def cards_shown(thinker: Thinker, state: Any, steps: Sequence[MatchStep], seat: str) -> Counter[CardRef]:
    """Return the cards that a seat plays from its hand before it draws again."""
    found = Counter[CardRef]()
    for step in steps:
        unseen, left = (Counter(thinker.may_hold(one, seat)) for one in (state, step.after))
        named = {leaf for _, leaf in leaves_of(step.play)}
        found += Counter({card: n for card, n in (unseen - left).items() if card in named})
        if thinker.hand_size(step.after, seat) > thinker.hand_size(state, seat) - (unseen - left).total():
            break
        state = step.after
    return found
