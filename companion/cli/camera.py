"""Opens the camera that a command names (for a phone it prints the code to scan), and hides what C libraries write on
standard error.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from companion.backend.table_house import phone_of
from companion.storage.places import Places
from companion.words import as_sentence, translate
from vision.phone import PHONE
from vision.phone.code import code_lines, scan_this
from vision.phone.link import PhoneLink
from vision.sources.source import Source
from vision.sources.source_names import source_for

# --- quiet
# Hides what C libraries write on standard error by themselves, such as `libpng error: …`.
#
# They write to the process's file 2, past Python. What is wrong with a picture is told in our own words.

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


# --- phone
# Opens the camera that a command names; for a phone it prints the code that the phone scans.

WAIT_S = 0.2


@contextmanager
def camera_named(
    words: str, where: Places, language: str, *, is_grey: bool = True, is_paced: bool = True
) -> Iterator[Source]:
    """Return the source of a name, not yet opened; a phone's page is served as long as it is used.

    For a phone this waits until one has joined.

    Raises `VisionError`.
    """
    if words != PHONE:
        yield source_for(words, is_grey=is_grey, is_paced=is_paced)
        return
    link = phone_of(where)
    link.hold(where)
    try:
        _print_code(link, language)
        while not link.has_phone:
            time.sleep(WAIT_S)
        yield source_for(words, is_grey=is_grey, phone=link)
    finally:
        link.drop(where)


def _print_code(link: PhoneLink, language: str) -> None:
    """Print where the phone finds its page; the code itself only where somebody sees it."""
    invitation = link.invitation
    assert invitation is not None, "nobody has joined a link that begins"
    if sys.stderr.isatty():
        print(code_lines(invitation.url), file=sys.stderr)
    print(as_sentence(translate(scan_this(invitation.url), language)), file=sys.stderr, flush=True)
    for other in invitation.others:
        print(f"  {other}", file=sys.stderr, flush=True)
