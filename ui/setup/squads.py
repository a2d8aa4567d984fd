"""Puts a squad together card by card: each card is counted against what the squad needs, or refused with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.backend.interface import CardName
from companion.rules.description import SquadNeed
from companion.rules.engine import Json
from companion.words import Text


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
    """The squad after a card, and what to say of it."""

    squad: "Squad"
    verdict: CardVerdict
    says: Text


@dataclass(frozen=True, slots=True)
class Squad:
    """What was taken so far, by field, in the order in which it came; `cards` are all that are known, by reference."""

    needs: tuple[SquadNeed, ...]
    cards: Mapping[str, CardName]
    picked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    order: tuple[tuple[str, str], ...] = ()
    """Field and reference, the last one taken last."""

    @property
    def is_whole(self) -> bool:
        return all(self.count(need) >= need.least for need in self.needs)

    @property
    def missing(self) -> tuple[Text, ...]:
        """What is wanted still."""
        return tuple(counted(need, self.count(need)) for need in self.needs if self.count(need) < need.least)

    @property
    def told(self) -> tuple[Text, ...]:
        """Every need, as far as it is met."""
        return tuple(counted(need, self.count(need)) for need in self.needs)

    def count(self, need: SquadNeed) -> int:
        return len(self.picked.get(need.field, ()))

    def copies(self, need: SquadNeed, ref: str) -> int:
        return self.picked.get(need.field, ()).count(ref)

    def scanned(self, ref: str, *, is_other_copy: bool = False) -> SquadOutcome:
        """A card was read. One that is there already is another copy only if a person says so."""
        card = self.cards.get(ref)
        if card is None:
            return SquadOutcome(
                self, CardVerdict.STRANGER, Text("{ref} is in none of your catalogues", ref=ref[:40])
            )
        need = next((one for one in self.needs if one.kind == card.kind and not one.among), None)
        if need is None:
            return SquadOutcome(
                self, CardVerdict.OTHER, Text("{card} is not part of a squad", card=card.name)
            )
        if ref in self.picked.get(need.field, ()):
            if need.is_once:
                return SquadOutcome(self, CardVerdict.KNOWN, Text("{card} is there already", card=card.name))
            if not is_other_copy:
                return SquadOutcome(
                    self,
                    CardVerdict.COPY,
                    Text("{card} is there already: is this another copy?", card=card.name),
                )
        return self.taken(need, card)

    def toggled(self, need: SquadNeed, ref: str) -> SquadOutcome:
        """A card was touched in the list: it is taken, or put back."""
        card = self.cards[ref]
        has = ref in self.picked.get(need.field, ())
        if has and (need.is_once or self.count(need) >= need.count):
            return SquadOutcome(
                self.without(need.field, ref), CardVerdict.KNOWN, Text("{card} is put back", card=card.name)
            )
        return self.taken(need, card)

    def emptied(self, need: SquadNeed) -> "Squad":
        """Nothing of a field is left, and nothing of what stood in it elsewhere."""
        squad = self
        for ref in self.picked.get(need.field, ()):
            squad = squad.without(need.field, ref)
        return squad

    def undone(self) -> "Squad":
        """Without the card that was taken last."""
        return self.without(*self.order[-1]) if self.order else self

    def offered(self, need: SquadNeed) -> tuple[CardName, ...]:
        """The cards that may be chosen for a need."""
        among = self.picked.get(need.among, ()) if need.among else None
        return tuple(
            card
            for card in self.cards.values()
            if card.kind == need.kind and (among is None or card.ref in among)
        )

    def as_fields(self) -> Json:
        """The squad as a team's set-up has it. What only one stands in is no list; what is missing is nothing."""
        fields: Json = {}
        for need in self._filled().needs:
            refs = list(self._filled().picked.get(need.field, ()))
            fields[need.field] = (refs[0] if refs else None) if need.count == 1 else refs
        return fields

    def _filled(self) -> "Squad":
        """The first cards of a field stand for the choice among them that nobody made."""
        squad = self
        for need in self.needs:
            if need.among and not squad.picked.get(need.field):
                first = squad.picked.get(need.among, ())[: need.count]
                squad = replace(squad, picked={**squad.picked, need.field: first})
        return squad

    def taken(self, need: SquadNeed, card: CardName) -> SquadOutcome:
        if self.count(need) >= need.count:
            says = Text(
                "{card} has no place any more: {count}", card=card.name, count=counted(need, self.count(need))
            )
            return SquadOutcome(self, CardVerdict.FULL, says)
        refs = (*self.picked.get(need.field, ()), card.ref)
        squad = replace(
            self, picked={**self.picked, need.field: refs}, order=(*self.order, (need.field, card.ref))
        )
        return SquadOutcome(
            squad, CardVerdict.TAKEN, Text("{card}: {count}", card=card.name, count=counted(need, len(refs)))
        )

    def without(self, name: str, ref: str) -> "Squad":
        """One copy less, the last; what stood in a field among these goes with it."""
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
    """The references that stand in a field of a team."""
    value = squad.get(need.field)
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def counted(need: SquadNeed, count: int) -> Text:
    """How many there are, of how many."""
    return Text("{what} {count}/{wanted}", what=need.title, count=count, wanted=need.count)


def squad_of(needs: tuple[SquadNeed, ...], cards: Mapping[str, CardName], team: Json | None = None) -> Squad:
    """An empty squad, or the one that a team's set-up has."""
    squad = Squad(needs, cards)
    for need in needs:
        for ref in in_field(team or {}, need):
            if ref in cards:
                squad = squad.taken(need, cards[ref]).squad
    return squad
