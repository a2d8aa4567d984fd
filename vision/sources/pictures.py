"""Shows a folder of pictures, in the order of their names; a single picture is a folder of one."""

from pathlib import Path

from companion.words import Text
from vision.errors import EndOfPictures, NoPicture, NoSuchSource
from vision.frame import Frame, to_grey
from vision.pictures import READABLE, read_picture
from vision.sources.source import Sleep


class PictureSource:
    """Shows pictures from disk, each for `period_ms`."""

    is_live = False

    def __init__(
        self,
        path: Path,
        *,
        period_ms: int = 1000,
        is_paced: bool = True,
        is_grey: bool = True,
        sleep: Sleep,
    ) -> None:
        self._path = path
        self._period_ms = period_ms
        self._is_paced = is_paced
        self._is_grey = is_grey
        self._sleep = sleep
        self._files: list[Path] = []
        self._number = 0

    def open(self) -> None:
        files = sorted(self._path.iterdir()) if self._path.is_dir() else [self._path]
        self._files = [file for file in files if file.is_file() and file.suffix.lower() in READABLE]
        self._number = 0
        if not self._files:
            raise NoSuchSource(Text("there are no pictures in {path}", path=str(self._path)))

    def read(self) -> Frame:
        number = self._number
        if number >= len(self._files):
            raise EndOfPictures(Text("all pictures of {path} have been shown", path=str(self._path)))
        file = self._files[number]
        if self._is_paced and number:
            self._sleep(self._period_ms / 1000)
        try:
            pixels = read_picture(file)
        except NoPicture as problem:
            raise NoSuchSource(problem.message) from problem
        self._number += 1
        return Frame(to_grey(pixels) if self._is_grey else pixels, number, number * self._period_ms)

    def close(self) -> None:
        self._files = []

    def describe(self) -> Text:
        return Text("pictures of {path}", path=str(self._path))
