"""Effects: what a card's text does, in words that all games share, and the explanations of these words.

An effect has modifiers (`on` a moment, for a `side`, `who` of its cards, `what` number, `op` and `value`,
`if` conditions hold), or deeds, or neither: then the players carry out its text. Which words a game knows
stands in its `Vocabulary`.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

from companion.codec import Range, faults_in, read, shown
from companion.errors import Malformed, together
from companion.words import Text, Wording


class Op(StrEnum):
    """How a modifier changes a number. The modifiers are applied in this order."""

    SET = "set"
    ADD = "add"
    MULTIPLY = "multiply"
    IGNORE = "ignore"
    """Of a rule that is bent, not of a number."""


class Lasts(StrEnum):
    """How long an effect lasts."""

    DUEL = "duel"
    TURN = "turn"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One change of one number, applied when its moment, side, card and conditions fit."""

    on: str
    side: str
    who: str
    what: str
    op: Op
    value: Annotated[int, Range(-99, 99)]
    conditions: Mapping[str, Any] = field(default_factory=dict, metadata={"json": "if"})


WORDS_OF_A_MODIFIER = ("on", "side", "who", "what", "op")
"""The fields of a modifier whose words a game's vocabulary lists."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that happens once, when the effect is played: `draw 2`.

    `choice` is its value if that is a word; `who` says which cards on the table it may be applied to, in games that
    have such words.
    """

    what: str
    value: int = 0
    choice: str | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one text on a card."""

    text: Wording
    lasts: Lasts
    once: bool
    modifiers: tuple[Modifier, ...]
    deeds: tuple[Deed, ...]
    instant: bool = False
    announced: str | None = None
    """From where it is announced, in a word of the game; None: it counts by itself, or as its card is played."""

    @property
    def is_for_the_players(self) -> bool:
        """Whether the players carry out the effect, or a part of it, because the engine does not know its deeds."""
        return not self.modifiers or bool(self.deeds)

    @property
    def is_for_one(self) -> bool:
        """Whether it changes what one player can do, who is named when it is played."""
        return any(modifier.who == "self" for modifier in self.modifiers)


@dataclass(frozen=True, slots=True)
class BentRule:
    """A rule that modifiers may change, by their word `what`, at which moments, and how. Such a modifier may leave
    out its `side`, its `who` (then it is this one), and a `value` that it does not need.
    """

    on: frozenset[str]
    op: frozenset[Op]
    who: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a game's effects may use.

    `conditions` and `deeds` give the type of each word's value (None: no value). The first of `lasts` is the default.
    `instant`: whether an effect may be played in the opponent's turn. `announced`: the words for where a card is when
    its effect is announced. `bends`: the rules that an effect may bend.
    """

    on: frozenset[str]
    side: frozenset[str]
    who: frozenset[str]
    what: frozenset[str]
    conditions: Mapping[str, Any]
    deeds: Mapping[str, Any]
    deeds_who: frozenset[str] = frozenset()
    op: frozenset[Op] = frozenset((Op.SET, Op.ADD, Op.MULTIPLY))
    lasts: tuple[Lasts, ...] = tuple(Lasts)
    instant: bool = False
    announced: tuple[str, ...] = ()
    bends: Mapping[str, BentRule] = field(default_factory=dict)

    def words_of(self, name: str) -> frozenset[str]:
        """Return all words that a field of modifiers may have."""
        words: frozenset[str] = getattr(self, name)
        if name == "what":
            return words.union(self.bends)
        if name in ("on", "op"):
            return words.union(*(getattr(rule, name) for rule in self.bends.values()))
        return words

    def words_beside(self, name: str, what: str) -> frozenset[str]:
        """Return the words that a field may have in a modifier whose `what` is given."""
        rule = self.bends.get(what)
        if rule is None or name in ("side", "who"):
            words: frozenset[str] = getattr(self, name)
            return words.union(self.bends) if name == "what" else words
        return rule.on if name == "on" else frozenset(rule.op) if name == "op" else frozenset((what,))


