"""The fields of a card on its face."""

from calibration.printing.deck.deck import DeckEntry
from companion.backend.card_entry import FacePart
from companion.backend.cards import draft_face
from companion.backend.interface import FaceSet
from companion.ids import CardRef
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.rules.interview import leading_to, survey
from companion.storage.shipped_data import demonstrations
from tests.quick import first_quick
from ui.cards.card_lines import field_at, part_of

PARTS = (
    FacePart("stats", 0, 0, 1, 1),
    FacePart("stats.PAS", 0.5, 0.5, 0.2, 0.1),
    FacePart("effects.1", 0, 0.8, 1, 0.2),
)


def test_of_several_fields_at_a_place_the_smallest_one_is_meant() -> None:
    assert field_at(0.6, 0.55, PARTS) == "stats.PAS"
    assert field_at(0.1, 0.1, PARTS) == "stats"
    assert field_at(1.2, 0.1, PARTS) is None


def test_a_field_without_a_place_of_its_own_stands_where_its_part_stands() -> None:
    assert part_of("effects.1.text.fr", PARTS) == PARTS[2]
    assert part_of("effects.1?", PARTS) == PARTS[2]
    assert part_of("effects", PARTS) == PARTS[2], "or where its first part stands"
    assert part_of("name", PARTS) is None


def is_field(touched: str, paths: set[str]) -> bool:
    """Whether something is asked at a path, below it, or about the part that it belongs to, such as a table's names."""
    above = touched.rpartition(".")[0]
    return bool(paths & {touched, f"{touched}?", f"{above}?"}) or any(
        path.startswith(f"{touched}.") for path in paths
    )


KINDS = [
    (game, kind) for game in games_with_cards() for kind, form in forms_of(game).items() if form.has_reference
]


@first_quick(("game", "kind"), KINDS)
def test_what_is_touched_on_a_face_is_a_field_of_its_card_within_the_face(game: str, kind: str) -> None:
    cards = [card for _, cards in demonstrations(game).values() for card in cards if card["kind"] == kind]
    form = forms_of(game)[kind]
    seen: set[str] = set()
    for card in cards[:12]:
        bare = {name: value for name, value in card.items() if name not in ("kind", "ref")}
        paths = {field.question.path for field in survey(form, leading_to(form, bare)).fields}
        for is_back in (False, kind == "round"):
            read = DeckEntry(CardRef(card["ref"]), GAMES[game].check_card(card, "card"))
            face = draft_face(FaceSet(game, "en", 120, is_mini=False), read, is_back=is_back)
            for part in face.parts:
                assert part.x >= 0 and part.x + part.width <= 1.001 and part.y + part.height <= 1.001, part
                assert is_field(part.field, paths), part.field
                seen.add(part.field.split(".")[0])
    asked = {field.name for field in form.record.fields}
    assert seen <= asked
    assert len(seen) * 2 >= len(asked), f"most fields of a {kind} can be touched on it: {seen} of {asked}"
