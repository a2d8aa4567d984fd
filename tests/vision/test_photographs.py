"""Codes and tags in photographs that others made."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.trials.readers import same_lines
from tests.vision.photos import PHOTOS, labelled, needs_photos
from vision.detectors.retries import read_photograph
from vision.detectors.tags import TagFamily, read_tags, read_tags_in_photograph
from vision.frame import to_grey
from vision.pictures import read_picture

ZXING = [f"zxing-qrcode-{n}" for n in range(1, 7)]
MISLABELLED = "The 2005 USGS aerial photography of the Washington Monument is censored."
"""What is printed on zxing-qrcode-2/13: 93 % of the modules seen are those of this text, and 69 % those of its label, which
says "photograph".
"""


@needs_photos
def test_at_least_176_of_179_photographs_of_codes_are_read_and_none_wrong() -> None:
    right, wrong = 0, []
    for path, text in labelled(*ZXING):
        texts = [same_lines(code.text) for code in read_photograph(to_grey(read_picture(path)))]
        right += text in texts
        # One photograph is of a code within a code; only the outer one stands in its label.
        others = [other for other in texts if other not in (text, MISLABELLED) and "内側" not in other]
        wrong += [(path.name, other) for other in others]
    assert right >= 176
    assert wrong == []


@pytest.mark.slow
@needs_photos
@pytest.mark.parametrize(
    "path", sorted(PHOTOS.glob("zxing-falsepositives*/*.png")), ids=lambda path: path.stem
)
def test_nothing_is_read_where_there_is_no_code(path: Path) -> None:
    grey = to_grey(read_picture(path))
    assert read_photograph(grey) == []
    assert read_tags_in_photograph(grey) == []


@needs_photos
def test_several_codes_in_one_picture_are_all_read_each_once() -> None:
    codes = read_photograph(to_grey(read_picture(PHOTOS / "zxing-multi-qrcode-1" / "1.png")))
    assert len({code.text for code in codes}) == len(codes) == 4


@needs_photos
def test_most_tags_in_photographs_are_read_where_they_are() -> None:
    found = missed = 0
    for path in sorted((PHOTOS / "apriltag-test").glob("*.jpg")):
        tags = read_tags_in_photograph(to_grey(read_picture(path)))
        assert {tag.text for tag in tags} == {"0"}
        middles = np.array([tag.corners_px.mean(axis=0) for tag in tags])
        for line in path.with_suffix(".txt").read_text().splitlines():
            numbers = [
                float(word) for word in line.replace("(", " ").replace(")", " ").replace(",", " ").split()
            ]
            truth = np.array(numbers[1:]).reshape(4, 2).mean(axis=0)
            near = np.linalg.norm(middles - truth, axis=1).min() < 3
            found, missed = found + near, missed + (not near)
    assert found >= 40, (found, missed)


@pytest.mark.parametrize("family", list(TagFamily))
@pytest.mark.parametrize("turn", [None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_tag_is_read_and_its_corners_begin_at_its_own_top_left(family: TagFamily, turn: int | None) -> None:
    kind = {
        TagFamily.APRILTAG_36H11: cv2.aruco.DICT_APRILTAG_36h11,
        TagFamily.ARUCO_5X5: cv2.aruco.DICT_5X5_1000,
    }
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(kind[family]), 17, 80)
    picture = np.pad(drawn, 40, constant_values=255)
    first = {None: (40, 40), cv2.ROTATE_90_CLOCKWISE: (119, 40), cv2.ROTATE_180: (119, 119)}[turn]
    if turn is not None:
        picture = cv2.rotate(picture, turn)
    (tag,) = read_tags(picture, family)
    assert tag.text == "17"
    assert tag.corners_px[0] == pytest.approx(first, abs=1.5)
