"""The buttons to choose a play: their questions and words, their pages, and the places of the board that do the same."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.play import Play
from companion.session.snapshot import Offer
from companion.showing.scene import CardSide, Piece, Scene, Words
from companion.showing.ways import DONE, Bit, Listed, Told, Ways, Weight
from companion.words import Text, joined, translate, word

# --- field questions
# The questions that choose a play step by step: one for each field.

_BY_KIND: Mapping[tuple[str, str], Words] = {
    ("attempt", "zone"): Text("from which zone?"),
    ("stall", "option"): Text("stall for what? The other side takes back 2 energy cards"),
    ("stall", "discard"): Text("which occasion is given up?"),
    ("stall", "energies"): Text("which energy cards come back?"),
    ("advance", "card"): Text("which player?"),
    ("support", "cards"): Text("who is added?"),
    ("discard", "cards"): Text("which card is discarded?"),
    ("discard", "value"): Text("which card is discarded?"),
    ("shoot", "card"): Text("who shoots?"),
    ("shoot", "target"): Text("where in the goal?"),
    ("move", "to"): Text("to which cell?"),
    ("send", "to"): Text("to which cell?"),
    ("pass", "to"): Text("to whom, or where to?"),
    ("relay", "to"): Text("to whom?"),
    ("restart_at", "piece"): Text("who takes the ball?"),
    ("clear_from", "cell"): Text("from which cell?"),
    ("place", "ball"): Text("who has the ball?"),
    ("buy_training", "from"): Text("who pays? One point of fervour at a time"),
    ("clean_orders", "from"): Text("who pays? One point of fervour at a time"),
    ("buy", "from"): Text("from where?"),
    ("bonus", "cards"): Text("which card is shown?"),
    ("commit", "cards"): Text("how many cards?"),
    ("card", "targets.player"): Text("for which player?"),
    ("work", "cards"): Text("which card is it?"),
}
_BY_FIELD: Mapping[str, Words] = {
    "occasion": Text("which occasion?"),
    "intent": Text("pass, dribble or cross?"),
    "to": Text("where to?"),
    "card": Text("which card?"),
    "choice": Text("which effect?"),
    "energy": Text("which energy card is it?"),
    "shooters": Text("who shoots next?"),
    "evaluation": Text("which card shows its evaluation?"),
    "order": Text("which card shows its order?"),
    "d6": Text("what does the d6 show?"),
    "d12": Text("what does the d12 show?"),
    "piece": Text("which piece?"),
    "path": Text("over which cell next?"),
    "goal_cell": Text("at which cell of the goal?"),
    "through": Text("behind which cell?"),
    "zone": Text("into which zone?"),
    "player": Text("which player?"),
    "target": Text("whom?"),
    "ref": Text("which card?"),
    "targets.to": Text("where to?"),
    "stars": Text("what does the die show?"),
    "damage": Text("what does the damage die show?"),
    "index": Text("which die counts?"),
    "slot": Text("which order?"),
    "power": Text("which power?"),
}
WHO_DOES_WHAT = Text("who does what?")
WHAT_NOW = Text("what now?")


def question(asks: Mapping[str, Words], kind: str, field: str, who: Words | None) -> Words:
    """Return the question for a field. `asks`: the game's own questions. `who`: the card or piece that a field such as
    `zones.PR001-001` is about.
    """
    base = field.split(".", maxsplit=1)[0]
    if base == "zones" and who is not None:
        return Text("where does {player} stand?", player=who)
    found = asks.get(f"{kind}.{field}") or _BY_KIND.get((kind, field)) or _BY_KIND.get((kind, base))
    return found or _BY_FIELD.get(field) or _BY_FIELD.get(base) or WHAT_NOW


# --- buttons

BUTTONS, BOARD_BUTTONS, CONTEST_BUTTONS, WORDY_BUTTONS = 14, 12, 9, 6
"""How many buttons fit on a page: fewer beside a board, and beside a contest there; fewer still if one has many words."""
NAMED_BUTTONS = 9
"""How many cards fit on a page: their names, and what they are worth, stand beside their faces."""
CELL_BUTTONS = 8
"""How many cells of a board: they can be touched there, and what was chosen stands above them."""
DIE_BUTTONS = 12
"""The faces of the largest die: they are small, and stand together."""
SEATS = 8
"""How many seats there are at least where buttons keep theirs."""
LIKELY = 6
"""How many likely choices stand before all others."""
MANY_WORDS, LONGEST = 60, "fr"
"""Letters, in the language that needs most: more are too small on one of twelve buttons."""

Thing = Literal["word", "card", "piece", "cell", "seat", "die"]
DICE = frozenset(("d6", "d12", "stars", "damage"))
_DONE = Text("nothing more")
_MORE = Text("more")


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind of play was chosen, with the steps that its button already includes."""

    offer: Offer
    told: Told = ()


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One more step was chosen, and with it those `beyond`."""

    bit: Bit
    beyond: Told = ()


@dataclass(frozen=True, slots=True)
class Narrow:
    """A button that leads to fewer buttons: the cards of one name, or what one player may do."""

    says: Words
    buttons: "tuple[PlayButton, ...]"


@dataclass(frozen=True, slots=True)
class NextButtons:
    """Show another page of the buttons."""

    page: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """The play that is shown was confirmed."""

    play: Play


Leads = KindChoice | FieldChoice | Narrow | NextButtons | Confirm


@dataclass(frozen=True, slots=True)
class PlayButton:
    """A button: its words, a second line, the choice that it makes, and the side that it belongs to."""

    says: Words
    under: Words | None
    value: str | int | None
    thing: Thing
    seat: str | None
    leads: Leads
    face: CardSide | None = None
    """The card that it stands for; its details are printed on it."""
    weight: Weight | None = None
    """What it costs or counts for."""
    place: int | None = None
    """Its seat among the buttons, from 0; None: the next free one."""


Seated = PlayButton | Words | None
"""A seat: with its button, with the words of a button that is not possible now, or empty."""


@dataclass(frozen=True, slots=True)
class BoardTouch:
    """A cell or a piece of the board that may be touched now, and the button that does the same."""

    name: str
    button: PlayButton


def ways_of(offer: Offer) -> Ways:
    """Return how the plays of an offer are chosen: by its own ways, or step by step by their differences."""
    return offer.ways or Listed(offer.plays)


def room_for(scene: Scene) -> int:
    """Return how many buttons have room beside what a scene shows."""
    if scene.board is None:
        return BUTTONS
    return CONTEST_BUTTONS if scene.contest is not None and scene.contest.scales else BOARD_BUTTONS


def on_page(buttons: Sequence[PlayButton], page: int, scene: Scene) -> tuple[PlayButton, ...]:
    """Return one page of many buttons, with a button for the next page; the first page follows the last."""
    most_buttons = room_for(scene)
    room = min(WORDY_BUTTONS, most_buttons) if are_wordy(buttons) else most_buttons
    if any(button.face is not None and button.face.ref not in scene.bold for button in buttons):
        room = min(NAMED_BUTTONS, room)
    if any(button.thing == "cell" for button in buttons):
        room = min(CELL_BUTTONS, room)
    if are_dice(buttons):
        room = max(room, DIE_BUTTONS)
    if len(buttons) <= room:
        return tuple(buttons)
    end = [replace(button, place=room - 2) for button in buttons[-1:] if is_end(button)]
    things, most = buttons[: len(buttons) - len(end)], room - 1 - len(end)
    pages = -(-len(things) // most)
    place = room - 1 if end else None
    following = (page + 1) % pages
    under = Text("{page} of {pages}", page=following + 1, pages=pages)
    more = PlayButton(_MORE, under, None, "word", None, NextButtons(following), place=place)
    return (*things[page * most : (page + 1) * most], *end, more)


def is_named(button: PlayButton, names: Collection[str]) -> bool:
    """Tell whether a button stands for one of these cards, pieces, cells, values or kinds of play, or leads to a card, a piece,
    a cell or a value of them.
    """
    within = button.leads.buttons if isinstance(button.leads, Narrow) else ()
    return str(button.value) in names or any(
        is_named(one, names) for one in within if not isinstance(one.leads, KindChoice)
    )


def is_end(button: PlayButton) -> bool:
    """Tell whether a button says that nothing more is chosen."""
    return isinstance(button.leads, FieldChoice) and button.leads.bit == DONE


def seats_of(buttons: Sequence[PlayButton]) -> tuple[Seated, ...]:
    """Return the buttons by their seats; None: an empty one."""
    placed = {button.place: button for button in buttons if button.place is not None}
    others = iter([button for button in buttons if button.place is None])
    count = max([len(buttons), *(place + 1 for place in placed)])
    return tuple(placed.get(n) or next(others, None) for n in range(count))


def values_in_seats(scene: Scene, buttons: Sequence[PlayButton]) -> tuple[PlayButton, ...]:
    """Put values that have seats of their own into these seats, and words after cards, so that a button that ends a
    choice never stands where a card stood before. Beside a board words stay where they are.
    """
    seated = tuple(_seated(scene, button) for button in buttons)
    return seated if scene.board is not None else tuple(sorted(seated, key=lambda one: one.thing == "word"))


def seats_for(scene: Scene, button: PlayButton) -> tuple[int | str, ...]:
    """Return the values of a button's field that have seats of their own, if its value is one of them."""
    if not isinstance(button.leads, FieldChoice):
        return ()
    values = scene.value_seats.get(button.leads.bit.field.partition(".")[0], ())
    return values if button.value in values else ()


