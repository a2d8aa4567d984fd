"""One touch is one touch, though the finger trembles."""

from companion.play import Undo
from companion.rules.boufbowl.plays import EndTurn
from companion.session.inbox import ClockOrder, PlayIntent, QuestionAnswer
from ui.presenters.double_touch import CONFIRM_MS, FRESH_MS, WITHIN_MS, FreshButtons, Twice

END = EndTurn()


def test_the_same_touch_within_a_second_is_one() -> None:
    heard = Twice().heard(PlayIntent(END, 7), 1_000)
    assert heard.is_again(PlayIntent(END, 7), 1_150)
    assert not heard.is_again(PlayIntent(END, 7), 1_000 + WITHIN_MS)


def test_it_is_the_same_though_the_match_has_gone_on_between() -> None:
    """Else who ends his turn with two quick touches ends the other's too."""
    assert Twice().heard(PlayIntent(END, 7), 0).is_again(PlayIntent(END, 8), 200)


def test_another_button_is_another_touch() -> None:
    heard = Twice().heard(PlayIntent(END, 7), 0)
    assert not heard.is_again(PlayIntent(Undo(), 7), 100)
    answered = Twice().heard(QuestionAnswer("roll:1", 0), 0)
    assert answered.is_again(QuestionAnswer("roll:1", 0), 100)
    assert not answered.is_again(QuestionAnswer("roll:2", 0), 100)


def test_what_is_said_many_times_in_a_row_counts_each_time() -> None:
    more = ClockOrder("add", "match", 10_000)
    assert not Twice().heard(more, 0).is_again(more, 100)
    read = PlayIntent(END)
    assert not Twice().heard(read, 0).is_again(read, 100), "no screen was touched for it"


def test_a_touch_just_after_the_buttons_have_changed_was_meant_for_those_before() -> None:
    roll = FreshButtons().shown(("mine",), 1_000).shown(("the other coach's roll",), 5_000)
    assert roll.are_too_new(5_000 + FRESH_MS - 1)
    assert not roll.are_too_new(5_000 + FRESH_MS)


def test_buttons_that_took_long_to_draw_are_new_until_they_can_be_seen() -> None:
    roll = FreshButtons().shown(("mine",), 1_000).shown(("the other coach's roll",), 5_000).drawn(5_900)
    assert roll.are_too_new(5_900 + FRESH_MS - 1)
    assert not roll.are_too_new(5_900 + FRESH_MS)


def test_what_costs_much_is_not_confirmed_by_the_second_of_two_quick_touches() -> None:
    sure = FreshButtons().shown(("end the turn",), 1_000).shown(("yes, that is it",), 5_000)
    assert sure.are_too_new(5_000 + FRESH_MS, is_confirming=True)
    assert not sure.are_too_new(5_000 + CONFIRM_MS, is_confirming=True)


def test_buttons_that_stay_are_touched_at_any_time() -> None:
    first = FreshButtons().shown(("mine",), 1_000)
    assert not first.are_too_new(1_000)
    assert first.shown(("mine",), 9_000) is first
