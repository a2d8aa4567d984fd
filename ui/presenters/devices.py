"""Shows a kind of device as a menu line: the connected ones, the last one, what is always there, an address, or none."""

from collections.abc import Mapping, Sequence

from companion.backend.interface import DeviceOffer, FoundDevice, TableDevices
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption, Words
from ui.presenters.page_requests import PageRequest, PageWish

Around = Mapping[str, Sequence[FoundDevice]]
"""The connected devices, by the name of their kind."""
_SEARCH = MenuOption(PageRequest(PageWish.SEARCH), Text("look again"), Text("for newly connected devices"))
_ADDRESS = MenuOption(
    PageRequest(PageWish.ADDRESS), Text("the address of a stream"), Text("such as a network camera's")
)


def device_line(
    offer: DeviceOffer, around: Around, gear: TableDevices, title: Words = "", says: Words = ""
) -> MenuLine:
    """Return the line to choose a device of a kind; what needs a camera is offered only with one."""
    used = gear.address(offer.name)
    further = [
        MenuOption(one.address, one.says, one.under, is_chosen=one.address == used)
        for one in offer.further
        if gear.camera or one.without_camera is None or one.address == used
    ]
    named = used if all(one.value != used for one in further) else ""
    found = _found(around.get(offer.name, ()), named)
    address = (_ADDRESS,) if offer.is_typed else ()
    none = MenuOption("", offer.none.says, offer.none.under, is_chosen=not used)
    return MenuLine(offer.name, title, says, (*found, *further, *address, _SEARCH, none))


def device_note(offer: DeviceOffer, around: Around, gear: TableDevices) -> Text | None:
    """Return a remark about the choice: nothing is connected, or what is chosen needs a camera."""
    chosen = next((one for one in offer.further if one.address == gear.address(offer.name)), None)
    if chosen is not None:
        return None if gear.camera else chosen.without_camera
    return None if around.get(offer.name) else offer.missing


def _found(devices: Sequence[FoundDevice], used: str) -> tuple[MenuOption, ...]:
    """Return the connected devices, and the one in use even if it is none of them, such as an address."""
    options = [MenuOption(found.name, found.says, is_chosen=found.name == used) for found in devices]
    if used and all(found.name != used for found in devices):
        options.append(MenuOption(used, used, is_chosen=True))
    return tuple(options)
