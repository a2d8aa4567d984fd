"""The referee's screen at the real app: the past changed by touches and by keys, and what must not be seen."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.cli.places import Places
from companion.cli.play.house import HouseHere
from companion.kiosk.pin import new_pin
from companion.match import Match
from companion.play import write_play
from companion.rules.games import GAMES
from companion.session.inbox import Intent
from companion.session.snapshot import Fate, Line, Snapshot
from companion.storage.shipped import demonstrations
from companion.virtual.chance import chosen_play
from tests.ui.table import Tablet
from ui.house import Gear, PlayRequest
from ui.presenters.hotkeys import HOTKEYS, Act
from ui.presenters.lock import Lock
from ui.screens.referee import RefereePage
from ui.widgets.board import BoardPanel
from ui.widgets.clocks import ClockRow
from ui.widgets.keyboard import TypingPanel
from ui.widgets.news import NewsPanel
from ui.widgets.touch import Touch

WALKS = 10
PIN = new_pin("2580")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablet]:
    """One app for all: to start one takes longer than most of what is tried here."""
    with Tablet(HouseHere(Places(tmp_path_factory.mktemp("house"))), language="en") as one:
        yield one


@pytest.fixture
def one(running: Tablet) -> Iterator[Tablet]:
    running.app.look.language = "en"
    yield running
    running.app.leave_match("home")
    running.settle()


def page(one: Tablet) -> RefereePage:
    found = one.app.page
    assert isinstance(found, RefereePage)
    return found


def referee_page(one: Tablet) -> RefereePage:
    return next(screen for screen in one.app.root.screens if isinstance(screen, RefereePage))


def snapshot(one: Tablet) -> Snapshot:
    assert one.app.snapshot is not None
    return one.app.snapshot


def begin(one: Tablet, game: str, plays: list[dict[str, Any]], mode: str = "demo-match") -> None:
    """A match at its referee's screen, with these plays said by touch."""
    setup, _ = demonstrations(game)[mode]
    gear = Gear()
    one.app.errand(
        lambda: one.app.house.begin(PlayRequest(setup, gear)),
        lambda match: one.app.watch(match, gear, "referee"),
    )
    one.until(lambda: one.app.snapshot is not None)
    for play in plays:
        one.app.put(Intent(play))
    one.until(lambda: snapshot(one).seq == len(plays))
    one.settle()


def by_chance(game: str, count: int) -> list[dict[str, Any]]:
    setup, cards = demonstrations(game)["demo-match"]
    match, chance = Match(GAMES[game], setup, cards), Random(4)
    for _ in range(count):
        assert match.submit(chosen_play(match, chance)).ok
    return [entry.play for entry in match.entries]


def line(one: Tablet, seq: int) -> Line:
    return next(found for found in snapshot(one).history if found.seq == seq)


def said(one: Tablet, seq: int) -> None:
    """Until the match has come so far."""
    one.until(lambda: snapshot(one).seq >= seq)
    one.settle()


def choose(one: Tablet, seq: int) -> None:
    page(one).pick(seq)
    one.settle()


def misread(one: Tablet) -> list[dict[str, Any]]:
    """A die that showed 1 is read as 12, and ten walks are played with points that were never there."""
    setup, cards = demonstrations("lignes")["demo-match"]
    truth = Match(GAMES["lignes"], setup, cards)
    assert truth.submit({"play": "kickoff_roll", "d6": 2}).ok
    assert truth.submit({"play": "strategy_roll", "d6": 5, "d12": 12}).ok
    while len(truth.entries) < WALKS + 2:
        options = truth.rules.options(truth.state, "yellow", "move")
        walks = [write_play(option) for option in options]
        walk = next(found for found in walks if found["piece"] in ("Y6", "Y8"))
        assert truth.submit(walk).ok
    plays = [entry.play for entry in truth.entries]
    begin(one, "lignes", plays)
    return plays


