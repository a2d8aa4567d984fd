"""Which card a picture is taken for, among the faces that were enrolled."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.observation import ReadingStatus
from tests.vision.faces.drawn_cards import PX, DrawnMat, Light, black_card, face, ovals, picture_card
from vision.faces.alignment import Alignment, align
from vision.faces.face_group import FaceGroup
from vision.faces.gallery import MOST_COMPARED, Gallery, Recognition
from vision.faces.misfit import Comparison, compare
from vision.faces.proposed_faces import proposed_faces
from vision.frame import Pixels

DIGITS = "135789"
TWINS = {f"T{digit}": picture_card(1, digit) for digit in DIGITS}
"""Cards that share frame and picture, and differ in one digit."""
OTHERS = {f"P{seed}": picture_card(seed) for seed in (2, 3, 4)}
FACES = [face(card, drawn) for card, drawn in (TWINS | OTHERS).items()]
GALLERY = Gallery(FACES)


def seen(
    drawn: Pixels,
    light: Light | None = None,
    turn_deg: float = 20.0,
    first: int = 0,
    gallery: Gallery = GALLERY,
) -> Recognition:
    mat = DrawnMat()
    corners_px = mat.lay(drawn, 130, 90, turn_deg)
    about = np.roll(corners_px, first, axis=0) + np.array([(1.2, -0.8), (-1, 1), (0.7, 1.2), (-1.2, 0.3)])
    return gallery.recognise(mat.frame(light), about.astype(np.float32))


def bent(drawn: Pixels) -> Pixels:
    """The card as the lens of a phone shows it: print lies up to half a mm beside its place, as far from the middle most."""
    y, x = np.indices(drawn.shape[:2], np.float32)
    across, down = x / drawn.shape[1] - 0.5, y / drawn.shape[0] - 0.5
    by = 0.45 * PX * 8 * (across * across + down * down - 0.2)
    return cv2.remap(drawn, x + across * by, y + down * by, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def ten() -> Pixels:
    """A playing card of which only the sign in the middle tells which way is up."""
    card = np.full((round(88 * PX), round(63 * PX), 3), 245, np.uint8)
    places = [(x, y) for x in (120, 321) for y in (100, 210)]
    for x, y, tall in [
        *((x, y, 34) for x, y in places),
        *((441 - x, 616 - y, -34) for x, y in places),
        (220, 308, 34),
    ]:
        sign = np.array([(0, -1), (0.8, 0.5), (0.1, 0.5), (0.1, 1), (-0.1, 1), (-0.1, 0.5), (-0.8, 0.5)])
        cv2.fillPoly(card, [(sign * tall + (x, y)).astype(np.int32)], (20, 20, 20), cv2.LINE_AA)
    for _ in range(2):
        cv2.putText(card, "10", (30, 50), cv2.FONT_HERSHEY_DUPLEX, 1.2, (20, 20, 20), 2, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def thin(digit: str) -> Pixels:
    """A card that tells by a thin digit which it is."""
    card = picture_card(1, "1")
    cv2.putText(card, digit, (40, 480), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (40, 40, 40), 2, cv2.LINE_AA)
    return card


def veiled(drawn: Pixels, share: float) -> Pixels:
    """The card with a share of a warm lamp's light on all of it."""
    light = (drawn / 255) ** 2.2 * (1 - share) + share * np.array((0.9, 1.0, 1.1))
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def shaded(drawn: Pixels) -> Pixels:
    """The card under a lamp beyond its top."""
    light = np.linspace(1, 0.85, len(drawn))[:, np.newaxis, np.newaxis]
    return np.asarray(drawn * light, np.uint8)


def read(recognition: Recognition) -> str:
    """The card that was read, else why it was not."""
    if recognition.status is ReadingStatus.READ and recognition.face is not None:
        return recognition.face.card
    return str(recognition.status)


def test_a_card_among_its_twins_is_told() -> None:
    assert [read(seen(drawn)) for drawn in TWINS.values()] == list(TWINS)


