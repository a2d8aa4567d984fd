"""Keeps the faces of one size for comparison: small, laid over each other, and with what tells each from its neighbours.

Faces that share a frame were enrolled from photographs of their own, each a little off. So a face is laid over the first one
that is like it (its leader), and shown in that one's light: what then still differs is print. Of each two neighbours the
pixels are kept in which they differ most; they decide between the two.
"""

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.alignment import align, landmarks_of
from vision.faces.face import Face, rectangle, size_px, straightened
from vision.faces.light_fit import GREY, SAME_DAY, evened, relit, to_levels
from vision.frame import Grey, Pixels, to_grey
from vision.lens import Points

SEEN_PX_PER_MM = 2.5
"""The scale at which cards are compared: that of a camera of 1920 by 1080 px over a mat of 800 mm."""
SOFT_PX = 0.7
"""How soft references are made: as a card is seen through a usual lens at that scale."""
RIM_MM = 2.6
"""The edge of a card decides nothing: corners are round, edges are worn, and the ground shows."""
SLEEVE_RIM_MM = 4.4
"""The same for a card that may have slipped in its sleeve since it was enrolled: sleeves are 3 mm wider and higher."""
SKETCH_PX = (18, 25)
"""The size, for a card of 63 by 88 mm, of the picture by which the likely faces are found."""
SURELY = 0.5
"""The share of landmarks from which a picture lies over another whatever else differs; those that were bent had up to 0.37."""
PRINT_SKETCH_PX, EVEN_CELLS, FAINT = (24, 34), 7, 2.0
"""The size of the picture by which they are found in a reflection, over how many of its px light is even, and which contrast
in Lab is none.
"""
MAY_SHARE, TRIED, LAID_OVER = 0.3, 3, 0.25
"""The likeness of sketches from which two faces may share a frame, over how many of its likes a face is tried to be laid,
and the share of landmarks that must agree: by chance hardly any do.
"""
NEIGHBOUR, MOST_NEIGHBOURS = 0.5, 64
"""The likeness of sketches from which two faces are compared pixel by pixel, and how many of them at most."""
DECIDING_PX = 300
"""How many pixels decide between two faces; only every second one may, as on a chess board: neighbours say the same."""
MOST_KEPT = 600
"""For how many faces the deciding pixels are kept: 70 MB if each has all its neighbours. A box of 300 cards beside the
demonstration cards has some 500.
"""
OFF_PX, NOISE = 0.35, 4
"""How far two references may lie apart, and by how many grey levels they may differ for noise: so much decides nothing."""
BANDS, IN_BAND = 12, 12
"""So many of them are taken from each of some bands across the card: glare hides a part of it."""
LIT_ANEW = 0.6
"""The likeness of sketches from which two faces that lie over each other only now are shown in the same light as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """The neighbours of a face, (N,) numbers; the places in which each differs most from it, (N, `DECIDING_PX`) of those
    that may decide; its pixels there, (N, `DECIDING_PX`, 3); and by how many grey levels each differs there beyond what
    edges do that lie a little apart, (N, `DECIDING_PX`).
    """

    numbers: NDArray[np.intp]
    places: NDArray[np.uint16]
    pixels: Pixels
    beyond: Grey

    @classmethod
    def none(cls) -> "Rivals":
        return cls(
            np.zeros(0, np.intp),
            np.zeros((0, DECIDING_PX), np.uint16),
            np.zeros((0, DECIDING_PX, 3), np.uint8),
            np.zeros((0, DECIDING_PX), np.uint8),
        )


class FaceGroup:
    """The faces of one size."""

    def __init__(self, size_mm: tuple[float, float]) -> None:
        self.size_mm = size_mm
        self.size_px = size_px(size_mm, SEEN_PX_PER_MM)
        self.faces: list[Face] = []
        self.frames: list[int] = []
        """Faces with the same number lie over each other."""
        self.landmarks: list[Points] = []
        self.inside = _inside(self.size_px, RIM_MM)
        """True where print is compared: beside the rim."""
        self.middle = _inside(self.size_px, SLEEVE_RIM_MM)
        """True where print is compared of a card whose sleeve's edge may lie over its rim."""
        self.places = np.flatnonzero(self.inside & (np.indices(self.inside.shape).sum(axis=0) % 2 == 0))
        """The pixels that may decide, as numbers into the picture."""
        self._slack = np.zeros((0, len(self.places)), np.uint8)
        self._between: dict[tuple[int, int], NDArray[Any] | None] = {}
        """How the faces of one frame lie over those of another; None where they share too little."""
        self._pictures = np.zeros((0, self.size_px[1], self.size_px[0], 3), np.uint8)
        self._sketches = np.zeros((0, 3 * math.prod(self._fitted(SKETCH_PX))), np.float32)
        self._print_sketches = np.zeros((0, 3 * math.prod(self._fitted(PRINT_SKETCH_PX))), np.float32)
        self._rivals: OrderedDict[int, Rivals] = OrderedDict()
        self._same_sides: dict[tuple[tuple[str, str], int], list[int]] = {}

    @classmethod
    def restored(
        cls,
        size_mm: tuple[float, float],
        faces: Sequence[Face],
        frames: Sequence[int],
        pictures: Sequence[Pixels],
        compared: Mapping[int, Rivals],
    ) -> "FaceGroup":
        """Return a group as it was kept: its faces, which of them lie over each other, the references, and rivals by face."""
        group = cls(size_mm)
        for face, frame, picture in zip(faces, frames, pictures, strict=True):
            group._take(face, frame, picture)
        group._rivals.update(compared)
        return group

    def compared(self) -> Mapping[int, Rivals]:
        """Return the rivals of the faces that were compared with theirs."""
        # Another thread may add to them meanwhile.
        known = ((number, self._rivals.get(number)) for number in range(len(self.faces)))
        return {number: rivals for number, rivals in known if rivals is not None}

    def to_compare(self) -> list[int]:
        """Return the faces that may be compared with their rivals so that all of it is kept."""
        known = self.compared()
        others = [number for number in range(len(self.faces)) if number not in known]
        return others[: max(0, MOST_KEPT - len(known))]

    def _fitted(self, sketch_px: tuple[int, int]) -> tuple[int, int]:
        """Return the size of a sketch of cards of another shape than the usual one."""
        long = max(sketch_px)
        width, height = self.size_mm
        by = long / max(width, height)
        return max(6, round(width * by)), max(6, round(height * by))

    @property
    def pictures(self) -> Pixels:
        """The references: (N, H, W, 3) uint8, each laid over its leader."""
        return self._pictures[: len(self.faces)]

    def sketch_of(self, picture: Pixels) -> NDArray[np.float32]:
        """Return what a small picture of a card is like, whatever the light: a row of length 1."""
        return _sketch_of(picture, self._fitted(SKETCH_PX))

    def print_sketch_of(self, picture: Pixels) -> NDArray[np.float32]:
        """Return what the print on a small picture of a card is like where light lies on it: a row of length 1."""
        return _print_sketch_of(picture, self._fitted(PRINT_SKETCH_PX))

    def print_likenesses(self, sketches: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how alike some print sketches, (M, D), are to those of all faces: (M, N), 1 for the same."""
        return _products(sketches, self._print_sketches[: len(self.faces)])

    def likenesses(self, sketches: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how alike sketches, (M, D), are to all faces: (M, N), 1 for the same."""
        return _products(sketches, self._sketches[: len(self.faces)])

    def sketch_margins(
        self, picture: Pixels, number: int, unlike: float
    ) -> tuple[float, NDArray[np.float32]]:
        """Return how like a face the sketch of a picture is that is laid over it, and by which margin it is that face rather
        than each other one, (N,): 1 for the face itself, 0 half way, however much noise there is. The margin is infinite for
        pictures of the same side, and for faces whose sketches are not so unlike.
        """
        alike = self.likenesses(self.sketch_of(picture)[np.newaxis])[0]
        apart = 1 - self.likenesses(self._sketches[number : number + 1])[0]
        likeness = float(alike[number])
        tells = [not _says_the_same(face, self.faces[number]) for face in self.faces]
        margins = (likeness - alike) / np.maximum(likeness * apart, 1e-6)
        return likeness, np.where((apart >= unlike) & tells, margins, np.inf)

    def sketch_twin(self, number: int, unlike: float, most: float) -> int | None:
        """Return the other face whose sketch is most like that of a face, of those that differ by so much at least and at most;
        None if there is none.
        """
        apart = 1 - self.likenesses(self._sketches[number : number + 1])[0]
        tells = [not _says_the_same(face, self.faces[number]) for face in self.faces]
        apart = np.where((apart >= unlike) & tells, apart, np.inf)
        nearest = int(apart.argmin())
        return nearest if apart[nearest] <= most else None

    def add(self, face: Face) -> None:
        """Take a face, laid over its leader."""
        height, width = face.pixels.shape[:2]
        picture = soft(straightened(face.pixels, rectangle((width, height)), self.size_px))
        frame = len(self.faces)
        for other in self._most_alike(picture):
            laid = self._laid_over(other, picture)
            if laid is not None:
                picture, frame = laid, self.frames[other]
                break
        self._take(face, frame, picture)
        self._rivals.clear()

    def _take(self, face: Face, frame: int, picture: Pixels) -> None:
        self._keep(picture)
        self.faces.append(face)
        self.frames.append(frame)
        self._same_sides.setdefault((face.name, frame), []).append(len(self.faces) - 1)
        self.landmarks.append(landmarks_of(to_grey(picture)))

    def pictures_of(self, number: int) -> list[int]:
        """Return the pictures of the same side of a card that lie over one, itself among them, by their numbers."""
        return self._same_sides[self.faces[number].name, self.frames[number]]

    def rivals_of(self, number: int) -> Rivals:
        """Return the faces that must be told from one, of other cards, and by which pixels."""
        known = self._rivals.get(number)
        if known is None:
            known = self._rivals_of(number)
            self._rivals[number] = known
            if len(self._rivals) > MOST_KEPT:
                self._rivals.popitem(last=False)
        return known

    def grey(self, number: int) -> Grey:
        return to_grey(self._pictures[number])

    def _most_alike(self, picture: Pixels) -> list[int]:
        if not self.faces:
            return []
        alike = self.likenesses(self.sketch_of(picture)[np.newaxis])[0]
        return [int(n) for n in np.argsort(-alike)[:TRIED] if alike[n] >= MAY_SHARE]

    def _laid_over(self, leader: int, picture: Pixels) -> Pixels | None:
        """Return a picture laid over that of a leader and in its light; None if too little of them is alike."""
        way = self._way_over(leader, picture)
        return None if way is None else self._lit_like(self._moved(picture, way), leader)

    def _way_over(self, number: int, picture: Pixels) -> NDArray[Any] | None:
        """Return how a picture is laid over that of a face; None if too little agrees, or it would lie worse than before: few
        landmarks may bend it.
        """
        found = align(self.grey(number), self.landmarks[number], to_grey(picture))
        if found.agree < LAID_OVER:
            return None
        here = self.grey(number)
        before, after = (
            float(cv2.absdiff(here, to_grey(one))[self.inside].mean())
            for one in (picture, self._moved(picture, found.seen_from_reference))
        )
        return found.seen_from_reference if after <= before or found.agree >= SURELY else None

    def _moved(self, picture: Pixels, seen_from_reference: NDArray[Any]) -> Pixels:
        return cv2.warpPerspective(
            picture,
            seen_from_reference,
            self.size_px,
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )

    def _lit_like(self, picture: Pixels, number: int) -> Pixels:
        """Return a picture in the light of a face."""
        usable = np.repeat(self.inside[..., np.newaxis], 3, axis=2)
        shown = relit(picture, self._pictures[number], usable, SAME_DAY)
        return picture if shown is None else to_levels(shown)

    def _in_light_of(self, number: int, picture: Pixels) -> Pixels:
        """Return the picture of another face as evenly lit as that of a face."""
        lit = evened(
            picture.astype(np.float32), self._pictures[number], np.ones(picture.shape[:2], np.float32)
        )
        return to_levels(lit)

    def _keep(self, picture: Pixels) -> None:
        number = len(self.faces)
        if number == len(self._pictures):
            more = max(16, number // 2)
            self._pictures = np.concatenate([self._pictures, np.zeros((more, *picture.shape), np.uint8)])
            self._slack = np.concatenate([self._slack, np.zeros((more, len(self.places)), np.uint8)])
            self._sketches, self._print_sketches = (
                np.concatenate([rows, np.zeros((more, rows.shape[1]), np.float32)])
                for rows in (self._sketches, self._print_sketches)
            )
        self._pictures[number] = picture
        self._sketches[number] = self.sketch_of(picture)
        self._print_sketches[number] = self.print_sketch_of(picture)
        self._slack[number] = _slack_of(picture).ravel()[self.places]

    def _rivals_of(self, number: int) -> Rivals:
        alike = self.likenesses(self._sketches[number : number + 1])[0]
        mine = self.faces[number]
        alike[[n for n, face in enumerate(self.faces) if _says_the_same(face, mine)]] = -1
        likely = np.argsort(-alike)[:MOST_NEIGHBOURS]
        numbers = likely[alike[likely] >= NEIGHBOUR]
        places = np.zeros((len(numbers), DECIDING_PX), np.uint16)
        pixels = np.zeros((len(numbers), DECIDING_PX, 3), np.uint8)
        here = self.decisive(self._pictures[number])
        beyond = np.zeros((len(numbers), DECIDING_PX), np.uint8)
        for row, other in enumerate(numbers.tolist()):
            theirs = self.decisive(self.beside(number, other, float(alike[other])))
            apart = cv2.transform(cv2.absdiff(here, theirs)[np.newaxis], GREY).ravel()
            apart = cv2.subtract(apart, cv2.max(self._slack[number], self._slack[other])).ravel()
            places[row] = _largest(apart)
            pixels[row], beyond[row] = theirs[places[row]], apart[places[row]]
        return Rivals(numbers, places, pixels, beyond)

    def decisive(self, picture: NDArray[Any]) -> NDArray[Any]:
        """Return the pixels of a picture that may decide: (N, 3)."""
        return np.take(picture.reshape(-1, 3), self.places, axis=0)

    def beside(self, number: int, other: int, alike: float) -> Pixels:
        """Return the picture of another face as it is compared with a face: laid over it, and as evenly lit if their sketches
        are so much `alike`.
        """
        picture = self.laid_over(number, other, alike)
        return self._in_light_of(number, picture) if alike >= LIT_ANEW else picture

    def laid_over(self, number: int, other: int, alike: float) -> Pixels:
        """Return the picture of another face, laid over that of a face, and in its light if their sketches are so `alike`."""
        picture, frames = self._pictures[other], (self.frames[number], self.frames[other])
        if frames[0] == frames[1]:
            return picture
        if frames not in self._between:
            self._between[frames] = self._way_over(number, picture)
        way = self._between[frames]
        if way is None:
            return picture
        moved = self._moved(picture, way)
        return self._lit_like(moved, number) if alike >= LIT_ANEW else moved


def _products(some: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the products of rows, (M, D) and (N, D), with each other: (M, N).

    Of so few rows `einsum` makes them in this thread. `@` would wake the threads of the BLAS library, which then wait in a loop
    for 25 ms.
    """
    return np.asarray(np.einsum("md,nd->mn", some, others))


def _slack_of(picture: Pixels) -> Grey:
    """Return by how many grey levels a picture may differ at each place because its edges lie a little apart: (H, W)."""
    right = cv2.Sobel(picture, cv2.CV_32F, 1, 0, scale=OFF_PX / 8)
    down = cv2.Sobel(picture, cv2.CV_32F, 0, 1, scale=OFF_PX / 8)
    slack = cv2.transform(cv2.magnitude(right, down), GREY) + NOISE
    return np.minimum(slack, 255).astype(np.uint8)


def _says_the_same(one: Face, other: Face) -> bool:
    """Tell whether it is all one which of two faces is seen: pictures of the same side, or backs."""
    return one.name == other.name or not (one.card or other.card)


def soft(picture: Pixels) -> Pixels:
    return cv2.GaussianBlur(picture, (0, 0), SOFT_PX)


def _largest(apart: Grey) -> NDArray[Any]:
    """Return the places of the `DECIDING_PX` largest of some differences, (N,): of all, and of each band."""
    fewer = len(apart) - np.cumsum(np.bincount(apart, minlength=256))
    most = DECIDING_PX - BANDS * IN_BAND
    level = int(np.argmax(fewer < most))
    surely = np.flatnonzero(apart > level)
    also = np.flatnonzero(apart == level)[: most - len(surely)]
    rows = len(apart) // BANDS
    bands = np.argpartition(apart[: BANDS * rows].reshape(BANDS, rows), -IN_BAND, axis=1)[:, -IN_BAND:]
    spread = (bands + np.arange(BANDS)[:, np.newaxis] * rows).ravel()
    return np.concatenate([surely, also, spread])


def _inside(of_px: tuple[int, int], rim_mm: float) -> NDArray[np.bool_]:
    width, height = of_px
    rim = round(rim_mm * SEEN_PX_PER_MM)
    inside = np.zeros((height, width), np.bool_)
    inside[rim : height - rim, rim : width - rim] = True
    return inside


def _sketch_of(picture: Pixels, into_px: tuple[int, int]) -> NDArray[np.float32]:
    """Return a small picture in Lab without its mean, of length 1."""
    lab = _small_lab(picture, into_px)
    return _of_length_1(lab - lab.mean(axis=(0, 1)))


def _print_sketch_of(picture: Pixels, into_px: tuple[int, int]) -> NDArray[np.float32]:
    """Return a small picture in Lab with the same contrast everywhere, of length 1: a reflection vanishes."""
    lab = _small_lab(picture, into_px)
    around = (EVEN_CELLS, EVEN_CELLS)
    lab -= cv2.blur(lab, around)
    contrast = cv2.sqrt(cv2.blur(np.square(lab).sum(axis=2), around) + FAINT**2)
    return _of_length_1(lab / contrast[..., np.newaxis])


def _small_lab(picture: Pixels, into_px: tuple[int, int]) -> NDArray[np.float32]:
    small = cv2.resize(picture, into_px, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab))


def _of_length_1(sketch: NDArray[Any]) -> NDArray[np.float32]:
    flat = sketch.ravel()
    return np.asarray(flat / max(1e-6, float(np.linalg.norm(flat))), np.float32)
