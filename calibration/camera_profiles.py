"""What is known of a camera from the profiles on disk: its lens, and where the mat lay when it was looked at last."""

from calibration.profile import CalibrationKind, Profiles
from vision.lens import Lens, lens_from_json
from vision.table_map import TableMap, map_from_json


def lens_of(profiles: Profiles, subject: str, size_px: tuple[int, int]) -> Lens | None:
    """The lens of a camera at this size of picture; None when it was never calibrated. Raises `ProfileError`."""
    profile = profiles.find(CalibrationKind.CAMERA, subject, size_px)
    return None if profile is None else lens_from_json(profile.data)


def table_of(profiles: Profiles, subject: str, game: str, size_px: tuple[int, int]) -> TableMap | None:
    """The map in force, if it is of this game's mat. Raises `ProfileError`."""
    profile = profiles.find(CalibrationKind.TABLE, subject, size_px)
    if profile is None or profile.data.get("mat") != game:
        return None
    return map_from_json(profile.data["map"])
