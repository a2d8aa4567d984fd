"""A fourth kind of device in the terminal, with one line in the registry."""

from pathlib import Path

import pytest

from companion.backend.findings import FindingLevel
from companion.cli.doctor import machine, probes
from companion.cli.main import main
from companion.storage.places import Places
from companion.words import LANGUAGES, translate
from tests.toy.pedal.device import VirtualPedal
from tests.toy.registered import register_pedal


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register_pedal(monkeypatch, tmp_path)


@pytest.fixture
def pedal(tmp_path: Path) -> VirtualPedal:
    return VirtualPedal(tmp_path / "pedal0")


def test_the_doctor_has_a_line_for_it(tmp_path: Path, pedal: VirtualPedal) -> None:
    (found,) = probes()["pedals"](Places(tmp_path))
    assert (translate(found.what, "en"), translate(found.says, "en")) == ("pedal pedal0", "ready")
    pedal.unplug()
    (found,) = probes()["pedals"](Places(tmp_path))
    assert found.health is FindingLevel.WARN


def test_the_doctor_says_who_may_open_it(
    tmp_path: Path, pedal: VirtualPedal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "NODES", tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    closed = [one for one in machine.permissions(Places(tmp_path)) if one.health is FindingLevel.BROKEN]
    assert [one.type_this for one in closed if one.type_this and "pedalists" in one.type_this]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_has_an_option_for_it(capsys: pytest.CaptureFixture[str], language: str) -> None:
    with pytest.raises(SystemExit):
        main(["watch", "--help", "--lang", language])
    words = " ".join(capsys.readouterr().out.split())
    told = {"en": "the pedal, such as /dev/pedal0", "fr": "la pédale, comme /dev/pedal0"}[language]
    assert f"--pedal PORT {told}" in words