def _seated(scene: Scene, button: PlayButton) -> PlayButton:
    values = seats_for(scene, button)
    return replace(button, place=values.index(button.value)) if values else button


def are_dice(buttons: Sequence[PlayButton]) -> bool:
    """Tell whether only faces of dice are chosen."""
    return bool(buttons) and all(button.thing == "die" for button in buttons)


def are_wordy(buttons: Sequence[PlayButton]) -> bool:
    """Tell whether a button has many words, in its title or below it."""
    return any(
        len(translate(words, LONGEST)) > MANY_WORDS
        for button in buttons
        for words in (button.says, button.under)
        if words is not None
    )


# --- buttons


def kind_button(scene: Scene, offer: Offer, *, is_named: bool) -> PlayButton:
    """Return the button of a kind of play, labelled with a verb. With `is_named`, a second line of the label says
    whose play it is.
    """
    whose = scene.names.get(offer.seat) if is_named and offer.seat is not None else None
    says = scene.name("play", offer.kind) or word(offer.kind)
    return PlayButton(says, whose, offer.kind, "word", offer.seat, KindChoice(offer))


def bit_button(scene: Scene, offer: Offer, bit: Bit) -> PlayButton:
    """Return the button of a step: a card with its text, a cell with the pieces on it."""
    if bit == DONE:
        return PlayButton(_DONE, None, None, "word", offer.seat, FieldChoice(bit))
    says = scene.name(bit.field, bit.value) or Text("{value}", value=bit.value)
    thing = _thing(scene, bit)
    under = scene.details.get(str(bit.value))
    if thing == "cell":
        stands = standing_on(scene, str(bit.value))
        under = _titles(stands) if stands else None
        if stands and bit.weight is not None:
            # The second line tells the cost.
            says = Text("{piece}, {cell}", piece=_titles(stands), cell=says)
    # A piece on the board is told by its number there: the face is for what lies beside it.
    face = scene.face(bit.field, bit.value, offer.seat) if thing == "card" else None
    whose = _whose(scene, offer, bit)
    return PlayButton(says, under, bit.value, thing, whose, FieldChoice(bit), face, bit.weight)


