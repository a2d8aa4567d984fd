"""`companion calibrate light`: measures whether the light is bright, white and even enough, and where a lamp dazzles."""

import argparse
from collections.abc import Callable

from calibration.walk_profiles import make_light_profile
from calibration.walks.light import LightWalk
from companion.cli.calibrate.table import add_guess, lens_for
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.walking import add_mat, add_source, expect_profiles_kept, keep, sight, walk_on
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)
    add_mat(parser, said)
    add_guess(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run; 0: measured and kept; 1: it could not be measured."""
    expect_profiles_kept(args)
    teller = Teller(args.lang)
    with sight(args, is_grey=False) as seen:
        teller.say(seen.source.describe())
        size_px = seen.first_frame().size_px
        lens = lens_for(args, seen)
        walk = LightWalk(seen.mat(args.mat, args.data), lens)
        walk_on(walk, seen, teller, args.patience)
    teller.result(walk.step)
    profile = make_light_profile(walk, seen.subject, size_px)
    if profile is None:
        return 1
    keep(seen, profile, teller)
    return 0
