"""Squads put together card by card."""

from dataclasses import replace

from companion.backend.interface import CardName
from companion.rules.description import SquadNeed
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.words import Text, Wording
from ui.setup.picking import FillUp, NextOrder, Picking
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
    chosen = squad.toggled(VISIBLE, ["O2"]).squad
    assert chosen.as_fields()["visible"] == "O2"
    assert chosen.emptied(OCCASIONS).count(VISIBLE) == 0


def test_cards_that_only_references_tell_apart_stand_once_in_the_list_and_are_taken_one_by_one() -> None:
    _, demonstration = demonstrations("boufbowl")["demo-match"]
    found = [card for card in demonstration if card["kind"] == "action"][:3]
    cards = {
        one["ref"]: CardName(one["ref"], Wording.plain("x"), "action", GAMES["boufbowl"].check_card(one, ""))
        for card in found
        for one in (card, {**card, "ref": card["ref"].replace("AR0", "AR7")})
    }
    need = SquadNeed("deck", Wording.plain("deck"), "action", 6, 6)
    picking = Picking(Squad((need,), cards)).pick(need)
    options = picking.lines[0].options
    assert [option.badge for option in options] == ["0/6"], "all of them are one card"
    once = picking.pick(options[0].value)
    assert [once.pick(options[0].value).squad.count(need), once.squad.count(need)] == [2, 1]
    for _ in range(5):
        once = once.pick(options[0].value)
    assert once.squad.is_whole
    assert once.pick(options[0].value).squad.count(need) == 0, "with no other one left, all are put back"


def test_the_list_is_sorted_by_number_or_by_the_names_of_the_language() -> None:
    names = {"P1": ("Zoé", "Zoé"), "P2": ("Émile", "Émile"), "P3": ("Ada", "Yves")}
    cards = {ref: CardName(ref, Wording(*both), "player") for ref, both in names.items()}
    need = SquadNeed("players", Wording.plain("players"), "player", 3, 3)
    picking = Picking(Squad((need,), cards), need)

    def shown(one: Picking) -> list[object]:
        return [option.value for option in one.lines[0].options]

    assert shown(picking) == [("P1",), ("P2",), ("P3",)]
    assert shown(picking.pick(NextOrder())) == [("P3",), ("P2",), ("P1",)]
    assert shown(replace(picking.pick(NextOrder()), language="fr")) == [("P2",), ("P3",), ("P1",)]
    assert picking.pick(NextOrder()).pick(NextOrder()).order is picking.order, (
        "without levels there are two orders"
    )


def test_the_rest_of_a_part_or_of_the_whole_squad_is_filled_at_a_touch() -> None:
    squad = with_cards()
    picking = Picking(squad, PLAYERS).pick(FillUp())
    assert picking.squad.count(PLAYERS) == min(PLAYERS.count, len(squad.offered(PLAYERS)))
    assert all(picking.squad.count(need) == 0 for need in squad.needs if need.field != PLAYERS.field)
    whole = Picking(squad).pick(FillUp()).squad
    assert all(whole.count(need) for need in squad.needs if squad.offered(need))


def test_the_list_is_narrowed_by_words_without_accents() -> None:
    cards = {
        ref: CardName(ref, Wording(en, fr), "player")
        for ref, en, fr in (("P1", "Zoé", "Zoé"), ("P2", "A", "B"))
    }
    picking = Picking(Squad((PLAYERS,), cards)).pick(PLAYERS)
    assert [option.value for option in picking.narrowed("zoe").lines[0].options] == [("P1",)]
    assert [option.value for option in picking.narrowed(" p2").lines[0].options] == [("P2",)]
    assert [line.key for line in picking.narrowed("q").lines] == ["deeds"]


def test_a_card_that_is_touched_twice_in_the_list_is_put_back() -> None:
    picking = Picking(with_cards()).pick(PLAYERS).pick(("P1",)).pick(("P1",))
    assert picking.squad.count(PLAYERS) == 0
    back = picking.back()
    assert back is not None
    assert back.back() is None


def test_a_part_says_which_it_is_and_what_it_lacks_and_filling_it_comes_first() -> None:
    picking = Picking(with_cards("E1"), ENERGIES)
    assert picking.lacks == Text("{n} to go: touch cards, or fill the rest at once", n=2)
    assert picking.told_part == [Text("part {n} of {count}", n=2, count=4)]
    fill = picking.lines[-1].options[0]
    assert (fill.value, fill.is_main, fill.under) == (FillUp(), True, Text("{n} cards at once", n=2))
    whole = picking.pick(FillUp())
    assert not whole.lacks_cards
    assert FillUp() not in [option.value for option in whole.lines[-1].options]
