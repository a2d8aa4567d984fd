"""Every test of a command gets a terminal of its own."""

from pathlib import Path

import pytest

from tests.cli.evening import Evening
from tests.cli.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(tmp_path, capsys, monkeypatch)


@pytest.fixture
def evening(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, capsys, monkeypatch)
