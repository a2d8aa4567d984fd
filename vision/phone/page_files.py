"""Names the files of the phone's page."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "page"
PAGE = _FOLDER / "phone.html"
STRANGER = _FOLDER / "stranger.html"
PAGE_FILES = {"css": _FOLDER / "phone.css", "js": _FOLDER / "phone.js"}
