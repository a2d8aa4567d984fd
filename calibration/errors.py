"""Defines the errors of calibration.

CompanionError
  CalibrationError
    NoLensSolution    no lens follows from the views: too few, or too much alike
    ProfileError      a profile cannot be saved or used
      NoProfile       the camera or device was never calibrated
      SizeMismatch    the camera was calibrated for another picture size
      DamagedProfile  the file cannot be read as a profile
"""

from companion.errors import CompanionError


class CalibrationError(CompanionError):
    """A calibration failed."""


class NoLensSolution(CalibrationError):
    """No lens follows from the views: they are too few, or too much alike."""


class ProfileError(CalibrationError):
    """A profile cannot be saved or used."""


class NoProfile(ProfileError):
    """The camera or device was never calibrated."""


class SizeMismatch(ProfileError):
    """The camera was calibrated for another picture size."""


class DamagedProfile(ProfileError):
    """The file cannot be read as a profile."""
