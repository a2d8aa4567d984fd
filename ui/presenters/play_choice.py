"""Lets a play be chosen by touch: first seat and kind, then one field after the other, or by places on the board.

Pure.

What may be said next is what the offers' plays differ in, or what their `ways` allow: rules offer long plays only by
way of example (a walk of one cell, one support, a row of five shooters), and `ways` tells every one of them bit by bit.
Three things need no bits: a die whose place among several dice changes nothing, the card under an order, which is face
down, and work cards of several seats at once, which are told seat by seat.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.play import Play
from companion.session.snapshot import Offer
from companion.showing.scene import CardSide, Scene, Words
from companion.showing.ways import DONE, Bit, Choosable, Told, Ways
from companion.words import Text, joined, translate, word
from ui.presenters.buttons import (
    DICE,
    LIKELY,
    LONGEST,
    WHAT_NOW,
    WHO_DOES_WHAT,
    BoardTouch,
    Confirm,
    FieldChoice,
    KindChoice,
    Narrow,
    NextButtons,
    PlayButton,
    Seated,
    bit_button,
    clear,
    flat_buttons,
    grouped,
    is_named,
    kind_button,
    kinds_in_seats,
    meant,
    on_page,
    question,
    ready_button,
    room_for,
    seats_for,
    seats_of,
    standing_on,
    told_apart,
    touches_of,
    values_in_seats,
    ways_of,
    without_doubles,
)

PLACED = "zones."
"""The fields that place a piece begin so."""
_TWO_SIDES = 2
_THAT_IS_IT = Text("yes, that is it")
MOST_OF_A_NAME = 36
"""Letters: what needs more is no name, and the card's face stands beside the question."""
_ALL_OTHERS = Text("all others")
_WHAT_ELSE = Text("what else is done?")
_ANOTHER_PLAYER = Text("another player…")


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step of the choice: the question, and the buttons.

    `is_final`: the question describes the whole play, and the only button confirms it. `apart`: buttons for what costs
    much. `seat`: whose play it is, where several are waited for.
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
    _before: "Choosing | None" = None
    apart: tuple[PlayButton, ...] = ()
    seat: str | None = None
    layout: tuple[Seated, ...] = ()
    """The buttons in seats that they keep; empty: they stand one after the other."""

    def pick(self, button: PlayButton) -> "Choosing | Play":
        """Return the next step, or the finished play."""
        match button.leads:
            case KindChoice(offer, told):
                return _said(self, offer, told)
            case FieldChoice(bit, beyond):
                assert self._offer is not None
                return _said(self, self._offer, (*self._told, bit, *beyond))
            case Narrow(says, buttons):
                on_board = tuple(_beyond(self.scene, buttons))
                told = self._told if button.value is None else (Bit("piece", button.value),)
                shown = tuple(told_apart(self.scene, one) for one in buttons)
                asks = says if shown == buttons else Text("{question} Their backs differ", question=says)
                return replace(_page(self, asks, shown, on_board), _told=told, _before=self)
            case NextButtons(page):
                return replace(self, buttons=on_page(self._all, page, self.scene))
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

    def advised(self, names: Collection[str]) -> list[PlayButton]:
        """Return the buttons that lead to what a hint names; where it stands on another page, the one that turns to it."""
        found = [one for one in (*self.buttons, *self.apart) if is_named(one, names)]
        if found or not any(is_named(one, names) for one in self._all):
            return found
        return [one for one in self.buttons if isinstance(one.leads, NextButtons)]

    def passer_to(self, name: str) -> str | None:
        """Return the player with the ball if he is to pass it now, and the touched piece is one of his teammates: the touch
        may have named the receiver. Else return None.
        """
        board, offer = self.scene.board, self._offer
        if board is None or offer is None or offer.kind not in self.scene.by_carrier:
            return None
        touched = next((piece for piece in board.pieces if piece.name == name), None)
        carrier = next((piece for piece in board.pieces if piece.has_ball), None)
        if touched is None or carrier is None or touched is carrier or touched.seat != carrier.seat:
            return None
        return carrier.name

    @property
    def placed(self) -> Mapping[str, str]:
        """Return the cells of the pieces that were placed so far, by their names."""
        return {
            bit.field.removeprefix(PLACED): str(bit.value)
            for bit in self._told
            if bit.field.startswith(PLACED)
        }

    @property
    def face(self) -> CardSide | None:
        """Return the face of the first card that was chosen so far; None: none was, or nothing more is asked of it."""
        offer = self._offer
        if offer is None:
            return None
        said = (bit_button(self.scene, offer, bit) for bit in self._told)
        return next((button.face for button in said if button.thing == "card"), None)

    @property
    def way(self) -> tuple[str, ...]:
        """Return the cells of the way that was chosen so far: from where its piece stands; else none."""
        board = self.scene.board
        if board is None:
            return ()
        cells = {cell.name for cell in board.cells}
        stands = {piece.name: piece.cell for piece in board.pieces}
        named = [str(bit.value) for bit in self._told]
        start = next((stands[name] for name in named if name in stands), None)
        way = tuple(name for name in named if name in cells)
        return (start, *way) if start is not None and way else ()

    def among(self, names: Sequence[str]) -> "Choosing":
        """Return the step that asks which of several places a finger has meant."""
        buttons = tuple(meant(self.scene, touch) for touch in self.on_board if touch.name in names)
        asked = _page(self, WHAT_NOW, buttons, self.on_board)
        return replace(asked, _offer=self._offer, _told=self._told, _before=self)

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
        waited = [offer for offer in _possible(offers) if not offer.is_aside]
        usual = [offer for offer in waited if offer.kind not in scene.rare]
        return _begun(usual or waited, scene, language)

    @staticmethod
    def aside(offers: Sequence[Offer], scene: Scene, language: str = "en") -> Choosing | None:
        """Return the choice among plays for which nobody waits, or that are seldom made."""
        shown = _possible(offers)
        is_usual = any(not offer.is_aside and offer.kind not in scene.rare for offer in shown)
        return _begun(
            [offer for offer in shown if offer.is_aside or (is_usual and offer.kind in scene.rare)],
            scene,
            language,
            is_aside=True,
        )


