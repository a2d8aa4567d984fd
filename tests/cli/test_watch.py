"""`companion watch`: what is wrong is told before any camera is opened."""

import json
from pathlib import Path

import pytest

from companion.backend.kept_matches import KeptMatches
from companion.cli import watch
from companion.cli.live.typed import TypedInput
from companion.cli.main import main
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.live_table import FramedTable

TABLE = "virtual:table"
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["match.jsonl", "setup.json"])
def test_plays_that_follow_the_set_up_are_told_to_be_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    script = tmp_path / name
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


@pytest.mark.slow
def test_a_source_that_is_none_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "none.avi" in told(capsys, tmp_path, "--setup", DEMO)


@pytest.mark.slow
@pytest.mark.parametrize("source", ["", "63"], ids=["an empty folder", "a camera that is missing"])
def test_where_no_picture_comes_from_no_match_is_begun(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str
) -> None:
    nothing = tmp_path / "pictures"
    nothing.mkdir()
    words = ["watch", "--source", source or str(nothing), "--setup", DEMO, "--data", str(tmp_path)]
    assert main([*words, "--lang", "en"]) == 2
    assert (source or str(nothing)) in capsys.readouterr().err
    assert KeptMatches(Places(tmp_path)).latest(1).total == 0


def test_a_file_that_is_no_set_up_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = told(capsys, tmp_path, "--setup", "README.md")
    assert "README.md: line 3: this is not JSON" in said


def test_a_match_that_was_never_recorded_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "recorded" in told(capsys, tmp_path, "--resume", "abc")


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the match is not over; go on with it:"),
        ("fr", "le match n’est pas fini ; pour le continuer :"),
    ],
)
def test_who_stops_a_match_is_told_how_it_goes_on(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    told: str,
) -> None:
    monkeypatch.setattr(FramedTable, "look_through", interrupted)
    words = ["watch", "--source", TABLE, "--setup", DEMO, "--tower", "tray", "--data", str(tmp_path)]
    assert main([*words, "--lang", language]) == 130
    *_, says, again = capsys.readouterr().out.splitlines()
    assert told in says.lower().replace("\u00a0", " ")
    assert f"watch --source {TABLE} --resume" in again
    assert again.endswith(f"--tower tray --data {tmp_path}")


@pytest.mark.slow
@pytest.mark.drawn
def test_a_live_table_that_is_stopped_is_told_how_it_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.sources.virtual.VirtualSource.is_live", True)
    monkeypatch.setattr(TypedInput, "items", interrupted)
    words = ["watch", "--source", TABLE, "--setup", DEMO, "--public", "0", "--data", str(tmp_path)]
    monkeypatch.setattr(watch, "public_window", lambda _: None)
    assert main([*words, "--lang", "en"]) == 0
    *_, says, again = capsys.readouterr().out.splitlines()
    assert "the match is not over; go on with it:" in says.lower()
    assert "--public 0" in again


@pytest.mark.slow
@pytest.mark.drawn
def test_who_reads_json_is_told_nothing_besides(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FramedTable, "look_through", interrupted)
    words = ["watch", "--source", TABLE, "--setup", DEMO, "--json", "--data", str(tmp_path)]
    assert main([*words, "--lang", "en"]) == 130
    for line in capsys.readouterr().out.splitlines():
        json.loads(line)


@pytest.mark.slow
@pytest.mark.drawn
def test_pages_for_what_is_not_played_now_are_refused_by_the_sources_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["watch", "--source", TABLE, "--setup", DEMO, "--public", "8080", "--data", str(tmp_path)]
    assert main([*words, "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "the virtual table is only looked through once: leave --public out, or choose a camera" in said
    assert "film" not in said


def test_who_has_no_camera_is_told_of_a_phone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "a phone can be the camera too: `phone`" in told(
        capsys, tmp_path, "--setup", "companion/data/lignes/demo-match.yaml"
    )
