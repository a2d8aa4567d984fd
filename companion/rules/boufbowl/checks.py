"""Checks that several plays share: what cannot be done now, who must answer, and which cards a coach may have."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.ids import CardRef
from companion.rules import engine
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.cards import SLOTS, Moment, Player, Slot
from companion.rules.boufbowl.field import (
    in_enemy_endzone,
    pass_interceptors,
    present_in,
    standing_in,
    ways_back,
)
from companion.rules.boufbowl.frames import (
    CardsSoFar,
    Contest,
    Frame,
    Intercepted,
    Landing,
    PassUnderWay,
    PickUpUnderWay,
    TryUnderWay,
    moment_of,
)
from companion.rules.boufbowl.influence import Source, own_power
from companion.rules.boufbowl.sheet import HAND, Sheet
from companion.rules.boufbowl.state import DRAWN_AT_MOST, Stage, State
from companion.rules.engine import Refusal
from companion.words import Text, Wording, joined, word

_ENDZONES = {Seat.RED: Text("the red endzone"), Seat.BLUE: Text("the blue endzone")}

_IN_ENDZONES = {Seat.RED: Text("in the red endzone"), Seat.BLUE: Text("in the blue endzone")}


def illegal(page: str, template: str, /, **args: Text | str | int) -> Refusal:
    """Return a refusal by the rules. `page` is the rulebook's, such as `p. 7`."""
    return engine.illegal(f"Boufbowl {page}", template, **args)


def card_name(sheet: Sheet, ref: CardRef) -> Text:
    """Return a card as people call it: by its name if it has one; a player with the number on his token before it."""
    name: str | Wording = sheet.cards[ref].name
    if isinstance(name, Wording):
        return Text("{name}", name=name if name.en else str(ref))
    seat = sheet.seat_of.get(ref)
    if seat is None or not name:
        return Text("{name}", name=name or str(ref))
    return Text("no.\u00a0{number} {name}", number=sheet.team(seat).players.index(ref) + 1, name=name)


def names(sheet: Sheet, refs: Iterable[CardRef]) -> Text:
    """Return several cards in a row, for a sentence."""
    return joined([card_name(sheet, ref) for ref in refs])


def side_name(sheet: Sheet, seat: Seat) -> Text:
    """Return a side as people call it: by its team's name if it has one."""
    name = sheet.team(seat).name
    return Text("{name}", name=name) if name else word(seat.value)


def zone_name(sheet: Sheet, zone: str) -> Text:
    """Return a zone's name: an endzone by its owner, any other by the sign printed on the field."""
    owner = next((seat for seat, name in sheet.board.endzones.items() if name == zone), None)
    return Text("{zone}", zone=zone) if owner is None else _ENDZONES[owner]


def in_zone(sheet: Sheet, zone: str) -> Text:
    """Return a zone's name with its preposition, which in French depends on the name."""
    owner = next((seat for seat, name in sheet.board.endzones.items() if name == zone), None)
    return Text("in {zone}", zone=zone) if owner is None else _IN_ENDZONES[owner]


def no_player_of(state: State, ref: CardRef, seat: Seat) -> Refusal | None:
    """Refuse a card that is not one of this coach's players."""
    sheet = state.sheet
    if not isinstance(sheet.cards[ref], Player):
        return illegal("p. 4", "{card} is not a player", card=card_name(sheet, ref))
    if sheet.seat_of.get(ref) is not seat:
        return illegal(
            "p. 5", "{card} does not play for {seat}", card=card_name(sheet, ref), seat=side_name(sheet, seat)
        )
    return None


def not_standing(state: State, ref: CardRef, seat: Seat) -> Refusal | None:
    """Refuse a player of this coach who does not stand on the field."""
    if refusal := no_player_of(state, ref, seat):
        return refusal
    figure = state.figures[ref]
    if not figure.is_on:
        return illegal("p. 8", "{card} is off the field", card=card_name(state.sheet, ref))
    if not figure.standing:
        return illegal("p. 7", "{card} is lying on the ground", card=card_name(state.sheet, ref))
    return None