def kinds_in_seats(scene: Scene, buttons: Sequence[PlayButton]) -> tuple[Seated, ...]:
    """Return the seats of kinds of plays, in the order of the scene, and all others behind them; none if it has no seats."""
    if not scene.kind_seats:
        return ()
    kinds = {str(button.value): button for button in buttons if isinstance(button.leads, KindChoice)}
    kept: list[Seated] = [
        kinds.get(kind) or scene.name("play", kind) or word(kind) for kind in scene.kind_seats
    ]
    others = [button for button in buttons if str(button.value) not in scene.kind_seats]
    return (*kept, *others, *[None] * (SEATS - len(kept) - len(others)))


def ready_button(scene: Scene, offer: Offer) -> PlayButton:
    """Return the button of a whole play that stands ready."""
    (choosable,) = offer.plays
    says = scene.name("ready", offer.kind) or choosable.says
    return PlayButton(says, None, None, "word", offer.seat, Confirm(choosable.play))


def flat_buttons(scene: Scene, offer: Offer, told: Told, following: Sequence[Bit]) -> tuple[PlayButton, ...]:
    """Return the buttons of the next two steps together, where both are a few words: how, and where to; else none."""
    ways = ways_of(offer)
    rows: list[Told] = []
    for bit in following:
        beyond = ways.next((*told, bit))
        if len(beyond) < 2:
            rows.append((bit,))
            continue
        if any(ways.next((*told, bit, more)) for more in beyond):
            return ()
        rows += [(bit, more) for more in beyond]
    if len(rows) > LIKELY or any(_thing(scene, bit) != "word" or bit == DONE for row in rows for bit in row):
        return ()
    return tuple(_flat_button(scene, offer, row) for row in rows)