def test_each_turn_of_a_card_is_read_and_its_own_top_left_comes_first() -> None:
    for turn_deg in (0.0, 95.0, 180.0, 275.0):
        mat = DrawnMat()
        corners_px = mat.lay(OTHERS["P2"], 130, 90, turn_deg)
        found = GALLERY.recognise(mat.frame(), np.roll(corners_px, 2, axis=0))
        assert read(found) == "P2"
        assert np.linalg.norm(found.corners_px - corners_px, axis=1).max() < 1.0


def test_a_card_that_looks_nearly_the_same_upside_down_is_read() -> None:
    gallery = Gallery([face("ten", ten()), *FACES])
    assert {read(seen(ten(), turn_deg=turn, gallery=gallery)) for turn in (0.0, 20.0, 180.0)} == {"ten"}


def test_a_card_that_is_more_like_itself_upside_down_under_a_lamp_is_tried_as_it_lies_first() -> None:
    gallery = Gallery([face("ten", shaded(ten())), *FACES])
    mat = DrawnMat()
    corners_px = mat.lay(shaded(ten()[::-1, ::-1])[::-1, ::-1], 130, 90, 20.0)
    proposed = proposed_faces(gallery.groups, mat.frame(), corners_px)
    upside_down, upright = sorted(
        (one for one in proposed if one.face.card == "ten"), key=lambda one: -one.likeness
    )
    assert (upside_down.turn, upright.turn) == (2, 0)
    assert proposed[0] is upright


def test_a_card_whose_sleeve_shone_when_it_was_enrolled_is_read() -> None:
    enrolled = [face(card, veiled(drawn, 0.2)) for card, drawn in OTHERS.items()]
    gallery = Gallery([*enrolled, *(one for one in FACES if one.card not in OTHERS)])
    assert [read(seen(drawn, gallery=gallery)) for drawn in OTHERS.values()] == list(OTHERS)


def test_fine_lines_that_were_a_tint_when_they_were_enrolled_are_not_taken_for_an_empty_shape() -> None:
    hatched, empty = ovals(are_hatched=True), ovals(are_hatched=False)
    unsharp = cv2.GaussianBlur(hatched, (0, 0), 9)
    gallery = Gallery([face("hatched", unsharp), face("empty", empty), *FACES])
    assert read(seen(empty, gallery=gallery)) == "empty"
    assert read(seen(hatched, gallery=gallery)) != "empty"


def test_outlines_that_are_sharper_and_darker_than_when_they_were_enrolled_are_told_by_their_colour() -> None:
    drawn = {"purple": ovals((110, 40, 90)), "red": ovals((40, 60, 200))}
    gallery = Gallery([face(card, cv2.GaussianBlur(one, (0, 0), 4)) for card, one in drawn.items()])
    assert [read(seen(one, gallery=gallery)) for one in drawn.values()] == list(drawn)


def test_whichever_corner_comes_first_the_card_is_the_same() -> None:
    assert {read(seen(OTHERS["P3"], first=first)) for first in range(4)} == {"P3"}


def test_warm_light_does_not_change_the_card() -> None:
    assert read(seen(TWINS["T8"], Light(lamp=(0.72, 0.95, 1.15)))) == "T8"


def test_a_quarter_of_the_light_does_not_change_the_card() -> None:
    assert read(seen(TWINS["T3"], Light(share=0.25, noise=6.0))) == "T3"


def test_a_card_that_was_not_enrolled_is_not_taken_for_another() -> None:
    assert read(seen(picture_card(77))) == "unknown"


def test_the_twin_that_was_not_enrolled_is_not_taken_for_the_others() -> None:
    assert read(seen(picture_card(1, "4"))) in {"unknown", "ambiguous"}


def test_a_card_whose_print_a_lens_bends_is_read() -> None:
    assert [read(seen(bent(drawn))) for drawn in TWINS.values()] == list(TWINS)


def test_a_card_that_slipped_in_its_sleeve_is_read() -> None:
    sleeved = OTHERS["P4"].copy()
    cv2.line(sleeved, (24, 0), (24, 616), (250, 250, 250), 6)
    assert read(seen(sleeved)) == "P4"


def test_the_twin_that_was_not_enrolled_is_not_taken_for_the_others_through_a_lens_that_bends() -> None:
    assert {read(seen(bent(picture_card(1, digit)))) for digit in "246"} <= {"unknown", "ambiguous"}


