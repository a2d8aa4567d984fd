"""Compares texts that were read with texts that are known, slips of reading aside."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher

QUOTES = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "−": "-",
    }
)


def plain(text: str) -> str:
    """Returns a text in small letters, without accents, blanks or marks: what is left tells texts apart."""
    spread = unicodedata.normalize("NFKD", text.translate(QUOTES)).casefold()
    return "".join(sign for sign in spread if sign.isalnum() or sign in "+-")


def likeness(one: str, other: str) -> float:
    """Returns how alike two texts are, from 0 to 1."""
    here, there = plain(one), plain(other)
    if not here or not there:
        return 0.0
    return SequenceMatcher(None, here, there, autojunk=False).ratio()


SAME_SENTENCE = 0.9
"""How like each other two readings of one sentence are."""
KNOWN_WEIGHT = 1000
"""How many readings a sentence that somebody typed outweighs."""
AGREED = 3
"""So many readings of one sentence on different cards tell its spelling."""


def sentences(text: str) -> list[str]:
    """Returns the sentences of a text."""
    return [part.strip() for part in re.split(r"(?<=[.!?…])\s+", text) if part.strip()]


class SpokenSentences:
    """The sentences of many cards. What several cards say counts more than a slip of reading on one of them; sentences with other
    numbers are other sentences.
    """

    def __init__(self, known: Iterable[str], read: Iterable[str]) -> None:
        self._groups: dict[tuple[str, ...], list[Counter[str]]] = {}
        for text in known:
            self._add(text, KNOWN_WEIGHT)
        for text in read:
            self._add(text, 1)

    def _add(self, text: str, weight: int) -> None:
        for sentence in sentences(text):
            group = self._group(sentence)
            if group is None:
                group = Counter()
                self._groups.setdefault(_numbers(sentence), []).append(group)
            group[sentence] += weight

    def _group(self, sentence: str) -> Counter[str] | None:
        best, found = SAME_SENTENCE, None
        for group in self._groups.get(_numbers(sentence), ()):
            like = likeness(group.most_common(1)[0][0], sentence)
            if like >= best:
                best, found = like, group
        return found

    def corrected(self, text: str) -> tuple[str, bool]:
        """Returns a text as most cards say it, and whether somebody typed all its sentences: several cards may be misread alike."""
        said, is_sure = [], True
        for sentence in sentences(text):
            group = self._group(sentence)
            count = 0 if group is None else group.total()
            said.append(sentence if group is None or count < AGREED else _likeliest(group))
            is_sure = is_sure and count >= KNOWN_WEIGHT
        return " ".join(said), is_sure


def _likeliest(group: Counter[str]) -> str:
    """Returns the spelling that most cards have; of several, the longest, because marks are lost rather than invented."""
    return max(group.items(), key=lambda pair: (pair[1], len(pair[0])))[0]


def _numbers(sentence: str) -> tuple[str, ...]:
    """Returns the numbers in a sentence; a letter that stands alone like a 1 is one."""
    plain_ones = re.sub(r"(?<![\w'])[Il|](?![\w'])", "1", sentence)
    return tuple(re.findall(r"[+-]?[0-9]+", plain_ones))
