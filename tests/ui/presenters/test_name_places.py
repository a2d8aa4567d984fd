"""Every thing that a camera has read has its name on the picture, beside it or at the end of a line."""

from itertools import combinations

from ui.presenters.name_places import name_places, needs_line
from ui.presenters.plan import Rectangle

ROOM = Rectangle(0, 0, 400, 240)
HIGH, GAP = 14.0, 4.0


def overlap(one: Rectangle, other: Rectangle) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def test_a_thing_alone_has_its_name_beside_it_without_a_line() -> None:
    things = [Rectangle(100, 100, 10, 10)]
    (name,) = name_places(ROOM, things, [50], HIGH, GAP)
    assert abs(name.x + 25 - 105) < 40 and abs(name.y + 7 - 105) < 30
    assert not needs_line(0, things, name, GAP)


def test_names_of_things_in_a_crowd_cover_no_thing_and_no_other_name() -> None:
    things = [Rectangle(120 + 30 * n, 80 + 30 * k, 10, 10) for n in range(4) for k in range(3)]
    names = name_places(ROOM, things, [50] * len(things), HIGH, GAP)
    assert not [pair for pair in combinations(names, 2) if overlap(*pair)]
    assert not [name for name in names if any(overlap(name, thing) for thing in things)]
    assert all(name.x >= 0 and name.x + 50 <= 400 and name.y >= 0 and name.y + HIGH <= 240 for name in names)


def test_a_name_as_near_to_another_thing_has_a_line_to_its_own() -> None:
    things = [Rectangle(100, 100, 10, 10), Rectangle(114, 100, 10, 10)]
    between = Rectangle(90, 114, 50, HIGH)
    assert needs_line(0, things, between, GAP)
    assert needs_line(0, things, Rectangle(200, 200, 50, HIGH), GAP)


def test_a_name_stays_in_a_room_that_is_full() -> None:
    things = [Rectangle(0, 0, 40, 20)] * 3
    names = name_places(Rectangle(0, 0, 40, 20), things, [40] * 3, HIGH, GAP)
    assert all(0 <= name.y <= 20 - HIGH for name in names)
