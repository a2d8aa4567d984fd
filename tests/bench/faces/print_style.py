"""How the cards of one box are printed: its typefaces, colours, frames and badges, from chance alone."""

import math
from dataclasses import dataclass

import numpy as np

from tests.bench.faces.canvas import BLACK, WHITE, Canvas, Colour, Lettering, any_colour, mixed

TITLES = ("condensed", "condensed black", "condensed italic", "narrow bold", "grotesque bold",
          "grotesque italic", "serif bold", "serif italic", "typewriter bold", "broad bold")  # fmt: skip
TEXTS = ("narrow", "narrow light", "condensed", "grotesque", "serif", "typewriter", "broad")
BADGES = ("disc", "shield", "diamond", "hexagon", "star", "none")


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """What all cards of a box have in common."""

    title: str
    digits: str
    text: str
    badge: str
    frame: Colour
    panel: Colour
    accent: Colour
    ink: Colour
    border_mm: float
    """White or coloured border around the frame; 0 where the frame is printed up to the edge."""
    border: Colour
    window_mm: float
    """How much the window of the picture is rounded."""
    ornate: bool
    """Whether digits have outline, shadow and a stripe."""
    stats_at: str
    """Where the six values of a footballer stand: left, right, below, grid."""
    name_at: str
    prints_reference: bool

    @classmethod
    def by_chance(cls, chance: np.random.Generator) -> "PrintStyle":
        def one(of: tuple[str, ...]) -> str:
            return of[int(chance.integers(len(of)))]

        is_dark = chance.random() < 0.3
        frame = any_colour(chance, (0.1, 0.3) if is_dark else (0.4, 0.8), (0.2, 0.8))
        panel = mixed(BLACK if is_dark else WHITE, frame, float(chance.uniform(0, 0.25)))
        return cls(
            title=one(TITLES),
            digits=one(TITLES),
            text=one(TEXTS),
            badge=one(BADGES),
            frame=frame,
            panel=panel,
            accent=any_colour(chance, (0.3, 0.6), (0.5, 1.0)),
            ink=WHITE if is_dark else BLACK,
            border_mm=float(chance.choice((0.0, 1.5, 2.5, 3.5))),
            border=BLACK if chance.random() < 0.3 else WHITE,
            window_mm=float(chance.choice((0.0, 1.5, 4.0))),
            ornate=bool(chance.random() < 0.5),
            stats_at=one(("left", "right", "below", "grid")),
            name_at=one(("top", "bottom")),
            prints_reference=bool(chance.random() < 0.7),
        )

    def named(self, height_mm: float, colour: Colour | None = None) -> Lettering:
        return Lettering(self.title, height_mm, self.ink if colour is None else colour)

    def small(self, height_mm: float, colour: Colour | None = None) -> Lettering:
        return Lettering(self.text, height_mm, self.ink if colour is None else colour)

    def number(
        self, canvas: Canvas, at_mm: tuple[float, float], words: str, height_mm: float, colour: Colour
    ) -> None:
        """Write a number in its badge."""
        radius = height_mm * (0.95 if len(words) < 2 else 1.15)
        back = colour if self.badge != "none" else self.panel
        draw_badge(canvas, self.badge, at_mm, radius, back, mixed(back, BLACK, 0.5))
        light = sum(back) > 380
        ink, edge = (BLACK, WHITE) if light else (WHITE, BLACK)
        outline = edge if self.ornate else None
        canvas.write(
            at_mm,
            words,
            Lettering(self.digits, height_mm, ink, outline, height_mm * 0.06, self.ornate),
            "mm",
        )


def draw_badge(
    canvas: Canvas,
    form: str,
    at_mm: tuple[float, float],
    radius_mm: float,
    colour: Colour,
    edge: Colour | None,
) -> None:
    """Draw what stands behind a number."""
    x, y = at_mm
    match form:
        case "disc":
            canvas.disc(at_mm, radius_mm, colour, edge)
        case "shield":
            outline = [(-1, -1), (1, -1), (1, 0.3), (0, 1.15), (-1, 0.3)]
            canvas.shape([(x + radius_mm * a, y + radius_mm * b) for a, b in outline], colour, edge)
        case "diamond":
            wide = 1.35 * radius_mm
            canvas.shape([(x - wide, y), (x, y - wide), (x + wide, y), (x, y + wide)], colour, edge)
        case "hexagon" | "star":
            canvas.shape(_corners(at_mm, radius_mm, form), colour, edge)
        case _:
            pass


def _corners(at_mm: tuple[float, float], radius_mm: float, form: str) -> list[tuple[float, float]]:
    points, radii = (6, (1.15, 1.15)) if form == "hexagon" else (24, (1.35, 1.1))
    turns = [2 * math.pi * n / points for n in range(points)]
    return [
        (at_mm[0] + radius_mm * radii[n % 2] * math.sin(turn), at_mm[1] - radius_mm * radii[n % 2] * math.cos(turn))
        for n, turn in enumerate(turns)
    ]  # fmt: skip


def draw_whistle(canvas: Canvas, at_mm: tuple[float, float], size_mm: float, colour: Colour) -> None:
    x, y = at_mm
    canvas.disc((x - size_mm * 0.15, y + size_mm * 0.1), size_mm * 0.38, colour, None)
    canvas.shape(
        [
            (x - size_mm * 0.2, y - size_mm * 0.28),
            (x + size_mm * 0.6, y - size_mm * 0.28),
            (x + size_mm * 0.6, y),
            (x, y),
        ],
        colour,
        None,
    )
    canvas.disc((x - size_mm * 0.15, y + size_mm * 0.1), size_mm * 0.14, WHITE, None)
