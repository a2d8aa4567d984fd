"""`companion watch`: what is wrong is told before any camera is opened."""

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.storage.shipped_data import demonstrations

DEMO = "companion/data/ofusaido/demo-match.yaml"


def told(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> str:
    """The one line in which `watch` says why it does not begin."""
    assert main(["watch", "--source", "none.avi", "--data", str(data), "--lang", "en", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_set_up_with_a_fault_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "setup.yaml"
    file.write_text("game: [")
    assert str(file) in told(capsys, tmp_path, "--setup", str(file))


def test_plays_that_follow_the_set_up_are_told_to_be_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "match.jsonl"
    setup, _ = demonstrations("ofusaido")["demo-match"]
    attempt = {"play": "attempt", "seat": "home", "occasion": "OC003-900", "zone": "a"}
    script.write_text(json.dumps(setup) + "\n" + json.dumps(attempt) + "\n")
    main(["watch", "--source", "none.avi", "--setup", str(script), "--data", str(tmp_path), "--lang", "en"])
    assert "are not played" in capsys.readouterr().err


def test_a_clock_that_the_game_has_not_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = told(capsys, tmp_path, "--setup", DEMO, "--clock", "third=20")
    assert "third" in said
    assert "turn" in said


def test_a_length_without_seconds_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "turn=120" in told(capsys, tmp_path, "--setup", DEMO, "--clock", "turn")


def test_a_source_that_is_none_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "none.avi" in told(capsys, tmp_path, "--setup", DEMO)


def test_a_match_that_was_never_recorded_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "recorded" in told(capsys, tmp_path, "--resume", "abc")
