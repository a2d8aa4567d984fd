"""The files that all pages share: the style sheet, the program that keeps a page live, and the fonts."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.web.style import look_css

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
