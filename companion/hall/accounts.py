"""The accounts of the bus: each table that joined, with the hash of its password. They are kept in a file of their own, so
that tables find their hall again when its store is gone.

{"accounts": [{"account": "t7k2m9q", "name": "raspberry", "number": 7, "password": "$7$101$…", "since_ms": …}]}
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from companion.codec import Range, WallMs
from companion.errors import Malformed
from companion.hall.errors import HallError
from companion.hall.json_file import load_value, save_value
from companion.storage.log import ID_LETTERS
from companion.storage.outbox import ACCOUNT
from companion.words import Text

ROUNDS = 101
"""Rounds of PBKDF2, as mosquitto_passwd has them. A password here is chance of 32 bytes, which nobody guesses."""
SALT_BYTES, PASSWORD_BYTES, ACCOUNT_LETTERS = 12, 32, 7
MOST_TABLES = 999


_PASSWORD_HASH = re.compile(r"\$7\$[0-9]{1,9}\$[A-Za-z0-9+/=]{1,200}\$[A-Za-z0-9+/=]{1,200}")


def _read_password_hash(data: Any, where: str) -> str:
    """Read what is one word of a line in the broker's file of passwords. Raises `Malformed`."""
    if isinstance(data, str) and _PASSWORD_HASH.fullmatch(data):
        return data
    raise Malformed(where, Text("this is no hash of a password"))


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
