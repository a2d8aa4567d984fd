"""Shows cameras and towers as menu lines: the connected ones, the last one, an address, or none."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.backend.interface import TRAY, FoundDevice, TableDevices
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption, Words
from ui.presenters.page_requests import PageRequest, PageWish
from vision.phone.link import PHONE

CAMERA, TOWER = "camera", "tower"
"""The keys of the two lines; their values are names of devices, empty for none."""


@dataclass(frozen=True, slots=True)
class Around:
    """The connected devices."""

    cameras: tuple[FoundDevice, ...] = ()
    towers: tuple[FoundDevice, ...] = ()


def camera_line(around: Around, gear: TableDevices, title: Words = "", says: Words = "") -> MenuLine:
    """Return the line to choose a camera."""
    phone = MenuOption(
        PHONE, Text("a phone"), Text("it scans a code, nothing is installed"), is_chosen=gear.camera == PHONE
    )
    address = MenuOption(
        PageRequest(PageWish.ADDRESS), Text("the address of a stream"), Text("such as a network camera's")
    )
    found = _found(around.cameras, "" if gear.camera == PHONE else gear.camera)
    none = MenuOption(
        "", Text("no camera"), Text("you enter by hand what lies there"), is_chosen=not gear.camera
    )
    return MenuLine(CAMERA, title, says, (*found, phone, address, _SEARCH, none))


def tower_line(around: Around, gear: TableDevices, title: Words = "", says: Words = "") -> MenuLine:
    """Return the line to choose how dice are read: in a tray only if a camera sees it."""
    tray = MenuOption(
        TRAY,
        Text("a dice tray"),
        Text("the camera reads the dice on the printed sheet"),
        is_chosen=gear.tower == TRAY,
    )
    trays = (tray,) if gear.camera or gear.tower == TRAY else ()
    found = _found(around.towers, "" if gear.tower == TRAY else gear.tower)
    none = MenuOption(
        "",
        Text("neither"),
        Text("you enter by hand what the dice show"),
        is_chosen=not gear.tower,
    )
    return MenuLine(TOWER, title, says, (*found, *trays, _SEARCH, none))


_SEARCH = MenuOption(PageRequest(PageWish.SEARCH), Text("look again"), Text("for newly connected devices"))


def _found(devices: Sequence[FoundDevice], used: str) -> tuple[MenuOption, ...]:
    """Return the connected devices, and the one in use even if it is none of them, such as an address."""
    options = [MenuOption(found.name, found.says, is_chosen=found.name == used) for found in devices]
    if used and all(found.name != used for found in devices):
        options.append(MenuOption(used, used, is_chosen=True))
    return tuple(options)
