"""Tells what a picture of the virtual table truly shows: the corners of each thing, and how much of it is hidden.

A thing may be hidden by things on it, by hands, or by the picture's edge.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Grey, Quad, Region, quad
from vision.virtual.camera import Points, VirtualCamera
from vision.virtual.dice import silhouette_mm
from vision.virtual.flat_drawings import code_corners_mm
from vision.virtual.hand import HandPainter
from vision.virtual.scene import (
    CARD_MM,
    CardPrint,
    SceneCard,
    SceneDie,
    SceneTag,
    SceneTray,
    Thing,
    VirtualScene,
)
from vision.virtual.thing_renderer import intersect_regions, outline_mm, turn_offsets

COVERED = 128
"""A pixel is hidden if a hand covers it with at least this alpha, a half."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card in a picture. The code's corners are clockwise as it is read; None if it is face down or has no
    code.
    """

    name: int
    print: CardPrint
    is_face_up: bool
    corners_px: Quad
    hidden_percent: int
    code_corners_px: Quad | None
    code_hidden_percent: int


@dataclass(frozen=True, slots=True, eq=False)
class SeenTag:
    """A tag in a picture, on the mat (`name` is None) or on a piece: the corners of its black square,
    clockwise as it is read.
    """

    tag: int
    name: int | None
    corners_px: Quad
    hidden_percent: int


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie:
    """A die in a picture: the centre of its upper side, and the scale there."""

    die: SceneDie
    middle_px: tuple[float, float]
    px_per_mm: float
    hidden_percent: int


@dataclass(frozen=True, slots=True, eq=False)
class GroundTruth:
    """Everything that a picture shows."""

    cards: tuple[SeenCard, ...]
    tags: tuple[SeenTag, ...]
    dice: tuple[SeenDie, ...]


def ground_truth(scene: VirtualScene, camera: VirtualCamera, hands: HandPainter) -> GroundTruth:
    """Return what a camera's picture of a scene truly shows."""
    return _Teller(scene, camera, hands).told()


class _Teller:
    def __init__(self, scene: VirtualScene, camera: VirtualCamera, hands: HandPainter) -> None:
        self._scene = scene
        self._camera = camera
        self._covers = [self._outline(thing) for thing in scene.things]
        self._hands = [hands.cover(hand) for hand in scene.hands]

    def told(self) -> GroundTruth:
        things = list(enumerate(self._scene.things, start=1))
        cards = [self._card(thing, above) for above, thing in things if isinstance(thing, SceneCard)]
        stickers = [self._sticker(thing, above) for above, thing in things if isinstance(thing, SceneTag)]
        dice = [self._die(thing, above) for above, thing in things if isinstance(thing, SceneDie)]
        return GroundTruth(tuple(cards), (*self._markers(), *stickers), tuple(dice))

    def _card(self, card: SceneCard, above: int) -> SeenCard:
        corners = self._seen(outline_mm(CARD_MM, card.at_mm, card.turn_deg), card.lift_mm)
        code = None
        if card.is_face_up and card.print.code:
            offsets = np.array(code_corners_mm(card.print)) - np.array(CARD_MM) / 2
            code = self._seen(turn_offsets(offsets, card.turn_deg) + card.at_mm, card.lift_mm)
        code_hidden = 100 if code is None else self._hidden_percent(code, above)
        hidden = self._hidden_percent(corners, above)
        return SeenCard(card.name, card.print, card.is_face_up, corners, hidden, code, code_hidden)

    def _markers(self) -> Iterator[SeenTag]:
        for marker in self._scene.mat.markers:
            corners = self._seen(np.array(marker.corners_mm, dtype=np.float64), 0.0)
            yield SeenTag(marker.id, None, corners, self._hidden_percent(corners, 0))

    def _sticker(self, sticker: SceneTag, above: int) -> SeenTag:
        corners = self._seen(_black_square(sticker), sticker.lift_mm)
        return SeenTag(sticker.tag, sticker.name, corners, self._hidden_percent(corners, above))

    def _die(self, die: SceneDie, above: int) -> SeenDie:
        top_mm = die.lift_mm + die.size_mm
        middle = np.array([*die.at_mm, top_mm])
        here, beside = self._camera.picture_of(np.stack([middle, middle + np.eye(3)[0]]))
        hidden = self._hidden_percent(self._outline(die), above)
        return SeenDie(die, (float(here[0]), float(here[1])), float(np.linalg.norm(beside - here)), hidden)

    def _outline(self, thing: Thing) -> Quad:
        """Return the convex outline of a thing in the picture."""
        match thing:
            case SceneCard():
                return self._seen(outline_mm(CARD_MM, thing.at_mm, thing.turn_deg), thing.lift_mm)
            case SceneTag():
                return self._seen(_black_square(thing), thing.lift_mm)
            case SceneTray():
                return self._seen(outline_mm(thing.size_mm, thing.at_mm, thing.turn_deg), thing.lift_mm)
            case SceneDie():
                seen = self._camera.picture_of(silhouette_mm(thing)).astype(np.float32)
                return np.asarray(cv2.convexHull(seen)[:, 0])

    def _seen(self, places_mm: Points, lift_mm: float) -> Quad:
        return quad(self._camera.picture_of(np.column_stack([places_mm, np.full(len(places_mm), lift_mm)])))

    def _hidden_percent(self, outline: Quad, above: int) -> int:
        """Return how much of an outline is covered by the things from number `above` on, by hands, or lies
        outside the picture.
        """
        left, top = np.floor(outline.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(outline.max(axis=0)).astype(int).tolist()
        region = Region(left, top, right + 1, bottom + 1)
        whole = _filled(outline, region)
        area = int(np.count_nonzero(whole))
        inside = np.zeros_like(whole)
        shared = intersect_regions(region, self._camera.whole)
        inside[shared.top - top : shared.bottom - top, shared.left - left : shared.right - left] = 1
        visible = whole & inside
        for cover in self._covers[above:]:
            visible &= 1 - _filled(cover, region)
        for part, alpha in self._hands:
            shared = intersect_regions(region, part)
            if shared.area_px:
                over = alpha[
                    shared.top - part.top : shared.bottom - part.top,
                    shared.left - part.left : shared.right - part.left,
                ]
                visible[shared.top - top : shared.bottom - top, shared.left - left : shared.right - left][
                    over >= COVERED
                ] = 0
        return 100 - round(100 * int(np.count_nonzero(visible)) / max(area, 1))


def _black_square(sticker: SceneTag) -> Points:
    return outline_mm((sticker.side_mm, sticker.side_mm), sticker.at_mm, sticker.turn_deg)


def _filled(outline: Quad, region: Region) -> Grey:
    """Return a mask of an outline in a region: (H, W) uint8, 0 or 1."""
    mask = np.zeros((region.bottom - region.top, region.right - region.left), np.uint8)
    places = np.round((outline - (region.left, region.top)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, places, 1, cv2.LINE_8, 4)
    return mask
