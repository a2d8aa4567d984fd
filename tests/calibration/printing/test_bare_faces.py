"""The demonstration cards without codes: what a camera sees of them, and which backs tell a card."""

import pytest

from calibration.printing.deck.bare_faces import draw_bare_deck
from calibration.printing.deck.deck import DeckEntry, list_entries, make_card_sides
from calibration.printing.raster import RasterSize, rasterize
from calibration.printing.typesetting import PrintLanguage
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue
from vision.detectors.codes import read_plain
from vision.frame import to_grey

WITH_CARDS = ("ofusaido", "ouaf", "boufbowl")


def entries_of(game: str) -> list[DeckEntry]:
    cards, _ = read_cards(load_catalogue(game, [SHIPPED]), GAMES[game].check_card)
    return list_entries(game, cards, [])


@pytest.mark.parametrize("game", WITH_CARDS)
def test_a_card_without_a_code_has_none_that_is_read_and_with_it_has(game: str) -> None:
    entries = entries_of(game)[:3]
    deck = draw_bare_deck(game, entries, PrintLanguage.FR, 6.0)
    coded = rasterize(
        [make_card_sides(game, one, PrintLanguage.FR).front for one in entries], RasterSize(63, 88, 378)
    )
    for entry, bare, picture in zip(entries, deck.cards, coded, strict=True):
        assert read_plain(to_grey(bare.front)) == []
        assert [code.text for code in read_plain(picture[..., 1].copy())] == [entry.ref]


@pytest.mark.slow
def test_a_back_that_several_cards_share_tells_no_card_and_one_of_its_own_does() -> None:
    entries = entries_of("ouaf")
    deck = draw_bare_deck("ouaf", entries, PrintLanguage.FR, 3.5)
    own = {card.entry.ref for card in deck.cards if card.back is not None}
    assert own and all(ref.startswith("RO") for ref in own), "rounds have the evaluation on their backs"
    assert deck.shared_backs, "the work cards of a player share one"
    assert set(deck.back_of) == {str(entry.ref) for entry in entries}
