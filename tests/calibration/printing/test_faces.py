"""The faces of cards on screens: the printed drawing as a picture, readable by people and by no camera."""

import cv2
import numpy as np
import pytest
from zxingcpp import read_barcodes

from calibration.printing.deck.deck import DeckEntry, make_card_sides
from calibration.printing.games import PRINTS
from calibration.printing.paper import CARD_MM, MINI_MM
from calibration.printing.pen import new_pages
from calibration.printing.raster import (
    FaceForm,
    FaceSide,
    FaceStyle,
    RasterSize,
    RgbaPicture,
    draw_faces,
    rasterize,
    sides_for,
)
from calibration.printing.typesetting import PrintLanguage
from companion.rules.ouaf.cards import RoundCard
from tests.calibration.printing.rasters import QR_ONLY, shipped_deals
from vision.detectors.codes import read_plain

WITH_CARDS = [game for game, prints in PRINTS.items() if prints.sides is not None]
READ_PX = 640
"""Wide enough that the code of a printed card of this width is read at once."""


def kinds_of(game: str) -> list[DeckEntry]:
    """The first card of each kind of a game."""
    first: dict[type, DeckEntry] = {}
    for entry in shipped_deals(game):
        first.setdefault(type(entry.card), entry)
    return list(first.values())


def drawn(game: str, kind: FaceForm, width_px: int, language: str = "fr") -> list[RgbaPicture]:
    style = FaceStyle(game, kind, PrintLanguage(language), width_px)
    return draw_faces(style, [(entry, FaceSide.FRONT) for entry in kinds_of(game)])


def on_grey(picture: RgbaPicture) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    return np.asarray(cv2.cvtColor(picture[..., :3], cv2.COLOR_RGB2GRAY))


@pytest.mark.parametrize("game", WITH_CARDS)
@pytest.mark.parametrize("kind", FaceForm)
def test_a_face_is_as_wide_as_wanted_in_the_cards_proportions(game: str, kind: FaceForm) -> None:
    width_mm, height_mm = MINI_MM if kind is FaceForm.MINI else CARD_MM
    for picture in drawn(game, kind, 197):
        assert picture.shape == (round(197 * height_mm / width_mm), 197, 4)
        assert picture.dtype == np.uint8


@pytest.mark.parametrize("game", WITH_CARDS)
@pytest.mark.parametrize("kind", FaceForm)
def test_a_face_is_transparent_outside_its_round_corners_only(game: str, kind: FaceForm) -> None:
    for picture in drawn(game, kind, 200):
        opacity = picture[..., 3]
        assert opacity[0, 0] == opacity[0, -1] == opacity[-1, 0] == opacity[-1, -1] == 0
        assert (opacity[20:-20, 1:-1] == 255).all()


@pytest.mark.parametrize("game", WITH_CARDS)
def test_no_camera_reads_a_card_off_a_screen(game: str) -> None:
    for picture in drawn(game, FaceForm.WHOLE, READ_PX):
        assert not read_plain(on_grey(picture))
        assert not read_barcodes(on_grey(picture), formats=QR_ONLY)


def test_the_same_card_on_paper_is_read() -> None:
    entry = kinds_of("ofusaido")[0]
    front = make_card_sides("ofusaido", entry, PrintLanguage.FR).front
    (picture,) = rasterize([front], RasterSize(*CARD_MM, READ_PX))
    grey = np.where(picture[..., 3] > 0, on_grey(picture), 255).astype(np.uint8)
    assert [code.text for code in read_plain(grey)] == [entry.ref]


@pytest.mark.parametrize("game", WITH_CARDS)
def test_a_mini_face_tells_all_its_kinds_apart_in_both_languages(game: str) -> None:
    for language in ("fr", "en"):
        pictures = drawn(game, FaceForm.MINI, 120, language)
        assert len({picture.tobytes() for picture in pictures}) == len(pictures)


@pytest.mark.parametrize("game", WITH_CARDS)
@pytest.mark.parametrize("language", list(PrintLanguage))
def test_every_card_has_a_mini_face_and_none_has_signs_without_letters(
    game: str, language: PrintLanguage
) -> None:
    prints = PRINTS[game]
    assert prints.minis is not None
    with new_pages("minis") as pages:
        style = FaceStyle(game, FaceForm.MINI, language, 100)
        for entry in shipped_deals(game):
            sides = sides_for(style, entry)
            for drawing in (sides.front, sides.back):
                if drawing is not None:
                    drawing(pages.page(*MINI_MM))
        document = pages.finished()
    assert document.missing == ""
    if language is not PrintLanguage.BOTH:
        assert document.shortened == ()


def test_a_round_card_shows_its_order_or_its_evaluation() -> None:
    card = next(entry for entry in shipped_deals("ouaf") if isinstance(entry.card, RoundCard))
    for kind in FaceForm:
        style = FaceStyle("ouaf", kind, PrintLanguage.FR, 120)
        order, evaluation = draw_faces(style, [(card, FaceSide.FRONT), (card, FaceSide.BACK)])
        assert (order != evaluation).any()


def test_the_back_of_other_cards_is_not_shown_small() -> None:
    entry = kinds_of("ofusaido")[0]
    style = FaceStyle("ofusaido", FaceForm.MINI, PrintLanguage.FR, 120)
    front, back = draw_faces(style, [(entry, FaceSide.FRONT), (entry, FaceSide.BACK)])
    assert (front == back).all()


def test_drawing_no_face_takes_no_document() -> None:
    assert draw_faces(FaceStyle("ofusaido", FaceForm.MINI, PrintLanguage.FR, 120), []) == []
