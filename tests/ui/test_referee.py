"""The referee's screen at the real app: the past changed by touches and by keys, and what must not be seen."""

from dataclasses import replace
from itertools import accumulate

import pytest

from companion.match import Match
from companion.play import Note, Play, Undo, kind_said, write_play
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.session.inbox import PlayIntent
from companion.session.snapshot import Fate
from companion.storage.shipped_data import demonstrations
from companion.words import Text, translate
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import (
    because,
    begin,
    by_chance,
    choose,
    line,
    page,
    said,
    snapshot,
)
from tests.ui.table import Tablet
from ui.presenters.hotkeys import Act
from ui.referee.dialogues.dialogue import Words
from ui.referee.dialogues.override import OverrideDialogue, Reason
from ui.referee.evidence_panel import StoodPanel
from ui.referee.head_panel import HeadSide
from ui.referee.history_panel import HistoryList, HistoryRow
from ui.referee.locking import TextPanel
from ui.referee.prompt_panels import PlayPanel
from ui.widgets.board import BoardPanel
from ui.widgets.mark import DieTouch
from ui.widgets.match_bar import MatchBar
from ui.widgets.news import TrackBox
from ui.widgets.score import SideBox
from ui.widgets.touch import Touch

WALKS = 10


@pytest.mark.slow
def test_the_head_says_who_plays_how_it_stands_and_who_is_waited_for(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 12))
    scene = snapshot(one).scene
    head = page(one).ids.head
    boxes = list(reversed(head.ids.sides.children))
    shown = [(box.role, one.app.look.say(box.name), box.score) for box in boxes]
    assert shown == [(side.role, one.app.look.say(side.name), str(side.score)) for side in scene.sides]
    (seat,) = {waited.seat for waited in scene.waited}
    assert seat is not None
    assert head.role == scene.side(seat).role
    assert one.shows(one.app.look.say(scene.waited[0].says))
    one.app.go("players")
    one.settle()
    assert one.shows(one.app.look.say(scene.waited[0].says)), "in the same words as for the players"


def misread(one: Tablet) -> list[Play]:
    """A die that showed 1 is read as 12, and ten walks are played with points that were never there."""
    setup, cards = demonstrations("lignes")["demo-match"]
    truth = Match(GAMES["lignes"], setup, cards)
    assert truth.submit(KickoffRoll(2)).ok
    assert truth.submit(StrategyRoll(5, 12)).ok
    while len(truth.entries) < WALKS + 2:
        options = truth.rules.options(truth.state, "yellow", "move")
        walk = next(found for found in options if found.piece in ("Y6", "Y8"))
        assert truth.submit(walk).ok
    plays = [entry.play for entry in truth.entries]
    begin(one, "lignes", plays)
    return plays


@pytest.mark.slow
def test_an_earlier_play_is_corrected_with_three_touches(one: Tablet) -> None:
    plays = misread(one)
    row = next(
        found for found in one.widgets() if isinstance(found, HistoryRow) and found.seq == len(plays) - 1
    )
    finger = one.finger(*row.to_window(*row.center))
    finger.touch_down()
    one.until(lambda: one.shows("another play…"))
    finger.touch_up()
    one.settle()
    assert one.shows("another play…"), "a finger that is lifted closes nothing"
    instead = page(one)._panel._shown[1]
    one.touch(one.app.look.say(instead.says))
    because(one)
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > len(plays))


def test_a_touch_on_an_earlier_play_only_chooses_it(one: Tablet) -> None:
    plays = misread(one)
    earlier = len(plays) - 1

    def rows() -> list[HistoryRow]:
        return [found for found in one.widgets() if isinstance(found, HistoryRow) and found.seq == earlier]

    one.until(lambda: bool(rows()))
    one.touch_widget(rows()[0])
    one.settle()
    assert page(one).chosen == earlier
    assert not one.shows("another play…")


