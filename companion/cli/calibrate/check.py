"""`companion calibrate check`: grades the calibration now; once, or repeatedly until it is stopped."""

import argparse
import json
from collections.abc import Callable

from calibration.check import CheckWalkthrough
from calibration.grade import CalibrationReport, GradeMark
from companion.backend.devices.camera import walk_on
from companion.cli.calibrate.walking import Teller, TypedCalibration, add_mat, add_source
from companion.codec import write
from companion.mat import Mat
from companion.table.calibration_camera import CalibrationCamera
from companion.words import Text
from vision.lens import Lens

EVERY_MS = 1000


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)
    add_mat(parser, said)
    parser.add_argument(
        "--live",
        action="store_true",
        help=said(Text("check again every second, until you stop the command with Ctrl-C")),
    )
    parser.add_argument("--json", action="store_true", help=said(Text("answer with one line of JSON")))


def run(args: argparse.Namespace) -> int:
    """Run; 0: all is good or fair; 1: something is poor."""
    teller = Teller(args.lang)
    desk = TypedCalibration(args)
    with desk.sight(is_grey=False) as seen:
        lens, mat = desk.lens(seen), desk.mat(seen)
        report = _checked(args, seen, mat, lens)
        _tell(args, teller, report)
        while args.live:
            _skip(seen)
            report = _checked(args, seen, mat, lens)
            teller.paper.blank()
            _tell(args, teller, report)
    return int(report.mark is GradeMark.POOR)


def _checked(
    args: argparse.Namespace, seen: CalibrationCamera, mat: Mat, lens: Lens | None
) -> CalibrationReport:
    check = CheckWalkthrough(mat, lens, seen.table(mat, seen.first_frame().size_px))
    walk_on(TypedCalibration(args), check, seen)
    assert check.step.report is not None, "a check that is over has its report"
    return check.step.report


def _tell(args: argparse.Namespace, teller: Teller, report: CalibrationReport) -> None:
    if args.json:
        print(
            json.dumps(
                {"mark": report.mark.value, "lines": [write(line) for line in report.lines]},
                ensure_ascii=False,
            )
        )
    else:
        teller.report(report)


def _skip(seen: CalibrationCamera) -> None:
    """Skip frames until the next check is due."""
    begun_ms = seen.frame().at_ms
    while seen.frame().at_ms - begun_ms < EVERY_MS:
        pass
