"""House rules in words: the point that each decides, its values, and what was agreed for a table."""

from collections.abc import Mapping
from typing import Any

from companion.rules.engine import HouseRule
from companion.rules.games import GAMES
from companion.rules.readings import RuleReading
from companion.showing.citations import tell_sentence, within_rulebook
from companion.showing.scene import Words
from companion.storage.clocks import clocks_of
from companion.storage.shipped_data import readings_of
from companion.timers import Clock
from companion.words import Text, clauses, joined, word


def house_title(game: str, rule: HouseRule) -> Words:
    """Return the title of a house rule, as its reading has it; its name in a game without readings."""
    reading = _reading(game, rule)
    return word(rule.name) if reading is None else reading.title


def house_question(game: str, rule: HouseRule) -> Words:
    """Return the point that a house rule decides: with its section of the game's rulebook, if a reading has it."""
    reading = _reading(game, rule)
    if reading is None:
        return rule.says
    return tell_sentence(reading.question, within_rulebook(game, reading.section), None)


def _reading(game: str, rule: HouseRule) -> RuleReading | None:
    return next((one for one in readings_of(game) if one.house_rule == rule.name), None)


def value_words(rule: HouseRule, value: Any) -> Words:
    """Return the words for a value of a house rule, or the value itself if it has none."""
    match value:
        case dict() if not value:
            return rule.words[()]
        case dict():
            return clauses(
                [
                    Text("{name}: {value}", name=rule.words.get(name) or word(str(name)), value=str(one))
                    for name, one in value.items()
                ]
            )
        case list() | tuple():
            return joined([rule.words.get(one) or word(str(one)) for one in value])
        case _ if value in rule.words:
            return rule.words[value]
        case bool():
            return Text("yes") if value else Text("no")
        case _:
            return word(str(value))


def clocks_of_game(game: str) -> tuple[Clock, ...]:
    """Return all clocks that matches of a game may have."""
    return clocks_of({"game": game, "end": {"minutes": 1}}, {})


def agreed_told(game: str, house: Mapping[str, Any], minutes: Mapping[str, int]) -> Text:
    """Return in words the house rules and clocks that were agreed for a game; they must fit the game."""
    rules = {rule.name: rule for rule in GAMES[game].house_rules}
    clocks = {clock.name: clock.title for clock in clocks_of_game(game)}
    parts = [
        Text("{name}: {value}", name=house_title(game, rules[name]), value=value_words(rules[name], value))
        for name, value in house.items()
    ]
    parts += [
        Text("{name}: {value}", name=clocks[name], value=Text("{n} min", n=n)) for name, n in minutes.items()
    ]
    what = joined(parts) if parts else Text("all default")
    return Text("{game}: {words}", game=GAMES[game].description.title, words=what)
