"""Makes frames of one size and one sharpness out of a phone's pictures, which are small while something moves.

small picture ─► where it differs from the last full one ─► enlarged there, full picture elsewhere ─► frame
    full picture  ─► frame, and what the next small ones are compared with
    photograph    ─► moved over the video picture (see `photo_fit`) ─► as a full picture

What rests so has the same pixels in every frame. If small pictures were only enlarged, all print on the table would
seem to change whenever the phone sends another size.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Grey, Pixels, to_grey

# --- photo fit
# Moves a photograph over the picture of the same phone's video, so that things lie at the same pixels in both.
#
# A photograph has more pixels, another shape (4:3 for 16:9), and a somewhat larger field of view than the video,
# which is cropped to steady it; its brightness may differ too. Its middle part is taken, and an affine map brings
# it onto the video picture (enhanced correlation coefficient, Evangelidis and Psarakis 2008; OpenCV has it).

COMPARED_PX = 480
"""The width at which both are compared."""
STEPS, GAIN = 60, 1e-4
"""The most steps of the search, and the gain below which it ends."""
FITTED_ALIKE = 0.85
"""The least correlation of a photograph of the same view. Checked on the virtual table: the same view has 0.95 and
more, a table from which a hand took a card 0.9, another view less than 0.6.
"""
FURTHEST = 0.15
"""The most that the map may move or stretch the middle part, as a share of it."""


def fitted(photo: Pixels, video: Grey, size: tuple[int, int]) -> Pixels | None:
    """Return the photograph as the video would show it, at a size (width, height); None if it shows something
    else.
    """
    middle = _middle_part(photo, video.shape[0] / video.shape[1])
    compared = COMPARED_PX, max(1, round(COMPARED_PX * video.shape[0] / video.shape[1]))
    there = cv2.resize(video, compared, interpolation=cv2.INTER_AREA)
    here = cv2.resize(to_grey(middle), compared, interpolation=cv2.INTER_AREA)
    found = _map(there, here)
    if found is None:
        return None
    # From px of the frame to px of the photograph's middle part.
    enlarge = np.diag([compared[0] / size[0], compared[1] / size[1], 1.0])
    widen = np.diag([middle.shape[1] / compared[0], middle.shape[0] / compared[1], 1.0])
    whole = widen @ np.vstack([found, [0, 0, 1]]) @ enlarge
    frame = cv2.warpAffine(
        middle,
        whole[:2],
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _as_bright(frame, cv2.resize(to_grey(frame), compared, interpolation=cv2.INTER_AREA), there)


def _middle_part(photo: Pixels, shape: float) -> Pixels:
    """Return the largest middle part with a ratio of height to width."""
    height, width = photo.shape[:2]
    if height > width * shape:
        kept = round(width * shape)
        top = (height - kept) // 2
        return photo[top : top + kept]
    kept = round(height / shape)
    left = (width - kept) // 2
    return photo[:, left : left + kept]


def _map(there: Grey, here: Grey) -> Pixels | None:
    """Return the (2, 3) map from px of the video to px of the photograph; None if they show different things."""
    found: Pixels = np.eye(2, 3, dtype=np.float32)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, GAIN)
    try:
        alike, moved = cv2.findTransformECC(there, here, found, cv2.MOTION_AFFINE, ends)
    except cv2.error:  # It raises where the search does not converge: nothing is alike.
        return None
    found = np.asarray(moved)
    strays = np.abs(found[:, :2] - np.eye(2)).max() > FURTHEST
    strays = strays or np.abs(found[:, 2]).max() > FURTHEST * there.shape[1]
    return None if alike < FITTED_ALIKE or strays else found


def _as_bright(frame: Pixels, here: Grey, there: Grey) -> Pixels:
    """Return a photograph with the mean and the contrast of the video."""
    gain = float(np.clip(there.std() / max(1.0, here.std()), 0.6, 1.6))
    shift = float(there.mean() - gain * here.mean())
    levels = np.clip(gain * np.arange(256) + shift, 0, 255).astype(np.uint8)
    return cv2.LUT(frame, levels)


# --- composer

COARSE_PX = 320
"""The width at which pictures are compared: fine print and the noise of JPEG are averaged away, and a card is
still 20 px wide. Chosen, and checked on the virtual table.
"""
DIFFERS = 14
"""The difference in grey levels that counts there, beyond what all of the picture differs by."""
RELIT = 24
"""If all of the picture differs by more grey levels, the light is another one, and nothing is kept of the last
full picture.
"""
GROWN_PX = 2
"""How far around a difference the small picture is taken, in px of the coarse one."""
PHOTO_PX = 2560
"""The longest side of the frames of a phone that takes photographs."""
ALIKE = 0.01
"""How much the shapes of two pictures of one camera may differ, as a share of the width."""


@dataclass(slots=True)
class _Full:
    """The last full picture, and the coarse grey copy of what the video showed then."""

    pixels: Pixels
    coarse: Grey


class PictureComposer:
    """Makes the frames of one phone; its pictures are (H, W) uint8 grey or (H, W, 3) uint8 BGR."""

    def __init__(self) -> None:
        self._full: _Full | None = None
        self._video: Grey | None = None
        """The last picture of the video, by which a photograph is moved."""
        self.has_changed = False
        """Whether the last small picture differed from the last full one."""

    def small(self, pixels: Pixels) -> Pixels | None:
        """Return the frame of a small picture; None before the first full one, or if the phone was turned."""
        self._video = to_grey(pixels)
        full = self._full
        if full is None or not _is_alike(pixels, full.pixels):
            self.has_changed = True
            return None
        differs = _differs(_coarse(self._video), full.coarse)
        self.has_changed = bool(differs.any())
        if not self.has_changed:
            return full.pixels
        size = full.pixels.shape[1], full.pixels.shape[0]
        mask = cv2.resize(differs, size, interpolation=cv2.INTER_NEAREST)
        frame = full.pixels.copy()
        cv2.copyTo(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), mask, frame)
        return frame

    def full(self, pixels: Pixels) -> Pixels:
        """Return the frame of a full picture of the video."""
        self._video = to_grey(pixels)
        return self._keep(self.sized(pixels))

    def photo(self, pixels: Pixels) -> Pixels | None:
        """Return the frame of a photograph; None if it does not show what the video shows."""
        if self._video is None:
            return None
        full = self._full
        size = _photo_size(self._video) if full is None else (full.pixels.shape[1], full.pixels.shape[0])
        frame = fitted(pixels, self._video, size)
        # The video is what the next small pictures are compared with: a photograph is lit otherwise.
        return None if frame is None else self._keep(frame, self._video)

    def shot(self, pixels: Pixels) -> Pixels:
        """Return the frame of a picture that a person took by hand; it may show anything."""
        self._video = None
        return self._keep(pixels)

    def sized(self, pixels: Pixels) -> Pixels:
        """Return a picture of the video in the size of the frames."""
        full = self._full
        if full is None or pixels.shape == full.pixels.shape or not _is_alike(pixels, full.pixels):
            return pixels
        size = full.pixels.shape[1], full.pixels.shape[0]
        return cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC)

    def _keep(self, pixels: Pixels, compared: Grey | None = None) -> Pixels:
        self._full = _Full(pixels, _coarse(to_grey(pixels) if compared is None else compared))
        return pixels


def _is_alike(one: Pixels, other: Pixels) -> bool:
    """Tell whether two pictures have the same shape, apart from their size."""
    return abs(one.shape[0] / one.shape[1] * other.shape[1] / other.shape[0] - 1) < ALIKE


def _coarse(grey: Grey) -> Grey:
    height = max(1, round(grey.shape[0] * COARSE_PX / grey.shape[1]))
    return cv2.resize(grey, (COARSE_PX, height), interpolation=cv2.INTER_AREA)


def _differs(now: Grey, full: Grey) -> Grey:
    """Return 255 where two coarse pictures differ, else 0."""
    if now.shape != full.shape:
        full = cv2.resize(full, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_AREA)
    apart = now.astype(np.int16) - full
    usual = int(np.median(apart))
    if abs(usual) > RELIT:
        return np.full_like(now, 255)
    differs = (np.abs(apart - usual) > DIFFERS).astype(np.uint8) * 255
    side = 2 * GROWN_PX + 1
    return cv2.dilate(differs, np.ones((side, side), np.uint8))


def _photo_size(video: Grey) -> tuple[int, int]:
    """Return the size of the frames of a phone that takes photographs: the shape of its video, and larger."""
    height, width = video.shape
    scale = PHOTO_PX / max(width, height)
    return round(width * scale), round(height * scale)
