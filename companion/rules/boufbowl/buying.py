"""Checks and carries out the plays of the expert mode (p. 12 to 15): orders, powers, purchases with fervour."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action, Power, PowerPile, Slot, TeamTraining
from companion.rules.boufbowl.checks import (
    PRICE_OF_CLEANING,
    card_name,
    free_slots,
    has_deeds_left,
    illegal,
    names,
    no_player_of,
    not_expert,
    not_held,
    not_standing,
    side_name,
    too_few_cards,
)
from companion.rules.boufbowl.events import Bought, FaceDownCard, Fervour, LaidOrder, OrdersChanged
from companion.rules.boufbowl.frames import Purchases, Training
from companion.rules.boufbowl.influence import own_power
from companion.rules.boufbowl.play_rules import IN_PLAY, CoachPlay, Unfolding
from companion.rules.boufbowl.plays import (
    Buy,
    BuyTraining,
    CleanOrders,
    Done,
    Order,
    Play,
    ShowPower,
    UsePower,
)
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Refusal
from companion.rules.play_rules import during, from_seat, made_once, runs
from companion.rules.readings import cited
from companion.words import Text, Wording, word

KEPT_FERVOUR = 1
"""The most fervour that a player keeps after a try (p. 15)."""


# --- orders


def check_clean_orders(state: State, play: CleanOrders) -> Refusal | None:
    """Check the cleaning of orders: two fervour in all free every slot."""
    if refusal := not_expert(state):
        return refusal
    if not state.team(state.active).orders:
        return illegal("p. 13", "{seat} has no order to clean", seat=side_name(state.sheet, state.active))
    return _cannot_pay(state, state.active, play.paid, _Price(PRICE_OF_CLEANING, "p. 13"))


def follow_clean_orders(u: Unfolding, play: CleanOrders, _before: State) -> None:
    for ref, n in play.paid.items():
        u.pay(ref, n, "p. 13")
    u.then(OrdersChanged(u.state.active, {slot.value: False for slot in Slot}))


def check_order(state: State, play: Order) -> Refusal | None:
    """Check an order: a card of the hand goes on a free slot."""
    if refusal := not_expert(state):
        return refusal
    if play.slot in state.team(state.active).orders:
        return illegal(
            "p. 14", "a card lies on this slot until the orders are cleaned: {slot}", slot=word(play.slot)
        )
    if play.card is not None and not isinstance(state.sheet.cards[play.card], Action):
        return illegal("p. 4", "{card} is not an action card", card=card_name(state.sheet, play.card))
    if refusal := too_few_cards(state, state.active, 1, "p. 14"):
        return refusal
    return None if play.card is None else not_held(state, state.active, (play.card,))


def laid_order(_state: State, play: Order) -> Order:
    """Return the order as it is accepted: nobody sees its card (reading `order_unseen`)."""
    return LaidOrder(play.slot, secret=None if play.card is None else FaceDownCard(play.card))


def follow_order(u: Unfolding, play: Order, _before: State) -> None:
    seat = u.state.active
    orders = (*u.state.team(seat).orders, play.slot)
    u.discard(seat, 1, "p. 14")
    u.then(OrdersChanged(seat, {slot.value: slot in orders for slot in Slot}))


def check_use_power(state: State, play: UsePower) -> Refusal | None:
    """Check the use of a power: it has an extra action or deeds, and its player stands on the field."""
    if play.power == play.player:
        return not_standing(state, play.player, state.active) or _no_deeds_left(state, play.player)
    if refusal := not_expert(state) or not_standing(state, play.player, state.active):
        return refusal
    if play.power not in state.figures[play.player].powers:
        return illegal(
            "p. 14",
            "{player} does not have {power}",
            player=card_name(state.sheet, play.player),
            power=card_name(state.sheet, play.power),
        )
    power = state.sheet.power(play.power)
    if power.extra_action is None and not power.effect.deeds:
        return illegal("p. 14", "{power} gives no extra action", power=card_name(state.sheet, play.power))
    return None


def _no_deeds_left(state: State, ref: CardRef) -> Refusal | None:
    """Refuse a player's own power without deeds, or one already used this turn (reading `own_power_deeds`)."""
    if has_deeds_left(state, ref):
        return None
    own, player = own_power(state, ref), card_name(state.sheet, ref)
    if own is None or not own.deeds:
        return illegal("p. 4", "the power of {player} does nothing by itself", player=player)
    return illegal(cited("p. 4", "own_power_deeds"), "the power of {player} has been used", player=player)


