"""From what a line reads to the reference that is printed there, or to none.

A pattern is any regular expression, and says what a reference looks like: that a digit belongs here and a letter
there. Where the text does not match, signs that look alike are tried, the fewest changes first, each weighed by what
the recogniser itself thinks of it. What then matches is the reference, if it is clearly the likeliest; if others are
nearly as likely, it is ambiguous. A text that some likely changes do not bring into the pattern is no reference.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from companion.observation import ReadingStatus
from companion.words import Text
from vision.detectors.reference.recogniser import RecognisedLine, RecognisedSign
from vision.errors import VisionError

REFERENCE = "[A-Z]{2,4}[0-9]{3}-[0-9]{3}"
"""AC001-241: two to four letters, three digits, a dash, three digits."""

TWINS = {"O": "0", "0": "O", "I": "1l|", "1": "Il|", "l": "I1", "|": "I1", "!": "I1", "o": "O0", "i": "I1"}
"""Signs that are the same in some print: which of them it is, only the pattern knows, however sure the recogniser."""
ALIKE = {
    "O": "QD", "Q": "O0", "D": "0O", "0": "DQ", "I": "LJ", "L": "1I", "1": "L7", "S": "5", "5": "S", "B": "8",
    "8": "B", "Z": "27", "2": "Z", "G": "6C", "6": "G", "A": "4", "4": "A", "T": "7", "7": "T1Z", "g": "9", "q": "9",
    "b": "6", "s": "5", "z": "2", "_": "-", ".": "-", "~": "-", " ": "-",
}  # fmt: skip
"""Signs that look alike when they are small or blurred: the recogniser itself must have thought of the other, a little.
Where it had not, "58073-021" became SB073-021.
"""
MOST_CHANGES = 3
"""Of a short code a third: more changes make a code of a word."""
TWIN = 0.01
"""The probability of a twin, at least…"""
LESS_ALIKE = 0.3
"""…and how much less likely each next of several is."""
SMALL_CAPITALS = frozenset("ckpsuvwxyz")
"""Small letters that are their capitals, made small: alone on a line nothing tells them apart."""
ALIKE_AT = 0.003
"""The probability above which a sign that looks alike is tried…"""
THOUGHT_OF = 0.02
"""…and any other."""
CLEAR = 0.75
"""The share of the likeliest among all that match, from which on it is said."""
SAID = 0.35
"""The certainty of the least certain sign, below which nothing is said."""
LONGEST = 40
"""Signs: a longer line is a sentence."""
SEPARATORS = " .·•:-'"


@dataclass(frozen=True, slots=True)
class RepairedReference:
    """What is printed: a reference, several that it may be, one that nobody knows, or none."""

    reading: ReadingStatus
    text: str
    confidence: float
    candidates: tuple[str, ...] = ()


NO_REFERENCE = RepairedReference(ReadingStatus.UNREADABLE, "", 0.0)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A pattern as it was given. Raises `VisionError` if it is none."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as problem:
        raise VisionError(Text("{pattern} is no regular expression", pattern=pattern)) from problem


def repair_reference(
    line: RecognisedLine, pattern: re.Pattern[str], known: Collection[str] | None = None
) -> RepairedReference:
    """The reference on a line: all of it, with its spaces and separators or without, or some words of it."""
    if not line.signs or len(line.signs) > LONGEST:
        return NO_REFERENCE
    for signs in _parts(line.signs):
        found = _repaired(signs, pattern)
        if found:
            return _said(found, signs, known)
    return NO_REFERENCE


def _parts(signs: tuple[RecognisedSign, ...]) -> Iterator[tuple[RecognisedSign, ...]]:
    """The line as it is, closed up, without separators, and then its words and groups of words, long ones first."""
    tried = set()
    words = _words(signs)
    groups = [
        tuple(sign for word in words[first : first + count] for sign in word)
        for count in range(len(words), 0, -1)
        for first in range(len(words) - count + 1)
    ]
    bare = tuple(sign for sign in signs if sign.text not in SEPARATORS)
    for part in (signs, *groups[:1], bare, *groups[1:]):
        text = "".join(sign.text for sign in part)
        if text and text not in tried:
            tried.add(text)
            yield part


def _words(signs: Sequence[RecognisedSign]) -> list[list[RecognisedSign]]:
    words: list[list[RecognisedSign]] = [[]]
    for sign in signs:
        if sign.text == " ":
            words.append([])
        else:
            words[-1].append(sign)
    return [word for word in words if word]


def _repaired(signs: tuple[RecognisedSign, ...], pattern: re.Pattern[str]) -> dict[str, float]:
    """What matches the pattern after the fewest changes, and after one more, each with its likelihood."""
    choices = [_choices(sign) for sign in signs]
    open_places = [n for n, others in enumerate(choices) if others]
    texts = [sign.text for sign in signs]
    found: dict[str, float] = {}
    for changes in range(min(MOST_CHANGES, max(1, len(signs) // 3), len(open_places)) + 1):
        is_enough = bool(found)
        for places in combinations(open_places, changes):
            for others in product(*(choices[place].items() for place in places)):
                changed = list(texts)
                for place, (other, _) in zip(places, others, strict=True):
                    changed[place] = other
                text = "".join(changed)
                if pattern.fullmatch(text):
                    kept = prod(sign.probability for n, sign in enumerate(signs) if n not in places)
                    found[text] = max(found.get(text, 0.0), kept * prod(chance for _, chance in others))
        if is_enough:
            break
    return found


def _choices(sign: RecognisedSign) -> dict[str, float]:
    """The signs that this one may be instead, and how likely."""
    others = {text: chance for text, chance in sign.others.items() if chance > THOUGHT_OF and len(text) == 1}
    for other in ALIKE.get(sign.text, ""):
        chance = sign.probability_of(other)
        if chance > ALIKE_AT:
            others[other] = chance
    capital = sign.text.upper() if sign.text in SMALL_CAPITALS else ""
    for rank, other in enumerate(TWINS.get(sign.text, "") + capital):
        chance = max(sign.probability_of(other), TWIN) * LESS_ALIKE**rank
        others[other] = max(chance, others.get(other, 0.0))
    return others


def _said(
    found: dict[str, float], signs: Sequence[RecognisedSign], known: Collection[str] | None
) -> RepairedReference:
    """The likeliest, if it is clearly so. Where several are likely, the catalogue may hold but one of them; what is
    in no catalogue is said to be unknown, never taken for the nearest that is.
    """
    total = sum(found.values())
    ranked = sorted(found, key=lambda text: -found[text])
    likely = [text for text in ranked if found[text] > (1 - CLEAR) * found[ranked[0]]]
    if len(likely) > 1 and known is not None:
        likely = [text for text in likely if text in known] or likely
    share = sum(found[text] for text in likely) / total
    text = likely[0]
    kept = [sign.probability for sign, other in zip(signs, text, strict=False) if sign.text == other]
    confidence = min([*kept, share])
    if confidence < SAID:
        return RepairedReference(ReadingStatus.UNREADABLE, "", confidence)
    if len(likely) > 1:
        return RepairedReference(ReadingStatus.AMBIGUOUS, "", found[text] / total, tuple(likely))
    if known is not None and text not in known:
        return RepairedReference(ReadingStatus.UNKNOWN, text, confidence)
    return RepairedReference(ReadingStatus.READ, text, confidence)
