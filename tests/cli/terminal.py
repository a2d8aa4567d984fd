"""A terminal for tests: a command typed, what it said, and how it left. Nothing leaves the test's own folder."""

import errno
import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "ofusaido"
ALL = sorted(SCENARIOS.parent.glob("*/*.jsonl"))
"""The scenarios of every game that are played to their end."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


class Terminal:
    """Types commands, in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._capsys = capsys
        self._patch = patch
        patch.setenv("COMPANION_DATA", str(self.data))
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("LANGUAGE", "")

    def type(self, *words: str | Path, stdin: bytes = b"") -> Said:
        """Type a command, and perhaps what it reads."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 2
        captured = self._capsys.readouterr()
        return Said(code, captured.out, captured.err)

    def record(self, script: Path) -> str:
        """Record a script; the id of the match."""
        said = self.type("referee", "--record", script)
        assert said.code == 0, said.err
        return said.err.split("recording as match ")[1][:6]

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def full_disk(_handle: int) -> None:
    """Stand in for `os.fsync` on a disk without room."""
    raise OSError(errno.ENOSPC, "No space left on device")


def plays_only(script: Path) -> list[str]:
    """A scenario without its checks and remarks."""
    lines = script.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith(("#", '{"expect"'))]


def _kinds(scenario: Path) -> set[tuple[str, ...]]:
    """The plays of a scenario: each by its game, its kind, and what it names."""
    lines = map(json.loads, plays_only(scenario)[1:])
    return {(scenario.parent.name, str(line.get("play")), *sorted(line)) for line in lines}


def _of_each_kind() -> list[Path]:
    chosen, known = [], set[tuple[str, ...]]()
    for scenario in ALL:
        if not (kinds := _kinds(scenario)) <= known:
            chosen.append(scenario)
            known |= kinds
    return chosen


OF_EACH_KIND = _of_each_kind()
"""The scenarios that bring a play of a kind, or with details, that no scenario before them brings."""