# --- what a card costs, and whose it may be


def power_cost(state: State, power: Power, player: CardRef) -> int:
    """Return what a power costs this player."""
    prices = state.sheet.prices[state.sheet.player(player).post]
    return next(price.cost for price in prices if price.power.ref == power.ref)


def training_cost(state: State, training: TeamTraining) -> int:
    """Return what a training costs, whoever buys it."""
    return state.sheet.house.costs[training.side]


def owned(state: State) -> set[CardRef]:
    """Return the powers and trainings that have an owner."""
    return {*state.red.trainings, *state.blue.trainings}.union(
        *(figure.powers for figure in state.figures.values())
    )


def buyer_seat(state: State) -> Seat:
    """Return the coach who buys now."""
    top = state.top
    return top.seat if isinstance(top, Training) else state.active


def have_bought(state: State) -> tuple[CardRef, ...]:
    """Return the players who have bought a power in this step."""
    top = state.top
    return top.buyers if isinstance(top, Purchases | Training) else ()


def check_buy(state: State, play: Buy) -> Refusal | None:
    """Check a purchase: a player buys one power a step with his own fervour."""
    if refusal := not_expert(state):
        return refusal
    seat = buyer_seat(state)
    if refusal := no_player_of(state, play.player, seat):
        return refusal
    player = card_name(state.sheet, play.player)
    if play.player in have_bought(state):
        return illegal(
            cited("p. 15", "buying_closes_play"), "{player} has bought a power in this step", player=player
        )
    card = state.sheet.cards[play.power]
    if not isinstance(card, Power):
        return illegal("p. 15", "{card} is not a power card", card=card_name(state.sheet, play.power))
    return (
        _power_refusal(state, play.player, card)
        or _not_on_the_stand(state, play)
        or _wrongly_put_away(state, play)
    )


def _not_on_the_stand(state: State, play: Buy) -> Refusal | None:
    """Refuse a card that is not face up on the stand, where the table says what is, or that is there and claimed from
    a pile.
    """
    if state.shown is None or (play.pile == "shown") is (play.power in state.shown):
        return None
    card = card_name(state.sheet, play.power)
    if play.pile == "top":
        return illegal("p. 15", "{card} is face up on the stand, so it does not come from a pile", card=card)
    return illegal(
        "p. 15",
        "{card} is not face up on the stand; these cards are: {cards}",
        card=card,
        cards=names(state.sheet, state.shown),
    )


def _wrongly_put_away(state: State, play: Buy) -> Refusal | None:
    """Refuse a card put under its pile although the player does not have its power yet."""
    figure, player = state.figures[play.player], card_name(state.sheet, play.player)
    for ref in play.instead_of:
        if not isinstance(state.sheet.cards[ref], Power):
            return illegal("p. 15", "{card} is not a power card", card=card_name(state.sheet, ref))
        if ref not in figure.powers and ref in owned(state):
            return illegal("p. 15", "{card} already has an owner", card=card_name(state.sheet, ref))
        if ref not in figure.powers and ref not in _same_powers(state, play.player):
            return illegal(
                cited("p. 15", "same_power"),
                "{player} does not have the power of {card} yet, so no other card is drawn in its place",
                player=player,
                card=card_name(state.sheet, ref),
            )
    return None


def _same_powers(state: State, ref: CardRef) -> tuple[CardRef, ...]:
    """Return the power cards of the same name as a power that a player has: a bought one, or his own, whose name is in
    its text.
    """
    figure = state.figures[ref]
    return _cards_called(state.sheet, ref, figure.powers, figure.injured)


