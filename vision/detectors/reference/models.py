"""Runs the models of the `rapidocr` wheel with OpenCV; nothing of rapidocr itself is imported.

The wheel is looked for when a reference is first asked for, so that a machine that only reads codes does
without it.
"""

import importlib.util
import threading
from collections.abc import Iterator
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
        """Loads a model. Raises `cv2.error` or `ValueError` if the data is no model."""
        self.metadata = _metadata(data)
        """What the makers of the model wrote into it, such as its alphabet."""
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), cv2.dnn.ENGINE_NEW)
        self._guard = threading.Lock()

    def answer(self, values: NDArray[Any]) -> NDArray[Any]:
        """Runs the model: float32 in, float32 out."""
        with self._guard:
            self._net.setInput(values)
            # A copy, because the next run uses the same memory.
            return self._net.forward().copy()


@cache
def load_model(name: str) -> OnnxModel:
    """Loads one of the two models. Raises `VisionError` if the wheel is missing or damaged."""
    try:
        return OnnxModel(read_regular_file(_folder() / "models" / name, most_bytes=LARGEST_BYTES))
    except UnreadableFile as problem:
        raise _unusable(name, problem.problem) from problem
    except (cv2.error, ValueError, IndexError) as problem:
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


# --- what stands beside a model


def _metadata(data: bytes) -> dict[str, str]:
    """Returns the metadata of an ONNX model, which is a protobuf message:

    ModelProto    …  14: entry  14: entry  …
    entry         1: key  2: value
    """
    entries = (dict(_fields(entry)) for number, entry in _fields(data) if number == _METADATA)
    return {entry[_KEY].decode(): entry.get(_VALUE, b"").decode() for entry in entries}


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields the fields of a message that hold bytes, with their numbers; other fields are skipped.

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
    """Returns the number that begins at `at` (seven bits a byte, lowest first), and where it ends."""
    number = shift = 0
    while message[at] & 0x80:
        number |= (message[at] & 0x7F) << shift
        shift += 7
        at += 1
    return number | message[at] << shift, at + 1
