"""Which dice the table is waited on for: what a tower is asked to read.

A play that tells dice has a field for each, named as the die is: `strategy_roll {d6, d12}`.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.engine import Expectation

_DIE = re.compile(r"d[1-9][0-9]*\Z")


def dice_of(kind: type[Any]) -> tuple[str, ...]:
    """The dice that a play of this kind tells, in its order."""
    return tuple(field.name for field in dataclasses.fields(kind) if _DIE.match(field.name))


def dice_waited_for(kinds: Mapping[str, type[Any]], expects: Sequence[Expectation]) -> tuple[str, ...]:
    """The dice that are waited for now; none where different plays would take different ones, for then a person says
    which it is.
    """
    wanted = {dice_of(kinds[name]) for expected in expects for name in expected.plays if name in kinds} - {()}
    return wanted.pop() if len(wanted) == 1 else ()
