"""A match above its game: what a log needs, and what a reader of it may rely on."""

from typing import Any

import pytest

from companion.errors import LogDamaged
from companion.event import Voided
from companion.ids import ObservationId
from companion.match import (
    CORRECTION_CITE,
    IN_FORCE_CITE,
    INSERTION_CITE,
    OVER_CITE,
    OVERRIDE_CITE,
    SEATS_CITE,
    UNDO_CITE,
    Match,
    SetupRefused,
    differences,
)
from companion.observation import Tap
from companion.play import Insert, parse_play
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.showing.citations import tell_citation
from companion.storage.record import LoggedEvent, MemoryLog, Record
from companion.words import Text, joined, translate
from tests.rules.citations import assert_it_names_its_section
from tests.rules.demonstration import demonstrations

SETUP, CARDS = demonstrations("ofusaido")["demo-match pro"]
RULES = GAMES["ofusaido"]


def begun(log: Any = None) -> Match:
    return Match(RULES, SETUP, CARDS, log)


def attempt(match: Match) -> dict[str, Any]:
    (option, *_) = RULES.options(match.state, "home", "attempt")
    return {"play": "attempt", "seat": "home", "occasion": option.occasion, "zone": option.zone}


class FullDisk:
    def append(self, record: Record) -> None:
        raise LogDamaged(Text("the disk is full"))


def test_a_play_that_cannot_be_logged_has_not_happened() -> None:
    match = begun(FullDisk())
    before = match.state
    with pytest.raises(LogDamaged):
        match.submit_json(attempt(match))
    assert (match.state, match.seq, match.entries) == (before, 0, ())


def test_a_refused_play_is_numbered_and_logged_too() -> None:
    log = MemoryLog()
    match = begun(log)
    assert not match.submit_json({"play": "let_pass", "seat": "home"}).ok
    assert match.submit_json(attempt(match)).seq == 2
    assert [record.error is None for record in log.records()] == [False, True]


def test_evidence_goes_from_the_observation_to_the_entry_and_the_record() -> None:
    log = MemoryLog()
    match = begun(log)
    match.submit_json(attempt(match), (Tap(ObservationId("tap-7"), 5, None),))
    assert match.entries[0].evidence == ("tap-7",)
    assert log.records()[0].evidence == ("tap-7",)


def test_a_correction_keeps_the_evidence_of_the_plays_it_judges_again() -> None:
    match = begun()
    match.submit_json(attempt(match), (Tap(ObservationId("first"), 0, None),))
    match.submit_json({"play": "note", "text": "x"})
    match.submit_json(
        {"play": "override", "set": {"score.home": 1}, "reason": "r"}, (Tap(ObservationId("2nd"), 0, None),)
    )
    again = {"play": "correct", "seq": 1, "with": attempt(begun())}
    assert match.submit_json(again, (Tap(ObservationId("third"), 0, None),)).ok
    assert [entry.evidence for entry in match.entries] == [("third",), ("2nd",)]


def test_an_undo_cannot_name_a_play_that_is_not_in_force() -> None:
    match = begun()
    play = attempt(match)
    for said in (play, {"play": "undo"}, play):
        assert match.submit_json(said).ok
    refusal = match.submit_json({"play": "undo", "to": 1}).refusal
    assert refusal is not None
    assert (
        translate(refusal.message, "en")
        == "play 1 is not in force: it was refused, undone, or is itself a note, an undo or a correction; the last plays in force: 3"
    )


CONCEDED = {"play": "concede", "seat": "home"}


@pytest.mark.parametrize(
    ("said", "cite"),
    [
        ([{"play": "undo"}], UNDO_CITE),
        ([{"play": "undo", "to": 7}], IN_FORCE_CITE),
        ([{"play": "correct", "seq": 7, "with": CONCEDED}], IN_FORCE_CITE),
        ([CONCEDED, CONCEDED], OVER_CITE),
        ([CONCEDED, {"play": "time_up", "clock": "half"}], OVER_CITE),
        ([{"play": "concede", "seat": "north"}], SEATS_CITE),
        ([{"play": "override", "set": {"score.home": 1}, "reason": " "}], OVERRIDE_CITE),
        ([CONCEDED, {"play": "correct", "seq": 1, "with": {"play": "undo"}}], CORRECTION_CITE),
    ],
)
def test_a_refusal_that_belongs_to_every_match_says_the_rule_in_words(
    said: list[dict[str, Any]], cite: str
) -> None:
    match = begun()
    *before, last = said
    for play in before:
        assert match.submit_json(play).ok
    refusal = match.submit_json(last).refusal
    assert refusal is not None
    assert_it_names_its_section(refusal)
    assert refusal.cite == cite
    english, french = (translate(tell_citation(cite), language) for language in ("en", "fr"))
    assert english.startswith("Every match: ")
    assert french.startswith("Tout match\N{NO-BREAK SPACE}: ")


