"""The questions for a person who enters a card, derived field by field from the types that read the card.

A field that is new in a card's type is new here; without a sentence that explains it, `form_of` raises. The sentences
and the names of words stand beside each game's cards, in `card_words.py`.
"""

import dataclasses
import enum
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from companion.codec import Range, json_name, write
from companion.ids import CardRef
from companion.rules.effects import WORDS_OF_A_MODIFIER, DeedForm, EffectForm, Modifier, Vocabulary
from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class TextShape:
    """Free text."""


@dataclass(frozen=True, slots=True)
class BilingualShape:
    """Text in French and English, or one text for both."""


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number, both bounds included."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class YesNoShape:
    """True or false."""


@dataclass(frozen=True, slots=True)
class WordOption:
    """A word of a choice: as catalogues write it, and its name for people."""

    value: str | int
    name: Text


@dataclass(frozen=True, slots=True)
class ChoiceShape:
    """One word out of several."""

    options: tuple[WordOption, ...]


Simple = TextShape | BilingualShape | NumberShape | YesNoShape | ChoiceShape


@dataclass(frozen=True, slots=True)
class RowShape:
    """A list of simple values, written in one line."""

    each: Simple


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A group of fields that belong together."""

    fields: "tuple[FormField, ...]"

    def field_named(self, name: str, beside: Mapping[str, Any]) -> "FormField | None":
        """Return the field with this name that fits the values beside it, or else any field with this name."""
        named = [field for field in self.fields if field.name == name]
        fitting = [field for field in named if field.is_asked(beside)]
        return next(iter(fitting or named), None)


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of records."""

    each: RecordShape


@dataclass(frozen=True, slots=True)
class TableShape:
    """A value for each name in a table: for each of the listed names, or, if none are listed, for any name."""

    each: tuple[tuple[WordOption, "Simple | RowShape"], ...] = ()
    other: "Simple | RowShape | None" = None

    def shape_at(self, name: str) -> "Simple | RowShape | None":
        return next((shape for option, shape in self.each if option.value == name), self.other)


Shape = Simple | RowShape | RecordShape | Rows | TableShape


@dataclass(frozen=True, slots=True)
class When:
    """A condition: a field is asked only if another field of its record has one of these words."""

    field: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its meaning for people, and its value when none is given."""

    name: str
    shape: Shape
    says: Text
    is_required: bool
    default: Any = None
    when: When | None = None

    def is_asked(self, beside: Mapping[str, Any]) -> bool:
        """Tell whether the field is asked, given the known fields of its record."""
        return self.when is None or beside.get(self.when.field) in self.when.words


@dataclass(frozen=True, slots=True)
class CardForm:
    """Lists the fields of one kind of card. A kind without a reference, such as a table of players' posts,
    describes data that is not a card.
    """

    kind: str
    title: Text
    record: RecordShape
    has_reference: bool


@dataclass(frozen=True, slots=True)
class Sayings:
    """The names of a game's fields and words: sentences by type and field, names by word."""

    kinds: Mapping[str, Text]
    fields: Mapping[type[Any], Mapping[str, Text]]
    names: Mapping[str, Text]

    def of(self, kind: type[Any], name: str) -> Text:
        try:
            return self.fields[kind][name]
        except KeyError:
            raise TypeError(f"no sentence says what {kind.__name__}.{name} is") from None

    def option(self, value: str | int, within: str = "") -> WordOption:
        """Return a word with its name, which may differ `within` a field: `lasts.duel`.

        Capitals and numbers that cards print as they are have no other name.
        """
        plain = str(value)
        name = self.names.get(f"{within}.{plain}", self.names.get(plain))
        if name is not None:
            return WordOption(value, name)
        if plain.upper() == plain:
            return WordOption(value, Text(plain))
        raise TypeError(f"no name says what {plain} is")

    def choice(self, values: Sequence[str | int], within: str = "") -> ChoiceShape:
        return ChoiceShape(tuple(self.option(value, within) for value in values))


def form_of(kind: type[Any], sayings: Sayings) -> CardForm:
    """Return the form of a card's type. Raises `TypeError` for a word or a field without an explanation."""
    record = _record_of(kind, sayings)
    fields = tuple(field for field in record.fields if field.name != "ref")
    # The name first, where it stands on the card too.
    in_order = tuple(sorted(fields, key=lambda field: field.name != "name"))
    return CardForm(
        kind.kind, sayings.kinds[kind.kind], RecordShape(in_order), len(fields) < len(record.fields)
    )


def _record_of(kind: type[Any], sayings: Sayings) -> RecordShape:
    hints = get_type_hints(kind, include_extras=True)
    return RecordShape(
        tuple(
            _field_of(field, hints[field.name], _said_of(kind, field.name, sayings), sayings)
            for field in dataclasses.fields(kind)
            if field.init
        )
    )


def _said_of(kind: type[Any], name: str, sayings: Sayings) -> Text:
    return Text("the reference printed on the card") if name == "ref" else sayings.of(kind, name)


def _field_of(field: "dataclasses.Field[Any]", hint: Any, says: Text, sayings: Sayings) -> FormField:
    form, when = field.metadata.get("form"), field.metadata.get("when")
    if field.metadata.get("read") and form is None:
        raise TypeError(f"{field.name} is read in a way of its own: its metadata must name the form")
    default = _default_of(field)
    is_required = default is dataclasses.MISSING or when is not None
    shape = _shape_of(hint, form, sayings)
    return FormField(
        json_name(field), shape, says, is_required, None if is_required else write(default), when
    )


