"""The cards of OFUSAIDO (§04 to §09), read from a catalogue and checked, with the table of posts and the zones of occasions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from companion.codec import Range, faults_in, shown
from companion.errors import Malformed, together
from companion.ids import CardRef
from companion.rules.catalogue import read_kind
from companion.rules.effects import Effect, Vocabulary, read_effect
from companion.words import Text, Wording


class Stat(StrEnum):
    """The six abilities of a field player (§04)."""

    TIR = "TIR"
    TDL = "TDL"
    DRB = "DRB"
    PAS = "PAS"
    TAK = "TAK"
    INT = "INT"


class Icon(StrEnum):
    """The special abilities shown by an icon (§04)."""

    CENTRE = "CENTRE"
    MUR = "MUR"
    ENDURANCE = "ENDURANCE"


class Colour(StrEnum):
    """The colour in the middle of an energy (§09)."""

    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"


class Target(StrEnum):
    """The six areas of the goal (§08)."""

    TOP_LEFT = "top_left"
    TOP_CENTRE = "top_centre"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_CENTRE = "bottom_centre"
    BOTTOM_RIGHT = "bottom_right"


class Shot(StrEnum):
    """A shooting zone: in the box (blue target, TIR), or from afar (green target, TDL)."""

    NEAR = "near"
    LONG = "long"


LINES: Mapping[str, tuple[str, ...]] = {
    "G": ("G",),
    "DEF": ("DG", "DC", "DD"),
    "MIL": ("MDC", "MC", "MG", "MD", "MO"),
    "ATT": ("AG", "BU", "AD"),
}
"""The posts of each line, unless a catalogue brings its own table."""

KEEPER_POSTS = ("G",)
Points = Annotated[int, Range(-99, 99)]

Number = Annotated[int, Range(0, 99)]

_SHARED_WORDS: dict[str, Any] = {
    "on": frozenset(
        "duel progression pass dribble cross shot near_shot long_shot set_piece penalty free_kick".split()
    ),
    "who": frozenset("self base support goalkeeper last_defender any".split()),
    "what": frozenset("energy score save total".split()),
    "conditions": {
        "post": str,
        "line": str,
        "nationality": str,
        "icon": Icon,
        "min_speed": int,
        "min_strength": int,
        "min_health": int,
        "max_level": int,
        "score_diff": Literal["leading", "level", "trailing"],
        "turn_from": int,
    },
    "deeds": {
        "recover_energies": Number,
        "discard_energies": Number,
        "opponent_discards_pile": Number,
        "draw": Number,
        "recover_card": None,
        "cancel_foul": None,
        "extra_occasion": None,
        "reinstate": None,
    },
}
_OWN_SIDES = frozenset("own_attack own_defence own opponent both".split())
ON_TABLE, IN_HAND = "table", "hand"
"""The places where a footballer's card may be when his ability is announced (§04)."""
CARD_WORDS = Vocabulary(side=_OWN_SIDES, **_SHARED_WORDS)
FOOTBALLER_WORDS = Vocabulary(side=_OWN_SIDES, announced=(ON_TABLE, IN_HAND), **_SHARED_WORDS)
STADIUM_WORDS = Vocabulary(side=frozenset("attack defence both".split()), **_SHARED_WORDS)


def _read_effects(words: Vocabulary, data: Any, where: str) -> tuple[Effect, ...]:
    if not isinstance(data, list):
        raise Malformed(
            where, Text("this must be {wanted}; here: {got}", wanted=Text("a list"), got=shown(data))
        )
    parts = [(item, f"{where}[{n}]") for n, item in enumerate(data)]
    try:
        return tuple(read_effect(words, item, place) for item, place in parts)
    except Malformed:
        reader = partial(read_effect, words)
        raise together(faults_in((reader, item, place) for item, place in parts)) from None


def _read_effect_or_none(data: Any, where: str) -> Effect | None:
    return None if data is None else read_effect(CARD_WORDS, data, where)


_FOOTBALLER_EFFECTS = {"read": partial(_read_effects, FOOTBALLER_WORDS), "form": FOOTBALLER_WORDS}
_CARD_EFFECTS = {"read": partial(_read_effects, CARD_WORDS), "form": CARD_WORDS}
_STADIUM_EFFECTS = {"read": partial(_read_effects, STADIUM_WORDS), "form": STADIUM_WORDS}
_ONE_EFFECT = {"read": _read_effect_or_none, "form": CARD_WORDS}
NO_WORDS = Wording.plain("")


@dataclass(frozen=True, slots=True)
class Stats:
    """A field player's abilities, under their printed names."""

    TIR: Points
    TDL: Points
    DRB: Points
    PAS: Points
    TAK: Points
    INT: Points


