"""Judges the plays outside the duels: staff cards, announced abilities and coaches' bonuses (§04, §05, §07)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from companion.ids import CardRef
from companion.rules.effects import Effect
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.cards import IN_HAND, Action, Footballer
from companion.rules.ofusaido.events import EffectShown
from companion.rules.ofusaido.flow import before_draw, turn_end
from companion.rules.ofusaido.play_rules import (
    WHENEVER,
    SidePlay,
    Unfolding,
    illegal,
    name_of,
    not_in_hand,
    side_name,
)
from companion.rules.ofusaido.plays import Ability, ActionPlay, CoachBonus, Play, SpokenPlay
from companion.rules.ofusaido.sheet import AnnouncedEffect, Seat, Sheet
from companion.rules.ofusaido.state import (
    Contest,
    Phase,
    State,
    actions_in_hand,
    could_be_in_hand,
)
from companion.rules.ofusaido.words import card_called
from companion.rules.play_rules import made_once
from companion.rules.readings import cited
from companion.words import Text

ACTION_PHASES = frozenset(
    (
        Phase.TURN,
        Phase.ADVANCE,
        Phase.OPPOSE,
        Phase.SUPPORT,
        Phase.SHOT,
        Phase.FREE_ADVANCE,
        Phase.SET_PIECE,
    )
)
"""The phases in which either side may play an action, announce an ability or use its coach's bonus, except the
shoot-out.
"""


def takes_actions(state: State) -> bool:
    """Return whether either side may play such a card now: in a turn, or before a kick's first energy is turned (§14)."""
    if state.phase in ACTION_PHASES:
        return True
    if state.shootout is None:
        return False
    duel = state.duel
    if state.phase is not Phase.REVEAL or duel is None:
        return state.phase is Phase.SHOOTOUT
    return not duel.attack.revealed and not duel.defence.revealed


def takes_before_draw(state: State) -> bool:
    """Return whether a turn has just ended, so that a card may still be played before the hands are filled (§16)."""
    return state.ended is not None and state.phase is not Phase.OVER


