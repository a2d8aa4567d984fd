"""Who is remembered, and who played which seat, is kept beside the log."""

import fcntl
import os
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.ids import MatchId
from companion.people import KnownPerson, OwnTeam
from companion.storage.people import KeptPeople, PeopleStore

ANNA = KnownPerson("a", "Anna", "star", "coral")
BEN = KnownPerson("b", "Ben", "drop", "sky")
ZOE = KnownPerson("z", "Zoé", "sun", "mint")
FIRST, SECOND = MatchId("aaaaaa"), MatchId("bbbbbb")


def book(folder: Path) -> PeopleStore:
    kept = PeopleStore(folder / "people.json")
    kept.change(lambda people: people.with_person(ANNA).with_person(BEN))
    return kept


def test_a_new_person_gets_an_id_of_their_own(tmp_path: Path) -> None:
    kept = book(tmp_path).change(lambda people: people.with_person(KnownPerson("", "  Zoé  ", "sun", "mint")))
    (zoe,) = [person for person in kept.people if person.name == "Zoé"]
    assert zoe.id not in ("", "a", "b")


@pytest.mark.parametrize(
    "name", ["", "   ", "anna", "\u200b", "A\u200bnna", "\u202eAnna", "An\ud800na", "Zoe\u0301"]
)
def test_a_name_that_nobody_could_tell_apart_is_refused(tmp_path: Path, name: str) -> None:
    kept = book(tmp_path).change(lambda people: people.with_person(ZOE))
    with pytest.raises(StorageError):
        kept.with_person(KnownPerson("", name, "sun", "mint"))


def test_what_a_killed_process_left_half_done_goes_with_the_next_change(tmp_path: Path) -> None:
    """It may hold the name of somebody who is forgotten since."""
    kept = book(tmp_path)
    left, written = (tmp_path / f".people.json.{end}" for end in ("kywhgoz7", "m6azva3m"))
    for half_done in (left, written):
        half_done.write_text("Zo")
        os.utime(half_done, (0, 0))
    with written.open("rb") as another_process:
        fcntl.flock(another_process, fcntl.LOCK_EX)
        kept.change(lambda people: people.with_person(ZOE))
        assert (left.exists(), written.exists()) == (False, True)


def test_who_is_meant_is_found_however_the_accents_are_typed(tmp_path: Path) -> None:
    kept = book(tmp_path).change(lambda people: people.with_person(ZOE))
    assert kept.person("zoe\u0301") == ZOE


def test_who_played_is_known_by_match_and_seat_and_comes_first_from_then_on(tmp_path: Path) -> None:
    kept = book(tmp_path)
    kept.change(lambda people: people.with_match(FIRST, {"home": "a", "away": "b", "red": "nobody"}))
    assert kept.of(FIRST) == {"home": ANNA, "away": BEN}
    assert kept.load().people == (ANNA, BEN)
    kept.change(lambda people: people.with_match(SECOND, {"away": "b"}))
    assert kept.load().people == (BEN, ANNA)


def test_who_is_forgotten_is_in_no_match_any_more(tmp_path: Path) -> None:
    kept = book(tmp_path)
    kept.change(
        lambda people: people.with_match(FIRST, {"home": "a", "away": "b"}).with_match(SECOND, {"home": "a"})
    )
    kept.change(lambda people: people.without("a"))
    assert kept.of(FIRST) == {"away": BEN}
    text = (tmp_path / "people.json").read_text()
    assert "Anna" not in text
    assert '"a"' not in text


def test_who_comes_with_a_match_from_elsewhere_is_the_one_of_that_name_here() -> None:
    there = KnownPerson("x", "anna", "bolt", "rose")
    kept = KeptPeople().with_person(ANNA).with_imported(FIRST, {"home": there, "away": BEN})
    assert kept.of(FIRST) == {"home": ANNA, "away": BEN}


def test_a_damaged_file_is_told_and_never_written_over(tmp_path: Path) -> None:
    kept, path = book(tmp_path), tmp_path / "people.json"
    path.write_text('{"people": [{')
    assert kept.of(FIRST) == {}
    with pytest.raises(StorageError, match=r"people\.json"):
        kept.change(lambda people: people.with_person(KnownPerson("", "Zoé", "sun", "mint")))
    assert path.read_text() == '{"people": [{'


def test_a_damaged_crest_is_no_picture_on_any_page() -> None:
    team = OwnTeam("t", "Elsewhere", "coral", "sand", "a")
    assert KeptPeople(teams=(team,)).crest(team.crest_name) is None
