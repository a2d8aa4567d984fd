"""What the referee is asked, step by step, without a window."""

from dataclasses import replace
from typing import Any, TypeVar

from companion.locks import PlayerAct
from companion.play import Correct, Note, Override, Seq, Undo
from companion.reading.answer import TableQuestion
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.session.history_rows import may, sentence
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    ClockOrder,
    MissedPlay,
    PastRequest,
    PlayIntent,
    QuestionAnswer,
    WayBack,
)
from companion.session.remarks import Protest, note_of
from companion.session.session_event import StaleTouch
from companion.session.snapshot import Asking, Fate, HistoryLine, Snapshot
from companion.showing.scene import Words
from companion.timers import Clock, ClockReading
from companion.words import Text, Wording, translate
from tests.plays import play_of
from tests.ui.referee.watching import Watching
from ui.presenters.hotkeys import Act
from ui.referee.conversation import Conversation, Turn
from ui.referee.dialogues.amendment import NEVER, AnyOther, MissingPlay, UndoDialogue, WayBackDialogue
from ui.referee.dialogues.dialogue import (
    BY_HAND,
    ButtonPrompt,
    ClockChange,
    ClocksPrompt,
    DicePrompt,
    NumberPrompt,
    PlayChoice,
    PlayPrompt,
    Prompt,
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

P = TypeVar("P", bound=Prompt)


class Referee:
    """A referee at a match: what he says goes to the match, and what the match says to what he is asked."""

    def __init__(self, watching: Watching) -> None:
        self.watching = watching
        self.talk = Conversation()
        self.seen = watching.look()
        self.pins = 0

    def do(self, turn: Turn) -> Turn:
        """Carry a turn out as the page does, with the PIN given."""
        self.pins += turn.step.needs is not None
        self.talk = turn.conversation
        for item in turn.step.items:
            heard = len(self.watching.told)
            self.watching.take(item)
            for told in self.watching.told[heard:]:
                self.do(self.talk.hear(told))
        before, self.seen = self.seen, self.watching.look()
        self.do_follow(before)
        return turn

    def do_follow(self, before: Any) -> None:
        turn = self.talk.follow(before, self.seen)
        self.talk = turn.conversation
        for item in turn.step.items:
            self.watching.take(item)

    def reply(self, said: Any) -> Turn:
        return self.do(self.talk.reply(said))

    def line(self, seq: int) -> HistoryLine:
        return next(one for one in self.seen.history if one.seq == seq)

    @property
    def prompt(self) -> Prompt | None:
        return self.talk.prompt

    def is_asked(self) -> bool:
        return self.talk.prompt is not None

    def keeps_override(self) -> bool:
        return self.talk.has_unsaid_override

    def asked(self, kind: type[P]) -> P:
        """What he is asked, which is of this kind."""
        prompt = self.prompt
        assert isinstance(prompt, kind)
        return prompt

    def buttons(self) -> ButtonPrompt:
        return self.asked(ButtonPrompt)


def at_a_match(game: str = "lignes", count: int = 5) -> Referee:
    return Referee(Watching(game, count))


def another_roll(referee: Referee) -> object:
    """Return the roll of which each die shows its least face, which was not noted."""
    prompt = referee.asked(DicePrompt)
    assert [[face for face, _ in die.faces] for die in prompt.dice] == [
        [str(face) for face in range(1, most + 1)] for most in (6, 12)
    ]
    button = prompt.roll([0, 0])
    assert button is not None and button != prompt.roll([die.was for die in prompt.dice])
    return button.reply


def english(words: Words | str) -> str:
    return words if isinstance(words, str) else translate(words, "en")


def test_who_undoes_several_plays_is_asked_first_and_then_why() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(UndoDialogue.of(referee.seen, referee.line(3))))
    assert len(referee.buttons().lines) == 3
    referee.reply(True)
    assert isinstance(referee.prompt, TextPrompt)
    assert referee.reply("  ").step.items == ()
    (intent,) = referee.reply("misread").step.items
    assert intent == PlayIntent(Undo(3, "misread"), 5, "referee")
    assert not referee.is_asked()
    assert len(referee.watching.match.entries) == 2


def test_the_last_play_is_undone_with_a_reason_alone() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(UndoDialogue.of(referee.seen, referee.line(5))))
    assert isinstance(referee.prompt, TextPrompt)


