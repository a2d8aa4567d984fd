"""A play chosen by touch: who and what kind first, then one thing after the other, with the places on the board that say
the same. Pure; of what lies face down nothing is offered while somebody has still to lay a card.

What may be said next is what the offers' plays differ in, or what their `ways` allow: rules offer long plays only by
way of example (a walk of one cell, one support, a row of five shooters), and `ways` tells every one of them bit by bit.
Three things need no bits: a die whose place among several dice changes nothing, the card under an order, which is face
down, and work cards of several seats at once, which are told seat by seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.engine import Json
from companion.session.snapshot import Offer
from companion.showing.scene import Scene, Words
from companion.showing.ways import DONE, Bit, Listed, Told, Ways
from companion.words import Text, translate, word
from ui.presenters.asking import WHO_DOES_WHAT, question

BUTTONS = 12
"""So many on one page."""

Thing = Literal["word", "card", "piece", "cell", "seat", "die"]
_DICE = frozenset(("d6", "d12", "stars", "damage"))
_THAT_IS_IT = Text("yes, that is it")
_DONE = Text("that is all")
_MORE = Text("more")


@dataclass(frozen=True, slots=True)
class _Begin:
    """A kind of play is chosen, and what was touched with it said."""

    offer: Offer
    told: Told = ()


@dataclass(frozen=True, slots=True)
class _Say:
    """One more thing is said."""

    bit: Bit


@dataclass(frozen=True, slots=True)
class _Narrow:
    """Only these are asked about: cards of one name, what a player may do."""

    says: Words
    buttons: "tuple[Button, ...]"


@dataclass(frozen=True, slots=True)
class _Turn:
    """Another page of the same."""

    page: int


@dataclass(frozen=True, slots=True)
class _Confirm:
    """The play is the one that was meant."""

    play: Json


_Leads = _Begin | _Say | _Narrow | _Turn | _Confirm


@dataclass(frozen=True, slots=True)
class Button:
    """Something to touch: its words, a second line, what it stands for, and whose it is."""

    says: Words
    under: Words | None
    value: str | int | None
    thing: Thing
    seat: str | None
    leads: _Leads


@dataclass(frozen=True, slots=True)
class Touch:
    """A cell or a piece of the board that may be touched now, and the button that it stands for."""

    name: str
    button: Button


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step of choosing: what is asked, and what may be touched. `is_final`: the prompt tells the whole play, and the
    one button says that it is meant.
    """

    prompt: Words
    buttons: tuple[Button, ...]
    on_board: tuple[Touch, ...]
    is_final: bool
    scene: Scene
    _all: tuple[Button, ...]
    _offer: Offer | None = None
    _told: Told = ()
    _taps: int = 0
    _before: "Choosing | None" = None

    def pick(self, button: Button) -> "Choosing | Json":
        """The next step, or the finished play."""
        match button.leads:
            case _Begin(offer, told):
                return _said(self, offer, told, self._taps + 1 + (1 if told else 0))
            case _Say(bit):
                assert self._offer is not None
                return _said(self, self._offer, (*self._told, bit), self._taps + 1)
            case _Narrow(says, buttons):
                return replace(_page(self, says, buttons), _taps=self._taps + 1, _before=self)
            case _Turn(page):
                return replace(self, buttons=_on_page(self._all, page))
            case _Confirm(play):
                return play

    def back(self) -> "Choosing":
        """The step before; the first has none and stays."""
        return self if self._before is None else self._before


class Chooser:
    """Begins to choose among the offers of a snapshot."""

    @staticmethod
    def of(offers: Sequence[Offer], scene: Scene) -> Choosing | None:
        """What the table waits for; None if it waits for nobody's hand."""
        return _begun([offer for offer in _shown(offers) if not offer.is_aside], scene)

    @staticmethod
    def aside(offers: Sequence[Offer], scene: Scene) -> Choosing | None:
        """What may be played though nobody waits for it."""
        return _begun([offer for offer in _shown(offers) if offer.is_aside], scene)


def _shown(offers: Iterable[Offer]) -> list[Offer]:
    """What lies face down is told when all cards lie: until then those who have laid say nothing more."""
    some = [offer for offer in offers if offer.plays or offer.ways is not None]
    may_lay = any(not offer.is_hidden for offer in some if not offer.is_aside)
    return [offer for offer in some if not (offer.is_hidden and may_lay)]


def _begun(offers: Sequence[Offer], scene: Scene) -> Choosing | None:
    if not offers:
        return None
    first = Choosing(_prompt(offers, scene), (), (), is_final=False, scene=scene, _all=())
    if len(offers) == 1:
        (offer,) = offers
        told, following = _advanced(_ways(offer), ())
        if following:
            return _asked(first, offer, told, following)
    seats = {offer.seat for offer in offers}
    buttons = tuple(_kind(scene, offer, is_named=len(seats) > 1) for offer in offers)
    return _page(first, first.prompt, buttons, _touches(scene, offers))


def _prompt(offers: Sequence[Offer], scene: Scene) -> Words:
    seats = {offer.seat for offer in offers}
    said = {str(waited.says): waited.says for waited in scene.waited if waited.seat in seats}
    return next(iter(said.values())) if len(said) == 1 else WHO_DOES_WHAT


# --- steps


def _ways(offer: Offer) -> Ways:
    return offer.ways or Listed(offer.plays)


def _advanced(ways: Ways, told: Told) -> tuple[Told, tuple[Bit, ...]]:
    """What is said, with what goes without saying, and what may be said next."""
    following = ways.next(told)
    while len(following) == 1:
        told = (*told, following[0])
        following = ways.next(told)
    return told, following


