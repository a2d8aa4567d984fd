"""`companion calibrate camera`: the lens, from a board that somebody holds."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.grade import Mark, worst
from calibration.profile import Kind, Profile, dated
from calibration.walks.camera import CameraWalk
from companion.cli.calibrate.seeing import add_source, keep, sight, walk_on
from companion.cli.calibrate.telling import Teller
from companion.words import Text
from vision.lens import lens_to_json


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
    if walk.solved is None or walk.step.report is None:
        return 1
    report, lens = walk.step.report, walk.solved.lens
    if worst([line.mark for line in report.lines[:2]]) is Mark.POOR:
        teller.say(Text("it is not kept; what was in force before stays"))
        return 1
    size_px = (lens.width_px, lens.height_px)
    now = dated(datetime.now(UTC))
    keep(seen, Profile(Kind.CAMERA, seen.subject, now, report, lens_to_json(lens), size_px), teller)
    return 0
