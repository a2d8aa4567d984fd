"""Compares dice with examples of the same dice: pictures of each face, taken beforehand, and aligned.

Dice with symbols and numerals differ too much for general rules: on dice never seen before, one in four was
misread. A face is compared with all examples in all directions at once, on rings around its centre, where a
rotation is a shift. If two faces then look nearly alike, the examples are aligned with the picture
(`alignment`).
"""

import io
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import Malformed, UnreadableFile
from companion.regular_files import DAMAGED_ARCHIVE, read_regular_file
from companion.words import Text
from vision.detectors.dice.definition import DieDefinition, die_from_json, die_to_json
from vision.errors import VisionError
from vision.frame import Grey

# --- alignment
# Aligns an example of a face with a picture of a die, and returns how well they agree.
#
# Rings (`examples`) cannot always tell a 1 from a 7, or a 6 from a 9: the die leans away from the camera, and
# its centre lies between pixels. An affine transform removes both (enhanced correlation coefficient,
# Evangelidis and Psarakis 2008); what then agrees, agrees in its print. Takes 1 ms for each example.

STEPS = ((cv2.MOTION_EUCLIDEAN, 5), (cv2.MOTION_AFFINE, 3))
"""Each step's motion model and blur in px: first rotation and shift, then stretching."""
ROUNDS = 20
"""The most iterations of a step."""
STRETCHED = (0.7, 1.4)
"""How much narrower or longer than its example a face may be. Chosen, like `MOVED_PX`, and checked on the dice drawn by
the virtual table.
"""
MOVED_PX = 5.0
"""How far the centre may move, in px of the example; a larger shift means another thing."""


@dataclass(frozen=True, slots=True)
class StartPose:
    """Where an example is placed first: the offset of its centre, in px, and its rotation, in radians."""

    offset: tuple[float, float]
    turn: float


def fit_example(example: Grey, picture: Grey, start: StartPose, radius_px: float) -> float:
    """Return the correlation of a face, within `radius_px` of its centre, with a picture; -1 if they do not
    fit. Both pictures are square uint8 of one size.
    """
    best = -1.0
    matrix = _laid(start, example.shape[0])
    mask = _disc(example.shape[0], round(radius_px))
    for motion, blur in STEPS:
        ends = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, ROUNDS, 1e-3)
        try:
            found, matrix = cv2.findTransformECC(example, picture, matrix, motion, ends, mask, blur)
        except cv2.error:
            return best  # OpenCV raises this where nothing converges, as on a face without print.
        if not _is_sane(matrix, start, example.shape[0]):
            return best
        best = float(found)
    return best


def _laid(start: StartPose, size_px: int) -> NDArray[Any]:
    """Return the transform from the example's pixels to the picture's: (2, 3) float32."""
    middle = (size_px - 1) / 2
    cos, sin = np.cos(start.turn), np.sin(start.turn)
    x, y = start.offset
    return np.array(
        [
            [cos, -sin, middle + x - cos * middle + sin * middle],
            [sin, cos, middle + y - sin * middle - cos * middle],
        ],
        dtype=np.float32,
    )


def _is_sane(matrix: NDArray[Any], start: StartPose, size_px: int) -> bool:
    """Tell whether a face was stretched and moved no further than a die can be."""
    if not np.isfinite(matrix).all():
        return False
    stretches = np.linalg.svd(matrix[:, :2], compute_uv=False)
    middle = np.array([(size_px - 1) / 2, (size_px - 1) / 2, 1.0])
    moved = np.abs(matrix @ middle - _laid(start, size_px) @ middle).max()
    return bool(STRETCHED[0] < stretches.min() and stretches.max() < STRETCHED[1] and moved < MOVED_PX)


