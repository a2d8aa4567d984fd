"""Lists the games that can be played on this machine, with their modes and the agreements possible before a match."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.backend.interface import ClockSetting, GameMode, GameOffer, HouseRuleOffer
from companion.backend.match_settings import settings_of
from companion.rules.description import RuleChoice
from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule, Json, Rules
from companion.rules.games import GAMES
from companion.rules.readings import tell_sentence
from companion.showing.scene import Words
from companion.storage.clocks import clocks_of
from companion.storage.readings import readings_of
from companion.storage.shipped_data import SHIPPED, demonstrations
from companion.words import Text, Wording, joined, word

_LENGTHS = {
    "match": (20, 30, 45, 60, 90),
    "half": (10, 15, 20, 30, 45),
    "turn": (1, 2, 3, 5),
    "negotiation": (1, 2, 3, 5),
}
"""Minutes that are offered for a clock."""


def games(folders: Sequence[Path] = (SHIPPED,)) -> tuple[GameOffer, ...]:
    """Return every game with the boards and cards of these folders, in the order offered. Raises `CompanionError`."""
    return tuple(_game(rules, folders) for rules in GAMES.values())


def demonstration(game: str, mode: str) -> tuple[Json, list[Json]]:
    """Return the set-up and cards that demonstrate a mode: its own demonstration, or the demonstration teams."""
    like = GAMES[game].description.modes[mode].like
    setup, cards = demonstrations(game)[like or mode]
    return (setup if like is None else {**setup, "mode": mode}), cards


def game_title(name: str) -> Wording:
    """Return the title of a game."""
    return Wording.plain(GAMES[name].description.title)


def _game(rules: Rules, folders: Sequence[Path]) -> GameOffer:
    box = rules.description
    return GameOffer(
        rules.game,
        game_title(rules.game),
        box.says,
        box.minutes,
        tuple(_mode(rules, mode, folders) for mode in box.modes),
        tuple(_house_rule(rules.game, rule) for rule in rules.house_rules),
        dice_of_game(rules),
        box.seats,
        box.aim,
    )


def _mode(rules: Rules, name: str, folders: Sequence[Path]) -> GameMode:
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
        _clocks(setup),
        settings_of(rules, setup, folders),
        box.squads,
        box.draw,
    )


def _clocks(setup: Json) -> tuple[ClockSetting, ...]:
    minutes = setup["end"].get("minutes") if "end" in setup else None
    return tuple(
        ClockSetting(
            clock.name, clock.title, _LENGTHS[clock.name], minutes if clock.rules else None, clock.rules
        )
        for clock in clocks_of(setup, {})
    )


def _house_rule(game: str, rule: HouseRule) -> HouseRuleOffer:
    choices = tuple(RuleChoice(value, value_words(rule, value)) for value in rule.choices)
    return HouseRuleOffer(rule.name, word(rule.name), _question(game, rule), choices, rule.table)


def _question(game: str, rule: HouseRule) -> Words:
    """Return the point that a house rule decides, with its section, as its reading has it."""
    reading = next((one for one in readings_of(game) if one.house_rule == rule.name), None)
    return rule.says if reading is None else tell_sentence(reading.question, reading.section, reading.id)


def value_words(rule: HouseRule, value: Any) -> Words:
    """Return the words for a value of a house rule, or the value itself if it has none."""
    match value:
        case dict() if not value:
            return rule.words[()]
        case dict():
            pairs = (
                Text("{name}: {value}", name=word(str(name)), value=str(one)) for name, one in value.items()
            )
            return joined(list(pairs))
        case list() | tuple():
            return joined([rule.words.get(one) or word(str(one)) for one in value])
        case _ if value in rule.words:
            return rule.words[value]
        case bool():
            return Text("yes") if value else Text("no")
        case _:
            return word(str(value))
