"""Tells Boufbowl's plays to a person, one sentence each."""

from collections.abc import Mapping

from companion.rules.boufbowl import plays
from companion.rules.boufbowl.checks import card_name, in_zone, names, side_name, zone_name
from companion.rules.boufbowl.sheet import FACE_WORDS, Sheet
from companion.words import Text, joined, word

_BY_ONE: Mapping[str, Text] = {
    plays.Stand.kind: Text("{player} gets up for a movement point"),
    plays.PickUp.kind: Text("{player} picks the ball up"),
    plays.TakeOff.kind: Text("{player} is taken off for a movement point"),
    plays.Catch.kind: Text("{player} is under the ball"),
    plays.Intercept.kind: Text("{player} stands in the way"),
}
_BY_ONE_SOMEWHERE: Mapping[str, Text] = {
    plays.Move.kind: Text("{player} moves to {zone}"),
    plays.BringOn.kind: Text("{player} is brought on {place}"),
    plays.Chandelle.kind: Text("{player} sends the ball up over {zone}"),
    plays.Back.kind: Text("{player} goes back to {zone}"),
}
_BY_TWO: Mapping[str, Text] = {
    plays.Pass.kind: Text("{player} passes to {other}"),
    plays.Tackle.kind: Text("{player} tackles {other}"),
    plays.UsePower.kind: Text("{player} uses the power of {other}"),
    plays.Buy.kind: Text("{player} buys {other}"),
}
_SAID: Mapping[str, Text] = {
    plays.Land.kind: Text("the ball comes down"),
    plays.NoIntercept.kind: Text("nobody stands in the way"),
    plays.Resolve.kind: Text("no more cards"),
    plays.EndTurn.kind: Text("the turn is over"),
}
_COUNTED: Mapping[str, Mapping[int, Text]] = {
    plays.Draw.kind: {0: Text("{seat} draws no card"), 1: Text("{seat} draws 1 card")},
    plays.Commit.kind: {0: Text("{seat} adds no card"), 1: Text("{seat} adds 1 card")},
}
_MANY: Mapping[str, Text] = {
    plays.Draw.kind: Text("{seat} draws {n} cards"),
    plays.Commit.kind: Text("{seat} adds {n} cards"),
}
_ROLLS = Text("{seat} rolls {stars}")
_ROLLS_DAMAGE = Text("{seat} rolls {stars}; {damage}")
_PLAYS = Text("{seat} plays {card}")
_PLAYS_FOR = Text("{seat} plays {card} for {players}")
_PLACES = Text("{seat} places {players}")
_PLACES_BALL = Text("{seat} places {players}; the ball is with {ball}")


def play_label(sheet: Sheet, play: plays.Play) -> Text:
    """Return one sentence that tells a play."""
    kind = play.kind
    match play:
        case plays.Stand() | plays.PickUp() | plays.TakeOff() | plays.Catch() | plays.Intercept():
            return Text(_BY_ONE[kind].template, player=card_name(sheet, play.player))
        case (
            plays.Move(player, zone)
            | plays.BringOn(player, zone)
            | plays.Chandelle(player, zone)
            | plays.Back(player, zone)
        ):
            return Text(
                _BY_ONE_SOMEWHERE[kind].template,
                player=card_name(sheet, player),
                zone=zone_name(sheet, zone),
                place=in_zone(sheet, zone),
            )
        case plays.ShowPower(power):
            if power is None:
                return Text("no new card is put on the stand: the pile is empty")
            return Text("{card} is put on the stand", card=card_name(sheet, power))
        case plays.Pass() | plays.Tackle() | plays.UsePower() | plays.Buy():
            return _by_two(sheet, play)
        case plays.Land() | plays.NoIntercept() | plays.Resolve() | plays.EndTurn():
            return _SAID[kind]
        case plays.Draw(_, n) | plays.Commit(_, n):
            said = _COUNTED[kind].get(n, _MANY[kind])
            return Text(said.template, seat=side_name(sheet, play.seat), n=n)
        case plays.Kickoff():
            return Text("kick-off over {zone}", zone=zone_name(sheet, play.zone))
        case plays.CleanOrders():
            return Text("{players} pay for clean orders", players=names(sheet, play.paid))
        case plays.Order():
            return Text("a card is laid on the slot {slot}", slot=word(play.slot))
        case _:
            return _by_seat(sheet, play)


