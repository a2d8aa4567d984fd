"""Collects a squad card by card, each counted or refused with a reason; and the draw before a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.backend.interface import CardName
from companion.rules.description import ANY_SQUADS, ComparedPair, SquadDraw, SquadNeed, SquadRules
from companion.rules.engine import Json
from companion.words import Text, plain


class CardVerdict(StrEnum):
    """What became of a card."""

    TAKEN = "taken"
    COPY = "copy"
    """It is there already, and may be there again: ask whether this is another one."""
    KNOWN = "known"
    FULL = "full"
    OTHER = "other"
    """The squad has no place for such a card."""
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class SquadOutcome:
    """The squad after a card, and the message about it."""

    squad: "Squad"
    verdict: CardVerdict
    says: Text


@dataclass(frozen=True, slots=True)
class Squad:
    """The cards so far, by field and in their order. `cards` are all known cards, by reference; `rules` are the
    game's rules for squads.
    """

    needs: tuple[SquadNeed, ...]
    cards: Mapping[str, CardName]
    rules: SquadRules = ANY_SQUADS
    setup: Json = field(default_factory=dict)
    picked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    order: tuple[tuple[str, str], ...] = ()
    """Field and reference, the last one taken last."""

    @property
    def is_whole(self) -> bool:
        return not self.is_too_dear and all(self.count(need) >= need.least for need in self.needs)

    # --- levels

    def level(self, card: CardName) -> int | None:
        """Return the level of a card; None if it has none."""
        return self.rules.level(card.card)

    @property
    def most_levels(self) -> int | None:
        """Return the highest sum of levels that is allowed; None if there is no limit."""
        return self.rules.most_levels(self.setup, {ref: one.card for ref, one in self.cards.items()})

    @property
    def is_too_dear(self) -> bool:
        """Whether the sum of the levels is too high."""
        most = self.most_levels
        return most is not None and self._levels > most

    @property
    def told_levels(self) -> Text | None:
        """Return the sum of the levels so far against its limit; None if they are not limited."""
        most = self.most_levels
        if most is None:
            return None
        if self._levels > most:
            return Text(
                "levels {sum}/{most}: {over} too many", sum=self._levels, most=most, over=self._levels - most
            )
        return Text("levels {sum}/{most}", sum=self._levels, most=most)

    @property
    def _levels(self) -> int:
        refs = (ref for need in self.needs if not need.among for ref in self.picked.get(need.field, ()))
        return sum(self.level(self.cards[ref]) or 0 for ref in refs)

    # --- counts

    @property
    def missing(self) -> tuple[Text, ...]:
        """Return what is still needed."""
        return tuple(counted(need, self.count(need)) for need in self.needs if self.count(need) < need.least)

    @property
    def told(self) -> tuple[Text, ...]:
        """Return each need with the number of its cards so far."""
        counts = tuple(counted(need, self.count(need)) for need in self.needs)
        levels = self.told_levels
        return counts if levels is None else (*counts, levels)

    def count(self, need: SquadNeed) -> int:
        return len(self.picked.get(need.field, ()))

    def copies(self, need: SquadNeed, ref: str) -> int:
        return self.picked.get(need.field, ()).count(ref)

    def scanned(self, ref: str, *, is_other_copy: bool = False) -> SquadOutcome:
        """Add a card that was read. A card that is in the squad already counts as a copy only if a person says so."""
        card = self.cards.get(ref)
        if card is None:
            return SquadOutcome(
                self, CardVerdict.STRANGER, Text("{ref} is not in any of your catalogues", ref=ref[:40])
            )
        need = next((one for one in self.needs if one.kind == card.kind and not one.among), None)
        if need is None:
            return SquadOutcome(
                self, CardVerdict.OTHER, Text("{card} is not part of a squad", card=card.name)
            )
        if self._most_copies(need, card) == 0:
            return SquadOutcome(
                self, CardVerdict.OTHER, Text("{card} is not played in this mode", card=card.name)
            )
        if ref in self.picked.get(need.field, ()):
            if self._most_copies(need, card) == 1:
                return SquadOutcome(
                    self, CardVerdict.KNOWN, Text("{card} is already in the squad", card=card.name)
                )
            if not is_other_copy:
                return SquadOutcome(
                    self,
                    CardVerdict.COPY,
                    Text("{card} is already in the squad: is this another copy?", card=card.name),
                )
        return self.taken(need, card)

    def toggled(self, need: SquadNeed, alike: Sequence[str]) -> SquadOutcome:
        """Add one more of the cards that look alike, which stand in one row of the list. If none is left, put them all back."""
        fewest = sorted(alike, key=lambda ref: self.copies(need, ref))
        outcomes = [self.taken(need, self.cards[ref]) for ref in fewest]
        there = [ref for ref in self.picked.get(need.field, ()) if ref in alike]
        taken = next((one for one in outcomes if one.verdict is CardVerdict.TAKEN), None)
        if taken is not None or not there:
            return taken or outcomes[0]
        squad = self
        for ref in there:
            squad = squad.without(need.field, ref)
        says = Text("{card} is put back", card=self.cards[there[0]].name)
        return SquadOutcome(squad, CardVerdict.KNOWN, says)

    def filled_up(self, need: SquadNeed) -> "Squad":
        """Take cards that are left until a need is met: those that are not there yet first, and the cheapest where levels
        are limited.
        """
        squad, cards = self, list(self.offered(need))
        if self.most_levels is not None:
            cards.sort(key=lambda card: self.level(card) or 0)
        while squad.count(need) < need.count:
            before = squad
            for card in sorted(cards, key=lambda one: before.copies(need, one.ref)):
                squad = squad.taken(need, card).squad
            if squad is before:
                break
        return squad

    def emptied(self, need: SquadNeed) -> "Squad":
        """Remove all cards of a field, and the same cards from the fields that choose among them."""
        squad = self
        for ref in self.picked.get(need.field, ()):
            squad = squad.without(need.field, ref)
        return squad

    def undone(self) -> "Squad":
        """Return the squad without the last card."""
        return self.without(*self.order[-1]) if self.order else self

    def offered_alike(self, need: SquadNeed, words: str) -> list[list[CardName]]:
        """Return the cards that may be chosen for a need and have these words, those together that only references tell
        apart.
        """
        alike: dict[str, list[CardName]] = {}
        for card in self.offered(need):
            if plain(words) in card.found_by:
                alike.setdefault(card.looks, []).append(card)
        return list(alike.values())

    def offered(self, need: SquadNeed) -> tuple[CardName, ...]:
        """Return the cards that may be chosen for a need."""
        among = self.picked.get(need.among, ()) if need.among else None
        return tuple(
            card
            for card in self.cards.values()
            if card.kind == need.kind
            and (among is None or card.ref in among)
            and self._most_copies(need, card) != 0
        )

    def _most_copies(self, need: SquadNeed, card: CardName) -> int | None:
        """Return how many copies of a card a need may have; None for any number."""
        most = self.rules.most_copies(card.card, self.setup)
        return min(1, 1 if most is None else most) if need.is_once else most

    def as_fields(self) -> Json:
        """Return the squad as a team's set-up has it: a field for one card is no list, and is None if it is empty."""
        fields: Json = {}
        for need in self._filled().needs:
            refs = list(self._filled().picked.get(need.field, ()))
            fields[need.field] = (refs[0] if refs else None) if need.count == 1 else refs
        return fields

    def _filled(self) -> "Squad":
        """Choose the first cards of a field where a choice among them was not made."""
        squad = self
        for need in self.needs:
            if need.among and not squad.picked.get(need.field):
                first = squad.picked.get(need.among, ())[: need.count]
                squad = replace(squad, picked={**squad.picked, need.field: first})
        return squad

    def taken(self, need: SquadNeed, card: CardName) -> SquadOutcome:
        if self.count(need) >= need.count:
            says = Text(
                "there is no place left for {card}: {count}",
                card=card.name,
                count=counted(need, self.count(need)),
            )
            return SquadOutcome(self, CardVerdict.FULL, says)
        most = self._most_copies(need, card)
        if most is not None and self.copies(need, card.ref) >= most:
            says = Text("{card}: a squad has {most} at most", card=card.name, most=most)
            return SquadOutcome(self, CardVerdict.KNOWN, says)
        refs = (*self.picked.get(need.field, ()), card.ref)
        squad = replace(
            self, picked={**self.picked, need.field: refs}, order=(*self.order, (need.field, card.ref))
        )
        return SquadOutcome(
            squad, CardVerdict.TAKEN, Text("{card}: {count}", card=card.name, count=counted(need, len(refs)))
        )

    def without(self, name: str, ref: str) -> "Squad":
        """Remove the last copy of a card, also from fields that choose among its field."""
        refs = list(self.picked.get(name, ()))
        if ref not in refs:
            return self
        del refs[len(refs) - 1 - refs[::-1].index(ref)]
        order = list(self.order)
        if (name, ref) in order:
            del order[len(order) - 1 - order[::-1].index((name, ref))]
        squad = replace(self, picked={**self.picked, name: tuple(refs)}, order=tuple(order))
        for need in self.needs:
            if need.among == name and ref not in refs:
                squad = squad.without(need.field, ref)
        return squad


