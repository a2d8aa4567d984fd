"""The camera for as long as a calibration runs: opened, its newest frames, and its name by which profiles are kept."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from calibration.camera_profiles import lens_of, table_of
from calibration.errors import CalibrationError
from calibration.profile import Profile, Profiles
from calibration.walkthrough import Walkthrough, WalkthroughReply
from companion.cli.calibrate.telling import Teller, has_pressed_enter
from companion.cli.places import places
from companion.mat import Mat, read_mat
from companion.rules.games import GAMES
from companion.words import Text
from vision.detectors.tags import read_tags
from vision.errors import EndOfPictures, SourceLost
from vision.frame import Frame
from vision.lens import Lens
from vision.sources.choose import source_for
from vision.sources.newest import NewestFrame
from vision.sources.source import Source
from vision.table_map import TableMap
from vision.virtual.scenes import MAT, NAMED

DRIVERS = Path("/sys/class/video4linux")
FRAME_S = 5.0
"""A camera that gives no picture for so long is gone."""
LOOKS = 30
"""Frames in which the mat's game is looked for."""


def add_source(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    """Every action with a camera takes its source."""
    parser.add_argument(
        "--source", metavar="SOURCE", default="0",
        help=said(Text(
            "the camera: 0, /dev/video2, http://PHONE:8080/video, rtsp://…, a video, a folder of pictures, or"
            " virtual:table, virtual:lamp, virtual:board, virtual:dice; without it, camera 0"
        )),
    )  # fmt: skip
    parser.add_argument(
        "--patience", type=int, default=180, metavar="SECONDS",
        help=said(Text("give up when nothing was gained for so long")),
    )  # fmt: skip


def add_mat(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    """Actions that look at the mat may be told which."""
    parser.add_argument(
        "--mat", metavar="GAME",
        help=said(Text("whose mat it is: {games}, or the file of a mat; without it, the one that is seen",
                       games=", ".join(GAMES))),
    )  # fmt: skip


class Sight:
    """One open camera, and what was calibrated for it."""

    def __init__(self, words: str, data: str | None, source: Source) -> None:
        self.words = words
        self.source = source
        self.subject = camera_name(words)
        self.profiles = Profiles(places(data).calibration)
        self._newest: NewestFrame | None = None
        self._first: list[Frame] = []

    def open(self) -> None:
        """Raises `VisionError`. A camera is opened once to hear why it cannot be, then kept by a thread."""
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
        """The next frame. Raises `SourceLost` or `EndOfPictures`."""
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
        """The next frame, which is given out once more."""
        frame = self.frame()
        self._first.append(frame)
        return frame

    # --- what was calibrated before

    def lens(self, size_px: tuple[int, int]) -> Lens | None:
        """The camera's lens at this size; None when it was never calibrated. Raises `ProfileError`."""
        return lens_of(self.profiles, self.subject, size_px)

    def table(self, mat: Mat, size_px: tuple[int, int]) -> TableMap | None:
        """The map in force, if it is of this mat. Raises `ProfileError`."""
        return table_of(self.profiles, self.subject, mat.game, size_px)

    # --- which mat

    def mat(self, words: str | None, data: str | None) -> Mat:
        """The mat that is meant, or the one whose markers are seen. Raises `CompanionError`."""
        if words is not None:
            return find_mat(words, data)
        if self.words.startswith(NAMED):
            return MAT
        known = [find_mat(game, data) for game in GAMES]
        for _ in range(LOOKS):
            frame = self.frame()
            seen = {tag.text for tag in read_tags(frame.grey)}
            counts = [sum(str(marker.id) in seen for marker in mat.markers) for mat in known]
            if max(counts) >= 2:
                self._first.append(frame)
                return known[counts.index(max(counts))]
        raise CalibrationError(
            Text(
                "no mat is to be seen: let the camera see it whole, in good light; or name it with --mat GAME"
            )
        )


def find_mat(words: str, data: str | None) -> Mat:
    """A game's mat, or the one in a file. Raises `CompanionError`."""
    # Imported here: YAML is only read where a mat is wanted.
    from companion.storage.catalogue import read_as  # noqa: PLC0415
    from companion.storage.mats import mat_of  # noqa: PLC0415

    if words in GAMES:
        return mat_of(words, places(data).catalogues)
    path = Path(words)
    if not path.is_file():
        raise CalibrationError(
            Text("{words} is no game and no file; games: {games}", words=words, games=", ".join(GAMES))
        )
    return read_as(path, read_mat)


@contextmanager
def sight(args: argparse.Namespace, *, is_grey: bool = True) -> Iterator[Sight]:
    """The camera that was asked for, open. Raises `VisionError`."""
    seen = Sight(args.source, args.data, source_for(args.source, is_grey=is_grey, is_paced=False))
    try:
        seen.open()
        yield seen
    finally:
        seen.close()


def camera_name(words: str) -> str:
    """What a camera is called by itself, so that it is known again on another port; an address without its password.
    All virtual tables have one camera.
    """
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


def walk_on(walk: Walkthrough[Frame], seen: Sight, teller: Teller, patience_s: int) -> None:
    """Feed frames and answers until it is over. Raises `CalibrationError` when nothing was gained for too long."""
    gained: tuple[int, str] | None = None
    since_ms = 0
    while not walk.step.is_over:
        _answer(walk, teller)
        try:
            frame = seen.frame()
        except EndOfPictures as end:
            raise CalibrationError(
                Text("{end}; what was still wanted: {hint}", end=end.message, hint=walk.step.hint)
            ) from end
        step = walk.feed(frame)
        teller.tell(step)
        now = (step.done, step.hint.template)
        if now != gained or step.waits:
            gained, since_ms = now, frame.at_ms
        if frame.at_ms - since_ms > 1000 * patience_s:
            raise CalibrationError(
                Text(
                    "nothing was gained for {seconds} s; what was wanted: {hint}",
                    seconds=patience_s, hint=step.hint,
                )
            )  # fmt: skip


def _answer(walk: Walkthrough[Frame], teller: Teller) -> None:
    """Have a person answer, if a step waits for it; take it, if one is said meanwhile."""
    step = walk.step
    if step.waits:
        answer = teller.ask(step)
        if answer is None:
            raise CalibrationError(Text("nobody answered: this wants somebody at the keyboard"))
        walk.answer(answer)
    elif WalkthroughReply.READY in step.answers and has_pressed_enter():
        walk.answer(WalkthroughReply.READY)


def keep(seen: Sight, profile: Profile, teller: Teller) -> None:
    """Put a profile in force, and say so."""
    path = seen.profiles.save(profile)
    teller.say(Text("kept in {file}", file=str(path)))