def _said(before: Choosing, offer: Offer, told: Told, taps: int) -> "Choosing | Json":
    ways = _ways(offer)
    told, following = _advanced(ways, told)
    if following:
        return replace(_asked(before, offer, told, following), _taps=taps, _before=before)
    play = ways.play(told)
    if taps <= 1:
        return play.play
    confirm = Button(_THAT_IS_IT, None, None, "word", offer.seat, _Confirm(play.play))
    final = _page(before, play.says, (confirm,))
    return replace(final, is_final=True, _taps=taps, _before=before)


def _asked(before: Choosing, offer: Offer, told: Told, following: Sequence[Bit]) -> Choosing:
    scene = before.scene
    buttons = [_bit(scene, offer, bit) for bit in following]
    about = next((bit for bit in following if bit != DONE), DONE)
    _, _, of = about.field.partition(".")
    says = question(offer.kind, about.field, scene.names.get(of))
    on_board = tuple(
        Touch(str(button.value), button) for button in buttons if button.thing in ("piece", "cell")
    )
    asked = _page(before, says, _grouped(buttons), _clear(scene, on_board))
    return replace(asked, _offer=offer, _told=told)


def _page(
    before: Choosing, says: Words, buttons: tuple[Button, ...], on_board: tuple[Touch, ...] = ()
) -> Choosing:
    return replace(
        before, prompt=says, buttons=_on_page(buttons, 0), on_board=on_board, is_final=False, _all=buttons
    )


def _on_page(buttons: Sequence[Button], page: int) -> tuple[Button, ...]:
    if len(buttons) <= BUTTONS:
        return tuple(buttons)
    most = BUTTONS - 1
    pages = -(-len(buttons) // most)
    more = Button(_MORE, None, None, "word", None, _Turn((page + 1) % pages))
    return (*buttons[page * most : (page + 1) * most], more)


# --- buttons


def _kind(scene: Scene, offer: Offer, *, is_named: bool) -> Button:
    whose = scene.names.get(offer.seat) if is_named and offer.seat is not None else None
    says = scene.name("play", offer.kind) or word(offer.kind)
    return Button(says, whose, offer.kind, "word", offer.seat, _Begin(offer))


def _bit(scene: Scene, offer: Offer, bit: Bit) -> Button:
    if bit == DONE:
        return Button(_DONE, None, None, "word", offer.seat, _Say(bit))
    says = scene.name(bit.field, bit.value) or Text("{value}", value=bit.value)
    under = scene.details.get(str(bit.value))
    return Button(says, under, bit.value, _thing(scene, bit), _whose(scene, offer, bit), _Say(bit))


def _thing(scene: Scene, bit: Bit) -> Thing:
    name = str(bit.value)
    if bit.field in _DICE:
        return "die"
    if scene.board is not None and any(piece.name == name for piece in scene.board.pieces):
        return "piece"
    if scene.board is not None and any(cell.name == name for cell in scene.board.cells):
        return "cell"
    if any(side.seat == name for side in scene.sides):
        return "seat"
    return "card" if name in scene.names or bit.field.startswith("cards.") or bit.field == "value" else "word"


def _whose(scene: Scene, offer: Offer, bit: Bit) -> str | None:
    pieces = () if scene.board is None else scene.board.pieces
    return next((piece.seat for piece in pieces if piece.name == bit.value), offer.seat)


def _grouped(buttons: Sequence[Button]) -> tuple[Button, ...]:
    """More than a page of cards go by their names; those of one name stand behind one button."""
    if len(buttons) <= BUTTONS or not any(button.thing == "card" for button in buttons):
        return tuple(buttons)
    cards: dict[str, list[Button]] = {}
    for button in buttons:
        if button.thing == "card":
            cards.setdefault(translate(button.says, "en"), []).append(button)
    others = [button for button in buttons if button.thing != "card"]
    return (*others, *(_group(cards[name]) for name in sorted(cards)))


def _group(same: Sequence[Button]) -> Button:
    if len(same) == 1:
        return same[0]
    first = same[0]
    under = Text("{n} of them", n=len(same))
    return replace(first, under=under, value=None, leads=_Narrow(first.says, tuple(same)))


# --- the board


def _touches(scene: Scene, offers: Sequence[Offer]) -> tuple[Touch, ...]:
    """What touching the board would begin: a piece or a cell that a kind of play asks about first."""
    if scene.board is None:
        return ()
    found: dict[str, list[Button]] = {}
    for offer in offers:
        for told in _first_on_board(scene, _ways(offer)):
            button = replace(_kind(scene, offer, is_named=False), leads=_Begin(offer, told))
            found.setdefault(str(told[-1].value), []).append(button)
    touches = [
        Touch(name, buttons[0] if len(buttons) == 1 else _several(scene, name, buttons))
        for name, buttons in found.items()
    ]
    return _clear(scene, touches)


def _first_on_board(scene: Scene, ways: Ways) -> list[Told]:
    """What is said first that stands on the board, though it may go without saying: who passes has the ball."""
    told: Told = ()
    following = ways.next(told)
    while following:
        found = [(*told, bit) for bit in following if _thing(scene, bit) in ("piece", "cell")]
        if found or len(following) > 1:
            return found
        told = (*told, following[0])
        following = ways.next(told)
    return []


def _several(scene: Scene, name: str, buttons: Sequence[Button]) -> Button:
    says = scene.names.get(name) or Text("{value}", value=name)
    return Button(says, None, name, "word", buttons[0].seat, _Narrow(says, tuple(buttons)))


def _clear(scene: Scene, touches: Sequence[Touch]) -> tuple[Touch, ...]:
    """Where a piece may be touched its cell may not: a finger could not tell them apart."""
    names = {touch.name for touch in touches}
    pieces = () if scene.board is None else scene.board.pieces
    under = {piece.cell for piece in pieces if piece.name in names}
    return tuple(touch for touch in touches if touch.name not in under)
