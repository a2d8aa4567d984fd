"""`companion calibrate dice`: learns the owner's own dice face by face, or measures their pips."""

import argparse
from collections.abc import Callable

from calibration.walk_profiles import add_virtual_hands, choose_walk, make_dice_profile
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.walking import add_source, expect_profiles_kept, keep, sight, walk_on
from companion.storage.places import places
from companion.words import Text
from vision.detectors.dice.definition import find_die, shipped_dice


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "die", metavar="DIE",
        help=said(Text("which dice: {dice}, or the file of a die's definition", dice=", ".join(shipped_dice()))),
    )  # fmt: skip
    add_source(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run; 0: the dice are learned and kept."""
    expect_profiles_kept(args)
    teller, die = Teller(args.lang), find_die(args.die)
    folder = places(args.data).dice
    with sight(args, is_grey=False) as seen:
        teller.say(seen.source.describe())
        walk = choose_walk(die)
        walk_on(add_virtual_hands(walk, die, seen.source), seen, teller, args.patience)
        profile = make_dice_profile(walk, die, folder)
        teller.result(walk.step)
        keep(seen, profile, teller)
    return 0