def test_undo_among_plays_by_hand_names_the_play_and_asks_why_before_anything_is_lost() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(PlayDialogue(referee.seen)))
    referee.reply(Undo())
    assert [entry.seq for entry in referee.watching.match.entries] == [1, 2, 3, 4, 5]
    assert english(sentence(referee.line(5))) in english(referee.asked(TextPrompt).title)
    referee.do(referee.talk.back())
    referee.asked(PlayPrompt)
    referee.reply(Undo())
    referee.reply("misread")
    assert [entry.seq for entry in referee.watching.match.entries] == [1, 2, 3, 4]
    referee.asked(PlayPrompt)


def test_undo_among_plays_by_hand_asks_before_it_undoes_a_ruling() -> None:
    referee = at_a_match("ofusaido", 4)
    referee.watching.say(Override({"teams.away.energy_pile": 3}, "agreed"))
    referee.seen = referee.watching.look()
    referee.do(referee.talk.begin(PlayDialogue(referee.seen)))
    referee.reply(Undo())
    assert "ruling" in english(referee.buttons().title)
    assert "agreed" in english(referee.buttons().lines[0])
    referee.reply(True)
    referee.reply("a mistake")
    assert len(referee.watching.match.entries) == 4


def test_undo_among_plays_by_hand_asks_before_it_undoes_a_correction() -> None:
    referee = at_a_match("lignes", 1)
    before = english(sentence(referee.line(1)))
    referee.watching.say(Correct(Seq(1), KickoffRoll(6), "misread"))
    referee.seen = referee.watching.look()
    referee.do(referee.talk.begin(PlayDialogue(referee.seen)))
    referee.reply(Undo())
    assert before in english(referee.buttons().lines[0])


def test_an_earlier_play_is_replaced_by_a_likely_one_and_the_session_stops_looking_back() -> None:
    referee = at_a_match()
    asked = referee.do(referee.talk.look_back(5))
    assert asked.step.items == (PastRequest(5),)
    likely: Any = referee.buttons().buttons[0].reply
    referee.reply(likely)
    assert isinstance(referee.prompt, TextPrompt)
    done = referee.reply("misplaced")
    assert done.step.items == (Amendment(5, likely, "misplaced"), PastRequest(None))
    assert referee.watching.match.entries[-1].play == likely


def test_any_other_play_of_then_may_be_chosen_and_going_back_ends_looking_back() -> None:
    referee = at_a_match()
    referee.do(referee.talk.look_back(4))
    referee.reply(AnyOther())
    prompt = referee.prompt
    assert isinstance(prompt, PlayPrompt)
    assert prompt.is_past
    referee.do(referee.talk.back())
    assert referee.buttons().buttons
    assert [type(button.reply) for button in referee.buttons().last[::2]] == [AnyOther, MissingPlay]
    assert referee.do(referee.talk.back()).step.items == (PastRequest(None),)
    assert not referee.is_asked()


def test_a_correction_is_taken_back_by_its_own_entry_and_the_old_play_holds_again() -> None:
    referee = at_a_match()
    old = referee.watching.match.entries[1].play
    referee.watching.take(Amendment(5, referee.watching.match.entries[4].play, "the same"))
    referee.watching.take(Amendment(2, StrategyRoll(6, 12), "misread"))
    referee.seen = referee.watching.look()
    assert may(referee.seen, referee.line(6)).go_back is not None
    can = may(referee.seen, referee.line(7))
    assert can.go_back is not None and english(can.go_back) == "take the correction back"
    referee.do(referee.talk.begin(WayBackDialogue(referee.line(7), can.go_back)))
    assert "take the correction back, “" in english(referee.asked(TextPrompt).title)
    referee.reply("it was right")
    assert referee.watching.match.entries[1].play == old
    assert "it was right" in english(sentence(referee.line(8)))
    assert may(referee.seen, referee.line(7)).go_back is None, "it holds no longer"
    assert may(referee.seen, referee.line(8)).go_back is not None


def test_a_play_that_was_said_not_to_have_happened_comes_back_with_the_correction_that_said_so() -> None:
    referee = at_a_match()
    play = referee.watching.match.entries[4].play
    referee.watching.take(Amendment(5, NEVER, "a touch too many"))
    referee.watching.take(WayBack(6, "it was one"))
    assert [entry.play for entry in referee.watching.match.entries][4:] == [play]
    referee.watching.take(WayBack(6, "once more"))
    assert len(referee.watching.match.entries) == 5, "that was done already"


