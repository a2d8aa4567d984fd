"""PIN, status, and letting it try again, as they are typed; and what the doctor says of a kiosk."""

import getpass
import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.backend.findings import FindingLevel
from companion.cli.kiosk.machine import as_owner
from companion.cli.kiosk.standing import kiosk, settings
from companion.settings import Settings, Theme
from companion.storage.kiosk_runs import RecoveryStore
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from tests.cli.terminal import Terminal

NOBODY = 65534


@pytest.fixture
def where(terminal: Terminal) -> Places:
    return Places(terminal.data)


def kept(where: Places) -> Settings:
    return SettingsStore(where.settings).look().settings


def test_a_pin_comes_as_a_line_and_changes_nothing_else(terminal: Terminal, where: Places) -> None:
    SettingsStore(where.settings).change(lambda s: replace(s, theme=Theme.LIGHT))
    said = terminal.type("kiosk", "pin", stdin=b"2580\n")
    assert said.code == 0 and "the PIN is set" in said.out
    pin = kept(where).pin
    assert pin is not None and pin.opens_with("2580") and kept(where).theme is Theme.LIGHT
    assert "the PIN is changed" in terminal.type("kiosk", "pin", stdin=b"97531\n").out
    pin = kept(where).pin
    assert pin is not None and pin.opens_with("97531")
    assert "the PIN is removed" in terminal.type("kiosk", "pin", "--remove").out
    assert kept(where) == Settings(theme=Theme.LIGHT)
    assert "there was no PIN" in terminal.type("kiosk", "pin", "--remove").out


@pytest.mark.parametrize("typed", [b"", b"12\n", b"secret\n", b"\xff\xfe\n"])
def test_what_is_no_pin_is_refused_without_being_repeated(
    terminal: Terminal, where: Places, typed: bytes
) -> None:
    said = terminal.type("kiosk", "pin", stdin=typed)
    assert said.code == 2 and "4 to 12 digits" in said.err and "secret" not in said.err
    assert kept(where).pin is None


@pytest.mark.parametrize(("answers", "is_set"), [(["2580", "2580"], True), (["2580", "2581"], False)])
def test_at_a_terminal_it_is_typed_twice_and_unseen(
    terminal: Terminal, where: Places, monkeypatch: pytest.MonkeyPatch, answers: list[str], is_set: bool
) -> None:
    monkeypatch.setattr(getpass, "getpass", lambda _: answers.pop(0))
    monkeypatch.setattr("companion.cli.kiosk.status._is_typed", lambda: True)
    said = terminal.type("kiosk", "pin")
    assert (said.code == 0) is is_set and (kept(where).pin is not None) is is_set


def test_a_machine_that_is_no_kiosk_says_so_and_nothing_else(terminal: Terminal, where: Places) -> None:
    said = terminal.type("kiosk", "status", "--json")
    assert said.code == 0 and [answer["says"] for answer in said.answers] == ["this machine is not a kiosk"]
    assert kiosk(where) == settings(where) == []
    assert not where.data.exists()


def test_a_kiosk_that_gave_up_is_broken_until_somebody_says_again(
    terminal: Terminal, where: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.kiosk.standing.is_forgotten_here", lambda _: False)
    store = RecoveryStore(where.kiosk)
    store.start()
    store.give_up(ValueError("the camera's driver"))
    said = terminal.type("kiosk", "status", "--json")
    assert said.code == 1
    restarts, last = said.answers[-2:]
    assert restarts["health"] == "broken" and restarts["type"].endswith("kiosk again")
    assert "the camera's driver" in last["says"]
    assert [finding.health for finding in kiosk(where)][-2:] == [FindingLevel.BROKEN, FindingLevel.WARN]
    assert "the next start shows the game again" in terminal.type("kiosk", "again").out
    said = terminal.type("kiosk", "status", "--json")
    assert said.code == 0 and "0 of at most 3" in said.out and "the camera's driver" in said.out


def test_restarts_are_counted_and_those_of_another_boot_are_not(terminal: Terminal, where: Places) -> None:
    store = RecoveryStore(where.kiosk)
    store.start()
    store.start()
    assert "1 of at most 3" in terminal.type("kiosk", "status", "--json").out
    assert "no longer count" in terminal.type("kiosk", "again").out
    RecoveryStore(where.kiosk, boot=lambda: "an earlier one").start()
    assert "has not run since" in terminal.type("kiosk", "status", "--json").out


def test_damaged_settings_are_told_and_left_to_the_kiosk_to_mend(terminal: Terminal, where: Places) -> None:
    where.data.mkdir()
    where.settings.write_text('{"theme": "pink"}')
    (found,) = settings(where)
    assert found.health is FindingLevel.WARN and "pink" in str(found.says.args["problem"])
    SettingsStore(where.settings).load()
    (found,) = settings(where)
    assert found.type_this is not None and found.type_this.startswith("rm ")
    assert "set aside" in terminal.type("kiosk", "status", "--json").out


def test_a_pin_that_may_be_there_is_not_said_to_be_missing(terminal: Terminal, where: Places) -> None:
    where.data.mkdir()
    where.kiosk.write_text("{}")
    where.settings.mkdir()
    told = [answer["says"] for answer in terminal.type("kiosk", "status", "--json").answers]
    assert not [says for says in told if "none is set" in says]
    assert [says for says in told if "cannot be read" in says]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_what_root_writes_belongs_to_the_kiosk() -> None:
    # Not in the test's own folder, which nobody else may enter.
    with TemporaryDirectory() as open_to_all:
        Path(open_to_all).chmod(0o755)
        folder = Path(open_to_all) / "data"
        folder.mkdir()
        os.chown(folder, NOBODY, NOBODY)
        with as_owner(folder):
            SettingsStore(folder / "settings.json").change(lambda s: replace(s, is_muted=True))
        assert {path.stat().st_uid for path in folder.iterdir()} == {NOBODY}
    assert os.geteuid() == 0
