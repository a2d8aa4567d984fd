"""A hint for a seat in three steps, each asked for: how much the choice matters, the kind of play, the play."""

from collections.abc import Callable

from companion.opponent.choosing import Ranking
from companion.play import Play
from companion.words import Text, joined, word

ALIKE = 0.02
"""Plays that give away less are about as good as the best."""
MOST = 3
"""So many plays are named where the hand of the seat is not known: the first that is held is meant."""


def hint_steps(ranking: Ranking, told: Callable[[Play], Text], *, knows_hand: bool) -> tuple[Text, ...]:
    """Return the three steps of a hint. `told` tells a play; `knows_hand`: the seat can make each of the plays."""
    ranked = sorted(ranking, key=lambda choice: -choice.chance)
    best = ranked[0].chance
    alike = sum(choice.chance >= best - ALIKE for choice in ranked)
    percent = round(100 * best)
    if len(ranked) == 1:
        general = Text("hint: only one play is possible")
    elif alike == 1:
        general = Text(
            "hint: this choice matters: one play is better than all others, with {n} % to win", n=percent
        )
    else:
        general = Text(
            "hint: {alike} of {count} plays are about as good, with {n} % to win",
            alike=alike,
            count=len(ranked),
            n=percent,
        )
    kinds = list(dict.fromkeys(choice.play.kind for choice in ranked[:MOST] if choice.chance >= best - ALIKE))
    kind = Text("hint: think of this: {kinds}", kinds=joined([word(one) for one in kinds]))
    most = 1 if knows_hand else MOST
    named = list(dict.fromkeys(told(choice.play) for choice in ranked[: 2 * most]))[:most]
    play = (
        Text("hint: {play}", play=named[0])
        if len(named) == 1
        else Text("hint: the first of these that you can: {plays}", plays=joined(named, "; "))
    )
    return general, kind, play
