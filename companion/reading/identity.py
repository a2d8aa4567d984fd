"""Identifies a code, a tag or a printed reference as a card of the match, a command card, or a token of the mat."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.mat import Command, Mat, Token
from companion.observation import Sighting, What
from companion.rules.engine import Json
from companion.words import Text, Wording, word


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A card of this match's catalogue, identified by its reference."""

    ref: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """A code that does not belong to this match: from a card of another game, a poster, a box."""

    text: str


Identity = MatchCard | Command | Token | Stranger


@dataclass(frozen=True, slots=True)
class Identities:
    """Everything that can lie on one match's mat. `tags` maps a small tag to the card that bears it."""

    mat: Mat
    names: Mapping[str, str | Wording | Text]
    """The cards of the match: their references, and what each is called; a `Text` is all that may be said of it."""
    tags: Mapping[int, str]
    copies: Mapping[str, int] = field(default_factory=dict)
    """How often the set-up has each card; a card that it does not name is there once."""
    equals: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each card that another one equals but for the reference: all these cards, itself among them."""
    owners: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The seats whose lists name a card."""

    def copies_of(self, identity: Identity) -> int:
        """Return how many things with this identity the match has."""
        return max(1, self.copies.get(identity.ref, 1)) if isinstance(identity, MatchCard) else 1

    def of(self, sighting: Sighting) -> Identity:
        """Identify a sighting; dice are read elsewhere."""
        if sighting.what is What.TAG:
            return self._tag(sighting.reads)
        command = next((one for one in self.mat.commands if one.code == sighting.reads), None)
        if command is not None:
            return command
        return MatchCard(sighting.reads) if sighting.reads in self.names else Stranger(sighting.reads)

    def _tag(self, reads: str) -> Identity:
        number = int(reads) if reads.isdecimal() else -1
        token = next((one for one in self.mat.tokens if one.tag == number), None)
        if token is not None:
            return token
        ref = self.tags.get(number)
        return MatchCard(ref) if ref in self.names and ref is not None else Stranger(reads)

    def zones_told(self, names: Iterable[str]) -> Text:
        """Return the labels of zones, as the mat shows them."""
        titles = {zone.name: zone.title for zone in self.mat.zones}
        words = list(
            dict.fromkeys(
                titles[name] if name in titles and titles[name].en else Wording.plain(name) for name in names
            )
        )
        return listed(words)

    def called(self, key: str) -> Text | Wording:
        """Return the name that people use for the thing with this key."""
        command = next((one for one in self.mat.commands if one.code == key), None)
        token = next((one for one in self.mat.tokens if key_of(one) == key), None)
        return self.told(command or token or (MatchCard(key) if key in self.names else Stranger(key)))

    def named(self, what: What, text: str) -> Text | Wording | None:
        """Return the name of what a camera has read; None for what cannot lie on the mat."""
        if what is What.DIE:
            return Text("{text}", text=text)
        if what is not What.TAG:
            return self.called(text)
        identity = self._tag(text)
        return None if isinstance(identity, Stranger) else self.told(identity)

    def told(self, identity: Identity) -> Text | Wording:
        """Return the name that people use for a thing."""
        match identity:
            case MatchCard(ref):
                name = self.names[ref]
                if isinstance(name, Text):
                    return name
                return Text("{name} ({ref})", name=name, ref=ref) if name else Text("{ref}", ref=ref)
            case Command() | Token():
                return identity.title
            case Stranger(text):
                return Text("{text}", text=text[:40])


def names_of(cards: Sequence[Json]) -> dict[str, str | Wording | Text]:
    """Return the names of a match's cards by reference.

    A card without a name is called a card of its seat, because which card it is may be secret.
    """
    named: dict[str, str | Wording | Text] = {}
    for card in cards:
        ref, name, seat = card.get("ref"), card.get("name", ""), card.get("seat")
        if isinstance(ref, str) and not name and isinstance(seat, str):
            named[ref] = Text("one {seat} card", seat=word(seat))
        elif isinstance(ref, str):
            named[ref] = Wording(name["en"], name["fr"]) if isinstance(name, dict) else str(name)
    return named


def copies_in(setup: Json) -> Mapping[str, int]:
    """Return how often a set-up has each card. A team's lists may name one card again (those that are visible of its
    occasions), which makes no second one.
    """
    copies: Counter[str] = Counter()
    for lists in _lists_in(setup).values():
        has: Counter[str] = Counter()
        for refs in lists:
            has |= Counter(refs)
        copies += has
    return copies


def equals_in(cards: Sequence[Json]) -> Mapping[str, frozenset[str]]:
    """Return for each card those that equal it but for their references; cards without such another one are left out."""
    same: dict[str, list[str]] = {}
    for card in cards:
        ref = card.get("ref")
        if isinstance(ref, str):
            same.setdefault(_said_of(card), []).append(ref)
    return {ref: frozenset(refs) for refs in same.values() if len(refs) > 1 for ref in refs}


def owners_in(setup: Json) -> Mapping[str, frozenset[str]]:
    """Return the seats whose lists name a card, by its reference."""
    owners: dict[str, set[str]] = {}
    for seat, lists in _lists_in(setup).items():
        for ref in chain.from_iterable(lists):
            owners.setdefault(ref, set()).add(seat)
    return {ref: frozenset(seats) for ref, seats in owners.items()}


def _lists_in(setup: Json) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return each team's lists of cards, by its seat; what is no list of references is left out."""
    teams = setup.get("teams")
    return {
        seat: [
            [ref for ref in refs if isinstance(ref, str)] for refs in team.values() if isinstance(refs, list)
        ]
        for seat, team in (teams.items() if isinstance(teams, dict) else ())
        if isinstance(team, dict)
    }


def _said_of(card: Json) -> str:
    """Return all that a card says but its reference, and the tags that somebody put on it."""
    return json.dumps({key: card[key] for key in card if key not in ("ref", "tags")}, sort_keys=True)


def are_equal(one: Json, other: Json) -> bool:
    """Tell whether two cards are equal but for their references."""
    return _said_of(one) == _said_of(other)


def listed(words: Sequence[Text | Wording]) -> Text:
    """Join the names of several things."""
    slots = {f"w{n}": one for n, one in enumerate(words)}
    row = ", ".join(f"{{{slot}}}" for slot in slots)
    return Text(row, **slots)


def token_key(means: str) -> str:
    """Return the key of a token from its meaning."""
    return f"token:{means}"


def key_of(identity: Identity) -> str:
    """Return the key under which the rules treat things as equal: copies of a card have the same key."""
    match identity:
        case MatchCard(ref):
            return ref
        case Command():
            return identity.code
        case Token():
            return token_key(identity.means)
        case Stranger(text):
            return f"?{text}"
