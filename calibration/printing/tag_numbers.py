"""Gives tag numbers to cards: from 200 on, in the order of the catalogue.

Smaller numbers belong to mats, tokens and trays (docs/printing.md). A catalogue never gives a number to a
second card.
"""

from collections.abc import Iterable, Mapping

from companion.errors import CompanionError
from companion.words import Text

FIRST, LAST = 200, 586
"""First and last tag number for cards; the family AprilTag 36h11 ends with 586."""


def allocate_tags(refs: Iterable[str], known: Mapping[int, str]) -> dict[str, int]:
    """Gives a tag to each card: the one that it has already, or the lowest free number from 200 on.

    Raises `CompanionError` when there are more cards than numbers.
    """
    given = {ref: number for number, ref in known.items()}
    free = (number for number in range(FIRST, LAST + 1) if number not in known)
    for ref in refs:
        if ref not in given:
            number = next(free, None)
            if number is None:
                raise CompanionError(
                    Text(
                        "there are {count} tags for cards, {first} to {last}, and no more; print the others as QR codes",
                        count=LAST - FIRST + 1,
                        first=FIRST,
                        last=LAST,
                    )
                )
            given[ref] = number
    return given
