"""What the program knows of one kind of device: how it is named, found, opened, checked and calibrated, and what it reports.

The doctor reads the rows where a library is missing: each row imports what is heavy only when it is used.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from calibration.grade import GradeMark
from calibration.profile import CalibrationKind, Profile
from calibration.walkthrough import Walkthrough
from companion.backend.findings import Finding, RequiredLibrary, UserGroup
from companion.backend.interface import CheckResult, DeviceOffer, FoundDevice, TableDevices
from companion.errors import CompanionError
from companion.rules.dice import dice_of_game
from companion.rules.games import GAMES
from companion.session.inbox import Item, RollReport
from companion.storage.places import Places
from companion.table.match_device import MatchDevice
from companion.words import Text, translate

if TYPE_CHECKING:
    from companion.backend.table_house import TableHouse
    from companion.mat import Mat
    from companion.table.calibration_camera import CalibrationCamera
    from companion.table.live_table import TableCamera
    from vision.frame import Frame
    from vision.lens import Lens

STANDING = {GradeMark.GOOD: "good", GradeMark.FAIR: "fair", GradeMark.POOR: "poor"}
"""The grades of measurements, as results of checks have them."""


class CalibrationDesk(Protocol):
    """Where a person follows a walkthrough: a screen or a terminal. What feeds the walkthrough calls it."""

    @property
    def gear(self) -> TableDevices: ...

    @property
    def die(self) -> str:
        """The dice that are learned, for the calibration of dice."""

    @property
    def where(self) -> Places: ...

    @property
    def is_stopping(self) -> bool: ...

    def begin(self, walk: Walkthrough[Any]) -> None:
        """Take note of a walkthrough whose device is about to be opened."""

    def show(self, walk: Walkthrough[Any]) -> None:
        """Show the present step of a walkthrough. Raises `CalibrationError` where nobody waits any longer."""

    def show_picture(self, frame: "Frame") -> None: ...

    def give_answers(self, walk: Walkthrough[Any], wait_s: float = 0.0) -> None:
        """Give a person's answer to a walkthrough: on a screen if there is one within this time; in a terminal a step that
        waits for an answer is asked. Raises `CalibrationError` if nobody is there.
        """

    def say(self, words: Text) -> None:
        """Say a sentence for who reads along in a terminal."""

    def sight(self, *, is_grey: bool) -> "AbstractContextManager[CalibrationCamera]":
        """Open the camera; a phone is waited for. Raises `VisionError`."""

    def mat(self, sight: "CalibrationCamera") -> "Mat":
        """Return the mat that is meant. Raises `CompanionError`."""

    def lens(self, sight: "CalibrationCamera") -> "Lens | None":
        """Return the lens to measure with. Raises `ProfileError`."""


def saved_in(_profile: Profile, file: str) -> Text:
    """Return what a terminal says of a saved profile."""
    return Text("saved in {file}", file=file)


def on_screen(problem: CompanionError, otherwise: Text) -> Text:
    """Return what a problem says, or something else where it speaks of a command, which nobody can type on a screen."""
    return otherwise if "`" in translate(problem.message, "en") else problem.message


@dataclass(frozen=True, slots=True)
class DeviceCalibration:
    """Something that is calibrated for a device: its name for people, what to have ready, and the walkthrough.

    `run` feeds the walkthrough and returns the profile to save; None: there is nothing to save.
    """

    kind: CalibrationKind
    title: Text
    needs: Text
    run: Callable[[CalibrationDesk], Profile | None]
    is_wanted: bool = False
    """A table that reads itself needs it: the doctor says when it was never done."""
    dice: Callable[[], tuple[str, ...]] = tuple
    """The dice of which one must be chosen first."""
    saved: Callable[[Profile, str], Text] = saved_in
    """What a terminal says of the profile and its file."""


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
    libraries: tuple[RequiredLibrary, ...] = ()
    group: UserGroup | None = None

    def serves(self, game: str) -> bool:
        """Tell whether a game has a use for it: dice are read only where there are some."""
        return RollReport not in self.reports or bool(dice_of_game(GAMES[game]))
