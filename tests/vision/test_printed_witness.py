"""The print on a card as a second witness: it agrees with the face, tells look-alikes apart, or has the table asked."""

import cv2
import numpy as np
import pytest

from companion.observation import ReadingStatus, What
from tests.vision.faces.drawn_cards import PX, SIZE_MM, face, picture_card
from vision.detectors.codes import Detection
from vision.frame import Pixels, quad
from vision.printed_witness import PrintedWitness, find_print_spots, kind_of, some_of_each_kind

REFS = ("AB001-241", "AB002-241", "AB012-241")
FIRST, SECOND, THIRD = REFS


def printed_card(ref: str, capitals_mm: float = 3.2) -> Pixels:
    """A card whose picture is always the same; only its reference differs."""
    drawn = picture_card(5)
    drawn[426:575, 42:395] = (235, 232, 228)
    size = round(capitals_mm * PX / 0.72)
    cv2.putText(drawn, ref, (60, 540), (30, 30, 30), cv2.FontFace("sans"), size, 500)
    return drawn


class PrintTable:
    """A card before a camera, what its face is taken for, and the witness."""

    def __init__(self, shown: str | None, px_per_mm: float = 2.2, capitals_mm: float = 3.2) -> None:
        spots = find_print_spots([face(FIRST, printed_card(FIRST, capitals_mm))])
        self.witness = PrintedWitness(spots, REFS)
        self.now_ms = 0
        width, height = (side * px_per_mm for side in SIZE_MM)
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
        turn = np.deg2rad(97)
        about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        self.corners_px = quad((corners - (width / 2, height / 2)) @ about + (320, 240))
        card = picture_card(5) if shown is None else printed_card(shown, capitals_mm)
        card = cv2.resize(card, None, fx=px_per_mm / PX, fy=px_per_mm / PX, interpolation=cv2.INTER_AREA)
        down, across = card.shape[:2]
        whole = quad([(0, 0), (across, 0), (across, down), (0, down)])
        matrix = cv2.getPerspectiveTransform(whole, self.corners_px)
        seen = cv2.warpPerspective(card, matrix, (640, 480), flags=cv2.INTER_AREA, borderValue=(90, 90, 90))
        noise = np.random.default_rng(2).normal(0, 3, seen.shape)
        self.pixels = np.clip(cv2.GaussianBlur(seen, (0, 0), 0.6) + noise, 0, 255).astype(np.uint8)

    def look(self, reading: ReadingStatus, *cards: str) -> Detection:
        """What is told of the card if that is what its face says, in the next picture."""
        self.now_ms += 100
        if reading is ReadingStatus.READ:
            seen = Detection(cards[0], self.corners_px, What.FACE, 0.5)
        else:
            seen = Detection("", self.corners_px, What.FACE, 0.0, reading, cards)
        return self.witness.confirm(self.pixels, seen, self.now_ms)


READ, AMBIGUOUS = ReadingStatus.READ, ReadingStatus.AMBIGUOUS


def test_print_that_says_the_same_changes_nothing_and_is_read_once() -> None:
    table = PrintTable(SECOND)
    said = [table.look(READ, SECOND) for _ in range(5)]
    assert {(one.text, one.reading) for one in said} == {(SECOND, READ)}
    assert table.witness.looks == 1


def test_a_face_that_may_be_one_of_two_is_read_where_the_print_tells_which() -> None:
    table = PrintTable(SECOND)
    said = table.look(AMBIGUOUS, FIRST, SECOND)
    assert (said.text, said.reading, said.candidates) == (SECOND, READ, ())
    assert said.confidence > 0.5
    assert table.look(AMBIGUOUS, SECOND, FIRST).text == SECOND
    assert table.witness.looks == 1


def test_where_face_and_print_contradict_each_other_the_table_is_asked_after_a_second_reading() -> None:
    table = PrintTable(SECOND)
    first, *others = (table.look(READ, FIRST) for _ in range(4))
    assert (first.text, first.reading) == ("", ReadingStatus.UNREADABLE)
    assert {(one.text, one.reading, one.candidates) for one in others} == {("", AMBIGUOUS, (FIRST, SECOND))}
    assert table.witness.looks == 2


