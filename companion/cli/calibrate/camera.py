"""`companion calibrate camera`: the lens, from a board that somebody holds."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.grade import GradeMark, worst
from calibration.profile import CalibrationKind, Profile, dated
from calibration.walks.camera import CameraWalk
from companion.cli.calibrate.seeing import add_source, keep, sight, walk_on
from companion.cli.calibrate.telling import Teller
from companion.words import Text
from vision.lens import lens_to_json

NOT_KEPT = Text("it is not kept; what was in force before stays")


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)


def run(args: argparse.Namespace) -> int:
    """0: kept; 1: no lens, or a poor one that is not kept."""
    teller, walk = Teller(args.lang), CameraWalk()
    with sight(args) as seen:
        teller.say(seen.source.describe())
        teller.say(Text("print the board with `companion print target`, and glue it on something flat"))
        walk_on(walk, seen, teller, args.patience)
    teller.result(walk.step)
    if walk.solved is None:
        return 1
    profile = profile_of(walk, seen.subject)
    if profile is None:
        teller.say(NOT_KEPT)
        return 1
    keep(seen, profile, teller)
    return 0


def profile_of(walk: CameraWalk, subject: str) -> Profile | None:
    """What is kept of a walk that is over; None of one without a lens, or with a poor one."""
    if walk.solved is None or walk.step.report is None:
        return None
    report, lens = walk.step.report, walk.solved.lens
    if worst([line.mark for line in report.lines[:2]]) is GradeMark.POOR:
        return None
    size_px = (lens.width_px, lens.height_px)
    return Profile(
        CalibrationKind.CAMERA, subject, dated(datetime.now(UTC)), report, lens_to_json(lens), size_px
    )
