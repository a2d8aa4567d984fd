"""Tells whether a picture has enough pixels to read a table."""

import math
from dataclasses import dataclass

from companion.mat import Mat
from companion.words import Text

COARSE_PX_PER_MM, SURE_PX_PER_MM = 1.35, 1.75
"""The scales below which a picture is coarse, and from which cards are read reliably. The codes of the decks
have modules of 1.3 mm: at 1.75 px a module half are read, at 2.25 all but one in a hundred (docs/truth.md).
"""


@dataclass(frozen=True, slots=True)
class TooSmall:
    """A picture with too few pixels: how many it has, across and down, and how many it needs at least."""

    size_px: tuple[int, int]
    least_px: tuple[int, int]

    @property
    def told(self) -> Text:
        """The same for people."""
        (across, down), (least_across, least_down) = self.size_px, self.least_px
        return Text(
            "the picture has only {across} by {down} pixels, too few to read a table: choose pictures of at least {least_across}"
            " by {least_down} pixels at the camera or in its app",
            across=str(across),
            down=str(down),
            least_across=str(least_across),
            least_down=str(least_down),
        )


def too_small(mat: Mat, size_px: tuple[int, int]) -> TooSmall | None:
    """Tell how much too small a picture is; None if cards can be read on a mat that fills it, upright or turned."""
    sides_mm = sorted((mat.width_mm, mat.height_mm))
    if min(px / mm for px, mm in zip(sorted(size_px), sides_mm, strict=True)) >= COARSE_PX_PER_MM:
        return None
    short_px, long_px = (math.ceil(SURE_PX_PER_MM * mm) for mm in sides_mm)
    is_upright = size_px[1] > size_px[0]
    return TooSmall(size_px, (short_px, long_px) if is_upright else (long_px, short_px))


def told_coarse(px_per_mm: float) -> Text:
    """Tell people that a mat is seen too small."""
    return Text(
        "the picture is too coarse: where cards are furthest from the camera it has {px} pixels per "
        "millimetre, and cards are read reliably from {sure} on; bring the camera nearer, or choose larger "
        "pictures",
        px=f"{px_per_mm:.2f}",
        sure=f"{SURE_PX_PER_MM:.2f}",
    )
