"""What saves time with frozen values."""

from dataclasses import dataclass

from companion.values import remembered, remembered_for_each, replace


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


def test_an_answer_of_each_kind_is_kept_for_the_same_state_alone() -> None:
    asked: list[tuple[Count, int]] = []

    @remembered_for_each
    def times(state: Count, factor: int) -> int:
        asked.append((state, factor))
        return factor * state.n

    one = Count(1)
    other = replace(one, n=2)
    answers = [times(one, 3), times(one, 5), times(one, 3), times(other, 3), times(one, 3)]
    assert answers == [3, 5, 3, 6, 3]
    assert asked == [(one, 3), (one, 5), (other, 3), (one, 3)]
