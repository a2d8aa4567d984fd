"""Tells whether a card that was read may be another one when it is seen as a whole, in a small sketch.

The pixels that decide between two faces are few. Where shapes are hatched with fine lines, most of these pixels lie between the
lines, and look as empty as those of an empty shape; in the sketch, lines that are sharp and lines that are blurred are the same
tint. What glare or a token hides is left out of the sketch. But where the card looks there as another face does, it was not
hidden: an empty shape, if it is taken for a hatched one, looks like a hatched one under glare.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.face_group import FaceGroup
from vision.faces.light_fit import evened, unveiled
from vision.frame import Pixels

LEAST, LEAST_HIDDEN = 0.52, 0.45
"""The least margin of a face in the sketch, and the least where glare or a token hides a part. Of 4,870 looks at SET cards, 189
would be read as other cards without it: they had at most 0.49, and 0.34 where a part was hidden. 2.4 % of those that were read
right have less than is needed; drawn cards have 0.54 and more, and 0.52 under a lamp.
"""
UNLIKE = 0.1
"""By how much the sketches of two faces must differ, of 2 at most, so that they tell the two from each other."""
LEAST_LIKE, TWIN, MOST_HIDDEN = 0.9, 0.5, 0.1
"""The least likeness of the sketch to its face, by how much the sketch of another face differs at most for that to count, and
the share of the card that may be hidden then: a card that is less like it may be a twin that was not enrolled. Of 37 SET cards
that were so taken for another 32 had less, of 109 that were read right one, of 91 drawn ones, half of them under a lamp, one.
"""
LEAST_LIKE_EVENED = 0.96
"""The same where light is evened out, and a lamp's reflection taken out: these make a sketch unlike its face, and are no twin.
Of eight drawn cards under a lamp six have more, of 64 SET cards that were left out none, of seven that were not none.
"""
SKETCHED = 0.35
"""The likeness of the sketch to its face below which it tells nothing, because a lamp lies on a dark face."""
SURELY_LIKE, SURELY_UNLIKE, SURELY = 0.9, 0.15, 0.8
"""The least likeness of a sketch to its face, by how much that of another face must differ, and the margin between the two from
which the card is not that other one, whatever single pixels say.
"""
LOOKS_LIKE = 25
"""The grey levels by which a pixel may differ from that of another face and still look like it."""


def as_likely(
    group: FaceGroup,
    number: int,
    shown: NDArray[np.float32],
    usable: NDArray[np.bool_],
    in_sight: NDArray[np.bool_],
    ruled_out: Sequence[int] = (),
) -> int | None:
    """Return the other face that a card may be as well as the one over which it is laid; None if there is none.

    `shown`: the card in the light of that face; `usable`: what of it says something; `in_sight`: what of that neither glare nor
    anything else hides; (H, W, 3) each; `ruled_out`: faces that the card is surely not.
    """
    face, inside = group.pictures[number], group.inside[..., np.newaxis]
    seen = np.clip(shown, 0, 255).astype(np.uint8)
    tells, hidden = inside & in_sight, inside & usable & ~in_sight
    likeness, margins = group.sketch_margins(np.where(tells, seen, face), number, UNLIKE)
    if likeness < SKETCHED:
        return None
    least = LEAST
    if hidden.any():
        least = LEAST_HIDDEN
        _, open_margins = group.sketch_margins(np.where(tells | hidden, seen, face), number, UNLIKE)
        for other in np.flatnonzero(open_margins < least).tolist():
            looks_like = cv2.absdiff(seen, group.pictures[other]) < LOOKS_LIKE
            picture = np.where(tells | (hidden & looks_like), seen, face)
            margins[other] = min(margins[other], group.sketch_margins(picture, number, UNLIKE)[1][other])
    is_open = hidden.any(axis=2).sum() <= MOST_HIDDEN * group.inside.sum()
    twin = group.sketch_twin(number, UNLIKE, TWIN) if is_open and likeness < LEAST_LIKE else None
    if twin is not None and twin not in ruled_out:
        sight = np.asarray(tells.all(axis=2), np.float32)
        alike = max(
            float(group.sketch_of(face) @ _sketch_over(group, face, even, tells))
            for even in (evened(one, face, sight) for one in (shown, unveiled(shown, face, sight)))
        )
        if alike < LEAST_LIKE_EVENED:
            return twin
    margins[list(ruled_out)] = np.inf
    worst = int(margins.argmin())
    return worst if margins[worst] < least else None


def is_surely_not(
    group: FaceGroup,
    number: int,
    other: int,
    shown: NDArray[np.float32],
    in_sight: NDArray[np.bool_],
) -> bool:
    """Tell whether a card is as unlike another face, by what of it is in sight, as the face over which it is laid. Their
    pictures differ all over: where digits were as bright at enrolment as the camera can show, the few pixels that should decide
    tell nothing.
    """
    face, tells = group.pictures[number], group.inside[..., np.newaxis] & in_sight
    mine = group.sketch_of(face)
    here, there = (_sketch_over(group, face, one, tells) for one in (shown, group.pictures[other]))
    likeness, apart = float(mine @ here), 1 - float(mine @ there)
    is_clear = likeness >= SURELY_LIKE and apart >= SURELY_UNLIKE
    return is_clear and likeness - float(here @ there) >= SURELY * likeness * apart


def _sketch_over(
    group: FaceGroup, face: Pixels, shown: NDArray[Any], tells: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Return the sketch of a picture that lies over a face, with the face's own pixels where the picture tells nothing."""
    return group.sketch_of(np.where(tells, np.clip(shown, 0, 255).astype(np.uint8), face))
