"""What Boufbowl's table means: docs/mats.md, sentence by sentence."""

from collections.abc import Mapping

import pytest

from companion.observation import Sighting
from companion.reading.answer import Desync, Played, Puzzle, Question
from companion.reading.games import MEANINGS
from companion.reading.identify import Identities, names_of
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.shipped import demonstrations
from companion.words import translate
from tests.reading.table import TestTable

SETUP, CARDS = demonstrations("boufbowl")["demo-match"]
EXPERT, EXPERT_CARDS = demonstrations("boufbowl")["demo-match-expert"]
RED, BLUE = SETUP["teams"]["red"]["players"], SETUP["teams"]["blue"]["players"]
BALL = "20"
STANDING = {**dict(zip(RED, range(71, 76), strict=True)), **dict(zip(BLUE, range(91, 96), strict=True))}
RED_ZONES = dict(zip(RED, ("a1", "b1", "a2", "b2", "c2"), strict=True))
BLUE_ZONES = dict(zip(BLUE, ("a5", "b5", "a4", "b4", "c4"), strict=True))
CARRIER = RED[2]
CORNERS_MM = ((-28, 28), (28, 28), (-28, -28), (28, -28))


class Pitch(TestTable):
    """A table whose tokens lie where the match has them; each player in a corner of his zone, the ball beside one."""

    def __init__(self, *plays: Json, mode: str = "normal") -> None:
        setup, cards = (SETUP, CARDS) if mode == "normal" else (EXPERT, EXPERT_CARDS)
        super().__init__("boufbowl", setup, cards, plays)
        self.tokens: dict[str, int] = {}
        self.at: dict[str, tuple[int, int]] = {}
        self.ball = 0
        self.follow()

    def follow(self) -> None:
        """The table is made to agree, and has come to rest."""
        for ref, player in self.view["players"].items():
            if player["zone"] != "off":
                self._put(ref, player["zone"], is_standing=player["standing"])
        ball = self.view["ball"]
        if ball["zone"] is not None:
            shift = self._beside(ball["carrier"]) if ball["carrier"] else (0, 0)
            self.put_ball(ball["zone"], shift)
        self.wait(1000)
        answer = self.look(600)
        assert answer is None, answer

    def _put(self, ref: str, zone: str, *, is_standing: bool) -> None:
        tag = str(self._tag(ref) if is_standing else self._tag(ref) + 10)
        if ref in self.tokens:
            self.take(self.tokens[ref])
        seat = 0 if self._tag(ref) < 90 else 2
        there = [other for other, at in self.at.items() if at == self._corner(zone, seat) and other != ref]
        self.at[ref] = self._corner(zone, seat + bool(there))
        self.tokens[ref] = self.lay(tag, zone, shift_mm=CORNERS_MM[seat + bool(there)])

    def _tag(self, ref: str) -> int:
        """Of the side that shows him standing."""
        teams = self.match.setup["teams"]
        seat, first = ("red", 71) if ref in teams["red"]["players"] else ("blue", 91)
        players: list[str] = teams[seat]["players"]
        return first + players.index(ref)

    def _corner(self, zone: str, corner: int) -> tuple[int, int]:
        middle = next(one for one in self.mat.zones if one.name == zone).middle_mm
        return (round(middle[0]) + CORNERS_MM[corner][0], round(middle[1]) + CORNERS_MM[corner][1])

    def _beside(self, ref: str) -> tuple[int, int]:
        zone = self.view["players"][ref]["zone"]
        middle = next(one for one in self.mat.zones if one.name == zone).middle_mm
        x_mm, y_mm = (self.at[ref][n] - round(middle[n]) for n in (0, 1))
        return (x_mm - (16 if x_mm > 0 else -16), y_mm - (18 if y_mm > 0 else -18))

    def put_ball(self, zone: str, shift_mm: tuple[int, int] = (0, 0)) -> None:
        if self.ball:
            self.take(self.ball)
        self.ball = self.lay(BALL, zone, shift_mm=shift_mm)

    def give_ball(self, ref: str) -> None:
        """The ball is laid beside a player."""
        self.put_ball(self.view["players"][ref]["zone"], self._beside(ref))

    def walk(self, ref: str, zone: str) -> None:
        self.take(self.tokens[ref])
        self.tokens[ref] = self.lay(str(STANDING[ref]), zone, shift_mm=CORNERS_MM[0 if ref in RED else 2])

    def turn(self, ref: str, *, is_standing: bool) -> None:
        self._put(ref, self.view["players"][ref]["zone"], is_standing=is_standing)

    def all_played(self, after_ms: int = 4000) -> list[Json]:
        """A reading with what it makes plain, submitted."""
        answer = self.look(after_ms, Played)
        assert isinstance(answer, Played), answer
        for play in (*answer.before, answer.play):
            self.play(play)
        self.reader.account_for(answer.says)
        return [*answer.before, answer.play]


