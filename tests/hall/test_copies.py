"""The hall makes a copy of all it keeps after each round of a tournament, in its folder and in a second place."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion.errors import LogFull
from companion.hall import backup
from companion.hall.backup import KEPT, HallCopies, restore_backup
from companion.hall.places import HallPlaces
from companion.hall.store.store import HallStore, sqlite_address
from companion.hall.tournament.events import TournamentFormat, write_tournament_event
from companion.network.certificates import FOR_YEARS, LONG_AGO, make_authority
from companion.storage.places import Places
from companion.storage.tournaments import TournamentFile
from companion.words import Text, translate
from tests.hall.tournament.simulated import joined, opened, play_round


class Cup:
    """A tournament of four players that is kept in a hall's data folder."""

    def __init__(self, places: HallPlaces, name: str) -> None:
        self._where, self._name = Places(places.folder.parent), name
        self._played = joined(opened("ofusaido", TournamentFormat()), 4)
        self._kept = 0
        with TournamentFile(self._where, name, is_new=True) as file:
            self._keep(file)

    def play(self) -> None:
        play_round(self._played, Random(1))
        with TournamentFile(self._where, self._name) as file:
            self._keep(file)

    def _keep(self, file: TournamentFile) -> None:
        events = self._played.events
        file.append([write_tournament_event(event) for event in events[self._kept :]], 1)
        self._kept = len(events)


@pytest.fixture
def places(tmp_path: Path) -> HallPlaces:
    places = HallPlaces(tmp_path / "data" / "hall")
    HallStore(sqlite_address(places.store)).close()
    make_authority(places.authority, LONG_AGO, LONG_AGO + FOR_YEARS)
    return places


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def copies_of(places: HallPlaces, second: Path | None) -> HallCopies:
    made = HallCopies(
        places, sqlite_address(places.store), second, lambda: datetime(2026, 5, 1, 20, 15, tzinfo=UTC)
    )
    made.look()
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def said(texts: tuple[Text, ...]) -> list[str]:
    return [translate(text, "en") for text in texts]


def test_a_copy_is_made_after_each_round_in_both_places_and_can_be_put_back(
    places: HallPlaces, stick: Path, tmp_path: Path
) -> None:
    cup = Cup(places, "spring")
    made = copies_of(places, stick)
    made.look()
    assert names(places.copies) == []
    for number in (1, 2):
        cup.play()
        made.look()
        made.look()
        assert made.state.made is not None
        assert f"copied after round {number} of spring, at 20:15" in told(made)
    assert names(places.copies) == ["copy-0001-spring-round-1.zip", "copy-0002-spring-round-2.zip"]
    assert names(stick) == names(places.copies)
    (copy,) = stick.glob("companion-hall-*/copy-0002-*")
    assert copy.stat().st_mode & 0o077 == 0
    other = HallPlaces(tmp_path / "other" / "hall")
    with HallStore(sqlite_address(other.store)) as store:
        assert restore_backup(other, store, copy).tournaments == 1
    spring = Path("tournaments") / "spring.jsonl"
    assert (tmp_path / "other" / spring).read_bytes() == (tmp_path / "data" / spring).read_bytes()


def told(made: HallCopies) -> str:
    return "" if made.state.made is None else translate(made.state.made, "en")


def test_only_the_last_copies_are_kept_and_halves_are_cleared_away(places: HallPlaces, stick: Path) -> None:
    cup = Cup(places, "spring")
    made = copies_of(places, stick)
    (stick / "holiday.jpg").write_bytes(b"ours")
    for _ in range(KEPT + 2):
        cup.play()
        made.look()
        (places.copies / ".copy-0099-spring-round-1.zip.abc").write_bytes(b"half")
    cup.play()
    made.look()
    assert len(names(places.copies)) == KEPT
    assert names(places.copies)[-1] == f"copy-{KEPT + 3:04}-spring-round-{KEPT + 3}.zip"
    assert len(names(stick)) == KEPT + 1


def test_a_stick_that_is_missing_is_told_from_the_beginning_and_is_not_made(
    places: HallPlaces, tmp_path: Path
) -> None:
    cup = Cup(places, "spring")
    made = copies_of(places, tmp_path / "media" / "stick")
    assert "is the USB stick plugged in?" in said(made.state.troubles)[0]
    cup.play()
    made.look()
    assert len(names(places.copies)) == 1
    assert "is the USB stick plugged in?" in said(made.state.troubles)[0]
    assert not (tmp_path / "media").exists()
    (tmp_path / "media" / "stick").mkdir(parents=True)
    made.look()
    assert made.state.troubles == ()
    assert names(tmp_path / "media") == ["copy-0001-spring-round-1.zip"]
    made.look()
    assert len(names(tmp_path / "media")) == 1


def test_a_stick_that_is_full_is_told_and_stops_nothing(
    places: HallPlaces, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_whole: Path, path: Path) -> None:
        raise LogFull(
            Text("{file} cannot be written: {problem}", file=str(path), problem=Text("the disk is full"))
        )

    cup = Cup(places, "spring")
    made = copies_of(places, stick)
    with monkeypatch.context() as patch:
        patch.setattr(backup, "_copy_file", full)
        cup.play()
        made.look()
    assert "the disk is full" in said(made.state.troubles)[0]
    assert len(names(places.copies)) == 1
    assert names(stick) == []


def test_the_stick_gets_its_copy_where_the_halls_own_disk_takes_none(places: HallPlaces, stick: Path) -> None:
    cup = Cup(places, "spring")
    made = copies_of(places, stick)
    places.copies.write_bytes(b"something is in the way")
    cup.play()
    made.look()
    assert len(made.state.troubles) == 1
    assert names(stick) == ["copy-0001-spring-round-1.zip"]


def test_a_damaged_tournament_does_not_keep_another_from_being_copied(places: HallPlaces) -> None:
    winter = Cup(places, "winter")
    made = copies_of(places, None)
    (places.tournaments / "autumn.jsonl").write_bytes(b"{}\n")
    winter.play()
    made.look()
    assert names(places.copies) == ["copy-0001-winter-round-1.zip"]
