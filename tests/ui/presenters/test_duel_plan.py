"""Where the parts of a contest stand, and which lines of a sum are drawn."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.showing.scene import ShownDie, SumLine
from companion.words import Text, translate
from ui.presenters.duel_plan import (
    MOST_ROWS,
    NOWHERE,
    DuelParts,
    DuelPlan,
    SideParts,
    SidePlan,
    duel_plan,
    side_plan,
    sum_texts,
)
from ui.presenters.plan import Rectangle

LYING, STANDING, LOW = (
    Rectangle(24, 277, 1232, 387),
    Rectangle(24, 530, 752, 505),
    Rectangle(24, 430, 1232, 230),
)
ALL = DuelParts(2, has_pitch=True, has_odds=True)
WHOLE = SideParts(has_faces=True, has_names=True, has_rows=True, has_total=True, has_more=True)


def parts_of(plan: DuelPlan) -> list[Rectangle]:
    return [one for one in (*plan.sides, plan.pitch, plan.odds, plan.outcome) if one != NOWHERE]


def lie_over_each_other(one: Rectangle, other: Rectangle) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    up = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, up) > 0.01


@pytest.mark.parametrize("room", [LYING, STANDING, LOW])
def test_no_part_of_a_contest_lies_over_another(room: Rectangle) -> None:
    plan = duel_plan(room, 1.0, ALL)
    assert len(parts_of(plan)) == 4
    assert not any(lie_over_each_other(*pair) for pair in combinations(parts_of(plan), 2))
    assert all(one.x >= room.x and one.x + one.width <= room.x + room.width + 0.01 for one in parts_of(plan))


def test_on_a_screen_that_lies_the_pitch_stands_between_sides_of_one_size() -> None:
    plan = duel_plan(LYING, 1.0, ALL)
    left, right = plan.sides
    assert left.x < plan.pitch.x < right.x
    assert (left.width, left.height) == (right.width, right.height)


def test_on_a_screen_that_stands_the_first_side_is_above_the_other() -> None:
    first, second = duel_plan(STANDING, 1.0, ALL).sides
    assert first.x == second.x
    assert first.y > second.y


def side_parts(plan: SidePlan) -> list[Rectangle]:
    found = (plan.title, plan.faces, plan.names, plan.rows, plan.total, plan.more)
    return [one for one in found if one != NOWHERE]


@pytest.mark.parametrize("height", [315, 215, 140])
@pytest.mark.parametrize("width", [499, 620])
def test_no_part_of_a_side_lies_over_another(width: float, height: float) -> None:
    plan = side_plan(Rectangle(0, 0, width, height), 1.0, WHOLE)
    assert not any(lie_over_each_other(*pair) for pair in combinations(side_parts(plan), 2))
    assert min(min(one.x, one.y) for one in side_parts(plan)) >= 0


def test_the_right_side_is_the_mirror_of_the_left_one() -> None:
    box = Rectangle(100, 50, 499, 315)
    left = side_plan(box, 1.0, WHOLE)
    right = side_plan(box, 1.0, SideParts(True, True, True, True, True, is_mirrored=True))
    for one, other in zip(side_parts(left), side_parts(right), strict=True):
        assert other.x + other.width - box.x == pytest.approx(box.x + box.width - one.x)
        assert (one.y, one.width, one.height) == (other.y, other.width, other.height)


def test_a_total_has_room_for_two_of_the_largest_figures() -> None:
    total = side_plan(Rectangle(0, 0, 499, 315), 1.0, WHOLE).total
    assert total.width >= 0.88 * 240
    assert total.height >= 0.7 * 240


def line(says: str, value: str, times: int = 1) -> SumLine:
    return SumLine(Text("{says}", says=says), value, times=times)


def reason(says: str, times: int) -> SumLine:
    return SumLine(Text("{says}", says=says), is_reason=True, times=times)


def said(words: object) -> str:
    return words if isinstance(words, str) else translate(words, "en")  # type: ignore[arg-type]


def test_a_reason_stands_under_its_line_without_a_number_of_its_own() -> None:
    (text,) = sum_texts((line("energy", "4", 2), reason("no last defender", 2)))
    assert (text.value, said(text.why)) == ("4 ×2", "no last defender")


def test_several_reasons_say_what_each_of_them_multiplies() -> None:
    (text,) = sum_texts((line("energy", "1", 4), reason("zone", 2), reason("let pass", 2)))
    assert (text.value, said(text.why)) == ("1 ×2 ×2", "zone ×2\u00a0· let pass ×2")


def test_a_house_that_adds_doublings_shows_their_one_factor() -> None:
    (text,) = sum_texts((line("energy", "1", 3), reason("zone", 2), reason("let pass", 2)))
    assert text.value == "1 ×3"


def test_dice_on_one_line_say_which_card_brought_one_of_them() -> None:
    own, other = (
        SumLine(Text("die"), n, is_turned=True, dice=(ShownDie("stars", n, Text("{n}", n=n)),)) for n in "13"
    )
    (text,) = sum_texts((own, replace(other, card=Text("eagle eye"))))
    assert (said(text.says), len(text.dice)) == ("dice: eagle eye", 2)


def test_of_too_many_lines_the_oldest_are_drawn_together() -> None:
    texts = sum_texts(tuple(line(f"line {n}", str(n)) for n in range(8)))
    assert len(texts) == MOST_ROWS
    assert said(texts[0].says) == "4 more lines above"
    assert [text.value for text in texts[1:]] == ["4", "5", "6", "7"]


def test_copies_of_a_card_are_one_line_and_each_reason_stays_with_its_line() -> None:
    texts = sum_texts((line("energy", "4", 2), reason("zone", 2), line("energy", "4", 2), reason("zone", 2)))
    assert [(text.value, bool(text.why)) for text in texts] == [("4 ×2", True)] * 2
    texts = sum_texts((line("post", "1"), line("all together", "+1"), line("all together", "+1")))
    assert [(translate(text.says, "en"), text.value) for text in texts] == [
        ("post", "1"),
        ("all together ×2", "+2"),
    ]


def test_a_die_that_fell_stands_apart_from_the_numbers_that_save() -> None:
    saves = SumLine(Text("saved on"), "2", dice=(ShownDie("d6", "2", Text("2")),))
    fell = SumLine(Text("die"), "5", dice=(ShownDie("d6", "5", Text("5")),), is_turned=True)
    assert [[die.face for die in text.dice] for text in sum_texts([saves, fell])] == [["2"], ["5"]]


def test_dice_of_one_kind_stand_in_one_line() -> None:
    dice = [SumLine(Text("die"), "2", dice=(ShownDie("stars", str(n), Text("{n}", n=n)),)) for n in (2, 1)]
    (text,) = sum_texts(dice)
    assert ([die.face for die in text.dice], text.value) == (["2", "1"], "")


def test_a_number_alone_in_a_wide_box_stands_under_its_title_and_not_beside_the_other_sides_number() -> None:
    box = Rectangle(646, 24, 610, 160)
    plan = side_plan(box, 1.0, SideParts(False, False, False, True, False, is_mirrored=True))
    assert plan.total.x > box.x + box.width / 2
    assert plan.total.y + plan.total.height <= plan.title.y
