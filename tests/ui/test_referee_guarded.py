"""The referee's screen: clocks, the PIN, keys, what must not be seen, and that all of it can be read and touched."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.kiosk import new_pin
from companion.locks import USUAL_LOCKS, Freedom, Locks, PlayerAct
from companion.play import Undo, write_play
from companion.rules.lignes.plays import KickoffRoll
from companion.session.snapshot import Fate, HiddenPlay
from companion.storage.kiosk_runs import PinTries
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import (
    because,
    begin,
    by_chance,
    choose,
    line,
    page,
    referee_page,
    said,
    snapshot,
)
from tests.ui.table import Tablet
from ui.presenters.hotkeys import FIGURES, HOTKEYS, Act
from ui.referee.conversation import Lock
from ui.referee.head_panel import HeadClock
from ui.referee.locking import TextPanel
from ui.referee.prompt_panels import ClockRow, KeyLine
from ui.widgets.board import BoardPanel
from ui.widgets.news import NewsPanel
from ui.widgets.touch import Touch

PIN = new_pin("2580")


@pytest.mark.slow
def test_clocks_are_moved_and_set(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2), "demo-match-halves")
    one.touch("pause")
    one.until(lambda: bool(snapshot(one).pauses))
    clock = next(found for found in snapshot(one).clocks if found.left_ms is not None)
    one.touch_widget(next(found for found in one.widgets() if isinstance(found, HeadClock)))
    before = clock.left_ms or 0
    row = next(
        found for found in one.widgets() if isinstance(found, ClockRow) and found.clock == clock.clock.name
    )
    row.dispatch("on_add", -60_000)
    one.until(lambda: (_left(one, clock.clock.name)) <= before - 59_000)
    row.dispatch("on_set")
    one.settle()
    minutes = int(page(one).panel.value)
    one.touch("– 1")
    one.touch("set this value")
    one.until(lambda: _left(one, clock.clock.name) == (minutes - 1) * 60_000)


def _left(one: Tablet, name: str) -> int:
    return next(found.left_ms or 0 for found in snapshot(one).clocks if found.clock.name == name)


@pytest.fixture
def locked(one: Tablet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A PIN is set, which every undo asks for, and nobody has typed any."""
    one.app.backend.change(lambda now: replace(now, pin=PIN, locks=Locks(undo=Freedom.ASKS)))
    monkeypatch.setattr(one.app.backend, "_tries", PinTries(tmp_path / "pin-tries.json"))
    monkeypatch.setattr(referee_page(one)._locking, "_lock", Lock())
    yield
    one.app.backend.change(lambda now: replace(now, pin=None, locks=USUAL_LOCKS))


@pytest.mark.slow
@pytest.mark.usefixtures("locked")
def test_what_changes_the_past_asks_for_the_pin_once(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    one.touch("undo this and all later plays")
    one.settle()
    assert isinstance(page(one).panel, TextPanel)
    enter(one, "1111")
    one.until(lambda: one.shows("that is not the PIN"))
    assert "1111" not in one.texts()
    enter(one, "2580")
    because(one)
    said(one, 5)
    assert line(one, 4).fate is Fate.TAKEN_BACK
    choose(one, 3)
    one.touch("undo this and all later plays")
    because(one)
    said(one, 6)
    assert line(one, 3).fate is Fate.TAKEN_BACK


def enter(one: Tablet, digits: str) -> None:
    for digit in digits:
        one.touch(digit)
    one.touch("confirm")
    one.settle()


@pytest.mark.slow
@pytest.mark.usefixtures("locked")
def test_a_players_undo_asks_for_the_pin_is_done_once_and_the_players_page_comes_back(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    one.app.go("players")
    for seq in (4, 5):
        one.settle()
        one.app.page.play(Undo())
        one.until(lambda: one.app.page.called == "referee")
        one.settle()
        assert snapshot(one).seq == seq - 1, "nothing is done before"
        enter(one, "2580")
        said(one, seq)
        assert one.app.page.called == "players"
    assert [found.by for found in snapshot(one).history if found.fate is Fate.ABOVE] == ["allowed"] * 2


@pytest.mark.usefixtures("locked")
def test_a_players_undo_without_the_pin_leaves_the_match_as_it_was(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.app.go("players")
    one.app.page.play(Undo())
    one.until(lambda: one.app.page.called == "referee")
    one.settle()
    page(one).panel.dispatch("on_back")
    one.settle()
    assert one.app.page.called == "players"
    assert snapshot(one).seq == 2


def test_what_is_off_says_who_can_unlock_it(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.app.backend.change(lambda now: replace(now, locks=Locks(undo=Freedom.OFF)))
    one.until(lambda: snapshot(one).locks.freedom(PlayerAct.UNDO) is Freedom.OFF)
    one.app.go("players")
    one.settle()
    one.app.page.play(Undo())
    one.until(lambda: one.shows("the owner of this table can unlock this"))
    one.app.backend.change(lambda now: replace(now, locks=USUAL_LOCKS))
    one.until(lambda: snapshot(one).locks.freedom(PlayerAct.UNDO) is Freedom.FREE)
    one.later(2_000)  # The same touch twice at once counts once.
    one.app.page.play(Undo())
    said(one, 3)


@pytest.mark.slow
@pytest.mark.usefixtures("locked")
def test_three_wrong_tries_make_one_wait(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.touch("undo this and all later plays")
    one.settle()
    for _ in range(3):
        page(one).panel.dispatch("on_done", "0000")
        one.settle()
    one.until(lambda: one.shows("wrong PIN; wait"))
    enter(one, "2580")
    assert snapshot(one).seq == 2


@pytest.mark.usefixtures("locked")
def test_a_burst_of_tries_at_the_end_of_which_the_right_one_stands_opens_nothing(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.touch("undo this and all later plays")
    one.settle()
    for digits in ["0000"] * 40 + ["2580"]:
        page(one).panel.dispatch("on_done", digits)
    one.until(lambda: one.app.background_tasks.is_idle)
    one.until(lambda: one.shows("wrong PIN; wait"))
    assert isinstance(page(one).panel, TextPanel)


@pytest.mark.slow
def test_every_key_does_what_its_line_says(one: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 12))
    done: list[Act] = []
    monkeypatch.setattr(page(one), "act", done.append)
    for key in HOTKEYS:
        for name in key.names:
            done.clear()
            assert page(one).key(name, ())
            assert done == [key.act]
    assert set(Act) == {key.act for key in HOTKEYS}
    monkeypatch.undo()
    for name, chosen in (
        ("home", 1),
        ("down", 2),
        ("pagedown", 12),
        ("up", 11),
        ("pageup", 1),
        ("end", 12),
    ):
        page(one).key(name, ())
        assert page(one).chosen == chosen
    for name, shows in (
        ("r", "another play…"),
        ("o", "what does the referee set?"),
        ("n", "who protests?"),
        ("c", "Match"),
        ("k", "the keys"),
    ):
        page(one).key(name, ())
        one.until(lambda shows=shows: one.shows(shows))  # type: ignore[misc]
        page(one).key("escape", ())
        one.settle()
    page(one).key("u", ())
    because(one)
    said(one, 13)
    page(one).key("f", ())
    said(one, 14)
    assert page(one).is_review
    page(one).key("escape", ())
    assert one.app.page.called == "players"


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800), (800, 1280)])
@first_quick("language", ["fr", "en"])
def test_keys_stand_in_a_table_each_beside_what_it_does(
    one: Tablet, language: str, size: tuple[int, int]
) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 12))
    one.app.look.language = language
    one.resize(size)
    page(one).key("k", ())
    one.settle()
    assert not faults(one)
    lines = [found for found in one.widgets(page(one)) if isinstance(found, KeyLine)][::-1]
    assert [(row.shown, row.says) for row in lines] == [(key.shown, key.says) for key in (*HOTKEYS, FIGURES)]
    for row in lines:
        says, shown = row.children
        assert says.center_y == shown.center_y
        assert shown.right < says.x
        assert row.parent.x <= row.x < row.right <= row.parent.right + 1
    page(one).key("escape", ())
    one.resize((1280, 800))


