"""The highlight of a play: what a screen shows large for a moment, such as a goal, and the contest that was settled."""

from dataclasses import dataclass

from companion.showing.scene import Face, Words


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The score of a seat before and after a play."""

    seat: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Highlight:
    """The highlight of one play.

    `is_reveal`: it settled a contest, whose cards turn and whose totals count up. `word` is what fills the stage (None:
    nothing does), `who` and `face` tell who did it, `seat` for which side, `scores` what has changed.
    """

    is_reveal: bool = False
    word: Words | None = None
    who: Words | None = None
    seat: str | None = None
    face: Face | None = None
    scores: tuple[ScoreChange, ...] = ()


def scored(score: dict[str, int], seat: str) -> tuple[ScoreChange, ...]:
    """Return each seat's score before and after a point of `seat`. `score` already counts the point."""
    return tuple(
        ScoreChange(str(one), points - (1 if one == seat else 0), points) for one, points in score.items()
    )
