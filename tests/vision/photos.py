"""Pictures made by others, which are not part of the project: tests that want them are skipped where they are missing."""

import os
from pathlib import Path

import pytest

PHOTOS = Path(os.environ.get("COMPANION_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
needs_photos = pytest.mark.skipif(
    not PHOTOS.is_dir(), reason=f"no photographs in {PHOTOS}; COMPANION_PHOTOS says where they are"
)


def labelled(*folders: str) -> list[tuple[Path, str]]:
    """The pictures of some folders, each with the text that stands beside it."""
    found = []
    for folder in folders:
        for picture in sorted((PHOTOS / folder).glob("*")):
            text = picture.with_suffix(".txt")
            if picture.suffix in (".png", ".jpg") and text.exists():
                found.append((picture, _text(text.read_bytes())))
    return found


def _text(data: bytes) -> str:
    for charset in ("utf-8", "shift-jis"):
        try:
            return lines(data.decode(charset))
        except UnicodeDecodeError:
            continue
    return lines(data.decode("latin-1"))


def lines(text: str) -> str:
    """A text without the differences that editors make to the ends of its lines."""
    return text.strip().replace("\r\n", "\n")
