"""Saves calibrations: one file for each camera and picture size, with its date and its report.

    DATA/calibration/camera-usb-cam-5d1f-1920x1080.json            in force
    DATA/calibration/before/camera-usb-cam-5d1f-1920x1080-20250131-201500.json    an earlier one

    {"form": 1, "kind": "camera", "subject": "USB Cam", "size_px": [1920, 1080], "at": "2025-01-31T20:15:00+00:00",
     "report": [...], "data": {...}}

A new file is written completely beside the old one, then takes its name: after a power cut there is the old
file or the new one. A lens of another picture size is refused, because its results would be wrong without
looking wrong.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from calibration.errors import DamagedProfile, NoProfile, ProfileError, SizeMismatch
from calibration.grade import CalibrationReport, GradedMeasure
from companion.codec import Range, read, write
from companion.errors import Malformed
from companion.storage.kept_files import make_folder, replace_file
from companion.system_errors import system_says
from companion.words import N_, Text

FORM = 1
"""Version of the file format."""
BEFORE = "before"
"""Folder of earlier profiles."""
LONGEST_NAME = 60
"""Most characters of a subject that a file name takes. File systems allow 255 in all; kind, size and date stand in it too.
"""


class CalibrationKind(StrEnum):
    """Names what is calibrated, as it is typed in commands and stands in file names."""

    CAMERA = "camera"
    TABLE = "table"
    LIGHT = "light"
    DICE = "dice"
    TOWER = "tower"
    SOUND = "sound"


N_("camera"), N_("table"), N_("light"), N_("dice"), N_("tower"), N_("sound")


@dataclass(frozen=True, slots=True)
class Profile:
    """Holds one saved calibration."""

    kind: CalibrationKind
    subject: str
    """Name of the camera, the tower or the device."""
    at: str
    """Date and time in ISO 8601, with a time zone."""
    report: CalibrationReport
    data: Any
    size_px: tuple[int, ...] = ()
    """Width and height of the pictures; empty where there is no picture."""
    form: Annotated[int, Range(1, None)] = FORM

    def age_days(self, at: datetime) -> int:
        """Return how many whole days old the profile is at a time."""
        return (at - datetime.fromisoformat(self.at)).days


def written_now() -> str:
    """Write the time now as profiles hold it: ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Profiles:
    """Reads and writes the profiles of a folder; the first save creates the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, profile: Profile) -> Path:
        """Save a profile and keep the earlier one in `before/`; return its path. Raises `CompanionError`."""
        path = self._path(profile.kind, profile.subject, profile.size_px)
        try:
            make_folder(self.folder)
            self._keep(path)
        except OSError as problem:
            said = system_says(problem)
            raise ProfileError(
                Text("{file} cannot be written: {problem}", file=str(path), problem=said)
            ) from problem
        replace_file(path, f"{json.dumps(_to_json(profile), ensure_ascii=False, indent=1)}\n".encode())
        return path

    def load(self, kind: CalibrationKind, subject: str, size_px: tuple[int, ...] = ()) -> Profile:
        """Read the profile in force. Raises `NoProfile`, `SizeMismatch` or `DamagedProfile`."""
        path = self._path(kind, subject, size_px)
        if path.exists():
            return _read(path)
        others = [profile.size_px for profile in self.all(kind) if profile.subject == subject]
        if others and size_px:
            raise SizeMismatch(
                Text(
                    "{subject} was calibrated for pictures of {known}, not of {size}: set the camera back, or run `companion calibrate {kind}` for the new size",
                    subject=subject, known=", ".join(_by(one) for one in others), size=_by(size_px), kind=kind.value,
                )
            )  # fmt: skip
        raise NoProfile(
            Text(
                "{subject} is not calibrated yet: run `companion calibrate {kind}`",
                subject=subject,
                kind=kind.value,
            )
        )

    def find(self, kind: CalibrationKind, subject: str, size_px: tuple[int, ...] = ()) -> Profile | None:
        """Read the profile in force; None if the subject was never calibrated.

        Raises `SizeMismatch` or `DamagedProfile`.
        """
        with suppress(NoProfile):
            return self.load(kind, subject, size_px)
        return None

    def all(self, kind: CalibrationKind | None = None) -> Iterator[Profile]:
        """Yield every profile in force; files that cannot be read are left out."""
        for _, found in self._each():
            if isinstance(found, Profile) and kind in (None, found.kind):
                yield found

    def damaged(self) -> Iterator[tuple[Path, ProfileError]]:
        """Yield every file that cannot be read, with the reason; `all` has the others."""
        for path, found in self._each():
            if isinstance(found, ProfileError):
                yield path, found

    def _each(self) -> Iterator[tuple[Path, Profile | ProfileError]]:
        for path in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else ():
            try:
                yield path, _read(path)
            except ProfileError as problem:
                yield path, problem

    def before(self, kind: CalibrationKind, subject: str, size_px: tuple[int, ...] = ()) -> list[Path]:
        """List the files of earlier profiles, the oldest first."""
        stem = self._path(kind, subject, size_px).stem
        is_earlier = re.compile(rf"{re.escape(stem)}-\d{{8}}-\d{{6}}(-\d+)?").fullmatch
        return sorted(path for path in (self.folder / BEFORE).glob("*.json") if is_earlier(path.stem))

    def _path(self, kind: CalibrationKind, subject: str, size_px: tuple[int, ...]) -> Path:
        size = f"-{'x'.join(map(str, size_px))}" if size_px else ""
        return self.folder / f"{kind.value}-{_plain(subject)}{size}.json"

    def _keep(self, path: Path) -> None:
        """Give the file in force a second name in `before/`, so that it survives the next save."""
        if not path.exists():
            return
        make_folder(self.folder / BEFORE)
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y%m%d-%H%M%S")
        kept = self.folder / BEFORE / f"{path.stem}-{when}.json"
        again = 1
        while kept.exists() and not kept.samefile(path):
            # Two were saved within one second.
            again += 1
            kept = kept.with_name(f"{path.stem}-{when}-{again}.json")
        if not kept.exists():
            _link(path, kept)


def _link(path: Path, kept: Path) -> None:
    try:
        kept.hardlink_to(path)
    except OSError:  # FAT, the file system of memory sticks, has no hard links.
        replace_file(kept, path.read_bytes())


def _read(path: Path) -> Profile:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, dict) and isinstance(data.get("form"), int) and data["form"] > FORM:
            raise DamagedProfile(
                Text(
                    "{file} was made by a later version of this program: install that version", file=str(path)
                )
            )
        profile = _from_json(data)
        if datetime.fromisoformat(profile.at).tzinfo is None:
            raise Malformed("at", Text("the time zone is missing"))
    except (OSError, ValueError, RecursionError, Malformed) as problem:
        said = problem.problem if isinstance(problem, Malformed) else _said(problem)
        raise DamagedProfile(
            Text(
                "{file} cannot be read as a calibration: {problem}; delete it and calibrate again",
                file=str(path),
                problem=said,
            )
        ) from problem
    return profile


def _said(problem: Exception) -> Text:
    if isinstance(problem, OSError):
        return system_says(problem)
    return Text("its content cannot be read ({words})", words=str(problem)[:120])


def _to_json(profile: Profile) -> Any:
    return {**write(profile), "report": [write(line) for line in profile.report.lines]}


def _from_json(data: Any) -> Profile:
    """Read a profile from its JSON. Raises `Malformed`."""
    if not isinstance(data, dict) or not isinstance(data.get("report"), list):
        raise Malformed("report", Text("there must be a list here"))
    lines = tuple(read(GradedMeasure, line, f"report[{n}]") for n, line in enumerate(data["report"]))
    rest = {key: value for key, value in data.items() if key != "report"}
    return replace(read(Profile, {**rest, "report": {"lines": []}}), report=CalibrationReport(lines))


def _plain(subject: str) -> str:
    """Turn a subject into a readable part of a file name that no other subject has."""
    mark = hashlib.blake2s(subject.encode(), digest_size=2).hexdigest()
    ascii_only = unicodedata.normalize("NFKD", subject).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")[:LONGEST_NAME]
    return f"{words or 'unnamed'}-{mark}"


def _by(size_px: tuple[int, ...]) -> str:
    return " x ".join(map(str, size_px))
