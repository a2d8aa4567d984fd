"""Pictures for the faces of cards: portraits, scenes, flat drawings and textures like those of photographs, from chance
alone.
"""

import math
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.faces.canvas import Picture, any_colour, as_picture, bgr

SIZE_PX = (320, 320)
"""Height and width in which artwork is drawn; a face has it as large as its window is."""

Chance = np.random.Generator
Field = NDArray[Any]


def cloudy(chance: Chance, cells: int, octaves: int = 4) -> Field:
    """Return a random field of (H, W) float32 in 0..1 with details of several sizes."""
    total = np.zeros(SIZE_PX, np.float32)
    for octave in range(octaves):
        side = cells * 2**octave + 1
        grid = chance.random((side, side), np.float32)
        total += cv2.resize(grid, SIZE_PX[::-1], interpolation=cv2.INTER_CUBIC) * 0.5**octave
    low, high = float(total.min()), float(total.max())
    field: Field = (total - low) / (high - low)
    return field


def _between(field: Field, one: tuple[int, int, int], other: tuple[int, int, int]) -> Field:
    start, end = np.array(one, np.float32), np.array(other, np.float32)
    colours: Field = start + field[:, :, None] * (end - start)
    return colours


def _slope(chance: Chance) -> Field:
    """Return a straight slope from 0 to 1 in any direction."""
    turn = chance.uniform(0, 2 * math.pi)
    y, x = np.mgrid[0 : SIZE_PX[0], 0 : SIZE_PX[1]].astype(np.float32) / SIZE_PX[0]
    slope = x * math.cos(turn) + y * math.sin(turn)
    field: Field = (slope - slope.min()) / (slope.max() - slope.min())
    return field


def _backdrop(chance: Chance) -> Picture:
    one = bgr(any_colour(chance, (0.15, 0.5), (0.2, 0.9)))
    other = bgr(any_colour(chance, (0.4, 0.85), (0.1, 0.8)))
    field = _slope(chance) if chance.random() < 0.4 else cloudy(chance, int(chance.integers(2, 6)))
    return as_picture(_between(field, one, other))


