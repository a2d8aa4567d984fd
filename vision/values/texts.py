"""Compares texts that were read with texts that are known, slips of reading aside."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log

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
    """Return a text in small letters, without accents, blanks or marks: what is left tells texts apart."""
    spread = unicodedata.normalize("NFKD", text.translate(QUOTES)).casefold()
    return "".join(sign for sign in spread if sign.isalnum() or sign in "+-")


def likeness(one: str, other: str) -> float:
    """Return how alike two texts are, from 0 to 1."""
    here, there = plain(one), plain(other)
    if not here or not there:
        return 0.0
    return SequenceMatcher(None, here, there, autojunk=False).ratio()


NUMERO = re.compile("(?<=n°)(?=[0-9])")
"""Where a blank stands in French that the recogniser leaves out."""
LOST_BLANK = re.compile(
    "(?<=[0-9])(?!(?:ers?|re|es|ème|nd|rd|st|th)\\b)(?=[a-zà-ÿ]{2})|(?<=[a-zà-ÿ]{2})(?=[0-9])"
)
"""Where one stands in a sentence, between a number and a word that is no end of an ordinal."""


def without_accents(text: str) -> str:
    """Return a text without the accents of its letters."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def accents(text: str) -> int:
    """Return how many accents a text has."""
    return sum(map(bool, map(unicodedata.combining, unicodedata.normalize("NFD", text))))


class SpokenWords:
    """The words of short texts on many cards, such as names. An accent that is seen surely in a word of one card may have been
    overlooked in the same word of another.
    """

    def __init__(self, known: Iterable[str], sure: Iterable[str]) -> None:
        """`known`: texts that somebody typed or confirmed. `sure`: texts that were read surely."""
        self._known = {word for text in known for word in text.split()}
        self._spelt: dict[str, str] = {}
        for word in sorted(self._known | {word for text in sure for word in text.split()}, key=accents):
            self._spelt[without_accents(word)] = word

    def corrected(self, text: str) -> str:
        """Return a text whose words have the accents that they have elsewhere; words that somebody typed stay."""
        words = (
            word if word in self._known else self._spelt.get(without_accents(word), word)
            for word in text.split(" ")
        )
        return " ".join(max(word, was, key=accents) for word, was in zip(words, text.split(" "), strict=True))

    def has_all(self, text: str) -> bool:
        """Tell whether each word of a text was typed, or read surely somewhere."""
        return all(self._spelt.get(without_accents(word)) == word for word in text.split())


SAME_SENTENCE = 0.9
"""How like each other two readings of one sentence are."""
MOST_SURE, TYPED_WEIGHS = 0.999, 1000.0
"""The most that a reading is sure, and how much a typed sentence weighs; a reading weighs 7 at most."""
ENDS = '.!?…"»)'
LOST_STOP = re.compile(r"(?<=[a-zà-ÿ0-9])\s+(?=[A-ZÀ-Ý][a-zà-ÿ'’])")
"""A capital in the middle of a sentence: a full stop before it, most often at the end of a line, may have been overlooked.
"""


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [part.strip() for part in re.split(r"(?<=[.!?…])\s+", text) if part.strip()]


def is_written_like(text: str, known: Iterable[str]) -> bool:
    """Tell whether a text begins, ends, has digits, and has capitals in its sentences only as known ones do: print of
    something else is often read with it, and full stops are overlooked.
    """
    some = [one for one in known if one]
    if not some or not text:
        return True
    are_sentences = all(one[-1] in ENDS for one in some)
    return (
        (text[0].isupper() or not all(one[0].isupper() for one in some))
        and (text[-1] in ENDS or not are_sentences)
        and (not _has_digit(text) or any(map(_has_digit, some)))
        and not (are_sentences and LOST_STOP.search(text) and not any(map(LOST_STOP.search, some)))
    )


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


@dataclass(slots=True)
class _Spelling:
    """How one sentence was read on some cards: the surest of these readings, and how much they say together."""

    surest: float = 0.0
    weight: float = 0.0


class SpokenSentences:
    """The sentences of many cards. What is read surely on some of them tells the slips on others; sentences with other
    numbers are other sentences.
    """

    def __init__(self, known: Iterable[str], read: Iterable[tuple[str, float]]) -> None:
        """`known`: texts that somebody typed. `read`: texts with the confidence of their least certain sign."""
        self._groups: dict[tuple[str, ...], list[dict[str, _Spelling]]] = {}
        for text in known:
            self._add(text, 1.0)
        for text, confidence in read:
            self._add(text, min(confidence, MOST_SURE))

    def _add(self, text: str, confidence: float) -> None:
        for sentence in sentences(text):
            group = self._group(sentence)
            if group is None:
                group = {}
                self._groups.setdefault(_numbers(sentence), []).append(group)
            spelling = group.setdefault(sentence, _Spelling())
            spelling.surest = max(spelling.surest, confidence)
            spelling.weight += -log(1 - confidence) if confidence < 1 else TYPED_WEIGHS

    def _group(self, sentence: str) -> dict[str, _Spelling] | None:
        best, found = SAME_SENTENCE, None
        for group in self._groups.get(_numbers(sentence), ()):
            like = likeness(next(iter(group)), sentence)
            if like >= best:
                best, found = like, group
        return found

    def corrected(self, text: str) -> tuple[str, float]:
        """Return a text as it is spelt where it was read best, and how sure that is: 1 if somebody typed all its sentences.
        Readings that are alike do not make each other surer: small print is misread alike on many cards.
        """
        said, confidence = [], 1.0
        for sentence in sentences(self._with_stops(text)):
            group = self._group(sentence) or {sentence: _Spelling()}
            spelt, spelling = max(group.items(), key=lambda pair: (pair[1].weight, len(pair[0])))
            said.append(spelt)
            confidence = min(confidence, spelling.surest)
        return " ".join(said), confidence

    def _with_stops(self, text: str) -> str:
        """Return a text with the full stops that were overlooked, where the sentence before one was read with it on another
        card.
        """
        parts = LOST_STOP.split(text)
        found = parts[0]
        for part in parts[1:]:
            ended = f"{found}."
            sentence = sentences(ended)[-1]
            is_known = sentence in (self._group(sentence) or {})
            found = f"{ended if is_known else found} {part}"
        return found


def _numbers(sentence: str) -> tuple[str, ...]:
    """Return the numbers in a sentence; a letter that stands alone like a 1 is one."""
    plain_ones = re.sub(r"(?<![\w'])[Il|](?![\w'])", "1", sentence)
    return tuple(re.findall(r"[+-]?[0-9]+", plain_ones))