@dataclass(frozen=True, slots=True)
class EffectForm:
    """An effect as a catalogue has it, before its words are checked."""

    text: Wording = field(default_factory=lambda: Wording.plain(""))
    lasts: Lasts | None = None
    once: bool = False
    instant: bool | None = None
    announced: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    deeds: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class DeedForm:
    """A deed written in full; `draw 2` is the short form of one without `who`."""

    do: str
    value: Any = None
    who: str | None = None


def read_effect(words: Vocabulary, data: Any, where: str) -> Effect:
    """Read an effect from its JSON. Raises `Malformed`, which names the word that the game does not know."""
    form = read(EffectForm, _with_words_left_out(words, data), where)
    faults = _faults_of_effect(words, form, where)
    if faults:
        raise together(faults)
    deeds = tuple(_read_deed(words, deed, f"{where}.deeds[{n}]") for n, deed in enumerate(form.deeds))
    lasts = form.lasts or words.lasts[0]
    return Effect(form.text, lasts, form.once, form.modifiers, deeds, bool(form.instant), form.announced)


def _with_words_left_out(words: Vocabulary, data: Any) -> Any:
    """Return the JSON of an effect with all that its modifiers of rules need not say."""
    modifiers = data.get("modifiers") if words.bends and isinstance(data, dict) else None
    if not isinstance(modifiers, list):
        return data
    return {**data, "modifiers": [_whole_modifier(words, modifier) for modifier in modifiers]}


def _whole_modifier(words: Vocabulary, data: Any) -> Any:
    what = data.get("what") if isinstance(data, dict) else None
    rule = words.bends.get(what) if isinstance(what, str) else None
    if rule is None:
        return data
    value = {"value": 0} if data.get("op") == Op.IGNORE else {}
    return {"side": "both", "who": rule.who, **value, **data}


def _faults_of_effect(words: Vocabulary, form: EffectForm, where: str) -> list[Malformed]:
    """Return all words of an effect that the game does not know."""
    faults = []
    if form.lasts is not None and form.lasts not in words.lasts:
        faults.append(_unknown(f"{where}.lasts", form.lasts, words.lasts))
    if form.instant is not None and not words.instant:
        faults.append(_untaken(where, "instant"))
    if form.announced is not None and not words.announced:
        faults.append(_untaken(where, "announced"))
    elif form.announced is not None and form.announced not in words.announced:
        faults.append(_unknown(f"{where}.announced", form.announced, words.announced))
    for n, modifier in enumerate(form.modifiers):
        faults.extend(_faults_of_modifier(words, modifier, f"{where}.modifiers[{n}]"))
    read_deed = partial(_read_deed, words)
    faults.extend(faults_in((read_deed, deed, f"{where}.deeds[{n}]") for n, deed in enumerate(form.deeds)))
    return faults


def _faults_of_modifier(words: Vocabulary, modifier: Modifier, where: str) -> list[Malformed]:
    faults = []
    for name in WORDS_OF_A_MODIFIER:
        known = words.words_beside(name, modifier.what)
        if getattr(modifier, name) not in known:
            faults.append(_unknown(f"{where}.{name}", getattr(modifier, name), known))
    for name, value in modifier.conditions.items():
        if name in words.conditions:
            kind = words.conditions[name]
            faults.extend(faults_in([(partial(read, kind), value, f"{where}.if.{name}")]))
        else:
            faults.append(_unknown(f"{where}.if", name, words.conditions))
    return faults


