"""`companion cards read` and `cards review`: cards in photographs are read by three that are typed, looked at, and entered."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.storage.intake import IntakeCard, IntakeShelf
from tests.cli.terminal import Said, Terminal, full_disk
from tests.vision.values.drawn_cards import energy_card, narrow, photograph

pytestmark = pytest.mark.drawn
TYPED = """game: ofusaido
cards:
  - {kind: energy, ref: EN001-241, attack: 1, defence: 2, colour: red, whistle: true}
  - {kind: energy, ref: EN002-241, attack: 4, defence: -1, colour: blue}
  - {kind: energy, ref: EN003-241, attack: 0, defence: 3, colour: red}
"""


class Owner(Terminal):
    """An owner who has typed three energies, and photographs them with a fourth."""

    def photograph(
        self, *cards: tuple[str, int, int, str, bool], name: str = "cards.png", are_narrow: bool = False
    ) -> Path:
        drawn = [
            energy_card(ref, attack, defence, colour, whistle=whistle)
            for ref, attack, defence, colour, whistle in cards
        ]
        path = self.folder / name
        cv2.imwrite(str(path), photograph([narrow(card) for card in drawn] if are_narrow else drawn))
        return path

    def read(self, path: Path, *more: str) -> Said:
        return self.type("cards", "read", path, "--game", "ofusaido", *more)

    def review(self, stdin: str) -> Said:
        return self.type("cards", "review", "ofusaido", stdin=stdin.encode())

    @property
    def catalogue(self) -> Path:
        return self.data / "catalogues/ofusaido/cards.yaml"


@pytest.fixture
def owner(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Owner:
    owner = Owner(tmp_path, capsys, monkeypatch)
    owner.catalogue.parent.mkdir(parents=True)
    owner.catalogue.write_text(TYPED)
    return owner


KNOWN = (
    ("EN001-241", 1, 2, "red", True),
    ("EN002-241", 4, -1, "blue", False),
    ("EN003-241", 0, 3, "red", False),
)

SHEET, WHISTLE = "\n", "yes\n"
"""What is answered to a sheet on which all is right, and to the whistle: it is asked, since only one known card has one."""


@pytest.mark.slow
def test_a_card_is_read_by_three_that_are_typed_and_entered_once_it_was_looked_at(owner: Owner) -> None:
    said = owner.read(owner.photograph(*KNOWN, ("EN004-241", -1, 4, "yellow", True)))
    assert said.code == 0, said.out + said.err
    said = owner.review(3 * SHEET + WHISTLE)
    assert said.code == 0, said.out + said.err
    assert "Cards entered: 1; left in the queue: 0" in said.out
    shown = owner.type("cards", "show", "EN004-241").out
    for words in ("-1", "yellow", "yes"):
        assert words in shown
    assert (owner.data / "catalogues/ofusaido/faces/EN004-241@front.jpg").exists()


@pytest.mark.slow
def test_a_photograph_is_taken_once_and_what_is_no_photograph_is_told(owner: Owner) -> None:
    path = owner.photograph(*KNOWN[:1])
    (owner.folder / "broken.png").write_bytes(b"no picture")
    cv2.imwrite(str(owner.folder / "empty.png"), np.full((300, 400, 3), 90, np.uint8))
    assert owner.read(path).code == 0
    said = owner.read(owner.folder)
    assert said.code == 1
    first, *told = said.out.splitlines()
    assert first == "Pictures in which cards are looked for: 3"
    assert told[0].startswith("1 of 3: ")
    assert "broken.png cannot be read as a picture" in told[0]
    assert told[1] == "2 of 3: cards.png: these cards are in the queue already: 1"
    assert told[2].startswith("3 of 3: no card was found in")


@pytest.mark.slow
def test_a_card_of_which_a_strip_is_covered_is_not_taken_and_it_is_told_where(owner: Owner) -> None:
    path = owner.photograph(*KNOWN, ("EN004-241", -1, 4, "yellow", True))
    pixels = cv2.imread(str(path))
    assert pixels is not None
    pixels[594:620, 1370:1770] = (45, 40, 38)
    cv2.imwrite(str(path), pixels)
    said = owner.read(path)
    assert said.code == 0
    assert "cards found: 3" in said.out
    assert "something was not taken (at the right): its edges are hardly those of a card." in said.out
    assert "EN004" not in said.out


@pytest.mark.slow
def test_cards_of_another_size_are_told_by_their_shape_and_read_once_their_size_is_typed(
    owner: Owner,
) -> None:
    path = owner.photograph(*KNOWN, ("EN004-241", -1, 4, "yellow", True), are_narrow=True)
    said = owner.read(path)
    assert said.code == 1
    assert "by their shape these cards are not 63 × 88 mm, but perhaps 56 × 87 mm / 44 × 68 mm" in said.out
    assert "Cards taken: 0" in said.out
    said = owner.read(path, "--size", "87 x 56")
    assert said.code == 0
    assert "Cards of 56 × 87 mm are looked for" in said.out
    assert "cards found: 4" in said.out
    assert "Cards entered: 1; left in the queue: 0" in owner.review(3 * SHEET + WHISTLE).out
    face = cv2.imread(str(owner.data / "catalogues/ofusaido/faces/EN004-241@front.jpg"))
    assert face is not None
    assert face.shape[:2] == (round(3.5 * 87), round(3.5 * 56))
    again = owner.photograph(*KNOWN[:1], name="again.png", are_narrow=True)
    assert "Cards of 56 × 87 mm are looked for" in owner.read(again).out


def test_a_size_that_no_card_has_is_refused_with_what_is_possible(owner: Owner) -> None:
    for size in ("5x9", "88x88", "63", "10x1000"):
        said = owner.read(owner.folder, "--size", size)
        assert said.code == 2
        assert "such as 56x87" in said.err


@pytest.mark.slow
def test_a_photograph_that_was_stopped_half_way_is_taken_whole_the_next_time(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = owner.photograph(*KNOWN)
    add, taken = IntakeShelf.add, list[IntakeCard]()

    def stopping(shelf: IntakeShelf, card: IntakeCard, jpeg: bytes) -> None:
        if len(taken) == 2:
            raise KeyboardInterrupt
        taken.append(card)
        add(shelf, card, jpeg)

    monkeypatch.setattr(IntakeShelf, "add", stopping)
    assert owner.read(path).code == 130
    monkeypatch.setattr(IntakeShelf, "add", add)
    said = owner.read(path)
    assert said.code == 0
    assert "in the queue: 3" in said.out
    assert "once more" not in said.out


@pytest.mark.slow
def test_a_disk_that_is_full_half_way_says_what_is_kept_and_what_to_do(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, taken = IntakeShelf.add, list[IntakeCard]()

    def filling(shelf: IntakeShelf, card: IntakeCard, jpeg: bytes) -> None:
        if taken:
            monkeypatch.setattr(os, "fsync", full_disk)
        taken.append(card)
        add(shelf, card, jpeg)

    monkeypatch.setattr(IntakeShelf, "add", filling)
    said = owner.read(owner.photograph(*KNOWN))
    assert said.code == 2
    assert "the disk is full; make room on it" in said.err
    assert "Cards taken: 1; in the queue: 1" in said.out
    assert "type the same command again to go on" in said.out


@pytest.mark.slow
def test_what_is_said_before_a_stop_is_kept(owner: Owner) -> None:
    owner.read(owner.photograph(*KNOWN, ("EN004-241", -1, 4, "yellow", True)))
    said = owner.review(SHEET + ".\n")
    assert said.code == 1
    assert "left in the queue: 1" in said.out
    assert owner.review(2 * SHEET + WHISTLE).code == 0


@pytest.mark.parametrize("words", [("read", "--game=ofusaido"), ("learn", "ofusaido", "--source")])
def test_a_folder_without_a_picture_is_told(owner: Owner, words: tuple[str, ...]) -> None:
    folder = owner.folder / "holiday"
    folder.mkdir()
    said = owner.type("cards", *words, folder)
    assert said.code == 2
    assert f"there are no pictures in {folder}" in said.err


def test_a_review_of_nothing_is_over_at_once(owner: Owner) -> None:
    said = owner.review("")
    assert (said.code, said.out) == (0, "Cards entered: 0; left in the queue: 0\n")


@pytest.mark.slow
def test_the_kind_of_a_card_without_a_legible_reference_is_proposed_as_that_of_the_card_beside_it(
    owner: Owner,
) -> None:
    owner.read(owner.photograph(*KNOWN, ("", -1, 4, "yellow", True)))
    said = owner.review("\n.\n")
    assert "of what kind is card 4?" in said.out.lower()
    assert "[energy] > " in said.out
    shelf, _ = IntakeShelf(owner.data, "ofusaido").cards()
    assert [card.kind for card in shelf] == ["energy"] * 4


@pytest.mark.parametrize("lost", [{"again": 1, "kind": "energy"}, {"kind": "energies"}])
def test_what_the_queue_does_not_know_any_more_is_asked_anew(owner: Owner, lost: dict[str, object]) -> None:
    """The first of two equal cards may be in a damaged file, and a damaged letter makes a kind that no game has."""
    shelf = IntakeShelf(owner.data, "ofusaido")
    shelf.add(IntakeCard(2, "IMG_1.jpg 2", **lost), cv2.imencode(".jpg", np.zeros((88, 63, 3)))[1].tobytes())  # type: ignore[arg-type]
    said = owner.review(".\n")
    assert said.code == 1
    assert "IMG_1.jpg" in said.out or "00002.jpg" in said.out