def not_the_carrier(state: State, ref: CardRef, page: str) -> Refusal | None:
    """Refuse a player who does not have the ball, or whose coach is not active. `page` says that it takes the ball."""
    if refusal := no_player_of(state, ref, state.active):
        return refusal
    if state.ball.carrier != ref:
        return illegal(page, "{card} does not hold the ball", card=card_name(state.sheet, ref))
    return None


def too_few_cards(state: State, seat: Seat, needed: int, page: str) -> Refusal | None:
    """Refuse more cards than the hand holds. `page` says that such a play is made from the hand."""
    hand = state.team(seat).hand
    if hand >= needed:
        return None
    return illegal(
        page,
        "cards in the hand of {seat}: {hand}; needed: {needed}",
        seat=side_name(state.sheet, seat),
        hand=hand,
        needed=needed,
    )


def not_expert(state: State) -> Refusal | None:
    """Refuse orders, fervour, powers and trainings outside the expert mode."""
    if state.sheet.is_expert:
        return None
    return illegal("p. 12", "this match is played in normal mode: no orders, no fervour, no purchases")


# --- asking
# Says which coach must answer a question, and which players he may choose.

PRICE_OF_CLEANING = 2
"""Price in fervour of freeing the slots of a coach's orders (p. 13)."""


def placing(state: State) -> Seat | None:
    """Return who places players now: the active coach, then the other; nobody once all are on the field."""
    ball = state.ball.carrier
    is_carried = ball is not None and state.sheet.seat_of[ball] is state.active
    if not is_carried or not _is_placed(state, state.active):
        return state.active
    return None if _is_placed(state, state.active.other) else state.active.other


def _is_placed(state: State, seat: Seat) -> bool:
    return all(state.figures[ref].is_on for ref in state.sheet.team(seat).players)


def draw_count(state: State) -> int:
    """Return how many cards the active coach draws: up to 5 in hand, 2 at most, no more than the pile holds (p. 6)."""
    team = state.team(state.active)
    return max(0, min(HAND - team.hand, DRAWN_AT_MOST, team.pile))


def may_clean(state: State) -> bool:
    """Return whether the active coach has orders to clean, and the fervour for it."""
    if not state.team(state.active).orders:
        return False
    players = state.sheet.team(state.active).players
    return sum(state.figures[ref].fervour for ref in players) >= PRICE_OF_CLEANING


def free_slots(state: State) -> tuple[Slot, ...]:
    """Return the slots of the active coach's orders that hold no card."""
    orders = state.team(state.active).orders
    return tuple(slot for slot in SLOTS if slot not in orders)


def defender(state: State) -> Seat:
    """Return the coach who may choose an interceptor."""
    match state.top:
        case PassUnderWay(player) | PickUpUnderWay(player) | TryUnderWay(player):
            return state.sheet.seat_of[player].other
        case _:
            assert state.ball.thrower is not None
            return state.ball.thrower.other


def interceptors(state: State) -> tuple[CardRef, ...]:
    """Return who may be chosen against the pass, pick-up, landing or try that is under way."""
    top = state.top
    if isinstance(top, PassUnderWay):
        return pass_interceptors(state, top.player, top.to)
    if isinstance(top, PickUpUnderWay):
        return pick_up_opponents(state, top.player)
    return standing_in(state, defender(state), state.ball.zone)


def pick_up_opponents(state: State, player: CardRef) -> tuple[CardRef, ...]:
    """Return the opponents who can contest a pick-up: standing ones; with house rule `pick_up_against`, lying ones too."""
    seat = state.sheet.seat_of[player].other
    if state.sheet.house.pick_up_against == "standing":
        return standing_in(state, seat, state.ball.zone)
    return present_in(state, seat, state.ball.zone)


