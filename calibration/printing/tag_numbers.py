"""Which tag stands for which card: the numbers from 200 on, in the order of the catalogue.

Below are the tags of mats, tokens and trays. A number that a catalogue gave once is never given again to another card.
"""

from collections.abc import Iterable, Mapping

from companion.errors import CompanionError
from companion.words import Text

FIRST, LAST = 200, 586
"""The family 36h11 ends with 586."""


def allocated(refs: Iterable[str], known: Mapping[int, str]) -> dict[str, int]:
    """A tag for each card: the one it has already, or the lowest number from 200 on that no card has.

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
