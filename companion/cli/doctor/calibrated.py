"""Checks the calibrations: how good and how old they are, which are damaged, and which are missing."""

from datetime import UTC, datetime

from calibration.grade import GradeMark
from calibration.profile import Profile, Profiles
from companion.backend.devices.registry import DEVICES
from companion.backend.findings import Finding, FindingLevel
from companion.storage.places import Places
from companion.words import Text


def calibration(where: Places) -> list[Finding]:
    """Yield a finding for each calibration, each damaged file, and each missing calibration."""
    profiles = Profiles(where.calibration)
    in_force = list(profiles.all())
    found = [_profile(profile, datetime.now(UTC)) for profile in in_force]
    found += [
        Finding(Text("calibration"), FindingLevel.BROKEN, problem.message, f"rm {path}")
        for path, problem in profiles.damaged()
    ]
    wanted = [one.kind for kind in DEVICES.values() for one in kind.calibrations if one.is_wanted]
    missing = [kind for kind in wanted if kind not in {profile.kind for profile in in_force}]
    return found + [
        Finding(
            Text("calibration: {kind}", kind=Text(kind.value)),
            FindingLevel.WARN,
            Text("never done"),
            f"companion calibrate {kind.value}",
        )
        for kind in missing
    ]


def _profile(profile: Profile, now: datetime) -> Finding:
    size = " x ".join(map(str, profile.size_px))
    what = Text("calibration: {kind}", kind=Text(profile.kind.value))
    says = Text(
        "{subject} {size}: {mark}, {days} days ago",
        subject=profile.subject, size=size, mark=Text(profile.report.mark.value), days=profile.age_days(now),
    )  # fmt: skip
    is_poor = profile.report.mark is GradeMark.POOR
    again = f"companion calibrate {profile.kind.value}" if is_poor else None
    return Finding(what, FindingLevel.WARN if is_poor else FindingLevel.OK, says, again)
