"""Decides who may join the hall, tables and people: each with a token that is valid for two minutes and one use."""

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
from companion.hall.access import HallRole, NewAccount, PeopleBook
from companion.hall.errors import JoinRefused
from companion.network.addresses import new_token
from companion.words import Text

# --- join desk
# Decides which table may join: one that sends the token, which is valid for two minutes and one use, and that a
# person admits.
#
# Any thread may use it.

ASKED_MS = 180_000
"""How long a table is remembered that wants to join."""
MOST_TABLES_ASKING = 20
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
class _AskingTable:
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
        self._asking: dict[str, _AskingTable] = {}

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
            if not is_right or self._now_ms() >= self._until_ms or len(self._asking) >= MOST_TABLES_ASKING:
                raise JoinRefused(
                    Text(
                        "these nine characters are not those on the hall's screen: they are valid for two "
                        "minutes, and only once"
                    )
                )
            self._token = ""
            ticket = secrets.token_hex(TICKET_BYTES)
            self._asking[ticket] = _AskingTable(
                request.name, request.token, request.commitment, self._now_ms()
            )
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

    def _known(self, ticket: str) -> _AskingTable:
        if ticket not in self._asking:
            raise JoinRefused(Text("the hall does not know this table any more: begin again"))
        return self._asking[ticket]

    def _showing(self, digits: str) -> _AskingTable:
        self._forget_late()
        found = [one for one in self._asking.values() if one.digits == digits and one.answer is None]
        if len(found) != 1:
            raise JoinRefused(Text("no table shows {digits} now", digits=digits[:20]))
        return found[0]

    def _forget_late(self) -> None:
        late_ms = self._now_ms() - ASKED_MS
        self._asking = {ticket: one for ticket, one in self._asking.items() if one.since_ms > late_ms}


# --- entry desk
# Decides who may sign in to the hall's pages: a person who sends a token, which is valid for two minutes and one use,
# and whom somebody admits.
#
#     office or terminal ── QR or nine characters, for a role ──► tablet
#     tablet ── token, name ──► hall ── three digits on both screens ──► a person says yes ──► cookie
#
# Any thread may use it.

MOST_PEOPLE_ASKING, MOST_INVITATIONS = 20, 20


@dataclass(frozen=True, slots=True)
class RoleInvitation:
    """A token that lets one person ask for a role; for the role of a seat, `table` is the table of that seat."""

    token: str
    role: HallRole
    until_ms: int
    table: int | None = None


@dataclass(frozen=True, slots=True)
class AskingPerson:
    """A person who wants to sign in, with the three digits on that person's screen."""

    digits: str
    name: str
    role: HallRole
    table: int | None


@dataclass(slots=True)
class _AskingPerson:
    person: AskingPerson
    since_ms: int
    is_refused: bool = False
    is_admitted: bool = False


class EntryDesk:
    """The tokens that are valid now, and the people who ask to sign in."""

    def __init__(self, book: PeopleBook, now_ms: Callable[[], int]) -> None:
        self._book = book
        self._now_ms = now_ms
        self._lock = threading.RLock()
        self._invitations: list[RoleInvitation] = []
        self._asking: dict[str, _AskingPerson] = {}

    # --- who invites, and says yes

    def invite(self, role: HallRole, table: int | None = None) -> RoleInvitation:
        """Make a token for a role; if there are too many tokens, the oldest becomes invalid."""
        with self._lock:
            made = RoleInvitation(new_token(TOKEN_SIGNS), role, self._now_ms() + TOKEN_MS, table)
            self._invitations = [*self._invitations[-(MOST_INVITATIONS - 1) :], made]
            return made

    def holds(self, invitation: RoleInvitation) -> bool:
        """Tell whether a token can still be used."""
        with self._lock:
            return invitation in self._invitations and self._now_ms() < invitation.until_ms

    def asking(self) -> list[AskingPerson]:
        """Return the people who wait to be admitted."""
        with self._lock:
            self._forget_late()
            return [one.person for one in self._asking.values() if not (one.is_admitted or one.is_refused)]

    def admit(self, digits: str) -> AskingPerson:
        """Admit the person whose screen shows these digits. Raises `JoinRefused` if no screen does."""
        with self._lock:
            one = self._showing(digits)
            one.is_admitted = True
            return one.person

    def refuse(self, digits: str) -> AskingPerson:
        """Refuse the person whose screen shows these digits. Raises `JoinRefused` if no screen does."""
        with self._lock:
            one = self._showing(digits)
            one.is_refused = True
            return one.person

    # --- who asks

    def ask(self, token: str, name: str) -> str:
        """Spend a token, and return the ticket under which the browser waits. Raises `JoinRefused`."""
        with self._lock:
            self._forget_late()
            found = next((one for one in self._invitations if hmac.compare_digest(one.token, token)), None)
            if found is None or self._now_ms() >= found.until_ms or len(self._asking) >= MOST_PEOPLE_ASKING:
                raise JoinRefused(
                    Text(
                        "these nine characters are no longer valid: they are valid for two minutes, and only "
                        "once; ask for new ones"
                    )
                )
            self._invitations.remove(found)
            ticket = secrets.token_hex(TICKET_BYTES)
            taken = {one.person.digits for one in self._asking.values()}
            digits = next(
                one for one in iter(lambda: f"{secrets.randbelow(1000):03}", "") if one not in taken
            )
            self._asking[ticket] = _AskingPerson(
                AskingPerson(digits, name, found.role, found.table), self._now_ms()
            )
            return ticket

    def waiting(self, ticket: str) -> AskingPerson:
        """Return the person who waits with this ticket. Raises `JoinRefused` if the hall does not know the ticket, or
        the person was refused.
        """
        with self._lock:
            self._forget_late()
            one = self._asking.get(ticket)
            if one is None or one.is_refused:
                self._asking.pop(ticket, None)
                raise JoinRefused(Text("the hall did not let you in: ask the organiser for new characters"))
            return one.person

    def cookie(self, ticket: str) -> str | None:
        """Return the token for the cookie, once, after the person was admitted; None before that. Raises `HallError`."""
        with self._lock:
            self.waiting(ticket)
            one = self._asking[ticket]
            if not one.is_admitted:
                return None
            del self._asking[ticket]
            return self._book.add(one.person.name, one.person.role, one.person.table)

    def _showing(self, digits: str) -> _AskingPerson:
        self._forget_late()
        for one in self._asking.values():
            if one.person.digits == digits and not (one.is_admitted or one.is_refused):
                return one
        raise JoinRefused(Text("nobody shows {digits} now", digits=digits[:20]))

    def _forget_late(self) -> None:
        now_ms = self._now_ms()
        self._invitations = [one for one in self._invitations if now_ms < one.until_ms]
        self._asking = {
            ticket: one for ticket, one in self._asking.items() if now_ms - one.since_ms < ASKED_MS
        }
