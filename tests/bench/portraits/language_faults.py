"""Finds words of another language on a page: sentences without a translation, and those that were translated too early."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from kivy.uix.widget import Widget

from companion.words import Text, translations
from ui.presenters.text_fit import as_printed
from ui.widgets.says import Says

_LETTERS = re.compile(r"[^\W\d_]{3,}")
_FIELD = re.compile(r"\{\w+(?:![rs])?(?::[^}]*)?\}")
LEAST_WORDS = 2
"""A template of fewer words may be a name, or the same word in both languages."""


def language_faults(labels: Sequence[Says], language: str) -> Iterator[str]:
    """Return what of these labels is not in this language."""
    for one in labels:
        if _is_in_both(one):
            continue
        if isinstance(one.says, Text):
            yield from (f"not translated: {words}" for words in _untranslated(one.says, language))
        elif any(_others(language).fullmatch(line) for line in one.text.splitlines()):
            yield f"in another language: {one.text}"


def _is_in_both(widget: Widget) -> bool:
    """Tell whether a label stands on a page that says everything in both languages."""
    while isinstance(widget, Widget) and not getattr(widget, "is_in_both_languages", False):
        if widget.parent is widget:
            return False
        widget = widget.parent
    return isinstance(widget, Widget)


def _untranslated(says: Text, language: str) -> Iterator[str]:
    """Return the templates of a sentence, and of all that it is made of, that the language's catalogue does not have."""
    if language != "en" and _has_words(says.template) and says.template not in _catalogue(language):
        yield says.template
    for part in says.args.values():
        if isinstance(part, Text):
            yield from _untranslated(part, language)


@cache
def _catalogue(language: str) -> dict[str, str]:
    """Return all sentences of a language by their template."""
    kept = getattr(translations(language), "_catalog", {})
    return {key: words for key, words in kept.items() if isinstance(key, str)}


@cache
def _others(language: str) -> re.Pattern[str]:
    """Return what finds sentences of the other language; those that are the same in both are left out."""
    pairs = [(key, words) for key, words in _catalogue("fr").items() if key and key != words]
    found = {as_printed(key if language == "fr" else words) for key, words in pairs}
    found -= {as_printed(words if language == "fr" else key) for key, words in pairs}
    wordy = [one for one in found if _has_words(one, LEAST_WORDS)]
    return re.compile("|".join(map(_pattern, wordy)), re.IGNORECASE)


def _has_words(template: str, least: int = 1) -> bool:
    return len(_LETTERS.findall(_FIELD.sub(" ", template))) >= least


def _pattern(template: str) -> str:
    return ".+?".join(map(re.escape, _FIELD.split(template)))
