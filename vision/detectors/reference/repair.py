"""Corrects the text that was read on a line of print to a valid card reference, or to None.

A pattern is a regular expression that says what references look like: where a digit stands, where a letter.
If the text does not match, signs that look alike are tried, the fewest changes first, each weighed by the
recogniser's own probabilities. A match is the reference if it is clearly the likeliest; if others are nearly
as likely, it is ambiguous. If a few likely changes bring no match, the text is no reference.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from companion.observation import ReadingStatus
from companion.words import Text
from vision.detectors.reference.lines import RecognisedLine, RecognisedSign
from vision.errors import VisionError

REFERENCE = "[A-Z]{2,4}[0-9]{3}-[0-9]{3}"
"""The usual pattern: two to four letters, three digits, a dash, three digits, as in AC001-241."""

TWINS = {"O": "0", "0": "O", "I": "1l|", "1": "Il|", "l": "I1", "|": "I1", "!": "I1", "o": "O0", "i": "I1"}
"""Signs that look identical in some print: only the pattern can tell them apart, however sure the recogniser
is.
"""
ALIKE = {
    "O": "QD", "Q": "O0", "D": "0O", "0": "DQ", "I": "LJ", "L": "1I", "1": "L7", "S": "5", "5": "S", "B": "8",
    "8": "B", "Z": "27", "2": "Z", "G": "6C", "6": "G", "A": "4", "4": "A", "T": "7", "7": "T1Z", "g": "9", "q": "9",
    "b": "6", "s": "5", "z": "2", "_": "-", ".": "-", "~": "-", " ": "-",
}  # fmt: skip
"""Signs that look alike when small or blurred. They are tried only if the recogniser gave the other sign some
probability; without that condition "58073-021" became SB073-021.
"""
MOST_CHANGES = 3
"""The most changes: a third of a short code. More would turn words into codes."""
TWIN = 0.01
"""The least probability of a twin. Like the constants below, chosen, and checked on drawn references of 8 to 20 px
(docs/truth.md).
"""
LESS_ALIKE = 0.3
"""How much less likely each further twin is than the one before."""
SMALL_CAPITALS = frozenset("ckpsuvwxyz")
"""Small letters with the shape of their capitals, which cannot be told apart on a line of their own."""
ALIKE_AT = 0.003
"""The probability from which a sign that looks alike is tried."""
THOUGHT_OF = 0.02
"""The probability from which any other sign is tried."""
CLEAR = 0.75
"""The share of all matches that the likeliest needs to be told."""
SAID = 0.35
"""The least probability of the least certain sign."""
LONGEST = 40
"""The most signs of a line; a longer one is a sentence."""
SEPARATORS = " .·•:-'"


@dataclass(frozen=True, slots=True)
class RepairedReference:
    """What is printed: one reference, several possible ones, an unknown one, or none."""

    reading: ReadingStatus
    text: str
    confidence: float
    candidates: tuple[str, ...] = ()


NO_REFERENCE = RepairedReference(ReadingStatus.UNREADABLE, "", 0.0)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern that a person gave. Raises `VisionError` if it is no regular expression."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as problem:
        raise VisionError(Text("{pattern} is not a regular expression", pattern=pattern)) from problem


def repair_reference(
    line: RecognisedLine, pattern: re.Pattern[str], known: Collection[str] | None = None
) -> RepairedReference:
    """Return the reference on a line: all of it, with or without spaces and separators, or some of its
    words.
    """
    if not line.signs or len(line.signs) > LONGEST:
        return NO_REFERENCE
    for signs in _parts(line.signs):
        found = _repaired(signs, pattern)
        if found:
            return _said(found, signs, known)
    return NO_REFERENCE


def _parts(signs: tuple[RecognisedSign, ...]) -> Iterator[tuple[RecognisedSign, ...]]:
    """Yield the line as it is, without spaces, without separators, then its words and groups of words,
    longest first.
    """
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
    """Return the texts that match after the fewest changes, and after one more, each with its likelihood."""
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
    """Return the signs that this one may be instead, with their likelihoods."""
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
    """Return the likeliest text if it is clearly likelier than the others. Among several likely texts, those in a
    catalogue are preferred; a text in no catalogue is reported as unknown, never replaced by a similar one.
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
