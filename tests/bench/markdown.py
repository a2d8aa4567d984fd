"""Writes rows of words as a table of Markdown, as the documents have them."""

from collections.abc import Iterable, Iterator, Sequence


def markdown_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the rows as a Markdown table, as they come; the first is the heading."""
    for n, row in enumerate(rows):
        yield "| " + " | ".join(row) + " |"
        if n == 0:
            yield "|" + " --- |" * len(row)
