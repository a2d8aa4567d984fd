"""Reads tables in CSV row by row, with the line of each row, and says in plain words what is wrong with their text."""

import csv
import io
from collections.abc import Callable, Iterator

from companion.errors import CompanionError
from companion.words import Text

SEPARATORS = ";,\t"
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Begins what is written: without it, Excel misreads accents."""


def csv_rows(data: bytes, fault: Callable[[Text], CompanionError]) -> Iterator[tuple[int, list[str]]]:
    """Return each row from the headings on, with the line on which it begins. Raises what `fault` makes of a sentence."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise fault(
            Text("this text is not in UTF-8: in your spreadsheet program, save it as “CSV UTF-8”")
        ) from problem
    skipped = 0
    if text[:4].lower() == "sep=":
        _, _, text = text.partition("\n")
        skipped = 1
    heading = next(filter(_says_something, text.splitlines()), "")
    separator = max(SEPARATORS, key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line, has_begun = 1, False
    try:
        for cells in reader:
            has_begun = has_begun or any(map(_says_something, cells))
            if has_begun:
                yield line + skipped, cells
            line = reader.line_num + 1
    except csv.Error as problem:
        said = Text("line {line}: {problem}", line=line + skipped, problem=_said(problem))
        raise fault(said) from problem


def _says_something(words: str) -> bool:
    return bool(words.strip(f'{SEPARATORS}" \r\n'))


def _said(problem: csv.Error) -> Text:
    """Say in plain words what Python reports about a table; the line is the one on which the row begins."""
    words = str(problem)
    if "expected after" in words:
        return Text('there is text after a closing quote; inside a cell in quotes, write each " twice')
    if "unexpected end" in words:
        return Text("a cell begins with a quote, but the closing quote is missing")
    if "field limit" in words:
        return Text(
            "a cell is longer than {most} characters: is a closing quote missing?",
            most=csv.field_size_limit(),
        )
    if "new-line character" in words:
        return Text("a line ends in an unusual way: save the table once more as CSV")
    return Text("this row is not valid CSV")