def waits_for_lightning(state: State) -> bool:
    """Return whether a pass or landing that nobody can intercept waits for a card of the other coach (house rule
    `lightning`).
    """
    return state.sheet.house.lightning == "any_moment" and state.team(state.active.other).hand > 0


def takes_lightning(state: State) -> bool:
    """Return whether a card with the lightning may answer the action under way: none of its dice is known yet."""
    if state.sheet.house.lightning == "between_plays":
        return False
    match state.stage:
        case Stage.INTERCEPT | Stage.CATCH | Stage.COMMIT | Stage.BONUS:
            return True
        case Stage.RESOLVE:
            return isinstance(state.top, PassUnderWay | Landing)
        case Stage.DICE:
            return len(rolling(state, contest_of(state))) == len(SEATS)
        case _:
            return False


def may_decline(state: State) -> bool:
    """Return whether the coach may decline to intercept; a pick-up must be contested."""
    return not isinstance(state.top, PickUpUnderWay)


def catching(state: State) -> Seat:
    """Return the coach who chooses the catcher: the thrower's coach if a player of his is under the ball, else the
    other coach.
    """
    thrower = state.ball.thrower
    assert thrower is not None
    return thrower if standing_in(state, thrower, state.ball.zone) else thrower.other


def catchers(state: State) -> tuple[CardRef, ...]:
    """Return the players who may be chosen as catcher."""
    return standing_in(state, catching(state), state.ball.zone)