@lru_cache(maxsize=256)
def _cards_called(
    sheet: Sheet, ref: CardRef, bought: tuple[CardRef, ...], is_injured: bool
) -> tuple[CardRef, ...]:
    player = sheet.player(ref)
    known: list[Wording | str] = [player.name, *(sheet.power(card).name for card in bought)]
    if own := player.power_now(is_injured=is_injured):
        known.append(own.text)
    said = frozenset(_texts(*known))
    powers = (card for card in sheet.cards.values() if isinstance(card, Power))
    return tuple(power.ref for power in powers if not said.isdisjoint(_texts(power.name, power.effect.text)))


def _texts(*names: Wording | str) -> tuple[str, ...]:
    texts: list[str] = []
    for name in names:
        texts += (name.en, name.fr) if isinstance(name, Wording) else (name,)
    return tuple(text for text in texts if text)


def check_show(state: State, play: ShowPower) -> Refusal | None:
    """Check a power card that is turned up: only in the place of one that was taken from the stand."""
    if not state.taken:
        return illegal("p. 13", "no card was taken from the stand, so no new card is turned up")
    if play.power is None:
        return None
    power, card = state.sheet.cards[play.power], card_name(state.sheet, play.power)
    if not isinstance(power, Power):
        return illegal("p. 13", "{card} is not a power card", card=card)
    if play.power in (state.shown or ()):
        return illegal("p. 13", "{card} already lies on the stand", card=card)
    if play.power in owned(state):
        return illegal("p. 15", "{card} already has an owner", card=card)
    if power.pile not in bare_piles(state):
        return illegal(
            cited("p. 13", "power_piles"),
            "{card} is from another pile than the card that was taken from the stand: {taken}",
            card=card,
            taken=names(state.sheet, state.taken),
        )
    return None


def bare_piles(state: State) -> frozenset[PowerPile]:
    """Return the piles whose card was taken from the stand and not replaced yet."""
    return frozenset(state.sheet.power(ref).pile for ref in state.taken)


def _power_refusal(state: State, ref: CardRef, power: Power) -> Refusal | None:
    player, card, figure = card_name(state.sheet, ref), card_name(state.sheet, power.ref), state.figures[ref]
    if power.ref in owned(state):
        return illegal("p. 15", "{card} already has an owner", card=card)
    if power.intensity > state.intensity:
        return illegal(
            "p. 15",
            "{card} needs intensity {power}, and the match has intensity {intensity}",
            card=card,
            power=power.intensity,
            intensity=state.intensity,
        )
    if len(figure.powers) >= state.intensity:
        return illegal(
            cited("p. 15", "powers_counted"),
            "{player} has bought as many powers as the intensity of the match allows: {n}",
            player=player,
            n=len(figure.powers),
        )
    cost = power_cost(state, power, ref)
    if figure.fervour < cost:
        return illegal(
            cited("p. 15", "costs"),
            "{card} costs {cost} fervour, and {player} has {fervour}",
            card=card,
            cost=cost,
            player=player,
            fervour=figure.fervour,
        )
    return None


def purchases(state: State, seat: Seat) -> Iterator[tuple[CardRef, CardRef]]:
    """Return which of a coach's players may buy which power now."""
    busy, intensity, taken = have_bought(state), state.intensity, owned(state)
    for ref in state.sheet.team(seat).players:
        figure = state.figures[ref]
        if ref in busy or figure.fervour == 0 or len(figure.powers) >= intensity:
            continue
        for price in state.sheet.prices[state.sheet.player(ref).post]:
            if price.cost > figure.fervour:
                break
            if price.power.intensity <= intensity and price.power.ref not in taken:
                yield ref, price.power.ref


def follow_buy(u: Unfolding, play: Buy, before: State) -> None:
    seat, power = buyer_seat(before), u.state.sheet.power(play.power)
    u.pay(play.player, power_cost(before, power, play.player), "p. 15")
    u.then(Bought(seat, play.player, play.power)).show(seat, play.power, power.effect)


# --- after a try


