"""Checks and carries out an opposition (p. 6, 8 to 11): cards promised and shown, dice, and the result."""

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from companion.rules.boufbowl.acting import score_try
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action, Moment
from companion.rules.boufbowl.checks import (
    card_name,
    committing,
    contest_of,
    fitting,
    illegal,
    most_to_commit,
    not_held,
    rolling,
    showing,
    side_name,
    too_few_cards,
)
from companion.rules.boufbowl.contest import choosing, face_of, outcome, tally, weigh
from companion.rules.boufbowl.events import OPPOSITION_PAGES, Fervour, Opposition, Outcome
from companion.rules.boufbowl.frames import Contest, PassUnderWay, Side
from companion.rules.boufbowl.offering import go_on_with_card
from companion.rules.boufbowl.play_rules import CoachPlay, Unfolding, by_number
from companion.rules.boufbowl.plays import Bonus, ChooseDamage, Commit, Dice, Play
from companion.rules.boufbowl.sheet import FACE_WORDS, DamageFace, Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Refusal
from companion.rules.play_rules import during, made_once, runs
from companion.rules.readings import cited
from companion.values import replace
from companion.words import N_, Text, joined, word

_ACTION_DICE = N_("action dice of {seat}: {wanted}, not {got}")
_DAMAGE_DICE = N_("damage dice of {seat}: {wanted}, not {got}")


def side_of(state: State, contest: Contest, seat: str) -> Side:
    """Return a coach's side of an opposition."""
    return contest.attack if state.sheet.seat_of[contest.attack.player] == seat else contest.defence


# --- cards


def check_commit(state: State, play: Commit) -> Refusal | None:
    """Check how many cards a coach adds: no more than his hand holds, and none if no bonus fits."""
    contest = contest_of(state)
    if play.seat is not committing(state, contest):
        return illegal(
            cited("p. 6", "attack_is_starter"),
            "{seat} must say first how many cards he adds",
            seat=side_name(state.sheet, play.seat.other),
        )
    if play.cards and not state.sheet.team(play.seat).bonuses[contest.on]:
        return illegal("p. 6", "no card of this match has a bonus for this: {on}", on=word(contest.on))
    if refusal := too_few_cards(state, play.seat, play.cards, "p. 6"):
        return refusal
    most = most_to_commit(state, play.seat, contest.on)
    if play.cards <= most:
        return None
    return illegal(
        "p. 5",
        "cards that {seat} may still have with a bonus for this: {most}, not {n}",
        seat=side_name(state.sheet, play.seat),
        most=most,
        n=play.cards,
    )


def check_bonus(state: State, play: Bonus) -> Refusal | None:
    """Check the cards shown: as many as were promised, each with a bonus for this action."""
    contest = contest_of(state)
    if play.seat not in showing(state, contest):
        return illegal("p. 6", "{seat} has already shown his cards", seat=side_name(state.sheet, play.seat))
    promised = side_of(state, contest, play.seat).committed
    if len(play.cards) != promised:
        return illegal(
            "p. 6",
            "cards promised by {seat}: {promised}, not {shown}",
            seat=side_name(state.sheet, play.seat),
            promised=promised or 0,
            shown=len(play.cards),
        )
    for ref in play.cards:
        card = state.sheet.cards[ref]
        if not isinstance(card, Action):
            return illegal("p. 4", "{card} is not an action card", card=card_name(state.sheet, ref))
        if contest.on not in card.bonus.on:
            return illegal(
                "p. 6",
                "the bonus of {card} is not for this: {on}",
                card=card_name(state.sheet, ref),
                on=word(contest.on),
            )
    return too_few_cards(state, play.seat, len(play.cards), "p. 6") or not_held(state, play.seat, play.cards)


def follow_bonus(u: Unfolding, play: Bonus, _before: State) -> None:
    u.discard(play.seat, len(play.cards), "p. 6")


# --- dice


def check_dice(state: State, play: Dice) -> Refusal | None:
    """Check the dice: as many as the side has, each with a face of its die."""
    contest = contest_of(state)
    seat = side_name(state.sheet, play.seat)
    if play.seat not in rolling(state, contest):
        return illegal("p. 6", "the dice of {seat} are already known", seat=seat)
    scale = weigh(state, contest).of(play.seat)
    for page, got, wanted, template in (
        ("p. 6", len(play.stars), len(scale.dice), _ACTION_DICE),
        ("p. 10", len(play.damage), scale.damage, _DAMAGE_DICE),
    ):
        if got != wanted:
            return illegal(page, template, seat=seat, wanted=wanted, got=got)
    house = state.sheet.house
    for stars in play.stars:
        if stars not in house.action_die:
            return illegal(cited("p. 6", "action_die"), "no face of an action die shows {stars}", stars=stars)
    for face in play.damage:
        if face not in house.damage_die:
            return illegal(
                cited("p. 10", "damage_die"),
                "no face of a damage die shows {face}",
                face=FACE_WORDS[face],
            )
    return None


