"""Judges the plays at the beginning and end of a turn: attempt, stall, give up, flip, discard (§10, §11, §15)."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.events import EndReason
from companion.rules.ofusaido.evolve import RECOVERS
from companion.rules.ofusaido.flow import turn_end
from companion.rules.ofusaido.play_rules import (
    SidePlay,
    Unfolding,
    by_side,
    illegal,
    listed,
    name_of,
    not_in_hand,
    side_name,
    too_few_energies,
)
from companion.rules.ofusaido.plays import Attempt, Discard, Flip, GiveUp, Play, Stall
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State, copies_not_in_hand, excess, flippable
from companion.rules.ofusaido.words import card_called, cards_called, zone_name
from companion.rules.play_rules import during, from_seat, made_once, runs
from companion.rules.readings import cited
from companion.words import Text


def judge_attempt(state: State, play: Attempt) -> Ruling | Refusal:
    """Judge an attempt: the attack tries one of its visible occasions, from one of its lowest zones."""
    team = state.team(play.seat)
    if play.occasion not in team.visible:
        return illegal(
            "§11", "{card} is not one of the visible occasions", card=name_of(state, play.occasion)
        )
    if refusal := too_few_energies(state, play.seat, 1):
        return refusal
    starts = state.sheet.occasion(play.occasion).starts
    if play.zone is None and len(starts) > 1:
        return illegal("§11", "this occasion can start in {zones}: choose one", zones=listed(starts))
    if play.zone is not None and play.zone not in starts:
        return illegal("§11", "this occasion starts in {zones}", zones=listed(starts))
    chosen = Attempt(play.seat, play.occasion, play.zone or starts[0])
    return Unfolding(state).then(chosen).ruling()


def judge_stall(state: State, play: Stall) -> Ruling | Refusal:
    """Judge a stall: the attack gives up its turn and one visible occasion, and energies come back."""
    if play.discard not in state.team(play.seat).visible:
        return illegal(
            cited("§15", "stall_discard"),
            "{card} is not one of the visible occasions",
            card=name_of(state, play.discard),
        )
    if play.energies is not None and (refusal := _wrong_energies(state, play)):
        return refusal
    unfolding = Unfolding(state).then(play)
    return unfolding.then(turn_end(unfolding.state, EndReason.STALL)).ruling()


def _wrong_energies(state: State, play: Stall) -> Refusal | None:
    """Return what is wrong with the energies of a stall: too many, or some that cannot be in the discard."""
    team = state.team(play.seat)
    told = play.energies or ()
    back = min(RECOVERS[play.option], team.energy_spent)
    if len(told) > back:
        return illegal(
            cited("§15", "stall_up_to"),
            "at most {n} energy cards come back, not {got}",
            n=back,
            got=len(told),
        )
    known = Counter(team.energies_known)
    unknown = team.energy_spent - len(team.energies_known)
    for ref, copies in Counter(told).items():
        owned = state.sheet.team(play.seat).energies.get(ref, 0)
        if owned == 0:
            return illegal(
                "§15",
                "{card} is not one of the energy cards of {seat}",
                card=str(ref),
                seat=side_name(state, play.seat),
            )
        if copies > owned:
            return _not_all_spent()
        unknown -= max(0, copies - known[ref])
    if unknown < 0:
        return _not_all_spent()
    return None


def _not_all_spent() -> Refusal:
    return illegal("§15", "these energy cards cannot all be in the discard")


def judge_give_up(state: State, play: GiveUp) -> Ruling | Refusal:
    """Judge a side that gives the attack up, as it has nobody to play."""
    unfolding = Unfolding(state).then(play)
    return unfolding.then(turn_end(unfolding.state, EndReason.GIVEN_UP)).ruling()


def judge_flip(state: State, play: Flip) -> Ruling | Refusal:
    """Judge the turning over of a new occasion: one of the side's own that was face down."""
    if play.occasion not in state.sheet.team(play.seat).occasions:
        return illegal(
            "§10",
            "{card} is not one of the occasions of {seat}",
            card=name_of(state, play.occasion),
            seat=side_name(state, play.seat),
        )
    if play.occasion not in flippable(state, play.seat):
        came_back = state.team(play.seat).occasions_back
        section = cited("§10", "extra_occasion_which") if came_back else "§10"
        return illegal(section, "{card} is not face down", card=name_of(state, play.occasion))
    return Unfolding(state).then(play).ruling()


