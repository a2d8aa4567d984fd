"""The owner's cards by touches: one is entered, found, deleted and brought back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backend.local import LocalBackend
from companion.storage.places import Places
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.cards.entry_lines import Again
from ui.cards.page import CardsPage

REF = "EN777-777"


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    with Tablet(LocalBackend(Places(tmp_path)), language="en") as tablet:
        tablet.touch("cards")
        tablet.settle()
        yield tablet


def page(tablet: Tablet) -> CardsPage:
    page = tablet.app.page
    assert isinstance(page, CardsPage)
    return page


def test_an_energy_is_entered_deleted_and_brought_back(tablet: Tablet, tmp_path: Path) -> None:
    assert not faults(tablet)
    page(tablet).enter_card(REF)
    tablet.settle()
    assert not tablet.shows("what kind of card"), "its letters tell it"
    assert not faults(tablet)
    for _ in range(12):
        entry = page(tablet).entry
        assert entry is not None
        if entry.question is None:
            break
        assert not faults(tablet)
        assert list((tmp_path / "drafts").glob("*.json")), "each answer is on disk before the next question"
        name = entry.question.path
        if name in ("attack", "defence"):
            if tablet.shows("type it"):
                page(tablet)._typed("2")
            else:
                tablet.touch("2")
        elif tablet.shows("yellow"):
            tablet.touch("yellow")
        else:
            tablet.touch("no")
        tablet.settle()
    assert tablet.shows("add up to 3"), "a card that cannot be is not kept, and it is said why"
    page(tablet)._answer(Again("defence"))
    tablet.settle()
    page(tablet)._typed("1")
    tablet.settle()
    tablet.touch("save the card")
    tablet.settle()
    assert tablet.shows(REF), tablet.texts()
    assert REF in (tmp_path / "catalogues/ofusaido/cards.yaml").read_text()
    assert not list((tmp_path / "drafts").glob("*.json"))
    tablet.touch(REF)
    tablet.touch("delete it")
    tablet.settle()
    assert REF not in (tmp_path / "catalogues/ofusaido/cards.yaml").read_text()
    tablet.touch("restore it")
    tablet.settle()
    assert REF in (tmp_path / "catalogues/ofusaido/cards.yaml").read_text()


def test_what_is_no_reference_is_said(tablet: Tablet) -> None:
    page(tablet)._ref = "nonsense"
    page(tablet)._begin("energy", "nonsense")
    tablet.settle()
    assert tablet.shows("is not a card reference")


def test_a_kind_that_was_found_wrongly_is_chosen_by_going_back(tablet: Tablet) -> None:
    page(tablet).enter_card(REF)
    tablet.settle()
    page(tablet).back()
    tablet.settle()
    assert tablet.shows("what kind of card")
    tablet.touch("stadium")
    tablet.settle()
    entry = page(tablet).entry
    assert entry is not None
    assert entry.kind == "stadium"


def test_letters_that_no_known_card_has_ask_for_the_kind(tablet: Tablet) -> None:
    page(tablet).enter_card("ZZ777-777")
    tablet.settle()
    assert tablet.shows("what kind of card is ZZ777-777")
