"""The models that the `rapidocr` wheel carries, run by onnxruntime on one thread. Of rapidocr itself nothing is imported.

Both libraries are large and may be missing on a machine that reads codes only: they are looked for when a reference is
first asked for.
"""

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from companion.words import Text
from vision.errors import VisionError

DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"


class Model(Protocol):
    """A model with one input and one output."""

    def run(self, output_names: Sequence[str] | None, input_feed: dict[str, Any]) -> Sequence[Any]: ...
    def get_inputs(self) -> Sequence[Any]: ...
    def get_modelmeta(self) -> Any: ...


def answer(model: Model, values: NDArray[Any]) -> NDArray[Any]:
    """What a model makes of its input."""
    output: NDArray[Any] = model.run(None, {model.get_inputs()[0].name: values})[0]
    return output


@cache
def load(name: str) -> Model:
    """One of the two models. Raises `VisionError` where the models or onnxruntime are not installed."""
    path = _folder() / "models" / name
    try:
        # Imported late: it takes half a second, and whoever reads codes only does without.
        import onnxruntime  # noqa: PLC0415

        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        model: Model = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    except Exception as problem:
        raise VisionError(
            Text(
                "printed references cannot be read: {file} cannot be loaded ({problem}); install the packages "
                "onnxruntime and rapidocr",
                file=name,
                problem=str(problem).splitlines()[0] if str(problem) else type(problem).__name__,
            )
        ) from problem
    return model


def _folder() -> Path:
    found = importlib.util.find_spec("rapidocr")
    if found is None or found.origin is None:
        raise VisionError(
            Text(
                "printed references cannot be read: the package rapidocr, which brings the models, is missing"
            )
        )
    return Path(found.origin).parent
