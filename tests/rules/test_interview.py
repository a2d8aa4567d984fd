"""A card entered field by field is the card that was meant, whatever was taken back on the way."""

from typing import Any

import pytest

from companion.rules.forms import ChoiceShape, NumberShape, RowShape, TextShape, YesNoShape
from companion.rules.games import GAMES, forms_of
from companion.rules.interview import Answers, fits, leading_to, progress, question_at_fault
from tests.rules.demonstration_cards import EVERYTHING, richest

OFUSAIDO = forms_of("ofusaido")
ENERGY = {"name.fr": "", "attack": 2, "defence": 1, "colour": "blue", "whistle": True}
OCCASION: dict[str, Any] = {
    "kind": "occasion",
    "ref": "OC001-700",
    "zones": [
        {"id": "start", "row": 1, "next": ["goal"]},
        {"id": "goal", "row": 2, "shot": "near", "targets": ["top_left"]},
    ],
}


def read(game: str, card: dict[str, Any], entered: dict[str, Any]) -> Any:
    head = {name: card[name] for name in ("kind", "ref") if name in card}
    return GAMES[game].check_card({**head, **entered}, "")


@pytest.mark.parametrize(("game", "card"), EVERYTHING, ids=lambda value: str(value)[:40])
def test_every_demonstration_card_can_be_entered(game: str, card: dict[str, Any]) -> None:
    form = forms_of(game)[card["kind"]]
    answers = leading_to(form, card)
    entered = progress(form, answers).card
    assert read(game, card, entered) == GAMES[game].check_card(card, "")


def test_questions_come_one_by_one_and_the_card_grows() -> None:
    answers = Answers()
    asked = []
    for path, value in ENERGY.items():
        state = progress(OFUSAIDO["energy"], answers)
        assert state.question is not None
        asked.append(state.question.path)
        answers.give(path, value)
    state = progress(OFUSAIDO["energy"], answers)
    assert asked == list(ENERGY)
    assert state.question is None
    assert state.card == {"attack": 2, "defence": 1, "colour": "blue", "whistle": True}


def test_an_answer_taken_back_is_asked_again_and_proposed() -> None:
    answers = Answers(dict(ENERGY))
    assert answers.take_back("defence")
    question = progress(OFUSAIDO["energy"], answers).question
    assert question is not None
    assert (question.path, question.default) == ("defence", 1)
    answers.give("defence", 1)
    assert progress(OFUSAIDO["energy"], answers).question is None


def test_taking_back_a_part_takes_back_all_inside_it_and_nothing_else() -> None:
    form, card = next(
        (forms_of(game)[card["kind"]], card) for game, card in richest(1) if card["kind"] == "coach"
    )
    answers = leading_to(form, card)
    before = dict(answers.given)
    assert answers.take_back("unique")
    gone = before.keys() - answers.given.keys()
    assert gone
    assert all(path.startswith("unique") for path in gone)
    assert not answers.take_back("nonsense")


def test_an_answer_of_another_time_that_fits_no_more_is_asked_again() -> None:
    answers = Answers({**ENERGY, "colour": "pink", "attack": "2"})
    question = progress(OFUSAIDO["energy"], answers).question
    assert question is not None and question.path == "attack"
    answers.give("attack", 2)
    question = progress(OFUSAIDO["energy"], answers).question
    assert question is not None and question.path == "colour"


def test_a_field_that_depends_on_another_is_asked_where_it_belongs() -> None:
    form = forms_of("ouaf")["round"]
    answers = Answers({"advanced": True, "order.average": 5, "order.totals?": []})
    answers.give("success.effect", "none")
    question = progress(form, answers).question
    assert question is not None and question.path == "failure.effect"
    answers.give("success.effect", "recover_lowest")
    question = progress(form, answers).question
    assert question is not None and question.path == "success.target"
    answers.give("success.target", "all")
    question = progress(form, answers).question
    assert question is not None and question.path == "failure.effect"


def test_a_card_that_is_changed_is_proposed_field_by_field() -> None:
    question = progress(OFUSAIDO["occasion"], Answers({"name.fr": ""}), OCCASION).question
    assert question is not None and (question.path, question.default) == ("zones.1?", True)
    answers = leading_to(OFUSAIDO["occasion"], OCCASION)
    assert answers.given["zones.2.shot"] == "near"
    assert answers.given["zones.3?"] is False


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("zones[1].targets[0]", "zones.2.targets"),
        ("zones.goal.next", "zones.2.next"),
        ("zones", "zones"),
        ("", "ecole"),
        ("zones[7].next", "zones"),
    ],
)
def test_the_answer_at_fault_is_found(where: str, path: str) -> None:
    state = progress(OFUSAIDO["occasion"], leading_to(OFUSAIDO["occasion"], OCCASION))
    assert question_at_fault(where, state) == path


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (NumberShape(0, 3), [0, 3], [-1, 4, True, "1", None]),
        (NumberShape(), [-5], [1.5]),
        (YesNoShape(), [True], [1, "yes"]),
        (TextShape(), [""], [1]),
        (RowShape(TextShape()), [[], ["a"]], ["a", [1]]),
        (ChoiceShape(()), [], ["a"]),
    ],
)
def test_what_may_be_an_answer(shape: Any, good: list[Any], bad: list[Any]) -> None:
    assert all(fits(shape, value) for value in good)
    assert not any(fits(shape, value) for value in bad)