PLACED: tuple[Json, ...] = (
    {"play": "place", "seat": "red", "zones": RED_ZONES, "ball": CARRIER},
    {"play": "place", "seat": "blue", "zones": BLUE_ZONES},
)
KICKED_OFF: tuple[Json, ...] = (*PLACED, {"play": "kickoff", "zone": "b3"})


def _with_ball(**changes: object) -> Pitch:
    """Red at play, with the ball under an arm."""
    ball = {"ball.zone": "a2", "ball.carrier": CARRIER, "ball.state": "held"}
    override = {"play": "override", "set": {**ball, **changes}, "reason": "for the test"}
    return Pitch(*KICKED_OFF, override)


def _with(changes: Mapping[str, object]) -> Pitch:
    return Pitch(*KICKED_OFF, {"play": "override", "set": dict(changes), "reason": "for the test"})


# --- placing


def test_five_players_and_the_ball_beside_one_are_a_placement() -> None:
    pitch = Pitch()
    for ref, zone in RED_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.played(after_ms=4000) == PLACED[0]


def test_four_players_are_no_placement_yet() -> None:
    pitch = Pitch()
    for ref in RED[:4]:
        pitch.lay(str(STANDING[ref]), RED_ZONES[ref])
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(6000) is None


def test_who_stands_under_the_ball_is_known_by_the_other_four() -> None:
    pitch = Pitch()
    for ref, zone in RED_ZONES.items():
        if ref != CARRIER:
            pitch.lay(str(STANDING[ref]), zone)
    pitch.lay(BALL, "a2")
    assert pitch.played(after_ms=4000) == PLACED[0]


def test_who_still_arranges_his_players_has_not_placed_them() -> None:
    pitch = Pitch()
    things = [pitch.lay(str(STANDING[ref]), zone) for ref, zone in RED_ZONES.items()]
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(2000) is None
    pitch.move(things[0], "c1")
    assert pitch.look(2000) is None
    assert pitch.played(after_ms=3000)["zones"] == {**RED_ZONES, RED[0]: "c1"}


def test_the_kick_off_says_that_the_second_coach_has_placed_his_players() -> None:
    pitch = Pitch(PLACED[0])
    for ref, zone in BLUE_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.put_ball("b3")
    assert pitch.all_played() == [PLACED[1], {"play": "kickoff", "zone": "b3"}]


# --- moving


def test_a_token_in_a_zone_beside_its_own_is_a_move() -> None:
    pitch = _with_ball()
    pitch.walk(RED[0], "b1")
    answer = pitch.look(400)
    assert isinstance(answer, Played)
    assert answer.play == {"play": "move", "player": RED[0], "to": "b1"}


def test_a_token_carried_over_two_zones_is_two_moves() -> None:
    pitch = _with_ball()
    pitch.walk(RED[4], "c4")
    assert pitch.all_played() == [
        {"play": "move", "player": RED[4], "to": "c3"},
        {"play": "move", "player": RED[4], "to": "c4"},
    ]


def test_two_tokens_moved_at_once_are_two_moves_in_their_order() -> None:
    pitch = _with_ball()
    pitch.walk(RED[4], "c3")
    pitch.walk(RED[3], "b3")
    assert [pitch.played()["player"], pitch.played()["player"]] == [RED[4], RED[3]]


def test_a_token_taken_back_within_the_hold_is_not_moved() -> None:
    pitch = _with_ball()
    pitch.walk(RED[4], "c3")
    pitch.wait(100)
    pitch.walk(RED[4], "c2")
    assert pitch.look(3000) is None


def test_a_token_moved_too_far_is_explained() -> None:
    pitch = _with_ball()
    pitch.walk(RED[0], "c5")
    assert "does not touch" in pitch.told()


def test_the_other_coachs_token_is_explained_and_not_played() -> None:
    pitch = _with_ball()
    pitch.walk(BLUE[4], "c3")
    answer = pitch.look(4000)
    assert isinstance(answer, Puzzle)


def test_the_carrier_is_moved_and_the_ball_follows() -> None:
    pitch = _with_ball()
    pitch.walk(CARRIER, "a3")
    assert pitch.played() == {"play": "move", "player": CARRIER, "to": "a3"}
    pitch.put_ball("a3", (-12, 10))
    assert pitch.look(8000) is None


