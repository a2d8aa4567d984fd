"""How a table joins a hall: the messages of both, and the three digits that both show.

    hall's screen ── QR or nine characters ──► table        token of two minutes, used once
    table ── token, its name, SHA-256 of a number ──► hall ── a ticket ──► table ── the number ──► hall
    both show three digits of SHA-256(authority, token, number, ticket); a person compares them and says yes
    table ── ticket ──► hall ── account and password ──► table

Who stands between the two has another authority, and shows other digits: he has to choose the ticket before he knows the
number, and cannot try until they agree.
"""

import hashlib
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from companion.codec import Range
from companion.errors import Malformed
from companion.network.addresses import SIGNS
from companion.storage.outbox import HASH, NAME
from companion.words import Text

TOKEN_SIGNS = 9
TOKEN_MS = 120_000
"""How long a token holds."""
FINGERPRINT_DIGITS = 32
"""Hexadecimal digits of the authority's fingerprint in the QR code: 128 bits."""
JOINING_PORT = 8444
PAGES_PORT = 8445
"""Where tables join, and where browsers find the pages of a hall, unless other ports are chosen."""
LARGEST_WORDS = 20_000

_CODE = re.compile(
    rf"https://([^/:\s]{{1,100}}):(\d{{1,5}})/join/([{SIGNS}]{{{TOKEN_SIGNS}}})/([0-9a-f]{{{FINGERPRINT_DIGITS}}})"
)


@dataclass(frozen=True, slots=True)
class HallInvitation:
    """The contents of the QR code on the hall's screen: the hall's place and fingerprint, and a token."""

    host: str
    port: int
    token: str
    fingerprint: str | None = None
    """The first digits of the authority's fingerprint; None: the token was typed, and a person compares three digits."""

    @property
    def url(self) -> str:
        return f"https://{self.host}:{self.port}/join/{self.token}/{self.fingerprint or ''}"


def read_invitation(words: str) -> HallInvitation | None:
    """Return the invitation in the text of a code; None for the code of anything else."""
    found = _CODE.fullmatch(words.strip())
    if found is None or not 0 < int(found[2]) < 65_536:
        return None
    return HallInvitation(found[1], int(found[2]), found[3], found[4])


def read_token(words: str) -> str | None:
    """Return a typed token in its usual form, without spaces, hyphens and capitals; None if the text is no token."""
    token = re.sub(r"[\s-]", "", words).lower()
    return token if len(token) == TOKEN_SIGNS and set(token) <= set(SIGNS) else None


def spoken_token(token: str) -> str:
    """Return a token in three groups, as it is shown."""
    return " ".join(token[n : n + 3] for n in range(0, TOKEN_SIGNS, 3))


def commitment(number: str) -> str:
    """Return the hash of a table's secret number, which the table sends before the number itself."""
    return hashlib.sha256(number.encode()).hexdigest()


def shown_digits(authority_fingerprint: str, token: str, number: str, ticket: str) -> str:
    """Return the three digits that both screens show, so that a person can compare them."""
    words = f"{authority_fingerprint}\n{token}\n{number}\n{ticket}"
    return f"{int.from_bytes(hashlib.sha256(words.encode()).digest()) % 1000:03}"


def _read_table_name(data: Any, where: str) -> str:
    if isinstance(data, str) and 0 < len(data) <= 40 and data.isprintable():
        return data
    raise Malformed(where, Text("expected a name of 1 to {most} characters", most=40))


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The first message of a table: the token, the table's name for itself, and the hash of its secret number."""

    token: str = field(metadata=NAME)
    name: str = field(metadata={"read": _read_table_name})
    commitment: str = field(metadata=HASH)


@dataclass(frozen=True, slots=True)
class JoinTicket:
    """The hall's answer: a ticket, which the table sends with its next messages."""

    ticket: str = field(metadata=NAME)


@dataclass(frozen=True, slots=True)
class JoinOpening:
    """The second message of a table: its secret number."""

    ticket: str = field(metadata=NAME)
    number: str = field(metadata=NAME)


class JoinState(StrEnum):
    """What became of a table that wants to join."""

    WAITING = "waiting"
    ADMITTED = "admitted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class JoinAnswer:
    """The hall's answer to a table that waits; after a person's yes, all that the broker asks for."""

    state: JoinState
    account: str | None = None
    password: str | None = None
    table: int | None = None
    broker_port: Annotated[int, Range(1, 65_535)] | None = None
