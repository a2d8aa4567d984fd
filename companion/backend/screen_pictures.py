"""Pictures for screens: of the camera, and those that were drawn."""

from dataclasses import dataclass

from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """A small picture from the camera: BGR bytes, row by row from the top, with marks on what was recognised."""

    pixels: bytes
    width_px: int
    height_px: int
    marks: tuple["PictureMark", ...] = ()


@dataclass(frozen=True, slots=True)
class PictureMark:
    """A recognised thing: its corners in pixels of the picture, and its name; or the place where a card is to be laid."""

    corners_px: tuple[tuple[float, float], ...]
    says: Text | Wording
    is_wanted: bool = False
    """A card is to be laid there."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture that was drawn: bytes of red, green, blue and opacity, row by row from the top."""

    pixels: bytes
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match that phones on the same network can fetch: its address, and the code that they scan."""

    url: str
    code: CameraPicture
