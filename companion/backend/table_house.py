"""What the matches, scans and calibrations at this machine share."""

from dataclasses import dataclass

from companion.storage.places import Places
from companion.storage.shipped_data import phone_colours
from companion.table.hall.line import HallLine
from companion.table.loudspeaker import TableSpeaker
from companion.table.public_window import PublicWindow
from vision.phone.link import PhoneLink
from vision.phone.opening import phone_link


def phone_of(where: Places) -> PhoneLink:
    """Return this machine's link for phones. Its page has the house's colours; it does not listen yet."""
    return phone_link(where.phone, colours=phone_colours())


@dataclass(frozen=True, slots=True)
class TableHouse:
    """What matches at this machine share: the folders, the phone's link, and the sound (None: silent)."""

    where: Places
    phone: PhoneLink
    sound: TableSpeaker | None = None
    hall: HallLine | None = None
    """The line to the hall, if this table has one."""
    public: PublicWindow | None = None
    """The pages for the public that were asked for, and where they are served; None: no pages."""
