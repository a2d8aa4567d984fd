"""Keeps the people who may use the hall's pages, each with a role and the hash of the token in the browser's cookie.

HALL/people.json   {"people": [{"id": "4f1a…", "name": "Anna", "role": "referee", "token": "9c4e…", "since_ms": …, "table": null}]}

The file is read anew for each question, because another program may revoke somebody.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.codec import WallMs
from companion.errors import Malformed
from companion.hall.errors import HallError
from companion.hall.json_file import load_value, save_value
from companion.storage.outbox import HASH, NAME
from companion.words import Text

LONGEST_NAME = 40
TOKEN_BYTES, ID_BYTES = 32, 6
HOLDS_MS = 4 * 24 * 3_600_000
"""A tablet stays signed in for a long weekend."""
MOST_PEOPLE = 500


class HallRole(StrEnum):
    """The role of a person on the hall's pages. A person who is not signed in belongs to the public, who may only look."""

    ORGANISER = "organiser"
    """Everything: the tables, the tournament, who joins, who is thrown out."""
    REFEREE = "referee"
    """All tables, and what is ordered there; results."""
    SCOREKEEPER = "scorekeeper"
    """Results of all tables."""
    SEAT = "seat"
    """One table: the result there, which somebody else confirms."""


ROLE_NAMES = {
    HallRole.ORGANISER: Text("organiser"),
    HallRole.REFEREE: Text("referee"),
    HallRole.SCOREKEEPER: Text("scorekeeper"),
    HallRole.SEAT: Text("player at a table"),
}
REFEREES = (HallRole.ORGANISER, HallRole.REFEREE)
COUNTERS = (HallRole.ORGANISER, HallRole.REFEREE, HallRole.SCOREKEEPER)


def read_person_name(data: Any, where: str) -> str:
    """Read a name that a person typed. Raises `Malformed`."""
    words = data.strip() if isinstance(data, str) else ""
    if 0 < len(words) <= LONGEST_NAME and words.isprintable():
        return words
    raise Malformed(where, Text("expected a name of 1 to {most} characters", most=LONGEST_NAME))


@dataclass(frozen=True, slots=True)
class Person:
    """A person who signed in. `token` is the hash of the cookie; `table` is set for the role of a seat: it is the seat's table."""

    id: str = field(metadata=NAME)
    name: str = field(metadata={"read": read_person_name})
    role: HallRole
    token: str = field(metadata=HASH, repr=False)
    since_ms: WallMs
    table: int | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The people as their file holds them."""

    people: tuple[Person, ...] = ()


class PeopleBook:
    """The people in their file. Any thread may use it; only one program writes it at a time."""

    def __init__(self, path: Path, wall_ms: Callable[[], int]) -> None:
        self._path = path
        self._wall_ms = wall_ms

    def people(self) -> tuple[Person, ...]:
        """Return all people who are still signed in, by name. Raises `HallError` for a damaged file."""
        found = load_value(self._path, SignedIn()).people
        return tuple(one for one in found if self._wall_ms() - one.since_ms < HOLDS_MS)

    def add(self, name: str, role: HallRole, table: int | None = None) -> str:
        """Sign a person in; return the token for the cookie, which is kept nowhere here. Raises `HallError` or
        `StorageError`.
        """
        people = self.people()
        if len(people) >= MOST_PEOPLE:
            raise HallError(
                Text("{most} people have signed in: revoke those who are gone first", most=MOST_PEOPLE)
            )
        token = secrets.token_urlsafe(TOKEN_BYTES)
        made = Person(secrets.token_hex(ID_BYTES), name, role, token_hash(token), self._wall_ms(), table)
        self._write((*people, made))
        return token

    def with_token(self, token: str) -> Person | None:
        """Return the person with this token; None if it is no longer valid. Raises `HallError`."""
        hashed = token_hash(token)
        return next((one for one in self.people() if hmac.compare_digest(one.token, hashed)), None)

    def revoke(self, name: str) -> Person | None:
        """Sign a person out everywhere, by id; return the person, or None if nobody has this id. Raises `HallError` or
        `StorageError`.
        """
        people = self.people()
        gone = next((one for one in people if one.id == name), None)
        if gone is not None:
            self._write(tuple(one for one in people if one is not gone))
        return gone

    def _write(self, people: tuple[Person, ...]) -> None:
        save_value(self._path, SignedIn(tuple(sorted(people, key=lambda one: one.name))))


def token_hash(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def form_word(token: str) -> str:
    """Return the word that forms of this person's pages carry, so that no other page can send them."""
    return hashlib.sha256(f"form {token}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
