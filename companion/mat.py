"""The printed mat: its markers, and its zones with their meaning, in millimetres.

The origin is the mat's top left corner as the players of the first seat see it, x to the right and y down, as in a
picture. A marker is an AprilTag of the family 36h11; so is what a token bears. What lies where, and what it says in
each game, stands in docs/mats.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from companion.codec import Range, read
from companion.errors import Malformed
from companion.ids import SeatName
from companion.words import Text, Wording

LARGEST_MM = 2000
"""Side of the largest mat: two metres, more than any table of the games."""
Millimetres = Annotated[int, Range(0, LARGEST_MM)]
NO_TITLE = Wording("", "")


SQUARE_MM = 25
"""The side of the squares of a mat by which it is told where something moves: about as wide as a finger."""
Square = tuple[int, int]
"""Such a square: how many lie to its left, and above it."""


@dataclass(frozen=True, slots=True)
class Unrest:
    """The squares of a mat that are not at rest: those over which something moves, and those in which something lies that
    is not read yet, or a hand rests.
    """

    moving: frozenset[Square] = frozenset()
    unread: frozenset[Square] = frozenset()

    @property
    def squares(self) -> frozenset[Square]:
        return self.moving | self.unread


@dataclass(frozen=True, slots=True)
class ZonesSeen:
    """What a camera sees in zones for cards beside the cards that it reads there.

    `free`: the names of the zones in which nothing else lies, not even a card face down. `glaring`: the names of those in
    which something lies that a reflected light hides, each with the time in milliseconds when something last came to rest
    there.
    `covered`: the same of those in which print lies that is no card as it should lie: half covered, fanned, bent.
    """

    free: frozenset[str] = frozenset()
    glaring: frozenset[tuple[str, int]] = frozenset()
    covered: frozenset[tuple[str, int]] = frozenset()


NOTHING_SEEN = ZonesSeen()
"""Nothing is known of any zone."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A tag printed on the mat: its number, its top left corner, and the side length of its black square."""

    id: Annotated[int, Range(0, 586)]
    x_mm: Millimetres
    y_mm: Millimetres
    side_mm: Annotated[int, Range(5, 200)]

    @property
    def corners_mm(self) -> tuple[tuple[int, int], ...]:
        """The corners of the black square, clockwise from its top left."""
        right, bottom = self.x_mm + self.side_mm, self.y_mm + self.side_mm
        return ((self.x_mm, self.y_mm), (right, self.y_mm), (right, bottom), (self.x_mm, bottom))


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the mat for cards, tokens or dice: its name, owner (None: shared), content and rectangle, and by
    how much its printed text is rotated clockwise, so that its owner can read it.
    """

    name: str
    seat: SeatName | None
    role: str
    x_mm: Millimetres
    y_mm: Millimetres
    width_mm: Annotated[int, Range(1, LARGEST_MM)]
    height_mm: Annotated[int, Range(1, LARGEST_MM)]
    title: Wording = NO_TITLE
    turn_deg: Literal[0, 90, 180, 270] = 0

    @property
    def middle_mm(self) -> tuple[float, float]:
        return (self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2)

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The corners, clockwise from the top left of the mat."""
        right, bottom = self.x_mm + self.width_mm, self.y_mm + self.height_mm
        return ((self.x_mm, self.y_mm), (right, self.y_mm), (right, bottom), (self.x_mm, bottom))

    def holds(self, x_mm: float, y_mm: float) -> bool:
        return (
            self.x_mm <= x_mm < self.x_mm + self.width_mm and self.y_mm <= y_mm < self.y_mm + self.height_mm
        )


@dataclass(frozen=True, slots=True)
class Token:
    """A printed piece with a tag: its kind, and which one it is (`ball`; `piece` Y9; `player` red:1:standing)."""

    tag: Annotated[int, Range(0, 586)]
    role: str
    means: str
    side_mm: Annotated[int, Range(5, 60)]
    title: Wording = NO_TITLE


