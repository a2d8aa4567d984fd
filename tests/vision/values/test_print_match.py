"""A card is laid over others by its print, whatever its edges were taken for."""

import pytest

from vision.values.card_print import CardArea, CardLine
from vision.values.print_match import aligned_print

SIZE = (63.0, 88.0)
PLACES = [
    CardLine(CardArea(8, 10, 20, 18), "12", 1.0),
    CardLine(CardArea(40, 70, 52, 78), "34", 1.0),
    CardLine(CardArea(10, 40, 50, 44), "Odette Lestrade", 1.0),
]


def seen(inset_mm: float, right_mm: float = 0.0, down_inset_mm: float | None = None) -> list[CardLine]:
    """The lines as they look in a picture that shows only what lies inside an inset, moved to the right. `down_inset_mm`: the
    inset at top and bottom, if it is another one.
    """
    width, height = SIZE
    down_mm = inset_mm if down_inset_mm is None else down_inset_mm
    grows = (width / (width - 2 * inset_mm), height / (height - 2 * down_mm))
    return [
        CardLine(
            CardArea(
                (line.box.left - inset_mm) * grows[0] + right_mm,
                (line.box.top - down_mm) * grows[1],
                (line.box.right - inset_mm) * grows[0] + right_mm,
                (line.box.bottom - down_mm) * grows[1],
            ),
            line.text,
            1.0,
        )
        for line in PLACES
    ]


@pytest.mark.parametrize(("inset_mm", "right_mm"), [(0.0, 0.0), (0.0, 1.5), (-1.75, 0.0), (2.0, 0.0)])
def test_print_lies_at_its_places_afterwards(inset_mm: float, right_mm: float) -> None:
    stretch = aligned_print(seen(inset_mm, right_mm), PLACES, SIZE)
    for line, place in zip(seen(inset_mm, right_mm), PLACES, strict=True):
        assert stretch.of(line.box).middle == pytest.approx(place.box.middle, abs=0.5)


def test_print_that_lies_far_off_counts_if_all_of_it_agrees() -> None:
    stretch = aligned_print(seen(0.0, 4.5), PLACES, SIZE)
    assert stretch.is_sure
    for line, place in zip(seen(0.0, 4.5), PLACES, strict=True):
        assert stretch.of(line.box).middle == pytest.approx(place.box.middle, abs=0.5)
    other = CardLine(CardArea(30, 25, 58, 29), "of something else", 1.0)
    assert not aligned_print([*seen(0.0, 4.5)[:2], other], PLACES, SIZE).is_sure


def test_print_lies_at_its_places_when_two_of_four_edges_are_those_of_a_sleeve() -> None:
    lines = seen(0.0, 4.5, 2.6)
    stretch = aligned_print(lines, PLACES, SIZE)
    assert stretch.is_sure
    for line, place in zip(lines, PLACES, strict=True):
        assert stretch.of(line.box).middle == pytest.approx(place.box.middle, abs=0.5)


def test_print_of_another_layout_moves_nothing() -> None:
    strange = [CardLine(CardArea(30, 30, 34, 31), "a", 1.0), CardLine(CardArea(5, 80, 9, 81), "b", 1.0)]
    stretch = aligned_print(strange, PLACES, SIZE)
    assert (stretch.scale, stretch.shift_mm) == ((1.0, 1.0), (0.0, 0.0))
