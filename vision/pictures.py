"""Pictures in files: whatever OpenCV reads, as grey or colour bytes, in the pixels as stored (no turn by EXIF)."""

import os
from pathlib import Path

# Read when OpenCV is first asked for a picture: a file of some bytes may claim to be a gigapixel.
LARGEST_PX = 256_000_000
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(LARGEST_PX))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")

import cv2  # noqa: E402 - after its settings
import numpy as np  # noqa: E402

from companion.accidents import system_says  # noqa: E402
from companion.words import Text  # noqa: E402
from vision.errors import NoPicture  # noqa: E402
from vision.frame import Pixels  # noqa: E402

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm"})
"""What is taken for a picture in a folder."""


def read_picture(path: Path) -> Pixels:
    """The pixels of a picture file; what is transparent is white paper. Raises `NoPicture`."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        said = system_says(problem)
        raise NoPicture(Text("{file} cannot be read: {problem}", file=str(path), problem=said)) from problem
    return decoded(data, str(path))


def decoded(data: bytes, name: str) -> Pixels:
    """The pixels of a picture given as the bytes of its file. Raises `NoPicture`."""
    try:
        pixels: Pixels | None = cv2.imdecode(
            np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION
        )
    except cv2.error as problem:
        raise _no_picture(name) from problem
    if pixels is None:
        raise _no_picture(name)
    return _on_paper(_in_bytes(pixels))


def _no_picture(name: str) -> NoPicture:
    return NoPicture(
        Text(
            "{file} is no picture that can be read; JPEG and PNG of up to {most} megapixels can",
            file=name,
            most=LARGEST_PX // 1_000_000,
        )
    )


def _in_bytes(pixels: Pixels) -> Pixels:
    """8 bits a channel, from 16 or from floats."""
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return (pixels >> 8).astype(np.uint8)
    lowest, highest = np.nanmin(pixels), np.nanmax(pixels)
    spread = highest - lowest if np.isfinite(highest - lowest) and highest > lowest else 1.0
    return np.clip(np.nan_to_num((pixels - lowest) / spread) * 255, 0, 255).astype(np.uint8)


def _on_paper(pixels: Pixels) -> Pixels:
    """Grey, or blue, green and red, without transparency."""
    if pixels.ndim == 2:
        return pixels
    channels = pixels.shape[2]
    if channels in (2, 4):
        cover = pixels[:, :, -1:].astype(np.uint16)
        mixed = (pixels[:, :, :-1] * cover + 255 * (255 - cover)) // 255
        pixels, channels = mixed.astype(np.uint8), channels - 1
    return pixels[:, :, 0] if channels == 1 else np.ascontiguousarray(pixels[:, :, :3])


def encoded(pixels: Pixels) -> bytes:
    """The bytes of a PNG file."""
    done, data = cv2.imencode(".png", pixels)
    assert done
    return data.tobytes()


def on_one_thread() -> None:
    """Keep OpenCV to one thread: for single pictures threads cost more to wake than they save."""
    cv2.setNumThreads(1)


def pictures_in(path: Path) -> list[Path]:
    """A picture file itself, or the pictures of a folder, by name."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)
