"""The crest of a team is made of a picture of the owners; what is none is told in clear words."""

import base64
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.backend.crests import CREST_PX, crest_files, read_crest
from companion.errors import CompanionError
from vision.pictures import read_picture


def picture(path: Path, width: int, height: int) -> Path:
    cv2.imwrite(str(path), np.full((height, width, 3), 80, np.uint8))
    return path


def test_a_picture_becomes_small_and_keeps_its_shape(tmp_path: Path) -> None:
    png = base64.b64decode(read_crest(picture(tmp_path / "crest.png", 600, 300)))
    (tmp_path / "small.png").write_bytes(png)
    assert read_picture(tmp_path / "small.png").shape == (CREST_PX // 2, CREST_PX, 3)


def test_what_is_no_picture_or_too_small_is_told_with_its_name(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    for path in (broken, picture(tmp_path / "tiny.png", 10, 10), tmp_path / "missing.png"):
        with pytest.raises(CompanionError, match=path.name):
            read_crest(path)


def test_pictures_are_found_where_there_are_some(tmp_path: Path) -> None:
    picture(tmp_path / "B.png", 9, 9)
    picture(tmp_path / "a.jpg", 9, 9)
    (tmp_path / "notes.txt").write_text("none")
    assert [path.name for path in crest_files([tmp_path / "nowhere", tmp_path])] == ["a.jpg", "B.png"]
