"""The files that all pages share: the style sheet with the look's colours, the program that keeps a page live, the fonts."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.house_style import FaceColours, ThemeColours, ThemeName
from companion.storage.shipped_data import shipped_style

# --- style
# The style sheet's colours, lengths and sizes as CSS variables, from the look that screens and prints have too.


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


# --- static files

_FOLDER = Path(__file__).parent / "static"
TYPEFACES = {
    "title": ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold"),
    "text": ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Regular"),
    "strong": ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-SemiBold"),
}


MEDIA = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def own_file(files_by_name: Mapping[str, Path], name: str) -> tuple[bytes, str] | None:
    """Return a file of a room's own and its media type; None if the room has no such file."""
    path = files_by_name.get(name)
    return None if path is None else (path.read_bytes(), MEDIA[path.suffix])


@cache
def shared_file(name: str) -> tuple[bytes, str] | None:
    """Return a file's content and its media type; None if there is no such file."""
    match name.rpartition("."):
        case ("web", _, "css"):
            return (look_css() + _read("web.css")).encode(), "text/css"
        case ("live", _, "js"):
            return _read("live.js").encode(), "text/javascript"
        case (face, _, "ttf") if face in TYPEFACES:
            package, file = TYPEFACES[face]
            return files(package).joinpath("files", f"{file}.ttf").read_bytes(), "font/ttf"
        case _:
            return None


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
