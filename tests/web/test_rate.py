"""Each caller has a share of what all may do, so that nobody uses up what others need."""

from companion.network import caller_places
from companion.network.caller_places import RateEach


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


def test_who_tries_again_and_again_uses_up_his_own_tries_and_not_those_of_others() -> None:
    tries = RateEach(2, Clock())
    assert [tries.allows("stranger") for _ in range(50)] == [True, True, *[False] * 48]
    assert tries.allows("table")


def test_all_together_are_held_by_a_limit_however_many_they_are() -> None:
    clock = Clock()
    tries = RateEach(2, clock)
    assert sum(tries.allows(f"stranger {n}") for n in range(5_000)) == 2 * caller_places.SHARES
    clock.now_ms = 1_000
    assert sum(tries.allows(f"other {n}") for n in range(5_000)) == 2 * caller_places.SHARES


def test_a_share_comes_back_with_time() -> None:
    clock = Clock()
    tries = RateEach(2, clock)
    while tries.allows("table"):
        pass
    clock.now_ms = 500
    assert tries.allows("table") and not tries.allows("table")


def test_only_the_last_are_remembered() -> None:
    tries = RateEach(2, Clock())
    for n in range(2 * caller_places.MOST_REMEMBERED):
        tries.allows(f"stranger {n}")
    assert len(tries._each) == caller_places.MOST_REMEMBERED
