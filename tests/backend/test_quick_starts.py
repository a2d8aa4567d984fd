"""Who sits in a match that begins with one touch: those who were here last, and the program where that was one alone."""

from pathlib import Path

from companion.backend.interface import QuickStart
from companion.backend.local import LocalBackend
from companion.ids import MatchId
from companion.people import KnownPerson
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.words import translate
from tests.backend.test_kept_matches import recorded

ANNA = KnownPerson("a", "Anna", "star", "coral")
BEN = KnownPerson("b", "Ben", "drop", "sky")
ZOE = KnownPerson("z", "Zoé", "sun", "mint")


def quick(where: Places, *, names_people: bool = True) -> dict[str, QuickStart]:
    found = LocalBackend(where).quick_starts(names_people=names_people)
    return {one.game: one for one in found}


def played(folder: Path, **seats: str) -> Places:
    """A machine on which these people have played a match."""
    where = Places(folder)
    name, _ = recorded(where, "ouaf", is_over=True)
    store = PeopleStore(where.people)
    for person in (ZOE, BEN, ANNA):
        store.change(lambda kept, person=person: kept.with_person(person))  # type: ignore[misc]
    store.change(lambda kept: kept.with_match(MatchId(name), seats))
    return where


def test_who_was_alone_plays_against_the_program(tmp_path: Path) -> None:
    found = quick(played(tmp_path, red="a"))
    duel = found["ofusaido"]
    assert (duel.request.people, [one.seat for one in duel.request.opponents]) == ({"home": "a"}, ["away"])
    assert translate(duel.says, "en") == "Anna – Companion"
    bakery = found["ouaf"].request
    assert bakery.people == {"red": "a"}
    assert [one.seat for one in bakery.opponents] == [seat for seat in bakery.setup["seats"] if seat != "red"]


def test_those_who_were_here_last_sit_in_their_seats_and_nobody_else(tmp_path: Path) -> None:
    found = quick(played(tmp_path, purple="z", red="a"))
    bakery = found["ouaf"].request
    assert (bakery.people, bakery.opponents) == ({"purple": "z", "red": "a"}, ())
    assert bakery.setup["seats"] == ["red", "purple"]
    assert bakery.setup["house"]["two_players"] is True
    assert len(found["boufbowl"].request.people) == 2


def test_more_people_than_a_game_has_seats_leave_the_last_ones_out(tmp_path: Path) -> None:
    found = quick(played(tmp_path, red="a", green="b", blue="z"))
    assert found["ouaf"].request.setup["seats"] == ["red", "green", "blue"]
    assert found["lignes"].request.people == {"yellow": "a", "red": "b"}
    assert translate(found["ouaf"].says, "en") == "Anna – Ben – Zoé"


def test_visitors_do_not_read_who_was_here(tmp_path: Path) -> None:
    found = quick(played(tmp_path, red="a"), names_people=False)
    assert [(one.request.people, one.request.opponents) for one in found.values()] == [({}, ())] * 4
