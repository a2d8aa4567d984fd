"""Stickers: every code is read, true to its size, in its label, with its reference in print beside it."""

import pytest

from calibration.printing.codes import STICKER_MODULE_MM, make_qr, make_qr_cells, make_tag
from calibration.printing.paper import Box
from calibration.printing.pen import Document
from calibration.printing.stickers import (
    CAPITALS_MM,
    FIRST,
    LAST,
    SHEETS,
    Sticker,
    StickerKind,
    allocate_tags,
    draw_stickers,
    find_labels,
    lay_out,
)
from calibration.printing.typesetting import PrintLanguage
from companion.errors import CompanionError
from tests.calibration.printing.rasters import letters, on_top_of_each_other, rasters, words

CARDS = [
    Sticker("AC001-241", "Débordement à gauche", 200),
    Sticker("JO003-118", "Évariste Longchêne, dit le Mur", 201),
    Sticker("WWW999-888", "", 586),
]


def printed(labels: str, kind: StickerKind, skip: int = 0, times: int = 1) -> Document:
    return draw_stickers(CARDS * times, find_labels(labels), kind, PrintLanguage.FR, skip=skip)


def fitting(kind: StickerKind) -> list[str]:
    code = make_qr("AC001-241") if kind is StickerKind.QR else make_tag(200, 2.0)
    return [n for n, s in SHEETS.items() if lay_out(code, "WWW999-888", s.width_mm, s.height_mm)]


@pytest.mark.parametrize("labels", [*fitting(StickerKind.QR), "45x48", "60x44", "52x60"])
def test_every_qr_code_on_labels_is_read_and_lies_in_its_label(labels: str) -> None:
    document = printed(labels, StickerKind.QR)
    (raster,) = rasters(document, 200)
    assert sorted(raster.texts_by_zxing()) == sorted(card.ref for card in CARDS)
    codes = raster.codes()
    assert len(codes) == len(CARDS)
    for code in codes:
        box = raster.box_mm(code)
        assert box.width_mm == pytest.approx(21 * STICKER_MODULE_MM, abs=0.2)
        place = find_labels(labels).places()[[card.ref for card in CARDS].index(code.text)]
        assert place.inset(4 * STICKER_MODULE_MM - 0.2).holds(box), "the light margin is in the label too"
    print_is_right(document, labels)


@pytest.mark.parametrize("labels", [*fitting(StickerKind.TAG), "21x25", "24x44"])
def test_every_tag_on_labels_is_read(labels: str) -> None:
    document = printed(labels, StickerKind.TAG)
    (raster,) = rasters(document, 200)
    tags = raster.tags()
    assert sorted(tag.text for tag in tags) == ["200", "201", "586"]
    for tag in tags:
        width = raster.box_mm(tag).width_mm
        assert min(abs(width - 20.0), abs(width - 16.0)) < 0.2
    print_is_right(document, labels)


def print_is_right(document: Document, labels: str) -> None:
    """References whole, high enough, in their labels, on nothing else."""
    told = words(document, 0)
    assert all(card.ref in told for card in CARDS)
    assert document.shortened == ()
    signs = letters(document, 0)
    assert on_top_of_each_other(signs) == []
    places = find_labels(labels).places()[: len(CARDS)]
    block = Box(
        min(place.x_mm for place in places),
        min(place.y_mm for place in places),
        max(place.right_mm for place in places) - min(place.x_mm for place in places),
        max(place.bottom_mm for place in places) - min(place.y_mm for place in places),
    )
    on_labels = [sign for sign in signs if block.meets(sign.box)]
    assert all(any(place.holds(sign.box) for place in places) for sign in on_labels)
    digits = [max(s.box.height_mm, s.box.width_mm) for s in on_labels if s.sign == "9"]
    assert max(digits) >= CAPITALS_MM - 0.1


def test_a_label_that_is_too_small_says_how_much_is_needed_and_which_fit() -> None:
    with pytest.raises(CompanionError) as refused:
        printed("avery-l7160", StickerKind.QR)
    said = str(refused.value)
    assert "43.5 by 46.9 mm" in said and "63.5 by 38.1 mm" in said
    assert "avery-l7161" in said and "avery-l7163" not in said and "--kind tag" in said


def test_tags_that_are_too_large_at_first_are_printed_smaller_before_they_are_refused() -> None:
    (raster,) = rasters(printed("avery-l7651", StickerKind.TAG), 200)
    assert raster.box_mm(raster.tags()[0]).width_mm == pytest.approx(16, abs=0.2)
    (raster,) = rasters(printed("avery-l7160", StickerKind.TAG), 200)
    assert raster.box_mm(raster.tags()[0]).width_mm == pytest.approx(20, abs=0.2)
    with pytest.raises(CompanionError, match="these fit: avery-l7651"):
        printed("avery-l4732", StickerKind.TAG)


def test_labels_that_are_used_already_are_skipped_and_the_next_sheet_begins_at_its_corner() -> None:
    labels = SHEETS["avery-l7161"]
    document = printed(labels.name, StickerKind.QR, skip=17)
    assert document.pages == 2
    first, second = rasters(document, 150)
    assert [code.text for code in first.codes()] == ["AC001-241"]
    assert labels.places()[17].holds(first.box_mm(first.codes()[0]))
    assert labels.places()[0].holds(min((second.box_mm(c) for c in second.codes()), key=lambda box: box.x_mm))
    for skip in (-1, 18):
        with pytest.raises(CompanionError, match="has 18 labels"):
            printed(labels.name, StickerKind.QR, skip=skip)


@pytest.mark.parametrize("words", ["avery-l9999", "45", "0x30", "5x300", "45x48x2", ""])
def test_labels_that_nobody_knows_are_refused_with_those_that_are_known(words: str) -> None:
    with pytest.raises(CompanionError, match=r"avery-l7161|10 to 190"):
        find_labels(words)


def test_a_free_size_is_read_as_people_write_it() -> None:
    assert (find_labels("45,5 × 48").width_mm, find_labels("45.5X48").height_mm) == (45.5, 48)


def test_a_reference_of_capitals_and_digits_is_a_code_of_version_1() -> None:
    assert len(make_qr_cells("ABCDEFGHIJ0123456789")) == 21
    assert len(make_qr_cells("a reference in small letters")) > 21


def test_tags_are_given_in_the_order_of_the_catalogue_and_never_twice() -> None:
    assert allocate_tags(["A", "B"], {}) == {"A": 200, "B": 201}
    assert allocate_tags(["A", "B", "C"], {200: "B", 203: "X"}) == {"B": 200, "X": 203, "A": 201, "C": 202}


def test_there_are_387_tags_for_cards() -> None:
    refs = [f"R{n}" for n in range(LAST - FIRST + 1)]
    assert allocate_tags(refs, {})[refs[-1]] == 586
    with pytest.raises(CompanionError, match="387 tags"):
        allocate_tags([*refs, "one more"], {})
