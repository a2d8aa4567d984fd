"""Works out the steps that make a kiosk of a machine, or undo it. Pure: the steps are only values."""

import shlex
from dataclasses import dataclass

from companion.cli.kiosk.machine import Machine
from companion.cli.kiosk.service import NAME, Service, program_here, unit_of
from companion.errors import CompanionError
from companion.words import Text


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