@dataclass(frozen=True, slots=True)
class Physique:
    """A field player's speed, strength and health (§04)."""

    speed: int = 0
    strength: int = 0
    health: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """A field player (§04)."""

    kind: ClassVar[str] = "player"
    ref: CardRef
    level: Points
    posts: tuple[str, ...]
    stats: Stats
    name: str = ""
    nationality: str = ""
    icons: tuple[Icon, ...] = ()
    physique: Physique | None = None
    effects: tuple[Effect, ...] = field(default=(), metadata=_FOOTBALLER_EFFECTS)


@dataclass(frozen=True, slots=True)
class Goalkeeper:
    """A goalkeeper: `targets` is his bonus or malus where the shot goes, 0 where absent (§08)."""

    kind: ClassVar[str] = "goalkeeper"
    ref: CardRef
    level: Points
    save: Points
    name: str = ""
    nationality: str = ""
    targets: Mapping[Target, Points] = field(default_factory=dict)
    effects: tuple[Effect, ...] = field(default=(), metadata=_FOOTBALLER_EFFECTS)

    @property
    def posts(self) -> tuple[str, ...]:
        return KEEPER_POSTS


@dataclass(frozen=True, slots=True)
class Energy:
    """An energy: 3 points shared between attack and defence, from -1 to +4 each (§09)."""

    kind: ClassVar[str] = "energy"
    ref: CardRef
    attack: Annotated[int, Range(-1, 4)]
    defence: Annotated[int, Range(-1, 4)]
    colour: Colour
    whistle: bool = False
    name: Wording = NO_WORDS

    def __post_init__(self) -> None:
        if self.attack + self.defence != 3:
            raise Malformed(
                "attack",
                Text(
                    "attack and defence on an energy card must add up to 3; here: {attack} and {defence}",
                    attack=self.attack,
                    defence=self.defence,
                ),
            )


@dataclass(frozen=True, slots=True)
class Ideal:
    """The ideal positions (+2) and lines (+1) of a side in a zone (§08)."""

    posts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on an occasion. `times` multiplies the base attacker's energy; `shot` makes it a shooting zone."""

    id: str
    row: int
    next: tuple[str, ...] = ()
    attack: Ideal = Ideal()
    defence: Ideal = Ideal()
    times: Annotated[int, Range(1, 9)] = 1
    shot: Shot | None = None
    targets: tuple[Target, ...] = ()
    column: Literal["left", "centre", "right"] | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """A way to the goal, from the lowest row to a shooting zone. `ecole`: True: played only in the football school;
    False: never played there; None: played in every mode (§08).
    """

    kind: ClassVar[str] = "occasion"
    ref: CardRef
    zones: tuple[Zone, ...]
    name: Wording = NO_WORDS
    ecole: bool | None = None

    def __post_init__(self) -> None:
        if not self.zones:
            raise Malformed("zones", Text("an occasion has at least one zone"))
        ids = [zone.id for zone in self.zones]
        for zone in self.zones:
            if ids.count(zone.id) > 1:
                raise Malformed("zones", Text("zone {zone} is listed twice", zone=zone.id))
            for name in zone.next:
                if name not in ids:
                    raise Malformed(f"zones.{zone.id}.next", Text("there is no zone {zone}", zone=name))
            if zone.shot is None and not zone.next:
                raise Malformed(
                    f"zones.{zone.id}.next", Text("a zone that is not a shooting zone leads to another one")
                )
        self._check_ways()

    def _check_ways(self) -> None:
        """Check that every zone leads to a shot: a zone that only leads in circles would never end a turn."""
        leads = {zone.id for zone in self.zones if zone.shot}
        for _ in self.zones:
            leads |= {zone.id for zone in self.zones if leads.intersection(zone.next)}
        for zone in self.zones:
            if zone.id not in leads:
                raise Malformed(f"zones.{zone.id}.next", Text("no way leads from here to a shooting zone"))

    @property
    def starts(self) -> tuple[str, ...]:
        """Return the zones of the lowest row, where the occasion begins (§11)."""
        lowest = min(zone.row for zone in self.zones)
        return tuple(zone.id for zone in self.zones if zone.row == lowest)

    @property
    def shooting_zones(self) -> tuple[str, ...]:
        return tuple(zone.id for zone in self.zones if zone.shot)


@dataclass(frozen=True, slots=True)
class Action:
    """A staff card with one or two actions (§07)."""

    kind: ClassVar[str] = "action"
    ref: CardRef
    tier: Literal["green", "orange", "red"]
    effects: tuple[Effect, ...] = field(metadata=_CARD_EFFECTS)
    name: Wording = NO_WORDS
    type: Literal["coach", "assistant", "medic", "referee"] | None = None
    base: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.effects) <= 2:
            raise Malformed("effects", Text("an action card has one or two actions"))


@dataclass(frozen=True, slots=True)
class Coach:
    """A coach: a permanent bonus, and one to be used once in the match (§05)."""

    kind: ClassVar[str] = "coach"
    ref: CardRef
    name: str = ""
    nationality: str = ""
    permanent: Effect | None = field(default=None, metadata=_ONE_EFFECT)
    unique: Effect | None = field(default=None, metadata=_ONE_EFFECT)


