"""Hides what C libraries write on standard error by themselves, such as `libpng error: …`.

They write to the process's file 2, past Python. What is wrong with a picture is told in our own words.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

STANDARD_ERROR = 2


@contextlib.contextmanager
def libraries_silenced() -> Iterator[None]:
    """Let only this program's own messages reach standard error, inside a `with` block. Only for the main thread."""
    before = sys.stderr
    try:
        kept = os.dup(STANDARD_ERROR)
    except OSError:  # It is closed: nobody reads there.
        yield
        return
    with contextlib.ExitStack() as undone:
        undone.callback(os.close, kept)
        if _is_standard_error(before):
            ours = undone.enter_context(
                os.fdopen(os.dup(kept), "w", buffering=1, encoding="utf-8", errors="backslashreplace")
            )
            undone.callback(setattr, sys, "stderr", before)
            before.flush()
            sys.stderr = ours
        undone.callback(os.dup2, kept, STANDARD_ERROR)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STANDARD_ERROR)
        os.close(nowhere)
        yield


def _is_standard_error(stream: TextIO) -> bool:
    """Tell whether `sys.stderr` is the standard error of the process; it is not where a test captures it."""
    try:
        return stream.fileno() == STANDARD_ERROR
    except (AttributeError, OSError, ValueError):
        return False