def _possible(offers: Iterable[Offer]) -> list[Offer]:
    return [offer for offer in offers if offer.plays or offer.ways is not None]


def _begun(
    offers: Sequence[Offer], scene: Scene, language: str, *, is_aside: bool = False
) -> Choosing | None:
    if not offers:
        return None
    asks = _WHAT_ELSE if is_aside else _prompt(offers, scene)
    first = Choosing(asks, (), (), is_final=False, scene=scene, language=language, _all=())
    usual = [offer for offer in offers if not offer.is_ready and offer.kind not in scene.confirmed]
    apart = tuple(
        kind_button(scene, offer, is_named=False) for offer in offers if offer.kind in scene.confirmed
    )
    ready = tuple(ready_button(scene, offer) for offer in offers if offer.is_ready)
    if not usual:
        return replace(_page(first, first.prompt, ready), apart=apart)
    if len(usual) == 1 or (not is_aside and len({offer.kind for offer in usual}) == 1):
        begun = _of_one_kind(first, usual, ready)
        if begun is not None:
            return replace(begun, apart=apart)
    is_named = len({offer.seat for offer in usual}) > 1 or len(scene.sides) > _TWO_SIDES
    kinds = tuple(kind_button(scene, offer, is_named=is_named) for offer in usual)
    # Buttons that keep their seats leave none to cards.
    is_open = not is_aside and not scene.kind_seats
    opened = _opened(scene, usual[0], language, room_for(scene) - len(kinds) - len(ready)) if is_open else ()
    if opened:
        following = _advanced(ways_of(usual[0]), ())[1]
        is_all = len(opened) == len(_offered(scene, usual[0], following))
        kinds = (*(() if is_all else (replace(kinds[0], says=_ALL_OTHERS),)), *kinds[1:])
    page = _page(first, first.prompt, (*ready, *opened, *kinds), touches_of(scene, usual))
    return replace(page, apart=apart, layout=() if is_aside else kinds_in_seats(scene, page.buttons))


