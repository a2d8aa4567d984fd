"""What the program knows of one kind of device: how it is named, found, opened, checked and calibrated, and what it reports.

The doctor reads the rows where a library is missing: each row imports what is heavy only when it is used.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.grade import GradeMark
from calibration.profile import CalibrationKind, Profile
from companion.backend.findings import Finding, Library, UserGroup
from companion.backend.interface import CheckResult, DeviceOffer, FoundDevice, TableDevices
from companion.rules.dice import dice_of_game
from companion.rules.games import GAMES
from companion.session.inbox import Item, RollReport
from companion.table.match_device import MatchDevice
from companion.words import Text

if TYPE_CHECKING:
    from companion.backend.live_calibration import LiveCalibration
    from companion.backend.table_house import TableHouse
    from companion.table.live_table import TableCamera

STANDING = {GradeMark.GOOD: "good", GradeMark.FAIR: "fair", GradeMark.POOR: "poor"}
"""The grades of measurements, as results of checks have them."""


@dataclass(frozen=True, slots=True)
class DeviceCalibration:
    """Something that is calibrated for a device: its name for people, what to have ready, and the walkthrough.

    `run` feeds the walkthrough and returns the profile to save; None: there is nothing to save.
    """

    kind: CalibrationKind
    title: Text
    needs: Text
    run: "Callable[[LiveCalibration], Profile | None]"
    is_wanted: bool = False
    """A table that reads itself needs it: the doctor says when it was never done."""
    dice: Callable[[], tuple[str, ...]] = tuple
    """The dice of which one must be chosen first."""


@dataclass(frozen=True, slots=True)
class DeviceKind:
    """One kind of device. `name` stands in settings, options and notices."""

    name: str
    reports: tuple[type[Item], ...]
    """What it tells a match."""
    open: "Callable[[str, TableDevices, TableHouse], TableCamera | MatchDevice | None]"
    """Returns the device of a game's match, real or virtual as its address says; None: none is chosen."""
    check: "Callable[[str, TableDevices, TableHouse], Sequence[CheckResult]]"
    """Returns what stands in the way of a game's match. May take some seconds, and never raises."""
    probe: str
    """The name of the doctor's findings about it."""
    findings: Callable[[], list[Finding]]
    find: Callable[[], Sequence[FoundDevice]] = tuple
    """Returns those that are connected."""
    offer: DeviceOffer | None = None
    """The words with which it is chosen before a match; None: whichever there is is used."""
    is_there: Callable[[str, "TableHouse"], bool] = lambda _address, _house: True
    """Whether the one that was used last can be used again."""
    option: Text | None = None
    """The help of the option of `companion watch` that is called after it; None: it has no such option."""
    calibrations: tuple[DeviceCalibration, ...] = ()
    libraries: tuple[Library, ...] = ()
    group: UserGroup | None = None

    def serves(self, game: str) -> bool:
        """Tell whether a game has a use for it: dice are read only where there are some."""
        return RollReport not in self.reports or bool(dice_of_game(GAMES[game]))