def check_buy_training(state: State, play: BuyTraining) -> Refusal | None:
    """Check the purchase of a training: one for each coach, paid with the fervour of one or several of his players."""
    if refusal := not_expert(state) or _not_the_buyer(state, play.seat):
        return refusal
    card = state.sheet.cards[play.ref]
    if not isinstance(card, TeamTraining):
        return illegal("p. 15", "{card} is not a training card", card=card_name(state.sheet, play.ref))
    if not may_train(state, play.seat):
        return illegal(
            "p. 15", "{seat} has bought a training after this try", seat=side_name(state.sheet, play.seat)
        )
    if play.ref in owned(state):
        return illegal(
            cited("p. 15", "any_training"),
            "{card} already has an owner",
            card=card_name(state.sheet, play.ref),
        )
    return _cannot_pay(state, play.seat, play.paid, _Price(training_cost(state, card), "p. 15"))


def _not_the_buyer(state: State, seat: Seat) -> Refusal | None:
    if seat is buyer_seat(state):
        return None
    return illegal("p. 15", "{seat} buys now", seat=side_name(state.sheet, buyer_seat(state)))


def may_train(state: State, seat: Seat) -> bool:
    """Return whether a coach has bought no training since the try."""
    return isinstance(state.top, Training) and seat not in state.top.trained


def trainings(state: State, seat: Seat) -> Iterator[CardRef]:
    """Return the trainings that a coach can pay for now."""
    if not may_train(state, seat):
        return
    fervour, taken = sum(state.figures[ref].fervour for ref in state.sheet.team(seat).players), owned(state)
    for ref in state.sheet.trainings:
        if ref not in taken and training_cost(state, state.sheet.training(ref)) <= fervour:
            yield ref


def is_passed_over(state: State, seat: Seat) -> bool:
    """Return whether a coach can buy nothing, or nothing more, after the try."""
    return not any(trainings(state, seat)) and not any(purchases(state, seat))


def follow_buy_training(u: Unfolding, play: BuyTraining, _before: State) -> None:
    for ref, n in play.paid.items():
        u.pay(ref, n, "p. 15")
    training = u.state.sheet.training(play.ref)
    u.then(Bought(play.seat, None, play.ref)).show(play.seat, play.ref, training.effect)


def check_done(state: State, play: Done) -> Refusal | None:
    return _not_the_buyer(state, play.seat)


def follow_done(u: Unfolding, _play: Done, _before: State) -> None:
    """End a coach's purchases; once both are done, each player keeps at most 1 fervour."""
    if isinstance(u.state.top, Training):
        return
    for ref, figure in u.state.figures.items():
        if figure.fervour > KEPT_FERVOUR:
            u.then(Fervour(ref, KEPT_FERVOUR, "Boufbowl p. 15"))


@dataclass(frozen=True, slots=True)
class _Price:
    """What something costs in fervour, and the page of the rulebook that says what may be paid with."""

    fervour: int
    page: str


def _cannot_pay(state: State, seat: Seat, paid: Mapping[CardRef, int], price: _Price) -> Refusal | None:
    for ref, n in paid.items():
        if refusal := no_player_of(state, ref, seat):
            return refusal
        if state.figures[ref].fervour < n:
            return illegal(
                price.page,
                "{player} has {fervour} fervour and cannot pay {n}",
                player=card_name(state.sheet, ref),
                fervour=state.figures[ref].fervour,
                n=n,
            )
    total = sum(paid.values())
    if total == price.fervour:
        return None
    return illegal(
        price.page, "this costs {cost} fervour in all, not {total}", cost=price.fervour, total=total
    )


def coming_up(state: State) -> Iterator[CardRef]:
    """Return the power cards that may be turned up on the stand: without an owner, and not there yet."""
    owned = {card for figure in state.figures.values() for card in figure.powers}
    for ref, card in state.sheet.cards.items():
        if isinstance(card, Power) and ref not in owned and ref not in (state.shown or ()):
            yield CardRef(ref)


# --- what may be played, and its words


def _payments(state: State, seat: Seat, cost: int) -> Iterator[Mapping[CardRef, int]]:
    """Yield ways to pay a price, each once: each player with fervour pays first, and the others pay what is missing."""
    purses = [(ref, state.figures[ref].fervour) for ref in state.sheet.team(seat).players]
    purses = [(ref, n) for ref, n in purses if n]
    found: list[Mapping[CardRef, int]] = []
    for row in runs(purses, len(purses)):
        paid, left = {}, cost
        for ref, n in row:
            if left:
                paid[ref] = min(n, left)
                left -= paid[ref]
        if paid not in found:
            found.append(paid)
            yield paid