def _of_one_kind(first: Choosing, offers: Sequence[Offer], ready: tuple[PlayButton, ...]) -> Choosing | None:
    """Ask at once what is waited for; of several seats the first one, and then the next. None: nothing is left to ask."""
    offer = offers[0]
    told, following = _advanced(ways_of(offer), ())
    if not following:
        return None
    begun = _asked(first, offer, told, following)
    is_card_known = any(bit_button(first.scene, offer, bit).thing == "card" for bit in told)
    if not following[0].field.startswith(PLACED) and not offer.is_aside and not is_card_known:
        # What is waited for says more than the first thing that is asked of it, but not whom a touch places, nor what is asked
        # of the only card that there is.
        asks = _prompt([offer], first.scene)
        if _is_more_than_a_die(ways_of(offer), told, following):
            # Of several dice it must be told which one is asked for first.
            asks = Text("{one}; {other}", one=asks, other=begun.prompt)
        elif (own_question := first.scene.asks.get(offer.kind)) is not None:
            asks = Text("{one}; {other}", one=asks, other=own_question)
        begun = replace(begun, prompt=asks)
    more = ready
    if len(offers) > 1:
        others = tuple(kind_button(first.scene, other, is_named=True) for other in offers[1:])
        is_of_two = len(first.scene.sides) <= _TWO_SIDES
        more += others if is_of_two else (_another(first.scene, others),)
    shown = (*begun._all, *more)  # noqa: SLF001 - of its own class
    buttons = on_page(shown, 0, first.scene)
    seat = offer.seat if len(offers) > 1 else None
    return replace(begun, buttons=buttons, _all=shown, seat=seat, layout=_kept_seats(first.scene, buttons))


def _is_more_than_a_die(ways: Ways, told: Told, following: Sequence[Bit]) -> bool:
    """Tell whether another die is asked for after the one whose faces follow."""
    further = _advanced(ways, (*told, following[0]))[1]
    return following[0].field in DICE and bool(further) and further[0].field in DICE


def _kept_seats(scene: Scene, buttons: Sequence[PlayButton]) -> tuple[Seated, ...]:
    """Return the seats of values that have seats of their own, and of the button of the other players, which stays empty for
    the last player, so that no value moves; none where values have no such seats.
    """
    values = next((found for button in buttons if (found := seats_for(scene, button))), ())
    if not values:
        return ()
    seats = seats_of(buttons)
    # Beside a board room is scarce: only dice are asked of both sides at once.
    other = scene.board is None or any(button.thing == "die" for button in buttons)
    return (*seats, *[None] * (_other_place(scene, values) + other - len(seats)))


def _another(scene: Scene, others: tuple[PlayButton, ...]) -> PlayButton:
    """Return the button of all other players; it stands behind the seats that values have."""
    leads = others[0].leads if len(others) == 1 else Narrow(WHO_DOES_WHAT, others)
    place = None
    if scene.value_seats:
        place = _other_place(scene, max(scene.value_seats.values(), key=len))
    return PlayButton(_ANOTHER_PLAYER, None, None, "word", None, leads, place=place)


def _other_place(scene: Scene, values: Sequence[object]) -> int:
    """Return where the button of other players stands: behind the values, and apart from them where there is no board."""
    return len(values) + (1 if scene.board is None else 0)


def _offered(scene: Scene, offer: Offer, following: Sequence[Bit]) -> list[PlayButton]:
    return without_doubles(scene, [bit_button(scene, offer, bit) for bit in following])


def _opened(scene: Scene, offer: Offer, language: str, room: int) -> tuple[PlayButton, ...]:
    """Return the cards or dice of the first kind of play, as many as have room, the likeliest first: the button of the
    kind shows all others.
    """
    told, following = _advanced(ways_of(offer), ())
    buttons = _offered(scene, offer, following)
    if not buttons or any(button.thing not in ("card", "die") for button in buttons):
        return ()
    shown = grouped(buttons, language, len(buttons))
    most = min(room, LIKELY)
    return tuple(
        replace(button, leads=KindChoice(offer, (*told, button.leads.bit)))
        for button in shown[: max(0, most)]
        if isinstance(button.leads, FieldChoice)
    )


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


