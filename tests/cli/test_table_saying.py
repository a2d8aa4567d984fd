"""What `companion watch` tells a person beside the plays: what the match waits for, and dice that nothing brings."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.live.saying import TextNarrator
from companion.cli.main import main
from companion.cli.paper import TerminalPaper
from companion.session.told import TowerRequest
from companion.storage.places import places
from companion.table.new_match import match_of

BY_HAND = "companion matches resume abc"


def said(*told: TowerRequest, by_hand: str | None = BY_HAND, can_type: bool = False) -> str:
    match = match_of({"game": "lignes"}, places(None))
    out = io.StringIO()
    paper = TerminalPaper(out, "en", width=80, coloured=False, sleep=lambda _: None)
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


def test_dice_that_a_tower_brings_or_that_nobody_waits_for_need_no_words() -> None:
    assert "Dice" not in said(TowerRequest("1", ("d6",)), by_hand=None)
    assert "Dice" not in said(TowerRequest("", ()))


def test_a_film_that_shows_nothing_ends_with_what_the_match_waits_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 5, (320, 240))
    for _ in range(30):
        writer.write(np.full((240, 320, 3), 120, np.uint8))
    writer.release()
    setup = tmp_path / "setup.yaml"
    setup.write_text("game: lignes")
    assert (
        main(["watch", "--source", film, "--setup", str(setup), "--data", str(tmp_path), "--lang", "en"]) == 0
    )
    told = " ".join(capsys.readouterr().out.split())
    assert "The mat is not found, and nothing is read" in told
    assert "there is no tower" in told
    assert told.endswith("Waiting for the whole table: kickoff roll")
