"""The demonstration cards: as many as a match needs, each with its code and reference, and nothing out of place."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from calibration.printing.codes import CARD_MODULE_MM
from calibration.printing.deck.deck import DeckEntry, draw_deck, list_entries, pick_entries
from calibration.printing.paper import A4, Box
from calibration.printing.pen import Document
from calibration.printing.sheets import make_card_grid
from calibration.printing.typesetting import PrintLanguage
from companion.errors import CompanionError
from companion.rules.ofusaido.cards import read_card
from companion.rules.ouaf.cards import RoundCard
from tests.calibration.printing.rasters import (
    fonts,
    letters,
    on_top_of_each_other,
    pictures,
    rasters,
    ruler_mm,
    shipped_deals,
    title,
    words,
)
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.reference.repair import REFERENCE, compile_pattern

GAMES_WITH_CARDS = ("ofusaido", "ouaf", "boufbowl")
EVERY_GAME = pytest.mark.parametrize("game", GAMES_WITH_CARDS)
WHITE_EDGE_MM = 2.0


def one_of_a_kind(game: str, most: int = 9) -> list[DeckEntry]:
    """A sheet of cards as different as they come: of each kind the ones with the longest texts."""
    deals = sorted(shipped_deals(game), key=lambda deal: -len(repr(deal.card)))
    by_kind: dict[str, list[DeckEntry]] = {}
    for deal in deals:
        by_kind.setdefault(deal.card.kind, []).append(replace(deal, copies=1))
    rounds = zip(*(kind + [kind[-1]] * (most - len(kind)) for kind in by_kind.values()), strict=False)
    return list({deal.ref: deal for some in rounds for deal in some}.values())[:most]


def sides(deals: list[DeckEntry]) -> list[tuple[str, bool]]:
    """The references in the order that they are printed in, and whether the back has a code too."""
    return [(deal.ref, isinstance(deal.card, RoundCard)) for deal in deals for _ in range(deal.copies)]


def check_codes(document: Document, deals: list[DeckEntry], dpi: int) -> None:
    """Each front has its code where it belongs; so has each back of a round card, mirrored."""
    grid = make_card_grid(A4)
    cards = sides(deals)
    for n, raster in enumerate(rasters(document, dpi)):
        some = cards[n // 2 * grid.count : (n // 2 + 1) * grid.count]
        places = grid.places(is_mirrored=bool(n % 2))
        expected = [
            (ref, place) for (ref, both), place in zip(some, places, strict=False) if n % 2 == 0 or both
        ]
        assert Counter(raster.texts_by_zxing()) == Counter(ref for ref, _ in expected)
        codes = raster.codes()
        assert Counter(code.text for code in codes) == Counter(ref for ref, _ in expected)
        for code in codes:
            box = raster.box_mm(code)
            assert box.width_mm == pytest.approx(21 * CARD_MODULE_MM, abs=0.2)
            assert any(ref == code.text and place.holds(box) for ref, place in expected)


def check_print(document: Document) -> None:
    """No text is cut short, lies on another, or comes near the edge of its card."""
    assert document.shortened == () and document.missing == ""
    grid = make_card_grid(A4)
    for n in range(document.pages):
        signs = letters(document, n)
        assert on_top_of_each_other(signs) == []
        on_cards = [sign for sign in signs if grid.box.meets(sign.box)]
        rooms = [place.inset(WHITE_EDGE_MM) for place in grid.places()]
        strays = [sign for sign in on_cards if not any(room.holds(sign.box) for room in rooms)]
        assert strays == []


@EVERY_GAME
def test_a_sheet_of_every_kind_of_card_is_read_and_nothing_is_out_of_place(game: str) -> None:
    deals = one_of_a_kind(game)
    document = draw_deck(game, deals, PrintLanguage.BOTH, A4)
    check_codes(document, deals, 200)
    check_print(document)
    assert pictures(document) == 0
    assert all(fonts(document).values())


@EVERY_GAME
def test_the_reference_is_printed_in_capitals_of_three_millimetres(game: str) -> None:
    deals = one_of_a_kind(game, 1)
    document = draw_deck(game, deals, PrintLanguage.FR, A4)
    assert deals[0].ref in words(document, 0)
    corner = Box(0, 0, 63, 88).moved(make_card_grid().box.x_mm, make_card_grid().box.y_mm)
    reference = Box(corner.x_mm, corner.bottom_mm - 8, 40, 8)
    found = [sign for sign in letters(document, 0) if reference.meets(sign.box)]
    assert "".join(sign.sign for sign in found) == deals[0].ref
    assert max(sign.box.height_mm for sign in found) >= 3.0
    assert min(s.box.height_mm for s in found if s.sign != "-") > 2.9


def test_a_deck_has_the_copies_that_its_demonstration_matches_ask_for() -> None:
    copies = {str(deal.ref): deal.copies for deal in shipped_deals("ofusaido")}
    assert copies["OC001-900"] == 2, "both sides have their own copy of the occasions"
    assert copies["JO001-900"] == 1
    assert copies["CO004-900"] == 1, "a card that no match uses is printed all the same"
    assert len(sides(shipped_deals("ouaf"))) == 96


def test_cards_have_the_colour_of_their_team_and_shared_ones_have_none() -> None:
    seats = {str(deal.ref): deal.seat for deal in shipped_deals("ofusaido")}
    assert (seats["JO001-900"], seats["JO019-900"], seats["OC001-900"]) == ("home", "away", None)
    seats = {str(deal.ref): deal.seat for deal in shipped_deals("boufbowl")}
    assert (seats["PR001-900"], seats["AR001-900"], seats["AB001-900"]) == ("red", "red", "blue")
    assert (seats["PW001-900"], seats["EB001-900"]) == (None, None)


def test_players_and_actions_of_one_draw_pile_look_alike_from_behind() -> None:
    deals = {str(deal.ref): replace(deal, copies=1) for deal in shipped_deals("ofusaido")}
    backs = [draw_deck("ofusaido", [deals[ref]], PrintLanguage.FR, A4) for ref in ("JO001-900", "AC001-900")]
    one, other = (list(rasters(document, 60))[1] for document in backs)
    assert (one.grey == other.grey).all()


def test_some_cards_are_printed_by_their_references_one_each() -> None:
    deals = shipped_deals("ofusaido")
    assert [(deal.ref, deal.copies) for deal in pick_entries(deals, ["OC001-900", "JO003-900"])] == [
        ("OC001-900", 1),
        ("JO003-900", 1),
    ]
    for refs in (["JO003-900", "XX999-999"], []):
        with pytest.raises(CompanionError, match="there is no card"):
            pick_entries(deals, refs)


def test_an_owners_long_words_are_made_to_fit_or_told() -> None:
    card = read_card(
        {
            "kind": "action",
            "ref": "ACCC999-999",
            "name": {"en": "A name that is far too long for any card " * 3, "fr": "Un nom"},
            "tier": "red",
            "effects": [{"text": f"{n} words that nobody would ever read. " * 40} for n in ("Many", "More")],
        },
        "cards[0]",
    )
    document = draw_deck(
        "ofusaido", list_entries("ofusaido", {"ACCC999-999": card}, []), PrintLanguage.BOTH, A4
    )
    assert len(document.shortened) == 2
    for n in range(document.pages):
        assert on_top_of_each_other(letters(document, n)) == []


def test_the_sheet_says_what_it_is_and_is_not_enlarged_by_the_printer() -> None:
    document = draw_deck("ouaf", one_of_a_kind("ouaf", 2), PrintLanguage.EN, A4)
    assert b"/PrintScaling /None" in document.pdf
    assert b"/Duplex /DuplexFlipLongEdge" in document.pdf
    assert title(document) == "L’Ouaf: cards"
    assert "L’Ouaf: cards" in words(document, 0)
    front, _ = rasters(document, 200)
    assert abs(ruler_mm(front) - 100) < 0.3


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("dpi", [200, 300])
def test_every_card_of_every_game_is_read(game: str, dpi: int) -> None:
    deals = shipped_deals(game)
    check_codes(draw_deck(game, deals, PrintLanguage.FR, A4), deals, dpi)


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("language", PrintLanguage)
def test_no_text_of_any_card_is_out_of_place_in_any_language(game: str, language: PrintLanguage) -> None:
    check_print(draw_deck(game, shipped_deals(game), language, A4))


@pytest.mark.slow
def test_the_printed_reference_of_a_card_is_read_from_close_by() -> None:
    deals = one_of_a_kind("ofusaido", 1)
    (raster, _) = rasters(draw_deck("ofusaido", deals, PrintLanguage.BOTH, A4), 150)
    card = raster.part(make_card_grid(A4).places()[0])
    (found,) = read_references(np.dstack([card.grey] * 3), ReferenceFormat(compile_pattern(REFERENCE)))
    assert found.text == deals[0].ref


@pytest.mark.parametrize(
    ("ref", "mark"),
    [
        ("JO001-900", "ANNOUNCED, FROM THE TABLE"),
        ("JO012-900", "ANNOUNCED, FROM THE HAND"),
        ("JO002-900", None),
        ("OC007-900", "football school only"),
        ("OC006-900", "not in the football school"),
        ("OC001-900", None),
    ],
)
def test_a_card_says_where_it_is_announced_and_whether_the_football_school_plays_it(
    ref: str, mark: str | None
) -> None:
    deals = pick_entries(shipped_deals("ofusaido"), [ref])
    printed = " ".join(words(draw_deck("ofusaido", deals, PrintLanguage.EN, A4), 0).split())
    if mark is None:
        assert "ANNOUNCED" not in printed
        assert "football school" not in printed
    else:
        assert mark in printed