def _said(before: Choosing, offer: Offer, told: Told) -> "Choosing | Play":
    """Ask for what is missing. A play of which all is said is made: it can be taken back; only what costs much is asked
    once more.
    """
    ways, said = ways_of(offer), told
    told, following = _advanced(ways, told)
    if not following and not said and offer.kind in before.scene.by_carrier:
        # Whom the ball reaches and what that costs is shown, even of a single one.
        told, following = told[:-1], told[-1:]
    if following:
        return replace(_asked(before, offer, told, following), _before=before)
    play = ways.play(told)
    if offer.kind not in before.scene.confirmed:
        return play.play
    own_question = before.scene.asks.get(offer.kind)
    name = None if own_question is None else before.scene.name("play", offer.kind)
    confirm = PlayButton(name or _THAT_IS_IT, None, None, "word", offer.seat, Confirm(play.play))
    asks = own_question or _says(before.scene, offer, play, told)
    final = _page(before, asks, (confirm,))
    return replace(final, is_final=True, _offer=offer, _told=told, _before=before)


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
    says = question(scene.asks, offer.kind, about.field, scene.names.get(of))
    on_board = tuple(
        BoardTouch(str(button.value), button) for button in buttons if button.thing in ("piece", "cell")
    )
    shown = flat_buttons(scene, offer, told, following) or values_in_seats(
        scene, grouped(_offered(scene, offer, following), before.language, room_for(scene))
    )
    chosen = [bit_button(scene, offer, bit).says for bit in told if bit.field == about.field]
    dice = [
        Text("{die}: {face}", die=bit.field, face=bit_button(scene, offer, bit).says)
        for bit in told
        if about.field in DICE and bit.field in DICE
    ]
    if dice and not chosen:
        says = Text("{dice}; {question}", dice=joined(dice), question=says)
    elif chosen and about != DONE:
        so_far = joined([Text("{thing}", thing=one) for one in chosen])
        says = Text("{question} So far: {things}", question=says, things=so_far)
    else:
        said = (bit_button(scene, offer, bit) for bit in told)
        card = next((button.says for button in said if button.thing == "card"), None)
        if card is not None and len(translate(card, LONGEST)) <= MOST_OF_A_NAME:
            says = Text("{card}: {question}", card=card, question=says)
    asked = _page(before, says, shown, clear(scene, on_board))
    return replace(asked, _offer=offer, _told=told)


def _beyond(scene: Scene, buttons: Sequence[PlayButton]) -> list[BoardTouch]:
    """Return the places of the board that finish what a piece may begin: the cells of the first kind of play that asks
    for one, which is a walk, and the pieces of all kinds; of a play by the ball's carrier those who stand on its cells.
    """
    found: dict[str, BoardTouch] = {}
    walks: Offer | None = None
    for button in buttons:
        if not isinstance(button.leads, KindChoice):
            continue
        offer = button.leads.offer
        told, following = _advanced(ways_of(offer), button.leads.told)
        # A single target goes without saying, and is touched all the same.
        implied = told[len(button.leads.told) :] if not following else ()
        for bit in (*following, *implied):
            leads = bit_button(scene, offer, bit)
            stands = standing_on(scene, str(bit.value)) if offer.kind in scene.by_carrier else ()
            name = stands[0].name if stands else str(bit.value)
            walks = walks or (offer if leads.thing == "cell" and not stands else None)
            if stands or leads.thing == "piece" or (leads.thing == "cell" and offer is walks):
                there = replace(leads, leads=KindChoice(offer, told if bit in implied else (*told, bit)))
                found.setdefault(name, BoardTouch(name, there))
    return list(found.values())


def _page(
    before: Choosing, says: Words, buttons: tuple[PlayButton, ...], on_board: tuple[BoardTouch, ...] = ()
) -> Choosing:
    return replace(
        before,
        prompt=says,
        buttons=on_page(buttons, 0, before.scene),
        on_board=on_board,
        is_final=False,
        apart=(),
        seat=None,
        layout=(),
        _all=buttons,
    )
