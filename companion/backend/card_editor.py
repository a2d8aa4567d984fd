"""Lists, enters, checks, deletes and restores the owner's own cards for a screen; each answer is kept as a draft."""

from collections.abc import Sequence
from itertools import takewhile

from calibration.printing.deck.deck import DeckEntry
from companion.backend.card_entry import CardEntry
from companion.backend.card_faces import draft_face
from companion.backend.interface import CardName, DraftFace, FaceSet, FieldFault
from companion.clock import now
from companion.errors import CatalogueError, CompanionError
from companion.ids import CardRef
from companion.rules.card_forms import forms_of
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.card_faults import card_faults
from companion.storage.catalogue import SHIPPED
from companion.storage.drafts import Draft, Drafts
from companion.storage.owners_cards import CardFileChange, OwnersCards
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import Text, Wording


class LocalCardEditor:
    """The cards of one folder of data. See `companion.backend.interface.CardEditor`; every method is a background task."""

    def __init__(self, where: Places) -> None:
        self._where = where
        self._drafts = Drafts(where.data / "drafts")

    def own(self, game: str) -> Sequence[CardName]:
        cards = self._cards(game)
        refs = dict.fromkeys(ref for file in cards.owned for ref in file.cards)
        return tuple(_told(ref, cards.card(ref) or {}) for ref in refs)

    def drafts(self, game: str) -> Sequence[Draft]:
        return tuple(draft for draft in self._drafts.all() if draft.game == game)

    def kinds(self, game: str) -> Sequence[tuple[str, Text]]:
        return tuple((kind, form.title) for kind, form in forms_of(game).items() if form.has_reference)

    def kind_of(self, game: str, typed: str) -> str | None:
        """Return the kind of all known cards whose references begin with the same letters; None if it is not sure."""
        letters = _letters(typed)
        own = self._cards(game)
        known = [card for _, cards in demonstrations(game).values() for card in cards]
        known += [card for file in own.owned for ref in file.cards if (card := own.card(ref)) is not None]
        kinds = {str(card["kind"]) for card in known if _letters(str(card["ref"])) == letters}
        return kinds.pop() if len(kinds) == 1 else None

    def begin(self, game: str, kind: str, typed: str) -> CardEntry:
        """Begin the entry of a card: a new one, a draft, or a card to be entered again.

        Raises `CatalogueError` for a bad reference.
        """
        cards = self._cards(game)
        ref = _as_printed(cards, typed)
        begun = next((draft for draft in self.drafts(game) if draft.ref == ref), None)
        if begun is not None:
            form = forms_of(game)[begun.kind]
            return CardEntry(game, begun.kind, ref, form, dict(begun.given), dict(begun.before))
        old = cards.card(ref)
        if old is not None:
            kind = old["kind"]
        return CardEntry(game, kind, ref, forms_of(game)[kind], old=old)

    def keep(self, draft: Draft) -> None:
        self._drafts.keep(draft)

    def drop(self, draft: Draft) -> None:
        self._drafts.drop(draft)

    def faults(self, entry: CardEntry) -> Sequence[FieldFault]:
        alone = card_faults(GAMES[entry.game], entry.card)
        found = alone or self._cards(entry.game).faults_beside([entry.card])
        return tuple(FieldFault(entry.field_at_fault(fault), entry.told_fault(fault)) for fault in found)

    def draw(self, entry: CardEntry, faces: FaceSet, *, is_back: bool) -> DraftFace | None:
        rules = GAMES[entry.game]
        card = entry.drawable(lambda card: not card_faults(rules, card))
        if card is None:
            return None
        return draft_face(
            faces, DeckEntry(CardRef(entry.ref), rules.check_card(card, "card")), is_back=is_back
        )

    def save(self, entry: CardEntry) -> None:
        self._put(entry.game, entry.card)
        self._drafts.drop(entry.draft)

    def remove(self, game: str, ref: str) -> Json:
        """Remove a card and return it, so that it can be restored."""
        cards = self._cards(game)
        card = cards.card(ref)
        files = cards.files_of(ref)
        if card is None or not files:
            raise CatalogueError(Text("{ref} is not one of your own cards", ref=ref[:40]))
        for file in files:
            cards.save(file.path, CardFileChange(removed=frozenset({CardRef(ref)})), now())
        return card

    def restore(self, game: str, card: Json) -> None:
        self._put(game, card)

    def _put(self, game: str, card: Json) -> None:
        cards = self._cards(game)
        cards.save(cards.file_for(card["ref"]), CardFileChange(cards=(card,)), now())

    def _cards(self, game: str) -> OwnersCards:
        return OwnersCards(game, SHIPPED, self._where.catalogues[1])


def _letters(ref: str) -> str:
    """Return the letters with which a reference begins, in capitals."""
    return "".join(takewhile(str.isalpha, ref.strip().upper()))


def _told(ref: str, card: Json) -> CardName:
    name = card.get("name") or ref
    words = Wording(name["en"], name["fr"]) if isinstance(name, dict) else Wording.plain(str(name))
    return CardName(ref, words, str(card.get("kind", "")))


def _as_printed(cards: OwnersCards, typed: str) -> str:
    """Return a reference in capitals, as it is printed on the card."""
    try:
        cards.file_for(typed)
    except CompanionError:
        cards.file_for(typed.upper())
        return typed.upper()
    return typed
