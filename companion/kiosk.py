"""The parts of a kiosk: a machine without an operator that starts by itself and is watched by systemd.

Pure values, and the one socket to systemd. What is kept of them is in `storage`, what wires them in `cli/kiosk`.
"""

import hashlib
import hmac
import os
import secrets
import shlex
import socket
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from companion.codec import Range, WallMs
from companion.errors import CompanionError, Malformed
from companion.words import Text, Wording, translate

# --- budget
# Counts the errors that a program survives, to tell a single accident from a machine that no longer works.

MOST = 5
WITHIN_MS = 60_000
"""The time within which `MOST` errors mean that the program no longer works. Single errors do not matter."""


@dataclass(frozen=True, slots=True)
class ErrorBudget:
    """The errors of the last minute. After the fifth one the safe screen is shown:

    budget = budget.after_error(now_ms)
    if budget.is_spent: ...

    Times are of a clock that only goes forward.
    """

    most: int = MOST
    within_ms: int = WITHIN_MS
    at_ms: tuple[int, ...] = ()

    def after_error(self, now_ms: int) -> "ErrorBudget":
        """Return the budget with one more error; old errors no longer count."""
        lately = (at_ms for at_ms in self.at_ms if now_ms - at_ms < self.within_ms)
        return ErrorBudget(self.most, self.within_ms, (*lately, now_ms)[-self.most :])

    @property
    def is_spent(self) -> bool:
        return len(self.at_ms) >= self.most


# --- use
# What a shop wants to know of its kiosk. Only counts: nothing tells who was there.


@dataclass(frozen=True, slots=True)
class UseOfDay:
    """The visits of a day, the matches that were begun and ended, and the seconds in which somebody was there."""

    visits: Annotated[int, Range(0)] = 0
    begun: Annotated[int, Range(0)] = 0
    ended: Annotated[int, Range(0)] = 0
    seconds: Annotated[int, Range(0)] = 0

    def plus(self, more: "UseOfDay") -> "UseOfDay":
        """Return both together."""
        return UseOfDay(
            self.visits + more.visits,
            self.begun + more.begun,
            self.ended + more.ended,
            self.seconds + more.seconds,
        )

    def told(self) -> Text:
        """Return the counts in words."""
        return Text(
            "visits: {visits} · matches begun: {begun}, ended: {ended} · minutes: {minutes}",
            visits=self.visits,
            begun=self.begun,
            ended=self.ended,
            minutes=round(self.seconds / 60),
        )


# --- pin
# The PIN of a kiosk's staff: only its scrypt hash is kept, it is compared in constant time, and guessing is slow.
#
# settings = replace(settings, pin=new_pin("2580"))         # set or change it
# settings = replace(settings, pin=None)                    # remove it
#
# answer = store.attempt(pin, digits, monotonic_ms)         # `storage.pin_tries`: counted for all screens together
# if (wait_ms := answer.tries.wait_ms(now_ms)):             # show the wait
#     ...

LEAST_DIGITS, MOST_DIGITS = 4, 12
SALT_BYTES, KEY_BYTES = 16, 32
FREE_TRIES = 3
"""From so many wrong tries in a row on, each costs a wait; a finger may slip before."""
FIRST_WAIT_MS = 30_000
"""The wait after the last free try. It doubles with each further wrong try, so that a machine cannot try all PINs."""
LONGEST_WAIT_MS = 30 * 60_000
"""From there on it is two tries an hour: ten thousand PINs of four digits take seven months."""


class BadPin(CompanionError):
    """The digits cannot be a PIN."""


def _read_hex(data: Any, where: str) -> str:
    try:
        if isinstance(data, str) and SALT_BYTES <= len(bytes.fromhex(data)) <= 64:
            return data
    except ValueError:
        pass
    raise Malformed(where, Text("this is not the form in which a PIN is saved"))


@dataclass(frozen=True, slots=True, repr=False)
class Pin:
    """The hash of a PIN, with its salt and cost.

    The cost is scrypt's (RFC 7914): N = 2 to the power of `cost`, with blocks of r = 8. It takes 16 MB of memory, 40 ms
    on a desktop, and about 150 ms on a Raspberry Pi 4. Each PIN keeps its own cost, so that the default may grow.
    """

    salt: str = field(metadata={"read": _read_hex})
    key: str = field(metadata={"read": _read_hex})
    cost: Annotated[int, Range(10, 17)] = 14
    block: Annotated[int, Range(1, 16)] = 8
    lanes: Annotated[int, Range(1, 4)] = 1

    def __repr__(self) -> str:
        """Hide the hash, so that no log shows what a PIN could be guessed from."""
        return "Pin(...)"

    def opens_with(self, digits: str) -> bool:
        """Tell whether the digits are the PIN."""
        return hmac.compare_digest(bytes.fromhex(self.key), _key(digits, self))