def judge_discard(state: State, play: Discard) -> Ruling | Refusal:
    """Judge a discard: a hand above its limit discards exactly the excess."""
    too_much = excess(state, play.seat)
    if len(play.cards) != too_much:
        return illegal(
            "§10",
            "{seat} must discard exactly {n} cards; you chose {got}",
            seat=side_name(state, play.seat),
            n=too_much,
            got=len(play.cards),
        )
    deck = state.sheet.team(play.seat).deck
    for ref in play.cards:
        if ref not in deck:
            return illegal("§10", "{card} cannot be in that hand", card=name_of(state, ref))
    if refusal := not_in_hand(state, play.seat, play.cards, "§10"):
        return refusal
    return Unfolding(state).then(play).ruling()


# --- what may be played, and its words


_attempt, _stall, _flip = made_once(Attempt), made_once(Stall), made_once(Flip)


def _attempts(state: State, seat: Seat) -> Iterator[Play]:
    for ref in state.team(seat).visible:
        for zone in state.sheet.occasion(ref).starts:
            yield _attempt(seat, ref, zone)


def _stalls(state: State, seat: Seat) -> Iterator[Play]:
    for ref in state.team(seat).visible:
        yield _stall(seat, "energies", ref)
        yield _stall(seat, "reshuffle", ref)


def _flips(state: State, seat: Seat) -> Iterator[Play]:
    for ref in flippable(state, seat):
        yield _flip(seat, ref)


def _discards(state: State, seat: Seat) -> Iterator[Play]:
    team, deck = state.team(seat), state.sheet.team(seat).deck
    there = [
        ref
        for ref, copies in deck.items()
        for _ in range(copies - min(copies, copies_not_in_hand(team, ref)))
    ]
    for cards in dict.fromkeys(runs(there, excess(state, seat))):
        yield Discard(seat, cards)


def _attempt_label(state: State, play: Attempt) -> Text:
    return Text(
        "{seat} attempts “{card}” from zone\u00a0{zone}",
        seat=side_name(state, play.seat),
        card=card_called(state, play.occasion),
        zone=zone_name(play.zone),
    )


_STALLS = Text("{seat} stalls for energy cards and discards “{card}”")
_STALLS_TO_RESHUFFLE = Text("{seat} stalls for a new draw pile and discards “{card}”")


def _stall_label(state: State, play: Stall) -> Text:
    told = _STALLS if play.option == "energies" else _STALLS_TO_RESHUFFLE
    return Text(told.template, seat=side_name(state, play.seat), card=card_called(state, play.discard))


def _flip_label(state: State, play: Flip) -> Text:
    card = card_called(state, play.occasion)
    return Text("{seat} turns over “{card}”", seat=side_name(state, play.seat), card=card)


def _discard_label(state: State, play: Discard) -> Text:
    cards = cards_called(state, play.cards)
    return Text("{seat} discards {cards}", seat=side_name(state, play.seat), cards=cards)


ROWS = (
    SidePlay(
        Attempt,
        Text("Start an attack"),
        during(Phase.TURN),
        judge_attempt,
        _attempts,
        _attempt_label,
        lambda play: (play.occasion,),
    ),
    SidePlay(
        Stall,
        Text("Stall"),
        during(Phase.TURN),
        judge_stall,
        _stalls,
        _stall_label,
        lambda play: (play.discard, *(play.energies or ())),
    ),
    SidePlay(
        GiveUp,
        Text("Give up the attack"),
        during(Phase.ADVANCE, Phase.SHOT),
        judge_give_up,
        from_seat(GiveUp),
        by_side(Text("{seat} gives up the attack")),
    ),
    SidePlay(
        Flip,
        Text("Turn over an occasion card"),
        during(Phase.FLIP),
        judge_flip,
        _flips,
        _flip_label,
        lambda play: (play.occasion,),
    ),
    SidePlay(
        Discard,
        Text("Discard"),
        during(Phase.DISCARD),
        judge_discard,
        _discards,
        _discard_label,
        lambda play: play.cards,
    ),
)
