"""Describes what lies on the table, and where: cards, dice, trays, and hands above them. Plain values, in mm.

`at_mm` is a thing's centre on the mat, and `turn_deg` its clockwise rotation, both as seen from the first
seat. A later thing in a list lies on the earlier ones. `name` belongs to one thing, so that two copies of a
card stay two.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.mat import Mat
from vision.frame import Pixels

CARD_MM = (63.0, 88.0)
"""Width and height of a poker-size card."""
CARD_THICKNESS_MM = 0.32
"""The thickness of a printed card."""
FROM_RIM_MM, FROM_LINE_MM = 22.0, 14.0
"""The least distance from the centre of a die to the rim of a tray, and to the line on a printed one."""


class Surface(StrEnum):
    """What the mat lies on."""

    WOOD = "wood"
    CLOTH = "cloth"
    DARK = "dark"
    CHECKED = "checked"


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """The print of a card as pictures of its sides, (H, W, 3) uint8 BGR; without a back it has the usual one."""

    front: Pixels
    back: Pixels | None = None


@dataclass(frozen=True, slots=True)
class CardPrint:
    """The print on a card's face: a code (none: ""), its reference in letters, a title; or a picture of all of it.

    Cards with the same print are copies. The reference decides the colours of the art.
    """

    reference: str
    code: str = ""
    title: str = ""
    module_mm: float = 1.5
    capitals_mm: float = 3.0
    picture: CardPicture | None = None


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card on the table, or held `lift_mm` above it."""

    name: int
    print: CardPrint
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    is_face_up: bool = True
    is_sleeved: bool = False
    lift_mm: float = 0.0
    towards_mm: tuple[float, float] = (0.0, 0.0)
    """How far it moves while the shutter is open."""
    slope: tuple[float, float] = (0.0, 0.0)
    """By how much it rises to the right and down the picture, as a hand tilts it: rise over run. It changes where a sleeve
    reflects the lamp; the picture of its print, which changes by a few hundredths, is drawn as if it lay flat.
    """


@dataclass(frozen=True, slots=True)
class SceneTag:
    """A square tag of the family 36h11 on a token or a piece; `side_mm` is the side of its black square."""

    name: int
    tag: int
    at_mm: tuple[float, float]
    side_mm: float = 16.0
    turn_deg: float = 0.0
    lift_mm: float = 0.0


class DieKind(StrEnum):
    """The kinds of dice. Stars and damage are dice with symbols: six sides, some of them equal."""

    PIPS = "pips"
    D6 = "d6"
    D12 = "d12"
    STARS = "stars"
    DAMAGE = "damage"

    @property
    def faces(self) -> tuple[str, ...]:
        """The text of each side; on numbered dice, opposite sides add up as usual."""
        match self:
            case DieKind.PIPS | DieKind.D6:
                return ("1", "2", "3", "6", "5", "4")
            case DieKind.D12:
                return ("1", "2", "3", "4", "5", "6", "12", "11", "10", "9", "8", "7")
            case DieKind.STARS:
                return ("0", "1", "2", "3", "2", "1")
            case DieKind.DAMAGE:
                return ("none", "ko", "none", "injured", "ko", "none")


@dataclass(frozen=True, slots=True)
class SceneDie:
    """A die with one face up. `size_mm` is the distance of opposite sides; the colour is BGR. Raises
    `ValueError` for a face that the die does not have.
    """

    name: int
    kind: DieKind
    face: str
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    size_mm: float = 16.0
    colour: tuple[int, int, int] = (216, 224, 228)
    towards_mm: tuple[float, float] = (0.0, 0.0)
    lift_mm: float = 0.0
    lean_deg: float = 0.0
    """How far it leans, as a die does that lies against something."""

    def __post_init__(self) -> None:
        if self.face not in self.kind.faces:
            known = ", ".join(sorted(set(self.kind.faces)))
            raise ValueError(f"expected one of {known} on a die of {self.kind}, got {self.face}")


@dataclass(frozen=True, slots=True)
class SceneTray:
    """A dark tray for dice, with a rim: its centre and its outer size.

    `sheet` is the printed sheet with tags that lies there instead of a tray with a rim.
    """

    name: int
    at_mm: tuple[float, float]
    size_mm: tuple[float, float] = (180.0, 130.0)
    turn_deg: float = 0.0
    lift_mm: float = 0.0
    sheet: Mat | None = None

    @property
    def room_mm(self) -> tuple[float, float]:
        """How far from its centre, across and down, the centre of a die comes to rest."""
        if self.sheet is None:
            return self.size_mm[0] / 2 - FROM_RIM_MM, self.size_mm[1] / 2 - FROM_RIM_MM
        (zone,) = self.sheet.zones
        return zone.width_mm / 2 - FROM_LINE_MM, zone.height_mm / 2 - FROM_LINE_MM


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand above the table: the place of its fingertips, and the direction of its arm.

    `turn_deg` is 0 for an arm from the first seat that points up the picture. `towards_mm` is how far it
    moves while the shutter is open.
    """

    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    lift_mm: float = 45.0
    is_left: bool = False
    towards_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class HeldBoard:
    """A printed ChArUco board held before the camera: its centre (x, y, height), and the unit vectors of its print's right
    and down.
    """

    middle_mm: tuple[float, float, float]
    right: tuple[float, float, float]
    down: tuple[float, float, float]


FlatThing = SceneCard | SceneTag | SceneTray
Thing = FlatThing | SceneDie


@dataclass(frozen=True, slots=True)
class VirtualScene:
    """Everything that a camera over the table can see. Later things lie on earlier ones, hands are above all,
    and a held board is in front of them.
    """

    mat: Mat
    surface: Surface = Surface.WOOD
    language: str = "fr"
    """The language of the words on the mat."""
    things: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] = ()
    held: HeldBoard | None = None
