"""What tells a chosen answer, and an i from an l, whatever pixels they begin on; and last letters that are whole."""

import pytest
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.uix.floatlayout import FloatLayout

from tests.bench.portraits.pixels import seen
from tests.ui.table import Tablet
from ui.widgets.says import Lettered, Lettering
from ui.widgets.touch import Touch

SMALL_PX = 14
"""The letters of a button on a screen of 800 by 480."""


def test_the_ring_of_a_chosen_answer_is_the_same_on_all_four_sides(one: Tablet) -> None:
    chosen = Touch(says="", kind="paper", size_hint=(None, None), pos=(300.6, 300.7), size=(200.7, 100.8))
    place = FloatLayout()
    place.add_widget(chosen)
    Window.add_widget(place)
    one.frames(3)
    drawn = seen()
    left, bottom, width, height = (int(one) for one in chosen.box)
    middle_x, middle_y = left + width // 2, bottom + height // 2
    sides = (
        [drawn.at(left + n, middle_y) for n in range(-2, 9)],
        [drawn.at(left + width - 1 - n, middle_y) for n in range(-2, 9)],
        [drawn.at(middle_x, bottom + n) for n in range(-2, 9)],
        [drawn.at(middle_x, bottom + height - 1 - n) for n in range(-2, 9)],
    )
    Window.remove_widget(place)
    assert len({tuple(map(_is_light, side)) for side in sides}) == 1
    assert [_is_light(sides[0][n]) for n in (2, 10)] == [True, True], "paper outside the ring, and inside"
    assert not all(map(_is_light, sides[0][2:])), "and the ring between"


def _is_light(colour: tuple[int, int, int]) -> bool:
    return sum(colour) > 3 * 127


def test_the_dot_of_a_bold_i_stands_off_its_stem_on_a_small_screen(one: Tablet) -> None:
    del one
    drawn = Lettering().texture(Lettered("i", "strong", SMALL_PX, 100, "left", (0, 0, 0, 0)))
    alphas = drawn.pixels[3::4]
    rows = [max(alphas[n : n + drawn.width]) for n in range(0, len(alphas), drawn.width)]
    inked = [n for n, most in enumerate(rows) if most > 150]
    assert min(rows[inked[0] : inked[-1]]) < 60


@pytest.mark.parametrize("face", ["numeral", "strong", "text", "title"])
@pytest.mark.parametrize("size_px", [37, 38, 39])
def test_the_last_letter_of_the_first_text_of_a_size_is_whole(one: Tablet, face: str, size_px: int) -> None:
    """No page has letters of these sizes: fonts that were drawn with before measure what comes later right."""
    del one
    words, lettering = "1 to 6 players · 20 to 30 min", Lettering()
    tight = lettering.texture(Lettered(words, face, size_px, 1000, "left", (0, 0, 0, 0)))
    with_room = lettering.texture(Lettered(words, face, size_px, 1000, "left", (0, 0, 20, 0)))
    assert _last_inked(tight) == _last_inked(with_room)


def _last_inked(drawn: Texture) -> int:
    alphas = drawn.pixels[3::4]
    return max(n for n in range(drawn.width) if any(alphas[n :: drawn.width]))
