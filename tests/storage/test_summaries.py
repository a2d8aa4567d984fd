"""The summaries of the rules that ship: every phase has its chapter, every sentence its section and both languages."""

import re
from importlib import import_module
from typing import Any

import pytest

from companion.errors import Malformed
from companion.rules.games import GAMES
from companion.rules.readings import read_summary
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.shipped_data import rules_in_words, summary_of

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
SECTIONS = {
    "ofusaido": re.compile(r"§(0[1-9]|1[0-7])"),
    "boufbowl": re.compile(r"p\. ([4-9]|1[0-5])"),
    "lignes": re.compile(
        "Le matériel|Préparation|Coup d'envoi|La partie commence|Phase stratégique|Déplacement des joueurs|Attraper le ballon"
        "|Passer le ballon|Phase de tir|Gardien de but|Remise en jeu|Pénalty|Sortie et corner"
    ),
    "ouaf": re.compile(
        "Mise en place|But du jeu|Résumé|Cartes Rondes|Structure d'une manche|Ajustement de la réputation"
        "|Fin de la partie|Comptage des points|Référence des effets|Référence des effets avancés"
    ),
}
"""The sections that each rulebook has."""


def phases(game: str) -> set[str]:
    """The phases that an engine's view can name."""
    return {phase.value for phase in import_module(f"companion.rules.{game}.state").Phase}


@EVERY_GAME
def test_every_phase_has_its_chapter_and_no_chapter_a_phase_that_is_none(game: str) -> None:
    named = {phase for chapter in summary_of(game) for phase in chapter.phases}
    assert named == phases(game)


@EVERY_GAME
def test_every_sentence_has_its_section_and_both_languages(game: str) -> None:
    for chapter in summary_of(game):
        assert chapter.title.en != chapter.title.fr, chapter.id
        assert chapter.sentences, chapter.id
        for sentence in chapter.sentences:
            assert SECTIONS[game].fullmatch(sentence.section), sentence
            assert sentence.says.en.endswith((".", "…")), sentence
            assert sentence.says.fr.endswith((".", "…")), sentence
            assert sentence.says.en != sentence.says.fr, sentence


@EVERY_GAME
def test_the_cards_beside_a_chapter_are_those_of_the_demonstration(game: str) -> None:
    known = {card["ref"] for card in load_catalogue(game, [SHIPPED])}
    assert {ref for chapter in summary_of(game) for ref in chapter.shows} <= known


@EVERY_GAME
def test_what_is_read_in_a_phase_begins_with_what_is_about_it_alone(game: str) -> None:
    words = rules_in_words(game)
    for phase in phases(game):
        chapters = words.of_phase(phase)
        assert set(chapters) == {chapter for chapter in words.chapters if phase in chapter.phases}
        assert [len(chapter.phases) for chapter in chapters] == sorted(len(one.phases) for one in chapters)


@EVERY_GAME
def test_what_can_be_chosen_is_told_in_the_summary(game: str) -> None:
    told = {sentence.reading for chapter in summary_of(game) for sentence in chapter.sentences}
    no_rule_of_a_phase = {"action_die", "damage_die"}
    assert {rule.name for rule in GAMES[game].house_rules} - told <= no_rule_of_a_phase


SENTENCE = {"section": "p. 7", "says": {"en": "It stands.", "fr": "Il est debout."}}


@pytest.mark.parametrize(
    ("chapter", "place"),
    [
        ({"id": "play", "title": "Play", "phases": ["play"]}, "summary[0]"),
        ({"id": "play", "title": "Play", "phases": ["play"], "sentences": [{}]}, "summary[0].sentences[0]"),
        (
            {"id": "p", "title": "P", "phases": [], "sentences": [{**SENTENCE, "reading": "nobody"}]},
            "summary[0].sentences[0].reading",
        ),
    ],
)
def test_a_summary_of_another_form_is_refused_by_its_place(chapter: dict[str, Any], place: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_summary({"summary": [chapter]}, ())
    assert refused.value.where.startswith(place)


def test_a_chapter_stands_once() -> None:
    chapter = {"id": "play", "title": "Play", "phases": ["play"], "sentences": [SENTENCE]}
    with pytest.raises(Malformed, match="appears twice"):
        read_summary({"summary": [chapter, chapter]}, ())
