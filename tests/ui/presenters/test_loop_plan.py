"""The loop of a kiosk in time and in place."""

import itertools

from ui.kiosk.loop_plan import (
    APART_MS,
    CARD_RATIO,
    FALL_MS,
    LANDED_MS,
    LOOP_MS,
    LoopStep,
    fall_at,
    places_of,
    step_at,
)
from ui.presenters.plan import Rectangle

ROOM = Rectangle(10, 20, 1000, 300)


def test_a_loop_takes_eight_seconds_and_its_parts_follow_one_another() -> None:
    assert LOOP_MS == 8_000
    steps = list(dict.fromkeys(step_at(ms) for ms in range(0, LOOP_MS, 50)))
    assert steps == list(LoopStep)


def test_one_card_falls_after_the_other_and_lies_flat_in_the_end() -> None:
    assert fall_at(0, 0).scale > fall_at(FALL_MS / 2, 0).scale > 1
    assert fall_at(APART_MS, 1).shown == 0, "the second is not there yet"
    for number in range(4):
        end = fall_at(LANDED_MS, number)
        assert (end.scale, end.shown) == (1, 1)
    assert step_at(LANDED_MS) is LoopStep.LIE


def test_things_lie_beside_each_other_in_the_middle_of_the_room_and_not_over_each_other() -> None:
    assert places_of(0, ROOM, CARD_RATIO, 0.9) == ()
    for count in range(1, 5):
        places = places_of(count, ROOM, CARD_RATIO, 0.9)
        assert len(places) == count
        for one in places:
            assert one.x >= ROOM.x and one.x + one.width <= ROOM.x + ROOM.width
            assert one.height <= ROOM.height * 0.9 + 1e-9
        for one, other in itertools.pairwise(places):
            assert one.x + one.width < other.x
        middle = (places[0].x + places[-1].x + places[-1].width) / 2
        assert abs(middle - (ROOM.x + ROOM.width / 2)) < 1e-6