def test_what_an_undo_took_back_is_put_back_right_after_it_and_not_later() -> None:
    referee = at_a_match()
    plays = [entry.play for entry in referee.watching.match.entries]
    state = referee.watching.match.state
    referee.do(referee.talk.begin(UndoDialogue.of(referee.seen, referee.line(3))))
    referee.reply(True)
    referee.reply("misread")
    can = may(referee.seen, referee.line(6))
    assert can.go_back is not None and english(can.go_back) == "put the plays back"
    referee.do(referee.talk.begin(WayBackDialogue(referee.line(6), can.go_back)))
    referee.reply("it was not misread")
    assert [entry.play for entry in referee.watching.match.entries] == plays
    assert referee.watching.match.state == state
    assert may(referee.seen, referee.line(6)).go_back is None
    referee.watching.take(WayBack(6, "twice"))
    assert len(referee.watching.match.entries) == len(plays)


def test_one_play_that_did_not_happen_is_taken_out_and_the_history_says_so() -> None:
    referee = at_a_match()
    was = english(sentence(referee.line(5)))
    referee.do(referee.talk.look_back(5))
    referee.reply(NEVER)
    assert english(referee.asked(TextPrompt).title).startswith("play 5 did not happen")
    referee.reply("a touch too many")
    assert [entry.seq for entry in referee.watching.match.entries] == [1, 2, 3, 4]
    assert referee.line(5).fate is Fate.TAKEN_BACK
    assert english(sentence(referee.line(6))) == f"play 5 did not happen: “{was}” (a touch too many)"


def test_a_play_that_is_missing_before_another_is_chosen_among_those_that_were_possible_then() -> None:
    referee = at_a_match()
    referee.do(referee.talk.look_back(3))
    referee.reply(MissingPlay())
    prompt = referee.asked(PlayPrompt)
    missed: Any = prompt.snapshot.offers[0].plays[0].play
    referee.reply(missed)
    assert english(referee.asked(TextPrompt).title).startswith("enter a play before play 3")
    said = referee.reply("nobody entered it").step.items[0]
    assert said == MissedPlay(3, missed, "nobody entered it")
    if referee.seen.proposal is not None:
        referee.reply(AmendmentChoice.DROP)
    numbers = [line.seq for line in referee.seen.history]
    assert numbers == [1, 2, 6, 3, 4, 5]
    undoing = UndoDialogue.of(referee.seen, referee.line(6))
    in_force = [line.seq for line in referee.seen.history[2:] if line.fate is Fate.IN_FORCE]
    assert [line.seq for line in undoing.plays] == in_force, "what stands after it in the match"


def test_a_correction_in_the_history_says_what_the_play_was_and_what_it_is_now() -> None:
    referee = at_a_match()
    was = english(sentence(referee.line(2)))
    referee.do(referee.talk.look_back(2))
    referee.reply(another_roll(referee))
    referee.reply("misread")
    if referee.seen.proposal is not None:
        referee.reply(AmendmentChoice.DROP)
    now = english(sentence(referee.line(2)))
    assert now != was
    assert english(sentence(referee.seen.history[-1])) == f"play 2: “{now}” instead of “{was}” (misread)"


def test_going_back_from_the_reason_asks_again_what_the_play_was() -> None:
    referee = at_a_match()
    referee.do(referee.talk.look_back(5))
    first = referee.buttons()
    referee.reply(first.buttons[0].reply)
    assert isinstance(referee.prompt, TextPrompt)
    referee.do(referee.talk.back())
    assert referee.buttons() == first


def test_going_back_from_the_reason_of_an_undo_shows_again_what_would_be_undone() -> None:
    referee = at_a_match()
    referee.do(referee.talk.begin(UndoDialogue.of(referee.seen, referee.line(3))))
    first = referee.buttons()
    referee.reply(True)
    assert isinstance(referee.prompt, TextPrompt)
    referee.do(referee.talk.back())
    assert referee.buttons() == first


