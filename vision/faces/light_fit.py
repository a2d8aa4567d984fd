"""Shows the picture of a card in the light of a reference: what lamp and camera did to its colours is taken back.

Light adds up, the grey levels that a camera shows of it do not. So in light each channel is fitted to the reference by a
straight line whose steepness may change evenly over the card, as far as grey levels show it, with less weight
for the pixels that fit badly: print that differs, glare and tokens bend nothing. The channels may differ by what lamps and
the white balance of cameras do, and no more: without that limit a blue card would become a red one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

FINE_PX, MOST_SHARPENED, TELLING_PX, HARDLY_SOFTER = 1.2, 1.5, 1.0, 0.1
"""Print is fine that a lens blurs by so many px; by how much it is strengthened at most; how soft both pictures are made to
tell how much of it is lacking, because print may lie half a pixel beside its place; and from which share on any is lacking.
"""
STEP = 5
"""Every fifth pixel of every fifth row is enough for the fit."""
ROUNDS = 3
GOOD = 12.0
"""Grey levels by which pixels that fit may be off."""
TINTED_HAZE = 1.5
"""By how much of white, in 255ths, what is added to one channel may differ from the whole: black print stays black."""
TINTED_VEIL = 0.3
"""By which share of a veil it may differ more from channel to channel, because the veil has the colour of its lamp."""
FEWEST = 60
"""The least number of pixels for a fit."""
STIFF = 0.02
AROUND_PX = 15
"""Light is even over so many px, at 2.5 px/mm: larger than a digit."""
GREY = np.full((1, 3), 1 / 3, np.float32)
"""The mean of the three channels, as a matrix for `cv2.transform`."""
TOE = 0.0031308 * 255
"""Light up to which a camera shows it in proportion, and above it by a power (sRGB, IEC 61966-2-1)."""
_SHARES = np.arange(256) / 255
_LIGHT = (
    np.where(_SHARES > 0.04045, ((_SHARES + 0.055) / 1.055) ** 2.4, _SHARES / 12.92).astype(np.float32) * 255
)
"""The light that a grey level stands for, from 0 to 255."""
_LEVELS = (1 / np.gradient(_LIGHT)).astype(np.float32)
"""How many grey levels more are shown for a little more light."""


@dataclass(frozen=True, slots=True)
class Leeway:
    """The limits of what light is taken to do: by which factor a channel may be brighter or darker than the middle one, how
    much brighter one edge of the card may be than its middle, and how much white, in 255ths, may be added everywhere; less than
    none is added where the reference has it.
    """

    tint: float
    slope: float
    haze: tuple[float, float]


ANOTHER_DAY = Leeway(2.2, 0.6, (-60.0, 60.0))
"""What lamps, white balance and the haze of sleeves may do. The haze may be on either picture: now, or at enrolment."""
SAME_DAY = Leeway(1.2, 0.25, (-0.7, 0.7))
"""Pictures that were taken one after the other."""


def light_of(picture: Pixels) -> NDArray[np.float32]:
    """Return the light, from 0 to 255, that the grey levels of a picture stand for."""
    return np.asarray(cv2.LUT(picture, _LIGHT))


def to_levels(picture: NDArray[Any]) -> Pixels:
    """Return a picture with whole grey levels, from 0 to 255: twenty times quicker than NumPy's rounding and clipping."""
    return np.asarray(cv2.addWeighted(picture, 1, picture, 0, 0, dtype=cv2.CV_8U))


def relit(
    seen: Pixels, reference: Pixels, usable: NDArray[np.bool_], leeway: Leeway = ANOTHER_DAY
) -> NDArray[np.float32] | None:
    """Return a picture in the light of a reference of the same size: (H, W, 3). `usable` are the pixels of each channel
    that say something, (H, W, 3); None if they are too few.
    """
    chosen = usable[::STEP, ::STEP]
    if chosen.sum(axis=(0, 1)).min() < FEWEST:
        return None
    rows, columns = np.nonzero(chosen.any(axis=2))
    height, width = seen.shape[:2]
    places = np.stack([np.ones(len(rows)), columns * (2 * STEP / width) - 1, rows * (2 * STEP / height) - 1])
    was, is_now, said = (each[::STEP, ::STEP][rows, columns].T for each in (reference, seen, usable))
    lines = _lines(_LIGHT[was], _LIGHT[is_now], places, said * _LEVELS[is_now], leeway)
    return _applied(lines, seen)


