"""Cards as Hypothesis makes them up: any that a game's form can hold and its rules take."""

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from companion.errors import Malformed
from companion.rules.forms import (
    BilingualShape,
    ChoiceShape,
    FormField,
    NumberShape,
    RecordShape,
    Rows,
    RowShape,
    TableShape,
    TextShape,
    YesNoShape,
)
from companion.rules.games import GAMES, forms_of

# What an owner may have typed or pasted: any sign but half a pair, which no file holds, and those that YAML refuses.
TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cn"), exclude_characters="\ufeff\ufffe\uffff"), max_size=12
)
TRICKY = st.sampled_from(
    ["-", "=1+1", "+1 star", "'quoted'", '"', "a, b", " ", "null", "NO", "#", "'", "a;b", "@x", "a\nb"]
)


def _values(shape: Any) -> st.SearchStrategy[Any]:
    match shape:
        case TextShape():
            return TEXTS | TRICKY
        case BilingualShape():
            return TEXTS | TRICKY | st.fixed_dictionaries({"en": TEXTS | TRICKY, "fr": TEXTS | TRICKY})
        case NumberShape(least, most):
            low = -99 if least is None else least
            return st.integers(low, min(99, 99 if most is None else most))
        case YesNoShape():
            return st.booleans()
        case ChoiceShape(options):
            return st.sampled_from([option.value for option in options])
        case RowShape(each):
            return st.lists(_values(each), max_size=3)
        case RecordShape():
            return _records(shape)
        case Rows(each):
            return st.lists(_records(each), max_size=2)
        case TableShape(each, other):
            if other is not None:
                return st.dictionaries(TEXTS | TRICKY, _values(other), max_size=2)
            return st.fixed_dictionaries(
                {}, optional={str(option.value): _values(inner) for option, inner in each}
            )
        case _:
            raise TypeError(shape)


@st.composite
def _records(draw: st.DrawFn, record: RecordShape) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for field in record.fields:
        if field.is_asked(data) and (field.is_required or draw(st.booleans())):
            data[field.name] = draw(_values_of(field, data))
    return data


def _values_of(field: FormField, beside: dict[str, Any]) -> st.SearchStrategy[Any]:
    values = _values(field.shape)
    if field.name == "defence" and isinstance(beside.get("attack"), int):
        return st.just(3 - beside["attack"])
    if field.name == "next":
        return st.just([])
    if field.name == "shot":
        return st.just("near")
    if isinstance(field.shape, TableShape) and field.default is None and not field.is_required:
        return values.filter(bool)  # a table with nothing in it is no table, to whoever is asked for it
    return values


@st.composite
def cards(draw: st.DrawFn, game: str) -> dict[str, Any]:
    """A card that the game takes."""
    kinds = {name: form for name, form in forms_of(game).items() if form.has_reference}
    kind = draw(st.sampled_from(sorted(kinds)))
    card = {"kind": kind, "ref": "AA001-001", **draw(_records(kinds[kind].record))}
    try:
        GAMES[game].check_card(card, "")
    except Malformed:
        reject()
    return card