def test_a_correction_that_was_begun_is_dropped_only_after_a_question() -> None:
    referee = at_a_match()
    referee.do(referee.talk.look_back(5))
    assert referee.talk.ask_about_unsaid(PlayChoice(2)) is None
    referee.reply(referee.buttons().buttons[0].reply)
    leaving = referee.talk.ask_about_unsaid(PlayChoice(2))
    assert leaving is not None
    assert referee.do(leaving).step.items == ()
    referee.reply(True)
    assert isinstance(referee.prompt, TextPrompt)
    again = referee.talk.ask_about_unsaid(PlayChoice(2))
    assert again is not None
    referee.do(again)
    dropped = referee.reply(False).step
    assert dropped.items == (PastRequest(None),)
    assert dropped.command == PlayChoice(2)
    assert not referee.is_asked()


def test_a_correction_whose_later_plays_are_undecided_is_dropped_only_after_a_question() -> None:
    referee = at_a_match("lignes", 12)
    referee.watching.take(Amendment(2, StrategyRoll(1, 1)))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    leaving = referee.talk.ask_about_unsaid(Act.CLOCKS)
    assert leaving is not None
    referee.do(leaving)
    dropped = referee.reply(False).step
    assert AmendmentDecision(AmendmentChoice.KEEP) in dropped.items
    assert dropped.command is Act.CLOCKS
    assert referee.seen.proposal is None


def test_going_back_from_the_question_about_later_plays_asks_again_what_the_play_was() -> None:
    referee = at_a_match("lignes", 12)
    referee.watching.take(Amendment(2, StrategyRoll(1, 1)))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    referee.do(referee.talk.back())
    assert referee.seen.proposal is None
    assert english(referee.asked(DicePrompt).title).startswith("what did the dice show in play 2")
    referee.reply(another_roll(referee))
    assert isinstance(referee.prompt, TextPrompt)


def test_plays_that_an_amendment_makes_impossible_are_asked_about() -> None:
    referee = at_a_match("lignes", 12)
    referee.watching.take(Amendment(2, StrategyRoll(1, 1)))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    buttons = referee.buttons().buttons
    assert [one.reply for one in buttons] == [
        AmendmentChoice.AGAIN,
        AmendmentChoice.DROP,
        AmendmentChoice.KEEP,
    ]
    assert [one.kind for one in buttons] == ["main", "danger", "plain"], (
        "what loses nothing of the match is not red"
    )
    assert "lost" in str(buttons[1].under) and "nothing is corrected" in str(buttons[2].under)
    assert english(referee.buttons().back) == "choose another correction"
    assert referee.reply(AmendmentChoice.KEEP).step.items == (AmendmentDecision(AmendmentChoice.KEEP),)
    assert not referee.is_asked()


def test_what_a_correction_makes_is_said_before_the_plays_that_it_makes_impossible() -> None:
    referee = at_a_match("lignes", 12)
    referee.watching.take(Amendment(2, StrategyRoll(1, 1)))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    made, first = (english(words) for words in referee.buttons().lines[:2])
    assert made == "play 2 would then be: the dice show 1 + 1 = 2; 2 points to spend in the strategy phase"
    assert first.startswith("5. ")
    referee.reply(AmendmentChoice.KEEP)
    referee.watching.take(Amendment(2, NEVER, "misread"))
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    told = [english(words) for words in referee.buttons().lines]
    assert not any(words.startswith("play 2 would") for words in told), (
        "what did not happen makes nothing itself"
    )


def test_a_foul_that_a_correction_makes_of_a_later_play_is_said_first_and_plays_are_named_as_on_their_buttons() -> (
    None
):
    referee = at_a_match("ofusaido", 20)
    referee.watching.take(
        Amendment(12, play_of("ofusaido", {"play": "reveal", "seat": "away", "energy": "EN014-900"}))
    )
    before, referee.seen = referee.seen, referee.watching.look()
    referee.do_follow(before)
    assert [english(words) for words in referee.buttons().lines[:3]] == [
        "play 12 would then be: Fontesorda turns over an energy card: attack 3, defence 0, blue",
        "after play 13 would come: foul by Évariste Longchêne, Bellecombre, blue: penalty",
        (
            "14. Fontesorda turns over “Down the left”: “Turn over an occasion” is not possible now; the table waits for"
            " Fontesorda: “Shoot”, “Play a staff card”, “Announce an ability”, “Use the coach's bonus”"
        ),
    ]


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
