"""Gives the callers of a server their places, and limits how often something may be done.

accept ─► a place ─► TLS ─► whole request ─► answer

A connection has a place from the moment on at which the system hands it over, before any TLS. When all places are taken and
another caller comes, the address that holds the most gives one up. So a stranger needs as many addresses as there are places
to keep anybody out; addresses from which somebody who is signed in has asked give up theirs after all others. Who is being
answered, such as a page that is live, keeps the place before those from whom a request has yet to come.
"""

import fcntl
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.clock import monotonic_ms

# --- rate
# Limits how often something may be done.

BURST_S = 1.0
"""What was not used in so many seconds may be used at once."""


@dataclass(slots=True)
class Rate:
    """A limit: something may be done `per_s` times a second on average. After a pause it may be done `at_once` times, and at
    least as often as `BURST_S` seconds allow.
    """

    per_s: float
    clock: Callable[[], int] = monotonic_ms
    at_once: float = 0.0
    _left: float = field(init=False)
    _at_ms: int = field(init=False)

    def __post_init__(self) -> None:
        self.at_once = max(self.at_once, self.per_s * BURST_S)
        self._left, self._at_ms = self.at_once, self.clock()

    def allows(self) -> bool:
        """Tell whether it may be done once more now, and count it if so."""
        now_ms = self.clock()
        self._left = min(self.at_once, self._left + (now_ms - self._at_ms) * self.per_s / 1000)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True


MOST_REMEMBERED = 1_000
"""Who did something last; somebody else begins with a whole share again, and is held by the limit for all."""
SHARES = 300
"""So many callers may use up their shares before others are refused: more than a usual network has addresses."""
TRIES_PER_S = 3.0
"""How often a token may be tried from one address.

All addresses together may try 900 times a second: 900 * 36,000 = 32 million times in an evening of ten hours. A hall's
token has nine of 31 signs, so there are 26 million million tokens. If 20 of them were valid the whole time, somebody would
guess one in one of 40,000 evenings, and a person would still have to say yes to three digits. A phone's token has twelve
signs, and only one is valid.
"""


@dataclass(slots=True)
class RateEach:
    """A limit for each of those who do something, and `SHARES` times as much for all of them, so that nobody uses up what
    others need.
    """

    per_s: float
    clock: Callable[[], int] = monotonic_ms
    at_once: float = 0.0
    _each: dict[str, Rate] = field(default_factory=dict)
    _all: Rate = field(init=False)

    def __post_init__(self) -> None:
        self._all = Rate(SHARES * self.per_s, self.clock, SHARES * self.at_once)

    def allows(self, who: str) -> bool:
        """Tell whether somebody may do it once more now, and count it if so."""
        own = self._each.pop(who, None) or Rate(self.per_s, self.clock, self.at_once)
        self._each[who] = own
        if len(self._each) > MOST_REMEMBERED:
            del self._each[next(iter(self._each))]
        return own.allows() and self._all.allows()


def token_tries() -> RateEach:
    """Return the limit for those who try tokens, by their addresses."""
    return RateEach(TRIES_PER_S)


# --- caller places

OWN_FILES = 1_024
"""Files that the rest of the program has open, at most: its logs, and the callers of its smaller servers."""
LOW_NUMBERS = 1_024
"""Callers' sockets have no number below this: libraries that wait with `select`, such as that of the dice tower's port, need
these numbers for their own files.
"""

ARRIVALS_PER_S = 100.0
"""How many callers may come from one address; the others are turned away before they cost anything. As many as have places
there may come at once: a whole club behind one router opens the page in the same second.
"""
MOST_REFUSED = 100
"""So many callers are turned away in a row at most; then the server serves those who have a place."""


class CallerSocket(socket.socket):
    """The socket of a caller, who gives the place back when it is closed."""

    places: "CallerPlaces"
    where = ("", 0)
    """The caller's address and port."""
    is_answered = False
    """Whether a request has come whole and its answer goes on."""

    def close(self) -> None:
        self.places.leave(self)
        super().close()


