"""What is asked of a card is what its type has: nothing forgotten, nothing invented, and everything explained."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from companion.ids import CardRef
from companion.rules.forms import (
    BilingualShape,
    ChoiceShape,
    RecordShape,
    Rows,
    RowShape,
    Sayings,
    TableShape,
    form_of,
)
from companion.rules.games import GAMES, forms_of
from companion.words import Text

KINDS = [(game, kind) for game in GAMES for kind in GAMES[game].card_kinds]


def sayings(**fields: str) -> Sayings:
    return Sayings({"toy": Text("toy")}, {Toy: {name: Text(says) for name, says in fields.items()}}, {})


@dataclass(frozen=True, slots=True)
class Toy:
    kind: ClassVar[str] = "toy"
    ref: CardRef
    wheels: int
    name: str = ""


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_field_of_a_card_is_asked(game: str, kind: str) -> None:
    names = {field.name for field in dataclasses.fields(GAMES[game].card_kinds[kind])}
    asked = {field.name for field in forms_of(game)[kind].record.fields}
    assert asked == names - {"ref"}


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_field_and_every_word_is_explained(game: str, kind: str) -> None:
    def unexplained(shape: Any) -> list[str]:
        match shape:
            case RecordShape(fields):
                return [f.name for f in fields if not f.says.template] + [
                    name for f in fields for name in unexplained(f.shape)
                ]
            case Rows(each) | RowShape(each):
                return unexplained(each)
            case ChoiceShape(options):
                return [str(option.value) for option in options if not option.name.template]
            case TableShape(each):
                return [name for _, inner in each for name in unexplained(inner)]
            case _:
                return []

    assert not unexplained(forms_of(game)[kind].record)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_no_two_words_of_a_choice_are_called_the_same(game: str, kind: str) -> None:
    def doubles(shape: Any) -> list[str]:
        match shape:
            case RecordShape(fields):
                return [name for f in fields for name in doubles(f.shape)]
            case Rows(each) | RowShape(each):
                return doubles(each)
            case ChoiceShape(options):
                names = [option.name.template for option in options]
                return [name for name in names if names.count(name) > 1]
            case _:
                return []

    assert not doubles(forms_of(game)[kind].record)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_words_that_are_typed_several_in_a_line_have_no_comma_in_them(game: str, kind: str) -> None:
    def names(shape: Any) -> list[str]:
        match shape:
            case RecordShape(fields):
                return [name for f in fields for name in names(f.shape)]
            case Rows(each):
                return names(each)
            case RowShape(ChoiceShape(options)):
                return [option.name.template for option in options]
            case TableShape(each):
                return [option.name.template for option, _ in each]
            case _:
                return []

    assert not [name for name in names(forms_of(game)[kind].record) if "," in name]


def test_a_field_that_nobody_explained_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Toy\.name"):
        form_of(Toy, sayings(wheels="how many wheels"))


def test_the_name_comes_first_and_the_reference_is_not_asked() -> None:
    form = form_of(Toy, sayings(wheels="how many wheels", name="its name"))
    assert [field.name for field in form.record.fields] == ["name", "wheels"]
    assert form.has_reference


def test_a_field_read_in_a_way_of_its_own_must_name_its_form() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd:
        kind: ClassVar[str] = "toy"
        wheels: int = field(metadata={"read": lambda data, _where: data})

    odd = Sayings({"toy": Text("toy")}, {Odd: {"wheels": Text("how many")}}, {})
    with pytest.raises(TypeError, match="wheels"):
        form_of(Odd, odd)


def test_what_a_catalogue_holds_without_a_reference_has_none() -> None:
    assert not forms_of("ofusaido")["posts"].has_reference


def test_a_text_in_two_languages_is_asked_in_both() -> None:
    name = forms_of("boufbowl")["action"].record.fields[0]
    assert name.shape == BilingualShape()
