"""The people and the teams that the owners keep, as screens use them, and as this machine keeps them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.backend.crests import crest_files, read_crest
from companion.backend.persons import kept_about, write_person
from companion.backend.sticks import sticks
from companion.counting.season import PlayedMatch
from companion.people import KnownPerson, OwnTeam, PersonId
from companion.storage.people import PeopleStore
from companion.storage.places import Places


class PeopleDesk(Protocol):
    """Lists, keeps and forgets people and teams. All methods run in background tasks."""

    def people(self) -> Sequence[KnownPerson]:
        """Return who is remembered, those who played last first. Raises `CompanionError`."""

    def remember(self, person: KnownPerson) -> Sequence[KnownPerson]:
        """Remember a person, new or changed; without an id one is given. Return all. Raises `CompanionError`."""

    def teams(self) -> Sequence[OwnTeam]:
        """Return the owners' teams. Raises `CompanionError`."""

    def keep_team(self, team: OwnTeam) -> Sequence[OwnTeam]:
        """Keep a team, new or changed; without an id one is given. Return all. Raises `CompanionError`."""

    def drop_team(self, team: str) -> Sequence[OwnTeam]:
        """Forget a team; return what is left. Raises `CompanionError`."""

    def crest_files(self) -> Sequence[str]:
        """Return the pictures that may become a crest: on sticks, in the user's folder of pictures, and in that of the data."""

    def read_crest(self, file: str) -> str:
        """Return a picture as the crest of a team. Raises `CompanionError` for what is no picture."""

    def write_person(self, person: PersonId, folder: str) -> str:
        """Write all that is kept about a person into a folder (empty: the user's own), and return the file. Raises
        `CompanionError`.
        """

    def forget(self, person: PersonId) -> Sequence[KnownPerson]:
        """Forget a person and which seats they played; return who is left. Raises `CompanionError`."""


class LocalPeopleDesk:
    """The desk of this machine. `played` returns the latest finished matches of people, so many at most."""

    def __init__(self, where: Places, played: Callable[[int], Sequence[PlayedMatch]]) -> None:
        self._where, self._played = where, played
        self._store = PeopleStore(where.people)

    def people(self) -> Sequence[KnownPerson]:
        return self._store.load().people

    def remember(self, person: KnownPerson) -> Sequence[KnownPerson]:
        return self._store.change(lambda kept: kept.with_person(person)).people

    def forget(self, person: PersonId) -> Sequence[KnownPerson]:
        return self._store.change(lambda kept: kept.without(person)).people

    def write_person(self, person: PersonId, folder: str) -> str:
        kept = self._store.load()
        about = kept_about(kept.person(person), kept, self._played(len(kept.seated)))
        return str(write_person(Path(folder or Path.home()), about))

    def teams(self) -> Sequence[OwnTeam]:
        return self._store.load().teams

    def keep_team(self, team: OwnTeam) -> Sequence[OwnTeam]:
        return self._store.change(lambda kept: kept.with_team(team)).teams

    def drop_team(self, team: str) -> Sequence[OwnTeam]:
        return self._store.change(lambda kept: kept.without_team(team)).teams

    def crest_files(self) -> Sequence[str]:
        return [str(path) for path in crest_files([*sticks(), Path.home() / "Pictures", self._where.data])]

    def read_crest(self, file: str) -> str:
        return read_crest(Path(file))
