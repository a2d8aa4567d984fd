"""The print on a card as a second witness: it agrees with the face, tells look-alikes apart, or has the table asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.observation import ReadingStatus, What
from tests.vision.faces.drawn_cards import PX, SIZE_MM, face, picture_card
from vision.detectors.codes import Detection
from vision.faces.slots import Slot
from vision.frame import Grey, Pixels, Quad, Region, quad
from vision.lens import pinhole
from vision.printed_witness import WitnessedFaces, find_print_spots, kind_of, some_of_each_kind
from vision.table_map import TableMap

REFS = ("AB001-241", "AB002-241", "AB012-241")
FIRST, SECOND, THIRD = REFS
TABLE = TableMap(pinhole(640, 480), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), 0.2)
WHOLE = Region(0, 0, 640, 480)


def printed_card(ref: str, capitals_mm: float = 3.2) -> Pixels:
    """A card whose picture is always the same; only its reference differs."""
    drawn = picture_card(5)
    drawn[426:575, 42:395] = (235, 232, 228)
    size = round(capitals_mm * PX / 0.72)
    cv2.putText(drawn, ref, (60, 540), (30, 30, 30), cv2.FontFace("sans"), size, 500)
    return drawn


@dataclass
class SaidFaces:
    """A reader of faces that says what it is told to say, of cards at places it is told."""

    says: list[Detection] = field(default_factory=list)

    def read(
        self, pixels: Pixels, region: Region, table: TableMap, bare: Grey | None, besides: Sequence[Quad]
    ) -> list[Detection]:
        return self.says

    def read_in_slots(
        self, pixels: Pixels, table: TableMap, slots: Sequence[Slot], besides: Sequence[Quad]
    ) -> list[Detection]:
        return [one for one in self.says if one.text]

    def enrolled(self, text: str) -> Pixels | None:
        return None


class PrintTable:
    """A card before a camera, what its face is taken for, and the witness."""

    def __init__(self, shown: str | None, px_per_mm: float = 2.2, capitals_mm: float = 3.2) -> None:
        self.faces = SaidFaces()
        spots = find_print_spots([face(FIRST, printed_card(FIRST, capitals_mm))])
        self.witness = WitnessedFaces(self.faces, spots, REFS)
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
        is_read = reading is ReadingStatus.READ
        self.faces.says = [
            Detection(
                cards[0] if is_read else "",
                self.corners_px,
                What.FACE,
                0.5,
                reading,
                () if is_read else cards,
            )
        ]
        (said,) = self.witness.read(self.pixels, WHOLE, TABLE, None, [])
        return said


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
    assert table.witness.read_in_slots(table.pixels, TABLE, [], []) == []


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


def test_a_card_that_was_moved_is_read_again() -> None:
    table = PrintTable(SECOND)
    table.look(READ, SECOND)
    table.corners_px = quad(table.corners_px + 0.5)
    table.look(READ, SECOND)
    assert table.witness.looks == 1
    table.corners_px = quad(table.corners_px + 40)
    table.look(READ, SECOND)
    assert table.witness.looks == 2


def test_what_nobody_knows_the_print_of_is_left_to_its_face() -> None:
    table = PrintTable(SECOND)
    assert table.look(READ, "ZZ001-241").text == "ZZ001-241"
    assert table.look(ReadingStatus.UNKNOWN).reading is ReadingStatus.UNKNOWN
    assert table.witness.looks == 0


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