def replace_die(one: Tablet, count: int) -> None:
    """Say by touches that the d12 of the second play showed 1."""
    choose(one, 2)
    one.touch("replace with…")
    one.until(lambda: one.shows("another play…"))
    faces = [touch for touch in one.widgets() if isinstance(touch, DieTouch)]
    assert {touch.face for touch in faces if touch.kind == "main"} == {"5", "12"}, "what was noted"
    one.touch_widget(next(touch for touch in faces if (touch.die, touch.face) == ("d12", "1")))
    one.touch("5 + 1 ")
    one.until(lambda: one.shows("play 2: 5 + 12 becomes 5 + 1"))
    because(one)
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > count)
    one.settle()


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("leave all as it was", marks=pytest.mark.slow),
        "enter again",
        pytest.param("drop the later plays", marks=pytest.mark.slow),
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
    assert all(any(text.startswith(f"{seq}. ") for text in one.texts()) for seq in lost[:2])
    one.touch(answer)
    one.until(lambda: snapshot(one).proposal is None)
    one.settle()
    if answer == "leave all as it was":
        assert snapshot(one).seq == len(plays)
        return
    said(one, len(plays) + 1)
    one.until(lambda: line(one, lost[0]).fate is Fate.VOIDED)
    assert one.shows("play 2 corrected"), "the history's last line"
    assert one.shows("before: “the dice show 5 + 12 = 17”")
    choose(one, 2)
    assert line(one, 2).changed_by == len(plays) + 1
    assert one.shows("it was: ")
    choose(one, lost[0])
    assert one.shows(f"this play has been impossible since play {len(plays) + 1}")
    after = lost[0] - 1
    assert line(one, after).fate is Fate.IN_FORCE


@pytest.mark.slow
def test_the_score_follows_an_earlier_play_that_is_replaced(one: Tablet) -> None:
    plays = by_chance("lignes", 14, seed=3)
    save = next(n for n, play in enumerate(plays, 1) if play.kind == "save_roll")
    begin(one, "lignes", plays)
    before = page(one).score
    choose(one, save)
    one.touch("replace with…")
    one.until(lambda: one.shows("another play…"))
    one.touch("1")
    because(one)
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > len(plays))
    one.settle()
    if snapshot(one).proposal is not None:
        one.touch("drop the later plays")
        said(one, len(plays) + 1)
    assert page(one).score != before


@pytest.mark.slow
def test_undo_to_here_says_first_what_is_lost(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 8))
    choose(one, 6)
    one.touch("undo this and all later plays")
    one.settle()
    assert one.shows("undo to before play 6?")
    one.touch("undo 3 plays")
    because(one, "the players agree")
    said(one, 9)
    assert line(one, 9).play == Undo(6, "the players agree")
    assert page(one).chosen == 9
    assert one.shows("went back to before play 6: the players agree")
    assert [line(one, n).fate for n in (5, 6, 7, 8)] == [Fate.IN_FORCE, *[Fate.TAKEN_BACK] * 3]
    choose(one, 7)
    assert one.shows("undone by play 9")
    assert one.shows("entered by the referee: the players agree")


def test_what_is_replaced_says_why_in_words_of_ones_own(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 1))
    page(one).act(Act.REPLACE)
    one.until(lambda: one.shows("another play…"))
    one.touch("6")
    one.until(lambda: isinstance(page(one).panel, TextPanel))
    for key in ("n", "o", "n", "confirm"):
        one.touch(key)
    said(one, 2)
    assert write_play(line(one, 2).play)["reason"].lower() == "non"
    choose(one, 1)
    assert one.shows("corrected by play 2")
    assert one.shows("amended by the referee: non")


def test_nothing_is_taken_back_without_a_reason_nor_what_was_played_meanwhile(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 1))
    page(one).act(Act.UNDO)
    one.until(lambda: isinstance(page(one).panel, TextPanel))
    page(one).key("enter", ())
    one.settle()
    assert snapshot(one).seq == 1
    one.app.put(PlayIntent(Note("meanwhile")))
    said(one, 2)
    one.touch("misread")
    one.until(lambda: one.shows("too late"))
    assert snapshot(one).seq == 2


