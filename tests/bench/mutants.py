"""`python -m tests.bench mutants`: changes one line of a copy of the program at a time, and tells whether `make test` would
see it, or only `make test-all`.

`mutants.txt` names ten changes a room: file, line, and what stands there instead.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = Path(__file__).with_suffix(".txt")
ANSWERS = (0, 1, 2, 5)
"""pytest's exit codes where it was asked well: all pass, one fails, the tests cannot be read, there are no slow ones."""
LONGEST_S = 900.0
"""A change that makes a test go in circles is seen as well."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line of a file, and another one in its place."""

    file: Path
    line: str
    instead: str

    @property
    def room(self) -> str:
        folders = self.file.parts
        return folders[1] if folders[0] == "companion" else folders[0]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("room", nargs="*", help="rooms whose changes are tried; without one, all")
    parser.add_argument(
        "--tests",
        nargs="+",
        metavar="PATH",
        help="the tests that are run; without it those of the changed room",
    )


def run(args: argparse.Namespace) -> int:
    """Print what became of each change; 1 if no test saw one of them, or if its line is there no more."""
    unseen = 0
    for one in mutants():
        if not args.room or one.room in args.room:
            fate = tried(one, args.tests or [f"tests/{one.room}"])
            unseen += fate not in ("seen", "slowly")
            print(f"{fate:6} {one.file}: {one.instead}", flush=True)
    return 1 if unseen else 0


def mutants() -> Iterator[Mutant]:
    for row in NAMED.read_text(encoding="utf-8").splitlines():
        file, line, instead = row.split(" | ")
        yield Mutant(Path(file), line, instead)


def tried(one: Mutant, tests: list[str]) -> str:
    """Return `seen`, `slowly` where only a slow test sees it, `unseen`, or `gone` where the line does not stand in its file
    once.
    """
    source = (ROOT / one.file).read_text(encoding="utf-8")
    if source.count(one.line) != 1:
        return "gone"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
        (Path(folder) / one.file).write_text(source.replace(one.line, one.instead), encoding="utf-8")
        if _fails(folder, tests):
            return "seen"
        return "slowly" if _fails(folder, ["-m", "slow and not soak", *tests]) else "unseen"


def _fails(folder: str, asked: list[str]) -> bool:
    """Tell whether a test fails on the copy in a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *asked]
    # The copy's packages, and not those that are installed beside the interpreter.
    settings = {**os.environ, "PYTHONPATH": folder}
    try:
        code = subprocess.run(
            command, cwd=folder, env=settings, capture_output=True, check=False, timeout=LONGEST_S
        ).returncode
    except subprocess.TimeoutExpired:
        return True
    assert code in ANSWERS, f"pytest ended with {code}: were there tests in {asked}?"
    return code in (1, 2)
