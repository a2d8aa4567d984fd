"""Signs as printers set them, whatever keyboard they were typed on: one apostrophe on all screens, in either language."""

import re

_TYPED = re.compile(r"(?<=\w)'")
"""Behind a letter or a figure: `l'arbitre`, `the players' screen`. A quotation mark that opens stands before one."""


def as_printed(words: str) -> str:
    """The same words with the apostrophe of print."""
    return _TYPED.sub("\u2019", words) if "'" in words else words
