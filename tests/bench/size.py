"""`python -m tests.bench size` (`make size`): counts the product's lines of code by room, without comments, docstrings and
blanks, here and at another commit.
"""

import argparse
import ast
import io
import subprocess
import tarfile
import tempfile
import tokenize
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

PRODUCT = ("companion", "vision", "devices", "ui", "calibration")
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@dataclass(slots=True)
class RoomSizes:
    """Files and lines of code of each room."""

    files: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--since", metavar="COMMIT", help="compare with this commit")


def run(args: argparse.Namespace) -> int:
    now = sizes(Path())
    before = RoomSizes()
    if args.since:
        with (
            tempfile.TemporaryDirectory() as folder,
            tarfile.open(fileobj=io.BytesIO(_archive(args.since))) as archive,
        ):
            archive.extractall(folder, filter="data")
            before = sizes(Path(folder))
    for line in table(before if args.since else None, now):
        print(line)
    return 0


def sizes(root: Path) -> RoomSizes:
    """Count the product's files and lines in a checkout."""
    found = RoomSizes()
    for package in PRODUCT:
        for path in (root / package).rglob("*.py"):
            *folders, _ = path.relative_to(root).parts
            room = "/".join(folders[: 2 if package == "companion" else 1])
            found.files[room] += 1
            found.lines[room] += code_lines(path.read_text(encoding="utf-8"))
    return found


def code_lines(source: str) -> int:
    """Count the lines that hold code: no comment, no docstring, no blank line."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            ast.get_docstring(node, clean=False) is not None
        ):
            docstrings.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - docstrings)


def table(before: RoomSizes | None, now: RoomSizes) -> list[str]:
    """Return the rows: room, files and lines now, and before them those of the other commit."""
    rooms = sorted({*now.lines, *(before.lines if before else ())})
    rows = [_row(room, before, now) for room in rooms]
    both = [one for one in (before, now) if one is not None]
    totals = [str(total) for one in both for total in (one.files.total(), one.lines.total())]
    heading = ["room", *(["files before", "lines before"] if before else []), "files", "lines"]
    cells = [heading, *rows, ["all", *totals]]
    widths = [max(len(row[n]) for row in cells) for n in range(len(heading))]
    return [
        "  ".join(
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]


def _row(room: str, before: RoomSizes | None, now: RoomSizes) -> list[str]:
    both = [one for one in (before, now) if one is not None]
    return [room, *(str(count) for one in both for count in (one.files[room], one.lines[room]))]


def _archive(commit: str) -> bytes:
    return subprocess.run(["git", "archive", commit, *PRODUCT], capture_output=True, check=True).stdout
