"""What lies under cards, and what lies on a table that is no card: mats, cloth, papers, phones and hands."""

import math
from collections.abc import Callable, Mapping

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tests.bench.faces import artwork
from tests.bench.faces.canvas import Picture, any_colour, as_picture, bgr, typeface

GROUND_PX_PER_MM = 4
Chance = np.random.Generator


def _plain(chance: Chance, size_mm: tuple[int, int], light: tuple[float, float]) -> Picture:
    ground = np.empty((size_mm[1] * GROUND_PX_PER_MM, size_mm[0] * GROUND_PX_PER_MM, 3), np.uint8)
    ground[:] = bgr(any_colour(chance, light, (0.05, 0.5)))
    return ground


def printed_mat(chance: Chance, size_mm: tuple[int, int]) -> Picture:
    """Draw a mat with zones, lines, a circle and words."""
    ground = _plain(chance, size_mm, (0.12, 0.45))
    width, height = ground.shape[1], ground.shape[0]
    light = bgr(any_colour(chance, (0.55, 0.95), (0.0, 0.4)))
    thick = int(chance.integers(2, 9))
    for n in range(int(chance.integers(2, 5))):
        for m in range(int(chance.integers(3, 7))):
            x, y = 60 + m * 330, 60 + n * 420
            cv2.rectangle(ground, (x, y), (x + 270, y + 370), light, thick, cv2.LINE_AA)
    cv2.circle(ground, (width // 2, height // 2), int(height * chance.uniform(0.1, 0.3)), light, thick)
    cv2.line(ground, (width // 2, 0), (width // 2, height), light, thick)
    for _ in range(8):
        where = (int(chance.integers(width)), int(chance.integers(height)))
        cv2.putText(ground, "ZONE", where, cv2.FONT_HERSHEY_DUPLEX, chance.uniform(0.8, 2), light, 2)
    return ground


def cloth(chance: Chance, size_mm: tuple[int, int]) -> Picture:
    """Draw woven cloth with uneven threads."""
    ground = _plain(chance, size_mm, (0.2, 0.6)).astype(np.float32)
    y, x = np.mgrid[0 : ground.shape[0], 0 : ground.shape[1]].astype(np.float32)
    weave = np.sin(x * 1.9) * np.sin(y * 1.7) * float(chance.uniform(5, 14))
    rough = cv2.resize(artwork.cloudy(chance, 30, 4), ground.shape[1::-1]) * 30 - 15
    return as_picture(ground + (weave + rough)[:, :, None])


def pattern(chance: Chance, size_mm: tuple[int, int]) -> Picture:
    """Draw cloth with a check or with figures, about as large as cards."""
    ground = _plain(chance, size_mm, (0.3, 0.8))
    width, height = ground.shape[1], ground.shape[0]
    one, two = (bgr(any_colour(chance, (0.2, 0.8), (0.2, 0.9))) for _ in range(2))
    step = int(GROUND_PX_PER_MM * chance.uniform(25, 95))
    if chance.random() < 0.5:
        for x in range(0, width, 2 * step):
            cv2.rectangle(ground, (x, 0), (x + step, height), one, -1)
        veil = ground.copy()
        for y in range(0, height, 2 * step):
            cv2.rectangle(veil, (0, y), (width, y + step), two, -1)
        return as_picture(cv2.addWeighted(ground, 0.5, veil, 0.5, 0))
    for x in range(step // 2, width, step):
        for y in range(step // 2, height, int(step * 1.4)):
            cv2.rectangle(ground, (x - step // 3, y - step // 2), (x + step // 3, y + step // 2), one, -1)
            cv2.circle(ground, (x, y), step // 5, two, -1, cv2.LINE_AA)
    return ground


def wood(chance: Chance, size_mm: tuple[int, int]) -> Picture:
    """Draw boards with a grain."""
    size = (size_mm[0] * GROUND_PX_PER_MM, size_mm[1] * GROUND_PX_PER_MM)
    grain = cv2.resize(artwork.cloudy(chance, 40, 4), (12, 320))[:, :, None]
    boards = np.array((50, 85, 130)) * (0.5 + 0.9 * grain) * float(chance.uniform(0.5, 1.4))
    return as_picture(cv2.resize(as_picture(boards), size, interpolation=cv2.INTER_CUBIC))


GROUNDS: Mapping[str, Callable[[Chance, tuple[int, int]], Picture]] = {
    "printed mat": printed_mat,
    "cloth": cloth,
    "wood": wood,
    "pattern": pattern,
}


# --- things that are no cards, as pictures of 10 px/mm with a mask


def phone(chance: Chance) -> tuple[Picture, Picture]:
    """Draw a phone that lies face up: a dark glossy rectangle, with icons if it is on."""
    height, width = int(chance.integers(1250, 1650)), int(chance.integers(620, 800))
    body = np.full((height, width, 3), 14, np.uint8)
    if chance.random() < 0.7:
        screen = artwork.darkened(artwork.any_art(chance), float(chance.uniform(0.3, 1.0)))
        body[60:-60, 25:-25] = cv2.resize(screen, (width - 50, height - 120))
        for row in range(6):
            for column in range(4):
                x, y = 60 + column * (width - 120) // 4, 160 + row * (height - 300) // 6
                tone = bgr(any_colour(chance, (0.3, 0.8), (0.3, 1.0)))
                cv2.rectangle(body, (x, y), (x + 95, y + 95), tone, -1)
    return body, _rounded(body, 80)


def paper(chance: Chance) -> tuple[Picture, Picture]:
    """Draw a sheet or a slip with lines of text; some are as large as a card."""
    size = (
        (880, 630)
        if chance.random() < 0.5
        else (int(chance.integers(500, 2000)), int(chance.integers(400, 1500)))
    )
    sheet = np.full((*size, 3), 245, np.uint8)
    for y in range(50, size[0] - 40, int(chance.integers(28, 70))):
        x = 40
        while x < size[1] - 80:
            long = int(chance.integers(15, 90))
            cv2.rectangle(sheet, (x, y), (min(x + long, size[1] - 40), y + 14), (60, 50, 50), -1)
            x += long + 18
        if chance.random() < 0.15:
            break
    return sheet, np.full(size, 255, np.uint8)


def hand(chance: Chance) -> tuple[Picture, Picture]:
    """Draw a hand from above: a palm with five fingers and a forearm."""
    mask = np.zeros((1900, 1100), np.uint8)
    cv2.ellipse(mask, (550, 1050), (400, 430), 0, 0, 360, 255, -1)
    cv2.rectangle(mask, (330, 1200), (770, 1900), 255, -1)
    for finger in range(4):
        lean = math.radians((finger - 1.5) * chance.uniform(8, 16))
        root = (280 + finger * 180, 800)
        tip = (int(root[0] + 560 * math.sin(lean)), int(root[1] - 560 * math.cos(lean)))
        cv2.line(mask, root, tip, 255, 165)
    cv2.line(mask, (860, 1150), (1030, 850), 255, 170)
    skin = np.array((120, 160, 210)) * chance.uniform(0.35, 1.1)
    shade = 0.75 + 0.5 * cv2.GaussianBlur(mask, (0, 0), 60).astype(np.float32) / 255
    rough = 0.9 + 0.2 * cv2.resize(artwork.cloudy(chance, 6), (1100, 1900))
    return as_picture(skin * (shade * rough)[:, :, None]), mask


def booklet(chance: Chance) -> tuple[Picture, Picture]:
    """Draw a rulebook's cover or a flyer: a large picture with a heading; some are as large as a card."""
    size = (880, 630) if chance.random() < 0.4 else (1480, 1050)
    page = cv2.resize(artwork.any_art(chance), size[::-1], interpolation=cv2.INTER_CUBIC)
    image = Image.fromarray(np.ascontiguousarray(page))
    ImageDraw.Draw(image).text(
        (60, 60), "RÈGLES DU JEU", (255, 255, 255), typeface("serif bold", size[1] // 11)
    )
    return np.asarray(image), np.full(size, 255, np.uint8)


def _rounded(picture: Picture, radius: int) -> Picture:
    mask = Image.new("L", picture.shape[1::-1], 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, fill=255)
    return np.asarray(mask)


THINGS: Mapping[str, Callable[[Chance], tuple[Picture, Picture]]] = {
    "phone": phone,
    "paper": paper,
    "hand": hand,
    "booklet": booklet,
}
