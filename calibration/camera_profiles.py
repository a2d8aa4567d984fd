"""Finds the saved lens of a camera and the saved map of its table."""

from calibration.profile import CalibrationKind, Profiles
from vision.lens import Lens, lens_from_json
from vision.table_map import TableMap, map_from_json


def find_lens(profiles: Profiles, subject: str, size_px: tuple[int, int]) -> Lens | None:
    """Find the lens of a camera for this picture size; None if it was never calibrated.

    Raises `SizeMismatch` if the camera was calibrated for another size only, `DamagedProfile` for a file that
    cannot be read.
    """
    profile = profiles.find(CalibrationKind.CAMERA, subject, size_px)
    return None if profile is None else lens_from_json(profile.data)


def find_table_map(profiles: Profiles, subject: str, game: str, size_px: tuple[int, int]) -> TableMap | None:
    """Find the saved map of a camera's table; None if there is none for this game's mat.

    Raises `ProfileError`.
    """
    profile = profiles.find(CalibrationKind.TABLE, subject, size_px)
    if profile is None or profile.data.get("mat") != game:
        return None
    return map_from_json(profile.data["map"])