def test_a_carrier_whose_ball_stays_behind_is_asked_to_take_it_along() -> None:
    pitch = _with_ball()
    pitch.walk(CARRIER, "a3")
    pitch.played()
    assert "belongs on" in pitch.told(9000)


def test_a_ball_that_goes_on_with_its_carrier_under_it_is_his_move() -> None:
    pitch = _with_ball()
    pitch.cover(pitch.tokens[CARRIER])
    pitch.put_ball("a3")
    assert pitch.played(after_ms=1500) == {"play": "move", "player": CARRIER, "to": "a3"}


def test_a_lying_token_turned_up_stands() -> None:
    pitch = _with_ball(**{f"players.{RED[0]}.standing": False})
    pitch.turn(RED[0], is_standing=True)
    assert pitch.played() == {"play": "stand", "player": RED[0]}


def test_a_knocked_out_player_on_the_bench_was_taken_off_and_comes_on_by_an_entry() -> None:
    pitch = _with_ball(**{f"players.{RED[0]}.standing": False, f"players.{RED[0]}.marker": "ko"})
    pitch.move(pitch.tokens[RED[0]], "red.bench")
    assert pitch.played() == {"play": "take_off", "player": RED[0]}
    standing = {f"players.{RED[0]}.standing": True, f"players.{RED[0]}.marker": None}
    pitch.play({"play": "override", "set": standing, "reason": "he is well again"})
    pitch.take(pitch.tokens[RED[0]])
    pitch.lay(str(STANDING[RED[0]]), "c1")
    assert pitch.played() == {"play": "bring_on", "player": RED[0], "zone": "c1"}


# --- the beginning of a turn


def test_the_first_move_says_that_the_cards_were_drawn() -> None:
    pitch = Pitch(*KICKED_OFF, *_to_a_draw("blue"))
    pitch.walk(BLUE[4], "c3")
    assert [play["play"] for play in pitch.all_played()] == ["draw", "move"]


def _to_a_draw(seat: str) -> tuple[Json, ...]:
    """Red ends his turn, and the other coach has room in his hand."""
    override = {"play": "override", "set": {f"hands.{seat}": 3}, "reason": "for the test"}
    return (override, {"play": "end_turn"})


def test_who_turns_up_his_players_has_drawn_his_cards() -> None:
    lying = {"play": "override", "set": {f"players.{BLUE[0]}.standing": False}, "reason": "for the test"}
    pitch = Pitch(*KICKED_OFF, lying, *_to_a_draw("blue"))
    pitch.turn(BLUE[0], is_standing=True)
    assert pitch.played()["play"] == "draw"
    assert pitch.look(8000) is None


# --- the ball


def test_the_ball_beside_a_teammate_is_a_pass() -> None:
    pitch = _with_ball()
    pitch.give_ball(RED[4])
    assert pitch.played(after_ms=1000) == {"play": "pass", "player": CARRIER, "to": RED[4]}


def test_a_ball_alone_in_a_zone_may_have_been_sent_up_and_is_asked_about() -> None:
    pitch = _with_ball()
    pitch.put_ball("c3")
    assert pitch.asked() == ({"play": "chandelle", "player": CARRIER, "zone": "c3"},)


def test_with_its_command_card_it_was_sent_up() -> None:
    pitch = _with_ball()
    pitch.lay("CMD:CHANDELLE", "red.command")
    pitch.put_ball("c3")
    assert pitch.played() == {"play": "chandelle", "player": CARRIER, "zone": "c3"}


