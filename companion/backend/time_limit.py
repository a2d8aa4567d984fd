"""Limits the time of work that may hang or crash, by a thread that is abandoned or a process that is ended."""

import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.system_errors import system_says
from companion.words import Text

T = TypeVar("T")


def bounded(work: Callable[[], T], seconds: float) -> T | Text:
    """Return the result of some work, or a sentence that says that it took too long or failed."""
    results: list[T | Text] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as problem:  # noqa: BLE001 - the outermost of a thread: whatever it was is told
            results.append(Text("the check failed: {problem}", problem=repr(problem)[:200]))

    thread = threading.Thread(target=run, name="doctor", daemon=True)
    thread.start()
    thread.join(seconds)
    return results[0] if results else Text("no answer within {seconds} s", seconds=round(seconds))


@dataclass(frozen=True, slots=True)
class Tried:
    """Holds the result of a child process: its last line of output, or what went wrong."""

    is_well: bool
    last: str = ""
    problem: Text | None = None

    @property
    def says(self) -> Text:
        """What went wrong as a sentence; if nothing else is known, the message of the failing code."""
        return self.problem or Text("{words}", words=self.last)


TOO_LATE = Tried(is_well=False, problem=Text("no answer came in time"))


def tried(code: str, seconds: float, *words: str, environment: dict[str, str] | None = None) -> Tried:
    """Run Python code in a process of its own, so that a crashing library ends only that process."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own lines
            [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=seconds, check=False,
            env=environment, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return TOO_LATE
    except OSError as problem:
        return Tried(is_well=False, problem=system_says(problem))
    is_well = done.returncode == 0
    said = [line for line in (done.stdout if is_well else done.stderr).splitlines() if line.strip()]
    if said:
        return Tried(is_well, said[-1].strip()[:200])
    return Tried(is_well, problem=Text("the program ended with the code {code}", code=done.returncode))
