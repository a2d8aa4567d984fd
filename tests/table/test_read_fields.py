"""The fields that are read are those of the card's form, and a card is made of them again."""

import pytest

from companion.errors import Malformed
from companion.rules.engine import Json
from companion.rules.games import GAMES, forms_of
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.table.read_fields import (
    KnownEffects,
    card_of,
    checked_value,
    is_typed_whole,
    read_fields,
    required_paths,
    values_of,
)
from vision.values.fields import FieldKind

FORMS = forms_of("ofusaido")


def shipped(ref: str) -> Json:
    return next(card for card in load_catalogue("ofusaido", [SHIPPED]) if card.get("ref") == ref)


@pytest.mark.parametrize("ref", ["JO001-900", "GB001-900", "EN001-900", "CO001-900"])
def test_a_card_is_made_of_its_values_again(ref: str) -> None:
    card = shipped(ref)
    form = FORMS[card["kind"]]
    made = card_of(form, ref, values_of(form, card), KnownEffects([card]))
    check = GAMES["ofusaido"].check_card
    assert check(made, "") == check(card, "")


def test_a_text_that_is_known_brings_what_it_does() -> None:
    card = shipped("JO001-900")
    values = {**values_of(FORMS["player"], card), "name": "Odette"}
    made = card_of(FORMS["player"], "JO007-241", values, KnownEffects([card]))
    assert made["effects"][0]["deeds"] == ["draw 1"]
    unknown = card_of(FORMS["player"], "JO007-241", values, KnownEffects([]))
    assert "deeds" not in unknown["effects"][0]


def test_a_field_is_read_as_its_form_says() -> None:
    cards = [shipped(ref) for ref in ("EN001-900", "EN002-900", "EN003-900")]
    fields = {
        one.name: one
        for one in read_fields(FORMS["energy"], [values_of(FORMS["energy"], one) for one in cards], {})
    }
    assert (fields["attack"].kind, fields["attack"].least, fields["attack"].most) == (FieldKind.NUMBER, -1, 4)
    assert set(fields["colour"].options) == {"yellow", "blue", "red"}
    assert "jaune" in fields["colour"].options["yellow"]
    assert set(fields["whistle"].options) == {"true", "false"}


def test_what_no_known_card_has_is_not_read() -> None:
    player = values_of(FORMS["player"], {**shipped("JO001-900"), "icons": []})
    assert "icons" not in {one.name for one in read_fields(FORMS["player"], [player], {})}


def test_required_fields_are_those_without_which_no_card_is_complete() -> None:
    assert required_paths(FORMS["energy"]) == ["attack", "defence", "colour"]


def test_a_kind_with_a_list_that_cannot_be_read_is_typed() -> None:
    assert [kind for kind, form in FORMS.items() if is_typed_whole(form)] == ["occasion"]


def test_what_cannot_stand_in_a_field_is_refused() -> None:
    assert checked_value(FORMS["energy"], "colour", "jaune") == "yellow"
    with pytest.raises(Malformed):
        checked_value(FORMS["energy"], "attack", "9")