def test_the_ball_on_the_ground_is_picked_up_by_who_it_is_put_beside() -> None:
    pitch = _with({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground"})
    pitch.give_ball(RED[4])
    assert pitch.played() == {"play": "pick_up", "player": RED[4]}


def test_or_by_the_only_one_who_can_with_the_command_card() -> None:
    pitch = _with({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground"})
    pitch.lay("CMD:PICK-UP", "red.command")
    assert pitch.played() == {"play": "pick_up", "player": RED[4]}


def test_a_ball_between_two_who_could_is_asked_about() -> None:
    both = {f"players.{RED[3]}.zone": "c2"}
    pitch = _with({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground", **both})
    pitch.lay("CMD:PICK-UP", "red.command")
    assert {option["player"] for option in pitch.asked()} == {RED[3], RED[4]}


def _intercepting() -> Pitch:
    """A pass that two of the other side could take."""
    near = {f"players.{BLUE[4]}.zone": "c2", f"players.{BLUE[3]}.zone": "b2"}
    pitch = _with_ball(**near)
    pitch.give_ball(RED[4])
    pitch.played(after_ms=1000)
    return pitch


def test_the_ball_beside_an_opponent_says_who_intercepts() -> None:
    pitch = _intercepting()
    pitch.give_ball(BLUE[3])
    assert pitch.played() == {"play": "intercept", "player": BLUE[3]}


def test_no_says_that_nobody_does() -> None:
    pitch = _intercepting()
    pitch.lay("CMD:NO", "blue.command")
    assert pitch.played() == {"play": "no_intercept"}


def test_no_on_the_other_coachs_place_says_nothing() -> None:
    pitch = _intercepting()
    pitch.lay("CMD:NO", "red.command")
    assert not isinstance(pitch.look(3000), Played)


# --- oppositions


def _tackling(**changes: object) -> Pitch:
    pitch = _with_ball(**{f"players.{BLUE[4]}.zone": "c2", **changes})
    pitch.command = pitch.lay("CMD:TACKLE", "red.command")  # type: ignore[attr-defined]
    return pitch


def test_the_command_card_says_the_only_tackle() -> None:
    assert _tackling().played() == {"play": "tackle", "player": RED[4], "target": BLUE[4]}


def test_of_several_the_one_who_was_pushed_against_his_opponent_tackles() -> None:
    pitch = _with_ball(**{f"players.{BLUE[4]}.zone": "c2", f"players.{BLUE[3]}.zone": "c2"})
    x_mm, y_mm = next(zone for zone in pitch.mat.zones if zone.name == "c2").middle_mm
    target = pitch.at[BLUE[3]]
    pitch.take(pitch.tokens[RED[4]])
    shift = (target[0] - round(x_mm), target[1] - round(y_mm) + 24)
    pitch.lay(str(STANDING[RED[4]]), "c2", shift_mm=shift)
    pitch.wait(300)
    pitch.lay("CMD:TACKLE", "red.command")
    assert pitch.played() == {"play": "tackle", "player": RED[4], "target": BLUE[3]}


def _opposing() -> Pitch:
    pitch = _tackling()
    pitch.played()
    return pitch


def test_cards_turned_up_and_a_no_say_all_that_is_added() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    pitch.lay("AR004-900", "red.bonus")
    pitch.lay("CMD:NO", "blue.command")
    assert pitch.all_played() == [
        {"play": "commit", "seat": "red", "cards": 2},
        {"play": "commit", "seat": "blue", "cards": 0},
        {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]},
    ]


def test_as_long_as_a_coach_says_nothing_the_other_one_is_waited_for() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus")
    assert not isinstance(pitch.look(3000), Played)


def test_a_card_and_a_no_of_one_coach_are_asked_about() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus")
    pitch.lay("CMD:NO", "red.command")
    pitch.lay("CMD:NO", "blue.command")
    assert len(pitch.asked()) == 1


def test_a_card_whose_bonus_is_for_something_else_is_not_added() -> None:
    pitch = _opposing()
    pitch.lay("AR011-900", "red.bonus")
    pitch.lay("CMD:NO", "blue.command")
    assert not isinstance(pitch.look(3000), Played)


def test_the_table_must_show_who_was_knocked_down() -> None:
    pitch = _opposing()
    for seat in ("red", "blue"):
        pitch.play({"play": "commit", "seat": seat, "cards": 0})
    pitch.play({"play": "dice", "seat": "red", "stars": [3], "damage": []})
    pitch.play({"play": "dice", "seat": "blue", "stars": [0], "damage": []})
    assert not pitch.view["players"][BLUE[4]]["standing"]
    assert pitch.look(5000) is None
    answer = pitch.look(3000)
    assert isinstance(answer, Desync)
    assert "Blue 5, down" in translate(answer.says[0], "en")
    assert "à terre" in translate(answer.says[0], "fr")
    pitch.turn(BLUE[4], is_standing=False)
    assert pitch.look(3000) is None


# --- effects


def test_an_effect_without_players_is_said_by_its_card_alone() -> None:
    pitch = _with_ball()
    pitch.lay("AR023-900", "red.card")
    assert pitch.played() == {"play": "card", "seat": "red", "ref": "AR023-900"}


def test_an_effect_that_moves_a_player_is_said_by_card_and_token() -> None:
    pitch = _with_ball()
    pitch.lay("AR029-900", "red.card")
    pitch.wait(300)
    pitch.walk(RED[4], "c3")
    play = pitch.played()
    assert play["targets"] == [{"player": RED[4], "to": "c3"}]


def test_lightning_is_played_in_the_others_turn() -> None:
    pitch = _with_ball()
    pitch.lay("AB025-900", "blue.card")
    assert pitch.played()["seat"] == "blue"


def test_a_card_without_lightning_in_the_others_turn_is_explained() -> None:
    pitch = _with_ball()
    pitch.lay("AB023-900", "blue.card")
    assert "lightning" in pitch.told()


# --- expert


def test_an_order_is_said_by_its_command_card() -> None:
    pitch = Pitch(*_expert_kickoff(), mode="expert")
    pitch.lay("CMD:ORDER-SPRINT", "red.command")
    assert pitch.played() == {"play": "order", "slot": "sprint"}


def test_who_buys_a_power_is_asked() -> None:
    override = {"play": "override", "set": {f"players.{RED[3]}.fervour": 5}, "reason": "for the test"}
    pitch = Pitch(*_expert_kickoff(), override, mode="expert")
    bought = next(play for play in GAMES["boufbowl"].options(pitch.match.state, "red", "buy"))
    pitch.lay(bought.power, "red.power")
    options = pitch.asked()
    assert {option["from"] for option in options} == {"shown", "top"}
    assert {option["power"] for option in options} == {bought.power}


def _expert_kickoff() -> tuple[Json, ...]:
    red, blue = EXPERT["teams"]["red"]["players"], EXPERT["teams"]["blue"]["players"]
    return (
        {**PLACED[0], "zones": dict(zip(red, RED_ZONES.values(), strict=True)), "ball": red[2]},
        {**PLACED[1], "zones": dict(zip(blue, BLUE_ZONES.values(), strict=True))},
        KICKED_OFF[2],
    )


# --- in every game


def test_take_back_is_always_asked_about() -> None:
    pitch = _with_ball()
    pitch.lay("CMD:UNDO", "red.command")
    assert pitch.asked() == ({"play": "undo"},)


def test_a_move_that_was_taken_back_is_not_read_again_and_the_token_must_go_back() -> None:
    pitch = _with_ball()
    pitch.walk(RED[4], "c3")
    pitch.played()
    pitch.play({"play": "undo"})
    answer = pitch.look(9000)
    assert isinstance(answer, Desync)
    pitch.walk(RED[4], "c2")
    assert pitch.look(3000) is None
    pitch.walk(RED[4], "c3")
    assert pitch.played()["to"] == "c3"


def test_a_hand_resting_on_a_token_changes_nothing() -> None:
    pitch = _with_ball()
    pitch.cover(pitch.tokens[RED[4]])
    assert pitch.look(9000) is None


def test_a_token_that_is_tidied_within_its_zone_says_nothing_now_or_later() -> None:
    pitch = _with_ball()
    pitch.take(pitch.tokens[RED[4]])
    pitch.tokens[RED[4]] = pitch.lay(str(STANDING[RED[4]]), "c2", shift_mm=(0, 30))
    assert pitch.look(3000) is None
    pitch.play({"play": "override", "set": {f"players.{RED[4]}.zone": "c3"}, "reason": "for the test"})
    assert not isinstance(pitch.look(3000), Played)


def test_after_a_restart_what_lies_there_says_nothing_again() -> None:
    pitch = _with_ball()
    pitch.walk(RED[4], "c3")
    answer = pitch.look(400, Played)
    assert isinstance(answer, Played)
    pitch.play(answer.play)
    seen = [one for one in answer.evidence if isinstance(one, Sighting)]
    pitch.reader = Reader(GAMES["boufbowl"], MEANINGS["boufbowl"], Identities(pitch.mat, names_of(CARDS), {}))
    pitch.reader.recall(seen)
    pitch.reader.sees(pitch.now_ms, is_seeing=True)
    pitch.reader.see(seen[0])
    assert not isinstance(pitch.look(4000), Played | Question)


def test_without_any_token_on_the_mat_nothing_is_missed() -> None:
    table = TestTable("boufbowl", SETUP, CARDS, KICKED_OFF)
    assert table.look(20_000) is None


@pytest.mark.parametrize("zone", ["red_end", "blue_end"])
def test_no_chandelle_goes_into_an_endzone(zone: str) -> None:
    pitch = _with_ball()
    pitch.lay("CMD:CHANDELLE", "red.command")
    pitch.put_ball(zone)
    assert not isinstance(pitch.look(3000), Played)
