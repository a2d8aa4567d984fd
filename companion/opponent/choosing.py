"""How a player chooses: from what a seat may know, plays in the order of their chance of winning, until time is up.

    thinker = thinker_of(game)
    choices = choose(thinker, value, knowledge_of(thinker, state, "red", held), seconds=2)
    choices[0].play            the best play
    choices[0].chance          how likely the seat wins with it, from 0 to 1

A game's player is a value of the type `Thinker`. It reads no clock and draws no chance of its own: the same knowledge
gives the same thoughts in the same order, and a clock only says how many of them there is time for.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Protocol

from companion.event import Event
from companion.ids import CardRef
from companion.opponent.value import TurnStage, WinningValue
from companion.play import Play
from companion.rules.engine import Rules
from companion.words import Text

SEED = 36
"""The thoughts of a player are seeded, so that they can be repeated."""
LEVELS: Mapping[int, float] = {1: 0.10, 2: 0.08, 3: 0.06, 4: 0.04, 5: 0.0}
"""What a choice may give away at most, in chances of winning, for each level."""
STRONGEST = max(LEVELS)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat may know of a match: the state without what is hidden from it, and the cards that it holds."""

    state: Any
    seat: str
    held: tuple[CardRef, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play, and how likely its seat wins with it.

    `share`: how often it is chosen where several are drawn from, so that nobody can foresee the choice; 0: never.
    """

    play: Play
    chance: float
    share: float = 0.0


Ranking = tuple[RatedPlay, ...]
"""Plays, the best first."""


@dataclass(frozen=True, slots=True)
class HintStep:
    """A step of a hint in words, and what it points at: the kinds of play, cards, pieces, cells and values that are good."""

    says: Text
    points_at: frozenset[str] = frozenset()


class SeatCards(Protocol):
    """The virtual cards of one seat, in the order that its seed gives them."""

    def held(self) -> tuple[CardRef, ...]:
        """Return the cards in hand."""

    def follow(self, before: Any, events: Sequence[Event], after: Any) -> None:
        """Move the cards as the events say that lead from one state to the next. Raises `ValueError` if a card is not there."""

    def own_play(self, state: Any) -> Play | None:
        """Return the play that the seat's piles decide now, such as the energy that is turned over; None if none does."""


class NoCards:
    """A seat without cards, or whose cards everybody knows."""

    def held(self) -> tuple[CardRef, ...]:
        return ()

    def follow(self, _before: Any, _events: Sequence[Event], _after: Any) -> None:
        pass

    def own_play(self, _state: Any) -> Play | None:
        return None


def no_cards(_state: Any, _seat: str, _chance: Random) -> SeatCards:
    """Return the cards of a seat in a game without hidden cards of its own."""
    return NoCards()


def nothing_unused(_state: Any, _seat: str) -> tuple[CardRef, ...]:
    """Return no card: the player can use them all."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinker:
    """One game's player.

    `open_to(state, seat)` is the state without what the seat may not know. `measure(state, seat)` are the `features` of a
    state for a seat; `simple` are weights for them that need no data. `winners(state)` are the seats that have won, more
    than one if they share it; None: the match goes on. `chosen_kinds` are the kinds of play that a player chooses: all
    others are made by dice, by piles or by the whole table. `cards(state, seat, chance)` deals a seat its cards in the
    opening state; `unused(state, seat)` are those whose texts only people can carry out: they are never played.
    `think(knowledge, value, chance)` yields better and better rankings; the first comes at once.
    `play_on(knowledge, play, turns, luck)` is the state so many turns after a play, 1 for the end of its own turn, in a
    world that is dealt by chance and in which players with some sense go on.
    """

    rules: Rules
    features: tuple[str, ...]
    simple: Mapping[str, float]
    measure: Callable[[Any, str], Sequence[float]]
    winners: Callable[[Any], tuple[str, ...] | None]
    chosen_kinds: frozenset[str]
    think: Callable[[Knowledge, WinningValue, Random], Iterator[Ranking]]
    play_on: Callable[[Knowledge, Play, int, Random], Any]
    open_to: Callable[[Any, str], Any] = lambda state, _seat: state
    cards: Callable[[Any, str, Random], SeatCards] = no_cards
    unused: Callable[[Any, str], tuple[CardRef, ...]] = nothing_unused
    worths: Callable[[WinningValue, Any], Mapping[str, float]] = WinningValue.chances
    """Each seat's chance of winning in any state, also in the middle of a turn."""
    stage: Callable[[Any], TurnStage | None] = lambda _state: None
    """What is going on in the middle of a turn; None at its beginning, and after the end."""
    chance_kinds: frozenset[str] = frozenset()
    even_kinds: frozenset[str] = frozenset()
    """The kinds of play that dice or piles make; and those of them whose options are equally likely."""
    own_cards: Callable[[Any, Collection[str]], frozenset[str]] = lambda _state, _seats: frozenset()
    """The cards that would lie on the mat if people held the cards of these seats."""
    may_hold: Callable[[Any, str], tuple[CardRef, ...]] = lambda _state, _seat: ()
    """The cards of a seat that nobody has seen, any of which it may hold."""
    sealed_kinds: frozenset[str] = frozenset()
    """The kinds of play that all seats make at once: a seat's is sealed before the others are seen."""
    looks: int
    """How many rankings are waited for in a match that is shown, which takes some 0.2 seconds of the processor: a count, not
    a time, so that the same seed shows the same match.
    """
    turns_replayed: int = 3
    """How many turns show whether a play was a mistake."""
    pile_kinds: frozenset[str] = frozenset()
    """The kinds of play that a seat's own piles decide (`SeatCards.own_play`)."""
    face_down: Callable[[str], Play] | None = None
    """The play by which a seat's sealed card lies face down."""
    gives_away: Mapping[int, float] = field(default_factory=lambda: LEVELS)
    """What a choice may give away at each level, where the usual steps are too small or too large for a game."""
    aloud: Callable[[Any], tuple[HintStep, ...]] = lambda _state: ()
    """The steps of a hint that all seats hear who choose at once: they tell nothing of one seat's choice."""
    hand_size: Callable[[Any, str], int] = lambda _state, _seat: 0
    """How many cards a seat holds that only it knows."""
    from_hand: frozenset[str] = frozenset()
    """The kinds of play that take the cards which they name out of the hand."""


def knowledge_of(thinker: Thinker, state: Any, seat: str, held: Sequence[CardRef] = ()) -> Knowledge:
    """Return what a seat may know of a state. The order in which it holds its cards says nothing."""
    return Knowledge(thinker.open_to(state, seat), seat, tuple(sorted(held)))


def choose(
    thinker: Thinker,
    value: WinningValue,
    knowledge: Knowledge,
    seconds: float,
    now_s: Callable[[], float] = monotonic,
) -> Ranking:
    """Return the plays that the seat may choose now, the best first; none if it has nothing to choose.

    After `seconds` the best so far is returned.
    """
    until_s = now_s() + seconds
    best: Ranking = ()
    for ranking in thinker.think(knowledge, value, Random(SEED)):
        best = ranking
        if now_s() >= until_s:
            break
    return best


def thinking_clock(
    now_s: Callable[[], float], processor_s: Callable[[], float], least_s: float, most_s: float
) -> Callable[[], float]:
    """Return a clock for a thought on a busy machine: it stands until the thought has had `least_s` of the processor, but no
    longer than `most_s`.
    """
    began_s, thought_s = now_s(), processor_s()

    def clock() -> float:
        gone_s = now_s() - began_s
        is_starved = processor_s() - thought_s < least_s and gone_s < most_s
        return 0.0 if is_starved else gone_s

    return clock


def is_asked(thinker: Thinker, state: Any, seat: str) -> bool:
    """Tell whether the match waits for a choice of this seat."""
    return any(
        waited.seat == seat and not thinker.chosen_kinds.isdisjoint(waited.plays)
        for waited in thinker.rules.expects(state)
    )


def picked(thinker: Thinker, ranking: Ranking, level: int, chance: Random) -> RatedPlay:
    """Return one of the plays that give away no more than a level may. The strongest level takes the first, or draws by the
    shares.
    """
    if level == STRONGEST:
        shares = [choice.share for choice in ranking]
        return chance.choices(ranking, shares)[0] if any(shares) else ranking[0]
    best = max(choice.chance for choice in ranking)
    return chance.choice([choice for choice in ranking if choice.chance >= best - thinker.gives_away[level]])


# --- trials


def tried(
    plays: Sequence[Play],
    trial: Callable[[Play, Random], float],
    chance: Random,
    trust: Mapping[Play, float] | None = None,
    most: int = 96,
) -> Iterator[Ranking]:
    """Yield rankings of plays by the mean of their trials. In each round all plays left get the same chances; after 4, 8,
    16, … rounds the better half stays, of which the best are tried further.

    `trust`: what each play is expected to be worth more than others, in chances of winning; it counts as much as `TRUSTED`
    trials.
    """
    sums, left, dropped = dict.fromkeys(range(len(plays)), 0.0), list(range(len(plays))), list[RatedPlay]()
    if len(plays) < 2:
        yield tuple(RatedPlay(play, 0.5) for play in plays)
        return
    halving = 4
    for rounds in range(1, most + 1):
        seed = chance.random()
        for n in left:
            sums[n] += trial(plays[n], Random(seed))
        usual = sum(sums[n] for n in left) / len(left) / rounds
        worths = {
            n: _weighed(sums[n], rounds, usual, None if trust is None else trust[plays[n]]) for n in left
        }
        ranked = sorted(left, key=lambda n: -worths[n])
        choices = [RatedPlay(plays[n], worths[n]) for n in ranked]
        yield (*choices, *dropped)
        if rounds == halving and len(left) > 2:
            halving *= 2
            keep = max(2, len(left) // 2)
            worst = choices[keep - 1].chance
            dropped = [RatedPlay(one.play, min(one.chance, worst)) for one in choices[keep:]] + dropped
            left = ranked[:keep]


TRUSTED = 12
DECIDED = 4


def _weighed(total: float, rounds: int, usual: float, trust: float | None) -> float:
    """Return the mean of some trials; with what is expected of a play, as if it had been tried before. Where a match is as
    good as decided, less is expected, and nothing of a play that has won or lost the match each time: a play that does so at
    once must not be outweighed.
    """
    if trust is None or (rounds >= DECIDED and total in (0, rounds)):
        return total / rounds
    return (total + TRUSTED * (usual + 4 * usual * (1 - usual) * trust)) / (rounds + TRUSTED)
