"""Replaces typed characters by typographic ones: one apostrophe on all screens, in both languages."""

import re

_TYPED = re.compile(r"(?<=\w)'")
"""Behind a letter or a figure: `l'arbitre`, `the players' screen`. A quotation mark that opens stands before one."""


def as_printed(words: str) -> str:
    """Return the same words with the typographic apostrophe."""
    return _TYPED.sub("\u2019", words) if "'" in words else words
