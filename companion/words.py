"""Sentences for people, held apart from the language they will be read in.

The pure parts of the program make a `Text`: an English template and its arguments. Where it is shown it is
translated with gettext. An argument may be a `Text` itself, or a `Wording`, which a card brings along.
"""

import functools
import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")
DOMAIN = "companion"
LOCALE_DIR = Path(__file__).parent / "locale"


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that data brings in both languages, such as a card's text. Plain text stands for both."""

    en: str
    fr: str

    @classmethod
    def plain(cls, words: str) -> "Wording":
        return cls(words, words)


class Text:
    """A sentence: an English template, the key of its translations, and what fills its braces."""

    __slots__ = ("args", "template")

    def __init__(self, template: str, /, **args: "Text | Wording | str | int | float") -> None:
        self.template = template
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.args) == (other.template, other.args)

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted((k, str(v)) for k, v in self.args.items()))))

    def __repr__(self) -> str:
        return f"Text({self.template!r}, **{self.args!r})"


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of one language; English needs none."""
    return gettext.translation(DOMAIN, LOCALE_DIR, languages=[language], fallback=True)


def translate(text: Text | Wording, language: str) -> str:
    """The sentence in a language of `LANGUAGES`; an unknown language reads English."""
    if isinstance(text, Wording):
        return text.fr if language == "fr" else text.en
    if not text.template:
        return ""  # which is gettext's key for the catalogue's own header
    args = {
        name: translate(arg, language) if isinstance(arg, Text | Wording) else arg
        for name, arg in text.args.items()
    }
    template = translations(language).gettext(text.template)
    return template.format_map(args) if args else template


def N_(words: str) -> str:  # noqa: N802 - gettext's own name for it
    """Marks words for the translators that are translated elsewhere."""
    return words


def word(key: str) -> Text:
    """A key of the program as a word of the language: `let_pass` is «let pass», «laisser passer»."""
    return Text(key.replace("_", " "))


def joined(parts: "list[Text] | tuple[Text, ...]", separator: str = ", ") -> Text:
    """Several sentences in a row, as one."""
    slots = {f"p{n}": part for n, part in enumerate(parts)}
    return Text(separator.join(f"{{{slot}}}" for slot in slots), **slots)


def clauses(parts: Sequence[Text]) -> Text:
    """Several statements as one sentence, with the semicolon as the language sets it."""
    return functools.reduce(lambda one, other: Text("{one}; {other}", one=one, other=other), parts)


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a person's environment asks for, as POSIX orders the variables; English otherwise."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
