"""Replaces typed characters by typographic ones, on all screens and in both languages: the apostrophe, the minus sign, and
the dash between two numbers.
"""

import re

_TYPED = re.compile(r"(?<=\w)'")
"""Behind a letter or a figure: `l'arbitre`, `the players' screen`. A quotation mark that opens stands before one."""
_BETWEEN = re.compile(r"(?<=\d) [-\u2013] (?=\d)")
"""The dash of a score: `2 - 1`, typed or printed."""
_MINUS = re.compile(r"(?:(?<=\S) |(?<![^\s(/]))-(?=\d)")
"""Before a number, and not inside a reference or a date."""


def as_printed(words: str) -> str:
    """Return the same words with the typographic apostrophe, dashes and minus signs; no line is broken before these."""
    if "'" in words:
        words = _TYPED.sub("\u2019", words)
    if "-" not in words and "\u2013" not in words:
        return words
    return _MINUS.sub(_minus, _BETWEEN.sub("\u00a0\u2013\u00a0", words))


def _minus(found: re.Match[str]) -> str:
    return "\u00a0\u2212" if found.group().startswith(" ") else "\u2212"
