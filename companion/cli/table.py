"""Formats rows of words as a text table."""

from collections.abc import Iterable, Iterator, Sequence

from companion.cli.story import printable


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return the rows with aligned columns."""
    clean = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*clean, strict=True)]
    for row in clean:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def markdown_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the rows as a Markdown table, as they come; the first is the heading."""
    for n, row in enumerate(rows):
        yield "| " + " | ".join(row) + " |"
        if n == 0:
            yield "|" + " --- |" * len(row)
