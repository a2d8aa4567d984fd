"""The readers that are compared: the program's own, a perceptual hash, and ORB with a homography.

The two others are given the corners of each card; they are what other programs that know cards by their faces use.
"""

import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import cv2
import numpy as np
from PIL import Image

from companion.observation import ReadingStatus
from tests.bench.faces.camera import Photograph, Points
from tests.bench.faces.canvas import Picture
from tests.bench.faces.tally import Outcome
from vision.faces.edges import find_cards, tints
from vision.faces.face import FACE_PX_PER_MM, Face
from vision.faces.gallery import Gallery, Recognition
from vision.frame import Region
from vision.lens import Lens
from vision.table_map import TableMap

HASH_SIZE = 16
HASH_NEAR, HASH_APART = 0.25, 0.03
"""A hash is taken for another if so few of its bits differ, and those of the second nearest are so many more."""
ORB_FEATURES, ORB_RATIO, ORB_INLIERS, ORB_BETTER = 400, 0.8, 12, 1.3
"""Usual values for knowing flat things by ORB: features a picture, Lowe's ratio, fewest matches in one homography, and how
many times those of the second best.
"""
OUTCOMES = {
    ReadingStatus.AMBIGUOUS: Outcome.AMBIGUOUS,
    ReadingStatus.UNKNOWN: Outcome.UNKNOWN,
    ReadingStatus.UNREADABLE: Outcome.UNREADABLE,
}


def straight(pixels: Picture, corners: Points, size_mm: tuple[float, float]) -> Picture:
    """Return a card from straight above, at the scale of enrolled faces."""
    width, height = (round(mm * FACE_PX_PER_MM) for mm in size_mm)
    edges = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), edges)
    return cv2.warpPerspective(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)


def map_of(photograph: Photograph) -> TableMap:
    """Return the map that the program would have of a table whose markers it has read."""
    height, width = photograph.pixels.shape[:2]
    lens = Lens(width, height, float(width), float(width), width / 2, height / 2)
    table_from_image = np.linalg.inv(photograph.image_from_table)
    return TableMap(lens, tuple((table_from_image / table_from_image[2, 2]).ravel().tolist()), 0.0)


def small(picture: Picture) -> Picture:
    """Return a picture as the bare table is kept: grey, every fourth pixel each way, softened (`vision/change_detector.py`)."""
    return cv2.blur(np.ascontiguousarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[::4, ::4]), (3, 3))


def found_cards(photograph: Photograph, sizes_mm: Sequence[tuple[float, float]]) -> list[Points]:
    """Return the rectangles that the program finds on a table that it knows bare."""
    height, width = photograph.pixels.shape[:2]
    whole = Region(0, 0, width, height)
    bare, bare_tints = small(photograph.empty), tints(np.ascontiguousarray(photograph.empty[::4, ::4]))
    return list(find_cards(photograph.pixels, sizes_mm, map_of(photograph), whole, bare, bare_tints))


class Reader(Protocol):
    """Knows cards by their faces."""

    name: str

    def read(self, pixels: Picture, corners: Points) -> tuple[Outcome, Face | None, Recognition | None]:
        """Return the outcome, as far as the reader knows it, and the face."""


class OwnReader:
    """The program's gallery."""

    name = "companion"

    def __init__(self, faces: Sequence[Face]) -> None:
        self.gallery = Gallery(faces)

    def read(self, pixels: Picture, corners: Points) -> tuple[Outcome, Face | None, Recognition | None]:
        recognition = self.gallery.recognise(pixels, corners)
        outcome = OUTCOMES.get(recognition.status, Outcome.READ)
        return outcome, recognition.face, recognition


class HashReader:
    """The nearest perceptual hash of the `imagehash` package: `pip install imagehash` in this environment."""

    name = "perceptual hash (imagehash)"

    def __init__(self, faces: Sequence[Face]) -> None:
        self._hash: Any = import_module("imagehash").phash
        self._faces = faces
        self._known = np.array([self._bits(face.pixels) for face in faces])

    @staticmethod
    def is_here() -> bool:
        return find_spec("imagehash") is not None

    def read(self, pixels: Picture, corners: Points) -> tuple[Outcome, Face | None, Recognition | None]:
        size_mm = self._faces[0].size_mm
        best = None
        for turned in (corners, np.roll(corners, 2, axis=0)):
            bits = self._bits(straight(pixels, turned, size_mm))
            apart = (self._known != bits).mean(axis=1)
            order = np.argsort(apart)
            if best is None or apart[order[0]] < best[0]:
                best = float(apart[order[0]]), float(apart[order[1]]), int(order[0])
        assert best is not None
        nearest, second, number = best
        is_sure = nearest < HASH_NEAR and second - nearest > HASH_APART
        return Outcome.READ if is_sure else Outcome.AMBIGUOUS, self._faces[number], None

    def _bits(self, picture: Picture) -> Any:
        image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
        return self._hash(image, hash_size=HASH_SIZE).hash.ravel()


class OrbReader:
    """ORB features of OpenCV, and the face that most of them agree on in one homography."""

    name = "ORB with a homography"

    def __init__(self, faces: Sequence[Face]) -> None:
        self._orb: Any = cv2.ORB.create(ORB_FEATURES)
        self._faces = faces
        found: list[Any] = [self._orb.detectAndCompute(face.pixels, None) for face in faces]
        self._points = [np.array([key.pt for key in keys], np.float32) for keys, _ in found]
        self._known = [np.zeros((0, 32), np.uint8) if table is None else table for _, table in found]
        self._owner = np.repeat(np.arange(len(faces)), [len(table) for table in self._known])
        self._all = np.concatenate(self._known)
        self._first = np.cumsum([0, *(len(table) for table in self._known)])
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)

    def read(self, pixels: Picture, corners: Points) -> tuple[Outcome, Face | None, Recognition | None]:
        picture = straight(pixels, corners, self._faces[0].size_mm)
        keys, table = self._orb.detectAndCompute(picture, None)
        if table is None or len(keys) < ORB_INLIERS:
            return Outcome.UNREADABLE, None, None
        nearest = self._matcher.match(table, self._all)
        votes = np.bincount([self._owner[m.trainIdx] for m in nearest], minlength=len(self._faces))
        agreed = sorted(
            ((self._inliers(int(n), keys, table), int(n)) for n in np.argsort(votes)[-8:]), reverse=True
        )
        (most, number), (second, _) = agreed[0], agreed[1]
        is_sure = most >= ORB_INLIERS and most >= ORB_BETTER * second
        return Outcome.READ if is_sure else Outcome.AMBIGUOUS, self._faces[number], None

    def _inliers(self, number: int, keys: Sequence[Any], table: Any) -> int:
        pairs = self._matcher.knnMatch(table, self._known[number], k=2)
        good = [m[0] for m in pairs if len(m) == 2 and m[0].distance < ORB_RATIO * m[1].distance]
        if len(good) < 4:
            return 0
        here = np.array([keys[m.queryIdx].pt for m in good], np.float32)
        there = self._points[number][[m.trainIdx for m in good]]
        mask: Any = cv2.findHomography(here, there, cv2.RANSAC, 4.0)[1]
        return 0 if mask is None else int(mask.sum())


def cpu_s() -> float:
    """Return the processor time of this thread."""
    return time.thread_time()
