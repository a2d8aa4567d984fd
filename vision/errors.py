"""What goes wrong when the table is looked at.

CompanionError
  VisionError
    NoPicture         a file that is no picture, or one too large to be one
"""

from companion.errors import CompanionError


class VisionError(CompanionError):
    """The table cannot be seen."""


class NoPicture(VisionError):
    """A file that is no picture."""
