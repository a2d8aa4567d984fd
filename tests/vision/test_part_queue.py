"""Which parts of a frame are looked at first, and how many in one frame."""

import numpy as np
import pytest

from vision.change_detector import ChangeDetector, ChangedPart
from vision.frame import Frame, Grey, Region
from vision.part_reader import PartQueue

CARD = (160, 224)
"""The size of the part of a card in px."""


def table(seed: int) -> Grey:
    return np.clip(np.random.default_rng(seed).normal(120, 3, (960, 1600)), 0, 255).astype(np.uint8)


def watching() -> ChangeDetector:
    detector = ChangeDetector()
    for number in range(3):
        detector.feed(Frame(table(number), number, 100 * number))
        detector.settle(Region(0, 0, 1600, 960))
    return detector


def part(number: int, glance: int = 2) -> ChangedPart:
    left, top = 320 * (number % 5), 320 * (number // 5)
    return ChangedPart(Region(left, top, left + CARD[0], top + CARD[1]), glance)


def test_of_cards_that_rest_three_are_looked_at_in_a_frame_and_what_has_waited_comes_first() -> None:
    queue, parts = PartQueue(watching(), is_dear=True), [part(n) for n in range(4)]
    first, second = queue.choose(parts), queue.choose(parts)
    assert first == parts[:3]
    assert second == [parts[3], parts[0], parts[1]]
    assert queue.choose(parts)[0] == parts[2]


def test_what_rests_is_looked_at_before_that_over_which_a_hand_moves() -> None:
    detector, picture = watching(), table(4)
    hand, resting = part(0, glance=1), [part(n, glance=3) for n in (1, 2, 3)]
    picture[40:200, 40:120] = 30
    detector.feed(Frame(picture, 3, 300))
    assert PartQueue(detector, is_dear=True).choose([hand, *resting]) == resting


@pytest.mark.parametrize("glance", [1, 2])
def test_where_something_has_only_just_stopped_fewer_parts_are_looked_at(glance: int) -> None:
    parts = [part(n, glance) for n in range(4)]
    assert len(PartQueue(watching(), is_dear=True).choose(parts)) == glance + 1


def test_without_faces_all_parts_are_looked_at_once() -> None:
    detector, parts = watching(), [part(n, glance=0) for n in range(5)]
    queue = PartQueue(detector, is_dear=False)
    assert queue.choose(parts) == parts
    for one in parts:
        detector.count_look(one.region)
    assert queue.choose(parts) == parts[:2]