def _flat_button(scene: Scene, offer: Offer, row: Told) -> PlayButton:
    one = bit_button(scene, offer, row[0])
    if len(row) == 1:
        return one
    says = Text("{what}, {more}", what=one.says, more=bit_button(scene, offer, row[1]).says)
    return replace(one, says=says, value=None, leads=FieldChoice(row[0], row[1:]))


def standing_on(scene: Scene, cell: str) -> tuple[Piece, ...]:
    """Return the pieces that stand on a cell."""
    return () if scene.board is None else tuple(one for one in scene.board.pieces if one.cell == cell)


def _titles(pieces: Sequence[Piece]) -> Text:
    return joined([Text("{piece}", piece=piece.title) for piece in pieces])


def _thing(scene: Scene, bit: Bit) -> Thing:
    name = str(bit.value)
    if bit.field in DICE:
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


def grouped(buttons: Sequence[PlayButton], language: str, most: int = BUTTONS) -> tuple[PlayButton, ...]:
    """Sort buttons whose weight is known, the likeliest first; of other cards, group those of one name if there is more
    than a page of them.
    """
    if any(button.weight is not None for button in buttons):
        return tuple(sorted(buttons, key=_unlikeliness))
    if len(buttons) <= most or not any(button.thing == "card" for button in buttons):
        return tuple(buttons)
    cards: dict[str, list[PlayButton]] = {}
    for button in buttons:
        if button.thing == "card":
            cards.setdefault(translate(button.says, language), []).append(button)
    others = [button for button in buttons if button.thing != "card"]
    return (*others, *(_group(cards[name]) for name in sorted(cards, key=_alphabetical)))


def without_doubles(scene: Scene, buttons: Sequence[PlayButton]) -> list[PlayButton]:
    """Leave out cards that nothing tells from one that is offered before them."""
    first: dict[str, PlayButton] = {}
    for n, button in enumerate(buttons):
        name = str(button.value)
        key = scene.alike.get(name, name) if button.thing == "card" else f"{n}."
        first.setdefault(key, button)
    return list(first.values())


