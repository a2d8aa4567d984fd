"""`companion rules GAME` tells the rules phase by phase, then the readings, in the language that is asked for."""

import pytest

from companion.rules.games import GAMES
from companion.storage.shipped_data import rules_in_words
from tests.cli.terminal import Terminal


def _flat(words: str) -> str:
    """The words without spaces: lines break anywhere, at hyphens too."""
    return "".join(words.split())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_of_a_game_are_told_whole(terminal: Terminal, game: str, language: str) -> None:
    said = terminal.type("rules", game, "--lang", language)
    assert said.code == 0
    told = _flat(said.out)
    words = rules_in_words(game)
    at = [told.index(f"──{_flat(getattr(chapter.title, language))}──") for chapter in words.chapters]
    assert at == sorted(at)
    for chapter in words.chapters:
        for sentence in chapter.sentences:
            assert _flat(getattr(sentence.says, language)) in told
    for reading in words.readings:
        assert reading.id in told
        assert _flat(getattr(reading.reading, language)) in told


def test_a_reading_that_can_be_chosen_names_its_house_rule(terminal: Terminal) -> None:
    assert "House rule: advance after a foul" in terminal.type("rules", "ofusaido").out


def test_the_section_of_every_match_is_french_in_french(terminal: Terminal) -> None:
    french = terminal.type("rules", "ouaf", "--lang", "fr").out
    assert "Tous les matchs" in french
    assert "Every match" not in french
