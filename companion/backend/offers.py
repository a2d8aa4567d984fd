"""Lists the games that can be played on this machine, with their modes and the agreements possible before a match."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from companion.backend.devices.registry import devices_for
from companion.backend.interface import ClockSetting, GameMode, GameOffer, HouseRuleOffer
from companion.backend.match_settings import settings_of
from companion.match import Match
from companion.rules.description import PLAIN_MODE, RuleChoice
from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule, Json, Rules
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.showing.house_rules import house_question, value_words
from companion.showing.scene import Face, Scene
from companion.storage.agreements import NOTHING_AGREED, Agreements
from companion.storage.catalogue import SHIPPED
from companion.storage.clocks import clocks_of
from companion.storage.mats import mat_of
from companion.storage.shipped_data import demonstrations
from companion.words import Wording, word

MOST_ART = 3
"""Cards in the picture of a game: more would be too small."""
_LENGTHS = {
    "match": (20, 30, 45, 60, 90),
    "half": (10, 15, 20, 30, 45),
    "turn": (1, 2, 3, 5),
    "negotiation": (1, 2, 3, 5),
}
"""Minutes that are offered for a clock."""


def games(
    folders: Sequence[Path] = (SHIPPED,), agreed: Mapping[str, Agreements] = MappingProxyType({})
) -> tuple[GameOffer, ...]:
    """Return every game with the boards and cards of these folders, in the order offered. `agreed` by game: what is
    usual at this table. Raises `CompanionError`.
    """
    return tuple(_game(rules, folders, agreed.get(rules.game, NOTHING_AGREED)) for rules in GAMES.values())


def demonstration(game: str, mode: str) -> tuple[Json, list[Json]]:
    """Return the set-up and cards that demonstrate a mode: its own demonstration, or the demonstration teams."""
    like = GAMES[game].description.modes[mode].like
    setup, cards = demonstrations(game)[like or mode]
    return (setup if like is None else {**setup, "mode": mode}), cards


def game_title(name: str) -> Wording:
    """Return the title of a game."""
    return Wording.plain(GAMES[name].description.title)


def _game(rules: Rules, folders: Sequence[Path], agreed: Agreements) -> GameOffer:
    box = rules.description
    return GameOffer(
        rules.game,
        game_title(rules.game),
        box.says,
        box.minutes,
        tuple(_mode(rules, mode, folders, agreed) for mode in box.modes),
        tuple(_house_rule(rules.game, rule, agreed) for rule in rules.house_rules),
        dice_of_game(rules),
        box.seats,
        box.aim,
        art := _art(rules.game),
        None if art else _opening(rules.game),
        tuple(kind.offer for kind in devices_for(rules.game) if kind.offer is not None),
    )


def _art(game: str) -> tuple[Face, ...]:
    """Return the first demonstration card of each of some kinds."""
    _, cards = demonstration(game, PLAIN_MODE)
    firsts = {card["kind"]: Face(card["ref"]) for card in reversed(cards) if "ref" in card}
    return tuple(firsts.values())[-MOST_ART:]


def _opening(game: str) -> Scene:
    """Return a demonstration match before its first play."""
    rules = GAMES[game]
    match = Match(rules, *demonstration(game, PLAIN_MODE))
    return SCENE_BUILDERS[game].scene(rules, match.state, match.opening.events, mat_of(game))


def _mode(rules: Rules, name: str, folders: Sequence[Path], agreed: Agreements) -> GameMode:
    box = rules.description
    setup, _ = demonstration(rules.game, name)
    teams = setup.get("teams", {}).values()
    some = (need for need in box.needs_of_some if any(need.field in team for team in teams))
    mode = box.modes[name]
    return GameMode(
        name,
        mode.title,
        mode.says,
        setup,
        (*box.needs, *some),
        _clocks(setup, agreed.minutes),
        settings_of(rules, setup, folders),
        box.squads,
        box.draw,
        mode.moot,
    )


def _clocks(setup: Json, agreed: Mapping[str, int]) -> tuple[ClockSetting, ...]:
    minutes = setup["end"].get("minutes") if "end" in setup else None
    return tuple(
        ClockSetting(
            clock.name,
            clock.title,
            _lengths(clock.name, agreed),
            agreed.get(clock.name, minutes if clock.rules else None),
            clock.rules,
        )
        for clock in clocks_of(setup, {})
    )


def _lengths(clock: str, agreed: Mapping[str, int]) -> tuple[int, ...]:
    """Return the lengths that are offered for a clock, in their order."""
    own = (agreed[clock],) if clock in agreed else ()
    return tuple(sorted({*_LENGTHS[clock], *own}))


def _house_rule(game: str, rule: HouseRule, agreed: Agreements) -> HouseRuleOffer:
    """Return a house rule with its usual value first: what was agreed for this table, or what the rulebook would have."""
    is_agreed = rule.name in agreed.house
    values = [agreed.house[rule.name]] if is_agreed else []
    values += [value for value in rule.choices if value not in values]
    choices = tuple(RuleChoice(value, value_words(rule, value)) for value in values)
    asks = house_question(game, rule)
    return HouseRuleOffer(rule.name, word(rule.name), asks, choices, rule.table, is_agreed)
