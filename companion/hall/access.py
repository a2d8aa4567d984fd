"""Who may speak with the hall: the accounts of tables, the people of the pages, and the files that the broker reads of them."""

import base64
import hashlib
import hmac
import os
import pwd
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

from companion.bus.messages import LARGEST_BYTES
from companion.bus.wire import FROM_TABLE, HALL_ACCOUNT, ROOT, TO_TABLE
from companion.codec import Range, WallMs, read, write
from companion.errors import Malformed, UnreadableFile
from companion.hall.errors import HallError
from companion.hall.places import HallPlaces
from companion.people import plain_name
from companion.regular_files import read_regular_file
from companion.storage import strict_json
from companion.storage.kept_files import replace_file
from companion.storage.log import ID_LETTERS
from companion.storage.outbox import ACCOUNT, HASH, NAME
from companion.words import Text

# --- json file
# Keeps a value of the hall in a small JSON file of its own, which is replaced whole.

T = TypeVar("T")
MOST_BYTES = 4_000_000
"""A thousand tables take 300 kB."""


def load_value(path: Path, empty: T) -> T:
    """Return the value in a file, of the type of `empty`; `empty` without a file. Raises `HallError` for a damaged file."""
    try:
        return read(type(empty), strict_json.parse(read_regular_file(path, most_bytes=MOST_BYTES)))
    except UnreadableFile as problem:
        if isinstance(problem.__cause__, FileNotFoundError):
            return empty
        raise HallError(problem.message) from problem
    except Malformed as problem:
        raise HallError(
            Text("{file} cannot be read: {problem}", file=str(path), problem=problem.message)
        ) from problem


def save_value(path: Path, value: Any) -> None:
    """Write a value to a file, whole or not at all. Raises `StorageError`."""
    replace_file(path, strict_json.written(write(value)).encode())


# --- accounts
# The accounts of the bus: each table that joined, with the hash of its password. They are kept in a file of their
# own, so that tables find their hall again when its store is gone.
#
# {"accounts": [{"account": "t7k2m9q", "name": "raspberry", "number": 7, "password": "$7$101$…", "since_ms": …}]}

ROUNDS = 101
"""Rounds of PBKDF2, as mosquitto_passwd has them. A password here is chance of 32 bytes, which nobody guesses."""
SALT_BYTES, PASSWORD_BYTES, ACCOUNT_LETTERS = 12, 32, 7
MOST_TABLES = 999


_PASSWORD_HASH = re.compile(r"\$7\$[0-9]{1,9}\$[A-Za-z0-9+/=]{1,200}\$[A-Za-z0-9+/=]{1,200}")


def _read_password_hash(data: Any, where: str) -> str:
    """Read what is one word of a line in the broker's file of passwords. Raises `Malformed`."""
    if isinstance(data, str) and _PASSWORD_HASH.fullmatch(data):
        return data
    raise Malformed(where, Text("this is not the hash of a password"))


@dataclass(frozen=True, slots=True)
class HallAccount:
    """The account of a table, with the table's name for itself and the number that people gave it."""

    account: str = field(metadata=ACCOUNT)
    name: str
    number: Annotated[int, Range(1, MOST_TABLES)]
    password: str = field(metadata={"read": _read_password_hash}, repr=False)
    since_ms: WallMs


@dataclass(frozen=True, slots=True)
class HallAccounts:
    """The accounts as their file holds them."""

    accounts: tuple[HallAccount, ...] = ()


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A new account with its password in clear. The password is sent to the table once, and is not kept here."""

    account: HallAccount
    password: str


def password_hash(password: str, salt: bytes | None = None) -> str:
    """Return the hash of a password as the broker's password file has it (PBKDF2 with SHA-512)."""
    salt = salt or secrets.token_bytes(SALT_BYTES)
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


class AccountBook:
    """The accounts in their file, which is read again each time, because another program may revoke one."""

    def __init__(self, path: Path, wall_ms: Callable[[], int]) -> None:
        self._path = path
        self._wall_ms = wall_ms

    def accounts(self) -> tuple[HallAccount, ...]:
        """Return all accounts, by the numbers of their tables. Raises `HallError` for a damaged file."""
        return load_value(self._path, HallAccounts()).accounts

    def add(self, name: str, number: int) -> NewAccount:
        """Make an account for a table, instead of one with the same number. Raises `HallError` or `StorageError`."""
        if not 1 <= number <= MOST_TABLES:
            raise HallError(Text("tables have numbers from 1 to {most}", most=MOST_TABLES))
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        account = "t" + "".join(secrets.choice(ID_LETTERS) for _ in range(ACCOUNT_LETTERS))
        made = HallAccount(account, name[:40], number, password_hash(password), self._wall_ms())
        self._write([one for one in self.accounts() if one.number != number] + [made])
        return NewAccount(made, password)

    def revoke(self, number: int) -> HallAccount:
        """Delete the account of a table. Raises `HallError` if there is none, or `StorageError`."""
        accounts = self.accounts()
        gone = next((one for one in accounts if one.number == number), None)
        if gone is None:
            raise HallError(
                Text(
                    "no table {number} has joined; these have: {known}",
                    number=number,
                    known=", ".join(str(one.number) for one in accounts) or "-",
                )
            )
        self._write([one for one in accounts if one is not gone])
        return gone

    def _write(self, accounts: list[HallAccount]) -> None:
        save_value(self._path, HallAccounts(tuple(sorted(accounts, key=lambda one: one.number))))


