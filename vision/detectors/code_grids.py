"""Reads codes module by module: for those bent, in glare, in patches of light or damaged, which no decoder reads.

Three corner squares, or two and a guess of the third, say where the code is. From them on its lines are followed: the edges
in the flattened code lie at whole modules, and how far they are off is the phase of their rhythm; a smooth surface through
these phases flattens bent paper. Each module is compared with those around it, and what cannot be told stays unknown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.code_repair import CodeLayout, Modules, code_layout, read_modules
from vision.detectors.code_squares import (
    FinderPattern,
    FinderTriple,
    corners_in_modules,
    find_code_squares,
    fitted_plane,
    likely_triples,
)
from vision.detectors.codes import Detection
from vision.frame import Grey, Quad, quad

CELL_PX = 6
"""The side of a module in the flattened code."""
BUDGET_MODULES = 100_000
"""What one picture may cost, in modules looked at: half a second to a second of CPU on a small computer's core."""
DEGREE = 4
"""The surface that flattens a code is a polynomial of this degree."""
POWERS = tuple((i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i))
RHYTHM = 0.1
"""The least share, 0 to 1, to which edges must lie at whole modules for a code to be followed: three squares of
different codes have 0.03 to 0.2, a code in focus 0.2 and more.
"""
UNMIX, STIFF = 5, 0.003
"""A blur is taken back over so many modules, and so stiffly: 3 and 7 modules and 0.001 to 0.01 read the same."""
STIFFNESS = 0.01
"""What keeps the surface even where no lines are known yet; four times as much for each power."""
NEAR_LINE, SURE = 0.25, 0.15
"""A line is followed where it lies within so many modules of the surface, and edges are so surely at whole modules."""
SETTLED = 0.02
"""A smaller change than this, in modules, needs no other round."""
LEAST_DEPTH = 0.2
"""The nearest corner of a code is at most five times nearer than the farthest."""
ROUNDS = 3
"""How often a code is flattened anew with the lines that were found."""
TIMING = 0.72
"""How much of the two dotted lines between the corner squares must be seen as printed: of noise half is, within 0.07."""
BLANK, BLANK_LEVELS = 0.25, 5
"""Where neighbours differ by less than this share of what is usual around, or by fewer grey levels, nothing is printed or
seen.
"""
BLANK_CERTAINTY = 0.2
"""How far modules in such a place are believed."""
AROUND = (7, 5, 11)
"""Modules are compared with those in squares of so many."""
NO_TIMING = 0.58
"""Where less of the dotted lines is seen, only the modules are compared with those around them, and no blur is taken back.
"""

Field = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """Where the modules of a code are: the plane laid through its squares, and how far its lines are off in it, as
    the factors of a polynomial for each axis, in modules.
    """

    layout: CodeLayout
    plane: Field
    off: Field


@dataclass(slots=True)
class ModuleBudget:
    """What the looks at one picture may still cost, in modules looked at."""

    left: int = BUDGET_MODULES


def read_by_modules(grey: Grey, budget: ModuleBudget) -> list[Detection]:
    """Read the codes in a part of a picture, (H, W) uint8 grey, of which two or three corner squares are seen."""
    found: list[Detection] = []
    used: set[FinderPattern] = set()
    squares = find_code_squares(grey)
    for triple in likely_triples(squares):
        if budget.left <= 0:
            break
        code = _read_triple(grey, triple, budget) if used.isdisjoint(triple.of) else None
        if code is not None:
            found.append(code)
            used.update(square for square in squares if square.is_in(code.corners_px))
    return found


def _read_triple(grey: Grey, triple: FinderTriple, budget: ModuleBudget) -> Detection | None:
    for layout in _likely_layouts(triple):
        for grid in _grids(grey, triple, layout):
            if budget.left <= 0:
                return None
            budget.left -= layout.size**2
            text = _read_grid(_flattened(grey, grid), layout)
            if text:
                return Detection(text, _corners(grid))
    return None


def _read_grid(flat: Grey, layout: CodeLayout) -> str:
    for n, modules in enumerate(_darkness(flat, layout)):
        timing = _timing(modules, layout)
        if n == 0 and timing < NO_TIMING:
            break
        text = read_modules(modules, layout) if timing >= TIMING else ""
        if text:
            return text
    return ""


def _likely_layouts(triple: FinderTriple) -> list[CodeLayout]:
    version = (triple.modules - 17) / 4
    nearest = round(version)
    other = nearest + (1 if version > nearest else -1)
    return [
        code_layout(one) for one in ((nearest, other) if triple.hidden < 0 else (nearest,)) if 1 <= one <= 40
    ]


# --- flattening


