"""What the referee is asked, step by step, without a window."""

from dataclasses import replace

from companion.locks import PlayerAct
from companion.play import Note, Override, Undo
from companion.reading.answer import TableQuestion
from companion.rules.lignes.plays import KickoffRoll
from companion.session.inbox import (
    ClockOrder,
    PlayIntent,
    QuestionAnswer,
)
from companion.session.remarks import Protest, note_of
from companion.session.session_event import StaleTouch
from companion.session.snapshot import Asking, Snapshot
from companion.timers import Clock, ClockReading
from companion.words import Text, Wording
from tests.ui.referee.referees import Referee, at_a_match
from ui.presenters.hotkeys import Act
from ui.referee.conversation import Turn
from ui.referee.dialogues.dialogue import (
    BY_HAND,
    ClockChange,
    ClocksPrompt,
    NumberPrompt,
    TextPrompt,
)
from ui.referee.dialogues.menu import (
    ABOUT_DICE,
    MOST_MINUTES,
    ClocksDialogue,
    PlayDialogue,
    ProtestDialogue,
    Protester,
    QuestionDialogue,
    open_dialogue,
)
from ui.referee.dialogues.override import Drop, GoOn, Leaving, OverrideDialogue, Owner, Reason, Standing
from ui.referee.prompt_panels import shared_letters


def test_a_score_is_corrected_with_three_touches_the_score_its_value_and_a_reason() -> None:
    referee = at_a_match()
    begun = OverrideDialogue.of_score(referee.seen, "red")
    assert begun is not None
    referee.do(referee.talk.begin(begun))
    two = next(button for button in referee.buttons().buttons if button.reply == 2)
    referee.reply(two.reply)
    assert isinstance(referee.prompt, TextPrompt)
    (intent,) = referee.reply("both sides agree").step.items
    assert isinstance(intent, PlayIntent)
    assert intent.play == Override({"score.red": 2}, "both sides agree")


def test_who_protests_is_asked_and_kept_and_a_die_is_blamed_only_where_one_fell() -> None:
    referee = at_a_match()
    by_line = {line.seq: line for line in referee.seen.history}
    dice, other = by_line[2], by_line[5]
    for one, has_dice in ((dice, True), (other, False)):
        asked = ProtestDialogue(one, False, 5).prompt
        assert isinstance(asked, TextPrompt)
        assert (ABOUT_DICE in asked.ready) == has_dice
    referee.do(referee.talk.begin(ProtestDialogue(dice, False, 5, referee.seen.scene.sides)))
    red = next(button for button in referee.buttons().buttons if button.reply == Protester("red"))
    referee.reply(red.reply)
    (intent,) = referee.reply("the die was cocked").step.items
    assert isinstance(intent, PlayIntent)
    assert intent.play == note_of(Protest(2, "the die was cocked", "red"))


def test_a_decision_is_said_with_its_reason_and_then_forgotten() -> None:
    referee = at_a_match("ofusaido", 4)
    referee.do(referee.talk.begin_override(referee.seen))
    set_a_number(referee, 1)
    referee.reply(Reason())
    (intent,) = referee.reply("both sides agree").step.items
    assert isinstance(intent, PlayIntent)
    assert isinstance(intent.play, Override)
    assert intent.play.reason == "both sides agree"
    assert not referee.keeps_override()
    assert not referee.is_asked()


def test_an_override_after_a_refused_play_lets_it_stand_unless_the_referee_says_no() -> None:
    for is_let_stand in (True, False):
        referee = at_a_match("lignes", 4)
        referee.watching.say(KickoffRoll(4))
        referee.seen = referee.watching.look()
        refused = referee.seen.history[-1].seq
        referee.do(referee.talk.begin_override(referee.seen, refused))
        if not is_let_stand:
            referee.reply(Standing())
        set_a_number(referee, 1)
        referee.reply(Reason())
        (intent,) = referee.reply("both sides agree").step.items
        assert isinstance(intent, PlayIntent) and isinstance(intent.play, Override)
        assert intent.play.refused == (refused if is_let_stand else None)


def set_a_number(referee: Referee, value: int) -> str:
    """Set the first whole number there is; its path."""
    owner = next(one.reply for one in referee.buttons().buttons if isinstance(one.reply, Owner))
    referee.reply(owner)
    one = next(one.reply for one in referee.buttons().buttons if not getattr(one.reply, "settings", ()))
    referee.reply(one)
    assert isinstance(referee.prompt, NumberPrompt)
    referee.reply(value)
    return str(getattr(one, "path", ""))


