"""Collects a squad card by card: each card is counted against what the squad needs, or refused with a reason."""

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
    """The squad after a card, and the message about it."""

    squad: "Squad"
    verdict: CardVerdict
    says: Text


@dataclass(frozen=True, slots=True)
class Squad:
    """The cards so far, by field and in their order; `cards` are all known cards, by reference."""

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
        """Return what is still needed."""
        return tuple(counted(need, self.count(need)) for need in self.needs if self.count(need) < need.least)

    @property
    def told(self) -> tuple[Text, ...]:
        """Return each need with the number of its cards so far."""
        return tuple(counted(need, self.count(need)) for need in self.needs)

    def count(self, need: SquadNeed) -> int:
        return len(self.picked.get(need.field, ()))

    def copies(self, need: SquadNeed, ref: str) -> int:
        return self.picked.get(need.field, ()).count(ref)

    def scanned(self, ref: str, *, is_other_copy: bool = False) -> SquadOutcome:
        """Add a card that was read. A card that is in the squad already counts as a copy only if a person says so."""
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
        """Add a card that was touched in the list, or put it back."""
        card = self.cards[ref]
        has = ref in self.picked.get(need.field, ())
        if has and (need.is_once or self.count(need) >= need.count):
            return SquadOutcome(
                self.without(need.field, ref), CardVerdict.KNOWN, Text("{card} is put back", card=card.name)
            )
        return self.taken(need, card)

    def emptied(self, need: SquadNeed) -> "Squad":
        """Remove all cards of a field, also where other fields use them."""
        squad = self
        for ref in self.picked.get(need.field, ()):
            squad = squad.without(need.field, ref)
        return squad

    def undone(self) -> "Squad":
        """Return the squad without the last card."""
        return self.without(*self.order[-1]) if self.order else self

    def offered(self, need: SquadNeed) -> tuple[CardName, ...]:
        """Return the cards that may be chosen for a need."""
        among = self.picked.get(need.among, ()) if need.among else None
        return tuple(
            card
            for card in self.cards.values()
            if card.kind == need.kind and (among is None or card.ref in among)
        )

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
    """Return the references in a field of a team."""
    value = squad.get(need.field)
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def counted(need: SquadNeed, count: int) -> Text:
    """Return a count and its total as words."""
    return Text("{what} {count}/{wanted}", what=need.title, count=count, wanted=need.count)


def squad_of(needs: tuple[SquadNeed, ...], cards: Mapping[str, CardName], team: Json | None = None) -> Squad:
    """Return an empty squad, or the squad of a team's set-up."""
    squad = Squad(needs, cards)
    for need in needs:
        for ref in in_field(team or {}, need):
            if ref in cards:
                squad = squad.taken(need, cards[ref]).squad
    return squad
