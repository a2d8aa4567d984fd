"""Replaces typed signs by those of print: one apostrophe on all screens, in both languages."""

import re

_TYPED = re.compile(r"(?<=\w)'")
"""Behind a letter or a figure: `l'arbitre`, `the players' screen`. A quotation mark that opens stands before one."""


def as_printed(words: str) -> str:
    """The same words with the apostrophe of print."""
    return _TYPED.sub("\u2019", words) if "'" in words else words
