"""Finds the source that a person names: `0`, `/dev/video2`, `pi`, an address, `phone`, a file, a folder, `virtual:table`.

`mirrored:` before one of these mirrors its pictures.
"""

import time
from pathlib import Path
from urllib.parse import urlsplit

from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource
from vision.phone import PHONE
from vision.phone.link import PhoneLink
from vision.pictures import READABLE
from vision.sources.mjpeg import MjpegSource
from vision.sources.opencv_sources import CameraSource, RtspSource, VideoFileSource
from vision.sources.phone import PhoneSource
from vision.sources.pi_camera import PiCameraSource, read_settings
from vision.sources.pictures import PictureSource
from vision.sources.source import MIRRORED, MirroredSource, Source
from vision.sources.video_nodes import find_cameras, meant_camera
from vision.sources.virtual import VirtualSource
from vision.virtual.named_tables import NAMED, scene_for

DIGITS = 3
"""The most digits of a camera's number: the system numbers its cameras up to 255."""
EXAMPLE = "http://192.168.1.20:8080/video"
LONGEST_SHOWN = 100


def source_for(
    words: str, *, is_grey: bool = True, is_paced: bool = True, phone: PhoneLink | None = None
) -> Source:
    """Return the source of that name, not yet opened; `phone` is the link for the source called so.

    Raises `NoSuchSource`.
    """
    if words.startswith(MIRRORED):
        behind = words.removeprefix(MIRRORED)
        return MirroredSource(source_for(behind, is_grey=is_grey, is_paced=is_paced))
    if words == PHONE and phone is not None:
        return PhoneSource(phone, is_grey=is_grey)
    words = meant_camera(words)
    settings = read_settings(words)
    if settings is not None:
        return PiCameraSource(settings, is_grey=is_grey)
    if words.isascii() and words.isdigit() and len(words) <= DIGITS:
        return CameraSource(int(words), is_grey=is_grey)
    if words.startswith(NAMED):
        return VirtualSource(scene_for(words.removeprefix(NAMED)), is_paced=is_paced, sleep=time.sleep)
    if "://" in words:
        return _stream(words, is_grey=is_grey)
    try:
        found = _on_disk(words, is_grey=is_grey, is_paced=is_paced)
    except (OSError, ValueError) as problem:
        said = system_says(problem)
        raise NoSuchSource(
            Text("{words} cannot be opened: {problem}", words=_short(words), problem=said)
        ) from problem
    if found is not None:
        return found
    raise NoSuchSource(
        Text(
            "{words} is not a camera, an address, a file or a folder; cameras of this machine: {known}; a phone can be the"
            " camera too: `phone`",
            words=_short(words), known=", ".join(find_cameras()) or Text("none"),
        )
    )  # fmt: skip


def _on_disk(words: str, *, is_grey: bool, is_paced: bool) -> Source | None:
    """Return the source at a path, or None. Raises `OSError` or `ValueError` if the words cannot be a path."""
    path = Path(words)
    if path.is_char_device():
        return CameraSource(words, is_grey=is_grey)
    if path.is_dir() or (path.is_file() and path.suffix.lower() in READABLE):
        return PictureSource(path, is_grey=is_grey, is_paced=is_paced, sleep=time.sleep)
    if path.is_file():
        return VideoFileSource(path, is_grey=is_grey, is_paced=is_paced, sleep=time.sleep)
    return None


def _stream(words: str, *, is_grey: bool) -> Source:
    is_mjpeg = words.lower().startswith(("http://", "https://"))
    problem = _fault_of(words, needs_host=is_mjpeg)
    if problem is not None:
        raise NoSuchSource(
            Text(
                "{words} is not the address of a stream: {problem}; type one such as {example}",
                words=_short(words), problem=problem, example=EXAMPLE,
            )
        )  # fmt: skip
    return MjpegSource(words, is_grey=is_grey) if is_mjpeg else RtspSource(words, is_grey=is_grey)


def _fault_of(address: str, *, needs_host: bool) -> Text | None:
    """Tell what is wrong with an address, before it is opened; None if nothing is."""
    if any(sign.isspace() or not sign.isprintable() for sign in address):
        return Text("it contains a space, or a character that cannot be typed")
    try:
        parts = urlsplit(address)
        (parts.hostname or "").encode("idna")
    except ValueError:
        return Text("no machine can have that name")
    try:
        is_port = parts.port != 0
    except ValueError:
        is_port = False
    if not is_port:
        return Text("its port is not a number from 1 to 65535")
    return Text("the name of a machine is missing in it") if needs_host and not parts.hostname else None


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_SHOWN else f"{words[:LONGEST_SHOWN]}…"
