"""The readings that ship: every point that was decided has an id, both languages, and a place in its rulebook."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.errors import Malformed
from companion.rules.games import GAMES
from companion.rules.readings import RuleReading, cited, read_readings, split_citation
from companion.showing.citations import tell_citation
from companion.storage.shipped_data import match_readings, readings_of, section_titles_of, summary_of
from companion.words import translate

LONGEST_TITLE = 34
"""Letters."""
ALIKE = {"Pénalty"}
"""Titles that nobody needs in English."""
EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
HOUSE = Path(companion.__file__).parent
CITING = (HOUSE / "match.py", *(path for game in GAMES for path in (HOUSE / "rules" / game).rglob("*.py")))


def _all_readings() -> list[RuleReading]:
    return [*match_readings(), *(reading for game in GAMES for reading in readings_of(game))]


def test_a_citation_names_the_section_and_the_reading() -> None:
    assert cited("Boufbowl p. 7", "stand_up") == "Boufbowl p. 7; reading stand_up"
    assert split_citation("Boufbowl p. 7; reading stand_up") == ("Boufbowl p. 7", "stand_up")
    assert split_citation("Boufbowl p. 7") == ("Boufbowl p. 7", None)


def test_every_reading_has_its_own_id() -> None:
    ids = [reading.id for reading in _all_readings()]
    assert sorted(ids) == sorted(set(ids))


@EVERY_GAME
def test_every_reading_has_its_words_in_both_languages(game: str) -> None:
    for reading in (*match_readings(), *readings_of(game)):
        for words in (reading.title, reading.question, reading.reading):
            assert words.en.strip(), reading.id
            assert words.fr.strip(), reading.id
            assert words.en != words.fr, reading.id
        assert reading.section.strip(), reading.id


def test_a_title_of_a_reading_has_room_in_a_citation_and_names_one_reading_only() -> None:
    titles = [reading.title for reading in _all_readings()]
    assert max(len(words) for title in titles for words in (title.en, title.fr)) <= LONGEST_TITLE
    for words in ([title.en for title in titles], [title.fr for title in titles]):
        assert sorted(set(words)) == sorted(words)


def test_a_citation_is_told_with_the_title_of_its_reading() -> None:
    told = tell_citation("Boufbowl p. 7; reading stand_up")
    assert translate(told, "en") == "Boufbowl p.\N{NO-BREAK SPACE}7; interpretation: getting up"
    assert (
        translate(told, "fr")
        == "Boufbowl p.\N{NO-BREAK SPACE}7\N{NO-BREAK SPACE}; interprétation\N{NO-BREAK SPACE}: se relever"
    )


def test_the_title_of_a_section_is_told_in_the_language_of_the_page() -> None:
    told = tell_citation("Lignes d'Attaque, Passer le ballon")
    assert translate(told, "en") == "Lignes d'Attaque, Passing the ball"
    assert translate(told, "fr") == "Lignes d’Attaque, Passer le ballon"


def _cited_sections(game: str) -> Iterator[str]:
    """Return each section that the rules, the readings and the summary of a game cite."""
    yield from (reading.section for reading in readings_of(game))
    yield from (sentence.section for chapter in summary_of(game) for sentence in chapter.sentences)
    title = GAMES[game].description.title
    for path in (HOUSE / "rules" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                is_cited = node.value.startswith(f"{title}, ") and not node.value.endswith(".")
                yield from [node.value] if is_cited else []


@EVERY_GAME
def test_every_section_with_a_title_has_it_in_english(game: str) -> None:
    titles = section_titles_of(game)
    cited_ = {split_citation(section)[0].rpartition(", ")[2] for section in _cited_sections(game)}
    named = {title for title in cited_ if not re.search("§|p. [0-9]|cards$", title)}
    assert named - ALIKE == set(titles)
    assert all(english.strip() and english != french for french, english in titles.items())


def test_a_reading_of_another_version_is_told_with_its_id() -> None:
    assert translate(tell_citation("Boufbowl p. 7; reading of_tomorrow"), "en").endswith(": of_tomorrow")


@EVERY_GAME
def test_every_house_rule_has_its_reading(game: str) -> None:
    choosable = [reading.house_rule for reading in readings_of(game) if reading.house_rule]
    assert sorted(choosable) == sorted(rule.name for rule in GAMES[game].house_rules)


def test_every_reading_that_the_code_cites_exists() -> None:
    known = {reading.id for reading in _all_readings()}
    missing = {
        (path.name, cited_id) for path in CITING for cited_id in _cited_ids(path) if cited_id not in known
    }
    assert missing == set()


def _cited_ids(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cited":
            reading = node.args[1]
            assert isinstance(reading, ast.Constant), f"{path}:{node.lineno} cites no plain id"
            yield str(reading.value)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"id": "Stand up"}, "readings[0].id"),
        ({"section": 7}, "readings[0].section"),
        ({"question": {"en": "Who?"}}, "readings[0].question"),
        ({"because": "so"}, "readings[0]"),
    ],
)
def test_a_reading_of_another_form_is_refused_by_its_place(changes: dict[str, Any], place: str) -> None:
    reading = {
        "id": "stand_up",
        "title": "standing",
        "section": "p. 7",
        "question": "Who stands?",
        "reading": "All.",
    }
    assert read_readings({"readings": [reading]})[0].house_rule is None
    with pytest.raises(Malformed) as refused:
        read_readings({"readings": [{**reading, **changes}]})
    assert refused.value.where.startswith(place)


def test_an_id_that_stands_twice_is_refused() -> None:
    reading = {
        "id": "stand_up",
        "title": "standing",
        "section": "p. 7",
        "question": "Who stands?",
        "reading": "All.",
    }
    with pytest.raises(Malformed, match="appears twice"):
        read_readings({"readings": [reading, reading]})