def test_a_card_that_was_not_enrolled_and_differs_in_a_letter_is_asked_about() -> None:
    known, other, forgotten = (
        picture_card(5, text=(f"deck with a {word}", "x")) for word in ("test", "text", "tent")
    )
    gallery = Gallery([face("A", known), face("B", other)])
    assert read(seen(forgotten, gallery=gallery)) == "ambiguous"


def test_glare_over_the_digits_decides_nothing() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(TWINS["T8"], 130, 90)
    for x_mm, y_mm in ((105, 53), (155, 127)):
        mat.spot(x_mm, y_mm, 11)
    found = GALLERY.recognise(mat.frame(), corners_px)
    assert found.status in {ReadingStatus.UNREADABLE, ReadingStatus.AMBIGUOUS}


def test_glare_beside_the_digits_leaves_the_card_readable() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(TWINS["T8"], 130, 90)
    mat.spot(130, 90, 9)
    assert read(GALLERY.recognise(mat.frame(), corners_px)) == "T8"


def test_a_token_on_the_picture_leaves_the_card_readable() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(OTHERS["P4"], 130, 90)
    mat.spot(128, 88, 9, level=30.0)
    assert read(GALLERY.recognise(mat.frame(), corners_px)) == "P4"


def test_a_token_or_another_card_over_the_rim_leaves_the_card_readable() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(TWINS["T8"], 130, 90)
    mat.spot(162, 95, 9, level=30.0)
    mat.lay(OTHERS["P4"], 70, 60, 4.0)
    assert read(GALLERY.recognise(mat.frame(), corners_px)) == "T8"


def test_a_white_card_over_a_white_one_is_seen_by_its_edge() -> None:
    plain = np.full((616, 441, 3), 240, np.uint8)
    cv2.rectangle(plain, (0, 0), (440, 615), (0, 0, 0), 5)
    words = cv2.putText(plain.copy(), "PLAIN 5", (60, 330), cv2.FONT_HERSHEY_DUPLEX, 2.2, (0, 0, 0), 6)
    gallery = Gallery([*FACES, face("W5", words)])
    mat = DrawnMat()
    corners_px = mat.lay(words, 130, 90)
    mat.lay(plain, 72, 60, 5.0)
    assert read(gallery.recognise(mat.frame(), corners_px)) == "W5"


def test_what_hides_the_digits_of_twins_at_the_rim_decides_nothing() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(TWINS["T8"], 130, 90)
    for x_mm, y_mm in ((100, 47), (160, 133)):
        mat.spot(x_mm, y_mm, 15, level=30.0)
    assert GALLERY.recognise(mat.frame(), corners_px).status is not ReadingStatus.READ


def test_a_token_over_the_rim_of_a_twin_that_was_not_enrolled_hides_no_digit() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(picture_card(1, "4"), 130, 90)
    mat.spot(162, 75, 9, level=30.0)
    assert GALLERY.recognise(mat.frame(), corners_px).status is not ReadingStatus.READ


def test_a_card_of_which_half_is_hidden_is_not_read() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(TWINS["T8"], 130, 90)
    mat.lay(OTHERS["P4"], 90, 90)
    assert GALLERY.recognise(mat.frame(), corners_px).status is not ReadingStatus.READ


def test_a_black_card_is_known_by_its_face() -> None:
    gallery = Gallery([*FACES, *(face(f"B{seed}", black_card(seed)) for seed in (12, 13))])
    assert read(seen(black_card(13), gallery=gallery)) == "B13"
    assert read(seen(OTHERS["P3"], gallery=gallery)) == "P3"


def test_a_face_without_print_reads_nothing() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(np.full((616, 441, 3), 230, np.uint8), 130, 90)
    assert GALLERY.recognise(mat.frame(), corners_px).status is not ReadingStatus.READ


def test_an_empty_gallery_knows_nothing() -> None:
    found = seen(OTHERS["P2"], gallery=Gallery([]))
    assert (found.status, found.face) == (ReadingStatus.UNKNOWN, None)


def test_a_tiny_picture_is_no_card() -> None:
    corners = np.array([(0, 0), (5, 0), (5, 7), (0, 7)], np.float32)
    assert GALLERY.recognise(np.zeros((8, 6, 3), np.uint8), corners).status is not ReadingStatus.READ


