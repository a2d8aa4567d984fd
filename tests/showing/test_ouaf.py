"""L'Ouaf shown: what is asked, who has laid, what was turned; and nothing of what lies face down."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from companion.match import Match
from companion.play import kind_said
from companion.rules.ouaf.cards import WorkCard
from companion.rules.ouaf.rules import OUAF
from companion.session.snapshot import HiddenPlay, Snapshot
from companion.showing.scene import CardSide
from companion.words import Text, Wording
from tests.rules.ouaf.cards import REFS, box, half
from tests.rules.ouaf.table import a_setup, a_table
from tests.rules.ouaf.test_choices import swapping
from tests.showing.sitting import Sitting, en, lines, names_of


def a_sitting(**setup: Any) -> Sitting:
    return Sitting(Match(OUAF, a_setup(**setup), box()))


def in_a_round(**setup: Any) -> Sitting:
    return a_sitting(**setup).play("round", evaluation=REFS[0], order=REFS[1])


def test_the_seats_have_the_colours_of_their_cards() -> None:
    sides = a_sitting(seats=["orange", "purple", "yellow"]).scene.sides
    assert [side.role for side in sides] == ["orange", "purple", "yellow"]
    assert names_of(sides) == ["Orange", "Purple", "Yellow"]


def test_two_round_cards_are_waited_for_from_everybody() -> None:
    sitting = a_sitting()
    assert sitting.waited == {None: "lay two round cards; which one shows its evaluation?"}
    sitting.play("round", evaluation=REFS[0], order=REFS[1])
    sitting.play("work", cards={"red": 5, "blue": 5, "green": 5})
    assert sitting.waited[None].startswith("turn the last order over")


def test_who_has_laid_a_card_is_shown_and_who_has_not_is_waited_for() -> None:
    sitting = in_a_round().play("down", seats=["red"])
    assert {placed.seat: placed.has_placed for placed in sitting.scene.placed} == {
        "red": True,
        "blue": False,
        "green": False,
    }
    assert sitting.waited["red"] == "wait for Blue and Green, then turn your card over"
    assert sitting.waited["blue"] == "lay a card face down"
    assert [side.seat for side in sitting.scene.sides if side.is_active] == ["blue", "green"]
    sitting.play("down", seats=["blue", "green"])
    assert set(sitting.waited.values()) == {"all cards are down: turn yours over"}
    assert not any(placed.has_shown for placed in sitting.scene.placed)
    sitting.play("work", cards={"blue": 4})
    assert [placed.seat for placed in sitting.scene.placed if placed.has_shown] == ["blue"]


def test_who_discards_reads_in_the_words_of_the_evaluation_which_cards_may_be_discarded() -> None:
    sitting = Sitting(swapping("swap_up", 2, red=2, blue=0, green=0).match)
    assert sitting.waited["red"] == (
        "discard one of your cards (the card played is swapped for one that is higher by 2 at least, for everybody)"
    )


def test_the_order_says_what_is_asked_of_all_together() -> None:
    sheet = (sitting := in_a_round()).match.state.sheet
    total, average = sheet.totals[REFS[1]], sheet.average(REFS[1])
    assert en(sitting.scene.order) == f"order: {total} from all of you, {average} each on average"
    assert sitting.scene.visible == (CardSide(REFS[0], is_back=True), CardSide(REFS[1]))


def test_the_reveal_sets_the_cards_against_the_order() -> None:
    sitting = in_a_round().play("work", cards={"red": 11, "blue": 5, "green": 0})
    together, ordered = sitting.contest.scales
    assert lines(together.lines) == [("Red", "11"), ("Blue", "5"), ("Green", "0")]
    assert together.total == 16
    assert ordered.total == sitting.match.state.sheet.totals[REFS[1]]
    assert en(sitting.contest.outcome) == "success: 1 over"


def test_the_sum_of_a_reveal_and_the_change_of_a_reputation_are_told_line_by_line() -> None:
    sitting = in_a_round().play("work", cards={"red": 11, "blue": 5, "green": 0})
    assert sitting.sums("reveal")[-2:] == [("together", "16"), ("ordered", "15")]
    first = next(one for one in sitting.viewer.chronicle.lines[-1].consequences if one.kind == "reputation")
    assert lines(first.sums) == [
        ("reputation before", "0"),
        ("the highest card, above the average", "+6"),
    ]


def test_the_reveal_says_why_reputations_changed_beside_no_sum() -> None:
    sitting = Sitting(a_table(half("lose_reputation", "lowest", 1)).round().match)
    sitting.play("work", cards={"red": 6, "blue": 9, "green": 9})
    average = sitting.match.state.sheet.average(sitting.match.state.order)
    assert [en(note) for note in sitting.contest.notes] == [
        f"highest card (Blue and Green: 9, average {average}): reputation +{9 - average}",
        "evaluation (Red): reputation -1",
    ]
    assert not sitting.contest.scales[1].lines


def test_a_change_that_the_end_of_the_track_cuts_is_told_with_what_it_would_have_been() -> None:
    sitting = Sitting(
        a_table(half("lose_reputation", "lowest", 3)).round().override(reputation__red=-9).match
    )
    sitting.play("work", cards={"red": 6, "blue": 9, "green": 9})
    assert en(sitting.contest.notes[-1]) == (
        "evaluation (Red): reputation -1 (-3, but the track ends at -10)"
    )


def test_orders_that_ask_for_the_same_are_told_apart_by_their_number() -> None:
    scene = in_a_round().scene
    orders = {key: en(name) for key, name in scene.names.items() if f"order {key}" in scene.distinctions}
    assert orders
    assert all(list(orders.values()).count(name) > 1 for name in orders.values())


def test_before_the_first_round_there_are_no_tracks() -> None:
    assert a_sitting().scene.tracks == ()
    assert in_a_round().scene.tracks


def test_the_cards_under_each_boss_are_a_track() -> None:
    sitting = in_a_round().play("work", cards={"red": 11, "blue": 5, "green": 0})
    _, happy, angry, rounds = sitting.scene.tracks
    assert [step.state for step in happy.steps] == ["done", "ahead", "ahead", "ahead", "ahead"]
    assert {step.state for step in angry.steps} == {"ahead"}
    assert [step.state for step in rounds.steps][:2] == ["now", "ahead"]


def test_bakers_stand_on_the_track_of_reputations() -> None:
    reputation, *_ = in_a_round().scene.tracks
    assert [en(step.title) for step in reputation.steps] == [str(n) for n in range(-10, 11)]
    assert [(en(step.title), step.roles) for step in reputation.steps if step.roles] == [
        ("0", ("red", "blue", "green"))
    ]


def test_who_must_discard_is_told_to_and_why() -> None:
    sitting = Sitting(a_table(half("discard_choice", "lowest")).worked(red=8, blue=4, green=3).match)
    why = "discard one of your cards: the evaluation is for the lowest reputation"
    assert sitting.waited == {"blue": why, "green": why}
    assert [side.seat for side in sitting.scene.sides if side.is_active] == ["blue", "green"]


def test_what_the_evaluation_would_do_is_told_while_cards_are_chosen() -> None:
    sitting = Sitting(a_table(half("gain_reputation", "bad", 2)).round().match)
    assert [en(term) for term in sitting.scene.terms] == [
        "success: reputation +2 for everybody below 0",
        "failure: reputation +2 for everybody below 0",
        "points = values of the cards in hand + reputation, if it is above 0",
    ]


def test_what_counts_at_the_end_is_told_until_then() -> None:
    sitting = Sitting(a_table(half("end_bonus", "highest", 3)).worked(red=8, blue=4, green=3).match)
    assert [en(term) for term in sitting.scene.terms] == [
        "in force: 3 points more at the end for the highest reputation",
        "points = values of the cards in hand + reputation, if it is above 0",
    ]


def test_a_match_that_is_given_up_has_a_result() -> None:
    sitting = in_a_round().play("concede", seat="red")
    assert sitting.scene.is_over
    assert en(sitting.scene.result) == "victory is shared by Blue and Green"
    assert sitting.marks("red") == ["gave up"]


# --- nothing of what lies face down


def values_in(item: Any) -> Iterator[Any]:
    """All that a value is made of, words too."""
    match item:
        case Text():
            yield item.template
            yield from (value for arg in item.args.values() for value in values_in(arg))
        case Wording():
            yield item.en
        case dict():
            for key, part in item.items():
                yield from (*values_in(key), *values_in(part))
        case list() | tuple() | frozenset():
            for part in item:
                yield from values_in(part)
        case _ if dataclasses.is_dataclass(item):
            for field in dataclasses.fields(item):
                yield from values_in(getattr(item, field.name))
        case _:
            yield item


def said_by(snapshot: Snapshot) -> list[Any]:
    """Scene, offers and history of a snapshot, but for the number and time of each line."""
    history = [dataclasses.replace(line, seq=0, at_ms=0, evidence=()) for line in snapshot.history]
    return [
        repr(value)
        for part in (snapshot.scene, snapshot.offers, history, snapshot.proposal)
        for value in values_in(part)
    ]


def laid(value: int, *, amended_from: int | None = None) -> Sitting:
    sitting = in_a_round()
    sitting.play("work", cards={"red": value if amended_from is None else amended_from})
    sitting.play("down", seats=["blue"])
    if amended_from is not None:
        sitting.amend(2, {"play": "work", "cards": {"red": value}})
    return sitting


def test_nothing_that_is_shown_depends_on_a_card_that_lies_face_down() -> None:
    sittings = [laid(value) for value in range(12)]
    assert len({tuple(said_by(sitting.seen)) for sitting in sittings}) == 1
    assert all(sitting.match.view() == sittings[0].match.view() for sitting in sittings)


def test_nor_does_it_when_what_was_laid_is_corrected() -> None:
    seen = {tuple(said_by(laid(value, amended_from=7).seen)) for value in (0, 3, 11)}
    assert len(seen) == 1


def test_a_refused_card_is_not_told_either() -> None:
    sitting = in_a_round()
    for value in (3, 4):
        sitting.submit({"play": "work", "cards": {"nobody": value}})
        sitting.submit({"play": "work", "cards": {"red": 2}})
    told = " ".join(en(line.says) for line in sitting.seen.history)
    assert "3" not in told
    assert "4" not in told
    works = [line.play for line in sitting.seen.history if kind_said(line.play) == "work"]
    assert len(works) >= 4
    assert all(isinstance(play, HiddenPlay) for play in works)


def test_once_turned_everything_may_be_told() -> None:
    sitting = laid(9).play("work", cards={"blue": 8, "green": 7})
    assert {"9", "8", "7"} <= {line.value for line in sitting.contest.scales[0].lines}


def test_a_round_card_is_shown_by_the_side_that_is_up_and_a_work_card_by_seat_and_value() -> None:
    scene = in_a_round().scene
    assert scene.face("order", REFS[1]) == CardSide(REFS[1])
    assert scene.face("evaluation", REFS[0]) == CardSide(REFS[0], is_back=True)
    card = next(card for card in in_a_round().match.state.sheet.cards.values() if isinstance(card, WorkCard))
    laid = scene.face(f"cards.{card.seat.value}", card.value)
    assert laid == scene.face("value", card.value, card.seat.value) == CardSide(card.ref)
    assert scene.face("value", card.value) is None
