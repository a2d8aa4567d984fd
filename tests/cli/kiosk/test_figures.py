"""`companion kiosk figures` tells a shop how much its kiosk was used."""

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.kiosk import UseOfDay
from companion.storage.visits import VisitStore


def test_the_terminal_tells_each_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["kiosk", "figures", "--data", str(tmp_path), "--lang", "en"]
    assert main(typed) == 0
    assert capsys.readouterr().out == "nobody has used this kiosk yet\n"
    VisitStore(tmp_path / "visits.json").add("2026-11-26", UseOfDay(3, 2, 1, 600))
    assert main(typed) == 0
    assert capsys.readouterr().out == ("2026-11-26  visits: 3 · matches begun: 2, ended: 1 · minutes: 10\n")
    assert main([*typed, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "date": "2026-11-26", "visits": 3, "begun": 2, "ended": 1, "seconds": 600,
    }  # fmt: skip
