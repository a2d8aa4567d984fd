"""Boxes as pixels: filled inside, ringed at the edge, bare outside, the first row on top."""

from ui.presenters.mat_art import DrawnBox, drawn_boxes
from ui.presenters.plan import Rectangle

BLACK, RED, WHITE = (0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.5), (1.0, 1.0, 1.0, 1.0)
SIZE = (40, 30)


def pixel(pixels: bytes, x: int, y: int) -> tuple[int, ...]:
    """Return the colour at a place whose y goes up."""
    at = ((SIZE[1] - 1 - y) * SIZE[0] + x) * 4
    return tuple(pixels[at : at + 4])


def test_a_box_is_filled_in_its_strength_and_ringed_at_its_edge() -> None:
    drawn = drawn_boxes(SIZE, BLACK, [DrawnBox(Rectangle(10, 4, 20, 10), RED, WHITE, 3, 2)])
    assert len(drawn) == SIZE[0] * SIZE[1] * 4
    assert pixel(drawn, 20, 9) == (128, 0, 0, 255)
    assert pixel(drawn, 10, 9) == pixel(drawn, 20, 4) == (255, 255, 255, 255)
    assert pixel(drawn, 20, 20) == pixel(drawn, 5, 9) == (0, 0, 0, 255), "y goes up"


def test_the_corners_of_a_box_are_round_and_a_box_without_radius_has_its_own() -> None:
    place = Rectangle(10, 4, 20, 10)
    assert pixel(drawn_boxes(SIZE, BLACK, [DrawnBox(place, WHITE, WHITE, 5)]), 10, 4) == (0, 0, 0, 255)
    assert pixel(drawn_boxes(SIZE, BLACK, [DrawnBox(place, WHITE, WHITE)]), 10, 4) == (255, 255, 255, 255)


def test_what_lies_outside_the_picture_is_cut_off() -> None:
    boxes = [DrawnBox(Rectangle(x, 0, 20, 10), WHITE, WHITE, 2, 2) for x in (-15, 35, 100)]
    drawn = drawn_boxes(SIZE, BLACK, boxes)
    assert pixel(drawn, 1, 5) == pixel(drawn, 38, 5) == (255, 255, 255, 255)
    assert pixel(drawn, 20, 5) == (0, 0, 0, 255)
