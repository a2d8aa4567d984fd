"""`companion cards learn`: cards in photographs are learnt, and known again."""

import os
import zipfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.cards import learning
from companion.storage.faces import FaceShelf, KeptFace
from companion.table.faces import demonstration_pictures
from tests.cli.terminal import Said, Terminal, full_disk

pytestmark = pytest.mark.drawn
GROUND = (70, 90, 60)


class Learner(Terminal):
    """An owner who photographs demonstration cards without codes."""

    def photograph(self, *cards: tuple[str, float], name: str = "cards.png", side: str = "front") -> Path:
        """Photographs cards in a row, each turned by some degrees."""
        pictures = demonstration_pictures("ofusaido")
        sheet = np.full((640, 420 * len(cards), 3), GROUND, np.uint8)
        for number, (ref, turn_deg) in enumerate(cards):
            drawn = getattr(pictures[ref], side)
            height, width = drawn.shape[:2]
            way = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
            way[:, 2] += (420 * number + 210 - width / 2, 320 - height / 2)
            size = (sheet.shape[1], sheet.shape[0])
            covers = cv2.warpAffine(np.ones((height, width), np.float32), way, size)[..., np.newaxis]
            sheet = (sheet * (1 - covers) + 0.85 * cv2.warpAffine(drawn, way, size) * covers).astype(np.uint8)
        path = self.folder / name
        cv2.imwrite(str(path), sheet)
        return path

    def learn(self, *words: str | Path, stdin: str = "") -> Said:
        return self.type("cards", "learn", "ofusaido", *words, stdin=stdin.encode())

    @property
    def kept(self) -> list[str]:
        return sorted(path.name for path in (self.data / "catalogues/ofusaido/faces").glob("*.jpg"))