def _grids(grey: Grey, triple: FinderTriple, layout: CodeLayout) -> Iterator[_Grid]:
    """Yield the flat grid of a code, and then, if it has the rhythm of modules, the one that follows its lines."""
    plane = _plane(triple, layout.size)
    if plane is None:
        return
    grid = _Grid(layout, plane, np.zeros((len(POWERS), 2)))
    yield grid
    for n in range(ROUNDS):
        phases = _phases(_flattened(grey, grid), layout.size)
        if min(float(sure.mean()) for _, sure in phases) < RHYTHM:
            return
        off = np.stack([_surface(phase, sure, triple.hidden) for phase, sure in phases], axis=1)
        grid = _Grid(layout, grid.plane, grid.off + off)
        if np.abs(off).max() < SETTLED:
            break
        if n:
            yield grid


def _corner_cells(size: int, hidden: int) -> NDArray[np.bool_]:
    known = np.zeros((size, size), bool)
    for n, corner in enumerate((np.s_[:8, :8], np.s_[:8, -8:], np.s_[-8:, :8])):
        known[corner] |= n != hidden
    return known


def _plane(triple: FinderTriple, size: int) -> Field | None:
    """Return the projection from modules to px, (3, 3), that fits the squares' corners; None where it shows the code
    from behind or on edge.
    """
    seen = np.stack([square.corners_px for square in triple.squares])
    plane = fitted_plane(corners_in_modules(size), seen + 0.5)
    if plane is None:
        return None
    away = np.array([(0, 0, 1), (size, 0, 1), (size, size, 1), (0, size, 1)]) @ plane[2]
    return plane if away.min() > LEAST_DEPTH * away.max() else None


def _terms(u: Field, v: Field, size: int) -> Field:
    """Return the polynomial's terms at places in modules: (..., terms)."""
    across, down = ([np.ones_like(one)] for one in (u, v))
    for _ in range(DEGREE):
        across.append(across[-1] * (2 * u / size - 1))
        down.append(down[-1] * (2 * v / size - 1))
    return np.stack([across[i] * down[j] for i, j in POWERS], axis=-1)


@lru_cache(maxsize=8)
def _terms_at_middles(size: int) -> Field:
    middles = np.arange(size) + 0.5
    across, down = np.meshgrid(middles, middles)
    return _terms(across, down, size)


def _in_picture(grid: _Grid, u: Field, v: Field) -> Field:
    """Return where places in modules are in the picture: (..., 2) px, the first pixel's corner being 0."""
    off = _terms(u, v, grid.layout.size) @ grid.off
    flat = np.stack([u + off[..., 0], v + off[..., 1], np.ones_like(u)], axis=-1) @ grid.plane.T
    return np.asarray(flat[..., :2] / flat[..., 2:])


