"""The instruments that measure how cards are known by their faces: they must be true of what they draw."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.bench.faces.camera import GAMMA, LIGHTS, LaidCard, Points, Table, Viewing, moved, table_size_mm
from tests.bench.faces.canvas import Picture
from tests.bench.faces.decks import SHARES, drawn_deck

pytestmark = pytest.mark.drawn

STILL = Viewing((480, 270), light=50.0, gain=1 / 50, gradient=0.0, vignette=0.0, bow_mm=0.0)
"""A camera without noise over an even light."""


def test_a_seed_draws_the_same_deck_each_time_and_another_seed_another() -> None:
    one, same, other = drawn_deck(7, 60), drawn_deck(7, 60), drawn_deck(8, 60)
    assert [face.values for face in one.faces] == [face.values for face in same.faces]
    assert (one.faces[0].picture() == same.faces[0].picture()).all()
    assert one.style != other.style


def test_a_deck_has_every_kind_and_no_two_cards_of_one_name() -> None:
    deck = drawn_deck(9, 230)
    assert set(SHARES) < set(deck.kinds())
    names = [(face.card, face.side) for face in deck.faces]
    assert len(set(names)) == len(names) >= 230


def test_energies_that_differ_in_one_sign_are_in_the_deck() -> None:
    energies = [face.values for face in drawn_deck(1).fronts if face.kind == "energy"]
    pairs = {(values["defence"], values["attack"], values["colour"]) for values in energies}
    assert any(("1", attack, colour) in pairs for sign, attack, colour in pairs if sign == "-1")


@pytest.mark.parametrize("turn_deg", [0, 205])
def test_the_corners_are_where_the_card_is_drawn(turn_deg: float) -> None:
    paper = LaidCard(np.full((880, 630, 3), 250, np.uint8), (100.0, 56.0), turn_deg)
    photograph = Table(STILL, "cloth", 3).photograph([paper])
    corners = photograph.corners_px[0]
    assert max(abs(_beside(photograph.pixels, corners, side)) for side in range(4)) < 0.35


def test_the_homography_takes_the_middle_of_the_table_to_the_middle_of_the_picture() -> None:
    table = Table(STILL, "cloth", 3)
    middle = np.array([table_size_mm(STILL)]) / 2
    assert moved(table.image_from_table, middle) == pytest.approx(np.array([[240, 135]]), abs=1.0)


def test_a_third_of_the_light_is_darker_and_noisier() -> None:
    def level_and_noise(name: str) -> tuple[float, float]:
        viewing = replace(LIGHTS[name], size_px=(480, 270))
        white = LaidCard(np.full((880, 630, 3), 250, np.uint8), (100.0, 56.0))
        pixels = Table(viewing, "cloth", 2).photograph([white]).pixels[100:160, 205:270]
        grain = pixels - cv2.blur(pixels, (5, 5)).astype(float)
        return float(pixels.mean()), float(grain.std() / pixels.mean())

    (usual, quiet), (dark, noisy) = level_and_noise("usual"), level_and_noise("quarter")
    assert 180 < usual < 220
    assert dark < 0.7 * usual
    assert noisy > quiet


def _beside(pixels: Picture, corners: Points, side: int) -> float:
    """Return how far outside a side of a bright card the edge is seen, in px."""
    one, other = corners[side], corners[(side + 1) % 4]
    along = (other - one) / np.linalg.norm(other - one)
    steps = np.linspace(-5, 5, 101)
    places: Points = (one + 0.2 * (other - one))[None, None] + np.linspace(0, 80, 30)[:, None, None] * along
    places = places + steps[None, :, None] * np.array([along[1], -along[0]])
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    x, y = places.astype(np.float32).transpose(2, 0, 1)
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    light = ((seen / 255.0) ** GAMMA).mean(axis=0)
    half = (light[:10].mean() + light[-10:].mean()) / 2
    return float(steps[int(np.argmax(light < half))])