@pytest.fixture
def learner(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Learner:
    return Learner(tmp_path, capsys, monkeypatch)


def upright_ink(path: Path) -> Any:
    """The upper and the lower half of a kept face."""
    face = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert face is not None
    return np.array_split(face, 2)


@pytest.mark.slow
def test_cards_whose_references_can_be_read_are_learnt_upright_and_known_the_next_time(
    learner: Learner,
) -> None:
    photograph = learner.photograph(("EN018-900", 5), ("GB001-900", 180))
    said = learner.learn("--source", photograph)
    assert said.out.splitlines() == [
        f"1 of 1: cards are looked for in {photograph.name}", "EN018-900 is learnt", "GB001-900 Évariste Longchêne is learnt", "Cards learnt: 2"
    ]  # fmt: skip
    assert learner.kept == ["EN018-900@front.jpg", "GB001-900@front.jpg"]
    drawn = cv2.cvtColor(demonstration_pictures("ofusaido")["GB001-900"].front, cv2.COLOR_BGR2GRAY)
    above, below = upright_ink(learner.data / "catalogues/ofusaido/faces/GB001-900@front.jpg")
    assert (above.mean() < below.mean()) == (drawn[:220].mean() < drawn[220:].mean()), "it lay upside down"
    again = learner.learn("--source", photograph)
    assert "EN018-900 is known already" in again.out


@pytest.mark.slow
def test_a_back_has_no_reference_and_is_asked_about(learner: Learner) -> None:
    photograph = learner.photograph(("EN018-900", 0), side="back")
    said = learner.learn("--source", photograph, stdin="what\nback\n")
    assert "is not a card reference" in said.out
    assert "this back is learnt" in said.out.lower()
    assert learner.kept == ["@back.jpg"]


@pytest.mark.parametrize(
    ("box", "proposed"),
    [(2, "cards add ofusaido EN777-241`"), (1, "cards read {photograph} --game ofusaido`")],
)
def test_a_new_card_is_proposed_to_be_entered_and_a_box_of_them_to_be_read(
    learner: Learner, monkeypatch: pytest.MonkeyPatch, box: int, proposed: str
) -> None:
    monkeypatch.setattr(learning, "A_BOX", box)
    photograph = learner.photograph(("EN018-900", 0), side="back")
    said = learner.learn("--source", photograph, stdin="EN777-241\n")
    assert proposed.format(photograph=photograph) in said.out


@pytest.mark.slow
def test_a_lesson_that_is_stopped_keeps_what_was_learnt(learner: Learner) -> None:
    learner.photograph(("EN018-900", 0), name="a.png")
    learner.photograph(("EN018-900", 0), name="b.png", side="back")
    said = learner.learn("--source", learner.folder, stdin=".\n")
    assert (said.code, learner.kept) == (0, ["EN018-900@front.jpg"])


@pytest.mark.slow
def test_a_disk_that_is_full_half_way_says_what_is_kept_and_what_to_do(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    photograph = learner.photograph(("EN018-900", 0), ("GB001-900", 0))
    keep, kept = FaceShelf.keep, list[str]()

    def filling(shelf: FaceShelf, ref: str, side: str, jpeg: bytes) -> KeptFace:
        if kept:
            monkeypatch.setattr(os, "fsync", full_disk)
        kept.append(ref)
        return keep(shelf, ref, side, jpeg)

    monkeypatch.setattr(FaceShelf, "keep", filling)
    said = learner.learn("--source", photograph)
    assert said.code == 2
    assert "the disk is full; make room on it" in said.err
    assert "Cards learnt: 1" in said.out
    assert "type the same command again to go on" in said.out
    assert learner.kept == [f"{kept[0]}@front.jpg"]


@pytest.mark.slow
def test_a_picture_without_a_card_and_a_file_that_is_none_are_named_and_the_rest_is_learnt(
    learner: Learner,
) -> None:
    cv2.imwrite(str(learner.folder / "a-bare.png"), np.full((500, 500, 3), GROUND, np.uint8))
    (learner.folder / "b-broken.png").write_bytes(b"no picture")
    learner.photograph(("EN018-900", 0), name="c.png")
    said = learner.learn("--source", learner.folder)
    assert said.code == 1
    assert "no card was found in" in said.out.lower()
    assert "b-broken.png" in said.out
    assert learner.kept == ["EN018-900@front.jpg"]


@pytest.mark.slow
def test_a_kept_face_that_is_damaged_is_named_and_the_others_serve(learner: Learner) -> None:
    learner.learn("--source", learner.photograph(("EN018-900", 0), ("EN020-900", 0)))
    (learner.data / "catalogues/ofusaido/faces/EN020-900@front.jpg").write_bytes(b"damaged")
    said = learner.learn("--source", learner.photograph(("EN018-900", 0)))
    assert "EN020-900@front.jpg" in said.out
    assert "EN018-900 is known already" in said.out


def test_faces_travel_with_the_cards_and_go_with_them(learner: Learner) -> None:
    card = '{"game": "ofusaido", "cards": [{"kind": "energy", "ref": "EN018-900", "attack": 2, "defence": 1, "colour": "yellow"}]}'
    folder = learner.data / "catalogues/ofusaido"
    folder.mkdir(parents=True)
    (folder / "cards.json").write_text(card)
    learner.learn("--source", learner.photograph(("EN018-900", 0)))
    box = learner.folder / "box.zip"
    assert learner.type("cards", "export", "ofusaido", "--to", "zip", "-o", box).code == 0
    assert learner.type("cards", "remove", "EN018-900").code == 0
    assert learner.kept == []
    said = learner.type("cards", "import", box)
    assert (said.code, learner.kept) == (0, ["EN018-900@front.jpg"])
    assert "faces imported: 1" in said.out.lower()


def test_a_box_with_a_damaged_face_takes_the_place_of_no_good_one(learner: Learner) -> None:
    """It was kept, in place of the face that had been shown."""
    learner.learn("--source", learner.photograph(("EN018-900", 0)))
    assert learner.kept == ["EN018-900@front.jpg"]
    kept = learner.data / "catalogues/ofusaido/faces" / learner.kept[0]
    before = kept.read_bytes()
    box = learner.folder / "box.zip"
    with zipfile.ZipFile(box, "w") as archive:
        archive.writestr("cards.yaml", "game: ofusaido\ncards: []\n")
        archive.writestr(f"faces/{kept.name}", before[:100])
    said = learner.type("cards", "import", box)
    assert (said.code, said.out, kept.read_bytes()) == (2, "", before)
    assert said.err.startswith(f"companion: {box}, {kept.name} cannot be read as a picture: ")
