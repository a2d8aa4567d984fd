"""Lets a play be chosen by touch: first seat and kind, then one field after the other, or the same by places on the
board.

Pure. While somebody must still lay a card, face-down cards are not offered.

What may be said next is what the offers' plays differ in, or what their `ways` allow: rules offer long plays only by
way of example (a walk of one cell, one support, a row of five shooters), and `ways` tells every one of them bit by bit.
Three things need no bits: a die whose place among several dice changes nothing, the card under an order, which is face
down, and work cards of several seats at once, which are told seat by seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.play import Play, leaves_of
from companion.session.snapshot import Offer
from companion.showing.scene import Scene, Words
from companion.showing.ways import DONE, Bit, Choosable, Told, Ways
from companion.words import Text, word
from ui.presenters.buttons import (
    BoardTouch,
    Confirm,
    FieldChoice,
    KindChoice,
    Narrow,
    NextButtons,
    PlayButton,
    bit_button,
    clear,
    grouped,
    kind_button,
    on_page,
    touches_of,
    ways_of,
)
from ui.presenters.field_questions import WHO_DOES_WHAT, question

_TWO_SIDES = 2
_THAT_IS_IT = Text("yes, that is it")


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step of the choice: the question, and the buttons.

    `is_final`: the question describes the whole play, and the only button confirms it.
    """

    prompt: Words
    buttons: tuple[PlayButton, ...]
    on_board: tuple[BoardTouch, ...]
    is_final: bool
    scene: Scene
    language: str
    _all: tuple[PlayButton, ...]
    _offer: Offer | None = None
    _told: Told = ()
    _taps: int = 0
    _before: "Choosing | None" = None

    def pick(self, button: PlayButton) -> "Choosing | Play":
        """Return the next step, or the finished play."""
        match button.leads:
            case KindChoice(offer, told):
                return _said(self, offer, told, self._taps + 1 + (1 if told else 0))
            case FieldChoice(bit):
                assert self._offer is not None
                return _said(self, self._offer, (*self._told, bit), self._taps + 1)
            case Narrow(says, buttons):
                return replace(_page(self, says, buttons), _taps=self._taps + 1, _before=self)
            case NextButtons(page):
                return replace(self, buttons=on_page(self._all, page))
            case Confirm(play):
                return play

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return the names of the pieces and cells that were chosen so far."""
        board = self.scene.board
        if board is None:
            return ()
        known = {piece.name for piece in board.pieces} | {cell.name for cell in board.cells}
        return tuple(str(bit.value) for bit in self._told if str(bit.value) in known)

    @property
    def way(self) -> tuple[str, ...]:
        """Return the cells that the piece of a play to be confirmed moves over; none for other plays."""
        board = self.scene.board
        play = next((button.leads.play for button in self.buttons if isinstance(button.leads, Confirm)), None)
        if board is None or play is None:
            return ()
        cells = {cell.name for cell in board.cells}
        stands = {piece.name: piece.cell for piece in board.pieces}
        named = [str(value) for _, value in leaves_of(play)]
        start = next((stands[name] for name in named if name in stands), None)
        way = tuple(name for name in named if name in cells)
        return (start, *way) if start is not None and way else ()

    def back(self) -> "Choosing":
        """Return the step before; the first step returns itself."""
        return self if self._before is None else self._before


class Chooser:
    """Begins a choice among the offers of a snapshot."""

    @staticmethod
    def of(offers: Sequence[Offer], scene: Scene, language: str = "en") -> Choosing | None:
        """Return the choice among what the match waits for; None if it waits for no person.

        Many cards are sorted by the alphabet.
        """
        return _begun([offer for offer in _shown(offers) if not offer.is_aside], scene, language)

    @staticmethod
    def aside(offers: Sequence[Offer], scene: Scene, language: str = "en") -> Choosing | None:
        """Return the choice among plays that are possible but not waited for."""
        return _begun([offer for offer in _shown(offers) if offer.is_aside], scene, language)


def _shown(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers that may be shown: players who have laid their face-down card choose nothing until all have."""
    some = [offer for offer in offers if offer.plays or offer.ways is not None]
    may_lay = any(not offer.is_hidden for offer in some if not offer.is_aside)
    return [offer for offer in some if not (offer.is_hidden and may_lay)]


def _begun(offers: Sequence[Offer], scene: Scene, language: str) -> Choosing | None:
    if not offers:
        return None
    first = Choosing(_prompt(offers, scene), (), (), is_final=False, scene=scene, language=language, _all=())
    if len(offers) == 1:
        (offer,) = offers
        told, following = _advanced(ways_of(offer), ())
        if following:
            # What is waited for says more than the first thing that is asked of it.
            return replace(_asked(first, offer, told, following), prompt=first.prompt)
    is_named = len({offer.seat for offer in offers}) > 1 or len(scene.sides) > _TWO_SIDES
    buttons = tuple(kind_button(scene, offer, is_named=is_named) for offer in offers)
    return _page(first, first.prompt, buttons, touches_of(scene, offers))


def _prompt(offers: Sequence[Offer], scene: Scene) -> Words:
    seats = {offer.seat for offer in offers}
    said = {str(waited.says): waited.says for waited in scene.waited if waited.seat in seats}
    return next(iter(said.values())) if len(said) == 1 else WHO_DOES_WHAT


# --- steps


def _advanced(ways: Ways, told: Told) -> tuple[Told, tuple[Bit, ...]]:
    """Return the choice after the steps so far, with implied steps, and its possible next steps."""
    following = ways.next(told)
    while len(following) == 1:
        told = (*told, following[0])
        following = ways.next(told)
    return told, following


def _said(before: Choosing, offer: Offer, told: Told, taps: int) -> "Choosing | Play":
    ways = ways_of(offer)
    told, following = _advanced(ways, told)
    if following:
        return replace(_asked(before, offer, told, following), _taps=taps, _before=before)
    play = ways.play(told)
    if taps <= 1:
        return play.play
    confirm = PlayButton(_THAT_IS_IT, None, None, "word", offer.seat, Confirm(play.play))
    final = _page(before, _says(before.scene, offer, play, told), (confirm,))
    return replace(final, is_final=True, _offer=offer, _told=told, _taps=taps, _before=before)


def _says(scene: Scene, offer: Offer, play: Choosable, told: Told) -> Words:
    """Return the play's own sentence; for a face-down card that may be shown here, the seat and the card."""
    if not offer.is_hidden or offer.seat is None:
        return play.says
    seat = scene.names.get(offer.seat) or word(offer.seat)
    return Text("{seat}: {card}", seat=seat, card=bit_button(scene, offer, told[-1]).says)


def _asked(before: Choosing, offer: Offer, told: Told, following: Sequence[Bit]) -> Choosing:
    scene = before.scene
    buttons = [bit_button(scene, offer, bit) for bit in following]
    about = next((bit for bit in following if bit != DONE), DONE)
    _, _, of = about.field.partition(".")
    says = question(offer.kind, about.field, scene.names.get(of))
    on_board = tuple(
        BoardTouch(str(button.value), button) for button in buttons if button.thing in ("piece", "cell")
    )
    asked = _page(before, says, grouped(buttons, before.language), clear(scene, on_board))
    return replace(asked, _offer=offer, _told=told)


def _page(
    before: Choosing, says: Words, buttons: tuple[PlayButton, ...], on_board: tuple[BoardTouch, ...] = ()
) -> Choosing:
    return replace(
        before, prompt=says, buttons=on_page(buttons, 0), on_board=on_board, is_final=False, _all=buttons
    )
