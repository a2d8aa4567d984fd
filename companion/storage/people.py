"""Keeps who is remembered on this machine, and who played which seat, beside the log of matches: what is forgotten here is
nowhere in it.

DATA/people.json   {"people": [{"id", "name", "mark", "colour"}], "seated": {match: {seat: id}},
                    "teams": [{"id", "name", "first", "second", "crest"}]}

The people who played last come first.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.ids import MatchId
from companion.people import (
    LONGEST_NAME,
    LONGEST_TEAM,
    KnownPerson,
    Named,
    OwnTeam,
    PersonId,
    Seated,
    is_same_name,
    plain_name,
    taken,
)
from companion.storage import strict_json
from companion.storage.kept_files import only_writer, replace_file
from companion.system_errors import system_says
from companion.words import Text

ID_BYTES = 5
MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class KeptPeople:
    """All who are remembered, and by match and seat who played."""

    people: tuple[KnownPerson, ...] = ()
    seated: Mapping[str, Mapping[str, PersonId]] = field(default_factory=dict)
    teams: tuple[OwnTeam, ...] = ()

    def of(self, match: MatchId) -> Seated:
        """Return who played a match."""
        known = {person.id: person for person in self.people}
        return {seat: known[one] for seat, one in self.seated.get(match, {}).items() if one in known}

    def crest(self, name: str) -> bytes | None:
        """Return the picture of a team's crest as PNG, by the name that pages have for it."""
        return next((team.picture for team in self.teams if team.picture and team.crest_name == name), None)

    @property
    def here(self) -> Seated:
        """Return who played the last match in which somebody was named."""
        last_first = reversed(list(self.seated))
        return next((found for match in last_first if (found := self.of(MatchId(match)))), {})

    def named(self, match: MatchId) -> Named:
        """Return what is known by name of a match."""
        return Named(self.of(match), {team.name: team for team in self.teams})

    def with_team(self, team: OwnTeam) -> "KeptPeople":
        """Return all with a changed team first, or with a new one, which has no id yet and gets one. Raises `StorageError`."""
        name = plain_name(team.name)[:LONGEST_TEAM]
        others = tuple(one for one in self.teams if one.id != team.id)
        if not name:
            raise StorageError(Text("a team needs a name"))
        if (problem := taken(name, others)) is not None:
            raise StorageError(problem)
        team = replace(team, name=name, id=team.id or secrets.token_hex(ID_BYTES))
        return replace(self, teams=(team, *others))

    def without_team(self, team: str) -> "KeptPeople":
        return replace(self, teams=tuple(one for one in self.teams if one.id != team))

    def person(self, name: str) -> KnownPerson:
        """Return the person with this id or name. Raises `StorageError`."""
        for person in self.people:
            if name == person.id or is_same_name(name, person.name):
                return person
        raise StorageError(
            Text("nobody called {name} is remembered; `{way_on}` lists all", name=name[:40], way_on=_LIST)
        )

    def with_person(self, person: KnownPerson) -> "KeptPeople":
        """Return all with a changed person, or with a new one, who has no id yet and gets one. Raises `StorageError`."""
        name = plain_name(person.name)[:LONGEST_NAME]
        if not person.id:
            person = replace(person, id=secrets.token_hex(ID_BYTES))
        others = [one for one in self.people if one.id != person.id]
        if not name:
            raise StorageError(Text("a person needs a name"))
        if (problem := taken(name, others)) is not None:
            raise StorageError(problem)
        if len(others) >= MOST_PEOPLE:
            raise StorageError(Text("{n} people are remembered: forget one of them first", n=len(others)))
        return replace(self, people=(replace(person, name=name), *others))

    def with_match(self, match: MatchId, seats: Mapping[str, PersonId]) -> "KeptPeople":
        """Return all after these people have played a match; they come first from now on."""
        known = {person.id for person in self.people}
        seats = {seat: one for seat, one in seats.items() if one in known}
        here = [person for one in seats.values() for person in self.people if person.id == one]
        others = [person for person in self.people if person not in here]
        seated = {**self.seated, match: seats} if seats else self.seated
        return replace(self, people=(*dict.fromkeys(here), *others), seated=seated)

    def with_imported(self, match: MatchId, people: Seated) -> "KeptPeople":
        """Return all after a match from elsewhere; who has the name of somebody here is that person. Raises `StorageError`."""
        kept, seats = self, {}
        for seat, person in people.items():
            known = {one.id: one.id for one in kept.people} | {
                plain_name(one.name).casefold(): one.id for one in kept.people
            }
            found = known.get(person.id) or known.get(plain_name(person.name).casefold())
            kept = kept if found else kept.with_person(person)
            seats[seat] = found or person.id
        return kept.with_match(match, seats)

    def without(self, person: PersonId) -> "KeptPeople":
        """Return all without a person, and without the seats that the person played."""
        seated = {
            match: left
            for match, seats in self.seated.items()
            if (left := {seat: one for seat, one in seats.items() if one != person})
        }
        return replace(self, people=tuple(one for one in self.people if one.id != person), seated=seated)


_LIST = "companion people list"


class PeopleStore:
    """The people in their file. Any thread and process may use it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> KeptPeople:
        """Return all who are remembered. Raises `StorageError` for a file that cannot be read."""
        try:
            return read(KeptPeople, strict_json.parse(self._path.read_bytes()))
        except FileNotFoundError:
            return KeptPeople()
        except OSError as problem:
            raise self._unreadable(system_says(problem)) from problem
        except Malformed as problem:
            raise self._unreadable(problem.message) from problem

    def look(self) -> KeptPeople:
        """Return all who are remembered; nobody, where the file cannot be read: matches are shown without them."""
        try:
            return self.load()
        except StorageError:
            return KeptPeople()

    def of(self, match: MatchId) -> Seated:
        """Return who played a match, as `look` does."""
        return self.look().of(match)

    def named(self, match: MatchId) -> Named:
        """Return what is known by name of a match, as `look` does."""
        return self.look().named(match)

    def change(self, changed: Callable[[KeptPeople], KeptPeople]) -> KeptPeople:
        """Apply a change to the people as the file has them now, and return them. Raises `StorageError`."""
        with only_writer(self._path.parent):
            before = self.load()
            after = changed(before)
            if after != before:
                replace_file(self._path, strict_json.written(write(after)).encode())
        return after

    def _unreadable(self, problem: Text) -> StorageError:
        return StorageError(
            Text(
                "who is remembered cannot be read: {file}: {problem}; move it elsewhere to begin anew",
                file=str(self._path),
                problem=problem,
            )
        )