def test_an_override_has_a_value_and_a_reason(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 3))
    one.touch("more settings")
    one.frames(2)
    one.touch("set values")
    one.until(lambda: one.shows("what does the referee set?"))
    one.touch("Fontesorda")
    one.touch("energy cards left")
    one.touch("– 1")
    one.touch("set this value")
    assert one.shows("energy cards left = 11, as soon as you choose a reason")
    one.touch("the players agree")
    said(one, 4)
    found = line(one, 4)
    assert write_play(found.play)["set"] == {"teams.away.energy_pile": 11}
    assert write_play(found.play)["reason"] == "the players agree"
    assert found.by == "referee"


def half_said(one: Tablet) -> None:
    """Fontesorda's energies are set, and no reason is given yet."""
    begin(one, "ofusaido", by_chance("ofusaido", 3))
    for words in ("more settings", "set values", "Fontesorda", "energy cards left", "– 1", "set this value"):
        one.until(lambda words=words: one.shows(words))  # type: ignore[misc]
        one.settle()
        one.touch(words)
    one.settle()
    one.touch("close")
    one.settle()
    assert one.shows("nothing is set before the reason is given")


@pytest.mark.parametrize(
    "way",
    [
        "back",
        "another play",
        pytest.param("back to the match", marks=pytest.mark.slow),
        pytest.param("clocks", marks=pytest.mark.slow),
    ],
)
def test_a_decision_that_is_half_said_is_not_dropped_unasked(one: Tablet, way: str) -> None:
    half_said(one)
    if way == "another play":
        page(one).pick(1)
        one.settle()
    elif way == "clocks":
        page(one).act(Act.CLOCKS)
        one.settle()
    else:
        one.touch(way)
    assert one.shows("have not been submitted yet")
    assert one.shows("energy cards left = 11")
    one.touch("go on with the draft")
    assert one.shows("now the reason")
    assert one.shows("energy cards left = 11")


@pytest.mark.slow
def test_a_decision_is_dropped_when_that_is_said_and_then_the_other_thing_is_done(one: Tablet) -> None:
    half_said(one)
    one.touch("back to the match")
    one.touch("drop it")
    assert one.app.page.called == "players"
    one.app.go("referee")
    one.settle()
    one.touch("more settings")
    one.frames(2)
    one.touch("set values")
    one.settle()
    assert not one.shows("now the reason")


def test_a_decision_that_was_left_otherwise_waits_where_it_was(one: Tablet) -> None:
    half_said(one)
    one.app.go("players")
    one.app.go("referee")
    one.settle()
    assert one.shows("have not been submitted yet")
    one.touch("more settings")
    one.touch("go on with the draft")
    one.until(lambda: one.shows("energy cards left = 11"))


def test_a_decision_that_the_rules_refuse_stands_there_to_be_mended(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 3))
    told: dict[str, Words] = {"teams.away.energy_pile": Text("energy cards left = -1")}
    override = replace(
        OverrideDialogue.of(snapshot(one)), changes={"teams.away.energy_pile": -1}, told=told, at=Reason()
    )
    page(one).ask(override)
    page(one).reply("agreed")
    one.until(lambda: one.shows("now the reason"))
    one.settle()
    assert one.shows("energy cards left = -1")


