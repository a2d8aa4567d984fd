"""Work that may hang or crash, held to a time: in a thread that is left behind, or in a process that is ended."""

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

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


def tried(
    code: str, seconds: float, *words: str, environment: dict[str, str] | None = None
) -> tuple[bool, str]:
    """Run some Python in a process of its own: whether it ended well, and the last line it said. A library that crashes
    takes only that process with it.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own lines
            [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=seconds, check=False,
            env=environment, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False, "timeout"
    except OSError as problem:
        return False, str(problem)
    said = [
        line for line in (done.stdout if done.returncode == 0 else done.stderr).splitlines() if line.strip()
    ]
    return done.returncode == 0, said[-1].strip()[:200] if said else f"exit {done.returncode}"
