"""Lists what can be calibrated, with the newest profile of each."""

from collections.abc import Sequence
from datetime import UTC, datetime

from calibration.profile import CalibrationKind, Profile, Profiles
from companion.backend.devices.device_kind import STANDING, DeviceCalibration
from companion.backend.devices.registry import DEVICES
from companion.backend.interface import CalibrationStatus
from companion.storage.places import Places
from companion.words import Text


def calibration_of(kind: CalibrationKind) -> DeviceCalibration:
    """Return the calibration of a kind."""
    return next(one for device in DEVICES.values() for one in device.calibrations if one.kind is kind)


def calibrations(where: Places) -> Sequence[CalibrationStatus]:
    """List everything that can be calibrated, with its status."""
    found = list(Profiles(where.calibration).all())
    return tuple(
        _status(device.name, one, [profile for profile in found if profile.kind is one.kind])
        for device in DEVICES.values()
        for one in device.calibrations
    )


def _status(device: str, one: DeviceCalibration, profiles: Sequence[Profile]) -> CalibrationStatus:
    standing, says = "", Text("never done")
    if profiles:
        newest = max(profiles, key=lambda profile: profile.at)
        standing = STANDING[newest.report.mark]
        says = Text(
            "{subject}: {mark}, age in days: {days}",
            subject=", ".join(sorted({profile.subject for profile in profiles}))[:60],
            mark=newest.report.mark.says,
            days=newest.age_days(datetime.now(UTC)),
        )
    return CalibrationStatus(one.kind, one.title, one.needs, device, standing, says, one.dice())
