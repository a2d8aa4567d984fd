"""Keeps the credentials with which this table connects to its hall, in files that only the owner may read.

DATA/line/credentials.json   {"host": "192.168.1.5", "port": 8883, "account": "t7k2m9q", "password": …, "table": 7,
                              "log": ID of the log that was told last, "cites": ID of the one before}
DATA/line/authority.pem      the authority of the hall
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from companion.codec import Range, read, write
from companion.errors import Malformed, StorageError
from companion.storage import strict_json
from companion.storage.kept_files import remove_file, replace_file
from companion.storage.outbox import ACCOUNT, NAME
from companion.words import Text


@dataclass(frozen=True, slots=True, repr=False)
class HallCredentials:
    """How a table connects to its hall: the broker's place, the account with its password, and the table's number."""

    host: str
    port: Annotated[int, Range(1, 65_535)]
    account: str = field(metadata=ACCOUNT)
    password: str = field(metadata=NAME)
    table: Annotated[int, Range(1, None)]
    log: str | None = None
    """The log that was told last."""
    cites: str | None = None
    """The log that was told before that one."""

    def __repr__(self) -> str:
        """Hide the password, so that no log shows it."""
        return f"HallCredentials({self.account} at {self.host})"


class CredentialStore:
    """The credentials in their folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "credentials.json"
        self.authority = folder / "authority.pem"

    def load(self) -> HallCredentials | None:
        """Return the credentials; None if this table has joined no hall. Raises `StorageError`."""
        try:
            return read(HallCredentials, strict_json.parse(self._file.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, Malformed) as problem:
            raise StorageError(
                Text(
                    "how to reach the hall cannot be read from {file}: join it again with `companion hall join`",
                    file=str(self._file),
                )
            ) from problem

    def save(self, credentials: HallCredentials, authority: bytes) -> None:
        """Keep the credentials of a hall instead of those before. Raises `StorageError`."""
        replace_file(self.authority, authority)
        self._write(credentials)

    def forget(self) -> None:
        """Forget the hall. Raises `StorageError`."""
        remove_file(self._file)
        remove_file(self.authority)

    def cites_of(self, log: str) -> str | None:
        """Note that this log is sent to the hall now, and return the id of the log that was sent before it, if there
        was one. Raises `StorageError`.
        """
        known = self.load()
        if known is None:
            return None
        if known.log != log:
            known = replace(known, log=log, cites=known.log)
            self._write(known)
        return known.cites

    def _write(self, credentials: HallCredentials) -> None:
        replace_file(self._file, strict_json.written(write(credentials)).encode())