def _read_deed(words: Vocabulary, data: Any, where: str) -> Deed:
    if isinstance(data, str):
        return _read_short_deed(words, data, where)
    form = read(DeedForm, data, where)
    if form.do not in words.deeds:
        raise _unknown(f"{where}.do", form.do, words.deeds)
    if form.who is not None and form.who not in words.deeds_who:
        raise _unknown(f"{where}.who", form.who, words.deeds_who)
    kind = words.deeds[form.do]
    if kind is None and form.value is not None:
        raise Malformed(f"{where}.value", Text("the deed {name} takes no value", name=form.do))
    value = None if kind is None else read(kind, form.value, f"{where}.value")
    if isinstance(value, int):
        return Deed(form.do, value, who=form.who)
    return Deed(form.do, choice=value, who=form.who)


def _read_short_deed(words: Vocabulary, text: str, where: str) -> Deed:
    name, _, number = text.partition(" ")
    if name not in words.deeds:
        raise _unknown(where, text, words.deeds)
    if words.deeds[name] is None:
        if number:
            raise Malformed(where, Text("the deed {name} takes no number", name=name))
        return Deed(name)
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise Malformed(where, Text("the deed {name} needs a whole number, as in “{name} 2”", name=name))
    return Deed(name, read(words.deeds[name], int(number), where))


def _untaken(where: str, name: str) -> Malformed:
    return Malformed(where, Text("this kind of card has no field {name}", name=name))


def _unknown(where: str, word: str, known: Iterable[str]) -> Malformed:
    return Malformed(
        where,
        Text(
            "the word {word} cannot be used here; possible: {known}",
            word=shown(str(word)),
            known=", ".join(sorted(known)),
        ),
    )


@dataclass(frozen=True, slots=True)
class NumberChange:
    """All changes of effects and rules to one number: `set`, then `add`, then `multiply`."""

    fixed: int | None = None
    add: int = 0
    times: int = 1

    def of(self, number: int) -> int:
        return ((number if self.fixed is None else self.fixed) + self.add) * self.times


NO_CHANGE = NumberChange()


def combined(multipliers: Iterable[int], *, adding: bool) -> int:
    """Combine several multipliers: their product, or, with house rule `multipliers: add`, x2 and x2 give x3."""
    if adding:
        return 1 + sum(multiplier - 1 for multiplier in multipliers)
    return math.prod(multipliers)


# --- effect words
# The explanations of the fields and words of effects, for a person who enters a card of any game.

EFFECT_FIELDS: Mapping[type[Any], Mapping[str, Text]] = {
    EffectForm: {
        "text": Text("the effect's text, as it is printed on the card"),
        "lasts": Text("how long the effect stays"),
        "once": Text("whether it can be used only once in the match"),
        "instant": Text("whether the card shows the lightning: its effect may be played in the other's turn"),
        "announced": Text(
            "where the card is when its player announces the effect; nothing said: the effect counts by itself"
        ),
        "modifiers": Text(
            "a number that the effect changes, which the referee then counts; without any, the players carry the"
            " text out"
        ),
        "deeds": Text("something that is done once, when the effect is played, such as drawing cards"),
    },
    Modifier: {
        "on": Text("the moment at which the number changes"),
        "side": Text("whose number changes"),
        "who": Text("which card's number changes"),
        "what": Text("which number changes"),
        "op": Text("how the number changes: it is set, added to (also with a minus), or multiplied"),
        "value": Text("by how much, or to what, the number changes"),
        "conditions": Text("the conditions under which it changes; with none it always does"),
    },
    DeedForm: {
        "do": Text("what is done"),
        "value": Text("how many, or which, for what is done"),
        "who": Text("to whom it may be done; if empty, as is usual for what is done"),
    },
}

EFFECT_NAMES: Mapping[str, Text] = {
    "set": Text("set to"),
    "add": Text("add"),
    "multiply": Text("multiply"),
    "ignore": Text("does not hold"),
    "lasts.duel": Text("this duel"),
    "lasts.turn": Text("this turn"),
    "lasts.match": Text("the whole match"),
    "attack": Text("the attack"),
    "defence": Text("the defence"),
    "both": Text("both sides"),
    "any": Text("every one"),
}