def _unlikeliness(button: PlayButton) -> float:
    return 0 if button.weight is None else -button.weight.rank


def _alphabetical(name: str) -> str:
    """Return the sort key of a name: its letters, without accents and case."""
    return "".join(letter for letter in unicodedata.normalize("NFD", name.casefold()) if letter.isalnum())


def _group(same: Sequence[PlayButton]) -> PlayButton:
    if len(same) == 1:
        return same[0]
    first = same[0]
    under = Text("{n} of them", n=len(same))
    which = Text("{card}: which of them?", card=first.says)
    return replace(first, under=under, value=None, leads=Narrow(which, tuple(same)))


def told_apart(scene: Scene, button: PlayButton) -> PlayButton:
    """Return the button of a card among others that look alike, with the side of the card that is its own."""
    if not isinstance(button.leads, FieldChoice):
        return button
    side = scene.other_sides.get(f"{button.leads.bit.field} {button.value}")
    return button if side is None else replace(button, says=side.says, face=side.face)


# --- the board


def touches_of(scene: Scene, offers: Sequence[Offer]) -> tuple[BoardTouch, ...]:
    """Return the pieces and cells whose touch begins a play: those that a kind of play asks for first."""
    if scene.board is None:
        return ()
    carrier = next((piece.name for piece in scene.board.pieces if piece.has_ball), None)
    found: dict[str, list[PlayButton]] = {}
    for offer in offers:
        begun = kind_button(scene, offer, is_named=False)
        for told in _first_on_board(scene, ways_of(offer)):
            found.setdefault(str(told[-1].value), []).append(replace(begun, leads=KindChoice(offer, told)))
        if offer.kind in scene.by_carrier and carrier is not None:
            found.setdefault(carrier, []).append(begun)
    touches = [
        BoardTouch(name, buttons[0] if _is_alone(scene, buttons) else _several(scene, name, buttons))
        for name, buttons in found.items()
    ]
    return clear(scene, touches)


def _first_on_board(scene: Scene, ways: Ways) -> list[Told]:
    """Return the first step of a play that stands on the board, even an implied one: the passer has the ball."""
    told: Told = ()
    following = ways.next(told)
    while following:
        found = [(*told, bit) for bit in following if _thing(scene, bit) in ("piece", "cell")]
        if found or len(following) > 1:
            return found
        told = (*told, following[0])
        following = ways.next(told)
    return []


def _is_alone(scene: Scene, buttons: Sequence[PlayButton]) -> bool:
    """Tell whether a touch begins one play. A pass to a single goal must not be made before that goal is touched."""
    return len(buttons) == 1 and buttons[0].value not in scene.by_carrier


def _several(scene: Scene, name: str, buttons: Sequence[PlayButton]) -> PlayButton:
    says = scene.names.get(name) or Text("{value}", value=name)
    asks = Text("{thing}: {question}", thing=says, question=WHAT_NOW)
    return PlayButton(says, None, name, "word", buttons[0].seat, Narrow(asks, tuple(buttons)))


def meant(scene: Scene, touch: BoardTouch) -> PlayButton:
    """Return the button for one of several things that a finger may have meant; its words begin with its kind of play."""
    button = touch.button
    if not isinstance(button.leads, KindChoice):
        return button
    kind = kind_button(scene, button.leads.offer, is_named=False).says
    return replace(button, says=Text("{kind}: {goal}", kind=kind, goal=button.says), under=None)


def clear(scene: Scene, touches: Sequence[BoardTouch]) -> tuple[BoardTouch, ...]:
    """Remove the cell of a piece that may be touched, because a finger could not tell the two apart."""
    names = {touch.name for touch in touches}
    pieces = () if scene.board is None else scene.board.pieces
    under = {piece.cell for piece in pieces if piece.name in names}
    return tuple(touch for touch in touches if touch.name not in under)
