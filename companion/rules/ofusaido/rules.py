"""OFUSAIDO as `rules.engine.Rules`."""

from collections.abc import Sequence

from companion.rules.effects import Effect, Lasts
from companion.rules.engine import Json, Rules, SetUp
from companion.rules.ofusaido.card_words import SAYINGS
from companion.rules.ofusaido.cards import KINDS, Stadium, read_card
from companion.rules.ofusaido.description import DESCRIPTION
from companion.rules.ofusaido.events import EVENTS, EffectShown, LotsDrawn
from companion.rules.ofusaido.evolve import evolve
from companion.rules.ofusaido.expects import expects
from companion.rules.ofusaido.judge import (
    ROW_OF,
    judge,
    judge_concede,
    judge_override,
    judge_time_up,
    options,
)
from companion.rules.ofusaido.override import OVERRIDE_PATHS
from companion.rules.ofusaido.plays import PLAYS
from companion.rules.ofusaido.post_table import lines_in, unknown_posts
from companion.rules.ofusaido.sheet import HOUSE_RULES, House, Seat, Sheet, read_sheet
from companion.rules.ofusaido.state import Lasting, Phase, State
from companion.rules.ofusaido.teams import opening_team
from companion.rules.ofusaido.view import view
from companion.rules.ofusaido.words import event_label
from companion.rules.play_rules import told_by_rows

VERSION = "ofusaido-2"


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    state = State(
        sheet=sheet,
        home=opening_team(sheet, Seat.HOME),
        away=opening_team(sheet, Seat.AWAY),
        attacking=sheet.kickoff,
        lasting=tuple(_keepers_effects(sheet)),
    )
    return SetUp(state, (*_lots_drawn(sheet), *_standing_texts(sheet)))


def _keepers_effects(sheet: Sheet) -> list[Lasting]:
    """Add the effects of the keepers in goal, who are put down before kick-off."""
    return [
        Lasting(seat, keeper, index, effect.lasts)
        for seat in Seat
        for keeper in sheet.team(seat).goalkeepers[:1]
        for index, effect in enumerate(sheet.own_effects(keeper))
        if effect.lasts is Lasts.MATCH and effect.modifiers and effect.announced is None
    ]


def _lots_drawn(sheet: Sheet) -> tuple[LotsDrawn, ...]:
    lots = sheet.lots
    return () if lots is None else (LotsDrawn(lots.criterion, lots.by, lots.home, lots.away),)


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """Return the texts of stadium and coaches that count for the whole match and that the players carry out."""
    shown = []
    if isinstance(sheet.stadium, Stadium):
        for number, effect in enumerate(sheet.stadium.effects, start=1):
            if effect.is_for_the_players:
                shown.append(EffectShown(None, sheet.stadium.ref, effect.text, number, "§06"))
    for seat in Seat:
        coach = sheet.team(seat).coach
        permanent: Effect | None = None if coach is None else coach.permanent
        if coach is not None and permanent is not None and permanent.is_for_the_players:
            shown.append(EffectShown(seat, coach.ref, permanent.text, 1, "§05"))
    return shown


OFUSAIDO = Rules(
    game="ofusaido",
    version=VERSION,
    earlier_versions={"ofusaido-1": {}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    card_kinds=KINDS,
    card_words=SAYINGS,
    check_card=read_card,
    judge=judge,
    override=judge_override,
    time_up=judge_time_up,
    evolve=evolve,
    expects=expects,
    seen=view,
    options=options,
    label=told_by_rows(ROW_OF, event_label),
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.phase is Phase.OVER,
    concede=lambda state, seat: judge_concede(state, Seat(seat)),
    faults_together=lambda cards, rest: unknown_posts(cards.values(), lines_in(rest)),
)
"""Football card duels for two seats."""