def evened(shown: NDArray[np.float32], reference: Pixels, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a picture in the light of a reference, without what veils, shadows and bends still add in one place: its
    brightness over some mm is that of the reference. `seen`: (H, W), 1 where the picture says something, else 0.
    """
    apart = cv2.transform(cv2.subtract(shown, reference, dtype=cv2.CV_32F), GREY)
    added = _mean_around(apart, seen)
    return np.asarray(shown - added[..., np.newaxis])


def _mean_around(values: NDArray[Any], seen: NDArray[np.float32]) -> NDArray[Any]:
    """Return the mean of values, (H, W), around each pixel, of those alone that are seen."""
    around = (AROUND_PX, AROUND_PX)
    return np.asarray(cv2.blur(values * seen, around) / np.maximum(cv2.blur(seen, around), 0.05))


def unveiled(shown: NDArray[np.float32], reference: Pixels, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a picture in the light of a reference, without the white light that a lamp's reflection adds over some mm. `seen`:
    (H, W), 1 where the picture says something, else 0.
    """
    light, own = light_of(to_levels(shown)), light_of(reference)
    added = _mean_around(cv2.transform(light - own, GREY), seen)
    left = np.clip(light - np.maximum(added, 0)[..., np.newaxis], 0, 255)
    return np.interp(left, _LIGHT, np.arange(256)).astype(np.float32)


def sharpened(
    shown: NDArray[np.float32], reference: Pixels, seen: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return a picture that lies over a reference as sharp as that, if it is softer, and like it where its fine print is
    strengthened. `seen`: (H, W), 1 where the picture says something, else 0.

    How much is lacking tells the share of the reference's fine print that the picture has, whatever noise there is.
    """
    fine = shown - cv2.GaussianBlur(shown, (0, 0), FINE_PX)
    inner = cv2.erode(seen, np.ones((5, 5), np.uint8))
    lacking, its, gained = (
        inner * cv2.Laplacian(cv2.GaussianBlur(cv2.transform(one, GREY), (0, 0), TELLING_PX), cv2.CV_32F)
        for one in (reference - shown, reference.astype(np.float32), fine)
    )
    if np.vdot(lacking, gained) <= HARDLY_SOFTER * np.vdot(gained, gained):
        return shown
    more = float(np.clip(np.vdot(lacking, its) / max(1.0, np.vdot(gained, its)), 0.0, MOST_SHARPENED))
    return np.asarray(shown + more * fine)


def _lines(
    was: NDArray[Any], is_now: NDArray[Any], places: NDArray[Any], said: NDArray[Any], leeway: Leeway
) -> NDArray[np.float64]:
    """Return the straight line of each channel, (3, 4): its steepness, the change of the steepness to the right and down,
    and what is added. `was` and `is_now` are light, (3, N). `said`, (3, N), is the number of grey levels for each unit of
    light, 0 for pixels that are left out.
    """
    terms = np.concatenate([was[:, np.newaxis] * places, np.ones((3, 1, was.shape[1]))], axis=1)
    stiff = np.diag([0.0, STIFF, STIFF, 0.0]) * float(np.mean(np.sum((was * said) ** 2, axis=1)))
    stiff += 1e-3 * np.eye(4)
    lines = min(
        _first_guesses(was, is_now, said, leeway),
        key=lambda one: ranked(_missed(one, terms, is_now, said), 0.5),
    )
    for _ in range(ROUNDS):
        missed = _missed(lines, terms, is_now, said)
        scale = max(GOOD, 1.5 * ranked(missed, 0.5))
        weighted = terms * (said * said / (1 + (missed / scale) ** 2) ** 2)[:, np.newaxis]
        squares, products = weighted @ terms.transpose(0, 2, 1) + stiff, weighted @ is_now[..., np.newaxis]
        lines = np.linalg.solve(squares, products)[..., 0]
        added = _bounded_haze(lines, leeway)
        # With what is added bounded, the steepness is fitted once more.
        products = products[:, :3, 0] - squares[:, :3, 3] * added[:, np.newaxis]
        steep = np.linalg.solve(squares[:, :3, :3], products[..., np.newaxis])[..., 0]
        lines = np.column_stack([_bounded_tint(steep, leeway), added])
    return lines


def _missed(
    lines: NDArray[Any], terms: NDArray[Any], is_now: NDArray[Any], said: NDArray[Any]
) -> NDArray[Any]:
    """Return by how many grey levels pixels differ from what lines say, in the channel in which they differ most: (N,)."""
    return np.asarray((said * np.abs(is_now - (lines[:, np.newaxis] @ terms)[:, 0])).max(axis=0))


def _first_guesses(
    was: NDArray[Any], is_now: NDArray[Any], said: NDArray[Any], leeway: Leeway
) -> Iterator[NDArray[np.float64]]:
    """Yield two guesses: lines through black, and lines that show the darkest and the brightest print as dark and as bright
    as the reference has it, since most pixels of two pictures with one frame differ by the light alone.
    """
    flat = np.zeros((3, 2))
    ratios = is_now / np.maximum(was, 1.0)
    some = [is_said > 0 for is_said in said]
    steep = np.array([[ranked(ratio[here], 0.5)] for ratio, here in zip(ratios, some, strict=True)])
    yield np.column_stack([_bounded_tint(np.column_stack([steep, flat]), leeway), np.zeros(3)])
    darkest, brightest = (
        np.array(
            [
                [ranked(light[here], share) for light, here in zip(each, some, strict=True)]
                for each in (was, is_now)
            ]
        )
        for share in (0.1, 0.9)
    )
    apart = brightest - darkest
    steep = np.maximum(apart[1] / np.maximum(apart[0], 1.0), 0.02)
    steep = _bounded_tint(np.column_stack([steep, flat]), leeway)
    yield np.column_stack([steep, darkest[1] - steep[:, 0] * darkest[0]])


def ranked(values: NDArray[Any], share: float) -> float:
    """Return the value below which a share of some values lies: ten times quicker than NumPy's percentile."""
    place = int(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _bounded_tint(steep: NDArray[Any], leeway: Leeway) -> NDArray[Any]:
    """Hold the steepness of the channels, (3, 3) with its changes over the card, to what light does."""
    whole = max(float(_middle(steep[:, 0])), 0.02)
    at_middle = np.clip(steep[:, :1], whole / leeway.tint, whole * leeway.tint)
    # A lamp to one side is brighter there in all channels.
    slopes = np.clip(_middle(steep[:, 1:] / at_middle), -leeway.slope, leeway.slope)
    return np.column_stack([at_middle, slopes * at_middle])


def _bounded_haze(lines: NDArray[Any], leeway: Leeway) -> NDArray[Any]:
    steep = np.maximum(lines[:, 0], 0.02)
    haze = float(np.clip(_middle(lines[:, 3] / steep), *leeway.haze))
    tinted = TINTED_HAZE + TINTED_VEIL * abs(haze)
    return np.clip(lines[:, 3] / steep, haze - tinted, haze + tinted) * steep


def _middle(of_channels: NDArray[Any]) -> NDArray[Any]:
    """Return the middle one of the three channels' values: ten times quicker than NumPy's median of so few."""
    return np.asarray(np.sort(of_channels, axis=0)[1])


def _applied(lines: NDArray[np.float64], seen: Pixels) -> NDArray[np.float32]:
    height, width = seen.shape[:2]
    across = np.linspace(-1, 1, width, dtype=np.float32)[np.newaxis, :]
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, np.newaxis]
    light = light_of(seen)
    shown = np.empty(seen.shape, np.float32)
    for channel, (steep, to_right, downwards, added) in enumerate(lines.astype(np.float32)):
        lit = np.ascontiguousarray(steep + to_right * across + downwards * down)
        shown[..., channel] = (light[..., channel] - added) / lit
    return _seen_as(shown)


def _seen_as(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return as what grey levels a camera shows light. What is less than none stays a little below 0, as noise is; no more,
    because in the dark little light is many grey levels: orange print lost 127 of its blue and was like no card.
    """
    light = np.maximum(light, -TOE)
    curved = 1.055 * 255 * cv2.pow(np.maximum(light, TOE) / 255, 1 / 2.4) - 0.055 * 255
    return np.asarray(np.where(light > TOE, curved, 12.92 * light), np.float32)