class CallerPlaces:
    """Who has a place at one server. Only the server's thread may use it."""

    def __init__(self, most: int, most_each: int) -> None:
        """`most`: the places of all addresses together; `most_each`: those of one address."""
        self.most = most
        self._most_each = most_each
        self._held: dict[str, dict[int, CallerSocket]] = {}
        """The callers of each address by their ports, the oldest first."""
        self._known: dict[str, None] = {}
        self._arrivals = RateEach(ARRIVALS_PER_S, at_once=most_each)
        self._count = 0

    def enter(self, caller: CallerSocket) -> bool:
        """Give a caller a place, for which another may have to go; return False if there is none for this one."""
        address, port = caller.where
        if not self._arrivals.allows(address):
            return False
        before = self._held.get(address, {}).get(port)
        if before is not None:
            # Its connection has ended, or its port could not be used again; its socket is yet to be closed.
            self.leave(before)
        self._held.setdefault(address, {})[port] = caller
        self._count += 1
        going = self._in_excess(address)
        if going is not None:
            self.leave(going)
            if going is not caller:
                # Whoever waits for its bytes hears that there are no more, and closes it.
                with suppress(OSError):
                    going.shutdown(socket.SHUT_RDWR)
        return going is not caller

    def leave(self, caller: CallerSocket) -> None:
        """Take a place back; nothing happens if the caller has none."""
        address, port = caller.where
        held = self._held.get(address, {})
        if held.get(port) is caller:
            del held[port]
            self._count -= 1
        if not held:
            self._held.pop(address, None)

    def note(self, where: tuple[str, int], *, is_answered: bool) -> None:
        """Note whether a caller is being answered now, or has yet to ask for something."""
        address, port = where
        caller = self._held.get(address, {}).get(port)
        if caller is not None:
            caller.is_answered = is_answered

    def know(self, address: str) -> None:
        """Note that somebody who is signed in asks from an address."""
        self._known[address] = None
        while len(self._known) > self.most:
            del self._known[next(iter(self._known))]

    def knows(self, address: str) -> bool:
        """Tell whether somebody who was signed in has asked from an address."""
        return address in self._known

    def _in_excess(self, newcomer: str) -> CallerSocket | None:
        """Return who gives a place up, after somebody has come from an address; None while there is room."""
        if len(self._held[newcomer]) > self._most_each:
            return _least(self._held[newcomer])
        if self._count <= self.most:
            return None
        greediest = max(
            self._held, key=lambda one: (not self.knows(one), len(self._held[one]), one == newcomer)
        )
        return _least(self._held[greediest])


def _least(held: dict[int, CallerSocket]) -> CallerSocket:
    """Return who of an address gives up a place: the oldest who is not being answered, and else the newest."""
    return next((one for one in held.values() if not one.is_answered), next(reversed(held.values())))


class CallerDoor(socket.socket):
    """The socket at which callers arrive, and get their places."""

    places: CallerPlaces

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next caller who gets a place. Raises `ConnectionAbortedError` if many one after the other get none."""
        for _ in range(MOST_REFUSED):
            connection, where = super().accept()
            caller = CallerSocket(self.family, self.type, self.proto, _high(connection.detach()))
            caller.places, caller.where = self.places, where
            if self.places.enter(caller):
                return caller, where
            caller.close()
        raise ConnectionAbortedError


def door_at(host: str, port: int, places: CallerPlaces) -> CallerDoor:
    """Open a port to callers, and return its socket. Raises `OSError`, for example if another program has the port."""
    door = CallerDoor(socket.AF_INET, socket.SOCK_STREAM)
    door.places = places
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(places.most)
    except OSError:
        door.close()
        raise
    return door


def room_for_callers(most: int) -> int:
    """Raise the number of files that this process may have open, so that so many callers find room, as far as the system
    allows; return how many do.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OWN_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return min(most, max(allowed - OWN_FILES, allowed // 4))


def _high(handle: int) -> int:
    """Return the same open file under a number that `LOW_NUMBERS` leaves to others, if the system allows so many."""
    try:
        high = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, LOW_NUMBERS)
    except OSError:
        return handle
    socket.close(handle)
    return high