def test_corners_outside_the_picture_are_no_card() -> None:
    corners = np.array([(900, 900), (1000, 900), (1000, 1040), (900, 1040)], np.float32)
    assert GALLERY.recognise(DrawnMat().frame(), corners).status is not ReadingStatus.READ


def test_a_face_that_was_enrolled_as_two_cards_is_a_twin_of_itself() -> None:
    gallery = Gallery([*FACES, face("AGAIN", OTHERS["P2"])])
    twins = gallery.twins(2.4)
    assert [{pair.one.card, pair.other.card} for pair in twins] == [{"P2", "AGAIN"}]
    assert read(seen(OTHERS["P2"], gallery=gallery)) == "ambiguous"


def test_both_pictures_of_one_card_are_that_card() -> None:
    gallery = Gallery([*FACES, face("P2", OTHERS["P2"])])
    assert gallery.twins(2.4) == []
    assert read(seen(OTHERS["P2"], gallery=gallery)) == "P2"


def test_a_card_that_is_printed_in_two_languages_is_read_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (("a card of the test", "deck with a text"), ("deck with a text", "a card of the test"))
    printed = [picture_card(5, text=text) for text in texts]
    gallery = Gallery([face("P5", drawn) for drawn in printed])
    likenesses = FaceGroup.likenesses
    # Sketches do not tell a text from another one.
    monkeypatch.setattr(FaceGroup, "likenesses", lambda *given: np.round(likenesses(*given), 1))
    compared = comparisons(monkeypatch)
    assert [read(seen(drawn, gallery=gallery)) for drawn in printed] == ["P5", "P5"]
    assert len(compared) == len(printed)


def test_the_words_tell_the_language_even_where_one_picture_is_softer() -> None:
    printed = [picture_card(5, text=(text, "deck with a text")) for text in ("a card", "an ace")]
    for softer in (0, 1):
        drawn = [cv2.GaussianBlur(one, (0, 0), 2.5) if n == softer else one for n, one in enumerate(printed)]
        gallery = Gallery([face("P5", one) for one in drawn])
        assert [read(seen(one, gallery=gallery)) for one in printed] == ["P5", "P5"]


def test_digits_that_a_far_camera_cannot_tell_are_named_as_twins() -> None:
    assert GALLERY.twins(2.4) == []
    assert GALLERY.twins(0.5) != []


def test_a_gallery_that_was_prepared_compares_no_faces_with_each_other_during_a_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gallery = Gallery(FACES)
    gallery.prepare(lambda: False)
    monkeypatch.delattr(FaceGroup, "_rivals_of")
    assert read(seen(TWINS["T5"], gallery=gallery)) == "T5"


def test_a_gallery_stops_to_prepare_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(FaceGroup, "_rivals_of")
    Gallery(FACES).prepare(lambda: True)


def comparisons(monkeypatch: pytest.MonkeyPatch) -> list[Pixels]:
    """The references with which cards are compared from now on."""
    compared: list[Pixels] = []

    def count(shown: Pixels, reference: Pixels, *others: Pixels) -> Comparison:
        compared.append(reference)
        return compare(shown, reference, *others)

    monkeypatch.setattr("vision.faces.gallery.compare", count)
    return compared


def test_other_things_are_compared_with_few_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = comparisons(monkeypatch)
    assert read(seen(picture_card(9))) == "unknown"
    assert len(compared) <= 2 * MOST_COMPARED


def test_a_picture_that_is_laid_over_a_twin_wrongly_says_nothing_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    twins = Gallery([face(f"T{digit}", thin(digit)) for digit in "89"])
    rival = twins.groups[0].grey(1)
    right = align

    def aligned(reference: Pixels, *rest: Any) -> Alignment:
        found = right(reference, *rest)
        if not np.array_equal(reference, rival):
            return found
        beside = np.array([(1, 0, 12.0), (0, 1, 0), (0, 0, 1)])
        return Alignment(beside @ found.seen_from_reference, 1.0)

    monkeypatch.setattr("vision.faces.laid_picture.align", aligned)
    assert read(seen(thin("8"), gallery=twins)) == "T8"