def in_field(squad: Json, need: SquadNeed) -> tuple[str, ...]:
    """Return the card references that were typed into a team's form field."""
    value = squad.get(need.field)
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def counted(need: SquadNeed, count: int) -> Text:
    """Return a count and its total as words."""
    return Text("{what}: {count} of {wanted}", what=need.title, count=count, wanted=need.count)


def filled_squad(squad: Squad, team: Json) -> Squad:
    """Return a squad with the cards of a team's set-up."""
    for need in squad.needs:
        for ref in in_field(team, need):
            if ref in squad.cards:
                squad = squad.taken(need, squad.cards[ref]).squad
    return squad


# --- drawing
# The draw before a match: both sides turn a card of their squads over, pair after pair, until one of them wins.
#
# The rules compare a pair (`companion.rules.description.SquadDraw`); here it is only told how far the draw has come.


@dataclass(frozen=True, slots=True)
class TurnedPair:
    """Two cards that were turned over together, by seat, and what came of them."""

    cards: Mapping[str, str]
    result: ComparedPair


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw so far. `seats`: the winner takes the first; `cards`: all known cards, by reference."""

    draw: SquadDraw
    seats: tuple[str, ...]
    criterion: str
    pairs: tuple[TurnedPair, ...] = ()
    coin: str = ""
    is_exchanged: bool = False
    """Whether the winner has taken the other's seat."""

    @property
    def winner(self) -> str:
        """Return the seat that has won; empty while all is level."""
        return (self.pairs[-1].result.winner if self.pairs else None) or self.coin

    @property
    def is_level(self) -> bool:
        """Whether a coin may be tossed: there are pairs, and all of them are level."""
        return bool(self.pairs) and not self.winner

    def turned(self, pair: Mapping[str, str], cards: Mapping[str, CardName]) -> "Drawing":
        """Return the draw with one more pair."""
        known = {ref: card.card for ref, card in cards.items()}
        result = self.draw.compared(self.criterion, pair, known)
        return replace(self, pairs=(*self.pairs, TurnedPair(dict(pair), result)))

    def by_chance(
        self, shuffled: Mapping[str, Sequence[str]], coin: str, cards: Mapping[str, CardName]
    ) -> "Drawing":
        """Turn pairs over in this order until one of them decides. If all are level, this side wins the toss."""
        drawing = replace(self, pairs=(), coin="")
        for refs in zip(*(shuffled[seat] for seat in self.seats), strict=False):
            drawing = drawing.turned(dict(zip(self.seats, refs, strict=True)), cards)
            if drawing.winner:
                return drawing
        return replace(drawing, coin=coin)

    def exchanged(self) -> "Drawing":
        """Return the same draw with the sides in each other's seats."""
        other = dict(zip(self.seats, reversed(self.seats), strict=True))
        pairs = tuple(
            TurnedPair(
                {other[seat]: ref for seat, ref in pair.cards.items()},
                replace(pair.result, winner=pair.result.winner and other[pair.result.winner]),
            )
            for pair in self.pairs
        )
        return replace(self, pairs=pairs, coin=other.get(self.coin, ""), is_exchanged=not self.is_exchanged)

    @property
    def told(self) -> Json | None:
        """Return the draw in the form of a set-up; None until somebody has won."""
        if not self.winner:
            return None
        return {
            "criterion": self.criterion,
            "drawn": [dict(pair.cards) for pair in self.pairs],
            "coin": self.coin or None,
        }
