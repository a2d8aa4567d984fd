"""The matches that this program plays are claimed for as long, so that no other program plays them meanwhile."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.cli.main import COMMANDS
from companion.cli.places import Places
from companion.clock import wall_ms
from companion.errors import PlayedElsewhere
from companion.ids import MatchId
from companion.storage.claim import Claim, Claimant, lay_claim
from companion.words import Text


def claimed(match: MatchId, where: Places, *, is_taken_over: bool = False) -> Claim:
    """Raises `PlayedElsewhere` when another program has it open, unless it is to be taken over."""
    command = next((word for word in sys.argv[1:] if word in COMMANDS), "")
    claimant = Claimant(os.getpid(), f"companion {command}".strip(), wall_ms())
    return lay_claim(where.claims, match, claimant, is_taken_over=is_taken_over)


def add_take_over(parser: ArgumentParser, said: Callable[[Text], str]) -> None:
    """The option of a command that goes on with a match."""
    parser.add_argument(
        "--take-over",
        action="store_true",
        help=said(Text("go on with it even if another program has it open, which then keeps nothing more")),
    )


@contextmanager
def way_on_told() -> Iterator[None]:
    """Who cannot open a match is told what to type."""
    try:
        yield
    except PlayedElsewhere as problem:
        raise PlayedElsewhere(
            Text(
                "{problem}; close it there, or go on with it here with --take-over: the other one then keeps nothing more",
                problem=problem.message,
            )
        ) from problem
