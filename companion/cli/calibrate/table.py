"""`companion calibrate table`: finds where the mat lies under the camera."""

import argparse
from collections.abc import Callable

from calibration.walk_profiles import make_table_profile
from calibration.walks.table import TableWalk
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.walking import add_mat, add_source, expect_profiles_kept, keep, sight, walk_on
from companion.table.sight import Sight
from companion.words import Text
from vision.lens import Lens


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_source(parser, said)
    add_mat(parser, said)
    add_guess(parser, said)


def add_guess(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "--guess-lens",
        action="store_true",
        help=said(Text("do not use the calibrated lens: guess the lens from the mat")),
    )


def lens_for(args: argparse.Namespace, seen: Sight) -> Lens | None:
    """Return the lens of the camera for its present size. Raises `ProfileError`."""
    return None if args.guess_lens else seen.lens(seen.first_frame().size_px)


def run(args: argparse.Namespace) -> int:
    """Run; 0: kept; 1: the mat was not found."""
    expect_profiles_kept(args)
    teller = Teller(args.lang)
    with sight(args) as seen:
        teller.say(seen.source.describe())
        lens = lens_for(args, seen)
        mat = seen.mat(args.mat, args.data)
        teller.say(Text("mat: {game}", game=mat.game))
        walk = TableWalk(mat, lens)
        walk_on(walk, seen, teller, args.patience)
    teller.result(walk.step)
    profile = make_table_profile(walk, seen.subject, mat.game)
    if profile is None:
        return 1
    keep(seen, profile, teller)
    return 0