def is_contested(state: State) -> bool:
    """Return whether players of both teams stand under the ball that comes down."""
    return all(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def someone_is_under(state: State) -> bool:
    """Return whether anybody stands where the ball comes down."""
    return any(standing_in(state, seat, state.ball.zone) for seat in SEATS)


def committing(state: State, contest: Contest) -> Seat:
    """Return the coach who says next how many cards he adds; the attack comes first."""
    attack = state.sheet.seat_of[contest.attack.player]
    return attack if contest.attack.committed is None else attack.other


def showing(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Return the coaches who have not shown their cards yet."""
    return _missing(state, contest, "cards")


def rolling(state: State, contest: Contest) -> tuple[Seat, ...]:
    """Return the coaches whose dice are not known yet."""
    return _missing(state, contest, "stars")


def _missing(state: State, contest: Contest, name: str) -> tuple[Seat, ...]:
    return tuple(
        state.sheet.seat_of[side.player]
        for side in (contest.attack, contest.defence)
        if getattr(side, name) is None
    )


def stepping_back(state: State) -> tuple[CardRef, tuple[str, ...]] | None:
    """Return the next player of the active coach who must leave the enemy endzone at the end of the turn, and his
    zones; a player who finds no room stays.
    """
    for ref in in_enemy_endzone(state, state.active):
        if ways := ways_back(state, ref):
            return ref, ways
    return None


def contest_of(state: State) -> Contest:
    """Return the opposition on the table."""
    top = state.top
    assert isinstance(top, Contest)
    return top


def usable_powers(state: State) -> Iterator[tuple[CardRef, CardRef]]:
    """Return the usable powers, with an extra action or deeds, of the active coach's players who stand on the field."""
    for ref in state.sheet.team(state.active).players:
        figure = state.figures[ref]
        if not figure.powers and ref not in state.sheet.doers:
            continue
        if not (figure.standing and figure.is_on):
            continue
        if ref in state.sheet.doers and has_deeds_left(state, ref):
            yield ref, ref
        for power in figure.powers:
            card = state.sheet.power(power)
            if card.extra_action is not None or card.effect.deeds:
                yield ref, power


def has_deeds_left(state: State, ref: CardRef) -> bool:
    """Return whether a player's own power has unused deeds: once a turn, or once a match if the card says so."""
    own = own_power(state, ref)
    if own is None or not own.deeds or ref in state.powers_used:
        return False
    return not (
        own.once and Source(state.sheet.seat_of[ref], (ref,), "power", ref, own).key in state.used_once
    )


# --- decks
# Says which action cards a coach may still have (p. 5), where the set-up lists his deck.


def unspent(state: State, seat: Seat, refs: Sequence[CardRef]) -> Sequence[CardRef]:
    """Return those of some cards that a coach may still have; all of them if the set-up does not list his deck."""
    copies, discards = state.sheet.team(seat).copies, state.team(seat).discards
    if copies is None:
        return refs
    return [ref for ref in refs if discards.count(ref) < copies.get(ref, 0)]


def not_held(state: State, seat: Seat, refs: Sequence[CardRef]) -> Refusal | None:
    """Refuse cards that a coach shows although his deck has no unspent copy of them."""
    copies = state.sheet.team(seat).copies
    if copies is None:
        return None
    for ref, n in Counter(refs).items():
        named = {"card": card_name(state.sheet, ref), "seat": side_name(state.sheet, seat)}
        spent = state.team(seat).discards.count(ref)
        if ref not in copies:
            return illegal("p. 5", "{card} is not in the deck of {seat}", **named)
        if copies[ref] < spent + n and spent:
            return illegal(
                "p. 5",
                "{seat} has no {card} left: copies in his deck {copies}, already played {spent}",
                copies=copies[ref],
                spent=spent,
                **named,
            )
        if copies[ref] < n:
            return illegal(
                "p. 5",
                "copies of {card} in the deck of {seat}: {copies}, not {n}",
                copies=copies[ref],
                n=n,
                **named,
            )
    return None


def fitting(state: State, seat: Seat, on: Moment) -> tuple[CardRef, ...]:
    """Return the cards with a bonus for an opposition that a coach may hold, each copy that is left; if the set-up
    does not list his deck, each card once.
    """
    team = state.sheet.team(seat)
    if team.copies is None:
        return team.bonuses[on]
    spent = Counter(state.team(seat).discards)
    return tuple((Counter(team.bonuses[on]) - spent).elements())


def most_to_commit(state: State, seat: Seat, on: Moment) -> int:
    """Return how many cards a coach can add to an opposition."""
    team, sheet = state.team(seat), state.sheet.team(seat)
    cards = len(sheet.bonuses[on])
    if sheet.copies is None:
        return team.hand if cards else 0
    spent = sum(on in state.sheet.action(ref).bonus.on for ref in team.discards)
    return min(team.hand, cards - spent)


def promised(state: State, seat: Seat) -> tuple[Moment, int] | None:
    """Return the opposition for which a coach has promised cards that he has not shown yet, and how many."""
    for frame in state.stack:
        on, sides = (frame.on, frame) if isinstance(frame, Contest) else _waiting(frame)
        for side in () if sides is None else (sides.attack, sides.defence):
            is_his = state.sheet.seat_of[side.player] is seat
            if on is not None and is_his and side.cards is None and side.committed:
                return on, side.committed
    return None


def _waiting(frame: Frame) -> tuple[Moment | None, CardsSoFar | None]:
    """Return what was said for an opposition that continues once another player is chosen for it."""
    if isinstance(frame, Intercepted):
        return moment_of(frame), frame.so_far
    return None, None


def needed_for_promise(state: State, seat: Seat, ref: CardRef) -> Refusal | None:
    """Refuse to play for its effect a card that a coach has promised to add to an opposition."""
    due = promised(state, seat)
    if due is None:
        return None
    on, n = due
    left = most_to_commit(state, seat, on)
    if state.sheet.team(seat).copies is None or on in state.sheet.action(ref).bonus.on:
        left -= 1
    if min(left, state.team(seat).hand - 1) >= n:
        return None
    return illegal(
        "p. 6",
        "{seat} must keep his cards: he has promised to add {n} of them",
        seat=side_name(state.sheet, seat),
        n=n,
    )