# --- people
# Keeps the people who may use the hall's pages, each with a role and the hash of the token in the browser's cookie.
#
# HALL/people.json   {"people": [{"id": "4f1a…", "name": "Anna", "role": "referee", "token": "9c4e…", "since_ms": …,
# "table": null}]}
#
# The file is read anew for each question, because another program may revoke somebody.

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
    """Read a name that a person typed; signs that nobody sees are left out. Raises `Malformed`."""
    words = plain_name(data) if isinstance(data, str) else ""
    if 0 < len(words) <= LONGEST_NAME:
        return words
    raise Malformed(where, Text("expected a name of 1 to {most} characters", most=LONGEST_NAME))


@dataclass(frozen=True, slots=True)
class Person:
    """A person who signed in. `token` is the hash of the cookie; `table` is set for the role of a seat: it is the seat's
    table.
    """

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


# --- files
# Writes what the broker reads: its settings, the passwords of the accounts, and who may send and hear what.

MOST_CONNECTIONS = 1_000
"""Five for each of 200 tables. Strangers who only connect are thrown out by the broker after a while."""
PORT = 8883
"""The usual port of MQTT with TLS."""


@dataclass(frozen=True, slots=True)
class BrokerListens:
    """Where the broker listens."""

    host: str
    port: int


def settings_text(places: HallPlaces, listens: BrokerListens) -> str:
    """Return the broker's settings: TLS and passwords for all connections, rights from a file, and no storage."""
    lines = (
        f"listener {listens.port} {listens.host}",
        "protocol mqtt",
        f"certfile {places.certificate.certificate}",
        f"keyfile {places.certificate.key}",
        "tls_version tlsv1.2",
        # Nobody takes another's place by its name: a client is called after its account.
        "use_username_as_clientid true",
        f"max_connections {MOST_CONNECTIONS}",
        "allow_anonymous false",
        f"password_file {places.passwords}",
        f"acl_file {places.rights}",
        "persistence false",
        f"message_size_limit {LARGEST_BYTES}",
        "set_tcp_nodelay true",
        # Mosquitto 2.0.21 (Debian 13) throws new connections out where this is 60: eclipse-mosquitto, issue 3226.
        "max_keepalive 600",
        f"log_dest file {places.told}",
        "log_type error",
        "log_type warning",
        "connection_messages false",
        # It would become the user mosquitto, who may not read these files.
        f"user {pwd.getpwuid(os.getuid()).pw_name}",
    )
    return "\n".join(lines) + "\n"


def passwords_text(accounts: Iterable[HallAccount], halls_password: str) -> str:
    """Return the file of passwords."""
    lines = [f"{one.account}:{one.password}" for one in accounts]
    return "\n".join([*lines, f"{HALL_ACCOUNT}:{password_hash(halls_password)}"]) + "\n"


def rights_text() -> str:
    """Return the file of rights: a table may only send and hear under its own name; the hall may do everything."""
    lines = [f"user {HALL_ACCOUNT}", f"topic readwrite {ROOT}/#", ""]
    lines += [f"pattern write {ROOT}/t/%u/{part}" for part in FROM_TABLE]
    lines += [f"pattern read {ROOT}/t/%u/{part}" for part in TO_TABLE]
    lines += [f"pattern read {ROOT}/hall/+"]
    return "\n".join(lines) + "\n"


def write_accounts(places: HallPlaces, accounts: Iterable[HallAccount], halls_password: str) -> None:
    """Write passwords and rights; the broker reads them at its start and on request. Raises `StorageError`."""
    replace_file(places.passwords, passwords_text(accounts, halls_password).encode())
    replace_file(places.rights, rights_text().encode())


def write_settings(places: HallPlaces, listens: BrokerListens) -> None:
    """Write the broker's settings. Raises `StorageError`."""
    replace_file(places.settings, settings_text(places, listens).encode())
