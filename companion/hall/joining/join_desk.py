"""Decides which table may join: one that sends the token, which is valid for two minutes and one use, and that a
person admits.

Any thread may use it.
"""

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.bus.joining import (
    TOKEN_MS,
    TOKEN_SIGNS,
    JoinAnswer,
    JoinOpening,
    JoinRequest,
    JoinState,
    JoinTicket,
    commitment,
    shown_digits,
)
from companion.hall.accounts import NewAccount
from companion.hall.errors import JoinRefused
from companion.network.tokens import new_token
from companion.words import Text

ASKED_MS = 180_000
"""How long a table is remembered that wants to join."""
MOST_ASKING = 20
TICKET_BYTES = 16


class MakesAccounts(Protocol):
    """Makes the account of a table, and tells the broker about it."""

    def __call__(self, name: str, number: int) -> NewAccount: ...


@dataclass(frozen=True, slots=True)
class AskingTable:
    """A table that asks to join: its name for itself, and the three digits on its screen."""

    digits: str
    name: str


@dataclass(slots=True)
class _Asking:
    name: str
    token: str
    commitment: str
    since_ms: int
    digits: str | None = None
    answer: JoinAnswer | None = None


class JoinDesk:
    """The token that is valid now, and the tables that ask to join."""

    def __init__(
        self, fingerprint: str, make_account: MakesAccounts, broker_port: int, now_ms: Callable[[], int]
    ) -> None:
        """`fingerprint` is that of the hall's authority."""
        self._fingerprint = fingerprint
        self._make_account = make_account
        self._broker_port = broker_port
        self._now_ms = now_ms
        self._lock = threading.RLock()
        self._token, self._until_ms = "", 0
        self._asking: dict[str, _Asking] = {}

    # --- what the hall's screen shows, and what people say there

    @property
    def token(self) -> str:
        """The token that is valid now. There is a new one after two minutes, and after each use."""
        with self._lock:
            if not self._token or self._now_ms() >= self._until_ms:
                self._token, self._until_ms = new_token(TOKEN_SIGNS), self._now_ms() + TOKEN_MS
            return self._token

    def asking(self) -> list[AskingTable]:
        """Return the tables that wait for a person's answer."""
        with self._lock:
            self._forget_late()
            return [
                AskingTable(one.digits, one.name)
                for one in self._asking.values()
                if one.digits is not None and one.answer is None
            ]

    def admit(self, digits: str, number: int) -> None:
        """Admit the table that shows these digits, under a number. Raises `JoinRefused` or `HallError`."""
        with self._lock:
            one = self._showing(digits)
            made = self._make_account(one.name, number)
            one.answer = JoinAnswer(
                JoinState.ADMITTED, made.account.account, made.password, number, self._broker_port
            )

    def refuse(self, digits: str) -> None:
        """Refuse the table that shows these digits. Raises `JoinRefused` if no table shows them."""
        with self._lock:
            self._showing(digits).answer = JoinAnswer(JoinState.REFUSED)

    # --- what tables say

    def ask(self, request: JoinRequest) -> JoinTicket:
        """Use the token up and return a ticket. Raises `JoinRefused` if the token is not the one on the screen."""
        with self._lock:
            self._forget_late()
            is_right = bool(self._token) and hmac.compare_digest(self._token, request.token)
            if not is_right or self._now_ms() >= self._until_ms or len(self._asking) >= MOST_ASKING:
                raise JoinRefused(
                    Text(
                        "these nine characters are not those on the hall's screen: they hold for two minutes, and once"
                    )
                )
            self._token = ""
            ticket = secrets.token_hex(TICKET_BYTES)
            self._asking[ticket] = _Asking(request.name, request.token, request.commitment, self._now_ms())
            return JoinTicket(ticket)

    def open(self, opening: JoinOpening) -> None:
        """Take the secret number of a table, from which the three digits are computed. Raises `JoinRefused`."""
        with self._lock:
            one = self._known(opening.ticket)
            if one.digits is not None or not hmac.compare_digest(one.commitment, commitment(opening.number)):
                del self._asking[opening.ticket]
                raise JoinRefused(Text("this table said one thing and then another: begin again"))
            one.digits = shown_digits(self._fingerprint, one.token, opening.number, opening.ticket)

    def answer(self, ticket: str) -> JoinAnswer:
        """Return whether a table is admitted, refused or waits; the password only once. Raises `JoinRefused`."""
        with self._lock:
            self._forget_late()
            one = self._known(ticket)
            if one.answer is None:
                return JoinAnswer(JoinState.WAITING)
            del self._asking[ticket]
            return one.answer

    def _known(self, ticket: str) -> _Asking:
        if ticket not in self._asking:
            raise JoinRefused(Text("the hall does not know this table any more: begin again"))
        return self._asking[ticket]

    def _showing(self, digits: str) -> _Asking:
        self._forget_late()
        found = [one for one in self._asking.values() if one.digits == digits and one.answer is None]
        if len(found) != 1:
            raise JoinRefused(Text("no table shows {digits} now", digits=digits[:20]))
        return found[0]

    def _forget_late(self) -> None:
        late_ms = self._now_ms() - ASKED_MS
        self._asking = {ticket: one for ticket, one in self._asking.items() if one.since_ms > late_ms}
