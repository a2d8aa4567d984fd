"""Many cards are photographed and looked over by touches."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backend.local import LocalBackend
from companion.errors import StorageError
from companion.storage.card_sizes import CardSize
from companion.storage.intake import IntakeShelf
from companion.storage.kept_files import replace_file
from companion.storage.places import Places
from companion.words import Text
from tests.ui.looking import faults
from tests.ui.table import StillSource, Tablet
from tests.vision.values.drawn_cards import energy_card, narrow, photograph
from vision.frame import Pixels

pytestmark = [pytest.mark.ui, pytest.mark.drawn]
TYPED = """game: ofusaido
cards:
  - {kind: energy, ref: EN001-241, attack: 1, defence: 2, colour: red, whistle: true}
  - {kind: energy, ref: EN002-241, attack: 4, defence: -1, colour: blue}
  - {kind: energy, ref: EN003-241, attack: 0, defence: 3, colour: red}
"""


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    cards = tmp_path / "catalogues/ofusaido/cards.yaml"
    cards.parent.mkdir(parents=True)
    cards.write_text(TYPED)
    with Tablet(LocalBackend(Places(tmp_path)), language="en") as tablet:
        tablet.touch("cards")
        tablet.settle()
        yield tablet
        # The page gives its camera back: a thread of it that is inside OpenCV as Python ends would abort the process.
        tablet.app.go("home")
        tablet.settle()


CARDS = (
    ("EN001-241", 1, 2, "red", True),
    ("EN002-241", 4, -1, "blue", False),
    ("EN003-241", 0, 3, "red", False),
    ("EN004-241", -1, 4, "yellow", True),
)


def laid(*, are_narrow: bool = False) -> Pixels:
    """Return a picture of all cards on a table."""
    drawn = [
        energy_card(ref, attack, defence, colour, whistle=whistle)
        for ref, attack, defence, colour, whistle in CARDS
    ]
    return photograph([narrow(card) for card in drawn] if are_narrow else drawn)


def show_cards(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay all cards under the camera, and wait until they are taken."""
    table = laid()
    monkeypatch.setattr("companion.backend.face_teacher.source_for", lambda words, **_: StillSource(table))
    tablet.touch("photograph several")
    for ref in (card[0] for card in CARDS):
        tablet.until(lambda ref=ref: tablet.shows(ref) or tablet.shows("cards taken: 4"))  # type: ignore[misc]
    tablet.until(lambda: tablet.shows("cards taken: 4"))
    assert not faults(tablet)


def questions(tablet: Tablet) -> Iterator[None]:
    """Wait for each question, until none is left."""
    for _ in range(20):
        tablet.until(lambda: not tablet.shows("the cards are being read"))
        assert not faults(tablet)
        if tablet.shows("nothing is left to ask"):
            return
        yield


@pytest.mark.slow
def test_cards_for_which_the_disk_has_no_room_are_taken_once_it_has(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, is_full = laid(), True

    def keep(path: Path, data: bytes) -> None:
        if is_full:
            raise StorageError(Text("the disk is full; make room on it"))
        replace_file(path, data)

    monkeypatch.setattr("companion.storage.intake.replace_file", keep)
    monkeypatch.setattr("companion.backend.face_teacher.source_for", lambda words, **_: StillSource(table))
    # No phone has to join: the camera is a source of the test.
    monkeypatch.setattr("ui.cards.intake_page.IntakePage.is_phone_awaited", False)
    tablet.touch("photograph several")
    tablet.until(lambda: tablet.shows("the disk is full; make room on it"))
    assert not tablet.shows("failed")
    is_full = False
    tablet.until(lambda: tablet.shows("cards taken: 4"))
    tablet.until(lambda: not tablet.shows("the disk is full"))


@pytest.mark.slow
def test_a_card_of_which_a_strip_is_covered_is_not_taken_and_its_place_is_told(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid()
    table[604:616, -440:] = table[10, 10]
    monkeypatch.setattr(LocalBackend, "phone", lambda self: None)
    monkeypatch.setattr("companion.backend.face_teacher.source_for", lambda words, **_: StillSource(table))
    tablet.touch("photograph several")
    tablet.until(
        lambda: tablet.shows("cards taken: 3") and tablet.shows("something is not taken (at the right)")
    )
    assert not tablet.shows("EN004-241")


@pytest.mark.slow
def test_cards_of_another_size_are_taken_once_a_finger_says_how_large_they_are(
    tablet: Tablet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid(are_narrow=True)
    monkeypatch.setattr(LocalBackend, "phone", lambda self: None)
    monkeypatch.setattr("companion.backend.face_teacher.source_for", lambda words, **_: StillSource(table))
    tablet.touch("photograph several")
    tablet.until(lambda: tablet.shows("by their shape these cards are not 63 × 88 mm"))
    tablet.touch("card size")
    tablet.settle()
    assert not faults(tablet)
    tablet.touch("56 × 87 mm")
    tablet.until(lambda: tablet.shows("cards taken: 4"))
    assert IntakeShelf(tmp_path, "ofusaido").cards()[0][0].size == CardSize(56.0, 87.0)
    tablet.touch("back")
    tablet.settle()
    tablet.touch("show your cards")
    tablet.until(lambda: tablet.shows("card size"))
    tablet.touch("card size")
    tablet.touch("another size")
    for key in "40x60":
        tablet.touch(key)
    tablet.touch("confirm")
    tablet.until(lambda: tablet.shows("40 × 60 mm"))


@pytest.mark.slow
def test_cards_are_photographed_looked_over_and_entered(
    tablet: Tablet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_cards(tablet, monkeypatch)
    tablet.touch("check what was read")
    for _ in questions(tablet):
        # Only one card that is known has a whistle: nothing tells yet where it stands.
        tablet.touch("yes" if tablet.shows("what does EN004-241 say here?") else "yes, that is right")
    assert tablet.shows("cards entered: 1; left in the queue: 0")
    entered = (tmp_path / "catalogues/ofusaido/cards.yaml").read_text().partition("EN004-241")[2]
    assert "whistle: true" in entered
    tablet.touch("back")
    tablet.settle()
    assert tablet.shows("your cards")


@pytest.mark.slow
def test_a_crop_that_is_wrong_is_touched_and_its_field_is_asked_or_the_card_left_out(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_cards(tablet, monkeypatch)
    tablet.touch("check what was read")
    asked = ""
    for _ in questions(tablet):
        if tablet.shows("what does EN004-241 say here?"):
            asked = "attack"
            break
        tablet.touch("no, something else" if tablet.shows("1” was read here") else "yes, that is right")
    assert asked
    assert tablet.shows("the points for the attack")
    tablet.touch("this is no card")
    tablet.until(lambda: tablet.shows("nothing is left to ask"))
    assert tablet.shows("cards entered: 0; left in the queue: 0")
