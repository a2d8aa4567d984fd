"""A machine becomes a kiosk by steps that are shown, done once, and undone; the unit is one that systemd takes."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.kiosk_guard import EXIT_LEFT
from companion.cli.kiosk.installation import (
    active_state,
    carry_out,
    installing,
    only_root,
    only_with_systemd,
    remarks,
    removing,
    run_here,
)
from companion.cli.kiosk.machine import (
    GROUPS,
    NAME,
    SYSTEM_DATA,
    Account,
    Machine,
    Service,
    account_of,
    machine_here,
    service_in,
    unit_of,
    usual_data,
    usual_user,
)
from companion.cli.paper import TerminalPaper
from companion.errors import CompanionError
from companion.words import Text
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.process

PI = Account("pi", 1000, "users", Path("/srv/homes/pi"))
SERVICE = Service("companion", Path("/data/companion"), program=("/opt/companion/.venv/bin/companion",))
BARE = Machine(is_root=True, has_systemd=True, account=None)


class Silent(TerminalPaper):
    """A paper that keeps what is said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        super().__init__(self, "en", width=200, coloured=False)  # type: ignore[arg-type]

    def write(self, words: str) -> None:
        self.lines.append(words)

    def flush(self) -> None:
        pass


class Shell:
    """Takes commands, does none, and fails at the one it is told to."""

    def __init__(self, fails: str = "") -> None:
        self.typed: list[str] = []
        self._fails = fails

    def __call__(self, command: Sequence[str]) -> str | None:
        self.typed.append(command[0])
        return "no way" if self._fails == command[0] else None


def done(machine: Machine) -> Machine:
    """The same machine after everything was done."""
    return replace(machine, account=PI, data_owner=SERVICE.user, unit=unit_of(SERVICE), is_enabled=True)


# --- the unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
@pytest.mark.parametrize("data", ["/data/companion", "/srv/le dé 100 %/$HOME"])
def test_systemd_takes_the_unit(tmp_path: Path, data: str) -> None:
    # What it starts must be there for the check.
    service = Service("companion", Path(data), program=("/bin/true",))
    (tmp_path / NAME).write_text(unit_of(service))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / NAME)],
        capture_output=True,
        text=True,
        check=False,
    )
    about_us = [
        line for line in checked.stderr.splitlines() if "companion-kiosk" in line or str(tmp_path) in line
    ]
    assert checked.returncode == 0 and not about_us


def test_the_unit_is_watched_restarted_and_bounded() -> None:
    lines = unit_of(SERVICE).splitlines()
    assert {
        "Type=notify", "WatchdogSec=20", "Restart=always", "StartLimitBurst=10", "User=companion",
        f"RestartPreventExitStatus={EXIT_LEFT}", "Environment=SDL_VIDEODRIVER=kmsdrm",
        f"SupplementaryGroups={' '.join(GROUPS)}", "ReadWritePaths=/data/companion",
        "RequiresMountsFor=/data/companion", "Environment=COMPANION_DATA=/data/companion",
        "ExecStart=/opt/companion/.venv/bin/companion play --mode kiosk",
    } <= set(lines)  # fmt: skip
    assert not [
        line
        for line in lines
        if "@" in line and not line.startswith(("#", "After", "Conflicts", "SystemCallFilter"))
    ]


def said(unit: str, name: str) -> list[str]:
    """What a unit says of one thing, line by line."""
    return [line.partition("=")[2] for line in unit.splitlines() if line.startswith(f"{name}=")]


def test_the_unit_gives_no_powers_and_opens_what_the_kiosk_uses() -> None:
    unit = unit_of(SERVICE)
    assert said(unit, "UMask") == ["0077"]
    assert said(unit, "CapabilityBoundingSet") == said(unit, "AmbientCapabilities") == [""]
    assert said(unit, "NoNewPrivileges") == ["yes"]
    # The line to systemd, what is plugged in, cameras in the network.
    assert said(unit, "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK AF_INET AF_INET6"]
    # Cameras, towers, sound, screen and touch, also of drivers that are loaded later; no disks.
    assert (said(unit, "DevicePolicy"), said(unit, "DeviceAllow")) == (["closed"], ["char-* rw"])
    assert not said(unit, "PrivateDevices") and not said(unit, "PrivateNetwork")
    # Graphics drivers compile programs as they run.
    assert not said(unit, "MemoryDenyWriteExecute")
    allowed, denied, besides = said(unit, "SystemCallFilter")
    assert (allowed, denied) == ("@system-service", "~@privileged @resources")
    assert "setpriority" in besides.split()


