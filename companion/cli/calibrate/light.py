"""`companion calibrate light`: bright, white and even enough, and where the lamp is in the way."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.profile import CalibrationKind, Profile, dated
from calibration.walks.light import LightWalk
from companion.cli.calibrate.seeing import add_mat, add_source, keep, sight, walk_on
from companion.cli.calibrate.table import add_guess, lens_for
from companion.cli.calibrate.telling import Teller
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)
    add_mat(parser, said)
    add_guess(parser, said)


def run(args: argparse.Namespace) -> int:
    """0: measured and kept; 1: it could not be measured."""
    teller = Teller(args.lang)
    with sight(args, is_grey=False) as seen:
        teller.say(seen.source.describe())
        size_px = seen.first_frame().size_px
        lens = lens_for(args, seen)
        walk = LightWalk(seen.mat(args.mat, args.data), lens)
        walk_on(walk, seen, teller, args.patience)
    teller.result(walk.step)
    profile = profile_of(walk, seen.subject, size_px)
    if profile is None:
        return 1
    keep(seen, profile, teller)
    return 0


def profile_of(walk: LightWalk, subject: str, size_px: tuple[int, int]) -> Profile | None:
    """What is kept of a walk that is over; None where the light could not be measured."""
    report = walk.step.report
    if walk.lit is None or report is None:
        return None
    spots = [
        {"place": spot.place.value, "zone": spot.zone, "area_mm2": spot.area_mm2} for spot in walk.lit.spots
    ]
    return Profile(
        CalibrationKind.LIGHT, subject, dated(datetime.now(UTC)), report, {"glare": spots}, size_px
    )
