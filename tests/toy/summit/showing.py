"""Summit on a screen: what lies there, who is waited for, and how high both have climbed."""

from collections.abc import Sequence

from companion.event import Event
from companion.mat import Mat
from companion.rules.engine import Rules
from companion.showing.scene import Contest, Scale, Scene, Side, SumLine, Words
from companion.showing.scene_builder import BaseSceneBuilder, waits
from companion.words import Wording
from tests.toy.summit.rules import Point, Seat, State, both

VERBS: dict[str, Words] = {
    "play lay": both("Lay a peak", "Poser un sommet"),
    "play skip": both("Skip", "Passer"),
    "play climb": both("Roll the die", "Lancer le dé"),
}


class SummitSceneBuilder(BaseSceneBuilder):
    game = "summit"

    def scene(self, rules: Rules, state: State, last: Sequence[Event], _mat: Mat) -> Scene:
        names: dict[str, Words] = {ref: card.name for ref, card in state.sheet.cards.items()}
        return Scene(
            self.game,
            both("round {n}", "manche {n}", n=state.round),
            tuple(
                Side(seat.value, Wording.plain(state.named(seat)), seat.value, state.score[seat], state.waited is seat)
                for seat in Seat
            ),
            waits(rules, state, lambda seat, _: both("lay a peak, or skip", "posez un sommet, ou passez")
                  if seat else both("roll the die", "lancez le dé")),
            contest=_contest(state, last),
            is_over=state.is_over,
            result=both("it is over", "c’est fini") if state.is_over else None,
            names={**VERBS, **names},
        )  # fmt: skip

    def arithmetic(self, _state: State, event: Event) -> tuple[SumLine, ...]:
        return _sum(event.red, event.blue) if isinstance(event, Point) else ()


def _sum(red: int, blue: int) -> tuple[SumLine, ...]:
    return (
        SumLine(both("red peak", "sommet rouge"), str(red)),
        SumLine(both("blue peak", "sommet bleu"), str(blue)),
    )


def _contest(state: State, last: Sequence[Event]) -> Contest | None:
    point = next((event for event in last if isinstance(event, Point)), None)
    if point is None:
        return None
    scales = tuple(
        Scale(seat.value, both("peak", "sommet"), (), (line,), int(line.value or 0), is_open=False)
        for seat, line in zip(Seat, _sum(point.red, point.blue), strict=True)
    )
    outcome = both("level", "égalité") if point.seat is None else Wording.plain(state.named(point.seat))
    return Contest(both("the peaks are compared", "les sommets sont comparés"), scales, outcome=outcome)
