"""`companion calibrate camera`: measures the lens with a board that somebody holds before the camera."""

import argparse
from collections.abc import Callable

from calibration.walk_profiles import NOT_KEPT, make_camera_profile
from calibration.walks.camera import CameraWalk
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.walking import add_source, expect_profiles_kept, keep, sight, walk_on
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run; 0: the lens is kept; 1: there is no lens, or a poor one that is not kept."""
    expect_profiles_kept(args)
    teller, walk = Teller(args.lang), CameraWalk()
    with sight(args) as seen:
        teller.say(seen.source.describe())
        teller.say(
            Text("print the calibration target with `companion print target`, and glue it on something flat")
        )
        walk_on(walk, seen, teller, args.patience)
    teller.result(walk.step)
    if walk.solved is None:
        return 1
    profile = make_camera_profile(walk, seen.subject)
    if profile is None:
        teller.say(NOT_KEPT)
        return 1
    keep(seen, profile, teller)
    return 0
