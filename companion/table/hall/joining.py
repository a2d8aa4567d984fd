"""Joins a hall as a table: checks which hall it is, shows three digits, and waits for a person's yes."""

import http.client
import secrets
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.bus.joining import (
    FINGERPRINT_DIGITS,
    LARGEST_WORDS,
    HallInvitation,
    JoinAnswer,
    JoinOpening,
    JoinRequest,
    JoinState,
    JoinTicket,
    commitment,
    shown_digits,
)
from companion.bus.messages import payload_of, read_message
from companion.errors import CompanionError, Malformed
from companion.network.certificates import fingerprint
from companion.storage.hall_credentials import HallCredentials
from companion.system_errors import system_says
from companion.words import Text

ANSWERS_S = 10.0
"""How long the hall may take for an answer."""
ASK_AGAIN_S = 1.0
MOST_TRIES = 180
"""The hall forgets a table that wants to join after three minutes."""
NUMBER_BYTES = 32
T = TypeVar("T")


class CannotJoin(CompanionError):
    """The hall was not reached, is the wrong one, or refuses this table."""


@dataclass(frozen=True, slots=True)
class JoinedHall:
    """The credentials for a hall that admitted this table, and the certificate of the hall's authority."""

    credentials: HallCredentials
    authority: bytes


class _Door:
    """The hall's side of the joining, over HTTPS."""

    def __init__(self, invitation: HallInvitation) -> None:
        self._invitation = invitation
        self._context = ssl.create_default_context()
        self._context.check_hostname = False
        self._context.verify_mode = ssl.CERT_NONE

    def authority(self) -> bytes:
        """Fetch the hall's authority from whoever answers; from then on only who has a certificate of it is spoken with."""
        found = self._ask("GET", "/authority", b"")
        try:
            known = fingerprint(found)
        except ValueError as problem:
            raise self._no_hall() from problem
        expected = self._invitation.fingerprint
        if expected is not None and known[:FINGERPRINT_DIGITS] != expected:
            raise CannotJoin(
                Text(
                    "the machine that answers at {host} is not the one whose code was read; nothing was "
                    "sent to it",
                    host=self._invitation.host,
                )
            )
        self._context = ssl.create_default_context(cadata=found.decode("ascii"))
        self._context.check_hostname = False
        return found

    def say(self, path: str, message: Any) -> bytes:
        return self._ask("POST", path, payload_of(message))

    def hear(self, path: str, message: Any, kind: type[T]) -> T:
        try:
            return read_message(kind, self.say(path, message))
        except Malformed as problem:
            raise self._no_hall() from problem

    def _ask(self, method: str, path: str, body: bytes) -> bytes:
        invitation = self._invitation
        connection = http.client.HTTPSConnection(
            invitation.host, invitation.port, timeout=ANSWERS_S, context=self._context
        )
        try:
            connection.request(method, path, body or None, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            said = answer.read(LARGEST_WORDS)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise CannotJoin(
                Text(
                    "no hall answers at {host}, port {port}: {problem}; is this table in the same network?",
                    host=invitation.host,
                    port=invitation.port,
                    problem=system_says(problem) if isinstance(problem, OSError) else str(problem),
                )
            ) from problem
        finally:
            connection.close()
        if answer.status == http.HTTPStatus.FORBIDDEN:
            raise CannotJoin(
                Text(
                    "the hall does not let this table in: check the nine characters on its screen; they "
                    "are valid for two minutes, and only once; then it shows new ones"
                )
            )
        if answer.status == http.HTTPStatus.TOO_MANY_REQUESTS:
            raise CannotJoin(Text("too many tables ask to join the hall at once: try again in a moment"))
        if answer.status >= http.HTTPStatus.BAD_REQUEST:
            raise self._no_hall()
        return said

    def _no_hall(self) -> CannotJoin:
        return CannotJoin(
            Text(
                "what answers at {host}, port {port} is not a hall of this program",
                host=self._invitation.host,
                port=self._invitation.port,
            )
        )


def join_hall(
    invitation: HallInvitation, name: str, show: Callable[[str], None], pause: Callable[[float], None]
) -> JoinedHall:
    """Join this table to a hall, and return the credentials that the table has there from now on.

    `show` gets the three digits that the hall's screen must show too. `pause` waits so many seconds. Raises `CannotJoin`.
    """
    door = _Door(invitation)
    authority = door.authority()
    number = secrets.token_hex(NUMBER_BYTES)
    request = JoinRequest(invitation.token, name, commitment(number))
    ticket = door.hear("/join", request, JoinTicket)
    door.say("/join/number", JoinOpening(ticket.ticket, number))
    show(shown_digits(fingerprint(authority), invitation.token, number, ticket.ticket))
    for _ in range(MOST_TRIES):
        answer = door.hear("/join/answer", ticket, JoinAnswer)
        if answer.state is JoinState.REFUSED:
            raise CannotJoin(Text("a person at the hall said no to this table"))
        if answer.state is JoinState.ADMITTED:
            return JoinedHall(_credentials(invitation, answer), authority)
        pause(ASK_AGAIN_S)
    raise CannotJoin(Text("nobody at the hall said yes in time: begin again"))


def _credentials(invitation: HallInvitation, answer: JoinAnswer) -> HallCredentials:
    account, password, table, port = answer.account, answer.password, answer.table, answer.broker_port
    if account is None or password is None or table is None or port is None:
        raise CannotJoin(Text("the hall's answer is incomplete: is its program another version?"))
    return HallCredentials(invitation.host, port, account, password, table)