LEAST_EXPOSED = 3.0
"""Of ten, as `systemd-analyze security` counts; without any bounds it says 8.7."""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_systemd_counts_the_unit_as_little_exposed(tmp_path: Path) -> None:
    unit = tmp_path / NAME
    unit.write_text(unit_of(replace(SERVICE, program=("/bin/true",))))
    counted = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "offline" in counted.stderr:
        pytest.skip("this systemd-analyze counts only what runs")
    found = re.search(r"Overall exposure level.*: (\d+\.\d+)", counted.stdout)
    assert found is not None and float(found[1]) < LEAST_EXPOSED


@pytest.mark.parametrize(
    "folder", ["/data", "/srv/le dé", '/a"b', "/a\\b", "/100%", "/$HOME", "/a'b", "/a;b #c"]
)
def test_whose_a_kiosk_is_and_where_its_data_are_is_read_from_its_unit(folder: str) -> None:
    found = service_in(unit_of(replace(SERVICE, data=Path(folder))))
    assert found is not None and (found.user, found.data) == ("companion", Path(folder))


@pytest.mark.parametrize(
    "unit", ["", "[Service]\nUser=pi\n", 'User=pi\nEnvironment="', "Environment=COMPANION_DATA=/x"]
)
def test_a_unit_that_is_none_of_ours_says_nothing(unit: str) -> None:
    assert service_in(unit) is None


def test_a_program_with_a_variable_in_its_name_is_started_all_the_same() -> None:
    unit = unit_of(replace(SERVICE, program=("/opt/$5 % off/companion",)))
    assert 'ExecStart="/opt/$$5 %% off/companion" play' in unit


@pytest.mark.parametrize("user", ["", "Ada", "a b", "a;b", "-a", "x" * 40, "root", "mattéo"])
def test_a_user_that_cannot_be_is_refused(user: str) -> None:
    with pytest.raises(CompanionError):
        replace(SERVICE, user=user)


@pytest.mark.parametrize("folder", ["/", "data", "/a\nb", ""])
def test_a_folder_that_cannot_hold_a_kiosk_is_refused(folder: str) -> None:
    with pytest.raises(CompanionError, match="whole path"):
        replace(SERVICE, data=Path(folder))


# --- the steps


def test_on_a_bare_machine_everything_is_to_be_done_in_its_order(tmp_path: Path) -> None:
    shell, machine = Shell(), replace(BARE, units=tmp_path)
    carry_out(installing(SERVICE, machine), machine.unit_path, Silent(), shell)
    assert shell.typed == ["useradd", "runuser", "install", "systemctl", "systemctl"]
    assert (tmp_path / NAME).read_text() == unit_of(SERVICE)


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    shell, machine = Shell(), replace(done(BARE), units=tmp_path)
    paper = Silent()
    carry_out(installing(SERVICE, machine), machine.unit_path, paper, shell)
    assert shell.typed == ["runuser"] and not (tmp_path / NAME).exists()
    assert "".join(paper.lines).count("done already") == 5


def test_a_unit_of_an_older_program_is_written_anew(tmp_path: Path) -> None:
    shell, machine = Shell(), replace(done(BARE), units=tmp_path, unit="[Service]\n")
    carry_out(installing(SERVICE, machine), machine.unit_path, Silent(), shell)
    assert shell.typed == ["runuser", "systemctl"]
    assert (tmp_path / NAME).read_text() == unit_of(SERVICE)


def test_a_dry_run_shows_every_command_and_does_none(tmp_path: Path) -> None:
    paper, machine = Silent(), replace(BARE, units=tmp_path)
    steps = installing(SERVICE, machine)
    carry_out(steps, machine.unit_path, paper, None)
    said = "".join(paper.lines)
    assert all(step.command in said for step in steps) and not list(tmp_path.iterdir())


def test_what_is_missing_in_a_persons_home_is_made_as_that_persons_own() -> None:
    at_home = replace(SERVICE, user="pi", data=PI.home / ".local" / "share" / "companion")
    commands = [step.command for step in installing(at_home, replace(BARE, account=PI))]
    assert f"runuser -u pi -- install -d -m 700 {at_home.data}" in commands
    of_a_service = Account("companion", 999, "companion", SERVICE.data)
    commands = [step.command for step in installing(SERVICE, replace(BARE, account=of_a_service))]
    assert "install -d -o companion -g companion -m 700 /data/companion" in commands
    commands = [step.command for step in installing(replace(SERVICE, user="pi"), replace(BARE, account=PI))]
    assert "install -d -o pi -g users -m 700 /data/companion" in commands


