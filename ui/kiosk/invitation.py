"""Describes the question to a visitor who may choose a play: whose play it is, two to four answers, and the time left."""

from dataclasses import dataclass

from companion.backend.interface import Invitation
from companion.showing.scene import Role, Scene, Words
from companion.showing.ways import Bit, Choosable, bits_of
from companion.words import Text

PATIENCE_MS = 20_000
"""Who has touched nothing for so long lets the virtual player choose."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice: the play in words, and below it what it is worth, or what is printed on its card. `is_card`: the words are one
    card's.
    """

    says: Words
    under: Words | None
    is_card: bool = False


@dataclass(frozen=True, slots=True)
class Invited:
    """All that is asked. `role`: by which colour the side is known that is played for."""

    asks: Words
    role: Role
    choices: tuple[Offered, ...]


def invited(invitation: Invitation, scene: Scene) -> Invited:
    """An invitation in words."""
    side = scene.side(invitation.seat)
    return Invited(
        _asks(invitation, side.name),
        side.role,
        tuple(_offered(choice, scene, is_hidden=invitation.is_hidden) for choice in invitation.choices),
    )


def left_s(since_ms: int, now_ms: int) -> int:
    """The seconds that the table still waits; 0: no more."""
    return max(0, -(-(since_ms + PATIENCE_MS - now_ms) // 1000))


def _asks(invitation: Invitation, who: Words) -> Text:
    if invitation.is_hidden:
        return Text("you play for {who}: which card do you lay face down?", who=who)
    return Text("you play for {who}: what do you do?", who=who)


def _offered(choice: Choosable, scene: Scene, *, is_hidden: bool) -> Offered:
    """A play in its own sentence; that of a card face down says nothing of it, so that the card itself is named."""
    bits = bits_of(choice.play)
    if is_hidden:
        return Offered(_named(scene, bits[-1]), choice.worth, is_card=True)
    details = [scene.details[str(bit.value)] for bit in bits if str(bit.value) in scene.details]
    return Offered(choice.says, choice.worth or (details[-1] if details else None))


def _named(scene: Scene, bit: Bit) -> Words:
    return scene.name(bit.field, bit.value) or Text("{value}", value=bit.value)
