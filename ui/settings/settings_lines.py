"""Describes the settings as menu lines, and what a touch changes."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Literal

from companion.kiosk import new_pin
from companion.settings import Settings, TextSize, Theme
from companion.words import Text, Wording
from ui.presenters.lines import MenuLine, MenuOption

VOLUMES = (25, 50, 100, 150)
LANGUAGES: dict[Literal["fr", "en"], str] = {"fr": "Français", "en": "English"}

Change = Callable[[Settings], Settings]


class SettingWish(StrEnum):
    """The settings that need more than a touch."""

    PIN = "pin"
    LOCKS = "locks"


def lines(settings: Settings, language: str) -> tuple[MenuLine, ...]:
    """Return a line for each setting, with its present value."""
    return (
        MenuLine(
            "language",
            Text("language"),
            "",
            tuple(
                MenuOption(name, Wording.plain(says), is_chosen=name == language)
                for name, says in LANGUAGES.items()
            ),
        ),
        MenuLine(
            "theme",
            Text("colours"),
            "",
            _some(settings.theme, {Theme.DARK: Text("dark"), Theme.LIGHT: Text("bright")}),
        ),
        MenuLine("text_size", Text("text size"), "", _some(settings.text_size, _SIZES)),
        MenuLine(
            "is_left_handed",
            Text("hand"),
            Text("often used buttons are on this side"),
            _some(settings.is_left_handed, {False: Text("right"), True: Text("left")}),
        ),
        MenuLine(
            "is_motion_reduced",
            Text("motion"),
            Text("reduced: new things appear without moving"),
            _some(settings.is_motion_reduced, {False: Text("usual motion"), True: Text("reduced")}),
        ),
        MenuLine("sound", Text("sound"), "", _sound(settings), across=5),
        MenuLine("pin", Text("PIN"), Text("for referees, and for the staff of a kiosk"), _pin(settings)),
        MenuLine(
            "locks",
            Text("locks"),
            Text("what players may do by themselves"),
            (MenuOption(SettingWish.LOCKS, Text("choose")),),
        ),
    )


_SIZES = {
    TextSize.NORMAL: Text("normal"),
    TextSize.LARGE: Text("large"),
    TextSize.LARGEST: Text("largest"),
}


def changed(key: str, value: Any) -> Change:
    """Return the settings after a touch."""
    match key:
        case "sound" if value is None:
            return lambda settings: replace(settings, is_muted=True)
        case "sound":
            return lambda settings: replace(settings, is_muted=False, volume_percent=value)
        case "pin":
            return lambda settings: replace(settings, pin=None)
        case _:
            return lambda settings: replace(settings, **{key: value})


def with_sound_turned(settings: Settings) -> Settings:
    """Return the settings muted, or as loud as before."""
    return replace(settings, is_muted=not settings.is_muted)


def with_pin(digits: str) -> Change:
    """Return the settings with a new PIN. Raises `BadPin` for digits that cannot be one."""
    pin = new_pin(digits)
    return lambda settings: replace(settings, pin=pin)


def _some(now: Any, names: dict[Any, Text]) -> tuple[MenuOption, ...]:
    return tuple(MenuOption(value, says, is_chosen=value == now) for value, says in names.items())


def _sound(settings: Settings) -> tuple[MenuOption, ...]:
    volumes = [
        MenuOption(
            percent,
            Text("{percent}%", percent=percent),
            is_chosen=not settings.is_muted and settings.volume_percent == percent,
        )
        for percent in VOLUMES
    ]
    return (MenuOption(None, Text("muted"), is_chosen=settings.is_muted), *volumes)


def _pin(settings: Settings) -> tuple[MenuOption, ...]:
    if settings.pin is None:
        return (MenuOption(SettingWish.PIN, Text("set a PIN")),)
    return (MenuOption(SettingWish.PIN, Text("change the PIN")), MenuOption("none", Text("remove the PIN")))