def follow_dice(u: Unfolding, _play: Dice, before_dice: State) -> None:
    """Settle the opposition once all dice have fallen, unless a coach must choose the damage first."""
    contest = contest_of(u.state)
    if rolling(u.state, contest):
        return
    before, balance = u.state, weigh(before_dice, contest_of(before_dice))
    attack = tally(before, balance.attack, contest.attack)
    defence = tally(before, balance.defence, contest.defence)
    result = outcome(attack.total, defence.total)
    section = _where_one_lies(before, contest, result)
    u.then(Opposition(contest.on, attack, defence, result, section))
    _cheer(u, contest, result)
    if contest.on is not Moment.TACKLE or not choosing(before, contest, result):
        _settle(u, contest, result, before)


def _where_one_lies(state: State, contest: Contest, result: Outcome) -> str | None:
    """Return where it stands what follows if the player attacked lies; None if he stands."""
    if state.figures[contest.defence.player].standing:
        return None
    if contest.on is Moment.PICK_UP:
        return cited("Boufbowl p. 8", "pick_up_against")
    match result:
        case Outcome.ATTACK:
            return cited("Boufbowl p. 11", "lying_worse")
        case Outcome.LEVEL:
            return cited("Boufbowl p. 11", "lying_level")
        case Outcome.DEFENCE:
            return "Boufbowl p. 11"


def check_choose_damage(state: State, play: ChooseDamage) -> Refusal | None:
    """Check that the coach has two different damage faces to choose from."""
    contest = contest_of(state)
    assert contest.outcome is not None
    if play.seat in choosing(state, contest, contest.outcome):
        return None
    return illegal("p. 10", "{seat} has no damage die to choose", seat=side_name(state.sheet, play.seat))


def follow_choose_damage(u: Unfolding, play: ChooseDamage, before: State) -> None:
    contest = contest_of(before)
    assert contest.outcome is not None
    side = replace(side_of(before, contest, play.seat), chosen=play.index)
    is_attack = before.sheet.seat_of[contest.attack.player] is play.seat
    chosen = replace(contest, attack=side) if is_attack else replace(contest, defence=side)
    if not choosing(before, chosen, contest.outcome):
        _settle(u, chosen, contest.outcome, before)


def _cheer(u: Unfolding, contest: Contest, result: Outcome) -> None:
    """Give each player in an opposition 1 fervour, and its winner 1 more (p. 14)."""
    if not u.state.sheet.is_expert:
        return
    for side, wins in ((contest.attack, Outcome.ATTACK), (contest.defence, Outcome.DEFENCE)):
        gained = 2 if result is wins else 1
        u.then(Fervour(side.player, u.state.figures[side.player].fervour + gained))


# --- what comes of it


def _settle(u: Unfolding, contest: Contest, result: Outcome, before: State) -> None:
    page = OPPOSITION_PAGES[contest.on]
    match contest.on:
        case Moment.TACKLE:
            _after_tackle(u, contest, result)
        case Moment.PICK_UP:
            if result is not Outcome.DEFENCE:
                u.hold(contest.attack.player, page)
        case Moment.TRY:
            _after_try(u, contest, result)
        case Moment.PASS:
            _after_pass(u, contest, result, before)
        case Moment.CHANDELLE:
            _after_chandelle(u, contest, result, before)
    if contest.card is not None:
        go_on_with_card(u, contest, before)


def _after_tackle(u: Unfolding, contest: Contest, result: Outcome) -> None:
    """Settle a tackle: the loser goes down with the winner's damage; level, both do. A lying player gets worse;
    level, he is hurt where he lies, unless house rule `lying_level` spares him.
    """
    tackler, target = contest.attack.player, contest.defence.player
    was_standing = u.state.figures[target].standing
    page = "p. 10" if was_standing else "p. 11"
    if result is Outcome.ATTACK and not was_standing:
        u.worsen(target)
    elif result is not Outcome.DEFENCE and was_standing:
        u.knock_down(target, face_of(contest.attack), page)
    elif result is Outcome.LEVEL and u.state.sheet.house.lying_level == "both":
        u.harm(target, face_of(contest.attack))
    if result is not Outcome.ATTACK:
        u.knock_down(tackler, face_of(contest.defence), page)


def _after_try(u: Unfolding, contest: Contest, result: Outcome) -> None:
    page = OPPOSITION_PAGES[contest.on]
    match result:
        case Outcome.ATTACK:
            score_try(u)
        case Outcome.DEFENCE:
            u.hold(contest.defence.player, page)
        case Outcome.LEVEL:
            u.drop(u.state.figures[contest.attack.player].zone, page)


