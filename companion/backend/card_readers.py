"""The interface through which screens read cards that are laid under the camera, and learn their faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.backend.screen_pictures import CameraPicture, DrawnPicture
from companion.words import Text


@dataclass(frozen=True, slots=True)
class ScannedCard:
    """A card that the camera read: one reference, or several possible ones. `number` identifies the card within the scan."""

    number: int
    refs: tuple[str, ...]


class CardScanner(Protocol):
    """Reads cards that are laid down one after the other. Its methods may be called from any thread."""

    def picture(self) -> CameraPicture | None:
        """Return the picture of the camera now."""

    def newest(self) -> Sequence[ScannedCard]:
        """Return all cards that were read since the last call."""

    def trouble(self) -> Text | None: ...

    def stop(self) -> None:
        """Stop and release the camera; to be called in a background task."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A card that was shown to be learnt: its face, and its reference, as far as it is known. It is learnt already, or a person has
    to say which card it is.
    """

    number: int
    picture: DrawnPicture
    ref: str
    is_learnt: bool = False
    was_known: bool = False
    """It was learnt at an earlier time."""


class FaceTeacher(Protocol):
    """Learns the faces of cards that are laid down, one or several at once. Its methods may be called from any thread."""

    def picture(self) -> CameraPicture | None:
        """Return the picture of the camera now."""

    def newest(self) -> Sequence[ShownFace]:
        """Return all cards that were shown or learnt since the last call."""

    def is_reference(self, text: str) -> bool:
        """Tell whether a text may be the reference of a card."""

    def name(self, number: int, ref: str) -> None:
        """Learn a card that was shown as this one; empty: as the back that all cards share. To be called in a background task.
        Raises `StorageError` when it cannot be kept.
        """

    def twins(self) -> Sequence[Text]:
        """Return a sentence for each two cards that cannot be told from each other here; to be called in a background task."""

    def trouble(self) -> Text | None: ...

    def stop(self) -> None:
        """Stop and release the camera; to be called in a background task."""
