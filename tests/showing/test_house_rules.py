"""House rules in words: names and values that are no keys of the program."""

import pytest

from companion.rules.games import GAMES
from companion.showing.house_rules import house_question, house_title, value_words
from companion.words import LANGUAGES, translate


@pytest.mark.parametrize("game", GAMES)
def test_each_house_rule_has_a_name_of_its_own_in_both_languages(game: str) -> None:
    for rule in GAMES[game].house_rules:
        named = [translate(house_title(game, rule), language) for language in LANGUAGES]
        assert len(set(named)) == len(LANGUAGES), f"{named} is not translated"
        assert house_question(game, rule) != "", "and a question that it decides"


def test_the_costs_of_powers_say_what_costs_how_much() -> None:
    costs = next(rule for rule in GAMES["boufbowl"].house_rules if rule.name == "costs")
    told = {language: translate(value_words(costs, costs.default), language) for language in LANGUAGES}
    assert told["en"].startswith("intensity 1: 3; intensity 1, same post: 2; intensity 2: 4")
    assert "intensité 1, même poste\N{NO-BREAK SPACE}: 2" in told["fr"]
