"""Staff cards and coaches' bonuses (§05, §07)."""

from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.cards import Action
from companion.rules.ofusaido.checks import illegal, name_of, not_in_hand, side_name
from companion.rules.ofusaido.events import EffectShown
from companion.rules.ofusaido.plays import ActionPlay, CoachBonus
from companion.rules.ofusaido.state import State
from companion.rules.ofusaido.unfolding import Unfolding


def judge_action(state: State, play: ActionPlay) -> Ruling | Refusal:
    """One of the actions of a staff card from the hand takes effect; then the card is discarded."""
    card = state.sheet.cards[play.card]
    if not isinstance(card, Action):
        return illegal("§07", "{card} is no action card", card=name_of(state, play.card))
    if play.card not in state.sheet.team(play.seat).actions:
        return illegal(
            "§07",
            "{card} is not among the cards of {seat}",
            card=str(play.card),
            seat=side_name(state, play.seat),
        )
    if refusal := not_in_hand(state, play.seat, (play.card,)):
        return refusal
    if play.choice > len(card.effects):
        return illegal("§07", "{card} has one action only", card=str(play.card))
    effect = card.effects[play.choice - 1]
    shown = EffectShown(play.seat, play.card, effect.text, play.choice)
    return Unfolding(state).then(play).then(shown).ruling()


def judge_coach_bonus(state: State, play: CoachBonus) -> Ruling | Refusal:
    """The coach's unique bonus, once in the match."""
    coach = state.sheet.team(play.seat).coach
    if coach is None or coach.unique is None:
        return illegal("§05", "{seat} has no coach with a unique bonus", seat=side_name(state, play.seat))
    if state.team(play.seat).coach_bonus_used:
        return illegal("§05", "the coach's bonus of {seat} is used already", seat=side_name(state, play.seat))
    shown = EffectShown(play.seat, coach.ref, coach.unique.text, 2)
    return Unfolding(state).then(play).then(shown).ruling()
