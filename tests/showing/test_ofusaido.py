"""OFUSAIDO shown: what each side is asked for."""

from random import Random

import pytest

from companion.match import Match
from companion.rules.ofusaido.plays import Advance, Intent
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.state import State
from companion.showing.ofusaido.scene_builder import OfusaidoSceneBuilder
from companion.showing.scene import DUEL
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from tests.rules.ofusaido.cards import box, changed, effect, modifier
from tests.rules.ofusaido.table import a_setup
from tests.showing.sitting import Sitting, en


def a_sitting(visible: str) -> Sitting:
    return Sitting(Match(OFUSAIDO, a_setup(visible=visible), box()))


def test_a_cross_that_a_wall_stopped_where_the_path_forks_is_asked_for_its_way() -> None:
    sitting = a_sitting("FORK DIRECT").play("attempt", seat="home", occasion="FORK")
    sitting.play("advance", seat="home", card="OTIS", intent="cross", to="b")
    assert sitting.waited == {"away": "choose a defender, or let it pass"}
    sitting.play("oppose", seat="away", card="BRIK")
    assert sitting.waited == {"home": "the wall stops the cross: say which way the attack goes"}


def in_a_duel() -> Sitting:
    sitting = a_sitting("THROUGH DIRECT").play("attempt", seat="home", occasion="THROUGH")
    sitting.play("advance", seat="home", card="VEGA", intent="pass")
    return sitting.play("oppose", seat="away", card="PAZ")


def test_whose_energy_is_turned_over_is_said_where_a_side_has_laid_several() -> None:
    sitting = in_a_duel().play("support", seat="home", cards=["OTIS"])
    sitting.play("no_support", seat="away").play("no_support", seat="home")
    assert sitting.waited == {"home": "turn over the energy card of Vega: 1 of 2"}


def test_who_is_asked_for_players_again_is_told_that_the_other_side_has_added_one() -> None:
    sitting = in_a_duel().play("no_support", seat="home")
    assert sitting.waited == {"away": "add support players, each with an energy card, or none"}
    sitting.play("support", seat="away", cards=["KANT"])
    assert sitting.waited == {"home": "away has added a player: add one more, or nobody"}
    closing = "Both sides are done: turn over the energy"
    assert en(sitting.scene.names["play reveal"]) == closing
    sitting.play("no_support", seat="home").play("no_support", seat="away")
    assert en(sitting.scene.names["play reveal"]) == "Turn over the energy card"


def test_a_card_stands_out_by_what_counts_in_its_duel_and_not_by_its_best_value() -> None:
    sitting = a_sitting("THROUGH DIRECT").play("attempt", seat="home", occasion="THROUGH")
    assert sitting.scene.faces["VEGA"].counts == "", "nobody plays yet"
    sitting.play("advance", seat="home", card="VEGA", intent="pass")
    faces = sitting.scene.faces
    assert {faces[ref].counts for ref in sitting.match.state.sheet.away.players} == {"INT"}, (
        "all who may oppose"
    )
    sitting.play("oppose", seat="away", card="PAZ")
    counts = {ref: face.counts for ref in ("VEGA", "PAZ") if (face := sitting.scene.face(DUEL, ref))}
    assert counts == {"VEGA": "PAS", "PAZ": "INT"}
    assert sitting.scene.faces["PAZ"].counts == "", "a support brings his energy only"


def test_a_side_with_one_energy_is_not_told_whose_it_is() -> None:
    sitting = in_a_duel().play("no_support", seat="home").play("no_support", seat="away")
    assert sitting.waited == {"home": "turn over your energy card"}


def test_a_sentence_with_the_name_of_an_occasion_has_it_in_quotation_marks() -> None:
    sitting = a_sitting("THROUGH DIRECT").play("attempt", seat="home", occasion="THROUGH")
    name = en(sitting.scene.names["THROUGH"])
    assert en(sitting.seen.history[-1].says) == f"home attempts “{name}” from zone\N{NO-BREAK SPACE}A"


