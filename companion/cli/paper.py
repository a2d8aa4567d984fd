"""Prints lines in a terminal, wrapped to its width, with few colours.

Colours only on a terminal, and not with `NO_COLOR` or `TERM=dumb`.
Nothing is said by colour alone.
"""

import os
import re
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

from companion.cli.files import written_to
from companion.settings import NO_BREAK_SPACES
from companion.showing.citations import tell_citation
from companion.words import Text, Wording, as_sentence, translate

NARROWEST = 24
WIDEST = 96
"""Columns. Longer lines are hard to follow, shorter ones hold no name."""
SIDE_BY_SIDE = 68
"""From this width on, two columns stand side by side."""
GAP = "   "
NBSP = "\N{NO-BREAK SPACE}"
BEFORE_FRENCH_SIGNS = re.compile(r" (?=[:;!?»%])")


class Ink(StrEnum):
    """The styles of words."""

    PLAIN = ""
    DIM = "2"
    BOLD = "1"
    HOME = "1;38;5;39"
    AWAY = "1;38;5;208"
    ALARM = "1;31"
    RED = "1;38;5;209"
    YELLOW = "1;38;5;227"
    GREEN = "1;38;5;78"
    BLUE = "1;38;5;117"
    PURPLE = "1;38;5;182"
    ORANGE = "1;38;5;214"


def printable(words: str) -> str:
    """Return words without terminal commands and line breaks; the no-break spaces of French stay."""
    return "".join(letter if is_printable(letter) else "·" for letter in words)


def is_printable(words: str) -> bool:
    """Tell whether words contain no terminal commands."""
    return all(letter.isprintable() or letter in NO_BREAK_SPACES for letter in words)