@dataclass(frozen=True, slots=True)
class Tries:
    """How many wrong tries there were in a row, and until when no try is accepted, in ms of a clock that never goes back."""

    wrong: Annotated[int, Range(0, None)] = 0
    until_ms: int = 0

    def wait_ms(self, now_ms: int) -> int:
        """Return for how many ms no try is accepted; 0 if one is."""
        return max(0, self.until_ms - now_ms)

    def after_wrong(self, now_ms: int) -> "Tries":
        """Return the tries after one more wrong one: from the third on there is a wait, each twice as long as the last."""
        wrong = self.wrong + 1
        doubled = min(max(0, wrong - FREE_TRIES), 16)
        wait_ms = min(FIRST_WAIT_MS << doubled, LONGEST_WAIT_MS) if wrong >= FREE_TRIES else 0
        return Tries(wrong, now_ms + wait_ms)

    def by_the_clock(self, now_ms: int) -> "Tries":
        """Return the tries with the wait limited to the longest one, because a file may hold any time."""
        return Tries(self.wrong, min(self.until_ms, now_ms + LONGEST_WAIT_MS))


def tries_told(tries: Tries, now_ms: int) -> Text:
    """Return what who typed a wrong PIN is told."""
    wait_ms = tries.wait_ms(now_ms)
    if wait_ms:
        return Text("wrong PIN; wait {seconds} s before the next try", seconds=-(-wait_ms // 1000))
    return Text("that is not the PIN")


@dataclass(frozen=True, slots=True)
class PinAnswer:
    """Whether digits opened the lock, and the state of the tries afterwards."""

    is_right: bool
    tries: Tries


def new_pin(digits: str, salt: bytes | None = None) -> Pin:
    """Hash new digits, with a random salt unless one is given. Raises `BadPin`."""
    if not (digits.isascii() and digits.isdecimal() and LEAST_DIGITS <= len(digits) <= MOST_DIGITS):
        raise BadPin(
            Text("a PIN has {least} to {most} digits, and nothing else", least=LEAST_DIGITS, most=MOST_DIGITS)
        )
    empty = Pin((salt or secrets.token_bytes(SALT_BYTES)).hex(), "")
    return replace(empty, key=_key(digits, empty).hex())


def _key(digits: str, pin: Pin) -> bytes:
    n = 1 << pin.cost
    room = 256 * pin.block * (n + pin.lanes + 2)
    return hashlib.scrypt(
        digits.encode("utf-8", "surrogatepass"),
        salt=bytes.fromhex(pin.salt),
        n=n, r=pin.block, p=pin.lanes, maxmem=room, dklen=KEY_BYTES,
    )  # fmt: skip


# --- recoveries
# Counts how often a kiosk was restarted since its machine was switched on, and keeps the last error.
#
#     started ──► runs ──► stopped                 on purpose: nothing is counted
#                   └────► killed, crashed, hung ──► started: a recovery
#
# After three recoveries of one boot the next start is safe: instead of the game a screen that says what is wrong, until
# somebody lets it try again or switches the machine off and on. A power cut ends the boot too, and is no recovery.

MOST_RECOVERIES = 3
"""Restarts before staff are called: what fails again after each of them will not heal by itself."""
LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in one line, and its time: milliseconds since 1970 by the machine's clock, which may be wrong."""

    says: Wording
    at_ms: WallMs


@dataclass(frozen=True, slots=True)
class Recoveries:
    """The count of restarts and the last error. `boot` is the kernel's id for the time since the machine was switched on."""

    boot: str = ""
    count: Annotated[int, Range(0, None)] = 0
    is_running: bool = False
    is_explained: bool = False
    """The run that goes on, or the last one, said itself what went wrong."""
    has_given_up: bool = False
    fault: Fault | None = None
    """The last thing that went wrong, of an earlier boot perhaps."""

    @property
    def is_safe(self) -> bool:
        """Whether to show the safe screen instead of the game."""
        return self.has_given_up or self.count > MOST_RECOVERIES

    def started(self, boot: str, at_ms: int) -> "Recoveries":
        """Return the recoveries after a start of the program, in this boot or a new one."""
        if boot != self.boot:
            return Recoveries(boot, is_running=True, fault=self.fault)
        if not self.is_running:
            return replace(self, is_running=True, is_explained=False)
        fault = self.fault if self.is_explained else Fault(_both(_WITHOUT_A_WORD), at_ms)
        return replace(self, count=self.count + 1, is_explained=False, fault=fault)

    def stopped(self) -> "Recoveries":
        """Return the recoveries after an intended end."""
        return replace(self, is_running=False)

    def failed(self, fault: Fault) -> "Recoveries":
        """Return the recoveries after an error that the program survived or that ended it."""
        return replace(self, is_explained=True, fault=fault)

    def given_up(self, fault: Fault) -> "Recoveries":
        """Return the recoveries after too many errors in one run: the safe screen is shown from now on."""
        return replace(self.failed(fault), has_given_up=True)

    def forgiven(self) -> "Recoveries":
        """Return the recoveries after staff asked for a new try; the last error stays known."""
        return replace(self, count=0, has_given_up=False)


_WITHOUT_A_WORD = Text(
    "the program ended without a message: it hung and its watchdog stopped it, it crashed, or memory ran out"
)


def fault_of(problem: BaseException, at_ms: int) -> Fault:
    """Return an exception as a fault: the program's own errors in both languages, others with their name and line."""
    if isinstance(problem, CompanionError):
        return Fault(_both(problem.message), at_ms)
    said = " ".join(str(problem).split())
    where = traceback.extract_tb(problem.__traceback__)[-1:]
    place = f" ({'/'.join(where[0].filename.split('/')[-2:])}:{where[0].lineno})" if where else ""
    name = type(problem).__name__
    return Fault(Wording.plain(_short(f"{name}: {said}" if said else name) + place), at_ms)


def _both(text: Text) -> Wording:
    return Wording(*(_short(" ".join(translate(text, language).splitlines())) for language in ("en", "fr")))


def _short(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


# --- watchdog
# Tells systemd that the service is ready, alive or stopping, and its status in one line.
#
#     NOTIFY_SOCKET=/run/systemd/notify or @abstract     where to, one datagram a word (sd_notify(3))
#     WATCHDOG_USEC=20000000  WATCHDOG_PID=812           how soon it is stopped and started again if it says nothing
#
# From a loop of screens:
#
#     watchdog = SystemdWatchdog.of(os.environ)
#     ...                                    # the window stands, the first picture is drawn
#     watchdog.ready("waits for players")
#     while ...:                             # in each turn of the loop, and nowhere else: what hangs must fall silent
#         watchdog.feed(monotonic_ms())
#     watchdog.stopping()
#
# Without systemd all of this does nothing.

Send = Callable[[str], bool]
"""Sends one message, and returns whether it was taken."""

FEEDS_A_PERIOD = 4
"""A late one or two are no harm; systemd recommends half of the time at the latest."""


class SystemdWatchdog:
    """The connection of one service to systemd. `send` None: there is none. `period_ms` None: no sign of life is expected."""

    def __init__(self, send: Send | None, period_ms: int | None = None) -> None:
        self._send = send
        self.period_ms = period_ms
        self._fed_ms: int | None = None
        self._status = ""

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int | None = None) -> "SystemdWatchdog":
        """Return the connection that the environment variables describe; a watchdog period for another process is ignored."""
        address = environment.get("NOTIFY_SOCKET", "")
        send = NotifySocket(address) if address[:1] in ("/", "@") and len(address) > 1 else None
        whose = environment.get("WATCHDOG_PID", "")
        is_ours = whose in ("", str(os.getpid() if pid is None else pid))
        usec = environment.get("WATCHDOG_USEC", "")
        period_ms = int(usec) // 1000 if is_ours and usec.isascii() and usec.isdecimal() else None
        return cls(send, period_ms or None)

    @property
    def is_watched(self) -> bool:
        return self._send is not None and self.period_ms is not None

    def ready(self, status: str = "") -> None:
        """Report that the service is ready: systemd counts it as started, and its watchdog begins."""
        self._say("READY=1", *self._new_status(status))

    def status(self, words: str) -> None:
        """Report the status in one line, as `systemctl status` shows it; sent only if it is new."""
        self._say(*self._new_status(words))

    def feed(self, now_ms: int) -> None:
        """Report a sign of life. It may be called often: it is sent four times in the watchdog's period."""
        if self._send is None or self.period_ms is None:
            return
        is_due = self._fed_ms is None or now_ms - self._fed_ms >= self.period_ms // FEEDS_A_PERIOD
        if is_due and self._send("WATCHDOG=1"):
            self._fed_ms = now_ms

    def stopping(self) -> None:
        """Report that the service is about to end on purpose."""
        self._say("STOPPING=1")

    def _new_status(self, words: str) -> tuple[str, ...]:
        line = " ".join(words.splitlines())
        if line == self._status:
            return ()
        self._status = line
        return (f"STATUS={line}",)

    def _say(self, *words: str) -> None:
        if self._send is not None and words:
            self._send("\n".join(words))


class NotifySocket:
    """Sends datagrams to systemd's socket: a path, or an abstract name that begins with @."""

    def __init__(self, address: str) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def __call__(self, message: str) -> bool:
        """Send without waiting: what a full socket does not take is dropped and sent again later."""
        with (
            suppress(OSError, ValueError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(message.encode("utf-8", "replace"), self._address)
            return True
        return False


# --- command
# The command of this program, where no bare name finds it.


def program_here() -> tuple[str, ...]:
    """Return the command that starts this program: its script beside Python, or that Python with a module."""
    script = Path(sys.executable).with_name("companion")
    return (str(script),) if script.is_file() else (sys.executable, "-m", "companion")


def typed_as_root(*words: str) -> str:
    """Return a command of this program as root must type it, because root's shell does not find the bare name."""
    return shlex.join(("sudo", *program_here(), *words))


def typed_in_its_folder(*words: str) -> str:
    """Return the command of `typed_as_root` with a short path, as root may type it in the folder of the program."""
    venv = Path(sys.executable).parent.parent
    if venv.name != ".venv" or not (venv / "bin" / "companion").is_file():
        return typed_as_root(*words)
    return shlex.join(("sudo", ".venv/bin/companion", *words))
