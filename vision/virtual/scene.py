"""What lies on the table, and where: cards, dice, trays, and the hands above them. Plain values, in millimetres.

`at_mm` is a thing's middle on the mat and `turn_deg` how far it is turned clockwise, both as the first seat sees it;
what stands later in a list lies upon what stands before. `name` is a thing's own, so that two copies of one card
stay two.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.mat import Mat

CARD_MM = (63.0, 88.0)
CARD_THICKNESS_MM = 0.32


class Surface(StrEnum):
    """What the mat lies on."""

    WOOD = "wood"
    CLOTH = "cloth"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class CardPrint:
    """What is printed on a card's face: a code (none: ""), its reference in letters, a title.

    Two cards with the same print are copies. The art's colours follow from the reference.
    """

    reference: str
    code: str = ""
    title: str = ""
    module_mm: float = 1.5
    capitals_mm: float = 3.0


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card, lying or held `lift_mm` above the table."""

    name: int
    print: CardPrint
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    is_face_up: bool = True
    is_sleeved: bool = False
    lift_mm: float = 0.0
    towards_mm: tuple[float, float] = (0.0, 0.0)
    """How far it moves while the shutter is open."""


@dataclass(frozen=True, slots=True)
class SceneTag:
    """A square tag of the family 36h11 on a token or a piece; `side_mm` is its black square's."""

    name: int
    tag: int
    at_mm: tuple[float, float]
    side_mm: float = 16.0
    turn_deg: float = 0.0
    lift_mm: float = 0.0


class DieKind(StrEnum):
    """What dice there are. Stars and damage are the two kinds of symbols: six sides, some of them alike."""

    PIPS = "pips"
    D6 = "d6"
    D12 = "d12"
    STARS = "stars"
    DAMAGE = "damage"

    @property
    def faces(self) -> tuple[str, ...]:
        """What stands on each side; of a die with numbers opposite sides add up as they should."""
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
    """A die with a face up. `size_mm` is from side to opposite side; the colour is blue, green, red."""

    name: int
    kind: DieKind
    face: str
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    size_mm: float = 16.0
    colour: tuple[int, int, int] = (216, 224, 228)
    towards_mm: tuple[float, float] = (0.0, 0.0)
    lift_mm: float = 0.0

    def __post_init__(self) -> None:
        if self.face not in self.kind.faces:
            known = ", ".join(sorted(set(self.kind.faces)))
            raise ValueError(f"expected one of {known} on a die of {self.kind}, got {self.face}")


@dataclass(frozen=True, slots=True)
class SceneTray:
    """A dark tray for dice: its middle and its outer size; a rim stands around it."""

    name: int
    at_mm: tuple[float, float]
    size_mm: tuple[float, float] = (180.0, 130.0)
    turn_deg: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand above the table: where its fingertips are and from which way its arm comes.

    `turn_deg` is 0 for an arm that reaches up the picture, from the first seat. `towards_mm` is how far it moves while
    the shutter is open.
    """

    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    lift_mm: float = 45.0
    is_left: bool = False
    towards_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class BoardTarget:
    """A ChArUco board as it is printed: squares across and down, and the 5 by 5 markers in the light ones."""

    columns: int = 11
    rows: int = 7
    square_mm: float = 24.0
    marker_mm: float = 18.0
    margin_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class HeldBoard:
    """A board that somebody holds before the camera: its middle (x, y, height), and which ways in the room its print
    reads right and down; both of length 1.
    """

    target: BoardTarget
    middle_mm: tuple[float, float, float]
    right: tuple[float, float, float]
    down: tuple[float, float, float]


FlatThing = SceneCard | SceneTag | SceneTray
Thing = FlatThing | SceneDie


@dataclass(frozen=True, slots=True)
class VirtualScene:
    """All that a camera over the table can see. Later things lie upon earlier ones, hands above all, and what is held
    for the camera before them.
    """

    mat: Mat
    surface: Surface = Surface.WOOD
    things: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] = ()
    held: HeldBoard | None = None
