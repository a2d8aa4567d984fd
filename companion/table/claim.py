"""Claims a match for as long as this program plays it, so that no other program does."""

import os

from companion.clock import wall_ms
from companion.ids import MatchId
from companion.storage.claim import Claim, Claimant, lay_claim
from companion.storage.places import Places


def claimed(match: MatchId, where: Places, program: str, *, is_taken_over: bool = False) -> Claim:
    """Return the claim of a program such as `companion play`.

    Raises `PlayedElsewhere` when another program has the match open, unless `is_taken_over`.
    """
    claimant = Claimant(os.getpid(), program, wall_ms())
    return lay_claim(where.claims, match, claimant, is_taken_over=is_taken_over)
