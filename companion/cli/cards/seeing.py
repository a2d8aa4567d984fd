"""Reads the reference of a card that is shown to a camera, from its code, its tag or its print."""

import re
import time
from collections import Counter
from collections.abc import Iterator

from companion.errors import CompanionError
from companion.observation import ReadingStatus, What
from companion.rules.catalogue import USUAL_PATTERN
from companion.storage.owners_cards import OwnersCards
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.retries import read_photograph
from vision.detectors.tags import read_tags_in_photograph
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
    other: set[str] = set()
    pattern = _pattern(cards)
    for frame in _frames(source):
        found = list(_references(frame, pattern, cards, other))
        seen.update(set(found))
        sure = [ref for ref, looks in seen.items() if looks >= LOOKS]
        if sure:
            return _the_one(sure)
    if seen:
        return _the_one(list(seen))
    if other:
        raise CompanionError(
            Text(
                "the text that was read is not a card reference: {texts}",
                texts=", ".join(sorted(other))[:120],
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


def _pattern(cards: OwnersCards) -> re.Pattern[str]:
    """Return a pattern for all references that the owner's catalogues allow."""
    patterns = dict.fromkeys((*(file.pattern for file in cards.owned), USUAL_PATTERN))
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _references(frame: Frame, pattern: re.Pattern[str], cards: OwnersCards, other: set[str]) -> Iterator[str]:
    """Return the references in a picture; print is read only where there are no codes."""
    codes = read_photograph(frame.grey)
    things = [*codes, *read_tags_in_photograph(frame.grey, codes)]
    if not things:
        things = read_references(frame.pixels, ReferenceFormat(pattern))
    for thing in things:
        ref = _reference_of(thing, cards)
        if ref is not None and pattern.fullmatch(ref):
            yield ref
        elif thing.text:
            other.add(thing.text)


def _reference_of(thing: Detection, cards: OwnersCards) -> str | None:
    if thing.reading is not ReadingStatus.READ:
        return None
    if thing.what is What.TAG:
        return cards.catalogue.tags.get(int(thing.text))
    return thing.text
