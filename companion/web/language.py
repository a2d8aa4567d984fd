"""Chooses the language of a page: the one that the address asks for, or the first of ours that the browser asks for."""

from collections.abc import Mapping

from companion.words import LANGUAGES

OTHER = {"en": "fr", "fr": "en"}
"""The language that a page offers besides its own."""


def language_wanted(headers: Mapping[str, str], chosen: str | None = None) -> str:
    """Return the language that was chosen, or the first of ours that a browser asks for; else English."""
    if chosen in LANGUAGES:
        return chosen
    for one in headers.get("accept-language", "").split(","):
        code = one.partition(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]
