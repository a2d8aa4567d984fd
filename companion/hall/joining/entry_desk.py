"""Decides who may sign in to the hall's pages: a person who sends a token, which is valid for two minutes and one use,
and whom somebody admits.

    office or terminal ── QR or nine characters, for a role ──► tablet
    tablet ── token, name ──► hall ── three digits on both screens ──► a person says yes ──► cookie

Any thread may use it.
"""

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.bus.joining import TOKEN_MS, TOKEN_SIGNS
from companion.hall.errors import JoinRefused
from companion.hall.people import HallRole, PeopleBook
from companion.network.tokens import new_token
from companion.words import Text

ASKED_MS = 180_000
MOST_ASKING, MOST_INVITATIONS = 20, 20
TICKET_BYTES = 16


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
class _Asking:
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
        self._asking: dict[str, _Asking] = {}

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
            if found is None or self._now_ms() >= found.until_ms or len(self._asking) >= MOST_ASKING:
                raise JoinRefused(
                    Text(
                        "these nine characters do not hold: each holds for two minutes, and once; ask for new ones"
                    )
                )
            self._invitations.remove(found)
            ticket = secrets.token_hex(TICKET_BYTES)
            taken = {one.person.digits for one in self._asking.values()}
            digits = next(
                one for one in iter(lambda: f"{secrets.randbelow(1000):03}", "") if one not in taken
            )
            self._asking[ticket] = _Asking(
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

    def _showing(self, digits: str) -> _Asking:
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
