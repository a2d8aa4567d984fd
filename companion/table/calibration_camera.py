"""Opens the camera for a calibration, gives its newest frames, and finds the name under which its profiles are kept."""

from pathlib import Path
from urllib.parse import urlsplit

from calibration.camera_profiles import find_lens, find_table_map
from calibration.errors import CalibrationError
from calibration.profile import Profiles
from companion.mat import Mat, read_mat
from companion.rules.games import GAMES
from companion.storage.places import places
from companion.words import Text
from vision.detectors.tags import read_tags
from vision.errors import SourceLost
from vision.frame import Frame
from vision.lens import Lens
from vision.mat_watch import MATS, MIRRORED_TOLD, is_mirrored
from vision.picture_size import too_small
from vision.sources.newest_frame import NewestFrame
from vision.sources.pi_camera import read_settings
from vision.sources.source import MIRRORED, Source
from vision.sources.video_nodes import meant_camera
from vision.table_map import FEWEST_MARKERS, TableMap
from vision.virtual.named_tables import MAT, NAMED

DRIVERS = Path("/sys/class/video4linux")
FRAME_S = 5.0
"""A camera that gives no picture for so long is gone."""
LOOKS = 30
"""Frames in which the mat's game is looked for."""


class CalibrationCamera:
    """An open camera, and the calibrations that exist for it."""

    def __init__(self, words: str, data: str | None, source: Source) -> None:
        self.words = words
        self.source = source
        self.subject = camera_name(words)
        self.profiles = Profiles(places(data).calibration)
        self._newest: NewestFrame | None = None
        self._first: list[Frame] = []

    def open(self) -> None:
        """Open the camera. Raises `VisionError`.

        The camera is opened once to learn of errors, and then again by its thread.
        """
        self.source.open()
        if self.source.is_live:
            self.source.close()
            self._newest = NewestFrame(self.source)
            self._newest.start()

    def close(self) -> None:
        if self._newest is not None:
            self._newest.stop()
        self.source.close()

    def frame(self) -> Frame:
        """Return the next frame. Raises `SourceLost` or `EndOfPictures`."""
        if self._first:
            return self._first.pop(0)
        if self._newest is None:
            return self.source.read()
        frame = self._newest.take(FRAME_S)
        if frame is None:
            problem = self._newest.health().problem
            raise SourceLost(problem or Text("{source} gives no pictures", source=self.source.describe()))
        return frame

    def first_frame(self) -> Frame:
        """Return the next frame; `frame` will return the same one again."""
        frame = self.frame()
        self._first.append(frame)
        return frame

    # --- what was calibrated before

    def lens(self, size_px: tuple[int, int]) -> Lens | None:
        """Return the camera's lens for this size; None if it was never calibrated. Raises `ProfileError`."""
        return find_lens(self.profiles, self.subject, size_px)

    def table(self, mat: Mat, size_px: tuple[int, int]) -> TableMap | None:
        """Return the current map, if it belongs to this mat. Raises `ProfileError`."""
        return find_table_map(self.profiles, self.subject, mat.game, size_px)

    # --- which mat

    def mat(self, words: str | None, data: str | None) -> Mat:
        """Return the chosen mat, or the one whose markers are seen. Raises `CompanionError`."""
        if words is not None:
            return find_mat(words, data)
        if self.words.startswith(NAMED):
            return MAT
        known = [find_mat(game, data) for game in GAMES]
        for _ in range(LOOKS):
            frame = self.frame()
            seen = {tag.text for tag in read_tags(frame.grey)}
            counts = [sum(str(marker.id) in seen for marker in mat.markers) for mat in known]
            if max(counts) >= FEWEST_MARKERS:
                self._first.append(frame)
                return known[counts.index(max(counts))]
        frame = self.frame()
        if is_mirrored(frame.grey, MATS):
            raise CalibrationError(MIRRORED_TOLD)
        small = [too_small(mat, frame.size_px) for mat in known]
        if small[0] is not None and all(small):
            raise CalibrationError(small[0].told)
        raise CalibrationError(
            Text(
                "the camera sees no mat: let it see the whole mat, in good light, or name the "
                "mat with --mat GAME"
            )
        )


def find_mat(words: str, data: str | None) -> Mat:
    """Return the mat of a game, or the one in a file. Raises `CompanionError`."""
    # Imported here: YAML is only read where a mat is wanted.
    from companion.storage.catalogue import read_as  # noqa: PLC0415
    from companion.storage.shipped_data import mat_of  # noqa: PLC0415

    if words in GAMES:
        return mat_of(words, places(data).catalogues)
    path = Path(words)
    if not path.is_file():
        raise CalibrationError(
            Text("{words} is neither a game nor a file; games: {games}", words=words, games=", ".join(GAMES))
        )
    return read_as(path, read_mat)


def camera_name(words: str) -> str:
    """Return the name of a camera, which is the same on every port; an address without its password.

    All virtual tables have the same name.
    """
    if words.startswith(MIRRORED):
        return MIRRORED + camera_name(words.removeprefix(MIRRORED))
    words = meant_camera(words)
    if (settings := read_settings(words)) is not None:
        return settings.name
    device = f"video{words}" if words.isdigit() else Path(words).name if words.startswith("/dev/") else ""
    if device:
        try:
            return (DRIVERS / device / "name").read_text(encoding="utf-8").strip() or words
        except OSError:
            return words
    if words.startswith(NAMED):
        return NAMED.rstrip(":")
    if "://" in words:
        address = urlsplit(words)
        return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"
    return words