def _after_pass(u: Unfolding, contest: Contest, result: Outcome, before: State) -> None:
    page = OPPOSITION_PAGES[contest.on]
    under_way = before.stack[-2]
    assert isinstance(under_way, PassUnderWay)
    match result:
        case Outcome.ATTACK:
            u.hold(under_way.to, page)
        case Outcome.DEFENCE:
            u.hold(contest.defence.player, page)
        case Outcome.LEVEL:
            u.drop(u.state.figures[under_way.to].zone, page)


def _after_chandelle(u: Unfolding, contest: Contest, result: Outcome, before: State) -> None:
    """Settle an interception of a chandelle as it lands, or as it leaves; at the start, level puts the interceptor
    down.
    """
    page = OPPOSITION_PAGES[contest.on]
    zone = before.ball.zone
    assert zone is not None
    if result is Outcome.DEFENCE:
        u.hold(contest.defence.player, page)
    elif contest.launch is None:
        if result is Outcome.ATTACK:
            u.hold(contest.attack.player, page)
        else:
            u.drop(zone, page)
    elif result is Outcome.ATTACK:
        u.send_up(zone, page)
    else:
        u.drop(contest.launch.zone, page).knock_down(contest.defence.player, DamageFace.NONE, page)


# --- what may be played, and its words


def _commits(state: State, seat: Seat) -> Iterator[Play]:
    for cards in range(most_to_commit(state, seat, contest_of(state).on) + 1):
        yield Commit(seat, cards)


_bonus = made_once(Bonus)


def _bonuses(state: State, seat: Seat) -> Iterator[Play]:
    contest = contest_of(state)
    promised = side_of(state, contest, seat).committed or 0
    for cards in dict.fromkeys(runs(fitting(state, seat, contest.on), promised)):
        yield _bonus(seat, cards)


def _rolls(state: State, seat: Seat) -> Iterable[Play]:
    scale, house = weigh(state, contest_of(state)).of(seat), state.sheet.house
    return _rolls_of(seat, state.sheet.faces, len(scale.dice), house.damage_die, scale.damage)


@lru_cache(maxsize=64)
def _rolls_of(
    seat: Seat, faces: tuple[int, ...], dice: int, damage_faces: tuple[DamageFace, ...], damage: int
) -> tuple[Dice, ...]:
    """Return all that some dice may show."""
    return tuple(
        Dice(seat, stars, damages)
        for stars in itertools.combinations_with_replacement(faces, dice)
        for damages in itertools.product(dict.fromkeys(damage_faces), repeat=damage)
    )


def _choices_of_damage(_state: State, seat: Seat) -> Iterator[Play]:
    indices: tuple[Literal[0, 1], ...] = (0, 1)
    return (ChooseDamage(seat, index) for index in indices)


def _bonus_label(sheet: Sheet, play: Bonus) -> Text:
    seat = side_name(sheet, play.seat)
    if not play.cards:
        return Text("{seat} shows no card", seat=seat)
    return Text("{seat} shows his bonus cards: {n}", seat=seat, n=len(play.cards))


def _dice_label(sheet: Sheet, play: Dice) -> Text:
    seat, stars = side_name(sheet, play.seat), ", ".join(str(n) for n in play.stars)
    if not play.damage:
        return Text("{seat} rolls {stars}", seat=seat, stars=stars)
    damage = joined([FACE_WORDS[face] for face in play.damage])
    return Text("{seat} rolls {stars}; {damage}", seat=seat, stars=stars, damage=damage)


def _damage_label(sheet: Sheet, play: ChooseDamage) -> Text:
    return Text("{seat} keeps damage die {n}", seat=side_name(sheet, play.seat), n=play.index + 1)


ROWS = (
    CoachPlay(
        Commit,
        Text("Say how many cards"),
        during(Stage.COMMIT),
        by_number(
            Text("{seat} adds no card"),
            Text("{seat} adds 1 card"),
            Text("{seat} adds {n} cards"),
            lambda play: play.cards,
        ),
        _commits,
        check_commit,
    ),
    CoachPlay(
        Bonus,
        Text("Show the bonus cards"),
        during(Stage.BONUS),
        _bonus_label,
        _bonuses,
        check_bonus,
        follow_bonus,
        cards=lambda play: play.cards,
    ),
    CoachPlay(Dice, Text("Dice"), during(Stage.DICE), _dice_label, _rolls, check_dice, follow_dice),
    CoachPlay(
        ChooseDamage,
        Text("Choose the damage"),
        during(Stage.DAMAGE),
        _damage_label,
        _choices_of_damage,
        check_choose_damage,
        follow_choose_damage,
    ),
)
