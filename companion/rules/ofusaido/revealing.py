"""Judges supports and reveals: energies are turned, fouls are given, and the duel is settled (§11 to §14)."""

from collections.abc import Iterator

from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido import events
from companion.rules.ofusaido.cards import Colour
from companion.rules.ofusaido.expects import can_add_player, revealer
from companion.rules.ofusaido.flow import turn_end
from companion.rules.ofusaido.fouls import CANCEL, cancelled_sides, foul_of_last_reveal
from companion.rules.ofusaido.influence import effect_of
from companion.rules.ofusaido.play_rules import (
    SidePlay,
    Unfolding,
    by_side,
    illegal,
    not_a_field_player,
    not_a_possible_energy,
    not_in_hand,
    side_name,
    too_few_energies,
)
from companion.rules.ofusaido.plays import NoSupport, Play, Reveal, Support
from companion.rules.ofusaido.scoring import tally, weigh
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import (
    Contest,
    DuelOnTable,
    Phase,
    State,
    effect_key,
    players_in_hand,
    possible_energies,
)
from companion.rules.ofusaido.words import cards_called
from companion.rules.play_rules import during, from_seat, made_once
from companion.rules.readings import cited
from companion.words import Text, word


def judge_support(state: State, play: Support) -> Ruling | Refusal:
    """Judge supports: a side adds any number of players in a progression, one in a shot."""
    duel = state.duel
    assert duel is not None
    section = "§12" if duel.contest is Contest.SHOT else "§11"
    if not play.cards:
        return illegal(section, "name at least one card, or say that nobody supports")
    if duel.contest is Contest.SHOT and len(play.cards) > 1:
        return illegal("§12", "in a shot each side adds one player at most")
    for card in play.cards:
        if refusal := not_a_field_player(state, play.seat, card):
            return refusal
    if refusal := not_in_hand(state, play.seat, play.cards, section):
        return refusal
    if refusal := too_few_energies(state, play.seat, len(play.cards)):
        return refusal
    return Unfolding(state).then(play).then_texts(play.seat, play.cards).ruling()


def judge_no_support(state: State, play: NoSupport) -> Ruling | Refusal:
    """Judge a side that adds nobody."""
    return Unfolding(state).then(play).ruling()


def judge_reveal(state: State, play: Reveal) -> Ruling | Refusal:
    """Judge a reveal: a foul ends the duel, and after the last energy the duel is settled."""
    if refusal := not_a_possible_energy(state, play.seat, play.energy):
        return refusal
    unfolding = Unfolding(state).then(play)
    duel = unfolding.state.duel
    assert duel is not None
    foul = foul_of_last_reveal(unfolding.state, duel, play.seat)
    if foul is not None:
        give_foul(unfolding, foul)
    elif revealer(unfolding.state) is None:
        settle(unfolding, duel)
        settle_what_is_bare(unfolding)
    return unfolding.ruling()


def give_foul(unfolding: Unfolding, foul: events.Foul) -> None:
    """Add the foul, what its colour costs, and the end of the turn if the attack committed it."""
    unfolding.then(foul)
    seat = foul.offender
    match foul.colour:
        case Colour.YELLOW:
            there = unfolding.state.team(seat).draw_pile
            unfolding.then(events.Sanction(seat, foul.colour, discarded=min(events.YELLOW_DISCARDS, there)))
        case Colour.RED:
            unfolding.then(events.Sanction(seat, foul.colour, expelled=foul.card))
        case Colour.BLUE:
            pass
    if foul.restart is events.Restart.TURN_END:
        unfolding.then(turn_end(unfolding.state, events.EndReason.FOUL))


def settle_what_is_bare(unfolding: Unfolding) -> Unfolding:
    """Settle a set piece or a kick without energies when neither side has one to turn."""
    while unfolding.state.phase is Phase.REVEAL and revealer(unfolding.state) is None:
        duel = unfolding.state.duel
        assert duel is not None
        settle(unfolding, duel)
    return unfolding


def settle(unfolding: Unfolding, duel: DuelOnTable) -> None:
    """Settle a duel whose energies are all turned: the totals, who wins, and what follows."""
    state = unfolding.state
    balance = weigh(state, duel)
    attack = tally(state, balance.attack, duel.attack, attacking=True)
    defence = tally(state, balance.defence, duel.defence, attacking=False)
    attack_wins = attack.total > defence.total
    counted = (*balance.counted_once, *_cancelled_once(state, duel))
    unfolding.then(
        events.Duel(
            phase=duel.contest.phase,
            zone=None if duel.contest is Contest.SHOOTOUT else state.zone,
            attack=attack,
            defence=defence,
            winner="attack" if attack_wins else "defence",
            margin=abs(attack.total - defence.total),
            secret=events.CountedOnce(counted) if counted else None,
            section=_sent_off(state, duel),
        )
    )
    if duel.contest.is_progression:
        _after_progression(unfolding, duel, attack_wins=attack_wins)
    else:
        _after_shot(unfolding, duel, is_goal=attack_wins)


