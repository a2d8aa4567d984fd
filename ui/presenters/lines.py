"""The lines of a menu: a question on the left, and its possible answers as buttons, some of which ask the page itself for
something.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.backend.interface import DeviceOffer, FoundDevice, TableDevices
from companion.people import OwnTeam
from companion.showing.scene import CardSide
from companion.words import Text, Wording

# --- page requests
# The requests of a touch to the page itself: to have something typed, scanned or searched for.


class PageWish(StrEnum):
    """Names what a page can ask for before it returns its result."""

    NAME = "name"
    NUMBER = "number"
    ADDRESS = "address"
    SCAN = "scan"
    BY_HAND = "by hand"
    SEARCH = "search"
    FILTER = "filter"
    MORE = "more"
    TABLE = "table"
    TABLE_NUMBER = "table number"
    TURN_OVER = "turn over"
    CHANCE = "chance"
    STEP = "step"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The value of a line that needs more than a touch; `of`: the seat or the line that it is for."""

    wish: PageWish
    of: str = ""


# --- lines

Words = Text | Wording | str
BEGIN = "begin"
"""The key of the line of buttons on an empty page."""


class LineStanding(StrEnum):
    """How good the state is that a line describes."""

    NONE = ""
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One answer; the page gets `value` when it is touched."""

    value: object
    says: Words
    under: Words = ""
    is_chosen: bool = False
    is_main: bool = False
    """It leads on."""
    is_danger: bool = False
    """It removes what does not come back."""
    is_off: bool = False
    """It cannot be chosen yet: something else must be chosen first."""
    role: str = ""
    """A side's mark stands before it."""
    icon: str = ""
    """An icon stands before it."""
    card: "ShownCard | None" = None
    """The card that it stands for, whose face is shown."""
    badge: str = ""
    """A few signs over the corner of the face."""
    tile: "MenuTile | None" = None
    """The picture of the answer, if it is shown as a tile; None: it is a usual button."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card whose face is shown: its game, and its face."""

    game: str
    face: CardSide


@dataclass(frozen=True, slots=True)
class MenuTile:
    """What makes an answer a tile: above its words stands its card, the mark of its role, or this icon."""

    icon: str = ""
    team: OwnTeam | None = None
    """The owners' team whose crest stands there instead of the mark."""
    standing: LineStanding = LineStanding.NONE
    is_locked: bool = False
    """Something else must be chosen first."""
    is_prose: bool = False
    """What explains it is long: the picture stands beside its name."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A question with its answers, or a sentence alone. `role`: the side whose mark stands before it."""

    key: str
    title: Words
    says: Words = ""
    options: tuple[MenuOption, ...] = ()
    role: str = ""
    standing: LineStanding = LineStanding.NONE
    team: OwnTeam | None = None
    """The owners' team whose crest stands there instead."""
    icon: str = ""
    """An icon above it, if it is alone on its page."""
    cite: Words = ""
    """Where it stands in the rulebook, at the edge of a sentence alone."""
    figure: Words = ""
    """What counts, in large letters at the edge of a sentence alone."""
    across: int = 0
    """How many answers stand beside each other on a screen that lies; 0: as many as on other lines."""
    is_above: bool = False
    """Its words stand above its answers, because they are a long question."""
    is_low: bool = False
    """Its answers leave the room to what they are about: another line has it."""


def nothing_yet(icon: str, says: Text, *ways: MenuOption) -> list[MenuLine]:
    """Return the lines of an empty page: why it is empty, below an icon, and buttons to change that."""
    return [MenuLine("none", says, icon=icon), MenuLine(BEGIN, "", "", ways, is_low=True)]


def packed(heights: Sequence[float], room: float) -> tuple[int, ...]:
    """Spread lines of these heights over as few pages as have room for them, and return how many stand on each page. A line
    that is higher than a page has one of its own; the last page is as full as the others allow.
    """
    count = len(filled(heights, room))
    while count > 1:
        less = max(
            (sum(heights[:n]) for n in range(1, len(heights) + 1) if sum(heights[:n]) < room), default=0.0
        )
        if not less or len(filled(heights, less)) > count:
            break
        room = less
    return filled(heights, room)


def filled(heights: Sequence[float], room: float) -> tuple[int, ...]:
    """Fill one page after the other with lines of these heights, and return how many lines stand on each page."""
    counts: list[int] = []
    left = 0.0
    for height in heights:
        if not counts or height > left:
            counts.append(0)
            left = room
        counts[-1] += 1
        left -= height
    return tuple(counts) or (0,)


def pages(lines: Sequence[MenuLine], most: int) -> tuple[tuple[MenuLine, ...], ...]:
    """Spread lines evenly over as few pages as possible; no lines make one empty page."""
    if not lines:
        return ((),)
    count = -(-len(lines) // max(1, most))
    each, more = divmod(len(lines), count)
    spread, begin = [], 0
    for n in range(count):
        end = begin + each + (n < more)
        spread.append(tuple(lines[begin:end]))
        begin = end
    return tuple(spread)


# --- devices
# Shows a kind of device as a menu line: the connected ones, the last one, what is always there, an address, or none.

Around = Mapping[str, Sequence[FoundDevice]]
"""The connected devices, by the name of their kind."""
SEARCH_LINE = MenuLine(
    "search",
    "",
    "",
    (MenuOption(PageRequest(PageWish.SEARCH), Text("look again"), Text("for newly connected devices")),),
    across=3,
    is_low=True,
)
"""The button below the devices of a kind: it looks for others."""
_ADDRESS = MenuOption(
    PageRequest(PageWish.ADDRESS), Text("a network camera"), Text("you type its address"), icon="screen"
)
_ICONS = {"camera": "lens", "tower": "tower", "phone": "phone", "tray": "die"}
"""The icons of connected devices, by their kind, and of those that are always offered, by their address."""


def device_line(offer: DeviceOffer, around: Around, gear: TableDevices, says: Words = "") -> MenuLine:
    """Return the line to choose a device of a kind; what needs a camera is offered only with one."""
    used = gear.address(offer.name)
    further = [
        MenuOption(
            one.address, one.says, one.under, is_chosen=one.address == used, icon=_ICONS.get(one.address, "")
        )
        for one in offer.further
        if gear.camera or one.without_camera is None or one.address == used
    ]
    named = used if all(one.value != used for one in further) else ""
    found = _found(around.get(offer.name, ()), named, _ICONS.get(offer.name, ""))
    address = (_ADDRESS,) if offer.is_typed else ()
    none = MenuOption("", offer.none.says, offer.none.under, is_chosen=not used, icon="hand")
    return MenuLine(offer.name, "", says, (*found, *further, *address, none))


def device_note(offer: DeviceOffer, around: Around, gear: TableDevices) -> Text | None:
    """Return a remark about the choice: nothing is connected, or what is chosen needs a camera."""
    chosen = next((one for one in offer.further if one.address == gear.address(offer.name)), None)
    if chosen is not None:
        return None if gear.camera else chosen.without_camera
    return None if around.get(offer.name) else offer.missing


def _found(devices: Sequence[FoundDevice], used: str, icon: str) -> tuple[MenuOption, ...]:
    """Return the connected devices, and the one in use even if it is none of them, such as an address."""
    options = [
        MenuOption(found.name, found.says, is_chosen=found.name == used, icon=icon) for found in devices
    ]
    if used and all(found.name != used for found in devices):
        options.append(MenuOption(used, used, is_chosen=True, icon=icon))
    return tuple(options)