def _default_of(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _shape_of(hint: Any, form: Any, sayings: Sayings) -> Shape:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is None and hasattr(hint, "__supertype__"):
        return _shape_of(hint.__supertype__, form, sayings)
    if origin in (Union, types.UnionType):
        (one,) = [kind for kind in inside if kind is not type(None)]
        return _shape_of(one, form, sayings)
    if origin is Annotated and isinstance(inside[1], Range):
        return NumberShape(inside[1].least, inside[1].most)
    if origin is Literal:
        return sayings.choice(inside)
    if origin is tuple:
        each = _shape_of(inside[0], form, sayings)
        return Rows(each) if isinstance(each, RecordShape) else RowShape(_simple(each))
    if origin is not None and issubclass(origin, Mapping):
        return _table_of(inside[0], _shape_of(inside[1], form, sayings), sayings)
    if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        return sayings.choice([str(word) for word in hint])
    if dataclasses.is_dataclass(hint) and hint is not Wording:
        if isinstance(form, Vocabulary):
            return _effect_of(form, sayings)
        return _record_of(cast(type[Any], form or hint), sayings)
    return _PLAIN[hint]


_PLAIN: Mapping[Any, Simple] = {
    str: TextShape(), CardRef: TextShape(), int: NumberShape(), bool: YesNoShape(), Wording: BilingualShape(),
}  # fmt: skip


def _simple(shape: Shape) -> Simple:
    if isinstance(shape, RecordShape | Rows | TableShape | RowShape):
        raise TypeError(f"no line of text holds several of {shape!r}")
    return shape


def _table_of(key: Any, shape: Shape, sayings: Sayings) -> TableShape:
    value = shape if isinstance(shape, RowShape) else _simple(shape)
    keys = _shape_of(key, None, sayings)
    if isinstance(keys, ChoiceShape):
        return TableShape(tuple((option, value) for option in keys.options))
    return TableShape(other=value)


def _effect_of(words: Vocabulary, sayings: Sayings) -> RecordShape:
    """Return the shape of an effect in the words of one game, for one kind of card."""
    shapes: dict[str, Shape] = {
        "lasts": sayings.choice([str(word) for word in words.lasts], "lasts"),
        "modifiers": Rows(_modifier_of(words, sayings)),
    }
    record = _record_of_parts(EffectForm, shapes, sayings)
    fields = []
    for field in record.fields:
        if field.name == "lasts":
            fields.append(dataclasses.replace(field, default=str(words.lasts[0])))
        elif field.name == "instant":
            fields += [dataclasses.replace(field, default=False)] if words.instant else []
        elif field.name == "announced":
            choice = sayings.choice(words.announced, "announced") if words.announced else None
            fields += [dataclasses.replace(field, shape=choice)] if choice else []
        elif field.name == "deeds":
            fields += (
                [dataclasses.replace(field, shape=Rows(_deed_of(words, sayings)))] if words.deeds else []
            )
        else:
            fields.append(field)
    return RecordShape(tuple(fields))


def _record_of_parts(kind: type[Any], shapes: Mapping[str, Shape], sayings: Sayings) -> RecordShape:
    """Return the shape of a record of which some fields have a shape that their types cannot tell."""
    hints = get_type_hints(kind, include_extras=True)
    fields = []
    for field in dataclasses.fields(kind):
        hint = str if json_name(field) in shapes or _is_any(hints[field.name]) else hints[field.name]
        made = _field_of(field, hint, sayings.of(kind, field.name), sayings)
        fields.append(dataclasses.replace(made, shape=shapes.get(made.name, made.shape)))
    return RecordShape(tuple(fields))


def _is_any(hint: Any) -> bool:
    return hint is Any or Any in get_args(hint)


def _modifier_of(words: Vocabulary, sayings: Sayings) -> RecordShape:
    shapes: dict[str, Shape] = {
        name: sayings.choice(sorted(map(str, words.words_of(name))), name) for name in WORDS_OF_A_MODIFIER
    }
    shapes["if"] = TableShape(
        tuple(
            (sayings.option(name, "if"), _simple(_shape_of(kind, None, sayings)))
            for name, kind in words.conditions.items()
        )
    )
    return _record_of_parts(Modifier, shapes, sayings)


def _deed_of(words: Vocabulary, sayings: Sayings) -> RecordShape:
    """Return the shape of a deed; it has several fields of one name, because the value's type depends on the deed."""
    record = _record_of_parts(DeedForm, {"do": sayings.choice(list(map(str, words.deeds)), "do")}, sayings)
    by_shape: dict[Simple, list[str]] = {}
    for name, kind in words.deeds.items():
        if kind is not None:
            by_shape.setdefault(_simple(_shape_of(kind, None, sayings)), []).append(str(name))
    fields: list[FormField] = []
    for field in record.fields:
        if field.name == "value":
            valued = partial(dataclasses.replace, field, is_required=True)
            fields += [
                valued(shape=shape, when=When("do", frozenset(names))) for shape, names in by_shape.items()
            ]
        elif field.name == "who":
            choice = sayings.choice(sorted(words.deeds_who), "whom")
            fields += [dataclasses.replace(field, shape=choice)] if words.deeds_who else []
        else:
            fields.append(field)
    return RecordShape(tuple(fields))
