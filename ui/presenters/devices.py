"""Camera and tower as lines to choose from: what is plugged in, what was used last, an address, or none."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.backend.interface import FoundDevice, TableDevices
from companion.words import Text
from ui.presenters.lines import Line, Option, Words
from ui.presenters.wishes import Asked, Wish

CAMERA, TOWER = "camera", "tower"
"""The keys of the two lines; the value of what is chosen there is its name, empty for none."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is plugged in."""

    cameras: tuple[FoundDevice, ...] = ()
    towers: tuple[FoundDevice, ...] = ()


def camera_line(around: Around, gear: TableDevices, title: Words = "", says: Words = "") -> Line:
    """Which camera?"""
    address = Option(Asked(Wish.ADDRESS), Text("the address of a stream"), Text("such as a phone's"))
    none = Option("", Text("no camera"), Text("hands say what lies there"), is_chosen=not gear.camera)
    return Line(CAMERA, title, says, (*_found(around.cameras, gear.camera), address, _SEARCH, none))


def tower_line(around: Around, gear: TableDevices, title: Words = "", says: Words = "") -> Line:
    """Which dice tower?"""
    none = Option(
        "",
        Text("no dice tower"),
        Text("hands say what the dice show"),
        is_chosen=not gear.tower,
    )
    return Line(TOWER, title, says, (*_found(around.towers, gear.tower), _SEARCH, none))


_SEARCH = Option(Asked(Wish.SEARCH), Text("look again"), Text("for what was plugged in just now"))


def _found(devices: Sequence[FoundDevice], used: str) -> tuple[Option, ...]:
    """Those that are there; and the one in use, though it is none of these: an address, or one by its name."""
    options = [Option(found.name, found.says, is_chosen=found.name == used) for found in devices]
    if used and all(found.name != used for found in devices):
        options.append(Option(used, used, is_chosen=True))
    return tuple(options)
