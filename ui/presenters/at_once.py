"""A match that begins with one touch."""

from dataclasses import dataclass

from companion.showing.scene import Words
from ui.house import PlayRequest


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A match of a game, without camera and tower, and what it is: as last time, or as shipped."""

    game: str
    request: PlayRequest
    says: Words
