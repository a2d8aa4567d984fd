"""L'Ouaf as `rules.engine.Rules`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.rules.base import BaseRules
from companion.rules.description import GameDescription
from companion.rules.engine import HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.forms import Sayings
from companion.rules.ouaf.card_words import SAYINGS
from companion.rules.ouaf.cards import KINDS, Seat, read_card
from companion.rules.ouaf.description import DESCRIPTION
from companion.rules.ouaf.events import EVENTS
from companion.rules.ouaf.evolve import evolve
from companion.rules.ouaf.expects import expects
from companion.rules.ouaf.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.ouaf.options import options
from companion.rules.ouaf.override import OVERRIDE_PATHS
from companion.rules.ouaf.plays import PLAYS
from companion.rules.ouaf.sheet import HOUSE_RULES, House, read_sheet
from companion.rules.ouaf.state import Phase, State, opening_state
from companion.rules.ouaf.view import view
from companion.rules.ouaf.words import label
from companion.rules.override_paths import OverridePath

VERSION = "ouaf-2"


class Ouaf(BaseRules[State]):
    """Bakery workers who do as little as they can, for three to six seats."""

    game: ClassVar[str] = "ouaf"
    version: ClassVar[str] = VERSION
    earlier_versions: ClassVar[Mapping[str, Mapping[str, Any]]] = {"ouaf-1": {}}
    description: ClassVar[GameDescription] = DESCRIPTION
    override_paths: ClassVar[tuple[OverridePath, ...]] = OVERRIDE_PATHS
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    house_form: ClassVar[type[Any]] = House
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    card_kinds: ClassVar[Mapping[str, type[Any]]] = KINDS
    card_words: ClassVar[Sayings] = SAYINGS

    check_card = staticmethod(read_card)
    judge = staticmethod(judge)
    override = staticmethod(judge_override)
    time_up = staticmethod(judge_time_up)
    evolve = staticmethod(evolve)
    expects = staticmethod(expects)
    seen = staticmethod(view)
    label = staticmethod(label)

    def opening(self, setup: Json, cards: Sequence[Json]) -> SetUp:
        return SetUp(opening_state(read_sheet(setup, cards)), ())

    def seats(self, state: State) -> tuple[str, ...]:
        return state.sheet.seats

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))

    def options(self, state: State, seat: str | None, kind: str) -> list[Any]:
        return list(options(state, seat, kind))