def test_a_program_that_the_user_cannot_reach_is_told_with_what_to_do(tmp_path: Path) -> None:
    machine = replace(BARE, units=tmp_path)
    with pytest.raises(CompanionError, match=r"no way; .*--user"):
        carry_out(installing(SERVICE, machine), machine.unit_path, Silent(), Shell("runuser"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("owner", "way"), [("root", "chown -R companion"), ("pi", "--user pi")])
def test_a_folder_of_somebody_else_is_not_taken(owner: str, way: str) -> None:
    with pytest.raises(CompanionError, match=way) as refused:
        installing(SERVICE, replace(BARE, account=PI, data_owner=owner))
    assert "--user root" not in str(refused.value)
    with pytest.raises(CompanionError) as refused:
        installing(SERVICE, replace(BARE, data_owner=owner))
    assert "chown" not in str(refused.value)  # The user that it would be given to is not there yet.


def test_a_disk_that_was_just_made_is_given_to_the_kiosk(tmp_path: Path) -> None:
    (tmp_path / "lost+found").mkdir()
    assert machine_here(replace(SERVICE, data=tmp_path)).is_data_fresh
    (tmp_path / "matches.db").touch()
    assert not machine_here(replace(SERVICE, data=tmp_path)).is_data_fresh
    made = installing(SERVICE, replace(BARE, data_owner="root", is_data_fresh=True))[2]
    assert not made.is_done and made.command == "install -d -o companion -g companion -m 700 /data/companion"
    with pytest.raises(CompanionError):
        installing(SERVICE, replace(BARE, data_owner="pi", is_data_fresh=True))


def test_uninstalling_undoes_the_service_and_touches_no_data(tmp_path: Path) -> None:
    machine = replace(done(BARE), units=tmp_path)
    assert [step.command.split()[0] for step in removing(machine)] == ["systemctl", "rm", "systemctl"]
    assert not [step for step in removing(machine) if "/data" in step.command]
    assert all(step.is_done for step in removing(BARE))


def test_a_desktop_and_missing_groups_are_remarked_on() -> None:
    assert remarks(BARE) == []
    told = remarks(replace(BARE, has_desktop=True, groups=("video",)))
    assert "set-default multi-user.target" in str(told[0].template)
    assert told[1].args["groups"] == "render, input, dialout, audio"


# --- this machine


def test_a_command_of_the_system_says_why_it_failed() -> None:
    assert run_here(["true"]) is None
    assert run_here(["sh", "-c", "echo one; echo why not >&2; exit 3"]) == "why not"
    assert run_here(["sh", "-c", "exit 3"]) == Text("the program ended with the code {code}", code=3)
    assert run_here(["no-such-command-here"]) == Text("there is no such file or folder")


def test_a_service_stands_as_systemd_says_and_without_systemd_nobody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "systemctl"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert active_state() in (None, "inactive", "active")
    for script, state in (("echo activating", "activating"), ("echo inactive", "inactive"), ("exit 1", None)):
        fake.write_text(f"#!/bin/sh\n{script}\n")
        fake.chmod(0o755)
        assert active_state() == state


def test_only_root_and_only_systemd() -> None:
    only_root(is_root=True, words=[])
    only_with_systemd(has_systemd=True)
    with pytest.raises(CompanionError, match=r"sudo .*companion kiosk install --user pi"):
        only_root(is_root=False, words=["kiosk", "install", "--user", "pi"])
    with pytest.raises(CompanionError, match="--dry-run"):
        only_with_systemd(has_systemd=False)


def test_who_typed_sudo_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, user in (("ada", "ada"), ("root", "companion"), ("", "companion")):
        monkeypatch.setenv("SUDO_USER", typed)
        assert usual_user() == user
    assert account_of("nobody-of-that-name") is None
    assert usual_data("root") == usual_data("nobody-of-that-name") == SYSTEM_DATA


def test_this_machine_is_found(tmp_path: Path) -> None:
    found = machine_here(replace(SERVICE, user="daemon", data=tmp_path))
    assert found.data_owner == tmp_path.owner()
    assert found.account is not None and found.account.home.is_absolute()
    assert machine_here(replace(SERVICE, data=tmp_path / "not yet")).data_owner is None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_dry_run_is_open_to_everybody(terminal: Terminal, lang: str) -> None:
    said = terminal.type(
        "kiosk",
        "install",
        "--lang",
        lang,
        "--dry-run",
        "--user",
        "companion-of-a-test",
        "--data",
        terminal.folder / "d",
    )
    assert said.code == 0, said.err
    assert "useradd --system" in said.out and "systemctl enable companion-kiosk.service" in said.out
    assert not (terminal.folder / "d").exists()
    assert terminal.type("kiosk", "uninstall", "--dry-run").code == 0


def test_the_unit_is_printed_for_whom_it_was_asked(terminal: Terminal) -> None:
    said = terminal.type("kiosk", "unit", "--user", "ada", "--data", "/data/x")
    assert said.code == 0 and "User=ada\n" in said.out and "ReadWritePaths=/data/x\n" in said.out
    assert "play --mode kiosk\n" in said.out


def test_a_kiosk_of_root_is_refused_in_ones_own_language(terminal: Terminal) -> None:
    said = terminal.type("kiosk", "unit", "--user", "root", "--data", "/data/x")
    assert said.code == 2 and "does not run as root" in said.err
