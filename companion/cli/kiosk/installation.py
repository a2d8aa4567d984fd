"""`companion kiosk install`, `uninstall` and `unit`: the steps that make a kiosk of a machine, or undo it."""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cli.files import say
from companion.cli.kiosk.machine import (
    GROUPS,
    NAME,
    Machine,
    Said,
    Service,
    add_service,
    asked_service,
    machine_here,
    service_here,
    unit_of,
    usual_data,
    usual_user,
)
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.errors import CompanionError
from companion.kiosk import program_here, typed_as_root
from companion.storage.kept_files import replace_file
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.system_errors import system_says
from companion.words import Text, clauses

# --- steps
# Works out the steps that make a kiosk of a machine, or undo it. Pure: the steps are only values.


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One step: its purpose, and the command that root would type for it.

    A step that `writes` puts this text into the unit's file; its command then only shows how that would be typed.
    """

    says: Text
    command: str
    is_done: bool = False
    writes: str | None = None
    why_it_failed: Text | None = None
    """The likely reason if the command fails."""


def installing(service: Service, machine: Machine) -> tuple[InstallStep, ...]:
    """Return the steps that make a kiosk; each knows whether it is done. Raises `CompanionError` where it cannot be made."""
    _refuse_foreign_data(service, machine)
    unit = unit_of(service)
    is_written = machine.unit == unit
    return (
        _user(service, machine),
        _reach(service),
        _folder(service, machine),
        InstallStep(
            Text("write the service"),
            f"{_shown_program(service)} kiosk unit --user {service.user} --data {shlex.quote(str(service.data))}"
            f" > {machine.unit_path}",
            is_written,
            writes=unit,
        ),
        InstallStep(Text("make systemd read it"), "systemctl daemon-reload", is_written),
        InstallStep(Text("make it start with the machine"), f"systemctl enable {NAME}", machine.is_enabled),
    )


def removing(machine: Machine) -> tuple[InstallStep, ...]:
    """Return the steps that make the machine an ordinary one again; user and data stay."""
    is_gone = machine.unit is None
    return (
        InstallStep(
            Text("stop the kiosk, and no longer start it with the machine"),
            f"systemctl disable --now {NAME}",
            is_gone and not machine.is_enabled,
        ),
        InstallStep(Text("remove the service"), f"rm -f {machine.unit_path}", is_gone),
        InstallStep(Text("make systemd forget it"), "systemctl daemon-reload", is_gone),
    )


def _refuse_foreign_data(service: Service, machine: Machine) -> None:
    """Refuse a folder that belongs to another user; an empty one of root's may be given to the kiosk."""
    owner = machine.data_owner
    if owner in (None, service.user) or (owner == "root" and machine.is_data_fresh):
        return
    folder = shlex.quote(str(service.data))
    foreign = Text(
        "{folder} belongs to {owner}, and {user} could keep no match there",
        folder=folder, owner=owner, user=service.user,
    )  # fmt: skip
    ways = Text("choose another folder with --data")
    if machine.account is not None:
        ways = Text(
            "choose another folder with --data, or type `sudo chown -R {user} {folder}`",
            user=service.user,
            folder=folder,
        )
    if owner != "root":
        ways = Text("choose --user {owner}, or {ways}", owner=owner, ways=ways)
    raise CompanionError(Text("{problem}: {ways}", problem=foreign, ways=ways))


def _user(service: Service, machine: Machine) -> InstallStep:
    if machine.account is not None:
        return InstallStep(Text("the user {user} is there", user=service.user), "", is_done=True)
    home = shlex.quote(str(service.data))
    return InstallStep(
        Text("create the user {user}, who cannot log in", user=service.user),
        f"useradd --system --user-group --home-dir {home} --no-create-home --shell /usr/sbin/nologin {service.user}",
    )


def _reach(service: Service) -> InstallStep:
    """Return the step that checks whether the user may run the program; it is never done, because that may change."""
    return InstallStep(
        Text("check whether {user} may run the program", user=service.user),
        f"runuser -u {service.user} -- {_shown_program(service)} --help",
        why_it_failed=Text(
            "the program lies in a folder that {user} may not enter: choose your own user with --user, or move the"
            " program, to /opt for example",
            user=service.user,
        ),
    )


def _folder(service: Service, machine: Machine) -> InstallStep:
    account, folder = machine.account, shlex.quote(str(service.data))
    if account is not None and account.is_person and service.data.is_relative_to(account.home):
        # What is missing above it in a person's home is made as that person's own, too.
        command = f"runuser -u {service.user} -- install -d -m 700 {folder}"
    else:
        group = service.user if account is None else account.group
        command = f"install -d -o {service.user} -g {group} -m 700 {folder}"
    return InstallStep(Text("make the folder of its data"), command, machine.data_owner == service.user)


def _shown_program(service: Service) -> str:
    return shlex.join(service.program or program_here())


# --- carrying
# Prints steps one by one, and carries them out unless they are only to be shown.

PATIENCE_S = 120
"""Longest step: systemd itself waits 90 seconds for a service to start."""
DONE, TO_DO = "=", "+"
"""Marks before a step, as words stand beside them too."""

Run = Callable[[Sequence[str]], str | Text | None]
"""Runs a command; None if it went well, else its last line."""


def carry_out(steps: Sequence[InstallStep], unit: Path, paper: TerminalPaper, run: Run | None) -> None:
    """Do the steps that are not done yet. `run` None: only show them. Raises `CompanionError` at the first that fails."""
    for step in steps:
        if step.is_done:
            paper.say(Text("{step} (done already)", step=step.says), Ink.DIM, mark=DONE)
            continue
        paper.say(step.says, mark=TO_DO)
        paper.command(None, f"  # {step.command}")
        if run is not None:
            _do(step, unit, run)