@pytest.mark.slow
def test_a_reason_is_written_with_the_letters_of_the_language(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    one.app.look.language = "fr"
    page(one).act(Act.PROTEST)
    one.settle()
    one.touch("jaune")
    one.settle()
    keys = [label.text for label in one.labels() if len(label.text) == 1]
    assert "".join(keys[::-1]).lower().find("azertyuiop") >= 0 or "azertyuiop" in "".join(keys).lower()
    one.touch("a")
    panel = page(one).panel
    assert isinstance(panel, TextPanel)
    # On a French keyboard é stands on the 2, and two keys make an ê.
    one.press("2", writes="é")
    one.press("spacebar")
    one.press("t", writes="T")
    one.press("backspace")
    one.press("x")
    one.app.page.key("^", ())
    one.press("e", writes="ê")
    assert panel.words.lower() == "aé xê"
    one.press("enter")
    said(one, 3)
    assert write_play(line(one, 3).play)["text"] == "[protest 2 yellow] Aé xê"


@pytest.mark.slow
def test_a_protest_is_marked_and_settled_later(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 5))
    choose(one, 2)
    one.touch("protest")
    one.touch("not noted")
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


def test_the_bar_leads_to_any_play_and_shows_the_board_as_it_stood_then(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 8))
    bar = next(found for found in one.widgets() if isinstance(found, MatchBar))
    one.touch_at(bar.place_px(4), bar.center_y)
    one.until(lambda: page(one).chosen == 4)
    one.until(lambda: snapshot(one).past is not None)
    one.settle()
    past = snapshot(one).past
    assert past is not None and past.after is not None
    stood = next(found for found in one.widgets() if isinstance(found, StoodPanel))
    (board,) = stood.children
    assert board._scene is past.after


def test_a_touched_score_is_corrected(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    head = next(found for found in one.widgets() if isinstance(found, HeadSide) and found.seat == "yellow")
    one.touch_widget(head)
    one.settle()
    one.touch("2")
    because(one)
    said(one, 4)
    assert [side.score for side in snapshot(one).scene.sides] == [2, 0]


def test_a_review_holds_the_public_score_and_the_clocks(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 3))
    one.touch("freeze the public score")
    said(one, 4)
    assert snapshot(one).pauses == {"review"}
    assert one.shows("the public sees the score before play 4")
    one.touch("show the score again")
    said(one, 5)
    assert not snapshot(one).pauses


def test_tab_meets_the_answers_before_the_filters_of_the_list(one: Tablet) -> None:
    plays = misread(one)
    one.app.focus.clear()
    page(one).pick(len(plays))
    page(one).act(Act.REPLACE)
    one.settle()
    assert one.app.focus.key(page(one), "tab", ())
    touches = [found for found in one.widgets(page(one).panel) if isinstance(found, Touch)]
    met = []
    while one.app.focus.at in touches:
        met.append(one.app.focus.at)
        one.app.focus.key(page(one), "tab", ())
    assert set(met) == {touch for touch in touches if not touch.is_off and not touch.disabled}
    one.app.focus.clear()


def begin_another_play(one: Tablet, game: str, seq: int, words: str) -> PlayPanel:
    """Touch what puts in another play at a place of the match."""
    choose(one, seq)
    one.touch("replace with…")
    one.until(lambda: one.shows("a play is missing before it"))
    one.touch(words)
    one.until(lambda: isinstance(page(one).panel, PlayPanel))
    one.settle()
    found = page(one).panel
    assert isinstance(found, PlayPanel)
    return found


def test_a_missed_play_is_entered_under_a_sentence_that_says_where_it_goes(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 8))
    says = translate(line(one, 3).says, "en")
    begin_another_play(one, "ofusaido", 3, "a play is missing before it")
    assert one.shows(f"missed play, to go before play 3: {says}")
    assert not one.shows("undo – "), "the last play of the match is not what is entered here"
    assert not [label.text for label in one.labels() if label.is_cut]


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800)])
def test_a_play_in_place_of_another_is_chosen_on_the_board(one: Tablet, size: tuple[int, int]) -> None:
    one.resize(size)
    begin(one, "lignes", by_chance("lignes", 5))
    says = translate(line(one, 4).says, "en")
    begin_another_play(one, "lignes", 4, "another play…")
    assert one.shows(f"another play in place of play 4: {says}")
    board = next(found for found in one.widgets(page(one).panel) if isinstance(found, BoardPanel))
    walker = board.offered[-1]
    one.touch_at(*board.place_px(walker))
    one.settle()
    assert board.chosen == (walker,)
    assert not [fault for fault in one.faults() if not fault.startswith("contrast")]
    goal = next(name for name in board.offered if name in board.costs)
    one.touch_at(*board.place_px(goal))
    because(one)
    one.until(lambda: snapshot(one).proposal is not None or snapshot(one).seq > 5)
    one.resize((1280, 800))


