"""Finds lines of print in a picture, cuts each out straight, and reads its text with the models of `rapidocr`.

PP-OCR's small detector gives every pixel the probability of being print. Connected pixels are a line, but
shrunk, so it is grown again by what the training shrank it (differentiable binarization, Liao et al. 2020).
Takes 40 ms for 320 by 320 px, 160 for 640 by 640.
"""

import importlib.util
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import UnreadableFile
from companion.regular_files import read_regular_file
from companion.words import Text
from vision.errors import VisionError
from vision.frame import Pixels, Quad, quad, to_colour

# --- models
# Runs the models of the `rapidocr` wheel with OpenCV; nothing of rapidocr itself is imported.
#
# The wheel is looked for when a reference is first asked for, so that a machine that only reads codes does
# without it.

DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"
LARGEST_BYTES = 200_000_000
"""The largest model file that is read."""
_METADATA = 14
"""The field of an ONNX model that holds metadata: entries of a key and a value."""
_KEY, _VALUE = 1, 2


class OnnxModel:
    """A neural network with one input and one output; any thread may use it."""

    def __init__(self, data: bytes) -> None:
        """Load a model. Raises `cv2.error` or `ValueError` if the data is no model."""
        self.metadata = _metadata(data)
        """What the makers of the model wrote into it, such as its alphabet."""
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), cv2.dnn.ENGINE_NEW)
        self._guard = threading.Lock()

    def answer(self, values: NDArray[Any]) -> NDArray[Any]:
        """Run the model: float32 in, float32 out."""
        with self._guard:
            self._net.setInput(values)
            # A copy, because the next run uses the same memory.
            return self._net.forward().copy()


@cache
def load_model(name: str) -> OnnxModel:
    """Load one of the two models. Raises `VisionError` if the wheel is missing or damaged."""
    try:
        return OnnxModel(read_regular_file(_folder() / "models" / name, most_bytes=LARGEST_BYTES))
    except UnreadableFile as problem:
        raise _unusable(name, problem.problem) from problem
    except (cv2.error, ValueError, LookupError) as problem:
        raise _unusable(name, Text("it is damaged")) from problem


def _unusable(name: str, problem: Text) -> VisionError:
    return VisionError(
        Text(
            "printed references cannot be read: {file} cannot be loaded ({problem}); reinstall the package "
            "rapidocr: `pip install --no-deps --force-reinstall rapidocr`",
            file=name,
            problem=problem,
        )
    )


def _folder() -> Path:
    found = importlib.util.find_spec("rapidocr")
    if found is None or found.origin is None:
        raise VisionError(
            Text(
                "printed references cannot be read: the package rapidocr, which brings the models, is missing:"
                " `pip install --no-deps rapidocr`"
            )
        )
    return Path(found.origin).parent


# --- a model's metadata


def _metadata(data: bytes) -> dict[str, str]:
    """Return the metadata of an ONNX model, which is a protobuf message:

    ModelProto    …  14: entry  14: entry  …
    entry         1: key  2: value
    """
    entries = (dict(_fields(entry)) for number, entry in _fields(data) if number == _METADATA)
    return {entry[_KEY].decode(): entry.get(_VALUE, b"").decode() for entry in entries}


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the fields of a message that hold bytes, with their numbers; other fields are skipped.

    field         varint: number * 8 + kind      kind 0: a varint, 1: 8 bytes, 2: a varint and so many bytes, 5: 4 bytes
    """
    at = 0
    while at < len(message):
        head, at = _varint(message, at)
        match head & 7:
            case 0:
                _, at = _varint(message, at)
            case 1:
                at += 8
            case 2:
                length, at = _varint(message, at)
                yield head >> 3, message[at : at + length]
                at += length
            case 5:
                at += 4
            case kind:
                raise ValueError(f"no field of a message is of kind {kind}")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at `at` (seven bits a byte, lowest first), and where it ends."""
    number = shift = 0
    while message[at] & 0x80:
        number |= (message[at] & 0x7F) << shift
        shift += 7
        at += 1
    return number | message[at] << shift, at + 1


# --- lines

