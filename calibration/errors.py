"""What goes wrong when something is calibrated.

CompanionError
  CalibrationError
    NotSolvable       views from which no lens follows: too few, or all alike
    ProfileError      what was calibrated cannot be saved or used
      NoProfile       nothing was calibrated for this camera yet: which command does it
      OtherSize       it was calibrated for another size of picture
      ProfileDamaged  a file that is no profile
"""

from companion.errors import CompanionError


class CalibrationError(CompanionError):
    """Something cannot be calibrated, or was not."""


class NoLensSolution(CalibrationError):
    """No lens follows from these views."""


class ProfileError(CalibrationError):
    """What was calibrated cannot be saved or used."""


class NoProfile(ProfileError):
    """Nothing was calibrated for this yet."""


class SizeMismatch(ProfileError):
    """It was calibrated for pictures of another size."""


class DamagedProfile(ProfileError):
    """A file that is no profile."""
