"""The words of Boufbowl's screens: names of cards and zones, titles of buttons, and what the table waits for."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.ids import CardRef
from companion.mat import Mat
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action, Card, CardBonus, Player, Power
from companion.rules.boufbowl.checks import card_name, contest_of, draw_count, side_name, stepping_back
from companion.rules.boufbowl.contest import weigh
from companion.rules.boufbowl.frames import Landing, PassUnderWay, PickUpUnderWay
from companion.rules.boufbowl.judge import PLAY_NAMES
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.sheet import FACE_WORDS, Sheet
from companion.rules.boufbowl.state import OFF, Stage, State
from companion.showing.scene import Words
from companion.words import Text, Wording, and_last, in_a_row, joined, word

# --- verbs
# The buttons of Boufbowl: a title for each kind of play, and words for values that plays choose among, by field and
# value.

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "ready place": Text("Default formation"),
    "cards 0": Text("no card"),
    "cards 1": Text("1 card"),
    **{f"cards {n}": Text("{n} cards", n=n) for n in range(2, 10)},
    "stars 0": Text("no star"),
    "stars 1": Text("1 star"),
    **{f"stars {n}": Text("{n} stars", n=n) for n in range(2, 10)},
    **{f"damage {face}": says for face, says in FACE_WORDS.items()},
    "index 0": Text("first damage die"),
    "index 1": Text("second damage die"),
    "slot pass": Text("one more pass"),
    "slot tackle": Text("one more tackle"),
    "slot sprint": Text("one more movement point"),
    "from shown": Text("the power on show"),
    "from top": Text("the top of the pile"),
}


# --- names
# Names what plays of Boufbowl mention: cards, with what is printed on them, and zones of the field.

_TOKENS = {Seat.RED: Text("red {n}"), Seat.BLUE: Text("blue {n}")}


def names_of(sheet: Sheet, mat: Mat) -> dict[str, Words]:
    """Return the names of everything that plays mention, as people say them."""
    cards: dict[str, Words] = {ref: card_name(sheet, card.ref) for ref, card in sheet.cards.items()}
    seats: dict[str, Words] = {seat.value: side_name(sheet, seat) for seat in Seat}
    zones: dict[str, Words] = {
        zone.name: zone.title for zone in mat.zones if zone.name in sheet.board.zones and zone.title.en
    }
    return {**VERBS, **seats, **cards, **zones, OFF: Text("off the field")}


def details_of(sheet: Sheet) -> dict[str, Words]:
    """Return what is printed on each card, with its reference if another card has the same name."""
    return {ref: _detail(sheet, card) for ref, card in sheet.cards.items()}


def alike_of(sheet: Sheet) -> dict[str, str]:
    """Return, of action cards that print the same but their references, the first one."""
    first: dict[tuple[Wording, CardBonus, Wording | None], str] = {}
    return {
        str(ref): first.setdefault(
            (card.name, card.bonus, None if card.effect is None else card.effect.text), str(ref)
        )
        for ref, card in sheet.cards.items()
        if isinstance(card, Action) and card.name.en
    }


def _detail(sheet: Sheet, card: Card) -> Words:
    parts = (*_token(sheet, card.ref), *_parts(card))
    return in_a_row(parts) if parts else Text("{ref}", ref=card.ref)


def _token(sheet: Sheet, ref: CardRef) -> Iterator[Text]:
    """Return the number that is printed on a player's token."""
    seat = sheet.seat_of.get(ref)
    if seat is not None:
        yield Text(_TOKENS[seat].template, n=sheet.team(seat).players.index(ref) + 1)


def _parts(card: Card) -> Iterator[Text]:
    match card:
        case Player():
            yield word(card.post.value)
            if card.power is not None and card.power.text.en:
                yield Text("{text}", text=card.power.text)
        case Action():
            yield from _printed_bonus(card)
            if card.effect is not None and card.effect.text.en:
                yield Text("{text}", text=card.effect.text)
            yield Text("{ref}", ref=card.ref)
        case Power():
            yield Text("intensity {n}", n=card.intensity)
            yield word(card.post.value)
            yield Text("{text}", text=card.effect.text)
        case _:
            yield Text("{text}", text=card.effect.text)


def _printed_bonus(card: Action) -> Iterator[Text]:
    bonus = card.bonus
    if bonus.star:
        yield Text("stars +{n}", n=bonus.star)
    if bonus.die:
        yield Text("action dice +{n}", n=bonus.die)
    if bonus.damage:
        yield Text("damage dice +{n}", n=bonus.damage)
    yield joined([word(moment.value) for moment in bonus.on])


# --- instructions
# Says in a sentence what the table of Boufbowl waits for and what to do, for each stage and each interruption.

