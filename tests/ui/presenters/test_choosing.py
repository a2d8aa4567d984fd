"""A play is chosen by touch: every play that the rules take can be reached, and nothing that is reached is refused."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.match import Match
from companion.play import Play, write_play
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.ofusaido.sheet import Seat
from companion.session.snapshot import Offer
from companion.virtual.chance import random_plays
from companion.words import Text, translate
from tests.quick import first_quick
from tests.rules.boufbowl.table import a_new_table, a_table, an_expert_table
from tests.rules.demonstration import demonstrations
from tests.rules.lignes.table import yellow_kicks, yellow_plays
from tests.rules.ofusaido.table import a_table as a_match_of_ofusaido
from tests.showing.sitting import Sitting, en
from tests.ui.fingers import first_alike
from ui.presenters.buttons import BUTTONS, CELL_BUTTONS, PlayButton, seats_of
from ui.presenters.play_choice import Chooser, Choosing

DEMONSTRATIONS = [(game, name) for game in GAMES for name in demonstrations(game)]
SHORT, LONG = 20, 1000
"""Plays after which a match of pure chance is conceded."""
MOST_TAPS = 60


def choosing(sitting: Sitting) -> Choosing:
    begun = Chooser.of(sitting.seen.offers, sitting.scene)
    assert begun is not None
    return begun


def by_chance(begun: Choosing, chance: Random) -> Play:
    """A play that is reached by touching whatever there is, the board too."""
    now = begun
    for _ in range(MOST_TAPS):
        touches = [touch.button for touch in now.on_board] if chance.random() < 0.3 else []
        found = now.pick(chance.choice(touches or [*now.buttons, *now.apart]))
        if not isinstance(found, Choosing):
            return found
        now = found
    raise AssertionError(f"no play after {MOST_TAPS} taps: {now.prompt}")


def play_by_touch(game: str, name: str, longest: int) -> Sitting:
    sitting = Sitting(Match(GAMES[game], *demonstrations(game)[name]))
    chance = Random(name)
    while not sitting.match.is_over and len(sitting.match.entries) < longest:
        seen = sitting.seen
        aside = Chooser.aside(seen.offers, seen.scene)
        begun = aside if aside is not None and chance.random() < 0.1 else choosing(sitting)
        assert len(begun.buttons) <= BUTTONS
        play = by_chance(begun, chance)
        sitting.submit(play)
        line = sitting.viewer.chronicle.lines[-1]
        assert line.refusal is None, (play, en(line.refusal))
    if not sitting.match.is_over:
        sitting.play("concede", seat=sitting.match.rules.seats(sitting.match.state)[0])
    return sitting


@pytest.mark.many
@pytest.mark.parametrize(("game", "name"), DEMONSTRATIONS)
def test_a_match_is_played_by_touch_alone(game: str, name: str) -> None:
    sitting = play_by_touch(game, name, SHORT)
    assert Chooser.of(sitting.seen.offers, sitting.scene) is None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), DEMONSTRATIONS)
def test_a_long_match_is_played_by_touch_alone(game: str, name: str) -> None:
    sitting = play_by_touch(game, name, LONG)
    assert Chooser.of(sitting.seen.offers, sitting.scene) is None


# --- every play can be reached


def found_by(now: Choosing, play: Json, turned: int = 0) -> bool:
    """Whether a play is reached by touching what it says."""
    for button in (*now.buttons, *now.apart):
        if not _may_lead(button, now, play, turned):
            continue
        following = now.pick(button)
        if not isinstance(following, Choosing):
            if _same(first_alike(write_play(following), now.scene.alike), play):
                return True
        elif found_by(following, play, turned + 1 if en(button.says) == "more" else 0):
            return True
    return False


def _may_lead(button: PlayButton, now: Choosing, play: Json, turned: int) -> bool:
    if en(button.says) == "more":
        return turned < 20
    if button.value == play["play"] and button.thing == "word":
        return button.seat == play.get("seat", button.seat)
    said = set(_values({name: item for name, item in play.items() if name != "play"}))
    value = first_alike(str(button.value), now.scene.alike)
    return button.value is None or button.value in ("cell_by_cell", "all") or value in said


def _values(item: Any) -> Iterator[str]:
    if isinstance(item, dict):
        for key, part in item.items():
            yield str(key)
            yield from _values(part)
    elif isinstance(item, list):
        for part in item:
            yield from _values(part)
    else:
        yield str(item)


def _same(one: Json, other: Json) -> bool:
    return one.keys() == other.keys() and all(_sorted(one[name]) == _sorted(other[name]) for name in one)


def _sorted(item: Any) -> Any:
    """Cards of a hand in any order are the same; a way over cells is not, but those are told in their order here."""
    if isinstance(item, list) and item and not isinstance(item[0], dict):
        return Counter(map(str, item))
    return item


@pytest.mark.many
@first_quick(("game", "name"), DEMONSTRATIONS)
def test_every_play_that_the_rules_offer_can_be_reached(game: str, name: str) -> None:
    sitting = Sitting(Match(GAMES[game], *demonstrations(game)[name]))
    chance = Random(name)
    tried: Counter[str] = Counter()
    for play, _ in zip(random_plays(sitting.match, Random(3)), range(40), strict=False):
        offers = [offer for offer in sitting.seen.offers if tried[offer.kind] < 3]
        for offer in offers:
            begins = [
                Chooser.of(sitting.seen.offers, sitting.scene),
                Chooser.aside(sitting.seen.offers, sitting.scene),
            ]
            begun = begins[::-1] if offer.is_aside or offer.kind in sitting.scene.rare else begins
            tried[offer.kind] += 1
            for choosable in chance.sample(offer.plays, min(3, len(offer.plays))):
                play_data = first_alike(write_play(choosable.play), sitting.scene.alike)
                assert any(one is not None and found_by(one, play_data) for one in begun), choosable.play
        sitting.submit(play)


# --- one thing after the other


def words(now: Choosing) -> list[str]:
    return [en(button.says) for button in now.buttons]


def press(now: Choosing, *says: str) -> "Choosing | Play":
    """Touch one button after the other, by their words, on this page or a later one."""
    found: Choosing | Play = now
    for word in says:
        found = touched(asked(found), called(word))
    return found


def play_pressed(now: Choosing, *says: str) -> Json:
    """The play that buttons lead to, in JSON."""
    found = press(now, *says)
    assert not isinstance(found, Choosing)
    data: Json = write_play(found)
    return data


def called(word: str) -> Callable[[PlayButton], bool]:
    return lambda button: en(button.says) == word


def standing_for(value: str) -> Callable[[PlayButton], bool]:
    return lambda button: str(button.value) == value


def touched(now: Choosing, is_it: Callable[[PlayButton], bool]) -> "Choosing | Play":
    for _ in range(20):
        found = next((button for button in now.buttons if is_it(button)), None)
        if found is not None:
            return now.pick(found)
        now = asked(now.pick(next(button for button in now.buttons if en(button.says) == "more")))
    raise AssertionError("there is no such button")


def asked(found: "Choosing | Play") -> Choosing:
    assert isinstance(found, Choosing)
    return found


def touch(now: Choosing, name: str) -> "Choosing | Play":
    return now.pick(next(touch.button for touch in now.on_board if touch.name == name))


def test_where_one_kind_of_play_is_waited_for_its_sentence_stands_above_what_may_be_said() -> None:
    begun = choosing(Sitting(Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])))
    assert en(begun.prompt) == "roll the d6: if the number is odd, Red kicks off; if it is even, Yellow"
    assert words(begun) == ["1", "2", "3", "4", "5", "6"]
    assert play_pressed(begun, "4") == {"play": "kickoff_roll", "d6": 4}


def test_what_is_chosen_is_done_and_what_ends_a_phase_is_confirmed() -> None:
    sitting = Sitting(Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])).play(
        "kickoff_roll", d6=4
    )
    assert play_pressed(choosing(sitting), "3", "9") == {"play": "strategy_roll", "d6": 3, "d12": 9}
    begun = choosing(sitting.play("strategy_roll", d6=3, d12=9))
    (end,) = begun.apart
    assert end not in begun.buttons
    final = asked(begun.pick(end))
    assert final.is_final
    assert en(final.prompt) == "end the strategy phase? Points that are lost: 12"
    assert play_pressed(final, "End the strategy phase") == {"play": "end_strategy"}
    assert final.back() == begun
    assert begun.back() == begun


def test_what_the_coachs_bonus_does_is_told_before_it_is_used() -> None:
    table = a_match_of_ofusaido(mode="pro", home={"coach": "BOSS"})
    sitting = Sitting(table.match)
    aside = Chooser.aside(sitting.seen.offers, sitting.scene)
    assert aside is not None
    (bonus,) = [button for button in aside.apart if en(button.says) == "Use the coach's bonus"]
    final = asked(aside.pick(bonus))
    if not final.is_final:
        final = asked(final.pick(final.buttons[0]))
    assert final.is_final
    assert "uses the coach's bonus: " in en(final.prompt)


def test_a_piece_walks_to_any_cell_it_can_reach_at_one_touch() -> None:
    sitting = Sitting(yellow_plays(6).match)
    on_board = asked(touch(choosing(sitting), "Y7"))
    walk = touch(on_board, "f10")
    assert not isinstance(walk, Choosing)
    assert write_play(walk) == {"play": "move", "piece": "Y7", "path": ["f8", "f9", "f10"]}


def test_each_cell_in_reach_tells_what_it_costs() -> None:
    sitting = Sitting(yellow_plays(6).match)
    on_board = asked(touch(choosing(sitting), "Y7")).on_board
    costs = {one.name: en(one.button.weight.says) for one in on_board if one.button.weight is not None}
    assert (costs["f8"], costs["f10"]) == ("1", "3")


def test_a_longer_way_is_walked_cell_by_cell() -> None:
    sitting = Sitting(yellow_plays(6).match)
    way = asked(press(asked(touch(choosing(sitting), "Y7")), "Cell by cell", "e8", "f9"))
    assert "nothing more" in words(way)
    assert way.way == ("f7", "e8", "f9")
    assert play_pressed(way, "nothing more") == {"play": "move", "piece": "Y7", "path": ["e8", "f9"]}


def test_a_teammate_with_the_ball_is_walked_over_and_not_stopped_upon() -> None:
    sitting = Sitting(yellow_plays(6).put(Y7="g10").match)
    upon = asked(press(asked(touch(choosing(sitting), "Y7")), "Cell by cell", "g11"))
    assert "nothing more" not in words(upon)


def test_touching_a_player_asks_what_he_does_where_he_may_do_several_things() -> None:
    sitting = Sitting(a_table().at("R1", R1="b3", B1="b3").match)
    what = asked(touch(choosing(sitting), "R1"))
    assert {"Move", "Tackle"} <= set(words(what))
    assert what.chosen == ("R1",)


def test_after_a_player_a_zone_moves_him_and_an_opponent_is_tackled_at_once() -> None:
    sitting = Sitting(a_table().at("R1", R1="b3", B1="b3").match)
    what = asked(touch(choosing(sitting), "R1"))
    move, tackle = touch(what, "a3"), touch(what, "B1")
    assert not isinstance(move, Choosing) and not isinstance(tackle, Choosing)
    assert write_play(move) == {"play": "move", "player": "R1", "to": "a3"}
    assert write_play(tackle) == {"play": "tackle", "player": "R1", "target": "B1"}


def test_the_carriers_touch_and_then_a_teammates_pass_the_ball() -> None:
    sitting = Sitting(yellow_plays(12).match)
    what = asked(touch(choosing(sitting), "Y9"))
    assert {"Move a piece", "Pass the ball"} <= set(words(what))
    passed, walked = touch(what, "Y10"), touch(what, "f10")
    assert not isinstance(passed, Choosing) and not isinstance(walked, Choosing)
    assert (write_play(passed), walked.kind) == ({"play": "pass", "to": "e9"}, "move")
    offered = {one.name for one in what.on_board}
    assert "Y2" not in offered, "the ball cannot be passed to him; a touch chooses him instead"


def test_a_pass_to_the_only_teammate_is_made_by_touching_him_and_not_before() -> None:
    sitting = Sitting(yellow_plays(3).match)
    (offer,) = [offer for offer in sitting.seen.offers if offer.kind == "pass"]
    assert [write_play(one.play) for one in offer.plays] == [{"play": "pass", "to": "e9"}]
    passed = touch(asked(touch(choosing(sitting), "Y9")), "Y10")
    assert not isinstance(passed, Choosing)
    assert write_play(passed) == {"play": "pass", "to": "e9"}
    only = asked(press(choosing(sitting), "Pass the ball"))
    assert words(only) == ["no.\N{NO-BREAK SPACE}10, e9"]
    assert only.pick(only.buttons[0]) == passed


def test_a_pass_tells_whom_it_reaches_and_what_it_costs() -> None:
    sitting = Sitting(yellow_plays(12).match)
    to = asked(press(choosing(sitting), "Pass the ball"))
    weights = {en(button.says): en(button.weight.says) for button in to.buttons if button.weight is not None}
    assert weights["no.\N{NO-BREAK SPACE}10, e9"] == "2"


def test_where_teammates_stand_the_zone_is_still_moved_to_and_a_doubtful_finger_is_asked() -> None:
    sitting = Sitting(a_table().at("R1", R1="b3", R2="c3", B1="c3").match)
    what = asked(touch(choosing(sitting), "R1"))
    move, passed = touch(what, "c3"), touch(what, "R2")
    assert not isinstance(move, Choosing) and not isinstance(passed, Choosing)
    assert (move.kind, passed.kind) == ("move", "pass")
    which = what.among(("c3", "R2"))
    assert words(which) == ["Move: c3", "Pass: no.\N{NO-BREAK SPACE}2 Name of R2"]
    assert which.chosen == ("R1",)
    assert which.pick(which.buttons[1]) == passed
    assert which.back() == what


def test_of_two_cards_that_print_the_same_one_is_offered() -> None:
    match = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"])
    sitting = Sitting(match)
    plays, bonus = random_plays(match, Random(1)), list[Offer]()
    while not bonus or len(bonus[0].plays) <= BUTTONS:
        sitting.submit(next(plays))
        bonus = [offer for offer in sitting.seen.offers if offer.kind == "bonus"]
    refs = [str(write_play(one.play)["cards"][0]) for one in bonus[0].plays]
    begun = choosing(sitting)
    offered = [str(button.value) for button in begun._all if button.thing == "card"]
    assert len(offered) == len({sitting.scene.alike[ref] for ref in refs}) < len(set(refs))


def test_of_two_dice_the_one_that_is_asked_for_is_named_and_the_first_is_told_while_the_second_is_asked_for() -> (
    None
):
    sitting = Sitting(Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])).play(
        "kickoff_roll", d6=4
    )
    first = choosing(sitting)
    assert en(first.prompt) == "roll the dice, d6 and d12, for the strategy phase; what does the d6 show?"
    second = asked(press(first, "3"))
    assert en(second.prompt) == "d6: 3; what does the d12 show?"


def test_players_are_placed_one_by_one_each_in_a_zone_of_his_own() -> None:
    sitting = Sitting(a_new_table().match)
    assert play_pressed(
        choosing(sitting), "a1", "b2", "c1", "c2", "b1", "no.\N{NO-BREAK SPACE}3 Name of R3"
    ) == {
        "play": "place",
        "seat": "red",
        "zones": {"R1": "a1", "R2": "b2", "R3": "c1", "R4": "c2", "R5": "b1"},
        "ball": "R3",
    }


def test_whom_a_touch_places_is_asked_from_the_first_and_who_is_placed_is_told() -> None:
    begun = choosing(Sitting(a_new_table().match))
    assert en(begun.prompt) == "where does no.\N{NO-BREAK SPACE}1 Name of R1 stand?"
    then = asked(press(begun, "a1", "b2"))
    assert en(then.prompt) == "where does no.\N{NO-BREAK SPACE}3 Name of R3 stand?"
    assert then.placed == {"R1": "a1", "R2": "b2"}


def test_a_button_keeps_its_seat_while_others_come_and_go() -> None:
    first = choosing(Sitting(a_table().at("R4").match))
    then = choosing(Sitting(a_table().at("R1", R1="b3", B1="b3").match))
    seats = [
        [en(one.says) if isinstance(one, PlayButton) else one for one in now.layout] for now in (first, then)
    ]
    assert seats[0].index("Move") == seats[1].index("Move")
    assert seats[0].index("Play a card") == seats[1].index("Play a card")
    assert "Tackle" in seats[1] and "Tackle" not in seats[0]
    assert seats[0][2] != "Tackle" and str(first.layout[2]) == str(Text("Tackle")), (
        "what is not possible is shown in its seat"
    )
    assert {len(row) for row in seats} == {8}
    assert [one for one in then.layout if isinstance(one, PlayButton)] == sorted(
        then.buttons, key=then.layout.index
    )


def test_the_usual_formation_is_one_touch() -> None:
    sitting = Sitting(a_new_table().match)
    sitting.submit(play_pressed(choosing(sitting), "Default formation"))
    assert sitting.viewer.chronicle.lines[-1].refusal is None


def test_more_buttons_than_a_page_holds_stand_on_several() -> None:
    sitting = Sitting(yellow_plays(10).match)
    cells = asked(touch(choosing(sitting), "Y10"))
    assert len(cells.buttons) == CELL_BUTTONS
    following = asked(press(cells, "more"))
    assert not set(words(cells)[:-1]) & set(words(following)[:-1])
    assert following.on_board == cells.on_board


def test_who_says_his_card_need_not_say_before_that_all_cards_are_down() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    sitting.play("round", evaluation=cards[0], order=cards[1])
    assert "7" in words(choosing(sitting))
    aside = Chooser.aside(sitting.seen.offers, sitting.scene)
    assert aside is not None
    assert words(aside) == ["All cards are down", *["I have laid my card"] * 3]
    assert play_pressed(aside, "All cards are down")["seats"] == ["red", "orange", "purple"]
    for _ in range(3):
        sitting.submit(play_pressed(choosing(sitting), "7"))
    assert any(event.kind == "reveal" for event in sitting.match.entries[-1].events)


def test_a_card_is_told_behind_something_else_while_others_still_choose() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    sitting.play("round", evaluation=cards[0], order=cards[1]).play("down", seats=["red"])
    aside = Chooser.aside(sitting.seen.offers, sitting.scene)
    assert aside is not None
    own = asked(aside.pick(next(button for button in aside.buttons if button.seat == "orange")))
    assert play_pressed(own, "7") == {"play": "work", "cards": {"orange": 7}}


def test_cards_are_turned_seat_by_seat_one_touch_each_and_another_player_may_go_first() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    sitting.play("round", evaluation=cards[0], order=cards[1]).play("down", seats=["red", "orange", "purple"])
    begun = choosing(sitting)
    assert begun.seat == "red"
    assert play_pressed(begun, "7") == {"play": "work", "cards": {"red": 7}}
    others = asked(press(begun, "another player…"))
    assert [button.seat for button in others.buttons] == ["orange", "purple"]
    assert play_pressed(asked(others.pick(others.buttons[1])), "7") == {
        "play": "work",
        "cards": {"purple": 7},
    }


def test_once_a_card_is_laid_only_the_others_are_asked_and_no_card_is_open() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    sitting.play("round", evaluation=cards[0], order=cards[1]).play("down", seats=["red"])
    begun = choosing(sitting)
    assert en(begun.prompt) == "lay a card face down", "no value is there to be touched"
    assert not any(said.isdigit() for said in words(begun))
    assert {button.seat for button in begun.buttons} == {None, "orange", "purple"}


def seats(now: Choosing) -> list[str]:
    return [en(one.says) if isinstance(one, PlayButton) else "" for one in seats_of(now.buttons)]


def test_work_cards_have_the_same_seats_for_every_player_and_the_next_button_too() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    for ref, order, red in ((cards[0], cards[1], 5), (cards[1], cards[2], 7)):
        sitting.play("round", evaluation=ref, order=order).play("down", seats=["red", "orange", "purple"])
        for seat, value in (("red", red), ("orange", 6), ("purple", 0)):
            if sitting.match.state.round > 1:
                break
            sitting.play("work", cards={seat: value})
    whole = [*map(str, range(12)), "", "another player…"]
    assert seats(choosing(sitting)) == [word if word != "5" else "" for word in whole]
    sitting.play("work", cards={"red": 7})
    assert seats(choosing(sitting)) == [word if word != "6" else "" for word in whole]
    sitting.play("work", cards={"orange": 7})
    assert seats(choosing(sitting)) == ["", *whole[1:12]], "nobody else is left"
    assert len(choosing(sitting).layout) == len(whole), (
        "the seats of those who are gone stay empty: no card moves"
    )


def test_what_ends_a_choice_stands_behind_the_cards_on_every_page() -> None:
    sitting = Sitting(a_match_of_ofusaido().attempt("home", "THROUGH").advance("home", "VEGA").match)
    sitting.play("oppose", seat="away", card="PAZ")
    begun = asked(press(choosing(sitting), "all others"))
    added = asked(begun.pick(begun.buttons[0]))
    assert en(added.buttons[-2].says) == "nothing more"
    place = added.buttons[-2].place
    turned = asked(press(added, "more"))
    assert [button.place for button in turned.buttons if en(button.says) == "nothing more"] == [place]


def test_of_the_energies_of_a_stall_all_or_none_come_back_at_one_touch() -> None:
    table = a_match_of_ofusaido().override(teams__home__energy_pile=5, teams__home__energy_spent=7)
    begun = choosing(Sitting(table.match))
    begun = asked(press(begun, "Stall"))
    asks = asked(begun.pick(begun.buttons[0]))
    asks = asked(asks.pick(asks.buttons[0]))
    assert "energies" not in play_pressed(asks, "All that may come back")
    assert play_pressed(asks, "None")["energies"] == []


def test_a_cell_is_offered_with_who_stands_there() -> None:
    sitting = Sitting(yellow_kicks(12).put(Y7="g13").match)
    to = asked(press(choosing(sitting), "Pass the ball"))
    under = {touch.name: en(touch.button.under) for touch in to.on_board}
    assert (under["g13"], under["g14"]) == ("no.\N{NO-BREAK SPACE}7", "")


def test_cards_of_one_name_stand_behind_one_button_when_there_are_many() -> None:
    match = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"])
    sitting = Sitting(match)
    for play in random_plays(match, Random(1)):
        bonus = [offer for offer in sitting.seen.offers if offer.kind == "bonus"]
        if bonus and len(bonus) == 1 and len(bonus[0].plays) > BUTTONS:
            break
        sitting.submit(play)
    names = words(choosing(sitting))
    assert len(set(names)) == len(names)
    assert names[:-1] == sorted(names[:-1])
    french = Chooser.of(sitting.seen.offers, sitting.scene, "fr")
    assert french is not None
    shown = [translate(button.says, "fr").replace("É", "E") for button in french.buttons[:-1]]
    assert shown == sorted(shown)


# --- beyond what the rules offer whole


def pressed(begun: Choosing, *values: str) -> Json:
    """Touch one thing after the other, by what it stands for; where more might be added, that this is all."""
    found: Choosing | Play = begun
    for value in values:
        found = touched(asked(found), standing_for(value))
    if isinstance(found, Choosing):
        found = press(found, "nothing more")
    assert not isinstance(found, Choosing)
    data: Json = write_play(found)
    return data


def test_an_effect_for_several_players_is_told_player_by_player() -> None:
    sitting = Sitting(a_table().at("R4", R1="b3", R2="c3", B1="c3", B2="b3").match)
    kinds = choosing(sitting)
    play = pressed(kinds, "card", "RUSH", "R2", "b3", "R1")
    assert play["targets"] == [{"player": "R2", "to": "b3"}, {"player": "R1"}, {"player": "B2"}]
    sitting.submit(play)
    assert sitting.contest.scales


def test_an_effect_on_players_whose_number_stands_on_the_card_is_for_one_or_several() -> None:
    sitting = Sitting(a_table().match)
    play = pressed(choosing(sitting), "card", "HERO", "R1", "R3")
    assert play["targets"] == [{"player": "R1"}, {"player": "R3"}]


def test_fervour_is_paid_point_by_point() -> None:
    table = an_expert_table().play("order", slot="sprint").end_turn().draw().end_turn()
    changes = {"players.R1.fervour": 2, "players.R2.fervour": 2}
    sitting = Sitting(table.play("override", set=changes, reason="a position").match)
    assert pressed(choosing(sitting), "clean_orders", "R1", "R2")["from"] == {"R1": 1, "R2": 1}


def test_five_shooters_are_named_one_by_one() -> None:
    sitting = Sitting(a_match_of_ofusaido().waste_all().match)
    squad = sitting.match.state.sheet.team(Seat.HOME).players
    named = [squad[4], squad[0], squad[2], squad[1], squad[3]]
    begun = choosing(sitting)
    assert begun.seat == "home"
    play = pressed(begun, *named)
    assert play["shooters"] == named
    sitting.submit(play)
    assert sitting.viewer.chronicle.lines[-1].refusal is None


def test_what_may_be_played_in_the_others_turn_is_chosen_aside() -> None:
    sitting = Sitting(a_table().match)
    aside = Chooser.aside(sitting.seen.offers, sitting.scene)
    assert aside is not None
    sitting.submit(play_pressed(aside, "SONG"))
    assert sitting.viewer.chronicle.lines[-1].refusal is None


def prompts_of_cards(aside: Choosing) -> Iterator[tuple[str, str]]:
    """Each card that can be chosen at once or after one button, and what is asked then."""
    for found in (aside, *(aside.pick(button) for button in aside.buttons)):
        for card in found.buttons if isinstance(found, Choosing) else ():
            then = asked(found).pick(card) if card.thing == "card" else None
            if isinstance(then, Choosing) and not then.is_final:
                yield en(card.says), en(then.prompt)


@pytest.mark.slow
def test_what_is_seldom_done_has_a_question_of_its_own_which_names_the_card_that_was_chosen() -> None:
    sitting = Sitting(Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"]))
    prompts: set[tuple[str, str]] = set()
    for play in random_plays(sitting.match, Random(5)):
        aside = Chooser.aside(sitting.seen.offers, sitting.scene)
        if aside is not None:
            prompts.update(prompts_of_cards(aside))
            if len({offer.kind for offer in sitting.seen.offers if offer.is_aside}) > 1:
                assert en(aside.prompt) == "what else is done?"
        sitting.submit(play)
    assert ("Ambush", "Ambush: for which player?") in prompts
