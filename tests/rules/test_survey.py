"""A card that is entered in any order: all its fields, what is missing, and the card as far as it is known."""

import pytest

from companion.backend.card_entry import CardEntry
from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.rules.interview import Answers, fits, leading_to, placeholder, progress, survey
from companion.storage.card_csv import card_faults
from companion.storage.shipped_data import demonstrations

KINDS = [
    (game, kind) for game in games_with_cards() for kind, form in forms_of(game).items() if form.has_reference
]


def begun(game: str, kind: str) -> CardEntry:
    return CardEntry(game, kind, "ZZ777-777", forms_of(game)[kind])


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_card_that_is_answered_completely_is_the_same_in_both_ways_of_asking(game: str, kind: str) -> None:
    card = next(
        {name: value for name, value in card.items() if name not in ("kind", "ref")}
        for _, cards in demonstrations(game).values()
        for card in cards
        if card["kind"] == kind
    )
    form = forms_of(game)[kind]
    answers = leading_to(form, card)
    whole = survey(form, answers)
    assert whole.card == progress(form, answers).card
    assert not whole.missing
    assert all(field.is_answered for field in whole.fields)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_what_a_card_must_have_is_missing_before_it_is_entered(game: str, kind: str) -> None:
    form = forms_of(game)[kind]
    whole = survey(form, Answers())
    assert bool(whole.missing) is any(field.is_required for field in form.record.fields)
    for question in whole.missing:
        assert fits(question.shape, placeholder(question.shape)), question.path
    assert begun(game, kind).is_complete is not bool(whole.missing)


def test_fields_are_answered_in_any_order_and_an_open_one_keeps_its_answer() -> None:
    entry = begun("ofusaido", "energy").open("defence").answer(1).open("attack").answer(2)
    assert entry.given == {"defence": 1, "attack": 2}
    again = entry.open("attack")
    assert again.question is not None and again.question.default == 2
    assert again.given == entry.given
    assert entry.open("nothing") == entry, "a path that no field has opens none"
    assert entry.open("colour").answer("blue").is_complete, "the rest has its usual values"


def test_one_goes_to_the_field_before_and_after() -> None:
    entry = begun("ofusaido", "energy").open("attack")
    after = entry.beside(1)
    assert after is not None and after.at == "defence"
    before = entry.beside(-1)
    assert before is not None and before.beside(1) == entry
    assert begun("ofusaido", "energy").beside(-1) is None


def test_a_part_opens_its_first_field() -> None:
    entry = begun("ofusaido", "player").open("stats")
    assert entry.at == "stats.TIR"
    assert begun("ofusaido", "player").open("effects.1").at == "effects.1?"


def test_a_card_is_drawn_with_other_values_where_nobody_has_filled_in_and_where_it_is_refused() -> None:
    rules = GAMES["ofusaido"]

    def faults(card: Json) -> list[Malformed]:
        return card_faults(rules, card)

    entry = begun("ofusaido", "energy").open("attack").answer(4)
    drawn = entry.drawable(faults)
    assert drawn is not None and not drawn.refused
    assert (drawn.card["attack"], drawn.card["defence"]) == (4, -1)
    refused = entry.open("defence").answer(4).drawable(faults)
    assert refused is not None and refused.refused == ("attack",), "what is refused is known by its field"
    assert (refused.card["attack"], refused.card["defence"]) == (-1, 4)