def test_print_that_is_of_neither_of_two_is_asked_about_with_them() -> None:
    table = PrintTable(THIRD)
    table.look(AMBIGUOUS, FIRST, SECOND)
    assert table.look(AMBIGUOUS, FIRST, SECOND).candidates == (FIRST, SECOND, THIRD)


@pytest.mark.parametrize("hidden", ["no print", "small", "covered"])
def test_where_no_print_is_read_the_face_counts_alone(hidden: str) -> None:
    table = PrintTable(None if hidden == "no print" else SECOND, 2.2 if hidden != "small" else 1.2)
    if hidden == "covered":
        table.pixels[:, :] = (150, 170, 210)
    said = [table.look(READ, FIRST) for _ in range(3)]
    assert {(one.text, one.reading) for one in said} == {(FIRST, READ)}
    assert table.witness.looks == (0 if hidden == "small" else 1)


def test_a_card_that_was_moved_or_may_have_been_exchanged_is_read_again() -> None:
    table = PrintTable(SECOND)
    table.look(READ, SECOND)
    table.corners_px = quad(table.corners_px + 0.5)
    table.look(READ, SECOND)
    assert table.witness.looks == 1
    table.corners_px = quad(table.corners_px + 40)
    table.look(READ, SECOND)
    assert table.witness.looks == 2
    table.now_ms += 600
    table.look(READ, SECOND)
    assert table.witness.looks == 3


def test_before_a_slow_camera_a_contradiction_is_asked_about_too() -> None:
    table = PrintTable(SECOND)
    table.look(READ, FIRST)
    table.now_ms += 2000
    assert table.look(READ, FIRST).candidates == (FIRST, SECOND)


def test_what_nobody_knows_the_print_of_is_left_to_its_face() -> None:
    table = PrintTable(SECOND)
    assert table.look(READ, "ZZ001-241").text == "ZZ001-241"
    assert table.look(AMBIGUOUS, FIRST, "ZZ001-241").candidates == (FIRST, "ZZ001-241")
    assert table.witness.looks == 0


@pytest.mark.parametrize("reading", [ReadingStatus.UNKNOWN, ReadingStatus.UNREADABLE])
@pytest.mark.parametrize("first_corner", [0, 1, 2, 3])
def test_the_print_of_a_card_whose_face_is_not_known_is_asked_about(
    reading: ReadingStatus, first_corner: int
) -> None:
    """The corners of such a card begin anywhere."""
    table = PrintTable(SECOND)
    table.corners_px = np.roll(table.corners_px, first_corner, axis=0)
    assert not table.look(reading).candidates, "it is read twice first"
    said = table.look(reading)
    assert (said.text, said.reading, said.candidates) == ("", AMBIGUOUS, (SECOND,))


def test_a_card_without_face_and_print_stays_unread() -> None:
    table = PrintTable(None)
    said = [table.look(ReadingStatus.UNKNOWN) for _ in range(3)]
    assert {(one.reading, one.candidates) for one in said} == {(ReadingStatus.UNKNOWN, ())}
    assert table.witness.looks == 2, "once either way up"


@pytest.mark.slow
def test_where_the_print_is_comes_from_the_face_that_was_shown() -> None:
    (spot,) = find_print_spots([face(FIRST, printed_card(FIRST))]).values()
    assert 2.7 < spot.letters_mm < 3.8
    assert spot.left_mm == pytest.approx(60 / PX, abs=1.5) and spot.bottom_mm == pytest.approx(
        540 / PX, abs=2
    )
    assert find_print_spots([face(FIRST, picture_card(5))]) == {}


def test_some_cards_of_each_kind_are_looked_at() -> None:
    assert (kind_of("JO001-900"), kind_of("12"), kind_of("")) == ("JO", "", "")
    assert some_of_each_kind(["JO1", "JO2", "JO3", "", "EN1"]) == ["JO1", "JO2", "EN1"]