@cache
def _disc(size_px: int, radius_px: int) -> Grey:
    mask = np.zeros((size_px, size_px), np.uint8)
    cv2.circle(mask, (size_px // 2, size_px // 2), radius_px, (255,), -1)
    return mask


# --- examples

SIDE_PX = 48
"""The side of the die in an example."""
REACH_PX = 48
"""Half the side of an example's picture, which has room around the die to look for its centre."""
RINGS = 16
"""Rings around the centre of a face, and directions on each ring."""
DIRECTIONS = 72
"""Values on each ring: one every five degrees."""
COARSE = tuple((x, y) for y in (-8, -4, 0, 4, 8) for x in (-8, -4, 0, 4, 8))
FINE = tuple((x, y) for y in range(-8, 9, 2) for x in range(-8, 9, 2))
"""Offsets in px by which the centre of a top face may be off, because a die's outline includes the sides that
are seen.
"""
LOOKED_AT = 2
"""How many examples of each face, the nearest in a coarse comparison, are compared finely."""
LARGEST_BYTES = 64_000_000
"""The largest file of examples that is read."""
LAID = 4
"""How many examples of each face are aligned with the picture, where rings cannot decide."""
TURNS = 12
"""From how many directions an example is aligned where the usual one leaves two faces: alignment finds its way from
fifteen degrees beside.
"""
FEWEST = 3
"""How many examples each face needs before dice are read."""
STRANGER = 4.0
"""A face is unknown if it differs from its example by so many times the most that examples of one face
differ. Chosen, and checked on drawn dice (docs/truth.md).
"""

Rings = NDArray[Any]
"""Values of a face on rings: (..., RINGS, DIRECTIONS) float32, how much lighter than the die's body each
place is.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """The best fit of each of N examples: distances (N,), offsets (N, 2) in px, rotations (N,) in radians."""

    distances: NDArray[Any]
    offsets: NDArray[Any]
    turns: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The face that a picture resembles most, its distance, and the distance of the best other face."""

    face: str
    distance: float
    next_distance: float

    @property
    def margin(self) -> float:
        """How clearly the best face wins: 0 if two faces fit equally well, 1 if only one fits."""
        return 1 - self.distance / self.next_distance if self.next_distance > 0 else 0.0


def _no_pictures() -> NDArray[Any]:
    return np.zeros((0, 2 * REACH_PX, 2 * REACH_PX), np.uint8)


@dataclass(frozen=True, eq=False)
class DieExamples:
    """Examples of the faces of a die: `pictures` is (N, 2 REACH_PX, 2 REACH_PX) uint8, `faces` the N faces
    they show. Raises `Malformed`, and `VisionError` for a face that the die does not have.
    """

    die: DieDefinition
    faces: tuple[str, ...] = ()
    pictures: NDArray[Any] = field(default_factory=_no_pictures)
    sides_mm: tuple[float, ...] = ()
    """How large each die was measured on a printed tray; empty for examples that were taken elsewhere."""

    def __post_init__(self) -> None:
        if self.pictures.shape != (len(self.faces), 2 * REACH_PX, 2 * REACH_PX):
            raise Malformed("pictures", Text("expected one picture for each face"))
        if self.sides_mm and (len(self.sides_mm) != len(self.faces) or min(self.sides_mm) <= 0):
            raise Malformed("sides_mm", Text("expected one size for each face"))
        for face in self.faces:
            _check_face(face, self.die)

    def with_example(self, face: str, picture: Grey, side_mm: float | None = None) -> "DieExamples":
        """Return the examples with one more, (2 REACH_PX, 2 REACH_PX) uint8, and its measured size, if it lay on a printed
        tray. Sizes are kept as long as all examples have one.
        """
        _check_face(face, self.die)
        sized = side_mm is not None and len(self.sides_mm) == len(self.faces)
        return replace(
            self,
            faces=(*self.faces, face),
            pictures=np.concatenate([self.pictures, picture[np.newaxis]]),
            sides_mm=(*self.sides_mm, side_mm) if sized and side_mm is not None else (),
        )

    @property
    def side_mm(self) -> float | None:
        """The size of the die; None if it was not measured."""
        return float(np.median(self.sides_mm)) if self.sides_mm else None

    @cached_property
    def _alike(self) -> NDArray[Any]:
        """The pictures, all at the same scale: a single die is measured to a tenth, all together far better."""
        if not self.sides_mm:
            return self.pictures
        times = np.array(self.sides_mm) / np.median(self.sides_mm)
        middle = REACH_PX - 0.5
        scaled = [
            cv2.warpAffine(
                picture,
                np.array([[one, 0, middle * (1 - one)], [0, one, middle * (1 - one)]]),
                picture.shape[::-1],
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for picture, one in zip(self.pictures, times.tolist(), strict=True)
        ]
        return np.stack(scaled)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces with too few examples."""
        return tuple(value for value in self.die.values if self.faces.count(value) < FEWEST)

    def likeness(self, picture: Grey) -> Likeness:
        """Return the face that a picture of a die resembles most. Distances are mean squares on rings."""
        return nearest_face(self.ring_distances(picture))

    def ring_distances(self, picture: Grey) -> dict[str, float]:
        """Return for each face the distance of the example that resembles a picture most."""
        near = self._nearest_examples(picture, LOOKED_AT)
        match = self._matched(picture, FINE, np.array(near))
        return _by_face(match.distances, [self.faces[n] for n in near])

    def aligned_likeness(self, picture: Grey) -> Likeness:
        """Do the same by aligning examples with the picture. Distances are 1 minus the correlation."""
        return nearest_face(self.aligned_distances(picture))

    def aligned_distances(self, picture: Grey, among: Collection[str] | None = None) -> dict[str, float]:
        """Return for each face, or for some, the distance of the example that fits a picture best when it is aligned
        with it.
        """
        near = [n for n in self._nearest_examples(picture, LAID) if among is None or self.faces[n] in among]
        match = self._matched(picture, FINE, np.array(near))
        fits = [
            fit_example(self._alike[n], picture, StartPose(tuple(offset), turn), self._radius_px)
            for n, offset, turn in zip(near, match.offsets.tolist(), match.turns.tolist(), strict=True)
        ]
        return _by_face(1 - np.array(fits), [self.faces[n] for n in near])

    def thorough_distances(self, picture: Grey, among: Collection[str]) -> dict[str, float]:
        """Do the same with every example of some faces, from all sides; it takes 100 ms for each face with eight examples."""
        every = [n for n, face in enumerate(self.faces) if face in among]
        offsets = self._matched(picture, FINE, np.array(every)).offsets.tolist()
        turns = (np.arange(TURNS) * 2 * np.pi / TURNS).tolist()
        fits = [
            max(
                fit_example(self._alike[n], picture, StartPose((x, y), turn), self._radius_px)
                for turn in turns
            )
            for n, (x, y) in zip(every, offsets, strict=True)
        ]
        return _by_face(1 - np.array(fits), [self.faces[n] for n in every])

    def _nearest_examples(self, picture: Grey, count: int) -> list[int]:
        """Return the examples of each face that are nearest in a coarse comparison."""
        at_first_sight = self._matched(picture, COARSE, np.arange(len(self.faces))).distances
        near: list[int] = []
        for value in self.die.values:
            own = [n for n, face in enumerate(self.faces) if face == value]
            near += sorted(own, key=lambda n: at_first_sight[n])[:count]
        return near

    @cached_property
    def furthest(self) -> float:
        """The largest distance of a known face; a picture further away shows something else."""
        apart = []
        for n, (face, picture) in enumerate(zip(self.faces, self._alike, strict=True)):
            same = [m for m, other in enumerate(self.faces) if other == face and m != n]
            apart.append(float(self._matched(picture, COARSE, np.array(same)).distances.min()))
        return STRANGER * max(apart)

    @cached_property
    def _spectra(self) -> NDArray[Any]:
        rings = [_rings(picture, (0, 0), self._radius_px) for picture in self._alike]
        return np.fft.rfft(np.stack(rings)).astype(np.complex64)

    @cached_property
    def _by_frequency(self) -> NDArray[Any]:
        return np.ascontiguousarray(self._spectra.transpose(2, 1, 0))

    @cached_property
    def _powers(self) -> NDArray[Any]:
        return _power(self._spectra)

    @property
    def _radius_px(self) -> float:
        return self.die.face_radius * SIDE_PX

    def _matched(self, picture: Grey, offsets: Sequence[tuple[int, int]], chosen: NDArray[Any]) -> _Match:
        """Compare a picture with the chosen examples, for every offset and rotation. Distances are mean
        squares.
        """
        rings = np.stack([_rings(picture, offset, self._radius_px) for offset in offsets])
        own = np.square(rings).sum(axis=(1, 2))
        spectra = np.fft.rfft(rings).astype(np.complex64)
        # By frequency: (offsets, rings) times (rings, examples).
        together = np.matmul(
            np.ascontiguousarray(spectra.conj().transpose(2, 0, 1)), self._by_frequency[:, :, chosen]
        )
        by_turn = np.fft.irfft(together.transpose(1, 2, 0), DIRECTIONS)
        apart = own[:, np.newaxis] + self._powers[chosen][np.newaxis] - 2 * by_turn.max(axis=2)
        best = apart.argmin(axis=0)
        each = np.arange(len(chosen))
        turns = -by_turn[best, each].argmax(axis=1) * 2 * np.pi / DIRECTIONS
        return _Match(np.maximum(apart[best, each], 0) / DIRECTIONS, np.array(offsets)[best], turns)


def _by_face(distances: NDArray[Any], faces: Sequence[str]) -> dict[str, float]:
    best: dict[str, float] = {}
    for face, distance in zip(faces, distances.tolist(), strict=True):
        best[face] = min(distance, best.get(face, distance))
    return best


def nearest_face(distances: Mapping[str, float]) -> Likeness:
    """Return the nearest of some faces."""
    (face, distance), *others = sorted(distances.items(), key=lambda item: item[1])
    return Likeness(face, distance, others[0][1] if others else distance)


def _check_face(face: str, die: DieDefinition) -> None:
    if face not in die.faces:
        raise VisionError(
            Text(
                "a {die} has no face {face}; its faces: {faces}",
                die=die.name,
                face=face,
                faces=", ".join(die.values),
            )
        )


def _power(spectra: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of squares of the signals that have these spectra (Parseval's theorem)."""
    weights = np.full(spectra.shape[2], 2.0)
    weights[0] = weights[-1] = 1.0
    return (np.abs(spectra) ** 2 * weights).sum(axis=(1, 2)) / DIRECTIONS


def _rings(picture: Grey, offset: tuple[int, int], radius_px: float) -> Rings:
    """Return a face on rings around its centre, relative to the brightness of its body."""
    x, y = _places(radius_px)
    rings = cv2.remap(picture, x + offset[0], y + offset[1], cv2.INTER_LINEAR).astype(np.float32)
    body = float(np.median(rings))
    # A ring's weight is proportional to its length.
    weights = np.sqrt((np.arange(RINGS) + 0.5) * 2 / RINGS / RINGS)[:, np.newaxis]
    return np.clip((rings - body) / max(body, 40.0), -1, 1) * weights


def _places(radius_px: float) -> tuple[NDArray[Any], NDArray[Any]]:
    radius = (np.arange(RINGS) + 0.5)[:, np.newaxis] * radius_px / RINGS
    turn = np.arange(DIRECTIONS)[np.newaxis] * 2 * np.pi / DIRECTIONS
    middle = REACH_PX - 0.5
    x, y = middle + radius * np.cos(turn), middle + radius * np.sin(turn)
    return x.astype(np.float32), y.astype(np.float32)


# --- in files


def examples_to_bytes(examples: DieExamples) -> bytes:
    """Write examples as the content of a file, which `load_examples` reads."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        die=np.array(json.dumps(die_to_json(examples.die))),
        faces=np.array(examples.faces, dtype=str),
        pictures=examples.pictures,
        sides_mm=np.array(examples.sides_mm, dtype=np.float64),
    )
    return file.getvalue()


def load_examples(path: Path, die: DieDefinition) -> DieExamples:
    """Load the examples of a die. Raises `VisionError`."""
    try:
        data = read_regular_file(path, most_bytes=LARGEST_BYTES)
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            examples = DieExamples(
                die_from_json(json.loads(str(file["die"]))),
                tuple(str(face) for face in file["faces"]),
                np.asarray(file["pictures"], dtype=np.uint8),
                tuple(file["sides_mm"].tolist()) if "sides_mm" in file else (),
            )
    except UnreadableFile as problem:
        raise VisionError(problem.message) from problem
    except (*DAMAGED_ARCHIVE, AttributeError, TypeError, RecursionError, Malformed) as problem:
        raise VisionError(Text("{file} holds no examples of a die", file=str(path))) from problem
    if examples.die.faces != die.faces:
        raise VisionError(
            Text(
                "{file} holds examples of a {other}, not of a {die}",
                file=str(path),
                other=examples.die.name,
                die=die.name,
            )
        )
    return replace(examples, die=die)
