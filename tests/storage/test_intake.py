"""The queue of photographed cards: each file stands for itself, and nothing that was taken is lost."""

from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.storage.intake import IntakeCard, IntakeShelf, PrintedLine, TakenPhotograph

LINE = PrintedLine((1.0, 2.0, 30.5, 6.0), "Odette", 0.98)


@pytest.fixture
def shelf(tmp_path: Path) -> IntakeShelf:
    return IntakeShelf(tmp_path, "ofusaido")


def card(number: int, **more: object) -> IntakeCard:
    return IntakeCard(number, f"IMG_1.jpg {number}", "", "player", f"JO00{number}-241", lines=(LINE,), **more)  # type: ignore[arg-type]


def test_a_card_comes_back_as_it_was_kept(shelf: IntakeShelf) -> None:
    kept = card(1, said={"level": "6"}, refused={"stats.TIR": ("4",)}, again=3)
    shelf.add(kept, b"picture")
    assert shelf.cards() == ([kept], [])
    assert shelf.picture(1).read_bytes() == b"picture"


def test_a_damaged_file_is_told_and_the_rest_goes_on(shelf: IntakeShelf) -> None:
    for number in (1, 2):
        shelf.add(card(number), b"picture")
    shelf.picture(1).with_suffix(".json").write_bytes(b'{"number": ')
    cards, faults = shelf.cards()
    assert [one.number for one in cards] == [2]
    assert len(faults) == 1
    assert "00001.jpg" in str(faults[0])


def test_a_file_of_another_cards_number_hides_no_card(shelf: IntakeShelf) -> None:
    for number in (1, 2):
        shelf.add(card(number, said={"level": str(number)}), b"picture")
    file = shelf.picture(1).with_suffix(".json")
    file.write_bytes(file.read_bytes().replace(b'"number": 1', b'"number": 2'))
    cards, faults = shelf.cards()
    assert [(one.number, one.said["level"]) for one in cards] == [(2, "2")]
    assert len(faults) == 1 and "00001.jpg" in str(faults[0])


def test_a_line_without_a_place_is_told(shelf: IntakeShelf) -> None:
    shelf.add(card(1), b"picture")
    file = shelf.picture(1).with_suffix(".json")
    file.write_bytes(file.read_bytes().replace(b"1.0, 2.0, ", b""))
    cards, faults = shelf.cards()
    assert not cards and len(faults) == 1


def test_a_file_whose_name_is_no_number_takes_none(shelf: IntakeShelf) -> None:
    shelf.add(card(1), b"picture")
    (shelf.folder / "\N{SUPERSCRIPT TWO}.jpg").write_bytes(b"a file of the owner's")
    assert shelf.next_number() == 2


def test_a_card_whose_values_were_not_written_yet_keeps_its_number(shelf: IntakeShelf) -> None:
    shelf.add(card(1), b"picture")
    shelf.picture(2).write_bytes(b"power went off")
    assert shelf.next_number() == 3


def test_a_photograph_is_known_by_what_is_in_it_not_by_its_name(shelf: IntakeShelf) -> None:
    assert shelf.taken(b"jpeg") is None
    shelf.note(b"jpeg", TakenPhotograph("IMG_1.jpg", (1, 2)))
    assert shelf.taken(b"jpeg") == TakenPhotograph("IMG_1.jpg", (1, 2))
    assert shelf.taken(b"another") is None


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "intake").write_text("a file where the folder should be")
    with pytest.raises(StorageError):
        IntakeShelf(tmp_path, "ofusaido").add(card(1), b"picture")


def test_an_empty_queue_makes_no_folder(tmp_path: Path) -> None:
    assert IntakeShelf(tmp_path, "ofusaido").cards() == ([], [])
    assert not (tmp_path / "intake").exists()
