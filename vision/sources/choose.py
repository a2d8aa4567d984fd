"""Which source a person means by what they typed: `0`, `/dev/video2`, an address, a file, a folder, `virtual:table`."""

import time
from pathlib import Path

from companion.words import Text
from vision.errors import NoSuchSource
from vision.sources.captured import CameraSource, RtspSource, VideoFileSource, found_cameras
from vision.sources.mjpeg import MjpegSource
from vision.sources.pictures import ENDINGS, PictureSource
from vision.sources.source import Source
from vision.sources.virtual import VirtualSource
from vision.virtual.scenes import NAMED, scene_for


def source_for(words: str, *, is_grey: bool = True, is_paced: bool = True) -> Source:
    """The source of that name, not opened yet. Raises `NoSuchSource` where nothing can be meant."""
    if words.isdigit():
        return CameraSource(int(words), is_grey=is_grey)
    if words.startswith(NAMED):
        return VirtualSource(scene_for(words.removeprefix(NAMED)), is_paced=is_paced, sleep=time.sleep)
    if words.startswith(("http://", "https://")):
        return MjpegSource(words, is_grey=is_grey)
    if "://" in words:
        return RtspSource(words, is_grey=is_grey)
    path = Path(words)
    if path.is_char_device():
        return CameraSource(words, is_grey=is_grey)
    if path.is_dir() or (path.is_file() and path.suffix.lower() in ENDINGS):
        return PictureSource(path, is_grey=is_grey, is_paced=is_paced, sleep=time.sleep)
    if path.is_file():
        return VideoFileSource(path, is_grey=is_grey, is_paced=is_paced, sleep=time.sleep)
    raise NoSuchSource(
        Text(
            "{words} is no camera, no address, no file and no folder; cameras here: {known}",
            words=words, known=", ".join(found_cameras()) or Text("none"),
        )
    )  # fmt: skip