def spoken_kinds(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the kinds of these plays that a side could make now, as far as a referee knows."""
    if takes_actions(state):
        # A hand only grows by the draw, so what could be played before it can be played after it.
        return _kinds_at(state, seat, is_before_draw=False)
    if takes_before_draw(state):
        return _kinds_at(before_draw(state), seat, is_before_draw=True)
    return ()


def _kinds_at(state: State, seat: Seat, *, is_before_draw: bool) -> tuple[str, ...]:
    team, sheet = state.team(seat), state.sheet.team(seat)
    kinds: tuple[str, ...] = (ActionPlay.kind,) if next(actions_in_hand(sheet, team), None) else ()
    if next(abilities_of(state, seat, is_before_draw=is_before_draw), None) is not None:
        kinds = (*kinds, Ability.kind)
    if sheet.coach is not None and sheet.coach.unique is not None and not team.coach_bonus_used:
        kinds = (*kinds, CoachBonus.kind)
    return kinds


def moments_of(state: State) -> list[tuple[State, bool]]:
    """Return the states in which such a play could be judged now, each with whether the play would be marked as
    before the draw.
    """
    moments = [(state, False)] if takes_actions(state) else []
    if takes_before_draw(state):
        moments.append((before_draw(state), True))
    return moments


def abilities_of(state: State, seat: Seat, *, is_before_draw: bool) -> Iterator[AnnouncedEffect]:
    """Return the abilities that a side may announce, as far as a referee knows."""
    sheet, team = state.sheet.team(seat), state.team(seat)
    is_table_laid = not is_before_draw and state.phase is not Phase.TURN
    for ability in sheet.abilities:
        if ability.effect.announced == IN_HAND:
            may_be_played = could_be_in_hand(sheet, team, ability.card)
        else:
            may_be_played = is_table_laid and _lies_on_table(state, seat, ability.card)
        if may_be_played and not was_announced(state, seat, ability):
            yield ability


def was_announced(state: State, seat: Seat, ability: AnnouncedEffect) -> bool:
    """Return whether an ability was announced in this turn, or is used up for the match."""
    return any(
        said.seat is seat and said.card == ability.card and said.index == ability.index
        for said in state.announced
    )


def _lies_on_table(state: State, seat: Seat, ref: CardRef) -> bool:
    """Return whether a footballer was put down in this turn, stands in goal, or takes the kick of a shoot-out; nobody
    who was sent off does.
    """
    team, duel = state.team(seat), state.duel
    if ref in team.table or ref == team.goalkeeper:
        return True
    if duel is None or duel.contest is not Contest.SHOOTOUT or seat is not state.attacking:
        return False
    return ref == duel.attack.base and ref not in team.expelled


# --- judging


def judge_action(state: State, play: ActionPlay) -> Ruling | Refusal:
    """Judge a staff card from the hand: one of its actions takes effect, then the card is discarded."""
    card = state.sheet.cards[play.card]
    if not isinstance(card, Action):
        return illegal("§07", "{card} is not an action card", card=name_of(state, play.card))
    if play.card not in state.sheet.team(play.seat).actions:
        return illegal(
            "§07",
            "{card} is not among the cards of {seat}",
            card=str(play.card),
            seat=side_name(state, play.seat),
        )
    if refusal := not_in_hand(_when(state, play), play.seat, (play.card,), "§07"):
        return refusal
    if play.choice > len(card.effects):
        return illegal("§07", "{card} has only one action", card=str(play.card))
    return _carried_out(state, play, play.card, play.choice, card.effects[play.choice - 1], "§07")


def judge_coach_bonus(state: State, play: CoachBonus) -> Ruling | Refusal:
    """Judge the use of the coach's unique bonus, which is allowed once in the match."""
    coach = state.sheet.team(play.seat).coach
    if coach is None or coach.unique is None:
        return illegal("§05", "{seat} has no coach with a unique bonus", seat=side_name(state, play.seat))
    if state.team(play.seat).coach_bonus_used:
        return illegal("§05", "the coach's bonus of {seat} is already used", seat=side_name(state, play.seat))
    return _carried_out(state, play, coach.ref, 2, coach.unique, "§05")


def judge_ability(state: State, play: Ability) -> Ruling | Refusal:
    """Judge an announced ability: it takes effect, and a card that was shown from the hand is then discarded."""
    if not state.sheet.whole_cards:
        return illegal(
            "§02", "in the football school the lower part of the cards does not count: no abilities"
        )
    if refusal := _no_footballer(state, play):
        return refusal
    own = [x for x in state.sheet.team(play.seat).abilities if x.card == play.card]
    name = name_of(state, play.card)
    if not own:
        return illegal("§04", "{card} has no ability that is announced", card=name)
    if play.effect is None and len(own) > 1:
        return illegal("§04", "{card} has {n} abilities to announce: say which one", card=name, n=len(own))
    number = play.effect or 1
    if number > len(own):
        return illegal(
            "§04",
            "{card} has {n} abilities to announce; you chose number {got}",
            card=name,
            n=len(own),
            got=number,
        )
    ability = own[number - 1]
    if refusal := _cannot_be_announced(state, play, ability):
        return refusal
    chosen = Ability(play.seat, play.card, number, play.before_draw)
    return _carried_out(state, chosen, play.card, ability.index + 1, ability.effect, "§04")


def _no_footballer(state: State, play: Ability) -> Refusal | None:
    team = state.sheet.team(play.seat)
    if play.card in team.players or play.card in team.goalkeepers:
        return None
    card = name_of(state, play.card)
    if isinstance(state.sheet.cards[play.card], Footballer):
        return illegal(
            "§03", "{card} is not in the squad of {seat}", card=card, seat=side_name(state, play.seat)
        )
    return illegal("§01", "{card} is not a player", card=card)


def _cannot_be_announced(state: State, play: Ability, ability: AnnouncedEffect) -> Refusal | None:
    """Return why an ability cannot be announced now: its card is in the wrong place, or the ability was announced
    already.
    """
    then, card = _when(state, play), name_of(state, play.card)
    if play.card in then.team(play.seat).expelled:
        return illegal("§13", "{card} was sent off", card=card)
    if was_announced(then, play.seat, ability):
        if ability.effect.once:
            return illegal(
                cited("§04", "ability_once"),
                "{card} has already announced this ability: it can be announced only once in a match",
                card=card,
            )
        return illegal(
            "§04",
            "{card} has already announced this ability: it can be announced only once in a turn",
            card=card,
        )
    if ability.effect.announced == IN_HAND:
        if play.card in state.sheet.team(play.seat).goalkeepers:
            return illegal("§03", "{card} is a goalkeeper, and goalkeepers are never in the hand", card=card)
        return not_in_hand(then, play.seat, (play.card,), "§04")
    if play.before_draw:
        return illegal(
            "§16",
            "before the draw, only cards in the hand can announce an ability, and {card} is on the table",
            card=card,
        )
    if state.phase is Phase.TURN:
        return illegal(
            "§04", "{card} must be on the table to announce this ability, and no card is there yet", card=card
        )
    if not _lies_on_table(state, play.seat, play.card):
        return illegal(
            cited("§04", "ability_table"),
            "{card} must be on the table to announce this ability",
            card=card,
        )
    return None


def _when(state: State, play: SpokenPlay) -> State:
    """Return the state in which a play is judged: before or after the draw."""
    return before_draw(state) if play.before_draw else state


def _carried_out(
    state: State, play: SpokenPlay, card: CardRef, number: int, effect: Effect, section: str
) -> Ruling:
    """Return the events of a play: the play, its effect and, if the hands were not filled yet, the end of the turn
    again.
    """
    unfolding = Unfolding(state).then(play)
    unfolding.then(EffectShown(play.seat, card, effect.text, number, section))
    if play.before_draw and state.ended is not None:
        unfolding.then(turn_end(unfolding.state, state.ended.reason))
    return unfolding.ruling()


# --- what may be played, and its words


_ability, _coach_bonus = made_once(Ability), made_once(CoachBonus)


def _staff_cards(state: State, seat: Seat) -> Iterator[Play]:
    for then, is_before_draw in moments_of(state):
        for ref in actions_in_hand(state.sheet.team(seat), then.team(seat)):
            yield from _staff_plays(state.sheet, seat, ref, is_before_draw)


@lru_cache(maxsize=1024)
def _staff_plays(sheet: Sheet, seat: Seat, ref: CardRef, is_before_draw: bool) -> tuple[ActionPlay, ...]:
    choices: tuple[Literal[1, 2], ...] = (1, 2)
    effects = sheet.action(ref).effects
    return tuple(ActionPlay(seat, ref, choice, is_before_draw) for choice in choices[: len(effects)])


def _abilities(state: State, seat: Seat) -> Iterator[Play]:
    for then, is_before_draw in moments_of(state):
        for ability in abilities_of(then, seat, is_before_draw=is_before_draw):
            yield _ability(seat, ability.card, ability.number, is_before_draw)


def _coach_bonuses(state: State, seat: Seat) -> Iterator[Play]:
    for _, is_before_draw in moments_of(state):
        yield _coach_bonus(seat, is_before_draw)


def _spoken_label(state: State, play: SpokenPlay) -> Text:
    """Tell an action, ability or coach's bonus; a card with two effects says which one."""
    told = _what_is_spoken(state, play, side_name(state, play.seat))
    return Text("before the draw, {play}", play=told) if play.before_draw else told


def _what_is_spoken(state: State, play: SpokenPlay, seat: Text) -> Text:
    if isinstance(play, CoachBonus):
        coach = state.sheet.team(play.seat).coach
        if coach is None or coach.unique is None or not coach.unique.text.en:
            return Text("{seat} uses the coach's bonus", seat=seat)
        return Text("{seat} uses the coach's bonus: {text}", seat=seat, text=coach.unique.text)
    name = card_called(state, play.card)
    if isinstance(play, Ability):
        own = [x for x in state.sheet.team(play.seat).abilities if x.card == play.card]
        if len(own) > 1:
            return Text(
                "{seat} announces an ability of {card}, number {n}", seat=seat, card=name, n=play.effect or 1
            )
        return Text("{seat} announces the ability of {card}", seat=seat, card=name)
    card = state.sheet.cards[play.card]
    if isinstance(card, Action) and len(card.effects) > 1:
        return Text("{seat} plays “{card}”, effect\u00a0{n}", seat=seat, card=name, n=play.choice)
    return Text("{seat} plays “{card}”", seat=seat, card=name)


ROWS = (
    SidePlay(
        ActionPlay,
        Text("Play a staff card"),
        WHENEVER,
        judge_action,
        _staff_cards,
        _spoken_label,
        lambda play: (play.card,),
    ),
    SidePlay(
        Ability,
        Text("Announce an ability"),
        WHENEVER,
        judge_ability,
        _abilities,
        _spoken_label,
        lambda play: (play.card,),
    ),
    SidePlay(
        CoachBonus,
        Text("Use the coach's bonus"),
        WHENEVER,
        judge_coach_bonus,
        _coach_bonuses,
        _spoken_label,
    ),
)
