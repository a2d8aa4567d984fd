"""Loads the look of screens, prints and the phone's page from the program's own file."""

from functools import cache

from companion.house_style import HouseStyle, read_house_style
from companion.storage.catalogue import SHIPPED, read_as


@cache
def shipped_style() -> HouseStyle:
    """Return the look. The file is read once, because it does not change while the program runs. Raises
    `CatalogueError`, which names the file.
    """
    return read_as(SHIPPED / "look.yaml", read_house_style)


def phone_colours() -> str:
    """Return the colours of the phone's page as a rule of CSS: the house's dark face."""
    style = shipped_style()
    face, theme = style.house.of("dark"), style.themes["dark"]
    named = {
        "ink": theme.ink,
        "dim": theme.quiet,
        "night": face.ground,
        "paper": face.raised,
        "accent": face.accent,
        "accent-ink": face.accent_ink,
        "alarm": theme.alarm,
    }
    return ":root {" + "".join(f" --{name}: {colour};" for name, colour in named.items()) + " }\n"