def _sent_off(state: State, duel: DuelOnTable) -> str | None:
    """Return what decides if the referee sent off a player of the duel on the table, or the shooter of a kick."""
    if not state.home.expelled and not state.away.expelled:
        return None
    if duel.contest is Contest.SHOOTOUT:
        is_gone = duel.attack.base in state.team(state.attacking).expelled
        return cited("OFUSAIDO §14", "shooter_sent_off") if is_gone else None
    is_gone = any(
        ref in state.team(seat).expelled
        for seat, side in ((state.attacking, duel.attack), (state.defending, duel.defence))
        for ref in (side.base, *side.supports)
    )
    return cited("OFUSAIDO §11", "sent_off_in_duel") if is_gone else None


def _cancelled_once(state: State, duel: DuelOnTable) -> list[str]:
    """Return the effects marked `once` that cancelled a foul in this duel."""
    sides = cancelled_sides(state, duel)
    return [
        effect_key(lasting.seat, lasting.card, lasting.index)
        for lasting in state.lasting
        if lasting.seat in sides
        for effect in (effect_of(state, lasting.card, lasting.index),)
        if effect.once and any(deed.what == CANCEL for deed in effect.deeds)
    ]


def _after_progression(unfolding: Unfolding, duel: DuelOnTable, *, attack_wins: bool) -> None:
    state = unfolding.state
    if not attack_wins:
        unfolding.then(turn_end(state, events.EndReason.LOST_DUEL))
        return
    assert state.zone is not None and duel.to is not None
    unfolding.then(events.Progress(state.attacking, state.zone, duel.to, opposed=True))


def _after_shot(unfolding: Unfolding, duel: DuelOnTable, *, is_goal: bool) -> None:
    state = unfolding.state
    seat, card = state.attacking, duel.attack.base
    assert card is not None
    if is_goal:
        one_more = 0 if duel.contest is Contest.SHOOTOUT else 1
        score = {**state.score, seat.value: state.team(seat).score + one_more}
        unfolding.then(events.Goal(seat, card, score, duel.contest.phase))
    else:
        unfolding.then(events.NoGoal(seat, card, duel.contest.phase))
    if duel.contest is Contest.SHOOTOUT:
        return
    if duel.contest is Contest.SHOT:
        reason = events.EndReason.GOAL if is_goal else events.EndReason.NO_GOAL
    else:
        reason = events.EndReason.SET_PIECE
    unfolding.then(turn_end(unfolding.state, reason))


# --- what may be played, and its words


_support, _reveal = made_once(Support), made_once(Reveal)


def _supports(state: State, seat: Seat) -> Iterator[Play]:
    if can_add_player(state, seat):
        for card in players_in_hand(state.sheet.team(seat), state.team(seat)):
            yield _support(seat, (card,))


_TURNS = Text("{seat} turns over an energy card: attack {attack}, defence {defence}, {colour}")
_TURNS_WITH_WHISTLE = Text(
    "{seat} turns over an energy card: attack {attack}, defence {defence}, {colour}, whistle"
)


def _reveal_label(state: State, play: Reveal) -> Text:
    energy = state.sheet.energy(play.energy)
    told = _TURNS_WITH_WHISTLE if energy.whistle else _TURNS
    return Text(
        told.template,
        seat=side_name(state, play.seat),
        attack=energy.attack,
        defence=energy.defence,
        colour=word(energy.colour.value),
    )


def _support_label(state: State, play: Support) -> Text:
    supports = Text("{cards} in support", cards=cards_called(state, play.cards))
    return Text("{seat}: {does}", seat=side_name(state, play.seat), does=supports)


ROWS = (
    SidePlay(
        Support,
        Text("Add support"),
        during(Phase.SUPPORT),
        judge_support,
        _supports,
        _support_label,
        lambda play: play.cards,
    ),
    SidePlay(
        NoSupport,
        Text("My side adds nobody"),
        during(Phase.SUPPORT),
        judge_no_support,
        from_seat(NoSupport),
        by_side(Text("{seat} adds nobody")),
    ),
    SidePlay(
        Reveal,
        Text("Turn over the energy card"),
        during(Phase.REVEAL, Phase.SUPPORT),
        judge_reveal,
        lambda state, seat: (_reveal(seat, ref) for ref in possible_energies(state, seat)),
        _reveal_label,
        lambda play: (play.energy,),
    ),
)
