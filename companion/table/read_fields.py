"""Says what can be read on a card of some kind: the fields of its form that are printed, with their words.

Values are text, as in cells of a table (see `companion.storage.card_cells`): `stats.TIR`, `effects.1.text`. What an effect
does is printed nowhere; a text that is known already brings it along.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.rules.engine import Json
from companion.rules.forms import (
    BilingualShape,
    CardForm,
    ChoiceShape,
    FormField,
    NumberShape,
    RecordShape,
    Rows,
    RowShape,
    Simple,
    TableShape,
    TextShape,
    YesNoShape,
)
from companion.storage.card_cells import EMPTY, cells_of, item_of, read_text, written_text
from companion.words import LANGUAGES, Text, translate
from vision.values.fields import FEWEST_NUMBER, MOST_NUMBER, FieldKind, ReadField
from vision.values.texts import plain

TEXT = "text"
"""The field of an effect that is printed."""
LONG = 28
"""A text with more signs may stand in several lines."""
REFERENCE = "ref"


def values_of(form: CardForm, card: Json) -> dict[str, str]:
    """Return the printed values of a card, by the paths of their fields. What has its usual value is there too, where that
    can be printed: no whistle is `false`.
    """
    cells = cells_of(
        form.record, {name: value for name, value in card.items() if name not in ("kind", "ref")}
    )
    usual = {path: _usual(one, shape) for path, one, shape in _simple_fields(form.record, "")}
    values = {path: text for path, text in usual.items() if text is not None}
    for path, text in cells.items():
        bare = path.removesuffix(".fr")
        shape = shape_at(form, bare)
        if shape is not None and not path.endswith(".en"):
            values[bare] = "" if text == EMPTY else text.removeprefix("'")
    return values


def _usual(one: FormField, shape: Simple | RowShape) -> str | None:
    if one.is_required or one.default is None:
        return None
    return written_text(shape, one.default) if one.default != "" else ""


def _simple_fields(record: RecordShape, path: str) -> Iterator[tuple[str, FormField, Simple | RowShape]]:
    is_effect = any(one.name == TEXT for one in record.fields)
    for one in record.fields:
        if is_effect and one.name != TEXT:
            continue
        match one.shape:
            case RecordShape() as inner:
                yield from _simple_fields(inner, f"{path}{one.name}.")
            case Rows() | TableShape():
                pass
            case shape:
                yield f"{path}{one.name}", one, shape


def shape_at(form: CardForm, path: str) -> Simple | RowShape | None:
    """Return the shape of a field that is printed; None for a path that leads to none."""
    shape: object = form.record
    keys = path.split(".")
    for n, key in enumerate(keys):
        match shape:
            case RecordShape():
                if key != TEXT and any(one.name == TEXT for one in shape.fields):
                    return None
                found = shape.field_named(key, {})
                shape = None if found is None else found.shape
            case Rows(each) if key.isdigit():
                # Of a row only its text is printed as it is kept.
                shape = each if keys[n + 1 :] == [TEXT] else None
            case TableShape():
                shape = shape.shape_at(key)
            case _:
                return None
    return None if shape is None or isinstance(shape, RecordShape | Rows | TableShape) else shape  # type: ignore[return-value]


def named_field(form: CardForm, path: str) -> Text:
    """Return what a field is, in words; its path where that stands in a list or a table."""
    if path == REFERENCE:
        return Text("the reference printed on the card")
    fields = _simple_fields(form.record, "")
    return next((one.says for at, one, _ in fields if at == path), Text("{field}", field=path))


def read_fields(
    form: CardForm, known: Sequence[Mapping[str, str]], words: Mapping[str, Sequence[str]]
) -> list[ReadField]:
    """Return the fields to read on cards of a kind, given the values of known ones. `words` are those of fields whose words
    no form lists, such as posts.
    """
    paths = dict.fromkeys(path for values in known for path in values)
    found = []
    for path in paths:
        shape = shape_at(form, path)
        said = [values.get(path, "") for values in known]
        if shape is not None and any(said):
            found.append(_field(path, shape, said, words.get(path, ())))
    return found


def _field(path: str, shape: Simple | RowShape, said: Sequence[str], words: Sequence[str]) -> ReadField:
    match shape:
        case NumberShape(least, most):
            return ReadField(
                path,
                FieldKind.NUMBER,
                least=FEWEST_NUMBER if least is None else least,
                most=MOST_NUMBER if most is None else most,
            )
        case ChoiceShape():
            return ReadField(path, FieldKind.CHOICE, _printed(shape))
        case YesNoShape():
            return ReadField(path, FieldKind.CHOICE, {"true": (), "false": ()})
        case RowShape(ChoiceShape() as each):
            return ReadField(path, FieldKind.WORDS, _printed(each))
        case RowShape():
            known = dict.fromkeys([*words, *(word for text in said for word in text.split(", ") if word)])
            return ReadField(path, FieldKind.WORDS, {word: (word,) for word in known})
        case TextShape() | BilingualShape():
            is_long = path.endswith(f".{TEXT}") or max(map(len, said)) > LONG
            return ReadField(path, FieldKind.PROSE if is_long else FieldKind.LINE)


def _printed(shape: ChoiceShape) -> dict[str, tuple[str, ...]]:
    """Return the words of a choice with their spellings on cards: as catalogues write them, and in the languages of people."""
    return {
        str(one.value): tuple(
            dict.fromkeys([str(one.value), *(translate(one.name, language) for language in LANGUAGES)])
        )
        for one in shape.options
    }


def named_value(form: CardForm, path: str, value: str) -> Text:
    """Return a value as people read it: words by their names."""
    match shape_at(form, path):
        case ChoiceShape(options):
            return next((one.name for one in options if str(one.value) == value), Text("{name}", name=value))
        case YesNoShape() if value:
            return Text("yes") if value == "true" else Text("no")
        case _:
            return Text("{name}", name=value)


def words_of(form: CardForm, path: str) -> tuple[str, ...]:
    """Return all values that a field of words can have; empty for any other field."""
    match shape_at(form, path):
        case ChoiceShape(options):
            return tuple(str(one.value) for one in options)
        case YesNoShape():
            return ("true", "false")
        case _:
            return ()


def checked_value(form: CardForm, path: str, typed: str) -> str:
    """Return a typed value as it is kept. Raises `Malformed`."""
    shape = shape_at(form, path)
    if shape is None or isinstance(shape, TextShape | BilingualShape):
        return typed.strip()
    return written_text(shape, read_text(shape, typed.strip(), is_begun=True))


def is_asked(form: CardForm, path: str) -> bool:
    """Tell whether a card is not complete without this field."""
    top = next((one for one in form.record.fields if one.name == path.partition(".")[0]), None)
    return top is not None and top.is_required


def required_paths(form: CardForm) -> list[str]:
    """Return the paths of the simple fields that every card of a kind must have."""
    return [
        path for path, one, _ in _simple_fields(form.record, "") if one.is_required and is_asked(form, path)
    ]


def is_typed_whole(form: CardForm) -> bool:
    """Tell whether cards of a kind must have a list that cannot be read, such as the zones of an occasion."""
    return any(
        one.is_required
        and isinstance(one.shape, Rows)
        and not any(inside.name == TEXT for inside in one.shape.each.fields)
        for one in form.record.fields
    )


def card_of(form: CardForm, ref: str, values: Mapping[str, str], effects: "KnownEffects") -> Json:
    """Return the card that has some values. Raises `Malformed` where one is none of its field's."""
    usual = {path: _usual(one, shape) for path, one, shape in _simple_fields(form.record, "")}
    cells = {
        path: _cell(form, path, text) for path, text in values.items() if text and text != usual.get(path)
    }
    card = item_of(form.record, cells)
    for name, part in card.items():
        if isinstance(part, list):
            card[name] = [effects.known(row) if isinstance(row, dict) else row for row in part]
        elif isinstance(part, dict):
            card[name] = effects.known(part)
    return {"kind": form.kind, "ref": ref, **card}