MEAN: NDArray[Any] = np.array([0.485, 0.456, 0.406], dtype=np.float32)
"""Mean and spread of the colours in ImageNet, which the model was trained with."""
SPREAD: NDArray[Any] = np.array([0.229, 0.224, 0.225], dtype=np.float32)
STEP_PX = 32
"""The model takes sides that are multiples of this."""
PRINT = 0.3
"""The probability from which a pixel is print; rapidocr\'s default."""
LINE = 0.5
"""The least mean probability of a line\'s pixels; rapidocr\'s default."""
UNSHRUNK = 1.6
"""How far a line is grown: its area times this, divided by its circumference; rapidocr\'s default."""
SMALL_PX = 400
"""Smaller pictures are enlarged to this size."""
LARGEST_ZOOM = 3.0
"""The largest enlargement: print of six pixels cannot be read anyway."""
THINNEST_PX = 3
MOST_LINES = 60
"""Lines that are read in a picture: each costs time, and a text of more lines is no reference."""
UPRIGHT = 1.5
"""A line so many times higher than wide runs down the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintLine:
    """A line of print: its corners in the picture (4, 2) px, from what may be its top left, and its pixels
    upright.
    """

    corners_px: Quad
    pixels: Pixels

    def turned(self) -> "PrintLine":
        """Return the line turned by 180 degrees."""
        return PrintLine(np.roll(self.corners_px, -2, axis=0), cv2.rotate(self.pixels, cv2.ROTATE_180))

    def upended(self) -> "PrintLine":
        """Return the line turned by 90 degrees, for print that runs down the picture."""
        return PrintLine(
            np.roll(self.corners_px, 1, axis=0), cv2.rotate(self.pixels, cv2.ROTATE_90_CLOCKWISE)
        )


def find_lines(pixels: Pixels, longest_px: int) -> list[PrintLine]:
    """Find the lines of print in a picture, the surest first. `pixels` is (H, W, 3) uint8 BGR or (H, W)
    grey.

    The picture is looked at with its longer side no longer than `longest_px`. Raises `VisionError` if the
    model is missing.
    """
    colour = to_colour(pixels)
    height, width = colour.shape[:2]
    across, down = _size_px(colour, longest_px)
    small = cv2.resize(
        colour, (across, down), interpolation=cv2.INTER_AREA if across < width else cv2.INTER_CUBIC
    )
    values = ((small.astype(np.float32) / 255 - MEAN) / SPREAD).transpose(2, 0, 1)[np.newaxis]
    chances = load_model(DETECTOR).answer(np.ascontiguousarray(values))[0, 0]
    stretch = np.array([width / across, height / down])
    found = []
    for corners in _boxes(chances):
        line = cut_out(colour, quad(corners * stretch))
        if line is not None:
            found.append(line)
    return found


def looked_at_px(pixels: Pixels, longest_px: int) -> int:
    """Return how many px the model looks at."""
    across, down = _size_px(pixels, longest_px)
    return across * down


def _size_px(pixels: Pixels, longest_px: int) -> tuple[int, int]:
    """Return the width and height of the picture that the model looks at."""
    height, width = pixels.shape[:2]
    scale = min(longest_px, max(SMALL_PX, height, width)) / max(height, width)
    scale = min(scale, LARGEST_ZOOM)
    across, down = (max(STEP_PX, round(size * scale / STEP_PX) * STEP_PX) for size in (width, height))
    return across, down


def whole_line(pixels: Pixels) -> PrintLine:
    """Return a whole picture as one line of print."""
    height, width = pixels.shape[:2]
    return PrintLine(quad([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]), pixels)


def _boxes(chances: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the corners of each line in the small picture: (4, 2) float64 each."""
    is_print = (chances > PRINT).astype(np.uint8)
    contours, _ = cv2.findContours(is_print, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = []
    for contour in contours:
        (middle, (one, other), turn) = cv2.minAreaRect(contour)
        if min(one, other) < THINNEST_PX:
            continue
        left, top, width, height = cv2.boundingRect(contour)
        mask = np.zeros((height, width), np.uint8)
        cv2.drawContours(mask, [contour], 0, 1, cv2.FILLED, offset=(-left, -top))
        sure = float(chances[top : top + height, left : left + width][mask > 0].mean())
        if sure > LINE:
            grown = one * other * UNSHRUNK / (one + other)
            corners = cv2.boxPoints((middle, (one + grown, other + grown), turn))
            boxes.append((sure, np.asarray(corners, dtype=np.float64)))
    boxes.sort(key=lambda box: -box[0])
    return [corners for _, corners in boxes[:MOST_LINES]]


def cut_out(colour: Pixels, box: Quad) -> PrintLine | None:
    """Cut a rotated rectangle out, its long side horizontal; None if it is too thin."""
    corners = _from_top_left(box)
    across = float(np.linalg.norm(corners[1] - corners[0]))
    down = float(np.linalg.norm(corners[3] - corners[0]))
    if down > UPRIGHT * across:
        corners, across, down = np.roll(corners, -1, axis=0), down, across
    if min(across, down) < THINNEST_PX:
        return None
    target = np.array([(0, 0), (across, 0), (across, down), (0, down)], dtype=np.float32)
    size = (max(1, round(across)), max(1, round(down)))
    matrix = cv2.getPerspectiveTransform(corners, target)
    return PrintLine(
        corners,
        cv2.warpPerspective(colour, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
    )


def _from_top_left(box: Quad) -> Quad:
    """Order corners clockwise from the one nearest to the picture's top left."""
    middle = box.mean(axis=0)
    around = np.arctan2(box[:, 1] - middle[1], box[:, 0] - middle[0])
    ordered = box[np.argsort(around)]
    first = int(np.argmin(ordered.sum(axis=1)))
    return quad(np.roll(ordered, -first, axis=0))


# --- recogniser
# Reads the text of a line of print, cut out and upright, without any pattern.
#
# PP-OCR's small recogniser takes lines 48 px high and guesses one of 18,708 signs, space or blank for every
# eighth column. Repeated guesses are one sign, and blanks separate equal ones (connectionist temporal
# classification). Takes 15 ms for a short line.

HEIGHT_PX = 48
"""Height of a line in px, as the model takes it."""
NARROWEST_PX = 48
WIDEST_PX = 1600
"""A line longer than this, at the model's height, is no short code."""
ALTERNATIVES = 24
"""How many other signs are kept for each sign; similar ones are among the first."""
FAINT = 1e-4
"""The probability of every sign that is not kept."""
ONE_SIGN = str.maketrans(dict.fromkeys("‐‑‒–—―−－ー一", "-") | dict.fromkeys("‘’ʼ´`", "'"))
"""Dashes, and apostrophes, that people type as one sign: which of them is printed, small print does not tell."""


@dataclass(frozen=True, slots=True, eq=False)
class RecognisedSign:
    """A sign of a line: the likeliest, its probability, and the probabilities of others."""

    text: str
    probability: float
    others: dict[str, float]

    def probability_of(self, text: str) -> float:
        """Return the probability that this sign is `text`."""
        return self.probability if text == self.text else self.others.get(text, FAINT)


@dataclass(frozen=True, slots=True, eq=False)
class RecognisedLine:
    """A line as it was read."""

    signs: tuple[RecognisedSign, ...]

    @property
    def text(self) -> str:
        return "".join(sign.text for sign in self.signs)

    @property
    def confidence(self) -> float:
        """The probability of the least certain character; 0 for an empty line."""
        return min((sign.probability for sign in self.signs), default=0.0)


def read_line(pixels: Pixels) -> RecognisedLine:
    """Read the text of a picture of one line, (H, W, 3) uint8 BGR or (H, W) grey. Raises `VisionError` if
    the model is missing.
    """
    return decoded(sign_chances(pixels))


def sign_chances(pixels: Pixels) -> NDArray[Any]:
    """Return the probability of each sign of `alphabet` in each column of a line: (columns, signs) float32."""
    kind = cv2.INTER_AREA if pixels.shape[0] > HEIGHT_PX else cv2.INTER_CUBIC
    line = cv2.resize(pixels, (read_width_px(pixels), HEIGHT_PX), interpolation=kind)
    colour = to_colour(line)
    values = (colour.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[np.newaxis]
    return load_model(RECOGNISER).answer(np.ascontiguousarray(values))[0]


def read_width_px(pixels: Pixels) -> int:
    """Return how wide a line is at the model's height."""
    height, width = pixels.shape[:2]
    return int(np.clip(round(width * HEIGHT_PX / height), NARROWEST_PX, WIDEST_PX))


@cache
def alphabet() -> tuple[str, ...]:
    """Return the sign of each class of the model; the first class is the blank, the last one the space. Full-width letters,
    dashes and apostrophes become plain ones.
    """
    signs = load_model(RECOGNISER).metadata["character"].splitlines()
    # NFKC would make two signs of an accent that stands alone.
    return (
        "",
        *(unicodedata.normalize("NFKC", sign.translate(ONE_SIGN)).translate(ONE_SIGN) for sign in signs),
        " ",
    )


@cache
def _first_alike() -> NDArray[np.intp]:
    """Return for each class the first one of the same sign."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(sign, number) for number, sign in enumerate(alphabet())])


def decoded(columns: NDArray[Any]) -> RecognisedLine:
    """Return the signs on the likeliest path: runs of one sign without blanks, each at its surest column."""
    likeliest = columns.argmax(axis=1)
    best, surest = _first_alike()[likeliest], columns.max(axis=1)
    signs = []
    start = 0
    for end in range(1, len(best) + 1):
        if end == len(best) or best[end] != best[start]:
            if best[start] != 0:
                signs.append(_sign(columns[start + int(surest[start:end].argmax())]))
            start = end
    return RecognisedLine(tuple(signs))


def _sign(column: NDArray[Any]) -> RecognisedSign:
    signs = alphabet()
    likeliest = np.argpartition(column, -ALTERNATIVES)[-ALTERNATIVES:]
    likeliest = likeliest[np.argsort(-column[likeliest])]
    chances: dict[str, float] = {}
    for number in likeliest.tolist():
        if number:
            chances[signs[number]] = chances.get(signs[number], 0.0) + float(column[number])
    text = next(iter(chances))
    return RecognisedSign(text, min(1.0, chances.pop(text)), chances)
