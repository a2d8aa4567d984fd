"""The owner's cards by touches: one is entered, found, deleted and brought back."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.backend.local import LocalBackend
from companion.storage.places import Places
from companion.table.faces import demonstration_pictures
from tests.ui.looking import faults
from tests.ui.table import StillSource, Tablet
from ui.cards.entry_panel import OverValue
from ui.cards.page import CardsPage
from ui.widgets.keyboard import Keyboard

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


@pytest.mark.slow
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
            tablet.touch("2")
        elif tablet.shows("yellow"):
            tablet.touch("yellow")
        else:
            tablet.touch("leave empty" if tablet.shows("leave empty") else "no")
        tablet.settle()
    assert tablet.shows("add up to 3"), "a card that cannot be is not kept, and it is said why"
    assert "defence" in {part.field for part in page(tablet).face.parts}
    touch_field(tablet, "defence")
    assert given(tablet)["defence"] == 2, "what was entered is not lost"
    tablet.touch("1")
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


@pytest.mark.slow
def test_a_kind_that_was_found_wrongly_is_chosen_again(tablet: Tablet) -> None:
    page(tablet).enter_card(REF)
    tablet.settle()
    tablet.touch("another kind of card")
    tablet.settle()
    assert tablet.shows("what kind of card")
    tablet.touch("stadium")
    tablet.settle()
    entry = page(tablet).entry
    assert entry is not None
    assert entry.kind == "stadium"


@pytest.mark.slow
def test_fields_are_touched_on_the_card_in_any_order_and_the_face_follows(
    tablet: Tablet, tmp_path: Path
) -> None:
    page(tablet).enter_card("JO777-777")
    tablet.settle()
    first = page(tablet).face._drawn
    touch_field(tablet, "stats.PAS")
    assert tablet.shows("PAS, pass")
    tablet.touch("7")
    tablet.settle()
    assert page(tablet).face._drawn != first, "the face shows the number"
    touch_field(tablet, "level")
    tablet.touch("other number")
    tablet.settle()
    keys = page(tablet).keys
    assert isinstance(keys, Keyboard) and keys.is_signs, "digits are shown first"
    for digit in "100":
        tablet.touch(digit)
    tablet.touch("confirm")
    tablet.settle()
    assert tablet.shows("“100” is not a number from -99 to 99")
    keys = page(tablet).keys
    assert isinstance(keys, Keyboard) and keys.words == "100", "nothing that was typed is lost"
    tablet.touch("delete")
    tablet.touch("confirm")
    tablet.settle()
    assert {"level": 10, "stats.PAS": 7}.items() <= given(tablet).items()
    tablet.touch("back")
    tablet.settle()
    tablet.touch("JO777-777")
    tablet.settle()
    assert {"level": 10, "stats.PAS": 7}.items() <= given(tablet).items(), "the draft has stayed"


@pytest.mark.slow
def test_the_face_follows_a_name_while_it_is_typed_and_closing_the_keyboard_takes_it_back(
    tablet: Tablet,
) -> None:
    page(tablet).enter_card("JO777-777")
    tablet.settle()
    nameless = page(tablet).face._drawn
    assert nameless is not None
    touch_field(tablet, "name")
    tablet.touch("type it")
    for letter in "Ada":
        tablet.touch(letter.lower())
    tablet.settle()
    named = page(tablet).face._drawn
    assert named is not None and named.picture != nameless.picture
    tablet.touch("close")
    tablet.settle()
    assert "name" not in given(tablet)


def given(tablet: Tablet) -> Mapping[str, Any]:
    """What was entered for the card so far."""
    entry = page(tablet).entry
    assert entry is not None
    return entry.given


def touch_field(tablet: Tablet, field: str) -> None:
    """Touch the middle of a field on the face."""
    face = page(tablet).face
    x, y, width, height = face.box_of(next(part for part in face.parts if part.field == field))
    tablet.touch_at(*face.to_window(x + width / 2, y + height / 2))
    tablet.settle()


def test_letters_that_no_known_card_has_ask_for_the_kind(tablet: Tablet) -> None:
    page(tablet).enter_card("ZZ777-777")
    tablet.settle()
    assert tablet.shows("what kind of card is ZZ777-777")


@pytest.mark.slow
def test_cards_are_shown_to_the_camera_and_the_one_that_tells_no_reference_is_asked_about(
    tablet: Tablet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = demonstration_pictures("ofusaido")
    back = pictures["EN018-900"].back
    assert back is not None
    sheet = np.full((700, 900, 3), (70, 90, 60), np.uint8)
    for left, drawn in ((60, pictures["EN018-900"].front), (500, back)):
        height, width = drawn.shape[:2]
        sheet[100 : 100 + height, left : left + width] = drawn // 4 * 3
    monkeypatch.setattr(
        "companion.backend.face_teacher.source_for",
        lambda words, **_: StillSource(sheet),
    )
    tablet.touch("show your cards")
    tablet.until(lambda: tablet.shows("which card is this?"))
    tablet.until(lambda: tablet.shows("EN018-900"))
    tablet.settle()
    assert not faults(tablet)
    tablet.touch("type its reference")
    for sign in "nonsense":
        tablet.touch(sign)
    tablet.touch("confirm")
    assert tablet.shows("is not a card reference")
    tablet.touch("it is the back of all cards")
    tablet.until(lambda: not tablet.shows("which card is this?"))
    faces = tmp_path / "catalogues/ofusaido/faces"
    assert sorted(path.name for path in faces.glob("*.jpg")) == ["@back.jpg", "EN018-900@front.jpg"]
    tablet.touch("back")
    tablet.settle()
    assert tablet.shows("your cards")


@pytest.mark.slow
def test_a_value_that_nobody_has_entered_is_a_dash_on_the_face(tablet: Tablet) -> None:
    """The face showed the first position of the list as if it were chosen, while the page said that it was missing."""
    page(tablet).enter_card("JO777-777")
    tablet.settle()

    def dashes() -> int:
        return sum(isinstance(one, OverValue) and one.is_missing for one in page(tablet).face.children)

    before = dashes()
    assert before, "nothing is entered yet"
    touch_field(tablet, "stats.PAS")
    tablet.touch("0")
    tablet.settle()
    assert dashes() == before - 1, "a nought that was entered is a value"


@pytest.mark.slow
def test_without_a_camera_the_code_for_a_phone_is_the_first_step_and_another_camera_can_be_chosen(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.phone.link.own_addresses", lambda: ("127.0.0.1",))
    tablet.touch("show your cards")
    tablet.until(lambda: tablet.shows("1. Scan this code with the phone"))
    tablet.settle()
    assert tablet.shows("2. Then: lay your cards")
    assert not page(tablet).frame.problem, "that nobody has scanned it yet is no fault"
    assert not faults(tablet)
    monkeypatch.setattr(
        "companion.backend.face_teacher.source_for",
        lambda words, **_: StillSource(np.full((700, 900, 3), (70, 90, 60), np.uint8)),
    )
    tablet.touch("another camera")
    tablet.until(lambda: tablet.shows("a phone"))
    assert not tablet.shows("no camera"), "nothing can be shown to none"
    page(tablet).chosen("camera", "/dev/video9")
    tablet.until(lambda: page(tablet).is_reading)
    assert tablet.shows("lay your cards flat")
    assert not tablet.shows("scan this code")
