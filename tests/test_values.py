"""What saves time with frozen values."""

from dataclasses import dataclass

from companion.values import remembered, replace


@dataclass(frozen=True)
class Count:
    n: int


def test_an_answer_is_kept_for_the_same_state_alone() -> None:
    asked: list[Count] = []

    @remembered
    def doubled(state: Count) -> int:
        asked.append(state)
        return 2 * state.n

    one = Count(1)
    other = replace(one, n=2)
    assert [doubled(one), doubled(one), doubled(other), doubled(one)] == [2, 2, 4, 2]
    assert asked == [one, other, one]
