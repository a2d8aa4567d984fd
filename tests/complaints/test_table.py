"""What people complain about in other programs that look at a table through a camera, and how it must not happen here."""

from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.reading.answer import SureReading, TableQuestion
from companion.rules.games import GAMES
from companion.words import LANGUAGES, translate
from tests.reading.branching import BALL, WINGER, branching_table
from tests.vision.sources.test_sources import FakeCapture
from tests.vision.test_mat_watch import MAT, frame, seen, sheet
from tests.vision.watched_table import WatchedTable
from vision.frame import Pixels
from vision.mat_watch import MatProblem, MatState, MatWatch
from vision.sources.source_names import source_for

ZONES = {"ofusaido": "home.pass", "lignes": "b4", "ouaf": "red.work", "boufbowl": "red.bonus"}
TURNS = {
    "the camera hangs the other way round": 2,
    "the mat lies across": 1,
    "the mat lies across the other way": 3,
}
RESTARTS = 20
TOLD_WITHIN_MS = 10_000


@pytest.mark.parametrize("elsewhere", ["home.discard", "home.support"])
def test_a_copy_of_a_card_that_lies_elsewhere_is_asked_about_with_both_places(elsewhere: str) -> None:
    """CameraChessWeb 118: a piece was believed that could not be there."""
    table = branching_table()
    table.lay(BALL, "pitch.2.left")
    first = table.lay(WINGER, elsewhere)
    table.wait(3000)
    table.lay(WINGER, "home.pass")
    assert table.look(9000, SureReading) is None
    answer = table.look(3000, TableQuestion)
    assert isinstance(answer, TableQuestion)
    zones = table.reader._identities.zones_told([elsewhere, "home.pass"])
    assert all(translate(zones, language) in translate(answer.asks, language) for language in LANGUAGES)
    table.take(first)
    assert table.played(3000)["card"] == WINGER


def test_a_copy_of_a_card_that_was_played_makes_no_play_and_both_places_are_named() -> None:
    """CameraChessWeb 118: the same, where the card itself has been played."""
    table = branching_table()
    table.lay(BALL, "pitch.2.left")
    table.lay(WINGER, "home.pass")
    assert table.played(6000)["card"] == WINGER
    table.play({"play": "let_pass", "seat": "away"})
    table.lay(WINGER, "home.dribble")
    assert table.look(9000, SureReading) is None
    (told,) = table.remarked(1000)
    assert "2 times (Pass, Dribble)" in told


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("quarters", TURNS.values(), ids=TURNS)
def test_the_first_card_before_a_camera_that_is_turned_lies_in_its_own_zone(game: str, quarters: int) -> None:
    """chess-robot 4: the first move after calibration was always read as the same wrong one."""

    def turned(_: int, pixels: Pixels) -> Pixels:
        return np.ascontiguousarray(np.rot90(pixels, quarters))

    watched = WatchedTable(game, ZONES[game], light=turned)
    watched.put("FIRST", 0.0, is_face_up=True)
    watched.watch(12, turned)
    assert [one.zone for one in watched.seen if one.reads == "FIRST"] == [ZONES[game]]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_first_card_in_a_mirror_makes_no_play_and_the_mirror_is_told_at_once(game: str) -> None:
    """chess-robot 4: the same; what a mirror shows is told in the first seconds, and nothing is read."""

    def mirrored(_: int, pixels: Pixels) -> Pixels:
        return np.ascontiguousarray(np.fliplr(pixels))

    watched = WatchedTable(game, ZONES[game], light=mirrored)
    watched.put("FIRST", 0.0, is_face_up=True)
    watched.watch(30, mirrored)
    assert [one.zone for one in watched.seen if one.zone is not None] == []
    (told,) = watched.pipeline.mat_news
    assert (told.state, told.unfound) == (MatState.SEARCHING, MatProblem.MIRRORED)


class Room:
    """Two cameras, one of which sees the mat. The system numbers them anew at each start; by a link they keep their names."""

    def __init__(self, folder: Path) -> None:
        self.links = {name: folder / name for name in ("over-the-mat", "at-the-door")}
        for link in self.links.values():
            # What the link leads to is a device, which is all that is asked of it before it is opened.
            link.symlink_to("/dev/null")
        self.sees = {"over-the-mat": seen(sheet()), "at-the-door": np.full((720, 1280), 90, np.uint8)}
        self.by_number = list(self.links)

    def capture(self, name: int | str, _: int) -> FakeCapture:
        """What OpenCV opens by a number or by a path."""
        found = self.by_number[name] if isinstance(name, int) else Path(name).name
        return FakeCapture({"GREY": self.sees[found]}, size=(1920, 1080))


def told_of(source_name: str) -> MatState | MatProblem | None:
    """What is told of the mat through a camera, within the time for which people have patience."""
    source, watch = source_for(source_name), MatWatch(MAT)
    source.open()
    pixels = source.read().pixels
    for at_ms in range(0, TOLD_WITHIN_MS, 66):
        for news in watch.feed(frame(pixels, at_ms)):
            return news.unfound or news.state
    return None


@pytest.mark.slow
def test_of_two_cameras_the_right_one_is_seen_after_each_restart_or_the_other_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """octoprint_deploy 213: with several cameras one was missing after a restart."""
    room, chance = Room(tmp_path), Random(1)
    monkeypatch.setattr(cv2, "VideoCapture", room.capture)
    by_number = set()
    for _ in range(RESTARTS):
        chance.shuffle(room.by_number)
        assert told_of(str(room.links["over-the-mat"])) is MatState.LOCKED
        is_right = room.by_number[0] == "over-the-mat"
        told = told_of("0")
        assert told is (MatState.LOCKED if is_right else MatProblem.UNSEEN)
        by_number.add(told)
    assert len(by_number) == 2, "the numbers were swapped"