def test_a_log_with_an_unknown_event_is_damaged() -> None:
    match = begun()
    play = attempt(match)
    with pytest.raises(LogDamaged, match="play 1 of the log cannot be read"):
        match.restore(Record(1, play, (), (LoggedEvent(1, {"kind": "earthquake"}),)))


def test_a_better_translation_makes_no_other_match() -> None:
    log = MemoryLog()
    match = begun(log)
    match.submit_json({"play": "let_pass", "seat": "home"})
    (record,) = log.records()
    assert record.error is not None
    reworded = Record(1, record.play, (), (), {**record.error, "message": {"en": "No.", "fr": "Non."}})
    assert differences(RULES, SETUP, CARDS, [reworded]) == []
    recoded = Record(1, record.play, (), (), {**record.error, "code": "bad_play"})
    assert differences(RULES, SETUP, CARDS, [recoded]) == [1]


def test_a_better_citation_makes_no_other_match() -> None:
    log = MemoryLog()
    match = begun(log)
    match.submit_json(attempt(match))
    (record,) = log.records()
    cited = tuple(LoggedEvent(one.of, {**one.data, "cite": "§99"}) for one in record.events)
    assert differences(RULES, SETUP, CARDS, [Record(1, record.play, (), cited)]) == []


def test_a_set_up_that_the_rules_refuse_begins_no_match() -> None:
    with pytest.raises(SetupRefused, match="kickoff: this must be one of home, away; here: 'north'"):
        Match(RULES, {**SETUP, "kickoff": "north"}, CARDS)


def test_nothing_to_say_is_nothing_in_every_language() -> None:
    assert [translate(joined([]), language) for language in ("en", "fr")] == ["", ""]


def let_stand(seq: int) -> dict[str, Any]:
    return {"play": "override", "set": {"score.home": 1}, "reason": "the card says so", "refused": seq}


def test_a_referee_lets_a_refused_play_stand_and_the_log_keeps_both_together() -> None:
    log = MemoryLog()
    match = begun(log)
    assert not match.submit_json({"play": "let_pass", "seat": "home"}).ok
    stands = match.submit_json(let_stand(1))
    assert stands.ok and match.view()["score"]["home"] == 1
    assert "the referee lets play 1 stand: " in translate(match.label(stands.events[0]), "en")
    refused, override = log.records()
    assert refused.error is not None and override.play == let_stand(1)
    assert override.events[0].data["refused"] == 1
    again = begun()
    for record in log.records():
        again.restore(record)
    assert again.state == match.state
    assert differences(RULES, SETUP, CARDS, log.records()) == []
    assert match.submit_json({"play": "undo"}).ok and match.view()["score"]["home"] == 0


@pytest.mark.parametrize("seq", [1, 2, 3, 9])
def test_only_a_play_of_the_game_that_was_refused_can_stand(seq: int) -> None:
    match = begun()
    assert match.submit_json(attempt(match)).ok
    assert not match.submit_json({"play": "undo", "to": 99}).ok
    assert match.submit_json({"play": "note", "text": "let us see"}).ok
    outcome = match.submit_json(let_stand(seq))
    assert outcome.refusal is not None
    assert "cannot be let stand" in translate(outcome.refusal.message, "en")


def test_a_play_let_stand_before_a_restart_may_stand_after_it() -> None:
    log = MemoryLog()
    match = begun(log)
    assert not match.submit_json({"play": "let_pass", "seat": "home"}).ok
    again = begun()
    again.restore(log.records()[0])
    assert again.submit_json(let_stand(1)).ok


def three_plays(log: MemoryLog | None = None) -> Match:
    """A goal by the referee's word, a pass by one side, and another word of the referee."""
    match = begun(log)
    for said in (set_score(1), attempt(match), set_score(2)):
        assert match.submit_json(said).ok
    return match


def set_score(score: int) -> dict[str, Any]:
    return {"play": "override", "set": {"score.home": score}, "reason": "seen"}


def test_a_play_that_is_corrected_to_a_note_did_not_happen_and_the_others_stand() -> None:
    log = MemoryLog()
    match = three_plays(log)
    done = match.submit_json({"play": "correct", "seq": 2, "with": {"play": "note", "text": "never"}})
    assert done.ok and [event.kind for event in done.events] == ["note"]
    assert [entry.seq for entry in match.entries] == [1, 3]
    assert match.view()["score"]["home"] == 2
    again = begun()
    for record in log.records():
        again.restore(record)
    assert (again.entries, again.state) == (match.entries, match.state)
    assert differences(RULES, SETUP, CARDS, log.records()) == []
    assert match.submit_json({"play": "undo"}).ok and [entry.seq for entry in match.entries] == [1]


