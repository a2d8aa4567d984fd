"""The dice tower: it reads the dice that fall through it. In its place the camera may read them on a printed tray."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.profile import CalibrationKind, Profile
from calibration.tower import TowerClient, TowerWalkthrough, calibrate
from calibration.walkthrough import StepState, WalkthroughStep
from companion.backend.devices.device_kind import CalibrationDesk, DeviceCalibration, DeviceKind, on_screen
from companion.backend.findings import Finding, FindingLevel, RequiredLibrary, UserGroup
from companion.backend.interface import CheckResult, DeviceChoice, DeviceOffer, FoundDevice, TableDevices
from companion.backend.time_limit import bounded
from companion.errors import CompanionError
from companion.rules.dice import dice_of_game
from companion.rules.games import GAMES
from companion.session.inbox import DeviceNotice, RollReport
from companion.storage.places import Places
from companion.table.match_device import MatchDevice
from companion.table.tower import LinkedTower, TowerAtTable
from companion.words import N_, Text
from devices.errors import PortTrouble
from devices.tower.ports import USB_IDS, harbour, list_serial_ports

if TYPE_CHECKING:
    from companion.backend.table_house import TableHouse

TOWER = "tower"
USB, TRAY = "usb", "tray"
"""Instead of a port: the one that looks like a tower; and no tower, the camera reads the dice on the printed tray."""
CHECK_S = 8.0
N_("ports")


def find() -> Sequence[FoundDevice]:
    """Return the ports that look like a tower."""
    return tuple(
        FoundDevice(port.name, Text("dice tower on {port}", port=port.name))
        for port in list_serial_ports()
        if port.usb_id in USB_IDS
    )


def is_there(address: str, _house: "TableHouse") -> bool:
    """Tell whether a port is still there; what is elsewhere or found later may be."""
    return _may_be_there(address)


def _may_be_there(address: str) -> bool:
    return address in ("", USB, TRAY) or "://" in address or Path(address).exists()


def open_tower(_game: str, gear: TableDevices, house: "TableHouse") -> MatchDevice | None:
    """Return the tower on its port, which may be that of a virtual one."""
    port = gear.address(TOWER)
    return None if port in ("", TRAY) else TowerAtTable(LinkedTower(port, house.where.matches))


# --- before a match


def check(game: str, gear: TableDevices, where: Places) -> CheckResult:
    """Check whether a tower answers, or whether the dice of the game can be read in the tray."""
    port = gear.address(TOWER)
    if port == TRAY:
        return _tray_check(game, gear, where)
    what = Text("dice tower")
    if not port:
        return CheckResult(what, "", Text("none: you enter by hand what the dice show"), device=TOWER)
    said = bounded(lambda: _greeted(port), CHECK_S)
    if isinstance(said, str):
        return CheckResult(what, "good", Text("tower {serial} answers", serial=said), device=TOWER)
    if not _may_be_there(port):
        says = Text("the dice tower that was chosen is not there")
        return CheckResult(
            what, "poor", says, Text("plug it in at any time; until then, enter the dice by hand"), TOWER
        )
    silent = Text("the dice tower does not answer")
    todo = Text("check the cable of the tower, or play without the tower and enter the dice by hand")
    if isinstance(said, CompanionError):
        # A tower's own problem says what to do.
        says = on_screen(said, silent)
        return CheckResult(what, "poor", says, todo if says is silent else None, TOWER)
    return CheckResult(what, "poor", said, todo, TOWER)


def _greeted(words: str) -> str | CompanionError:
    try:
        port = harbour(None if words == USB else words).open()
    except CompanionError as problem:
        return problem
    try:
        return TowerClient(port).serial()
    except CompanionError as problem:
        return problem
    finally:
        port.close()


def _tray_check(game: str, gear: TableDevices, where: Places) -> CheckResult:
    """Check whether there is a camera for the tray, and whether its dice are known."""
    from companion.table.tray import known_dice

    what = Text("dice tray")
    if not gear.camera:
        todo = Text("choose a camera that sees the tray, or enter the dice by hand")
        return CheckResult(what, "poor", Text("no camera looks at it"), todo, TOWER)
    try:
        known_dice(dice_of_game(GAMES[game]), where)
    except CompanionError as problem:
        todo = Text("or play without the tray and enter the dice by hand")
        return CheckResult(what, "poor", problem.message, todo, TOWER)
    says = Text("its dice are known: lay the tray where the camera sees all of it")
    return CheckResult(what, "good", says, device=TOWER)


# --- the doctor


def findings() -> list[Finding]:
    """Return whether something that may be a tower is connected."""
    what = Text("dice tower")
    try:
        found = list_serial_ports()
    except PortTrouble as trouble:
        return [Finding(what, FindingLevel.WARN, trouble.message, ".ci/setup run")]
    towers = [port.name for port in found if port.usb_id in USB_IDS]
    if towers:
        says = Text("a device that may be a tower is on {ports}", ports=", ".join(towers))
        return [Finding(what, FindingLevel.OK, says, f"companion tower send {towers[0]} HI")]
    others = ", ".join(port.name for port in found[:5]) or Text("none")
    says = Text("none is plugged in (other ports: {ports}); until then, enter the dice by hand", ports=others)
    return [Finding(what, FindingLevel.WARN, says)]


# --- its calibration


def _thresholds(desk: CalibrationDesk) -> Profile | None:
    from calibration.walk_profiles import make_tower_profile

    walk = TowerWalkthrough()
    desk.begin(walk)
    address = desk.gear.address(TOWER)
    port = harbour(address if address not in ("", USB) else None).open()
    try:
        talk = TowerClient(port)
        hello = talk.greet()
        desk.say(Text("tower {serial} on {port}", serial=hello.serial, port=port.name))

        def each(_: WalkthroughStep) -> bool:
            desk.give_answers(walk)
            desk.show(walk)
            return not desk.is_stopping

        calibrate(talk, walk, each)
    finally:
        port.close()
    desk.show(walk)
    return make_tower_profile(walk, hello.serial) if walk.step.state is StepState.DONE else None


def _saved(profile: Profile, file: str) -> Text:
    words = " ".join(profile.data["set"])
    return Text(
        "the tower keeps these thresholds: {words}; the report is kept in {file}", words=words, file=file
    )


TOWER_KIND = DeviceKind(
    TOWER,
    reports=(RollReport, DeviceNotice),
    find=find,
    is_there=is_there,
    open=open_tower,
    check=lambda game, gear, house: (check(game, gear, house.where),),
    probe="ports",
    findings=findings,
    group=UserGroup("dialout", ("ttyACM*", "ttyUSB*"), N_("the dice tower")),
    libraries=(RequiredLibrary("serial", "pyserial", N_("no dice tower: enter the dice by hand")),),
    option=Text(
        "the port of a dice tower, such as /dev/ttyACM0; `usb` looks for one; `tray`: the camera reads the dice on"
        " the printed tray"
    ),
    offer=DeviceOffer(
        TOWER,
        Text("dice tower"),
        asks=Text("how are the dice read?"),
        missing=Text("no dice tower is plugged in"),
        none=DeviceChoice("", Text("none: dice by hand"), Text("you enter what the dice show")),
        to_choose=Text("needs a dice tower: touch here to choose one"),
        lacks=Text("needs a dice tower"),
        further=(
            DeviceChoice(
                TRAY,
                Text("a dice tray"),
                Text("the camera reads the dice on the printed sheet"),
                without_camera=Text("the tray needs a camera: choose one in the step before"),
            ),
        ),
    ),
    calibrations=(
        DeviceCalibration(
            CalibrationKind.TOWER,
            Text("the dice tower"),
            Text("let three dice fall, one at a time"),
            _thresholds,
            saved=_saved,
        ),
    ),
)
