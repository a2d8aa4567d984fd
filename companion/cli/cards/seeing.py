"""Reads the reference of a card that is shown to a camera, from its code, its tag or its print."""

import time
from collections import Counter
from collections.abc import Iterator

from companion.errors import CompanionError
from companion.storage.owners_cards import OwnersCards
from companion.table.printed_reference import PrintedReferences
from companion.words import Text
from vision.errors import EndOfPictures
from vision.frame import Frame
from vision.pictures import use_one_thread
from vision.sources.source import Source

LOOKS = 2
"""A reference counts after this many readings; after one, if there is only one picture."""
PATIENCE_S = 60
"""How long a camera is looked through: time to find the card, and the focus."""


def seen_reference(source: Source, cards: OwnersCards) -> str:
    """Return the reference of the card that a source shows. Raises `CompanionError` if none is seen, or several are."""
    use_one_thread()
    source.open()
    try:
        return _believed(source, cards)
    finally:
        source.close()


def _believed(source: Source, cards: OwnersCards) -> str:
    seen: Counter[str] = Counter()
    references = PrintedReferences(cards)
    for frame in _frames(source):
        seen.update({ref for ref, _ in references.read(frame.pixels)})
        sure = [ref for ref, looks in seen.items() if looks >= LOOKS]
        if sure:
            return _the_one(sure)
    if seen:
        return _the_one(list(seen))
    if references.other:
        raise CompanionError(
            Text(
                "the text that was read is not a card reference: {texts}",
                texts=", ".join(sorted(references.other))[:120],
            )
        )
    raise CompanionError(
        Text(
            "no code and no reference was read; show the card closer, flat and in good light, or type its reference"
        )
    )


def _the_one(refs: list[str]) -> str:
    if len(refs) > 1:
        raise CompanionError(
            Text("several cards were seen: {refs}; show one at a time", refs=", ".join(sorted(refs)))
        )
    return refs[0]


def _frames(source: Source) -> Iterator[Frame]:
    """Return all pictures of a file, or the pictures of one minute from a camera."""
    end = time.monotonic() + PATIENCE_S
    while not source.is_live or time.monotonic() < end:
        try:
            yield source.read()
        except EndOfPictures:
            return