def portrait(chance: Chance) -> Picture:
    """Draw a head and shoulders in a shirt before some background."""
    picture = _backdrop(chance)
    height, width = SIZE_PX
    skin = np.array((120, 160, 210)) * chance.uniform(0.35, 1.1)
    tone = tuple(float(value) for value in np.clip(skin + chance.normal(0, 10, 3), 10, 250))
    hair = tuple(float(value) for value in np.array((20, 40, 70)) * chance.uniform(0.2, 2.6))
    middle = (int(width * chance.uniform(0.4, 0.6)), int(height * chance.uniform(0.33, 0.45)))
    long, wide = int(height * chance.uniform(0.15, 0.22)), int(width * chance.uniform(0.11, 0.16))
    lean = float(chance.uniform(-12, 12))
    _shirt(picture, chance, middle, wide, long)
    cv2.rectangle(
        picture,
        (middle[0] - wide // 2, middle[1]),
        (middle[0] + wide // 2, middle[1] + int(1.5 * long)),
        tone,
        -1,
        cv2.LINE_AA,
    )
    cap = float(chance.uniform(0.2, 0.7))
    if chance.random() < 0.85:
        cv2.ellipse(
            picture,
            (middle[0], middle[1] - int(cap * long * 0.5)),
            (int(wide * chance.uniform(1.05, 1.4)), int(long * 1.05)),
            lean, 0, 360, hair, -1, cv2.LINE_AA,
        )  # fmt: skip
    cv2.ellipse(picture, middle, (wide, long), lean, 0, 360, tone, -1, cv2.LINE_AA)
    _features(picture, chance, middle, wide, long)
    return _shaded(picture, chance)


def _shirt(picture: Picture, chance: Chance, middle: tuple[int, int], wide: int, long: int) -> None:
    top, height = middle[1] + int(1.2 * long), SIZE_PX[0]
    broad = int(wide * chance.uniform(2.2, 3.2))
    outline = np.array(
        [
            (middle[0] - broad, height),
            (middle[0] - int(broad * 0.85), top + long // 2),
            (middle[0] - wide // 2, top),
            (middle[0] + wide // 2, top),
            (middle[0] + int(broad * 0.85), top + long // 2),
            (middle[0] + broad, height),
        ],
        np.int32,
    )
    mask = np.zeros(SIZE_PX, np.uint8)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
    one = np.array(bgr(any_colour(chance, (0.2, 0.7), (0.4, 1.0))), np.uint8)
    other = np.array(bgr(any_colour(chance, (0.1, 0.95), (0.2, 1.0))), np.uint8)
    cloth = np.empty_like(picture)
    cloth[:] = one
    step, way = int(chance.integers(10, 40)), int(chance.integers(0, 4))
    y, x = np.mgrid[0 : SIZE_PX[0], 0 : SIZE_PX[1]]
    stripes = (x, y, x + y, np.full_like(x, 0))[way] // step % 2 == 1
    cloth[stripes] = other
    share = (mask / 255.0)[:, :, None]
    picture[:] = as_picture(picture * (1 - share) + cloth * share)


def _features(picture: Picture, chance: Chance, middle: tuple[int, int], wide: int, long: int) -> None:
    dark = (30, 30, 40)
    apart, up = int(wide * chance.uniform(0.35, 0.5)), int(long * chance.uniform(0.05, 0.25))
    for side in (-1, 1):
        at = (middle[0] + side * apart, middle[1] - up)
        cv2.ellipse(
            picture,
            at,
            (max(2, wide // 6), max(2, wide // 9)),
            0,
            0,
            360,
            (240, 240, 240),
            -1,
            cv2.LINE_AA,
        )
        cv2.circle(picture, at, max(1, wide // 12), dark, -1, cv2.LINE_AA)
        brow = (at[0], at[1] - wide // 4)
        cv2.ellipse(picture, brow, (wide // 4, max(1, wide // 12)), 0, 180, 360, dark, 2, cv2.LINE_AA)
    mouth = (middle[0], middle[1] + int(long * chance.uniform(0.4, 0.6)))
    cv2.ellipse(
        picture,
        mouth,
        (int(wide * chance.uniform(0.2, 0.45)), max(2, int(wide * chance.uniform(0.05, 0.2)))),
        0, 0, int(chance.choice((180, 360))), (60, 60, 140), 2, cv2.LINE_AA,
    )  # fmt: skip
    if chance.random() < 0.4:
        beard = (middle[0], middle[1] + int(long * 0.75))
        cv2.ellipse(
            picture, beard, (int(wide * 0.6), int(long * 0.22)), 0, 0, 360, (25, 35, 50), -1, cv2.LINE_AA
        )


def _shaded(picture: Picture, chance: Chance) -> Picture:
    """Return a picture lit unevenly and with some grain, as a photograph is."""
    shade = 0.7 + 0.5 * _slope(chance)
    grain = chance.normal(0, chance.uniform(0, 9), SIZE_PX)
    return as_picture(picture * shade[:, :, None] + grain[:, :, None])


def scene(chance: Chance) -> Picture:
    """Draw a landscape or a stadium: a sky, hills or stands, and figures."""
    sky = _between(
        _slope(chance), bgr(any_colour(chance, (0.3, 0.7), (0.2, 0.9))), bgr(any_colour(chance, (0.6, 0.9), (0.2, 0.9)))
    )  # fmt: skip
    picture = as_picture(sky)
    height, width = SIZE_PX
    if chance.random() < 0.6:
        at = (int(chance.integers(width)), int(chance.integers(height // 3)))
        cv2.circle(picture, at, int(chance.integers(12, 40)), (200, 235, 255), -1, cv2.LINE_AA)
    for layer in range(int(chance.integers(2, 6))):
        level = height * (0.35 + 0.13 * layer)
        rough = np.cumsum(chance.normal(0, 9, 24))
        ridge = level + rough - rough.mean()
        points = [(0, height), *((int(n * width / 23), int(y)) for n, y in enumerate(ridge)), (width, height)]
        tone = bgr(any_colour(chance, (0.12, 0.55), (0.2, 0.8)))
        cv2.fillPoly(picture, [np.array(points, np.int32)], tone, cv2.LINE_AA)
    for _ in range(int(chance.integers(0, 14))):
        x, y = int(chance.integers(width)), int(chance.integers(height // 2, height))
        tall = int(chance.integers(8, 50))
        tone = bgr(any_colour(chance, (0.1, 0.9), (0.2, 1.0)))
        cv2.ellipse(picture, (x, y), (tall // 4, tall), 0, 0, 360, tone, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y - tall), tall // 3, tone, -1, cv2.LINE_AA)
    return _shaded(picture, chance)


def flat_drawing(chance: Chance) -> Picture:
    """Draw flat shapes without any noise, as vector art is."""
    picture = np.empty((*SIZE_PX, 3), np.uint8)
    colours = [bgr(any_colour(chance, (0.15, 0.9), (0.1, 1.0))) for _ in range(5)]
    picture[:] = colours[0]
    centre = chance.integers(0, SIZE_PX[0], 2)
    if chance.random() < 0.4:
        rays = int(chance.integers(6, 20))
        for ray in range(0, 2 * rays, 2):
            ends = [(ray + more) * math.pi / rays for more in (0, 1)]
            far = [(int(centre[0] + 600 * math.cos(a)), int(centre[1] + 600 * math.sin(a))) for a in ends]
            cv2.fillPoly(picture, [np.array([tuple(centre), *far], np.int32)], colours[1], cv2.LINE_AA)
    for _ in range(int(chance.integers(3, 12))):
        tone = colours[int(chance.integers(1, 5))]
        x, y = (int(value) for value in chance.integers(0, SIZE_PX[0], 2))
        large = int(chance.integers(15, 90))
        match int(chance.integers(3)):
            case 0:
                cv2.circle(picture, (x, y), large, tone, int(chance.choice((-1, 6))), cv2.LINE_AA)
            case 1:
                sides = int(chance.integers(3, 7))
                start = chance.uniform(0, 6)
                points = [
                    (
                        x + large * math.cos(start + n * 2 * math.pi / sides),
                        y + large * math.sin(start + n * 2 * math.pi / sides),
                    )
                    for n in range(sides)
                ]
                cv2.fillPoly(picture, [np.array(points, np.int32)], tone, cv2.LINE_AA)
            case _:
                cv2.line(
                    picture,
                    (x, y),
                    tuple(int(v) for v in chance.integers(0, 320, 2)),
                    tone,
                    int(chance.integers(2, 18)),
                    cv2.LINE_AA,
                )
    return picture


def texture(chance: Chance) -> Picture:
    """Draw something like a photograph of stone, grass, clouds or a crowd."""
    colours = [np.array(bgr(any_colour(chance, (0.1, 0.85), (0.1, 0.7)))) for _ in range(3)]
    one = cloudy(chance, int(chance.integers(2, 9)), 6)
    two = cloudy(chance, int(chance.integers(2, 20)), 5)
    bent = cv2.remap(
        two,
        (np.mgrid[0:320, 0:320][1] + 60 * one).astype(np.float32),
        (np.mgrid[0:320, 0:320][0] + 60 * two).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    mixed = colours[0] * (1 - one[:, :, None]) + colours[1] * one[:, :, None]
    mixed = mixed * (1 - bent[:, :, None]) + colours[2] * bent[:, :, None]
    light = 0.5 + float(chance.uniform(0.4, 1.2)) * (one * bent)[:, :, None]
    return as_picture(mixed * light + chance.normal(0, 5, SIZE_PX)[:, :, None])


def rainbow(chance: Chance) -> Picture:
    """Draw a gradient like that of foil: hues in slanted bands, with sparks."""
    slope = _slope(chance)
    hue = (slope * chance.uniform(0.6, 3) + 0.1 * cloudy(chance, 3) + chance.random()) % 1.0
    band = 0.5 + 0.5 * np.sin(slope * chance.uniform(20, 90))
    colours = np.dstack([hue * 179, 60 + 130 * band, 140 + 110 * cloudy(chance, 4)])
    picture = cv2.cvtColor(as_picture(colours), cv2.COLOR_HSV2BGR)
    for _ in range(int(chance.integers(10, 60))):
        x, y = (int(value) for value in chance.integers(0, 320, 2))
        cv2.circle(picture, (x, y), int(chance.integers(1, 3)), (250, 250, 250), -1, cv2.LINE_AA)
    return picture.astype(np.uint8)


def darkened(picture: Picture, share: float) -> Picture:
    return as_picture(picture.astype(np.float32) * share)


ARTS: tuple[Callable[[Chance], Picture], ...] = (portrait, portrait, scene, flat_drawing, texture)
"""What the picture of a card shows; portraits are the most usual."""


def any_art(chance: Chance) -> Picture:
    return ARTS[int(chance.integers(len(ARTS)))](chance)