@dataclass(frozen=True, slots=True)
class Stadium:
    """A stadium, whose effects count for the whole match; `market` replaces the 120 points of `elite` (§06)."""

    kind: ClassVar[str] = "stadium"
    ref: CardRef
    name: Wording = NO_WORDS
    effects: tuple[Effect, ...] = field(default=(), metadata=_STADIUM_EFFECTS)
    market: Annotated[int, Range(0, 999)] | None = None


@dataclass(frozen=True, slots=True)
class Posts:
    """A catalogue's own table of lines and their posts. It has no reference."""

    kind: ClassVar[str] = "posts"
    table: Mapping[str, tuple[str, ...]]


Card = Player | Goalkeeper | Energy | Occasion | Action | Coach | Stadium
Footballer = Player | Goalkeeper
KINDS: Mapping[str, type[Card | Posts]] = {
    kind.kind: kind for kind in (Player, Goalkeeper, Energy, Occasion, Action, Coach, Stadium, Posts)
}


def read_card(data: Any, where: str) -> Card | Posts:
    """Make a card of its JSON. Raises `Malformed`, whose path begins with the card's reference."""
    return read_kind(KINDS, data, where)


# --- post table
# The table of posts and lines, and the check that the cards of a catalogue name no others.

Lines = Mapping[str, tuple[str, ...]]
"""The posts of each line."""


def lines_in(rest: Sequence[Any]) -> Lines:
    """Return the last table of lines in a catalogue, or the game's own where the catalogue has none."""
    tables = [item.table for item in rest if isinstance(item, Posts)]
    return tables[-1] if tables else LINES


def lines_of_posts(lines: Lines) -> dict[str, tuple[str, ...]]:
    """Return the lines that each post belongs to."""
    return {
        post: tuple(line for line, posts in lines.items() if post in posts)
        for posts in lines.values()
        for post in posts
    }


def unknown_posts(cards: Iterable[Card], lines: Lines) -> list[Malformed]:
    """Return the posts and lines on cards that the table does not have. Each place begins with the card's reference."""
    posts = {post for line in lines.values() for post in line}
    return [
        Malformed(
            f"{card.ref} {where}",
            Text(
                "the word {word} cannot be used here; possible: {known}",
                word=name,
                known=", ".join(sorted(known)),
            ),
        )
        for card in cards
        for where, name, known in _named(card, posts, set(lines))
        if name not in known
    ]


def _named(card: Card, posts: set[str], lines: set[str]) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the posts and lines that a card names: the place, the names, and the names that are allowed there."""
    if isinstance(card, Player):
        yield from (("posts", post, posts) for post in card.posts)
    if isinstance(card, Occasion):
        for zone in card.zones:
            for side in ("attack", "defence"):
                ideal = getattr(zone, side)
                yield from ((f"zones.{zone.id}.{side}.posts", post, posts) for post in ideal.posts)
                yield from ((f"zones.{zone.id}.{side}.lines", line, lines) for line in ideal.lines)
    for where, effect in _effects_of(card):
        for n, modifier in enumerate(effect.modifiers):
            for name, known in (("post", posts), ("line", lines)):
                if name in modifier.conditions:
                    yield f"{where}.modifiers[{n}].if.{name}", modifier.conditions[name], known


def _effects_of(card: Card) -> Iterator[tuple[str, Effect]]:
    if isinstance(card, Coach):
        for where, effect in (("permanent", card.permanent), ("unique", card.unique)):
            if effect is not None:
                yield where, effect
    elif not isinstance(card, Energy | Occasion):
        yield from ((f"effects[{n}]", effect) for n, effect in enumerate(card.effects))


# --- zone places
# Places the zones of an occasion on its pitch: rows from the bottom up, in three columns.

COLUMNS = {"left": 0, "centre": 1, "right": 2}


def columns_of(zones: Sequence[Zone]) -> list[int]:
    """Return the column of each zone of a row, 0 to 2, all different.

    Two zones always take columns 0 and 2.
    """
    wanted = [COLUMNS.get(zone.column or "", 1) for zone in zones]
    if len(zones) == 2 and (len(set(wanted)) < 2 or 1 in wanted):
        return [0, 2] if wanted[0] <= wanted[1] else [2, 0]
    return wanted if len(set(wanted)) == len(wanted) else list(range(len(zones)))


def places_of(card: Occasion) -> Mapping[str, tuple[float, float]]:
    """Return the middle of each zone as shares of the pitch's width and height, from its bottom left corner."""
    rows = sorted({zone.row for zone in card.zones})
    places: dict[str, tuple[float, float]] = {}
    for n, row in enumerate(rows):
        zones = [zone for zone in card.zones if zone.row == row]
        for zone, column in zip(zones, columns_of(zones), strict=True):
            places[zone.id] = ((1 + 2 * column) / 6, (n + 0.5) / len(rows))
    return places