def test_what_was_set_and_not_said_is_asked_about_before_anything_else_is_done() -> None:
    referee = at_a_match("ofusaido", 4)
    referee.do(referee.talk.begin_override(referee.seen))
    set_a_number(referee, 1)
    referee.do(referee.talk.begin(None))
    assert referee.keeps_override()
    asked = referee.talk.ask_about_unsaid(Act.CLOCKS)
    assert asked is not None
    referee.do(asked)
    referee.reply(GoOn())
    assert referee.keeps_override()
    referee.do(referee.talk.back())
    assert isinstance(referee.talk.dialogue, OverrideDialogue)
    assert isinstance(referee.talk.dialogue.at, Leaving)
    referee.do(referee.talk.ask_about_unsaid(Act.CLOCKS) or Turn(referee.talk))
    assert referee.reply(Drop()).step.command is Act.CLOCKS
    assert not referee.keeps_override()
    assert not referee.is_asked()


def test_a_decision_that_the_rules_refuse_is_asked_again_with_the_refusal() -> None:
    referee = at_a_match("ofusaido", 4)
    override = OverrideDialogue(
        referee.seen.match,
        referee.seen.seq,
        referee.seen.settable,
        referee.seen.scene,
        {"teams.away.energy_pile": -1},
        {"teams.away.energy_pile": Text("energy cards left = -1")},
        Reason(),
    )
    referee.do(referee.talk.begin(override))
    referee.reply("agreed")
    assert referee.keeps_override()
    assert referee.buttons().remark


def test_a_protest_needs_words_and_counts_whatever_is_played_meanwhile() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(ProtestDialogue(referee.line(2), False, referee.seen.seq)))
    referee.watching.say(Note("wait"))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    (intent,) = referee.reply("it was too late").step.items
    assert intent == PlayIntent(note_of(Protest(2, "it was too late")), 6, "referee")


def test_clocks_are_moved_and_set_only_after_the_pin() -> None:
    clock = Clock("half", Wording.plain("half"), length_ms=2_700_000)
    shown = ClocksDialogue(
        (ClockReading(clock, spent_ms=0, left_ms=2_700_000, is_running=True),), is_paused=False
    )
    assert isinstance(shown.prompt, ClocksPrompt)
    moved = shown.reply(ClockChange("half", 60_000))
    assert moved.items == (ClockOrder("add", "half", 60_000),)
    assert moved.needs is PlayerAct.CORRECT
    setting = shown.reply("half").dialogue
    assert isinstance(setting, ClocksDialogue)
    assert setting.prompt == NumberPrompt(
        Text("{clock}: whole minutes", clock=clock.title), 45, 0, MOST_MINUTES
    )
    done = setting.reply(3)
    assert done.items == (ClockOrder("set", "half", 180_000),)
    assert done.needs is PlayerAct.CORRECT
    assert done.dialogue == shown


def test_any_play_is_said_by_hand_and_only_an_undo_needs_the_pin() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(PlayDialogue(referee.seen)))
    referee.reply(Note("seen"))
    assert referee.pins == 0
    referee.reply(Undo())
    assert referee.pins == 1
    assert isinstance(referee.prompt, TextPrompt)


def test_nothing_is_opened_where_nothing_is_asked() -> None:
    assert open_dialogue(at_a_match().seen) is None


def asked(referee: Referee) -> Snapshot:
    """The match with a question of the table."""
    question = TableQuestion("k", Text("which die?"), (KickoffRoll(1), KickoffRoll(2)), ())
    return replace(referee.seen, asking=Asking(question, (Text("a"), Text("b"))))


def test_a_question_of_the_table_is_answered_once_and_goes_when_the_table_has_answered_it() -> None:
    referee = at_a_match()
    dialogue = open_dialogue(asked(referee))
    assert isinstance(dialogue, QuestionDialogue)
    assert dialogue.reply(1).items == (QuestionAnswer("k", 1),)
    assert dialogue.follow(asked(referee)) == dialogue
    assert dialogue.follow(referee.seen) is None


def test_none_of_the_answers_leads_to_a_play_by_hand() -> None:
    referee = at_a_match()
    dialogue = open_dialogue(asked(referee))
    assert dialogue is not None
    step = dialogue.reply(BY_HAND)
    assert step.items == (QuestionAnswer("k", None),)
    assert step.command is Act.HAND


def test_a_touch_that_came_too_late_ends_what_is_asked_and_keeps_what_was_set() -> None:
    referee = at_a_match("ofusaido", 4)
    referee.do(referee.talk.begin_override(referee.seen))
    set_a_number(referee, 1)
    referee.do(referee.talk.hear(StaleTouch(referee.seen.match, referee.seen.seq)))
    assert not referee.is_asked()
    assert referee.keeps_override()


def test_buttons_do_not_repeat_what_was_noted_but_for_the_word_before_they_part() -> None:
    noted = "Y9 moves to c17"
    assert noted[shared_letters([noted, "Y9 moves to c15", "Y9 moves to d15"]) :] == "to c17"
    energy = "Red turns: attack 1, defence 2"
    assert energy[shared_letters([energy, "Red turns: attack 4, defence 0"]) :] == "attack 1, defence 2"
    assert shared_letters(["Blue shoots", "Red shoots"]) == 0
    assert shared_letters(["Red", "Red shoots"]) == 0, "something is left to read"