@dataclass(frozen=True, slots=True)
class Command:
    """A command card, laid on the table instead of touching a button: the text of its code, the command that it gives,
    its title, and what it does, in a sentence.
    """

    code: str
    means: str
    title: Wording
    says: Wording


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size, side by side.

    `across` names the columns (along x), `down` the rows (along y); a cell's name is `form` with both names filled in.
    `across_titles` and `down_titles`, one for each name, give a cell a title for people.
    """

    form: str
    role: str
    x_mm: Millimetres
    y_mm: Millimetres
    width_mm: Annotated[int, Range(1, LARGEST_MM)]
    height_mm: Annotated[int, Range(1, LARGEST_MM)]
    across: tuple[str, ...]
    down: tuple[str, ...]
    seat: SeatName | None = None
    turn_deg: Literal[0, 90, 180, 270] = 0
    across_titles: tuple[Wording, ...] = ()
    down_titles: tuple[Wording, ...] = ()

    def __post_init__(self) -> None:
        if self.across_titles or self.down_titles:
            for where, titles, cells in (
                ("across_titles", self.across_titles, self.across),
                ("down_titles", self.down_titles, self.down),
            ):
                if len(titles) != len(cells):
                    raise Malformed(
                        where,
                        Text("there must be {want} titles; here: {got}", want=len(cells), got=len(titles)),
                    )

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Return one zone for each cell, row by row."""
        return tuple(
            Zone(
                self.form.format(across=across, down=down),
                self.seat,
                self.role,
                self.x_mm + column * self.width_mm,
                self.y_mm + row * self.height_mm,
                self.width_mm,
                self.height_mm,
                self._title(row, column),
                self.turn_deg,
            )
            for row, down in enumerate(self.down)
            for column, across in enumerate(self.across)
        )

    def _title(self, row: int, column: int) -> Wording:
        if not self.down_titles:
            return NO_TITLE
        down, across = self.down_titles[row], self.across_titles[column]
        return Wording(f"{down.en}, {across.en}", f"{down.fr}, {across.fr}")


@dataclass(frozen=True, slots=True)
class Mat:
    """The mat of one game, with the tokens and the command cards that are printed with it."""

    game: str
    width_mm: Annotated[int, Range(100, LARGEST_MM)]
    height_mm: Annotated[int, Range(100, LARGEST_MM)]
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...] = ()
    commands: tuple[Command, ...] = ()

    def __post_init__(self) -> None:
        for names, what in (
            ([zone.name for zone in self.zones], "zones"),
            ([*(marker.id for marker in self.markers), *(token.tag for token in self.tokens)], "markers"),
            ([command.code for command in self.commands], "commands"),
        ):
            if len(set(names)) < len(names):
                raise Malformed(what, Text("two fields have the same name"))
        boxes: Sequence[tuple[str, int, int]] = [
            *(
                (f"zones.{zone.name}", zone.x_mm + zone.width_mm, zone.y_mm + zone.height_mm)
                for zone in self.zones
            ),
            *((f"markers.{marker.id}", *marker.corners_mm[2]) for marker in self.markers),
        ]
        for where, right, bottom in boxes:
            if right > self.width_mm or bottom > self.height_mm:
                raise Malformed(where, Text("this place does not lie on the mat"))

    def zone_at(self, x_mm: float, y_mm: float) -> Zone | None:
        """Return the zone that contains a point; the first one, where two overlap."""
        return next((zone for zone in self.zones if zone.holds(x_mm, y_mm)), None)


def read_mat(data: Any) -> Mat:
    """Read a mat from its JSON, in which a grid stands for many zones side by side. Raises `Malformed`."""
    if not isinstance(data, dict):
        return read(Mat, data)
    grids = read(tuple[Grid, ...], data.get("grids", []), "grids")
    mat = read(Mat, {name: item for name, item in data.items() if name != "grids"})
    return replace(mat, zones=(*mat.zones, *(zone for grid in grids for zone in grid.zones)))