def _by_two(sheet: Sheet, play: plays.Pass | plays.Tackle | plays.UsePower | plays.Buy) -> Text:
    match play:
        case plays.UsePower(player, other) if player == other:
            return Text("{player} uses his power", player=card_name(sheet, player))
        case plays.Buy(player, other, _, instead_of) if instead_of:
            return Text(
                "{player} buys {other}; put under the pile: {cards}",
                player=card_name(sheet, player),
                other=card_name(sheet, other),
                cards=names(sheet, instead_of),
            )
        case (
            plays.Pass(player, other)
            | plays.Tackle(player, other)
            | plays.UsePower(player, other)
            | plays.Buy(player, other)
        ):
            template = _BY_TWO[play.kind].template
            return Text(template, player=card_name(sheet, player), other=card_name(sheet, other))


def _by_seat(
    sheet: Sheet,
    play: plays.Place
    | plays.CardPlay
    | plays.Bonus
    | plays.Dice
    | plays.ChooseDamage
    | plays.BuyTraining
    | plays.Done,
) -> Text:
    seat = side_name(sheet, play.seat)
    match play:
        case plays.Place():
            players = joined(
                [
                    Text("{player} {place}", player=card_name(sheet, ref), place=in_zone(sheet, zone))
                    for ref, zone in play.zones.items()
                ]
            )
            if play.ball is None:
                return Text(_PLACES.template, seat=seat, players=players)
            ball = card_name(sheet, play.ball)
            return Text(_PLACES_BALL.template, seat=seat, players=players, ball=ball)
        case plays.CardPlay():
            said = _PLAYS_FOR if play.targets else _PLAYS
            players = names(sheet, [target.player for target in play.targets])
            return Text(said.template, seat=seat, card=card_name(sheet, play.ref), players=players)
        case plays.Bonus():
            if not play.cards:
                return Text("{seat} shows no card", seat=seat)
            return Text("{seat} shows {cards}", seat=seat, cards=names(sheet, play.cards))
        case plays.Dice():
            return _dice(seat, play)
        case plays.ChooseDamage():
            return Text("{seat} keeps damage die {n}", seat=seat, n=play.index + 1)
        case plays.BuyTraining():
            return Text("{seat} buys the training {card}", seat=seat, card=card_name(sheet, play.ref))
        case plays.Done():
            return Text("{seat} has bought all it wants", seat=seat)


def _dice(seat: Text, play: plays.Dice) -> Text:
    stars = ", ".join(str(n) for n in play.stars)
    if not play.damage:
        return Text(_ROLLS.template, seat=seat, stars=stars)
    damage = joined([FACE_WORDS[face] for face in play.damage])
    return Text(_ROLLS_DAMAGE.template, seat=seat, stars=stars, damage=damage)


KEYS = (
    *(Text("red"), Text("blue")),
    *(Text("place"), Text("kickoff"), Text("draw"), Text("move"), Text("stand"), Text("pick up")),
    *(Text("take off"), Text("bring on"), Text("pass"), Text("chandelle"), Text("tackle"), Text("card")),
    *(Text("land"), Text("catch"), Text("intercept"), Text("no intercept"), Text("resolve")),
    *(Text("commit"), Text("bonus"), Text("dice"), Text("choose damage"), Text("end turn"), Text("back")),
    *(Text("clean orders"), Text("order"), Text("use power"), Text("buy"), Text("buy training")),
    *(Text("done"), Text("try"), Text("sprint"), Text("show")),
)
"""Words that reach a sentence by their key (`words.word`), named here for the translators: seats, kinds of play, what
an opposition is about, and slots."""
