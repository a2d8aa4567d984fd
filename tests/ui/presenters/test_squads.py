"""Squads put together card by card."""

from companion.backend.interface import CardName
from companion.rules.description import SquadNeed
from companion.words import Wording
from ui.setup.picking import Picking
from ui.setup.squads import CardVerdict, Squad

PLAYERS = SquadNeed("players", Wording.plain("players"), "player", 2, 2)
ENERGIES = SquadNeed("energies", Wording.plain("energies"), "energy", 3, 3, is_once=False)
OCCASIONS = SquadNeed("occasions", Wording.plain("occasions"), "occasion", 2, 2)
VISIBLE = SquadNeed("visible", Wording.plain("face up"), "occasion", 1, 0, among="occasions")
COACH = SquadNeed("coach", Wording.plain("coach"), "coach", 1, 0)
NEEDS = (PLAYERS, ENERGIES, OCCASIONS, COACH)
CARDS = {
    ref: CardName(ref, Wording.plain(ref), kind)
    for ref, kind in (
        ("P1", "player"), ("P2", "player"), ("P3", "player"), ("E1", "energy"), ("E2", "energy"),
        ("O1", "occasion"), ("O2", "occasion"), ("C1", "coach"), ("S1", "stadium"),
    )
}  # fmt: skip


def with_cards(*refs: str, needs: tuple[SquadNeed, ...] = NEEDS) -> Squad:
    squad = Squad(needs, CARDS)
    for ref in refs:
        squad = squad.scanned(ref, is_other_copy=True).squad
    return squad


def test_a_card_is_counted_where_it_belongs() -> None:
    outcome = with_cards("P1").scanned("E1")
    assert outcome.verdict is CardVerdict.TAKEN
    assert (outcome.squad.count(PLAYERS), outcome.squad.count(ENERGIES)) == (1, 1)


def test_a_player_who_is_there_already_is_not_taken_again() -> None:
    squad = with_cards("P1")
    assert squad.scanned("P1").verdict is CardVerdict.KNOWN
    assert squad.scanned("P1").squad is squad


def test_an_energy_that_is_there_already_is_asked_for_and_taken_as_another_copy() -> None:
    squad = with_cards("E1")
    assert squad.scanned("E1").verdict is CardVerdict.COPY
    assert squad.scanned("E1", is_other_copy=True).squad.copies(ENERGIES, "E1") == 2


def test_one_player_too_many_has_no_place() -> None:
    assert with_cards("P1", "P2").scanned("P3").verdict is CardVerdict.FULL


def test_what_no_squad_has_and_what_nobody_knows_is_said() -> None:
    squad = with_cards()
    assert squad.scanned("S1").verdict is CardVerdict.OTHER
    assert squad.scanned("a poster").verdict is CardVerdict.STRANGER


def test_a_squad_is_whole_without_a_coach() -> None:
    squad = with_cards("P1", "P2", "E1", "E1", "E2", "O1")
    assert not squad.is_whole
    whole = squad.scanned("O2").squad
    assert whole.is_whole
    assert whole.as_fields() == {
        "players": ["P1", "P2"], "energies": ["E1", "E1", "E2"], "occasions": ["O1", "O2"], "coach": None,
    }  # fmt: skip


def test_the_last_card_is_put_back() -> None:
    assert with_cards("P1", "E1").undone().count(ENERGIES) == 0
    assert with_cards().undone() == with_cards()


def test_the_first_occasions_lie_face_up_unless_others_are_chosen() -> None:
    squad = with_cards("O1", "O2", needs=(OCCASIONS, VISIBLE))
    assert squad.as_fields()["visible"] == "O1"
    chosen = squad.toggled(VISIBLE, "O2").squad
    assert chosen.as_fields()["visible"] == "O2"
    assert chosen.emptied(OCCASIONS).count(VISIBLE) == 0


def test_a_card_that_is_touched_twice_in_the_list_is_put_back() -> None:
    picking = Picking(with_cards()).pick(PLAYERS).pick("P1").pick("P1")
    assert picking.squad.count(PLAYERS) == 0
    back = picking.back()
    assert back is not None
    assert back.back() is None