def test_the_names_in_the_head_have_one_size(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 3))
    names = {one.app.look.say(side.name) for side in snapshot(one).scene.sides}
    sides = [found for found in one.widgets() if isinstance(found, HeadSide)]
    labels = [label for side in sides for label in side.walk() if getattr(label, "text", "") in names]
    assert {label.text for label in labels} == names
    assert len({label.size_px for label in labels}) == 1


def test_the_lines_around_a_small_board_stay_off_the_buttons_below_it(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    choose(one, 3)
    stood = next(found for found in one.widgets() if isinstance(found, StoodPanel))
    board = next(found for found in one.widgets(stood) if isinstance(found, BoardPanel))
    assert board.y >= stood.y + one.app.look.gutter / 2


def test_the_totals_of_many_stand_at_their_own_names(one: Tablet) -> None:
    begin(one, "ouaf", [])
    one.app.go("players")
    one.settle()
    boxes = [found for found in one.widgets() if isinstance(found, SideBox)]
    assert len(boxes) > 2
    assert {box.ids.score.halign for box in boxes} == {"left"}


@pytest.mark.slow
def test_what_undoes_is_bright_only_while_it_says_what_it_undoes(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 4))
    one.app.go("players")
    one.settle()
    chooser = one.app.page._chooser
    chooser.undo_says = Text("Undo – {play}", play="a play")
    assert chooser.has_undo_line
    chooser.undo_says = ""
    assert not chooser.has_undo_line


@pytest.mark.slow
def test_where_there_is_no_board_the_tracks_are_shown_as_they_stood(one: Tablet) -> None:
    begin(one, "ouaf", by_chance("ouaf", 1))
    one.resize((800, 480))
    choose(one, 1)
    stood = next(found for found in one.widgets() if isinstance(found, StoodPanel))
    assert [box.title for box in one.widgets(stood) if isinstance(box, TrackBox)]
    assert not one.faults()
    one.resize((1280, 800))


@pytest.mark.slow
def test_at_the_end_of_the_list_no_row_is_cut_at_the_top(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 20))
    listed = next(found for found in one.widgets() if isinstance(found, HistoryList))
    above = listed.children[0].height - listed.height
    assert above > 0, "it can be scrolled"
    tops = list(accumulate(listed._heights(), initial=0.0))
    assert listed.scroll_y < 0.001 and min(abs(above - top) for top in tops) < 1, "its topmost row is whole"


@pytest.mark.slow
def test_in_ouaf_cards_of_several_are_listed_with_the_mark_of_whoever_laid_them(one: Tablet) -> None:
    begin(one, "ouaf", by_chance("ouaf", 6))
    laid = [found for found in snapshot(one).history if kind_said(found.play) in ("down", "work")]
    assert len(laid) > 3 and all(found.seat for found in laid)


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800), (800, 1280)])
@first_quick("language", ["fr", "en"])
def test_what_a_play_was_instead_is_read_whole(one: Tablet, language: str, size: tuple[int, int]) -> None:
    plays = misread(one)
    one.app.look.language = language
    one.resize(size)
    for seq in (2, len(plays)):
        page(one).replace_play(seq)
        one.until(lambda: page(one).asking is not page(one)._evidence)
        one.settle()
        assert not faults(one)
        page(one).rest()
    one.app.look.language = "en"
    one.resize((1280, 800))
