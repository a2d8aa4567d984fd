"""The style sheet's colours, lengths and sizes as CSS variables, from the look that screens and prints have too."""

from dataclasses import fields
from functools import cache

from companion.house_style import FaceColours, ThemeColours, ThemeName
from companion.storage.house_styles import shipped_style


@cache
def look_css() -> str:
    """Return the variables: the house's colours for both themes, those of each game under `.game-NAME`, the sides'
    under `.side-ROLE`. The theme is the browser's, unless the page has `.dark` or `.light`.
    """
    style = shipped_style()
    dark, light = _theme("dark"), _theme("light")
    rules = [
        (
            f":root {{ color-scheme: light dark; --rim: {style.rim}; --radius: {style.lengths.radius}px;"
            f" --small-radius: {style.lengths.small_radius}px; --gutter: {style.lengths.gutter}px;"
            f" --margin: {style.lengths.margin}px }}"
        ),
        *_dark_and_light("", dark, light),
    ]
    for game in style.games:
        rules += _dark_and_light(f" .game-{game}", _face(game, "dark"), _face(game, "light"))
    rules += [
        f".side-{role} {{ --side: {side.fill}; --printed: {side.printed} }}"
        for role, side in style.sides.items()
    ]
    return "\n".join(rules) + "\n"


def _dark_and_light(inside: str, dark: str, light: str) -> list[str]:
    """Return the rules that set variables for both themes inside a selector."""
    return [
        f":root{inside} {{ {dark} }}",
        f"@media (prefers-color-scheme: light) {{ :root:not(.dark){inside} {{ {light} }} }}",
        f":root.light{inside} {{ {light} }}",
    ]


def _theme(theme: ThemeName) -> str:
    colours = shipped_style().themes[theme]
    named = {one.name: getattr(colours, one.name) for one in fields(ThemeColours)}
    return f"{_variables(named)} {_face('', theme)}"


def _face(game: str, theme: ThemeName) -> str:
    colours = shipped_style().face(game).of(theme)
    return _variables({one.name: getattr(colours, one.name) for one in fields(FaceColours)})


def _variables(named: dict[str, str]) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {colour};" for name, colour in named.items())
