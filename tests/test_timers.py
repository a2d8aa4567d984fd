"""The clocks: warned, run out, given more, taken back with the play, asleep with the machine."""

from dataclasses import replace
from typing import Any

from companion.timers import (
    ASLEEP_MS,
    Clock,
    ClockEvent,
    Clocks,
    Doing,
    clock_event_from_json,
    clock_event_to_json,
    time_played,
)
from companion.words import Wording

HALF = Clock("half", Wording.plain("half"), "half", length_ms=60_000, warns_ms=(30_000, 10_000), rules=True)
TURN = Clock("turn", Wording.plain("turn"), "turn", ("play",))
FIRST: dict[str, Any] = {"half": 1, "turn": 1, "phase": "play"}


def _running(*clocks: Clock) -> Clocks:
    started, _ = Clocks(clocks).started()
    return started.ticked(FIRST, 0)[0]


def _after(clocks: Clocks, ms: int, view: dict[str, Any] = FIRST) -> tuple[Clocks, list[ClockEvent]]:
    """So much later, second by second."""
    events: list[ClockEvent] = []
    assert clocks.at_ms is not None
    until_ms = clocks.at_ms + ms
    for at_ms in range(clocks.at_ms + 1000, until_ms + 1, 1000):
        clocks, said = clocks.ticked(view, at_ms)
        events += said
    return clocks, events


def _left(clocks: Clocks, name: str, view: dict[str, Any] = FIRST) -> int | None:
    return next(one.left_ms for one in clocks.readings(view) if one.clock.name == name)


def _spent(clocks: Clocks, name: str, view: dict[str, Any] = FIRST) -> int:
    return next(one.spent_ms for one in clocks.readings(view) if one.clock.name == name)


def test_before_anything_is_played_the_clocks_stand() -> None:
    clocks = Clocks((HALF,)).ticked(FIRST, 0)[0]
    assert _left(_after(clocks, 20_000)[0], "half") == 60_000


def test_a_clock_warns_and_runs_out_once() -> None:
    _, events = _after(_running(HALF), 90_000)
    assert [(event.doing, event.ms) for event in events if event.doing is not Doing.LAST] == [
        (Doing.WARN, 30_000),
        (Doing.WARN, 10_000),
        (Doing.EXPIRE, None),
    ]


def test_each_of_the_last_ten_seconds_is_told_once() -> None:
    _, events = _after(_running(HALF), 90_000)
    last = [event.ms for event in events if event.doing is Doing.LAST]
    assert last == [seconds * 1000 for seconds in range(10, 0, -1)]


def test_every_half_has_its_whole_time() -> None:
    clocks, _ = _after(_running(HALF), 40_000)
    assert _left(clocks, "half", {**FIRST, "half": 2}) == 60_000


def test_a_play_taken_back_brings_back_the_turns_clock() -> None:
    clocks, _ = _after(_running(TURN), 12_000)
    second = {**FIRST, "turn": 2}
    clocks, _ = _after(clocks, 3_000, second)
    assert _spent(clocks, "turn", second) == 3_000
    assert _spent(clocks, "turn") == 12_000
    clocks, _ = _after(clocks, 1_000)
    assert _spent(clocks, "turn") == 13_000


def test_a_clock_runs_only_in_its_phases() -> None:
    clocks, _ = _after(_running(TURN), 5_000, {**FIRST, "phase": "draw"})
    assert _spent(clocks, "turn") == 0


def test_two_reasons_to_stand_still_must_both_go() -> None:
    clocks, _ = _running(HALF).paused("question")
    clocks, _ = clocks.paused("a person")
    clocks, _ = clocks.started("question")
    clocks, _ = _after(clocks, 5_000)
    assert _left(clocks, "half") == 60_000
    clocks, _ = clocks.started("a person")
    assert _left(_after(clocks, 5_000)[0], "half") == 55_000


def test_time_slept_through_is_nobodys_and_the_clocks_stand() -> None:
    clocks, events = _running(HALF).ticked(FIRST, ASLEEP_MS + 1)
    assert [event.doing for event in events] == [Doing.PAUSE]
    assert _left(_after(clocks, 5_000)[0], "half") == 60_000


def test_time_given_to_a_clock_that_ran_out_lets_it_run_and_run_out_again() -> None:
    clocks, _ = _after(_running(HALF), 60_000)
    clocks, events = clocks.added(FIRST, "half", 5_000)
    assert [event.doing for event in events] == [Doing.ADD]
    assert _left(clocks, "half") == 5_000
    _, later = _after(clocks, 6_000)
    assert Doing.EXPIRE in [event.doing for event in later]


def test_a_clock_is_set_to_what_is_left() -> None:
    clocks, _ = _running(HALF).set_to(FIRST, "half", 42_000)
    assert _left(clocks, "half") == 42_000


def test_when_the_match_is_over_no_clock_runs() -> None:
    clocks, _ = _after(_running(HALF), 5_000, {**FIRST, "over": True})
    assert _left(clocks, "half") == 60_000


def test_after_a_restart_the_clocks_stand_where_they_stood() -> None:
    clocks, _ = _after(_running(HALF, TURN), 17_000)
    kept = clock_event_from_json(clock_event_to_json(clocks.kept()))
    again = Clocks((HALF, TURN)).restored(kept).ticked(FIRST, 1_000_000)[0]
    assert _left(_after(again, 5_000)[0], "half") == 43_000
    going, events = again.started("restarted")
    assert [event.doing for event in events] == [Doing.START]
    assert _left(_after(going, 5_000)[0], "half") == 38_000


def test_what_the_table_agreed_on_is_known_after_a_restart_unless_it_agrees_on_something_else() -> None:
    agreed = Clocks((HALF, replace(TURN, length_ms=90_000)))
    kept = clock_event_from_json(clock_event_to_json(agreed.kept()))
    usual = Clocks((HALF, replace(TURN, length_ms=None)))
    assert usual.restored(kept).clock("turn").length_ms == 90_000
    anew = Clocks((HALF, replace(TURN, length_ms=30_000)))
    assert anew.restored(kept, chosen=("turn",)).clock("turn").length_ms == 30_000


def test_a_turn_that_was_taken_back_has_its_whole_time_when_it_is_played_again() -> None:
    clocks, _ = _after(_running(TURN, HALF), 12_000)
    second = {**FIRST, "turn": 2}
    clocks, _ = _after(clocks, 9_000, second)
    clocks = clocks.gone_back(FIRST)
    assert _spent(clocks, "turn") == 12_000, "the turn before stands where it stood"
    assert _spent(clocks, "turn", second) == 0
    assert _left(clocks, "half") == 60_000 - 21_000, "the sides did use that time"


def test_the_time_of_a_match_stands_still_over_night() -> None:
    evening, morning = 10_000, 36_000_000
    kept = [
        (0, ClockEvent(Doing.START)),
        (evening, ClockEvent(Doing.KEEP, spent={"match/": 10_000})),
        (morning, ClockEvent(Doing.START, spent={"match/": 14_000})),
        (morning + 20_000, ClockEvent(Doing.KEEP, spent={"match/": 34_000})),
    ]
    played_ms = time_played(kept)
    assert played_ms is not None
    moments = (-1, 3_000, evening, evening + 3_000, morning - 1, morning + 5_000, morning + 60_000)
    assert [*map(played_ms, moments)] == [0, 3_000, 10_000, 13_000, 14_000, 19_000, 34_000]


def test_a_clock_that_never_ran_tells_no_time() -> None:
    assert time_played([(0, ClockEvent(Doing.START))]) is None
