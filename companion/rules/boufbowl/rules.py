"""Boufbowl as `rules.engine.Rules`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.rules.base import BaseRules
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
from companion.rules.description import GameDescription
from companion.rules.engine import HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.forms import Sayings
from companion.rules.override_paths import OverridePath

VERSION = "boufbowl-2"


class Boufbowl(BaseRules[State]):
    """A ball, ten players, and few rules, for two coaches."""

    game: ClassVar[str] = "boufbowl"
    version: ClassVar[str] = VERSION
    earlier_versions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "boufbowl-1": {"chandelle_to": "not_endzones", "lying_level": "tackler"}
    }
    description: ClassVar[GameDescription] = DESCRIPTION
    override_paths: ClassVar[tuple[OverridePath, ...]] = OVERRIDE_PATHS
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    house_form: ClassVar[type[Any]] = House
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    card_kinds: ClassVar[Mapping[str, type[Any]]] = KINDS
    card_words: ClassVar[Sayings] = SAYINGS
    board: ClassVar[str | None] = "stadium"

    check_card = staticmethod(read_card)
    judge = staticmethod(judge)
    override = staticmethod(judge_override)
    time_up = staticmethod(judge_time_up)
    evolve = staticmethod(evolve)
    expects = staticmethod(expects)
    seen = staticmethod(view)
    options = staticmethod(options)
    label = staticmethod(label)

    def opening(self, setup: Json, cards: Sequence[Json]) -> SetUp:
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

    def seats(self, _state: State) -> tuple[str, ...]:
        return tuple(Seat)

    def is_over(self, state: State) -> bool:
        return state.is_over

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """Return the texts of the players' own powers that the players carry out themselves."""
    return [
        EffectShown(seat, ref, power.text)
        for seat in Seat
        for ref in sheet.team(seat).players
        for power in (sheet.player(ref).power,)
        if power is not None and is_for_the_players(power)
    ]
