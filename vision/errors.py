"""What goes wrong between a camera and its pictures.

VisionError
  NoSuchSource        nothing there to open: no camera of that number, no file, nobody at that address
  SourceLost          it was open and gives no more: unplugged, stalled, hung up
  EndOfPictures       a file or a folder has been read to its end
"""

from companion.errors import CompanionError


class VisionError(CompanionError):
    """Pictures cannot be had."""


class NoSuchSource(VisionError):
    """There is nothing to open under that name."""


class SourceLost(VisionError):
    """A source that was open gives no more pictures; to open it again may help."""


class EndOfPictures(VisionError):
    """A file or a folder has been read to its end."""
