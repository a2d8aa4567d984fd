"""Every test of a command gets a terminal of its own."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(tmp_path, capsys, monkeypatch)
