"""Says where something lies, before a camera or in a photograph, that may be a card and was not taken."""

from collections.abc import Sequence
from typing import Protocol

from companion.storage.card_sizes import told_other_shape
from companion.words import Text, joined
from vision.faces.shown_cards import ShownCards
from vision.frame import Pixels, Quad, centre

PLACES = (
    (Text("at the upper left"), Text("at the top"), Text("at the upper right")),
    (Text("at the left"), Text("in the middle"), Text("at the right")),
    (Text("at the lower left"), Text("at the bottom"), Text("at the lower right")),
)
"""The parts of a picture, row by row."""


TYPED = "--size 56x87"
"""What is typed in a terminal for cards of another size."""


def told_doubtful(shown: ShownCards, pixels: Pixels, *, in_terminal: bool = False) -> Text | None:
    """Say what before a camera is not taken, and where it lies in its last picture; None if nothing is left out."""
    if shown.is_waiting:
        return Text(
            "there is print on the ground: what lies there now counts as a part of it. Lay the cards now, or lift them and lay"
            " them anew"
        )
    if not shown.doubtful:
        return None
    if shown.other_aspect is not None:
        says = told_other_shape(shown.size_mm, shown.other_aspect)
        return Text("{says} (for example `{option}`)", says=says, option=TYPED) if in_terminal else says
    return Text(
        "something is not taken ({places}): its edges are hardly those of a card. If it is a card, lay it anew, flat and whole,"
        " a finger's width from others",
        places=_places_of(shown.doubtful, pixels),
    )


class SearchedPhotograph(Protocol):
    """What was found in a photograph (see `ShownCards`)."""

    @property
    def doubtful(self) -> Sequence[Quad]: ...

    @property
    def other_aspect(self) -> float | None: ...

    @property
    def size_mm(self) -> tuple[float, float]: ...


def told_doubtful_in(file: str, found: SearchedPhotograph, pixels: Pixels) -> Text | None:
    """Say where in a photograph something lies that was not taken; None if nothing does."""
    if not found.doubtful:
        return None
    if found.other_aspect is not None:
        says = told_other_shape(found.size_mm, found.other_aspect)
        return Text("{file}: {says} (for example `{option}`)", file=file, says=says, option=TYPED)
    return Text(
        "{file}: something was not taken ({places}): its edges are hardly those of a card. If it is a card, lay it flat and"
        " whole, a finger's width from others, and photograph it again",
        file=file,
        places=_places_of(found.doubtful, pixels),
    )


def _places_of(doubtful: Sequence[Quad], pixels: Pixels) -> Text:
    height, width = pixels.shape[:2]
    parts = sorted({(int(3 * y / height), int(3 * x / width)) for x, y in map(centre, doubtful)})
    return joined([PLACES[min(row, 2)][min(column, 2)] for row, column in parts])
