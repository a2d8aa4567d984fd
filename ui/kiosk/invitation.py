"""Describes the question to a visitor who may choose a play: the side, two to four answers, and the time left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.backend.interface import Invitation
from companion.showing.scene import CardSide, Role, Scene, Way, Words
from companion.showing.ways import Bit, Choosable, bits_of
from companion.words import LANGUAGES, Text, Wording, translate

LONG_NOTE = 48
"""What explains a choice and has more letters takes the room of the card's face: it is the card's own text. A shorter text
of a card stands on its face.
"""
LETTERS, NUMBERS = "ABCD", "1234"
ENOUGH_MS = 3 * 60_000
"""After this time without a choice, a visitor has seen how the game is played; the invitation says so."""
PATIENCE_MS = 30_000
"""After this time without a touch, the virtual player chooses: four answers are read by somebody who does not know the
game.
"""


@dataclass(frozen=True, slots=True)
class Offered:
    """One choice: the play in words, and below it its worth, or the text of its card.

    `is_card`: the words name one card.
    """

    says: Words
    under: Words | None
    is_card: bool = False
    face: CardSide | None = None
    """The card that is played, if the play names one."""
    is_bold: bool = False
    """The face shows little, in large signs."""
    place: str = ""
    """The cell, the piece, the zone of the pitch or the area of the goal that the play is about, if one is shown."""
    ways: tuple[tuple[str, ...], ...] = ()
    """The cells over which pieces and ball would go."""


@dataclass(frozen=True, slots=True)
class Invited:
    """The whole question: the side that the visitor plays for (`role` is its colour), and what is to be done."""

    who: Words
    asks: Words
    role: Role
    choices: tuple[Offered, ...]
    demand: Words | str = ""
    """What all players together have to reach: the order of a round."""
    is_lettered: bool = False
    """Its choices have letters, because the pieces of a board have numbers."""

    @property
    def marks(self) -> dict[str, str]:
        """The signs of the choices at their places; none if no choice has a place. Of two that lead to one place, the second
        has its sign halfway.
        """
        found: dict[str, str] = {}
        for choice, sign in zip(self.choices, self.signs, strict=True):
            # A way of one step has no middle: its first cell is that of the piece.
            halfway = [way[(len(way) - 1) // 2] for way in choice.ways if len(way) > 2]
            place = next((one for one in (choice.place, *halfway) if one not in found), choice.place)
            if place:
                found[place] = f"{found[place]}·{sign}" if place in found else sign
        return found

    @property
    def signs(self) -> str:
        """The sign of each choice."""
        return (LETTERS if self.is_lettered else NUMBERS)[: len(self.choices)]


def invited(invitation: Invitation, scene: Scene) -> Invited:
    """Describe an invitation. A visitor plays for the first seat, and only now and then for another, which is said."""
    side = scene.side(invitation.seat)
    is_own = invitation.seat == scene.sides[0].seat
    ways = invitation.ways or ((),) * len(invitation.choices)
    return Invited(
        Text("you play for {who}", who=side.name) if is_own else Text("now choose for {who}", who=side.name),
        _asks(invitation),
        side.role,
        tuple(
            replace(
                _without_name(_offered(choice, scene, is_hidden=invitation.is_hidden), side.name),
                face=(face := _face(choice, scene, invitation.seat)),
                is_bold=face is not None and face.ref in scene.bold,
                place=_place(choice, its, scene),
                ways=tuple(way.cells for way in its),
            )
            for choice, its in zip(invitation.choices, ways, strict=True)
        ),
        scene.order or "",
        is_lettered=scene.board is not None,
    )


def why(invitation: Invitation, choice: int, scene: Scene) -> Words:
    """Say after a choice why it counts as it does, in one sentence; of a face-down card nothing is told before it is turned."""
    if invitation.is_hidden:
        return Text("your card lies face down: it counts when all cards are turned over")
    offered = _offered(invitation.choices[choice], scene, is_hidden=False)
    if offered.under is None:
        return offered.says
    return Text("{play}: {why}", play=offered.says, why=offered.under)


def left_s(since_ms: int, now_ms: int) -> int:
    """Return the seconds for which the table still waits."""
    return max(0, -(-(since_ms + PATIENCE_MS - now_ms) // 1000))


def _asks(invitation: Invitation) -> Words:
    if invitation.is_hidden:
        return Text("which card do you lay face down?")
    return invitation.asks or Text("what do you do?")


def _offered(choice: Choosable, scene: Scene, *, is_hidden: bool) -> Offered:
    """Describe a play by its sentence; a face-down card is named instead, because its sentence does not name it."""
    bits = bits_of(choice.play)
    if is_hidden:
        return Offered(_named(scene, bits[-1]), choice.worth, is_card=True)
    pieces = () if scene.board is None else [piece.name for piece in scene.board.pieces]
    named = [str(bit.value) for bit in reversed(bits) if str(bit.value) not in pieces]
    told = (scene.details[name] for name in named if name in scene.details)
    return Offered(choice.says, choice.worth or next(filter(is_long, told), None))


def is_long(note: Words) -> bool:
    return max(len(translate(note, language)) for language in LANGUAGES) > LONG_NOTE


def _face(choice: Choosable, scene: Scene, seat: str) -> CardSide | None:
    """Return the face of the first card that a play names."""
    found = (scene.face(bit.field, bit.value, seat) for bit in bits_of(choice.play))
    return next((face for face in found if face is not None), None)


def _place(choice: Choosable, ways: Sequence[Way], scene: Scene) -> str:
    """Return where a play leads: to the end of its way, or else to the last place that it names."""
    if ways:
        return ways[0].cells[-1]
    board, pitch = scene.board, scene.pitch
    shown = set() if pitch is None else {*(zone.name for zone in pitch.zones), *pitch.areas}
    if board is not None:
        shown |= {cell.name for cell in board.cells} | {piece.name for piece in board.pieces}
    named = [str(bit.value) for bit in bits_of(choice.play) if str(bit.value) in shown]
    return named[-1] if named else ""


def _without_name(offered: Offered, name: Words) -> Offered:
    """Return a choice whose sentence does not begin with the side's name, which the question says already."""
    en, fr = (_cut(offered.says, name, language) for language in ("en", "fr"))
    return replace(offered, says=Wording(en, fr))


def _cut(says: Text | Wording, name: Words, language: str) -> str:
    words = translate(says, language)
    named = translate(name, language)
    for before in (f"{named} ", f"{named}: ", f"{named}\N{NO-BREAK SPACE}: "):
        if words.startswith(before):
            return words.removeprefix(before)
    return words


def _named(scene: Scene, bit: Bit) -> Words:
    return scene.name(bit.field, bit.value) or Text("{value}", value=bit.value)