def _cleanings(state: State, seat: Seat) -> Iterator[Play]:
    return (CleanOrders(paid) for paid in _payments(state, seat, PRICE_OF_CLEANING))


def _orders(state: State, _seat: Seat) -> Iterator[Play]:
    return (Order(slot) for slot in free_slots(state))


_buy = made_once(Buy)


def _powers_to_buy(state: State, seat: Seat) -> Iterator[Play]:
    """Yield what may be bought, from the stand and from the piles. A card of a pile whose power the player already has may be
    put away first.
    """
    taken = owned(state)
    for ref, power in purchases(state, seat):
        if state.shown is None or power in state.shown:
            yield _buy(ref, power, "shown")
        if state.shown is None or power not in state.shown:
            yield _buy(ref, power, "top")
            spares = (card for card in _same_powers(state, ref) if card not in taken)
            for spare in (*state.figures[ref].powers, *spares):
                if spare != power:
                    yield _buy(ref, power, "top", (spare,))


def _new_on_the_stand(state: State, _seat: Seat) -> Iterator[Play]:
    piles = bare_piles(state)
    for power in coming_up(state):
        if state.sheet.power(power).pile in piles:
            yield ShowPower(power)
    yield ShowPower()


def _trainings_to_buy(state: State, seat: Seat) -> Iterator[Play]:
    for ref in trainings(state, seat):
        for paid in _payments(state, seat, training_cost(state, state.sheet.training(ref))):
            yield BuyTraining(seat, ref, paid)


def _buy_label(sheet: Sheet, play: Buy) -> Text:
    player, power = card_name(sheet, play.player), card_name(sheet, play.power)
    if not play.instead_of:
        return Text("{player} buys {other}", player=player, other=power)
    return Text(
        "{player} buys {other}; put under the pile: {cards}",
        player=player,
        other=power,
        cards=names(sheet, play.instead_of),
    )


def _show_label(sheet: Sheet, play: ShowPower) -> Text:
    if play.power is None:
        return Text("no new card is put on the stand: the pile is empty")
    return Text("{card} is put on the stand", card=card_name(sheet, play.power))


def _training_label(sheet: Sheet, play: BuyTraining) -> Text:
    return Text(
        "{seat} buys the training {card}",
        seat=side_name(sheet, play.seat),
        card=card_name(sheet, play.ref),
    )


ROWS = (
    CoachPlay(
        CleanOrders,
        Text("Clean the orders"),
        during(Stage.DRAW),
        lambda sheet, play: Text("{players} pay for clean orders", players=names(sheet, play.paid)),
        _cleanings,
        check_clean_orders,
        follow_clean_orders,
        cards=lambda play: play.paid,
    ),
    CoachPlay(
        Order,
        Text("Give an order"),
        IN_PLAY,
        lambda _sheet, play: Text("a card is laid on the slot {slot}", slot=word(play.slot)),
        _orders,
        check_order,
        follow_order,
        laid_order,
        cards=lambda play: (play.card,),
    ),
    CoachPlay(
        Buy,
        Text("Buy a power"),
        during(Stage.PLAY, Stage.PURCHASES, Stage.TRAINING),
        _buy_label,
        _powers_to_buy,
        check_buy,
        follow_buy,
        cards=lambda play: (play.player, play.power, *play.instead_of),
    ),
    CoachPlay(
        ShowPower,
        Text("Put a new card on the stand"),
        frozenset(Stage) - {Stage.OVER},
        _show_label,
        _new_on_the_stand,
        check_show,
        cards=lambda play: (play.power,),
    ),
    CoachPlay(
        BuyTraining,
        Text("Buy a training"),
        during(Stage.TRAINING),
        _training_label,
        _trainings_to_buy,
        check_buy_training,
        follow_buy_training,
        cards=lambda play: (play.ref, *play.paid),
    ),
    CoachPlay(
        Done,
        Text("Nothing more to buy"),
        during(Stage.TRAINING),
        lambda sheet, play: Text("{seat} has bought all it wants", seat=side_name(sheet, play.seat)),
        from_seat(Done),
        check_done,
        follow_done,
    ),
)
