"""Limits the time of work that may hang or crash: in a thread that is left behind, or in a process that is ended."""

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
    """What the work gives; or, in words, that it took too long or stumbled."""
    results: list[T | Text] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as problem:  # noqa: BLE001 - the outermost of a thread: whatever it was is told
            results.append(Text("the examination stumbled: {problem}", problem=repr(problem)[:200]))

    thread = threading.Thread(target=run, name="doctor", daemon=True)
    thread.start()
    thread.join(seconds)
    return results[0] if results else Text("no answer within {seconds} s", seconds=round(seconds))


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of such work: its last line of output, or what went wrong."""

    is_well: bool
    last: str = ""
    problem: Text | None = None

    @property
    def says(self) -> Text:
        """What the matter was; where nothing else is known, in the words of whoever failed."""
        return self.problem or Text("{words}", words=self.last)


TOO_LATE = Tried(is_well=False, problem=Text("no answer came in time"))


def tried(code: str, seconds: float, *words: str, environment: dict[str, str] | None = None) -> Tried:
    """Run some Python in a process of its own. A library that crashes takes only that process with it."""
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
    return Tried(is_well, problem=Text("it ended with the code {code}", code=done.returncode))
