"""What `companion watch` tells a person beside the plays: what the match waits for, and dice that nothing brings."""

import io
import re
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.cli.live.narration import PersonNarrator, TextNarrator, aside, play_told
from companion.cli.main import main
from companion.cli.paper import TerminalPaper
from companion.ids import CardRef, MatchId
from companion.match import Match
from companion.play import Play
from companion.reading.answer import TableQuestion
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.rules.ofusaido.plays import ActionPlay
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ouaf.cards import Seat as BakerySeat
from companion.rules.ouaf.plays import Down
from companion.session.inbox import Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import QuestionEvent, TowerRequest
from companion.storage.places import places
from companion.storage.shipped_data import demonstrations
from companion.table.recorded_match import match_of
from companion.timers import Clocks
from companion.virtual.chance import random_plays
from companion.words import Text, translate
from tests.session.test_hidden import Told, forks, is_turned

BY_HAND = "companion matches resume abc"


def said(*told: TowerRequest, by_hand: str | None = BY_HAND, can_type: bool = False) -> str:
    match = match_of({"game": "lignes"}, places(None))
    out = io.StringIO()
    paper = TerminalPaper(out, "en", width=80, coloured=False)
    saying = TextNarrator(match, paper, "en", by_hand, can_type=can_type)
    saying.begin()
    for one in told:
        saying.tell(one)
    return out.getvalue()


def test_what_the_match_waits_for_is_told_when_it_begins() -> None:
    assert "Waiting for the whole table: kickoff roll" in said()


def test_dice_that_no_tower_brings_are_told_with_the_command_that_takes_them_typed() -> None:
    told = said(TowerRequest("1", ("d6", "d12")))
    assert "(d6, d12)" in told
    assert f"    {BY_HAND}\n" in told


def test_who_can_type_is_shown_the_line_of_a_roll() -> None:
    told = said(TowerRequest("1", ("d6",)), can_type=True)
    assert "    kickoff_roll 3\n" in told
    assert BY_HAND not in told


def test_what_hands_have_to_do_is_told_after_the_play_and_its_events() -> None:
    match = match_of({"game": "lignes"}, places(None))
    out = io.StringIO()
    saying = TextNarrator(match, TerminalPaper(out, "en", width=80, coloured=False), "en", None)
    controller = MatchController(MatchId("m"), match, None, Clocks(()))
    for told in controller.take(PlayIntent(KickoffRoll(6)), 0):
        saying.tell(told)
    assert out.getvalue().rstrip().endswith("☐ Put Yellow no. 9 on g11")


def test_a_question_between_two_plays_says_each_in_a_sentence() -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])
    options = (
        ActionPlay(Seat.HOME, CardRef("AC015-900"), 1),
        ActionPlay(Seat.HOME, CardRef("AC015-900"), 1, before_draw=True),
    )
    asked = QuestionEvent(TableQuestion("k", Text("Stern look: which play is it?"), options, ()))
    seen = aside(asked, match)
    assert seen is not None
    assert "Bellecombre plays “Stern look”, effect\u00a01" in translate(seen, "en")
    assert "before the draw, Bellecombre plays “Stern look”" in translate(seen, "en")
    out = io.StringIO()
    paper = TerminalPaper(out, "en", width=100, coloured=False)
    TextNarrator(match, paper, "en", None, can_type=True).tell(asked)
    assert "2 Before the draw, Bellecombre plays “Stern look”" in out.getvalue()


def test_dice_that_a_tower_brings_or_that_nobody_waits_for_need_no_words() -> None:
    assert "Dice" not in said(TowerRequest("1", ("d6",)), by_hand=None)
    assert "Dice" not in said(TowerRequest("", ()))


def test_a_film_that_shows_nothing_ends_with_what_the_match_waits_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 5, (1920, 1080))
    for _ in range(30):
        writer.write(np.full((1080, 1920, 3), 120, np.uint8))
    writer.release()
    setup = tmp_path / "setup.yaml"
    setup.write_text("game: lignes")
    assert (
        main(["watch", "--source", film, "--setup", str(setup), "--data", str(tmp_path), "--lang", "en"]) == 0
    )
    told = " ".join(capsys.readouterr().out.split())
    assert "The mat was not found, so nothing is read" in told
    assert "there is no tower" in told
    assert "Waiting for the whole table: kickoff roll" in told
    assert "go on with it after a stop: companion watch --source" in told


def told_plainly(game: str) -> str:
    """A match of chance, as far as it is told in a terminal."""
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    controller = MatchController(MatchId("table1"), match, None, Clocks(()))
    out = io.StringIO()
    saying = PersonNarrator(match, TerminalPaper(out, "en", width=100, coloured=False))
    for play, _ in zip(random_plays(match, Random(1)), range(120), strict=False):
        for told in controller.take(PlayIntent(play), 0):
            saying.tell(told)
    return out.getvalue()


@pytest.mark.parametrize("game", ["ouaf", "boufbowl"])
def test_a_settled_contest_is_told_in_two_columns_with_their_totals(game: str) -> None:
    assert re.search(r"Total ·+ +-?\d+ +Total ·+ +-?\d+$", told_plainly(game), re.MULTILINE)


def test_a_shot_against_a_distance_is_told_in_one_column() -> None:
    assert re.search(r"Credit +\d+\n +Distance to \w+ +\d+$", told_plainly("lignes"), re.MULTILINE)


class Printed(Told):
    """What a terminal prints of a match."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.out = io.StringIO()
        paper = TerminalPaper(self.out, "en", width=100, coloured=False)
        self.narrator = PersonNarrator(self.match, paper)

    def take(self, item: Item) -> None:
        for told in self.controller.take(item, 0):
            self.viewer.hear(told)
            self.narrator.tell(told)


def printed(game: str, plays: list[Play]) -> Printed:
    one = Printed(game)
    one.play_all(plays)
    return one


@pytest.mark.parametrize(
    ("game", "kind", "turned"), [("ouaf", "work", "reveal"), ("boufbowl", "bonus", "bonus")]
)
def test_a_terminal_tells_matches_alike_that_differ_in_hidden_cards_alone(
    game: str, kind: str, turned: str
) -> None:
    pairs = (
        [printed(game, [*before, play]) for play in several]
        for before, several, _ in forks(game, "demo-match", kind, 1)
    )
    first, second = next(pair for pair in pairs if not is_turned(pair[0], turned))
    assert first.out.getvalue() == second.out.getvalue() != ""


def test_a_card_that_lies_face_down_is_told_with_the_name_of_its_seat() -> None:
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"])
    told = play_told(Down((BakerySeat.YELLOW, BakerySeat.BLUE)), match)
    assert translate(told, "fr").endswith("Jaune Bleu")
    assert translate(told, "en").endswith("Yellow Blue")