@dataclass(frozen=True, slots=True)
class PrintedSum:
    """A line of a sum: words and a number."""

    words: Text | Wording
    number: str
    indented: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A sum, line by line: its owner, and its total if it has one."""

    title: Text | Wording
    ink: Ink
    rows: Sequence[PrintedSum]
    total: PrintedSum | None


class TerminalPaper:
    """Prints sentences in one language, one after the other."""

    def __init__(self, out: TextIO, language: str, *, width: int, coloured: bool) -> None:
        self._out = out
        self._language = language
        self._coloured = coloured
        self.width = width

    def words(self, text: Text | Wording) -> str:
        """Return a sentence in the reader's language, on one line."""
        return printable(translate(text, self._language).replace("\n", " "))

    def _sentence(self, text: Text | Wording) -> str:
        return as_sentence(BEFORE_FRENCH_SIGNS.sub(NBSP, self.words(text)))

    def blank(self) -> None:
        self._print("")

    def say(
        self,
        text: Text | Wording,
        ink: Ink = Ink.PLAIN,
        *,
        mark: str = "",
        mark_ink: Ink | None = None,
        cite: str | None = None,
        indent: int = 2,
    ) -> None:
        """Print a sentence that begins with a capital, with `mark` before it and `cite` dimly after it."""
        sentence = self._sentence(text)
        tail = "" if cite is None else f"  {_unbroken(self.words(tell_citation(cite)))}"
        first = " " * indent + (f"{mark} " if mark else "")
        lines = self._wrapped(sentence + tail, first, " " * len(first))
        self._print(self._inked(lines[0][: len(first)], mark_ink or ink), end="")
        for n, line in enumerate(lines):
            own = line if n else line[len(first) :]
            is_last = n == len(lines) - 1
            words, behind = _parted(own, tail) if is_last and tail else (own, "")
            self._print(self._inked(words, ink) + self._inked(behind, Ink.DIM))

    def command(self, words: Text | None, command: str) -> None:
        """Print a command on one line, however long, because it will be copied."""
        if words is not None:
            self.say(words)
        self._print(f"    {command}")

    def _print(self, line: str, end: str = "\n") -> None:
        """Print with ordinary spaces for no-break ones, so that a search in the text works."""
        with written_to(self._out):
            print(line.replace(NBSP, " "), end=end, file=self._out)

    def heading(self, text: Text | Wording, ink: Ink = Ink.BOLD) -> None:
        """Print a line across the page with words in it."""
        words = textwrap.shorten(self._sentence(text), self.width - 6, placeholder="…")
        line = f"── {words} "
        self.blank()
        self._print(self._inked(line + "─" * (self.width - len(line)), ink))

    def columns(self, left: Column, right: Column) -> None:
        """Print two sums side by side, or one below the other if that is too wide."""
        if self.width < SIDE_BY_SIDE:
            self.column(left)
            self.column(right)
            return
        width = (self.width - 4 - len(GAP)) // 2
        first, second = self._lines(left, width), self._lines(right, width)
        # Both totals stand on the last line.
        height = max(len(first), len(second))
        first, second = _stretched(first, height, width), _stretched(second, height, width)
        for n, (one, other) in enumerate(zip(first, second, strict=True)):
            strong = n in (0, height - 1)
            one_ink, other_ink = (left.ink, right.ink) if strong else (Ink.PLAIN, Ink.PLAIN)
            line = "    " + self._inked(one, one_ink) + GAP + self._inked(other.rstrip(), other_ink)
            self._print(line.rstrip())

    def column(self, column: Column) -> None:
        """Print one sum."""
        lines = self._lines(column, min(self.width, SIDE_BY_SIDE) - 4)
        strong = (0,) if column.total is None else (0, len(lines) - 1)
        for n, line in enumerate(lines):
            self._print("    " + self._inked(line.rstrip(), column.ink if n in strong else Ink.PLAIN))

    def _lines(self, column: Column, width: int) -> list[str]:
        title = textwrap.shorten(self._sentence(column.title), width, placeholder="…")
        lines = [title.ljust(width)]
        for row in column.rows:
            lines += self._row(row, width, " ")
        return lines if column.total is None else [*lines, *self._row(column.total, width, "·")]

    def _row(self, row: PrintedSum, width: int, leader: str) -> list[str]:
        """Return the words on the left and the number at the right end of their last line."""
        words = "  " + self.words(row.words) if row.indented else self._sentence(row.words)
        lines = textwrap.wrap(words, width - 5, subsequent_indent="    ") or [""]
        last = f"{lines[-1]} ".ljust(width - len(row.number) - 1, leader) + " " + row.number
        return [*(line.ljust(width) for line in lines[:-1]), last]

    def _wrapped(self, words: str, first: str, rest: str) -> list[str]:
        return textwrap.wrap(
            words, self.width, initial_indent=first, subsequent_indent=rest, drop_whitespace=True
        ) or [first.rstrip()]

    def _inked(self, words: str, ink: Ink) -> str:
        if not self._coloured or not ink or not words.strip():
            return words
        body = words.lstrip()
        return f"{words[: len(words) - len(body)]}\x1b[{ink}m{body}\x1b[0m"


def paper_for(out: TextIO, language: str, environment: Mapping[str, str]) -> TerminalPaper:
    """Return the paper for an output: a terminal has a width and colours."""
    coloured = out.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    return TerminalPaper(out, language, width=width, coloured=coloured)


def paper_here(out: TextIO, language: str) -> TerminalPaper:
    """Return the paper for an output in this process's environment."""
    return paper_for(out, language, os.environ)


def _unbroken(words: str) -> str:
    return words.replace(" ", NBSP)


def _stretched(lines: Sequence[str], height: int, width: int) -> list[str]:
    """Return lines filled up to the height of the other column, with the last line at the bottom."""
    return [*lines[:-1], *([" " * width] * (height - len(lines))), lines[-1]]


def _parted(line: str, tail: str) -> tuple[str, str]:
    """Return a line's own words and the words of its tail."""
    behind = tail.strip()
    return (line[: -len(behind)], behind) if line.endswith(behind) else (line, "")
