"""A text keeps the size of its role, steps down once, then wraps, then is cut."""

from ui.presenters.text_fit import Letters, TextBox, cut, fit, fits

LETTERS = Letters(measure=lambda piece: 0.5 * len(piece), em_height=1.2)
"""Each letter is half as wide as the font is high."""
SIZES = (32.0, 24.0)


def box(width_px: float, height_px: float = 60, *, wraps: bool = False, most_lines: int = 0) -> TextBox:
    return TextBox(width_px, height_px, most_lines=most_lines, wraps=wraps)


def test_a_text_with_room_keeps_its_size() -> None:
    assert fit("ten signs!", box(170), SIZES, LETTERS).step == 0


def test_a_text_too_long_for_its_line_takes_the_next_size() -> None:
    found = fit("ten signs!", box(150), SIZES, LETTERS)
    assert found.step == 1
    assert found.height_px < 24


def test_a_text_too_long_for_the_next_size_wraps() -> None:
    found = fit("ten signs!", box(80), SIZES, LETTERS)
    assert found.step == 1
    assert 24 < found.height_px < 2 * 24 * 1.2
    assert fits("ten signs!", box(80), 24, LETTERS)


def test_prose_wraps_before_it_becomes_smaller() -> None:
    assert fit("ten signs! ten signs!", box(200, 100, wraps=True), SIZES, LETTERS).step == 0


def test_prose_becomes_smaller_where_its_lines_have_no_room() -> None:
    assert fit("ten signs! ten signs!", box(200, 50, wraps=True), SIZES, LETTERS).step == 1


def test_a_text_too_high_for_its_box_takes_the_next_size() -> None:
    assert fit("ten", box(400, 25), SIZES, LETTERS).step == 1


def test_a_text_without_any_room_is_cut_with_an_ellipsis() -> None:
    narrow = box(80, 25)
    assert not fits("ten signs and more", narrow, 24, LETTERS)
    shown = cut("ten signs and more", narrow, 24, LETTERS)
    assert shown.endswith("…")
    assert "ten signs and more".startswith(shown[:-1])
    assert fits(shown, narrow, 24, LETTERS)


def test_a_word_wider_than_its_box_is_cut() -> None:
    assert cut("incomprehensible", box(60), 24, LETTERS) == "inc…"


def test_lines_are_counted_up_to_what_is_allowed() -> None:
    assert not fits("ten signs!", box(80, most_lines=1), 24, LETTERS)


def test_a_wanted_line_break_is_no_reason_to_step_down() -> None:
    assert fit("one\ntwo", box(200, 100), SIZES, LETTERS).step == 0