def test_a_figure_chooses_among_the_answers_on_a_french_keyboard_too(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 1))
    page(one).key("r", ())
    one.until(lambda: one.shows("another play…"))
    page(one).key('"', ())
    because(one)
    said(one, 2)
    assert line(one, 1).play == KickoffRoll(3)


def test_what_lies_face_down_is_nowhere_on_the_screen(one: Tablet) -> None:
    plays = by_chance("ouaf", 2)
    assert plays[1].kind == "work"
    begin(one, "ouaf", plays)
    choose(one, 2)
    assert one.shows("not shown while a card lies face down")
    assert isinstance(line(one, 2).play, HiddenPlay)
    one.touch("replace with…")
    one.until(lambda: one.shows("another play…"))
    past = snapshot(one).past
    assert past is not None
    assert not past.likely


@pytest.mark.parametrize(
    ("size", "language"),
    [
        ((1280, 800), "fr"),
        pytest.param((1280, 800), "en", marks=pytest.mark.slow),
        pytest.param((1920, 1080), "fr", marks=pytest.mark.slow),
        pytest.param((800, 480), "fr", marks=pytest.mark.slow),
        pytest.param((800, 1280), "fr", marks=pytest.mark.slow),
        pytest.param((800, 1280), "en", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_cut_off_and_everything_can_be_touched(
    one: Tablet, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The widest of all times of day: 0 is the widest digit of the typeface.
    monkeypatch.setattr("companion.session.history_rows.time_of_day", lambda *_: "00:00:00")
    one.resize(size)
    one.app.look.language = language
    begin(one, "ofusaido", by_chance("ofusaido", 20))
    for act in (Act.LAST, Act.OVERRIDE, Act.PROTEST, Act.CLOCKS, Act.KEYS, Act.REPLACE):
        page(one).act(act)
        one.settle()
        one.frames(4)
        assert not [label.text for label in one.labels() if label.is_cut], act
        least = one.app.look.mm * 12 - 1
        touches = [found for found in one.widgets() if isinstance(found, Touch) and found.opacity > 0.9]
        assert not [touch.says for touch in touches if min(touch.size) < least], act
        page(one).rest()


def test_a_finger_that_rests_on_what_has_happened_leads_to_that_play(one: Tablet) -> None:
    begin(one, "ouaf", by_chance("ouaf", 1))
    one.app.go("players")
    one.frames(3)
    news = next(found for found in one.widgets() if isinstance(found, NewsPanel))
    news.dispatch("on_hold")
    one.settle()
    assert page(one).chosen == 1


@pytest.mark.slow
def test_a_piece_is_set_on_the_board(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    page(one).act(Act.OVERRIDE)
    one.until(lambda: one.shows("what does the referee set?"))
    one.settle()
    turned = 0
    while not one.shows("no.\xa09 (Yellow)"):
        one.touch("more")
        assert (turned := turned + 1) < 10, one.texts()
    one.touch("no.\xa09 (Yellow)")
    one.touch("cell")
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    one.touch_at(*board.place_px("g5"))
    one.settle()
    one.touch("something was entered wrongly")
    said(one, 4)
    assert write_play(line(one, 4).play)["set"] == {"pieces.Y9": "g5"}
    assert line(one, 4).fate is Fate.IN_FORCE