def replace_die(one: Tablet, count: int) -> None:
    """Say by touches that the d12 of the second play showed 1."""
    choose(one, 2)
    one.touch("replace with…")
    one.until(lambda: one.shows("another play…"))
    while not one.shows("5 + 1 "):
        one.touch("more")
    one.touch("5 + 1 ")
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > count)
    one.settle()


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("keep", marks=pytest.mark.slow),
        "enter again",
        pytest.param("drop them", marks=pytest.mark.slow),
    ],
)
def test_a_misread_die_is_amended_plays_later_and_what_becomes_impossible_is_asked_about(
    one: Tablet, answer: str
) -> None:
    plays = misread(one)
    replace_die(one, len(plays))
    proposal = snapshot(one).proposal
    assert proposal is not None
    lost = [voided.seq for voided in proposal.voided]
    assert lost
    assert all(any(text.startswith(f"{seq}. ") for text in one.texts()) for seq in lost[:5])
    one.touch(answer)
    one.until(lambda: snapshot(one).proposal is None)
    one.settle()
    if answer == "keep":
        assert snapshot(one).seq == len(plays)
        return
    said(one, len(plays) + 1)
    one.until(lambda: line(one, lost[0]).fate is Fate.VOIDED)
    choose(one, 2)
    assert line(one, 2).changed_by == len(plays) + 1
    assert one.shows("it was: ")
    choose(one, lost[0])
    assert one.shows(f"impossible since play {len(plays) + 1}")
    after = lost[0] - 1
    assert line(one, after).fate is Fate.IN_FORCE


def test_the_score_follows_an_earlier_play_that_is_replaced(one: Tablet) -> None:
    plays = by_chance("lignes", 14)
    save = next(n for n, play in enumerate(plays, 1) if play["play"] == "save_roll")
    begin(one, "lignes", plays)
    before = page(one).score
    choose(one, save)
    one.touch("replace with…")
    one.until(lambda: one.shows("another play…"))
    one.touch("the keeper throws 1 ")
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > len(plays))
    one.settle()
    if snapshot(one).proposal is not None:
        one.touch("drop them")
        said(one, len(plays) + 1)
    assert page(one).score != before


def test_undo_to_here_says_first_what_is_lost(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 8))
    choose(one, 6)
    one.touch("undo to here")
    one.settle()
    assert one.shows("undo to before play 6?")
    one.touch("take back 3 plays")
    said(one, 9)
    assert [line(one, n).fate for n in (5, 6, 7, 8)] == [Fate.IN_FORCE, *[Fate.TAKEN_BACK] * 3]
    choose(one, 7)
    assert one.shows("taken back by play 9")
    assert one.shows("said by the referee")


def test_an_override_has_a_value_and_a_reason(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 3))
    one.touch("override")
    one.until(lambda: one.shows("what is set by the referee’s word?"))
    one.touch("Fontesorda")
    one.touch("energies left")
    one.touch("– 1")
    one.touch("set it")
    one.touch("now the reason")
    one.touch("agreed by both sides")
    said(one, 4)
    found = line(one, 4)
    assert found.play["set"] == {"teams.away.energy_pile": 11}
    assert found.play["reason"] == "agreed by both sides"
    assert found.by == "referee"


def test_a_reason_is_written_with_the_letters_of_the_language(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.app.look.language = "fr"
    page(one).act(Act.PROTEST)
    one.settle()
    first = [label.text for label in one.labels() if len(label.text) == 1][:40]
    assert "é" in first
    one.touch("a")
    one.touch("é")
    panel = page(one).panel
    assert isinstance(panel, TypingPanel)
    page(one).key("spacebar", ())
    page(one).key("t", ("shift",))
    page(one).key("backspace", ())
    page(one).key("x", ())
    assert panel.typed == "aé x"
    page(one).key("enter", ())
    said(one, 3)
    assert line(one, 3).play["text"] == "[protest 2] aé x"


def test_a_protest_is_marked_and_settled_later(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 5))
    choose(one, 2)
    one.touch("protest")
    one.touch("the die was cocked")
    said(one, 6)
    assert page(one).open_cases == 1
    choose(one, 5)
    one.touch("protests: 1")
    one.settle()
    assert page(one).chosen == 2
    one.touch("settle the protest")
    one.touch("it counts")
    said(one, 7)
    assert page(one).open_cases == 0
    assert one.shows("it counts")


