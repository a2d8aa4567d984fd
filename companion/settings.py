"""The settings that owners choose for screens and sound, and the devices used last. `storage` keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

from companion.codec import Range, read
from companion.errors import Malformed
from companion.kiosk import Pin
from companion.locks import USUAL_LOCKS, Locks
from companion.words import Text

LONGEST_HOUSE = 40
"""Signs of a house's name: it stands in one line of the screen that invites."""
LONGEST_NAME = 1000
"""Signs of a camera's address, a port, a calibration's name."""
NO_BREAK_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class Theme(StrEnum):
    """Light letters on a dark ground, or dark ones on paper."""

    DARK = "dark"
    LIGHT = "light"


class TextSize(StrEnum):
    """The size of text that players read from a chair; what is read from across the table is always large."""

    NORMAL = "normal"
    LARGE = "large"
    LARGEST = "largest"


def _read_line(longest: int) -> Any:
    def reader(data: Any, where: str) -> str | None:
        if data is None or (isinstance(data, str) and 0 < len(data) <= longest and _is_line(data)):
            return data
        raise Malformed(where, Text("expected one line of at most {most} characters", most=longest))

    return reader


def _read_addresses(data: Any, where: str) -> Mapping[str, str]:
    addresses = read(Mapping[str, str], data, where)  # type: ignore[type-abstract]
    for name, address in addresses.items():
        _read_line(LONGEST_NAME)(address, f"{where}.{name}")
    return addresses


def _is_line(words: str) -> bool:
    """Tell whether a screen can show the text as one line: without line breaks and without damaged characters.

    French uses no-break spaces.
    """
    return all(sign.isprintable() or sign in NO_BREAK_SPACES for sign in words)


def _line(longest: int) -> Any:
    return field(default=None, metadata={"read": _read_line(longest)})


@dataclass(frozen=True, slots=True)
class Settings:
    """The owner's settings. Each has a value from the first start on; a field that is None was never chosen.

    Screens show them, and change them through `storage.settings.SettingsStore.change`.
    """

    language: Literal["fr", "en"] | None = None
    """None: that of the system."""
    theme: Theme = Theme.DARK
    text_size: TextSize = TextSize.NORMAL
    is_left_handed: bool = False
    """Often used buttons are on the left."""
    is_motion_reduced: bool = False
    """No animations: new things appear at once."""
    is_muted: bool = False
    volume_percent: Annotated[int, Range(0, 200)] = 100
    """The volume as `companion sound play --volume` takes it; 100 plays a cue as it was made."""
    camera: str | None = _line(LONGEST_NAME)
    """The source used last, as `--source` takes it."""
    devices: Mapping[str, str] = field(default_factory=dict, metadata={"read": _read_addresses})
    """The addresses of the other devices used last, by the name of their kind: the dice tower's port, as `--tower` takes it.
    """
    calibration: str | None = _line(LONGEST_NAME)
    """The name under which the camera used last was calibrated, as `--calibration` takes it."""
    house: str | None = _line(LONGEST_HOUSE)
    """What a kiosk invites to: the name of a shop, a club, a library."""
    closed_games: tuple[str, ...] = ()
    """The games that a kiosk does not offer."""
    idle_s: Annotated[int, Range(15, 3600)] = 120
    """The time without a touch and without a moving card after which a kiosk starts over."""
    even_percent: Mapping[str, Annotated[int, Range(100, 500)]] = field(default_factory=dict)
    """The level of the program in even matches by game, in hundredths: it moves after each of them."""
    pin: Pin | None = None
    """The PIN of the owner, a kiosk's staff or a referee; None: none is set."""
    locks: Locks = USUAL_LOCKS
    """What players may do by themselves."""
