"""What goes wrong when the table is looked at.

CompanionError
  VisionError
    NoPicture           a file that is no picture, or one too large to be one
    NoSuchSource        nothing there to open: no camera of that number, no file, nobody at that address
    SourceLost          it was open and gives no more: unplugged, stalled, hung up
    EndOfPictures       a file or a folder has been read to its end
"""

from companion.errors import CompanionError


class VisionError(CompanionError):
    """The table cannot be seen."""


class NoPicture(VisionError):
    """A file that is no picture."""


class NoSuchSource(VisionError):
    """There is nothing to open under that name."""


class SourceLost(VisionError):
    """A source that was open gives no more pictures; to open it again may help."""


class EndOfPictures(VisionError):
    """A file or a folder has been read to its end."""
