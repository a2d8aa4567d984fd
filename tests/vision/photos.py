"""Pictures made by others, which are not part of the project: tests that want them are skipped where they are missing."""

import os
from pathlib import Path

import pytest

from tests.bench.trials.readers import label

PHOTOS = Path(os.environ.get("COMPANION_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
needs_photos = pytest.mark.skipif(
    not PHOTOS.is_dir(), reason=f"no photographs in {PHOTOS}; COMPANION_PHOTOS says where they are"
)


def labelled(*folders: str) -> list[tuple[Path, str]]:
    """The pictures of some folders, each with the text that stands beside it."""
    pictures = (path for folder in folders for path in sorted((PHOTOS / folder).glob("*.[pj][np]g")))
    return [(path, text) for path in pictures if (text := label(path)) is not None]
