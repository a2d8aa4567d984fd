"""Reads the reference of a card in a picture, from its code, its tag or its print."""

import re
from collections.abc import Iterator

from companion.observation import ReadingStatus, What
from companion.rules.catalogue import USUAL_PATTERN
from companion.storage.owners_cards import OwnersCards
from vision.detectors.codes import Detection
from vision.detectors.reference.reader import ReferenceFormat, read_references
from vision.detectors.retries import read_photograph
from vision.detectors.tags import read_tags_in_photograph
from vision.frame import Pixels, to_grey


class PrintedReferences:
    """Reads the references that one owner's catalogues allow."""

    def __init__(self, cards: OwnersCards) -> None:
        self._cards = cards
        patterns = dict.fromkeys((*(file.pattern for file in cards.owned), USUAL_PATTERN))
        self.pattern = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        """What references look like."""
        self.other: set[str] = set()
        """Texts that were read and are no references."""

    def are(self, text: str) -> bool:
        """Tell whether a text has the form of a reference."""
        return self.pattern.fullmatch(text) is not None

    def read(self, pixels: Pixels) -> Iterator[tuple[str, Detection]]:
        """Yield the references in a picture, (H, W, 3) uint8 BGR or (H, W) grey, each with what it was read from: a code, a
        tag or print. Print is read only in a picture without codes.
        """
        grey = to_grey(pixels)
        codes = read_photograph(grey)
        things = [*codes, *read_tags_in_photograph(grey, codes)]
        if not things:
            things = read_references(pixels, ReferenceFormat(self.pattern))
        for thing in things:
            ref = self._reference_of(thing)
            if ref is not None and self.are(ref):
                yield ref, thing
            elif thing.text:
                self.other.add(thing.text)

    def _reference_of(self, thing: Detection) -> str | None:
        if thing.reading is not ReadingStatus.READ:
            return None
        if thing.what is What.TAG:
            return self._cards.catalogue.tags.get(int(thing.text))
        return thing.text
