"""The program as a player of L'Ouaf: all turn their cards at once, so it weighs its card against what the others are likely
to lay.

Regret matching over one round (Hart and Mas-Colell, 2000): each seat's cards are tried against cards that the others draw
by what they would have liked to lay so far; on average nobody then wishes for another card. The card is drawn from that
mixture with the seat's own seed, so that nobody can foresee it and no two seats lay the same card each time.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.opponent.choosing import HintStep, Knowledge, Ranking, RatedPlay, Thinker
from companion.opponent.value import WinningValue
from companion.play import Play
from companion.rules.engine import Refusal
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.plays import Discard, Down, RoundPlay, Work
from companion.rules.ouaf.rules import OUAF
from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.state import FULL, Phase, State, Worker, is_unread, next_orders
from companion.values import replace
from companion.words import Text

ROUNDS = 160
"""So many tries of each card settle the mixture."""
UNREADABLE = 0.02
"""The card is drawn among those that give away less than this."""
GIVES_AWAY = {1: 0.30, 2: 0.20, 3: 0.15, 4: 0.10, 5: 0.0}
"""With the usual steps, level 1 won as often as level 5: many cards are worth nearly the same."""
FEATURES = (
    "score",
    "late_score",
    "reputation",
    "disgraced",
    "late_disgrace",
    "hand",
    "highest_cards",
    "is_best",
)
SIMPLE = {"score": 0.6, "late_score": 1.2, "late_disgrace": -1.5, "is_best": 0.3}


def measure(state: State, seat: str) -> Sequence[float]:
    """Return the features of a seat: its points now, its cards, its reputation, and how near the end is."""
    worker = state.workers[Seat(seat)]
    points = scores(state)
    own = points[Seat(seat)] / 10
    end = max(state.happy, state.angry) / FULL
    disgrace = float(worker.reputation < 0)
    return (
        own,
        own * end,
        worker.reputation / 10,
        disgrace,
        disgrace * state.angry / FULL,
        len(worker.hand) / 12,
        sum(sorted(worker.hand)[-3:]) / 33,
        float(points[Seat(seat)] >= max(points.values())),
    )


def winners(state: State) -> tuple[str, ...] | None:
    """Return who has won; None while the match goes on."""
    if state.phase is not Phase.OVER:
        return None
    ended = result(state)
    won = None if ended is None else ended.winner
    return () if won is None else (won,) if isinstance(won, str) else won


def open_to(state: State, seat: str) -> State:
    """Return the state without the values that lie face down before the other seats."""
    workers = {
        whose: replace(worker, played=None, down=True) if _is_hidden(worker) and whose != seat else worker
        for whose, worker in state.workers.items()
    }
    return replace(state, workers=workers)


def _is_hidden(worker: Worker) -> bool:
    """Return whether a card lies face down: until the reveal it is in the hand still."""
    return worker.played is not None and worker.played in worker.hand


def _after(state: State, play: Any) -> State:
    ruling = OUAF.judge(state, play)
    assert not isinstance(ruling, Refusal), (play, ruling)
    after: State = ruling.after
    return after


def settled(state: State) -> State:
    """Return the state after a round: whoever must discard a card lets his lowest go."""
    while state.phase is Phase.CHOICE:
        seat, worker = next((seat, worker) for seat, worker in state.workers.items() if worker.choice)
        state = _after(state, Discard(seat, min(worker.choice)))
    return state


def think(knowledge: Knowledge, value: WinningValue, chance: Random) -> Iterator[Ranking]:
    """Yield rankings of the cards that the seat may lay, or must choose to discard."""
    state, seat = knowledge.state, Seat(knowledge.seat)
    if state.phase is Phase.CHOICE:
        yield _discards(state, seat, value)
    elif is_unread(state.workers[seat]) and state.phase is Phase.WORK:
        yield from _works(state, seat, value, chance)


def _discards(state: State, seat: Seat, value: WinningValue) -> Ranking:
    plays = [Discard(seat, card) for card in state.workers[seat].choice]
    choices = [RatedPlay(play, value.chance(settled(_after(state, play)), seat)) for play in plays]
    return tuple(sorted(choices, key=lambda choice: -choice.chance))


def aloud(state: State) -> tuple[HintStep, ...]:
    """Return the steps of a hint for all who choose at once: what the order asks of each, what a card changes, and a card."""
    if state.phase is Phase.CHOICE:
        says = Text("hint: cards in hand are points at the end, so that the lowest card costs least")
        return (
            HintStep(says, frozenset(str(min(one.hand)) for one in state.workers.values() if one.choice)),
        )
    if state.order is None:
        return ()
    total, average = state.sheet.totals[state.order], state.sheet.average(state.order)
    share = Text(
        "hint: {average} from each make {total}; if one lays 0, the others need about {more} each",
        average=average,
        total=total,
        more=round(total / (len(state.workers) - 1)),
    )
    effect = Text(
        "hint: on success the highest card over {average} gains reputation, on failure the lowest under it loses some",
        average=average,
    )
    card = Text(
        "hint: lay {average}, or the next higher card in your hand: it is each one's share of the order",
        average=average,
    )
    hands = [one.hand for one in state.workers.values() if is_unread(one)]
    near = (min((value for value in hand if value >= average), default=None) for hand in hands)
    return (
        HintStep(share, frozenset()),
        HintStep(effect, frozenset()),
        HintStep(card, frozenset(str(value) for value in near if value is not None)),
    )


def play_on(knowledge: Knowledge, play: Play, turns: int, luck: Random) -> State:
    """Return the state at the end of the round that a play is made in, or of a later one."""
    state: State = knowledge.state
    following: Play | None = play
    while following is not None and turns:
        state = settled(_after(state, following))
        turns -= state.phase is Phase.ROUND
        following = _by_chance(state, luck)
    return state


def _by_chance(state: State, luck: Random) -> Play | None:
    """Return the cards that the seats lay by chance, or the next round cards; None once the match is over."""
    match state.phase:
        case Phase.WORK:
            unread = [seat for seat, worker in state.workers.items() if is_unread(worker)]
            return Work({seat: luck.choice(state.workers[seat].hand) for seat in unread})
        case Phase.ROUND:
            order = state.order or luck.choice(state.sheet.usable)
            return RoundPlay(order, luck.choice(next_orders(state, order)))
        case _:
            return None


class _Mixture:
    """What one seat would have liked to lay so far."""

    def __init__(self, hand: Sequence[int]) -> None:
        self.hand = hand
        self.regrets = [0.0] * len(hand)
        self.drawn = [0.0] * len(hand)
        self.worth = [0.0] * len(hand)

    def draw(self, chance: Random) -> int:
        """Return the place of a card, drawn by the regrets."""
        wished = [max(0.0, regret) for regret in self.regrets]
        total = sum(wished)
        shares = [1 / len(wished)] * len(wished) if total == 0 else [wish / total for wish in wished]
        for n, share in enumerate(shares):
            self.drawn[n] += share
        return chance.choices(range(len(shares)), shares)[0]

    def learn(self, worth: Sequence[float], laid: int) -> None:
        for n, one in enumerate(worth):
            self.worth[n] += one
            self.regrets[n] += one - worth[laid]


def _works(state: State, seat: Seat, value: WinningValue, chance: Random) -> Iterator[Ranking]:
    unread = [one for one, worker in state.workers.items() if is_unread(worker)]
    mixtures = {one: _Mixture(state.workers[one].hand) for one in unread}
    for rounds in range(1, ROUNDS + 1):
        laid = {one: mixture.draw(chance) for one, mixture in mixtures.items()}
        for one in unread:
            mixtures[one].learn(_worths(state, one, mixtures, laid, value), laid[one])
        yield _ranking(seat, mixtures[seat], rounds)


def _worths(
    state: State, seat: Seat, mixtures: Mapping[Seat, _Mixture], laid: Mapping[Seat, int], value: WinningValue
) -> list[float]:
    """Return what each card is worth to a seat beside the cards that the others lay."""
    others = {one: mixtures[one].hand[n] for one, n in laid.items() if one is not seat}
    return [
        value.chance(settled(_after(state, Work({**others, seat: card}))), seat)
        for card in mixtures[seat].hand
    ]


def _ranking(seat: Seat, mixture: _Mixture, rounds: int) -> Ranking:
    """Return the cards with their worth, those that are drawn most often first."""
    best = max(mixture.worth)
    choices = [
        RatedPlay(
            Work({seat: card}),
            worth / rounds,
            drawn / rounds if worth >= best - UNREADABLE * rounds else 0.0,
        )
        for card, worth, drawn in zip(mixture.hand, mixture.worth, mixture.drawn, strict=True)
    ]
    return tuple(sorted(choices, key=lambda choice: (-choice.share, -choice.chance)))


OUAF_THINKER = Thinker(
    rules=OUAF,
    features=FEATURES,
    simple=SIMPLE,
    measure=measure,
    winners=winners,
    chosen_kinds=frozenset((Work.kind, Discard.kind)),
    think=think,
    play_on=play_on,
    open_to=open_to,
    worths=lambda value, state: value.chances(settled(state)),
    chance_kinds=frozenset((RoundPlay.kind,)),
    even_kinds=frozenset((RoundPlay.kind,)),
    looks=12,
    gives_away=GIVES_AWAY,
    sealed_kinds=frozenset((Work.kind,)),
    aloud=aloud,
    face_down=lambda seat: Down((Seat(seat),)),
)