_SAID: Mapping[Stage, Words] = {
    Stage.KICKOFF: Text("kick off: choose a neutral zone; the ball goes up into the air over it"),
    Stage.CATCH: Text("choose the player who stands under the ball"),
    Stage.DAMAGE: Text("choose which damage die counts"),
}


def instruction(state: State, seat: str, plays: Sequence[str]) -> Words:
    """Return the sentence for one coach."""
    said = _SAYS.get(state.stage)
    return _SAID[state.stage] if said is None else said(state, Seat(seat), plays)


def _place(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    if seat is state.active:
        return Text("place your five players on your half, one a zone, and the ball with one of them")
    return Text("place your five players on your half, one a zone")


def _draw(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat
    count = draw_count(state)
    draw = Text("draw one card") if count == 1 else Text("draw {n} cards", n=count)
    return Text("clean your orders if you wish, then {draw}", draw=draw) if "clean_orders" in plays else draw


def _play(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    """Return the sentence for the play phase: which moves and actions are left."""
    del seat
    can_act = any(kind in plays for kind in ("pass", "chandelle", "tackle"))
    if state.movement and can_act:
        return Text("move or act, or end the turn; movement points: {n}", n=state.movement)
    if state.movement:
        return Text("move, or end the turn; movement points: {n}", n=state.movement)
    if can_act:
        return Text("act, or end the turn; no movement point is left")
    if "land" in plays:
        return Text("let the ball come down, or end the turn")
    if "card" in plays:
        return Text("play a card, or end the turn")
    return Text("nothing is left to do: end the turn")


def _intercept(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    sheet, top = state.sheet, state.top
    match top:
        case PassUnderWay(player, to):
            return Text(
                "{player} passes to {other}: choose who intercepts, or say that nobody does",
                player=card_name(sheet, player),
                other=card_name(sheet, to),
            )
        case PickUpUnderWay(player):
            return Text(
                "{player} picks the ball up: choose the opponent who contests it",
                player=card_name(sheet, player),
            )
        case Landing(receiver) if receiver is not None:
            return Text(
                "{player} is under the ball: choose who intercepts, or say that nobody does",
                player=card_name(sheet, receiver),
            )
        case _:
            assert state.ball.carrier is not None
            return Text(
                "{player} attempts a try: choose who intercepts, or say that nobody does",
                player=card_name(sheet, state.ball.carrier),
            )


def _resolve(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    match state.top:
        case PassUnderWay():
            return Text("nobody can intercept this pass: play a card, or say that no more cards are played")
        case Landing():
            return Text("the ball comes down: play a card, or say that no more cards are played")
        case _:
            return Text("a try is under way: play a card, or say that no more cards are played")


def _commit(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    player = side_of(state, contest_of(state), seat).player
    return Text("say how many bonus cards you add for {player}", player=card_name(state.sheet, player))


def _bonus(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    n = side_of(state, contest_of(state), seat).committed or 0
    return Text("show your bonus card") if n == 1 else Text("show your {n} bonus cards", n=n)


def _dice(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    contest = contest_of(state)
    weighed = weigh(state, contest).of(seat)
    player = card_name(state.sheet, side_of(state, contest, seat).player)
    action, damage = len(weighed.dice), weighed.damage
    dice = [Text("one action die") if action == 1 else Text("{n} action dice", n=action)]
    if damage:
        dice.append(Text("one damage die") if damage == 1 else Text("{n} damage dice", n=damage))
    return Text("roll {dice} for {player}", dice=and_last(dice), player=player)


def _back(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    step = stepping_back(state)
    assert step is not None
    return Text("{player} leaves the endzone: say where to", player=card_name(state.sheet, step[0]))


def _purchases(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del state, seat
    return (
        Text("buy powers, or end the turn") if "buy" in plays else Text("nothing is left to do: end the turn")
    )


def _training(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del state, seat
    if "buy_training" in plays and "buy" in plays:
        return Text("after the try: buy a training and powers, or say that you are done")
    if "buy_training" in plays:
        return Text("after the try: buy a training, or say that you are done")
    if "buy" in plays:
        return Text("after the try: buy powers, or say that you are done")
    return Text("say that you are done buying")


_SAYS: Mapping[Stage, Callable[[State, Seat, Sequence[str]], Words]] = {
    Stage.PLACEMENT: _place,
    Stage.DRAW: _draw,
    Stage.PLAY: _play,
    Stage.RESOLVE: _resolve,
    Stage.INTERCEPT: _intercept,
    Stage.COMMIT: _commit,
    Stage.BONUS: _bonus,
    Stage.DICE: _dice,
    Stage.BACK: _back,
    Stage.PURCHASES: _purchases,
    Stage.TRAINING: _training,
}
