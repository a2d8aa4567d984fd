"""Counts how often a kiosk was restarted since its machine was switched on, and keeps the last error.

    started ──► runs ──► stopped                 on purpose: nothing is counted
                  └────► killed, crashed, hung ──► started: a recovery

After three recoveries of one boot the next start is safe: instead of the game a screen that says what is wrong, until
somebody lets it try again or switches the machine off and on. A power cut ends the boot too, and is no recovery.
"""

import traceback
from dataclasses import dataclass, replace
from typing import Annotated

from companion.codec import Range, WallMs
from companion.errors import CompanionError
from companion.words import Text, Wording, translate

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
