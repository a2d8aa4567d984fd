"""Boufbowl as `rules.engine.Rules`."""

from collections.abc import Sequence

from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.card_words import SAYINGS
from companion.rules.boufbowl.cards import KINDS, read_card
from companion.rules.boufbowl.description import DESCRIPTION
from companion.rules.boufbowl.events import EVENTS, EffectShown
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.expects import expects
from companion.rules.boufbowl.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.boufbowl.options import options
from companion.rules.boufbowl.override import OVERRIDE_PATHS
from companion.rules.boufbowl.plays import PLAYS
from companion.rules.boufbowl.sheet import HOUSE_RULES, House, Sheet, read_sheet
from companion.rules.boufbowl.state import Figure, State, Team
from companion.rules.boufbowl.unfolding import is_for_the_players
from companion.rules.boufbowl.view import view
from companion.rules.boufbowl.words import label
from companion.rules.engine import Json, Rules, SetUp

VERSION = "boufbowl-2"


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    state = State(
        sheet=sheet,
        red=Team(0, sheet.red.deck),
        blue=Team(0, sheet.blue.deck),
        figures={ref: Figure() for seat in Seat for ref in sheet.team(seat).players},
        active=sheet.first,
        shown=sheet.shown,
    )
    return SetUp(state, tuple(_standing_texts(sheet)))


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """Return the texts of the players' own powers that the players carry out themselves."""
    return [
        EffectShown(seat, ref, power.text)
        for seat in Seat
        for ref in sheet.team(seat).players
        for power in (sheet.player(ref).power,)
        if power is not None and is_for_the_players(power)
    ]


BOUFBOWL = Rules(
    game="boufbowl",
    version=VERSION,
    earlier_versions={"boufbowl-1": {"chandelle_to": "not_endzones", "lying_level": "tackler"}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    card_kinds=KINDS,
    card_words=SAYINGS,
    board="stadium",
    check_card=read_card,
    judge=judge,
    override=judge_override,
    time_up=judge_time_up,
    evolve=evolve,
    expects=expects,
    seen=view,
    options=options,
    label=label,
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.is_over,
    concede=lambda state, seat: judge_concede(state, Seat(seat)),
)
"""A ball, ten players, and few rules, for two coaches."""