def test_plays_that_need_the_play_that_did_not_happen_are_voided() -> None:
    match = begun()
    assert match.submit_json(attempt(match)).ok
    (waited, *_) = match.expects()
    (option, *_) = RULES.options(match.state, waited.seat, waited.plays[0])
    assert match.submit(option).ok
    done = match.submit_json({"play": "correct", "seq": 1, "with": {"play": "note", "text": "never"}})
    assert [one.seq for event in done.events if isinstance(event, Voided) for one in event.plays] == [2]
    assert match.entries == ()


def test_what_a_missed_play_would_make_impossible_is_told_and_nothing_changes() -> None:
    match = three_plays()
    before = match.entries
    conceded = parse_play(match.play_kinds, CONCEDED)
    assert [one.seq for one in match.impossible_after(Insert(2, conceded))] == [2]
    assert match.entries == before
    assert isinstance(match.preview(Insert(9, conceded)), Refusal)


def inserted(before: int, missed: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"play": "insert", "before": before, "with": missed, **more}


def in_force(match: Match) -> list[int]:
    return [entry.seq for entry in match.entries]


def assert_the_log_opens_with_the_same_match(match: Match, log: MemoryLog) -> None:
    again = begun()
    for record in log.records():
        again.restore(record)
    assert (again.entries, again.state, again.seq) == (match.entries, match.state, match.seq)
    assert differences(RULES, SETUP, CARDS, log.records()) == []


def test_a_missed_play_stands_before_the_later_ones_and_they_keep_their_numbers_and_evidence() -> None:
    log = MemoryLog()
    match = begun(log)
    assert match.submit_json(set_score(1), (Tap(ObservationId("first"), 0, None),)).ok
    assert match.submit_json(set_score(3), (Tap(ObservationId("2nd"), 0, None),)).ok
    done = match.submit_json(inserted(2, set_score(2)), (Tap(ObservationId("3rd"), 0, None),))
    assert (done.seq, [event.kind for event in done.events]) == (3, ["override"])
    assert [(one.seq, one.evidence) for one in match.entries] == [
        (1, ("first",)),
        (3, ("3rd",)),
        (2, ("2nd",)),
    ]
    assert [match.rules.view(one.after)["score"]["home"] for one in match.entries] == [1, 2, 3]
    assert_the_log_opens_with_the_same_match(match, log)


def test_an_inserted_play_is_corrected_taken_out_and_undone_as_any_other() -> None:
    log = MemoryLog()
    match = begun(log)
    for said in (set_score(1), set_score(3), inserted(2, set_score(2)), inserted(3, set_score(5))):
        assert match.submit_json(said).ok
    assert in_force(match) == [1, 4, 3, 2]
    assert match.submit_json({"play": "correct", "seq": 4, "with": set_score(6)}).ok
    assert [match.rules.view(one.after)["score"]["home"] for one in match.entries] == [1, 6, 2, 3]
    never = {"play": "note", "text": "never"}
    assert match.submit_json({"play": "correct", "seq": 4, "with": never}).ok
    assert in_force(match) == [1, 3, 2]
    assert match.submit_json({"play": "undo"}).ok
    assert in_force(match) == [1, 3], "the last play of the match, and not the one that was entered last"
    assert_the_log_opens_with_the_same_match(match, log)
    assert match.submit_json({"play": "undo", "to": 3}).ok
    assert in_force(match) == [1]


def test_what_is_to_be_entered_again_counts_no_longer_from_the_first_impossible_play_on() -> None:
    log = MemoryLog()
    match = three_plays(log)
    done = match.submit_json({"play": "correct", "seq": 1, "with": CONCEDED, "again": True})
    (voided,) = (event.plays for event in done.events if isinstance(event, Voided))
    assert [one.seq for one in voided] == [2, 3], "the last one, a referee's word, was still possible"
    assert voided[1].reason.en == "it is to be entered again, after play 2"
    assert in_force(match) == [1]
    assert_the_log_opens_with_the_same_match(match, log)


@pytest.mark.parametrize("missed", [{"play": "note", "text": "x"}, {"play": "undo"}, inserted(1, CONCEDED)])
def test_only_what_can_happen_in_a_match_can_have_been_missed(missed: dict[str, Any]) -> None:
    match = three_plays()
    refusal = match.submit_json(inserted(2, missed)).refusal
    assert refusal is not None and refusal.cite == INSERTION_CITE
    assert in_force(match) == [1, 2, 3]
