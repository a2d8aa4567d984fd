"""Defines what can go wrong when the table is looked at.

CompanionError
  VisionError
    NoPicture           the file is no picture, or too large
    NoSuchSource        nothing to open: no camera of that number, no file, no answer at that address
    SourceLost          an open source gives no more pictures: unplugged, stalled, or closed by the other end
    EndOfPictures       a file or a folder has been read to its end
    SpotCovered         a hand, or another large thing, lies over a part of what is to be read
"""

from companion.errors import CompanionError


class VisionError(CompanionError):
    """The table cannot be seen."""


class NoPicture(VisionError):
    """The file is no picture."""


class NoSuchSource(VisionError):
    """There is no source to open under that name."""


class SourceLost(VisionError):
    """An open source gives no more pictures; opening it again may help."""


class EndOfPictures(VisionError):
    """A file or a folder has been read to its end."""


class SpotCovered(VisionError):
    """A hand, or another large thing, covers a part of what is to be read."""
