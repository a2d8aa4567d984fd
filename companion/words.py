"""Sentences for people, separate from the language in which they will be read.

The pure parts of the program make a `Text`: an English template and its arguments. Where it is shown it is
translated with gettext. An argument may be a `Text` itself, or a `Wording`, which a card brings along.
"""

import functools
import gettext
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")
DOMAIN = "companion"
LOCALE_DIR = Path(__file__).parent / "locale"
TRICKS = re.compile(
    "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)
"""Signs with which words of others would command a terminal, turn the line round, or that no page can carry (half of a
surrogate pair); line breaks apart.
"""
_FRACTION = re.compile(r"[-+]?\d+\.\d+")
"""Versions and addresses have more points, or letters."""
_COMMAND = "`companion "
"""How a sentence begins a command of this program."""
_ELIDED = re.compile(r"\b(de|que) \{(\w+)\}", re.IGNORECASE)
"""What French shortens before a vowel, where a sentence fills a name in: `de Amedeo` is `d’Amedeo`."""
_VOWEL_FIRST = re.compile(
    r"(?:[aeiouàâæéèêëîïôöùûüœ]|h[éè]|y(?=[^\W\d_aeiouàâéèêëîïôöùûü]))[^\W\d_]+\b(?!\d)", re.IGNORECASE
)
"""Finds a word that begins with the sound of a vowel, such as `Anna`, `Hélène` or `Yves`. A single letter and a code, such as
`A` and `EN010-901`, are no such words.
"""
_NAME_FIRST = re.compile(r"\S*[./:@_]\S|[a-z]\d+\b")
"""An address, a file's name, or a cell of a board (`g11`) at the beginning of a sentence."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that data brings in both languages, such as a card's text. Words given only once are the same in both."""

    en: str
    fr: str

    @classmethod
    def plain(cls, words: str) -> "Wording":
        return cls(words, words)

    @classmethod
    def of(cls, text: "Text") -> "Wording":
        """Return a sentence in both languages, for the log, whose reader's language is not known."""
        return cls(translate(text, "en"), translate(text, "fr"))


class Program:
    """How a person types this program's name here: by its path, where the shell does not find it."""

    name = "companion"


class Text:
    """A sentence for people: an English template, which is also the key of its translation, and the values for its
    braces.
    """

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
    """Return the translation catalogue of a language; English has none and needs none."""
    return gettext.translation(DOMAIN, LOCALE_DIR, languages=[language], fallback=True)


def translate(text: Text | Wording, language: str) -> str:
    """Return the sentence in a language of `LANGUAGES`; in English for any other language."""
    if isinstance(text, Wording):
        return harmless(text.fr if language == "fr" else text.en)
    if not text.template:
        return ""  # which is gettext's key for the catalogue's own header
    args = {
        name: translate(arg, language) if isinstance(arg, Text | Wording) else _filling(arg, language)
        for name, arg in text.args.items()
    }
    template = translations(language).gettext(text.template)
    if language == "fr" and args:
        template = _ELIDED.sub(lambda found: _elided(found, args), template)
    said = template.format_map(args) if args else template
    return said.replace(_COMMAND, f"`{Program.name} ") if Program.name != "companion" else said


def _elided(found: re.Match[str], args: Mapping[str, str | float]) -> str:
    little, name = found.groups()
    if not _VOWEL_FIRST.match(str(args.get(name, ""))):
        return found[0]
    return f"{little[:-1]}’{{{name}}}"


def _filling(arg: str | float, language: str) -> str | float:
    """Make a value safe to put into a sentence: it may come from a file or a network, so it breaks no line and sends no
    terminal command. A decimal fraction has a comma in French.
    """
    if not isinstance(arg, str):
        return arg
    if language == "fr" and _FRACTION.fullmatch(arg):
        return arg.replace(".", ",")
    return harmless(arg).replace("\n", "·")


def harmless(words: str) -> str:
    """Return words of others with a dot in place of each sign that would trick who reads them."""
    return TRICKS.sub("·", words)


def as_sentence(words: str) -> str:
    """Begin words with a capital letter; an address, a file name or a cell at the beginning stays as it is."""
    return words if _NAME_FIRST.match(words) else words[:1].upper() + words[1:]


def N_(words: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark words for translation where the code translates them elsewhere."""
    return words


BESIDE = frozenset(("club", "result"))
"""The fields of a sentence that tell a side beside who plays it."""


def with_names(text: Text | Wording, names: Mapping[str, str]) -> Text | Wording:
    """Return a sentence in which people stand in place of the sides that they play. `names`: who plays the side of which this
    is the name in English.
    """
    if isinstance(text, Wording) or not names:
        return text
    if not text.args:
        return Text("{name}", name=names[text.template]) if text.template in names else text
    args = {
        key: with_names(arg, names) if isinstance(arg, Text) and key not in BESIDE else arg
        for key, arg in text.args.items()
    }
    return Text(text.template, **args)


def word(key: str) -> Text:
    """Return a key of the program as words: `let_pass` is «let pass», «laisser passer»."""
    return Text(key.replace("_", " "))


def joined(parts: "list[Text] | tuple[Text, ...]", separator: str = ", ") -> Text:
    """Join several sentences into one text."""
    slots = {f"p{n}": part for n, part in enumerate(parts)}
    return Text(separator.join(f"{{{slot}}}" for slot in slots), **slots)


def plain(words: str) -> str:
    """Return words as people type them to search: in small letters, without accents."""
    parts = unicodedata.normalize("NFKD", words.replace("’", "'"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


def searchable(parts: "Sequence[Text | Wording]") -> str:
    """Return some words in all languages, as `plain` has them."""
    return plain(" ".join(translate(one, language) for one in parts for language in LANGUAGES))


def and_last(parts: Sequence[Text]) -> Text:
    """Join several things for a sentence, with *and* before the last: `Red, Yellow and Blue`."""
    if len(parts) < 2:
        return joined(list(parts))
    return Text("{one} and {other}", one=joined(list(parts[:-1])), other=parts[-1])


def in_a_row(parts: Sequence[Text]) -> Text:
    """Join short things with a dot between each two; where a line is broken, it is broken behind the dot."""
    return joined(list(parts), "\u00a0· ")


def clauses(parts: Sequence[Text]) -> Text:
    """Join several statements with semicolons, spaced as the language wants; an empty text if there are none."""
    if not parts:
        return joined(())
    return functools.reduce(lambda one, other: Text("{one}; {other}", one=one, other=other), parts)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment variables ask for, in POSIX order; English otherwise."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