def test_in_a_shot_one_is_added_at_most_and_the_place_of_a_last_defender_is_told() -> None:
    sitting = a_sitting("THROUGH DIRECT").play("attempt", seat="home", occasion="DIRECT")
    sitting.play("shoot", seat="home", card="VEGA")
    assert sitting.waited["home"] == "add one support player with an energy card, or none"
    sitting.play("no_support", seat="home")
    assert sitting.waited["away"] == "add a last defender with an energy card, or none"
    ways = next(offer.ways for offer in sitting.seen.offers if offer.kind == "support")
    assert ways is not None
    worth = {en(bit.weight.says) for bit in ways.next(()) if bit.weight is not None}
    assert worth == {"+1 placement", "+2 placement"}


def test_a_hand_above_its_limit_says_how_many_cards_are_discarded_when_the_turn_ends() -> None:
    sitting = a_sitting("THROUGH DIRECT")
    side = sitting.scene.side("home")
    (hand,) = (count for count in side.counts if count.name == "hand")
    assert (hand.value, hand.of) == (8, 8)
    sitting.play("override", set={"teams.home.hand": 10}, reason="drew two")
    side = sitting.scene.side("home")
    (hand,) = (count for count in side.counts if count.name == "hand")
    assert (hand.value, hand.of) == (10, None)
    assert "to discard when the turn ends: 2" in [en(note) for note in side.marks]


def test_what_a_card_counts_for_begins_with_the_number_that_is_printed_on_it() -> None:
    sitting = Sitting(Match(OFUSAIDO, *demonstrations("ofusaido")["demo-match"]))
    begun = next(offer for offer in sitting.seen.offers if offer.kind == "attempt")
    sitting.submit(begun.plays[0].play)
    state = sitting.match.state
    assert isinstance(state, State)
    offered = next(offer for offer in sitting.seen.offers if offer.kind == "advance").plays
    said = {
        one.play.card: en(one.weight.says)
        for one in offered
        if isinstance(one.play, Advance) and one.play.intent is Intent.PASS and one.weight is not None
    }
    assert "8 + 2 = 10" in said.values(), "a coach adds 1 to some players' passes"
    for card, words in said.items():
        assert words.split(" ")[0] == str(state.sheet.player(card).stats.PAS)


@pytest.mark.slow
def test_a_side_is_headed_by_its_own_players_and_not_by_one_whose_effect_counts_against_it() -> None:
    setup, cards = demonstrations("ofusaido")["demo-match"]
    settled = 0
    for seed in range(3):
        sitting = Sitting(Match(OFUSAIDO, setup, cards))
        for play, _ in zip(random_plays(sitting.match, Random(seed)), range(80), strict=False):
            sitting.submit(play)
            contest = sitting.scene.contest
            for scale in () if contest is None or contest.outcome is None else contest.scales:
                assert scale.seat is not None
                team = setup["teams"][scale.seat]
                assert {*scale.cards} <= {*team["players"], *team["goalkeepers"]}
                settled += 1
    assert settled


def test_what_others_effects_take_from_a_card_is_told_beside_its_number() -> None:
    worse = effect(modifier("progression own_attack base", "score", "add", -1), lasts="match")
    match = Match(
        OFUSAIDO, a_setup(home={"coach": "BOSS"}, mode="pro"), box(changed("BOSS", permanent=worse))
    )
    sitting = Sitting(match).play("attempt", seat="home", occasion="THROUGH")
    offered = next(offer for offer in sitting.seen.offers if offer.kind == "advance").plays
    said = [en(one.weight.says) for one in offered if one.weight is not None]
    assert "6 - 1 = 5" in said


def test_the_programme_has_what_a_coach_may_do_once() -> None:
    for unique, told in ((effect(deeds=("draw 1",)), True), (None, False)):
        cards = box(changed("BOSS", unique=unique))
        match = Match(OFUSAIDO, a_setup(home={"coach": "BOSS"}, mode="pro"), cards)
        programme = [en(words) for words in OfusaidoSceneBuilder().programme(match.state)]
        assert ("once: as printed" in programme) is told


def test_the_cards_of_a_side_that_are_turned_over_are_counted() -> None:
    sitting = in_a_duel().play("no_support", seat="home").play("no_support", seat="away")
    assert [sitting.scale(seat).turned_count for seat in ("home", "away")] == [0, 0]
    sitting.play("reveal", seat="home", energy="Y30")
    assert [sitting.scale(seat).turned_count for seat in ("home", "away")] == [1, 0]
