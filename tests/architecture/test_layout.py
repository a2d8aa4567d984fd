"""The tree stays as easy to find one's way in as it was on the first day."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {
    "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md",
    "calibration", "companion", "devices", "docs", "pyproject.toml", "tests", "ui", "vision",
}  # fmt: skip
LONGEST_MODULE_LINES = 600
# Most modules read best at 80 to 400 lines; one subject in two files reads worse than 600 lines in one.
# Path to reason: what makes the module one subject although it is longer than that.
LONGER_FOR_A_REASON: dict[str, str] = {}
# A path of somebody's own machine: there is none of these in a fresh clone, nor at the players'.
OWN_MACHINE = re.compile(r"(?<![\w.~/-])/(?:home|root|work|Users)/\w")


@cache
def tracked() -> tuple[str, ...]:
    """What git has and what it would take: a stray file is seen before it is committed."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return tuple(sorted(name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()))


@cache
def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def lines_of(name: str) -> int:
    return len(text_of(name).splitlines())


def test_the_top_level_holds_what_was_agreed() -> None:
    top = {name.split("/")[0] for name in tracked()}
    strangers = {name for name in top if not name.startswith(".")} - TOP_LEVEL
    assert not strangers


def test_a_long_module_has_a_reason() -> None:
    long = [
        f"{name}: {lines_of(name)} lines"
        for name in tracked()
        if name.endswith(".py") and lines_of(name) > LONGEST_MODULE_LINES and name not in LONGER_FOR_A_REASON
    ]
    assert not long


def test_a_reason_outlives_no_long_module() -> None:
    stale = [
        name
        for name in LONGER_FOR_A_REASON
        if name not in tracked() or lines_of(name) <= LONGEST_MODULE_LINES
    ]
    assert not stale


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    found = []
    for name in tracked():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name}: {match[0]}" for match in OWN_MACHINE.finditer(text)]
    assert not found


def test_the_locks_name_no_host() -> None:
    locks = [name for name in tracked() if name.startswith(".locks/")]
    assert locks
    for name in locks:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text, name
        assert "--index" not in text, name
        assert "--find-links" not in text, name
