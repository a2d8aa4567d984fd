"""The end of a match on the screens: it has the page to itself, tells what it was worth, and is kept."""

from pathlib import Path

import pytest

from companion.backend import keepsake
from companion.session.match_report import FinalPlace
from companion.showing.scene import Side, SumLine
from companion.storage.places import Places
from companion.words import Text
from tests.backend.test_kept_matches import recorded
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.ended.page import EndedPage
from ui.replay.page import ReplayPage
from ui.widgets.ending import KeepPanel, RankRow, TurnTouch, spread

SIZES = [(800, 480), (1280, 800), (1920, 1080), (800, 1280)]
GAMES = ("ofusaido", "lignes", "ouaf", "boufbowl")


@pytest.fixture(scope="module")
def folder(running: Tablet) -> Places:
    where: Places = running.app.backend._where  # type: ignore[attr-defined]
    return where


def show(one: Tablet, where: Places, game: str) -> None:
    """Show the result of a match of a game, recorded when it is first asked for."""
    known = {match.game: match.match for match in one.app.backend.matches(99).matches}
    name = known.get(game) or recorded(where, game, is_over=True, plays=60)[0]
    page = one.app.page_called(EndedPage.called)
    assert isinstance(page, EndedPage)
    page.begin(name, game, "matches")
    one.app.go(EndedPage.called)
    one.settle()


@pytest.mark.slow
@first_quick(
    ("game", "size"),
    [(game, size) for n in range(4) for game, size in zip(GAMES, SIZES[n:] + SIZES[:n], strict=True)],
    len(SIZES),
)
def test_result_and_turning_points_fit_in_both_languages(
    one: Tablet, folder: Places, game: str, size: tuple[int, int]
) -> None:
    show(one, folder, game)
    one.resize(size)
    for view in ("ranking", "turn"):
        one.app.page.act(view)
        for language in ("en", "fr"):
            one.app.look.language = language
            one.settle()
            assert not faults(one), (view, language)
    one.resize((1280, 800))


@pytest.mark.slow
def test_the_list_opens_the_result_of_a_match_and_a_turning_point_opens_its_play(
    one: Tablet, folder: Places
) -> None:
    recorded(folder, "boufbowl", is_over=True)
    one.app.go("home")
    one.settle()
    one.touch("All matches")
    one.settle()
    one.touch("Boufbowl")
    one.settle()
    one.touch("Result")
    one.settle()
    assert one.shows("wins")
    assert one.shows("chances of winning, play by play")
    one.touch("Turning points")
    one.settle()
    turning = next(widget for widget in one.widgets() if isinstance(widget, TurnTouch))
    seq = turning.seq
    one.touch_widget(turning)
    one.settle()
    page = one.app.page
    assert isinstance(page, ReplayPage)
    assert page._steps[page._at].seq == seq
    one.touch("Back")
    one.settle()
    assert isinstance(one.app.page, EndedPage)


@pytest.mark.slow
def test_a_match_is_served_to_phones_while_its_code_is_shown_and_written_to_a_stick(
    one: Tablet, folder: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keepsake, "own_addresses", lambda: ("127.0.0.1",))
    stick = tmp_path / "STICK"
    monkeypatch.setattr("companion.backend.local.sticks", lambda: [stick])
    show(one, folder, "ouaf")
    one.touch("Save this match")
    one.settle()
    assert one.shows("http://127.0.0.1:")
    assert one.shows("scan this code")
    panel = next(widget for widget in one.widgets() if isinstance(widget, KeepPanel))
    assert panel.code is not None
    one.touch("Write it to STICK")
    one.settle()
    assert one.shows("it is written: ouaf-")
    assert {path.suffix for path in stick.iterdir()} == {".html", ".png", ".pdf"}
    assert not faults(one)
    one.touch("Back to the result")
    one.settle()
    assert one.app.backend._desk.share._server is None  # type: ignore[attr-defined]
    assert one.shows("chances of winning")


def test_the_marks_at_the_ends_of_curves_lie_apart_and_inside() -> None:
    assert spread([50.0, 10.0], 8, 100) == [50.0, 10.0]
    assert spread([10.0, 12.0, 11.0], 8, 100) == [10.0, 26.0, 18.0]
    assert spread([99.0, 100.0], 8, 100) == [92.0, 100.0]
    assert spread([0.0, 0.0, 0.0], 8, 100) == [16.0, 8.0, 0.0], "those that are level, as they are ranked"


def test_the_goals_of_a_side_stand_one_below_the_other_as_long_as_they_are_few(one: Tablet) -> None:
    side = Side("home", Text("Lyon"), "home", 4, is_active=False)

    def shown(goals: int) -> str:
        row = RankRow()
        lines = tuple(SumLine(Text("goal {n}", n=n), None) for n in range(goals))
        row.show(FinalPlace(1, side, False, lines), is_large=True, has_lines=True, has_place=True)
        return one.app.look.say(row.lines)

    assert shown(2).split("\n") == ["goal 0", "goal 1"]
    assert "\n" not in shown(4)
