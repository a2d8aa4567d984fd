"""How a referee takes plays back, corrects them and puts in what is missing, step by step, without a window."""

from typing import Any

from companion.play import Correct, Override, Seq, Undo
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.session.history_rows import may, sentence
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    MissedPlay,
    PastRequest,
    PlayIntent,
    WayBack,
)
from companion.session.snapshot import Fate
from tests.plays import play_of
from tests.ui.referee.referees import another_roll, at_a_match, english
from ui.presenters.hotkeys import Act
from ui.referee.dialogues.amendment import NEVER, AnyOther, MissingPlay, UndoDialogue, WayBackDialogue
from ui.referee.dialogues.dialogue import (
    DicePrompt,
    PlayChoice,
    PlayPrompt,
    TextPrompt,
)
from ui.referee.dialogues.menu import (
    PlayDialogue,
)


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


def test_a_single_die_is_corrected_by_its_faces_of_which_the_noted_one_only_stands_there() -> None:
    referee = at_a_match()
    referee.do(referee.talk.look_back(1))
    faces = referee.buttons().buttons
    assert [english(one.says) for one in faces] == ["1", "2", "3", "4", "5", "6"]
    noted = referee.line(1).play
    assert [one.reply for one in faces if one.is_off] == [noted]
    assert [english(one.under) for one in faces if one.is_off] == ["noted"]
    referee.reply(next(one.reply for one in faces if not one.is_off))
    assert isinstance(referee.prompt, TextPrompt)


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
            "14. Fontesorda turns over “Down the left”: “Turn over an occasion card” is not possible now; the table waits for"
            " Fontesorda: “Shoot”, “Play a staff card”, “Announce an ability”, “Use the coach's bonus”"
        ),
    ]


def test_plays_that_a_wrong_correction_made_impossible_come_back_when_it_is_taken_back_at_once() -> None:
    referee = at_a_match()
    match = referee.watching.match
    plays, state = [entry.play for entry in match.entries], match.state
    kickoff = plays[0]
    assert isinstance(kickoff, KickoffRoll)
    referee.watching.take(Amendment(1, KickoffRoll(kickoff.d6 % 6 + 1), "misread"))
    referee.watching.take(AmendmentDecision(AmendmentChoice.DROP))
    assert len(match.entries) < len(plays)
    referee.watching.take(WayBack(6, "it was right"))
    assert [entry.play for entry in match.entries] == plays
    assert match.state == state