def _flattened(grey: Grey, grid: _Grid) -> Grey:
    """Return the code flat and upright, a module being `CELL_PX` wide."""
    size = grid.layout.size
    # The surface is smooth: a point each half module is enough, and the rest lies between.
    ticks = (np.arange(2 * size) + 0.5) / 2
    places = _in_picture(grid, *np.meshgrid(ticks, ticks)) - 0.5
    whole = cv2.resize(
        places.astype(np.float32), (size * CELL_PX, size * CELL_PX), interpolation=cv2.INTER_LINEAR
    )
    across, down = np.ascontiguousarray(whole[..., 0]), np.ascontiguousarray(whole[..., 1])
    return cv2.remap(grey, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _phases(flat: Grey, size: int) -> tuple[tuple[Field, Field], tuple[Field, Field]]:
    """Return how far edges are off whole modules, in modules from -0.5 to 0.5, and how sure that is, 0 to 1: each
    (N, N), for the modules; of upright edges, then of level ones.
    """
    around = (5 * CELL_PX, 5 * CELL_PX)
    mean = cv2.blur(flat, around).astype(np.float32)
    spread = np.sqrt(np.maximum(cv2.sqrBoxFilter(flat, cv2.CV_32F, around) - mean * mean, 4.0))
    even = (flat - mean) / spread
    upright, level = _phase(even, size), _phase(np.ascontiguousarray(even.T), size)
    return upright, (level[0].T, level[1].T)


def _phase(even: Field, size: int) -> tuple[Field, Field]:
    edges = np.zeros_like(even)
    edges[:, 1:-1] = np.abs(even[:, 2:] - even[:, :-2])
    columns = edges.reshape(size, CELL_PX, -1).sum(axis=1)
    angles = 2 * np.pi * (np.arange(even.shape[1], dtype=np.float32) + 0.5) / CELL_PX
    parts = (columns * np.cos(angles), columns * np.sin(angles), columns)
    cells = (part.reshape(size, size, CELL_PX).sum(axis=2) for part in parts)
    real, imaginary, strength = (cv2.GaussianBlur(one, (0, 0), 1.2) for one in cells)
    return np.arctan2(imaginary, real) / (2 * np.pi), np.hypot(real, imaginary) / (strength + 1e-6)


def _surface(phase: Field, sure: Field, hidden: int) -> Field:
    """Return the factors of the smooth surface through phases, followed from the squares on, where it is known: a
    phase says nothing of whole modules.
    """
    size = len(phase)
    terms = _terms_at_middles(size)
    corners = _corner_cells(size, hidden)
    stiff = np.diag([STIFFNESS * 4.0 ** (i + j) for i, j in POWERS])
    known = corners.astype(np.uint8)
    value = phase.copy()
    factors = np.zeros(terms.shape[-1])
    for _ in range(size):
        here = known > 0
        weighted = terms[here] * sure[here][:, np.newaxis]
        factors = np.linalg.solve(weighted.T @ terms[here] + stiff, weighted.T @ value[here])
        expected = terms @ factors
        value = expected + (phase - expected + 0.5) % 1 - 0.5
        near = cv2.dilate(known, np.ones((7, 7), np.uint8)) > 0
        more = near & ((np.abs(value - expected) < NEAR_LINE) & (sure > SURE))
        more |= corners
        if (more == (known > 0)).all():
            break
        known = more.astype(np.uint8)
    return factors


# --- telling dark from light


def _module_light(flat: Grey) -> Field:
    """Return the mean grey level in the heart of each module: (N, N) float32."""
    size = flat.shape[0] // CELL_PX
    quarter = CELL_PX // 4
    hearts = flat.reshape(size, CELL_PX, size, CELL_PX)[:, quarter:-quarter, :, quarter:-quarter]
    return np.asarray(hearts.mean(axis=(1, 3)), np.float32)


def _darkness(flat: Grey, layout: CodeLayout) -> Iterator[Modules]:
    """Yield how dark the modules are, compared with those around them, in several ways."""
    light = _module_light(flat)
    for around in AROUND:
        dark, is_blank = _compared(light, around)
        yield np.where(is_blank, BLANK_CERTAINTY * dark, dark)
        if around == AROUND[0]:
            yield np.where(is_blank, BLANK_CERTAINTY * dark, _unmixed(dark, layout))


def _compared(light: Field, around: int) -> tuple[Field, NDArray[np.bool_]]:
    """Return how dark modules are, midway between the darkest and the lightest around being 0, and where they are blank."""
    kernel = np.ones((around, around), np.uint8)
    top = cv2.blur(cv2.dilate(light, kernel), (around, around))
    bottom = cv2.blur(cv2.erode(light, kernel), (around, around))
    middle, half = (top + bottom) / 2, (top - bottom) / 2
    near = np.ones((3, 3), np.uint8)
    is_blank = cv2.dilate(light, near) - cv2.erode(light, near) < np.maximum(BLANK_LEVELS, BLANK * half)
    return np.clip((middle - light) / np.maximum(half, 1), -1, 1), is_blank


def _unmixed(dark: Field, layout: CodeLayout) -> Modules:
    """Take a blur back: the fixed patterns show how modules mix with their neighbours, and so how to part them."""
    size, reach = layout.size, UNMIX // 2
    edge = np.pad(dark, reach, constant_values=-1)
    around = [edge[i : i + size, j : j + size] for i in range(UNMIX) for j in range(UNMIX)]
    mixed = np.stack([*around, np.ones_like(dark)], axis=-1)
    is_fixed = layout.fixed >= 0
    given, wanted = mixed[is_fixed], 2.0 * layout.fixed[is_fixed] - 1
    usual = np.zeros(mixed.shape[-1])
    usual[UNMIX * UNMIX // 2] = 1
    stiff = STIFF * len(given) * np.eye(len(usual))
    factors = usual + np.linalg.solve(given.T @ given + stiff, given.T @ (wanted - given @ usual))
    return np.clip(mixed @ factors, -1, 1).astype(np.float32)


def _timing(modules: Modules, layout: CodeLayout) -> float:
    """Return which share of the two dotted lines is as printed."""
    row = (modules[6, 8:-8] > 0) == (layout.fixed[6, 8:-8] > 0)
    column = (modules[8:-8, 6] > 0) == (layout.fixed[8:-8, 6] > 0)
    return float((row.mean() + column.mean()) / 2)


def _corners(grid: _Grid) -> Quad:
    size = float(grid.layout.size)
    return quad(_in_picture(grid, np.array([0, size, size, 0]), np.array([0, 0, size, size])) - 0.5)