def run_here(command: Sequence[str]) -> str | Text | None:
    """Run a system command on this machine."""
    code, out, err = _ran(command)
    if code == 0:
        return None
    if isinstance(err, Text):
        return err
    said = [line for line in (err or out).splitlines() if line.strip()]
    return said[-1].strip()[:200] if said else Text("the program ended with the code {code}", code=code)


def active_state() -> str | None:
    """Return systemd's word for the state of the service; None if systemd does not answer."""
    code, out, _ = _ran(("systemctl", "show", NAME, "--property=ActiveState", "--value"))
    return out.strip() or None if code == 0 else None


def _ran(command: Sequence[str]) -> tuple[int, str, str | Text]:
    """Return a command's exit code, output and errors; if it could not be run, the reason in plain words."""
    try:
        done = subprocess.run(  # noqa: S603 - our own steps, whose words were checked
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, "", Text("no answer came in time")
    except OSError as problem:
        return -1, "", system_says(problem)
    return done.returncode, done.stdout, done.stderr


def only_root(is_root: bool, words: Sequence[str]) -> None:
    """Raise `CompanionError` for any user but root, with what to type."""
    if not is_root:
        raise CompanionError(
            Text(
                "this changes the system, and only root may: type `{command}`", command=typed_as_root(*words)
            )
        )


def only_with_systemd(has_systemd: bool) -> None:
    """Raise `CompanionError` on a machine that systemd did not start."""
    if not has_systemd:
        raise CompanionError(
            Text(
                "systemd does not run on this machine, and a kiosk is one of its services; --dry-run shows the steps"
            )
        )


def _do(step: InstallStep, unit: Path, run: Run) -> None:
    if step.writes is not None:
        replace_file(unit, step.writes.encode(), most_mode=0o644)
        return
    problem = run(shlex.split(step.command))
    if problem is None:
        return
    failed = Text("`{command}` failed: {problem}", command=step.command, problem=problem)
    if step.why_it_failed is None:
        raise CompanionError(failed)
    raise CompanionError(clauses((failed, step.why_it_failed)))


# --- installing
# `companion kiosk install`: prints each step and does it; a step already done is only reported.


def add_install_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_service(parser, said)
    parser.add_argument(
        "--dry-run", action="store_true", help=said(Text("show all steps, but do none of them"))
    )


def run_install(args: argparse.Namespace) -> int:
    service = asked_service(args)
    machine = machine_here(service)
    if not args.dry_run:
        only_with_systemd(machine.has_systemd)
        only_root(machine.is_root, ["kiosk", "install", *_typed(args)])
    paper = paper_here(sys.stdout, args.lang)
    paper.say(
        Text("a kiosk run by {user}, with its data in {folder}", user=service.user, folder=str(service.data))
    )
    steps = installing(service, machine)
    carry_out(steps, machine.unit_path, paper, None if args.dry_run else run_here)
    for remark in remarks(machine):
        paper.say(remark)
    if args.dry_run:
        paper.say(Text("nothing was changed"))
    else:
        _tell_what_next(service, machine, paper)
    return 0


def remarks(machine: Machine) -> list[Text]:
    """Return remarks about this machine that matter for a kiosk, such as a running desktop."""
    told = []
    if machine.has_desktop:
        told.append(
            Text(
                "a desktop starts with this machine and holds the screen; the kiosk needs it for itself:"
                " `sudo systemctl set-default multi-user.target`"
            )
        )
    missing = [name for name in GROUPS if name not in machine.groups]
    if missing:
        told.append(Text("this machine lacks these groups for devices: {groups}", groups=", ".join(missing)))
    return told


def _tell_what_next(service: Service, machine: Machine, paper: TerminalPaper) -> None:
    if SettingsStore(Places(service.data).settings).look().settings.pin is None:
        paper.command(Text("there is no PIN for the staff yet; set one:"), typed_as_root("kiosk", "pin"))
    verb = "start" if machine.unit is None else "restart"
    paper.command(
        Text("the kiosk starts with the machine from now on; to start it now:"),
        f"sudo systemctl {verb} {NAME}",
    )


def _typed(args: argparse.Namespace) -> list[str]:
    given = (("--user", args.user), ("--data", args.data))
    return [word for name, value in given if value for word in (name, value)]


# --- uninstalling
# `companion kiosk uninstall`: makes the machine start as before. Recorded matches are not touched.


def add_uninstall_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help=said(Text("show all steps, but do none of them"))
    )


def run_uninstall(args: argparse.Namespace) -> int:
    installed = service_here()
    service = installed or Service(usual_user(), usual_data(usual_user()))
    machine = machine_here(service)
    if not args.dry_run:
        only_with_systemd(machine.has_systemd)
        only_root(machine.is_root, ["kiosk", "uninstall"])
    paper = paper_here(sys.stdout, args.lang)
    carry_out(removing(machine), machine.unit_path, paper, None if args.dry_run else run_here)
    if installed is not None:
        paper.say(
            Text(
                "the user {user} and all data in {folder} are kept",
                user=service.user,
                folder=str(service.data),
            )
        )
    if args.dry_run:
        paper.say(Text("nothing was changed"))
    return 0


# --- printing
# `companion kiosk unit`: prints the service as it would be installed.


def add_unit_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_service(parser, said)


def run_unit(args: argparse.Namespace) -> int:
    say(unit_of(asked_service(args)).rstrip("\n"), sys.stdout)
    return 0
