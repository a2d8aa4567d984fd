"""A fifth game in the terminal, with one entry in each registry."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.storage.shipped_data import demonstrations
from companion.words import LANGUAGES
from tests.toy.registered import register_summit

GAME, MODE = "summit", "demo-match"


@pytest.fixture(autouse=True)
def summit(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    demonstrations.cache_clear()
    register_summit(monkeypatch, tmp_path_factory.mktemp("shipped"))
    yield
    demonstrations.cache_clear()


def lay(seat: str, n: int) -> dict[str, str]:
    return {"play": "lay", "seat": seat, "card": f"SU00{n}-00{1 if seat == 'red' else 2}"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_judged_kept_told_exported_and_resumed_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    setup, cards = demonstrations(GAME)[MODE]
    script = tmp_path / "match.jsonl"
    plays = [lay("red", 2), lay("blue", 3)]
    script.write_text("\n".join(map(json.dumps, [{**setup, "catalogue": cards}, *plays])), encoding="utf-8")
    options = ["--data", str(tmp_path / "data"), "--lang", language]
    assert main(["referee", "--record", *options, str(script)]) == 0
    capsys.readouterr()
    assert main(["matches", "list", *options]) == 0
    name = capsys.readouterr().out.splitlines()[1].split()[0]
    assert main(["matches", "show", *options, name]) == 0
    shown = capsys.readouterr().out
    assert {"en": "Rouge-Gorge lays Needle", "fr": "Rouge-Gorge pose Aiguille"}[language] in shown
    assert main(["matches", "export", "--notation", *options, name]) == 0
    assert "lay red SU002-001" in capsys.readouterr().out
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"play": "skip", "seat": "red"}) + "\n", encoding="utf-8")
    assert main(["matches", "resume", *options, name, str(more)]) == 0
