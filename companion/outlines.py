"""Computes outlines of a star and of a football's patches, for prints, screens and pages."""

from math import cos, pi, sin

Place = tuple[float, float]
"""A position on a page in mm, or on a screen in pixels: x, y."""


STAR_POINTS = 5
STAR_INNER = 0.42
"""The radius of the corners between the points, as a share of the star's."""


def outline_star(middle: Place, radius: float) -> tuple[Place, ...]:
    """Compute the outline of a star that points upwards."""
    return tuple(
        (
            middle[0] + radius * (1 if n % 2 == 0 else STAR_INNER) * sin(pi * n / STAR_POINTS),
            middle[1] - radius * (1 if n % 2 == 0 else STAR_INNER) * cos(pi * n / STAR_POINTS),
        )
        for n in range(2 * STAR_POINTS)
    )


BALL_PATCHES = ((1.0, -13), (1.0, 13), (0.82, 19), (0.68, 0), (0.82, -19))
"""The corners of a dark patch at a ball's rim: how far from its middle, and how many degrees beside the patch's own."""
BALL_MIDDLE = 0.42
"""The radius of the patch in its middle, as a share of the ball's."""


def ball_patches(middle: Place, radius: float) -> tuple[tuple[Place, ...], ...]:
    """Compute the dark patches of a football as outlines: one in its middle, and five at its rim. Seams between them
    would look like the spokes of a wheel.
    """

    def at(share: float, degrees: float) -> Place:
        angle = (degrees - 90) * pi / 180
        return middle[0] + share * radius * cos(angle), middle[1] + share * radius * sin(angle)

    corners = [72 * n for n in range(5)]
    return (
        tuple(at(BALL_MIDDLE, turn) for turn in corners),
        *(tuple(at(share, turn + beside) for share, beside in BALL_PATCHES) for turn in corners),
    )