def test_a_review_holds_the_public_score_and_the_clocks(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    one.touch("hold the public score")
    said(one, 4)
    assert snapshot(one).pauses == {"review"}
    assert one.shows("the public sees the score before play 4")
    one.touch("show the score again")
    said(one, 5)
    assert not snapshot(one).pauses


def test_clocks_are_moved_and_set(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2), "demo-match-halves")
    one.touch("pause")
    one.until(lambda: bool(snapshot(one).pauses))
    clock = next(found for found in snapshot(one).clocks if found.left_ms is not None)
    one.touch("clocks")
    before = clock.left_ms or 0
    row = next(
        found for found in one.widgets() if isinstance(found, ClockRow) and found.clock == clock.clock.name
    )
    row.dispatch("on_add", -60_000)
    one.until(lambda: (_left(one, clock.clock.name)) <= before - 59_000)
    page(one)._timing._set(clock.clock.name)
    one.settle()
    minutes = int(page(one).panel.value)
    one.touch("– 1")
    one.touch("set it")
    one.until(lambda: _left(one, clock.clock.name) == (minutes - 1) * 60_000)


def _left(one: Tablet, name: str) -> int:
    return next(found.left_ms or 0 for found in snapshot(one).clocks if found.clock.name == name)


def test_what_changes_the_past_asks_for_the_pin_once(one: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one.app.house, "pin", lambda: PIN)
    monkeypatch.setattr(referee_page(one)._locking, "_lock", Lock())
    begin(one, "lignes", by_chance("lignes", 4))
    one.touch("undo to here")
    one.settle()
    assert isinstance(page(one).panel, TypingPanel)
    enter(one, "1111")
    one.until(lambda: one.shows("that is not the PIN"))
    assert "1111" not in one.texts()
    enter(one, "2580")
    said(one, 5)
    assert line(one, 4).fate is Fate.TAKEN_BACK
    choose(one, 3)
    one.touch("undo to here")
    said(one, 6)
    assert line(one, 3).fate is Fate.TAKEN_BACK


def enter(one: Tablet, digits: str) -> None:
    for digit in digits:
        one.touch(digit)
    one.touch("open it")
    one.settle()


@pytest.mark.slow
def test_three_wrong_tries_make_one_wait(one: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one.app.house, "pin", lambda: PIN)
    monkeypatch.setattr(referee_page(one)._locking, "_lock", Lock())
    begin(one, "lignes", by_chance("lignes", 2))
    one.touch("undo to here")
    one.settle()
    for _ in range(3):
        page(one).panel.dispatch("on_done", "0000")
        one.settle()
    one.until(lambda: one.shows("wrong; wait"))
    enter(one, "2580")
    assert snapshot(one).seq == 2


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
        ("o", "what is set by the referee’s word?"),
        ("n", "what is the protest?"),
        ("c", "Match"),
        ("k", "the keys"),
    ):
        page(one).key(name, ())
        one.until(lambda shows=shows: one.shows(shows))  # type: ignore[misc]
        page(one).key("escape", ())
        one.settle()
    page(one).key("u", ())
    said(one, 13)
    page(one).key("f", ())
    said(one, 14)
    assert page(one).is_review
    page(one).key("escape", ())
    assert one.app.page.called == "players"


def test_a_figure_chooses_among_the_answers_on_a_french_keyboard_too(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 1))
    page(one).key("r", ())
    one.until(lambda: one.shows("another play…"))
    page(one).key("é", ())
    said(one, 2)
    assert line(one, 1).play == {"play": "kickoff_roll", "d6": 3}


def test_what_lies_face_down_is_nowhere_on_the_screen(one: Tablet) -> None:
    plays = by_chance("ouaf", 2)
    assert plays[1]["play"] == "work"
    begin(one, "ouaf", plays)
    choose(one, 2)
    assert one.shows("not shown while a card lies face down")
    assert "cards" not in line(one, 2).play
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
    one: Tablet, size: tuple[int, int], language: str
) -> None:
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


def test_a_piece_is_set_on_the_board(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    page(one).act(Act.OVERRIDE)
    one.until(lambda: one.shows("what is set by the referee’s word?"))
    while "Yellow 9" not in one.texts():
        one.touch("more")
    one.touch("Yellow 9")
    one.touch("stands on")
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    one.touch_at(*board.place_px("g5"))
    one.touch("now the reason")
    one.touch("entered wrongly")
    said(one, 4)
    assert line(one, 4).play["set"] == {"pieces.Y9": "g5"}
    assert line(one, 4).fate is Fate.IN_FORCE
