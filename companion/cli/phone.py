"""Opens the camera that a command names; for a phone it prints the code that the phone scans."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.storage.house_styles import phone_colours
from companion.storage.places import Places
from companion.words import as_sentence, translate
from vision.phone import PHONE
from vision.phone.code import code_lines, scan_this
from vision.phone.link import PhoneLink
from vision.phone.opening import phone_link
from vision.sources.source import Source
from vision.sources.source_names import source_for

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
    link = phone_link(where.phone, colours=phone_colours())
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
