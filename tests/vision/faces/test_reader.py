"""What is told of the cards in a part of a frame."""

from collections.abc import Callable

from companion.observation import ReadingStatus, What
from tests.vision.faces.drawn_cards import DrawnMat, face, picture_card
from vision.detectors.codes import Detection
from vision.faces.gallery import MOST_COMPARED, Gallery
from vision.faces.reader import FaceReader
from vision.frame import Quad, same_place

KNOWN, ALIKE, UNKNOWN, BACK = (picture_card(seed) for seed in (2, 3, 4, 5))
READER = FaceReader(Gallery([face("P2", KNOWN), face("", BACK, "back"), face("A", ALIKE), face("B", ALIKE)]))


def told(mat: DrawnMat, passes_over: Callable[[Quad], bool] = lambda _card_px: False) -> list[Detection]:
    cards_px = READER.find(mat.frame(), mat.whole, mat.table, mat.bare())
    return READER.read(mat.frame(), cards_px, passes_over, MOST_COMPARED)


def test_a_known_card_is_told_with_its_reference_and_its_corners() -> None:
    mat = DrawnMat()
    mat.lay(KNOWN, 60, 80, 5)
    (card,) = told(mat)
    assert (card.what, card.text, card.reading) == (What.FACE, "P2", ReadingStatus.READ)
    assert card.confidence > 0.5


def test_a_card_that_is_not_enrolled_is_told_without_a_reference() -> None:
    mat = DrawnMat()
    mat.lay(UNKNOWN, 60, 80, 5)
    (card,) = told(mat)
    assert (card.text, card.reading, card.candidates) == ("", ReadingStatus.UNKNOWN, ())


def test_a_card_that_may_be_one_of_two_names_both() -> None:
    mat = DrawnMat()
    mat.lay(ALIKE, 60, 80, 5)
    (card,) = told(mat)
    assert (card.text, card.reading) == ("", ReadingStatus.AMBIGUOUS)
    assert set(card.candidates) == {"A", "B"}


def test_the_back_of_a_deck_is_read_and_tells_no_card() -> None:
    mat = DrawnMat()
    mat.lay(BACK, 60, 80, 5)
    assert [(card.text, card.reading) for card in told(mat)] == [("", ReadingStatus.READ)]


def test_a_card_that_is_passed_over_is_not_read() -> None:
    mat = DrawnMat()
    known_px = mat.lay(KNOWN, 60, 80, 5)
    mat.lay(KNOWN, 180, 80, 5)
    assert [card.text for card in told(mat, lambda card_px: same_place(card_px, known_px))] == ["P2"]