def _cell(form: CardForm, path: str, text: str) -> str:
    shape = shape_at(form, path)
    is_text = isinstance(shape, TextShape | BilingualShape)
    return f"'{text}" if is_text and text[:1] in tuple("=+-@'") else text


class KnownEffects:
    """The effects of cards that are known, by their texts in every language."""

    def __init__(self, cards: Iterable[Json]) -> None:
        self._effects: dict[str, Json] = {}
        for card in cards:
            for part in card.values():
                for row in part if isinstance(part, list) else [part]:
                    if isinstance(row, dict) and TEXT in row:
                        for text in _texts(row[TEXT]):
                            self._effects.setdefault(plain(text), row)

    @property
    def texts(self) -> list[str]:
        return [text for row in self._effects.values() for text in _texts(row[TEXT])]

    def known(self, row: Json) -> Json:
        """Return an effect with what its text does, if that text is known; else the effect as it is."""
        for text in _texts(row.get(TEXT, "")):
            found = self._effects.get(plain(text))
            if found is not None and plain(text):
                return {**found, TEXT: found[TEXT] if isinstance(found[TEXT], dict) else row[TEXT]}
        return row


def _texts(text: object) -> list[str]:
    return [str(one) for one in text.values()] if isinstance(text, dict) else [str(text)]
