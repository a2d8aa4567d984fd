"""The controller: what it is told, what it logs, and what it tells; with cards laid by hand and dice that fall."""

from pathlib import Path

import pytest

from companion.bus.messages import OrderOutcome, OrderVerb
from companion.ids import MatchId, ObservationId
from companion.observation import Notice, Sighting, SightingState
from companion.play import Insert, Note, TimeUp, Undo, kind_said, write_play
from companion.rules.lignes.plays import KickoffRoll, Move
from companion.rules.ofusaido.plays import Support
from companion.rules.ofusaido.sheet import Seat
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    CameraStatus,
    ClockOrder,
    DeviceNotice,
    MissedPlay,
    OrderAnswer,
    PlayIntent,
    QuestionAnswer,
    RefereeOrder,
    RollReport,
    SightingReport,
    TableApproval,
)
from companion.session.match_clocks import Kept, SightPictures
from companion.session.session_event import (
    DifferenceEvent,
    NoticeEvent,
    ProposalEvent,
    QuestionEvent,
    RemarkEvent,
    RulingEvent,
    StaleTouch,
    TowerRequest,
)
from companion.storage.evidence import EvidenceStore, of_table
from companion.storage.shipped_data import demonstrations
from companion.words import Text, translate
from tests.plays import play_of
from tests.session.sitting import LIGNES, OCCASION, OFUSAIDO, WHY, Sitting, begun, last, roll

HALVES = demonstrations("lignes")["demo-match-halves"]


def test_a_card_that_is_read_is_a_play_with_its_sighting_as_evidence() -> None:
    sitting = begun(OFUSAIDO)
    sitting.lay(OCCASION, "occasion")
    (ruled,) = [told for told in sitting.wait(500) if isinstance(told, RulingEvent)]
    assert kind_said(ruled.play) == "attempt"
    assert ruled.by == "camera"
    assert ruled.evidence == ("sight-1",)
    assert ruled.after_ms is not None
    assert 200 <= ruled.after_ms <= 300


def test_the_picture_of_a_play_is_kept(tmp_path: Path) -> None:
    pictures = EvidenceStore(tmp_path)
    sitting = begun(OFUSAIDO, Kept(None, pictures))
    sitting.lay(OCCASION, "occasion", b"picture")
    sitting.wait(500)
    kept = pictures.find(MatchId("table1"), ObservationId("sight-1"))
    assert kept is not None
    assert kept.read_bytes() == b"picture"


def test_of_the_whole_table_one_picture_is_kept_for_a_play(tmp_path: Path) -> None:
    seen = [Sighting(ObservationId(f"sight-{n}"), 0, "", thing=n) for n in range(3)]
    crops = {one.thing: SightPictures(b"crop", lambda: b"table") for one in seen}
    pictures = EvidenceStore(tmp_path)
    assert not list(Kept(None, pictures).keep_pictures(MatchId("m"), seen, crops))
    tables = [pictures.find(MatchId("m"), of_table(one.id)) for one in seen]
    assert [path is not None for path in tables] == [False, False, True]


def test_a_support_that_is_laid_later_is_told_as_one_play_with_the_first() -> None:
    sitting = begun(OFUSAIDO)
    players, others = (OFUSAIDO[0]["teams"][seat]["players"] for seat in ("home", "away"))
    sitting.lay("20", "pitch.2.centre")
    for card, zone in ((OCCASION, "occasion"), (players[4], "home.pass"), (others[0], "away.oppose")):
        sitting.lay(card, zone)
        sitting.wait(500)
    sitting.lay(players[5], "home.support")
    sitting.wait(4000)
    sitting.lay(players[6], "home.support")
    told = sitting.wait(2000)
    assert [kind_said(one.play) for one in told if isinstance(one, RulingEvent)] == ["undo", "support"]
    assert sitting.controller.match.entries[-1].play == Support(Seat.HOME, (players[5], players[6]))
    assert "was added" in translate(last(told, RemarkEvent).says, "en")


@pytest.fixture
def branching() -> Sitting:
    """A match in which the first occasion forks."""
    setup, cards = OFUSAIDO
    home = setup["teams"]["home"]
    forked = {**setup, "teams": {**setup["teams"], "home": {**home, "visible": [OCCASION_WITH_FORK, OTHER]}}}
    return begun((forked, cards))


OCCASION_WITH_FORK = "OC003-900"
OTHER = next(ref for ref in OFUSAIDO[0]["teams"]["home"]["occasions"] if ref != OCCASION_WITH_FORK)


def _question(sitting: Sitting) -> QuestionEvent:
    sitting.lay(OCCASION_WITH_FORK, "occasion")
    sitting.wait(500)
    sitting.lay(OFUSAIDO[0]["teams"]["home"]["players"][4], "home.pass")
    asked: QuestionEvent = last(sitting.wait(2000), QuestionEvent)
    return asked


def test_a_question_that_is_answered_is_the_play_that_was_chosen(branching: Sitting) -> None:
    question = _question(branching).question
    assert question is not None
    told = branching.take(QuestionAnswer(question.key, 1))
    ruled = last(told, RulingEvent)
    assert write_play(ruled.play)["to"] == "c"
    assert ruled.by == "answer"
    assert last(told, QuestionEvent).question is None


def test_none_of_these_sets_the_card_aside(branching: Sitting) -> None:
    question = _question(branching).question
    assert question is not None
    branching.take(QuestionAnswer(question.key, None))
    assert not [told for told in branching.wait(5000) if isinstance(told, RulingEvent | QuestionEvent)]


def test_while_the_table_is_asked_the_clocks_stand(branching: Sitting) -> None:
    _question(branching)
    before = branching.controller.clocks.readings(branching.controller.match.view())[0].spent_ms
    branching.wait(3000)
    assert branching.controller.clocks.readings(branching.controller.match.view())[0].spent_ms == before


def test_an_answer_to_a_question_that_is_no_more_is_stale(branching: Sitting) -> None:
    assert isinstance(last(branching.take(QuestionAnswer("old", 0)), StaleTouch), StaleTouch)


def test_a_touch_on_an_old_screen_is_refused_and_changes_nothing() -> None:
    sitting = begun(OFUSAIDO)
    told = sitting.take(PlayIntent(Undo(), seq=4))
    assert isinstance(told[0], StaleTouch)
    assert sitting.controller.match.seq == 0


def test_whatever_the_camera_can_say_a_hand_can_say() -> None:
    sitting = begun(OFUSAIDO)
    told = sitting.take(
        PlayIntent(play_of("ofusaido", {"play": "attempt", "seat": "home", "occasion": OCCASION}), seq=0)
    )
    assert last(told, RulingEvent).by == "tap"


def test_table_and_match_that_differ_are_told_and_agree_when_a_person_says_so() -> None:
    sitting = begun(OFUSAIDO)
    thing = sitting.lay(OCCASION, "occasion")
    sitting.wait(500)
    gone = Sighting(ObservationId("gone"), sitting.now_ms, OCCASION, state=SightingState.END, thing=thing)
    sitting.take(SightingReport(gone))
    desync = last(sitting.wait(4000), DifferenceEvent).desync
    assert desync is not None
    assert last(sitting.take(TableApproval(desync.key)), DifferenceEvent).desync is None


def test_while_the_camera_is_away_nothing_is_missed_and_a_hand_goes_on() -> None:
    sitting = begun(OFUSAIDO)
    thing = sitting.lay(OCCASION, "occasion")
    sitting.wait(500)
    sitting.take(CameraStatus(is_seeing=False))
    gone = Sighting(ObservationId("gone"), sitting.now_ms, OCCASION, state=SightingState.END, thing=thing)
    sitting.take(SightingReport(gone))
    assert not [told for told in sitting.wait(5000) if isinstance(told, DifferenceEvent)]
    assert (
        last(
            sitting.take(PlayIntent(play_of("ofusaido", {"play": "give_up", "seat": "home"}))), RulingEvent
        ).refusal
        is None
    )


# --- dice


def test_the_tower_is_asked_for_the_dice_that_are_waited_for() -> None:
    sitting = begun(LIGNES)
    arms = last(sitting.told, TowerRequest)
    assert arms.dice == ("d6",)
    assert arms.request.startswith("table1-0.")


def test_a_roll_that_counts_is_the_play_that_was_waited_for() -> None:
    sitting = begun(LIGNES)
    told = sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    assert last(told, RulingEvent).play == KickoffRoll(3)
    assert last(told, TowerRequest).dice == ("d6", "d12")


def test_dice_that_nobody_had_asked_for_are_asked_about() -> None:
    sitting = begun(LIGNES)
    told = sitting.take(RollReport(roll("d6", "3"), counts=False, why=Text("a die lies cocked")))
    question = last(told, QuestionEvent).question
    assert question is not None
    assert question.options == (KickoffRoll(3),)
    assert last(sitting.take(QuestionAnswer(question.key, 0)), RulingEvent).evidence[0] == "roll:T:b:1"


def test_dice_that_nobody_waits_for_are_remarked_and_not_played() -> None:
    sitting = begun(LIGNES)
    told = sitting.take(RollReport(roll("d12", "11"), counts=True, why=WHY))
    assert isinstance(last(told, RemarkEvent), RemarkEvent)
    assert sitting.controller.match.seq == 0


def test_dice_that_the_tower_does_not_read_are_for_people_to_say_and_it_is_asked_anew() -> None:
    sitting = begun(LIGNES)
    asked = last(sitting.told, TowerRequest).request
    why = Text("say what they show")
    told = sitting.take(RollReport(roll("d6", "?"), counts=False, why=why))
    assert last(told, RemarkEvent).says == why
    assert last(told, TowerRequest).request != asked
    assert sitting.controller.question is None
    assert sitting.controller.match.seq == 0


def test_what_a_device_says_is_told() -> None:
    notice = Notice(ObservationId("n"), 0, "tower", "unplugged")
    told = begun(LIGNES).take(DeviceNotice(notice, Text("no tower")))
    assert last(told, NoticeEvent).notice.says == "unplugged"


# --- an earlier play was another one


def _ten_plays() -> Sitting:
    """A budget of 12 of which 10 is walked, cell by cell, so that with a budget of 5 half of it was not possible."""
    sitting = begun(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    for cell in "c14 c13 c12 c11 c10 c9 c8 b8 b7 b6".split():
        sitting.take(PlayIntent(play_of("lignes", {"play": "move", "piece": "R6", "to": cell})))
    assert [told.refusal for told in sitting.ruled()] == [None] * 12, sitting.ruled()
    return sitting


def _a_long_step_between_short_ones() -> Sitting:
    """Of six moves the fifth takes two of the budget, and the sixth, of another man, takes one."""
    sitting = begun(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    for piece, path in (
        ("R6", "c14"),
        ("R6", "c13"),
        ("R6", "c12"),
        ("R6", "c11"),
        ("R6", "c10 c9"),
        ("R11", "k14"),
    ):
        sitting.take(PlayIntent(play_of("lignes", {"play": "move", "piece": piece, "path": path.split()})))
    assert [told.refusal for told in sitting.ruled()] == [None] * 8
    return sitting


MISREAD = Amendment(2, play_of("lignes", {"play": "strategy_roll", "d6": 2, "d12": 3}))


def test_an_amendment_that_makes_later_plays_impossible_lists_them_and_changes_nothing_yet() -> None:
    sitting = _ten_plays()
    proposed = last(sitting.take(MISREAD), ProposalEvent)
    assert [play.seq for play in proposed.voided] == [8, 9, 10, 11, 12]
    assert all(play.reason.fr for play in proposed.voided)
    assert sitting.controller.match.seq == 12


def test_the_later_plays_may_be_dropped() -> None:
    sitting = _ten_plays()
    sitting.take(MISREAD)
    sitting.take(AmendmentDecision(AmendmentChoice.DROP))
    assert [entry.seq for entry in sitting.controller.match.entries] == [1, 2, 3, 4, 5, 6, 7]


def test_all_may_be_kept_as_it_was() -> None:
    sitting = _ten_plays()
    sitting.take(MISREAD)
    sitting.take(AmendmentDecision(AmendmentChoice.KEEP))
    assert sitting.controller.match.seq == 12
    assert len(sitting.controller.match.entries) == 12


def test_from_the_first_impossible_play_on_all_may_be_entered_again() -> None:
    sitting = _a_long_step_between_short_ones()
    proposed = last(sitting.take(MISREAD), ProposalEvent)
    assert [play.seq for play in proposed.voided] == [7]
    sitting.take(AmendmentDecision(AmendmentChoice.AGAIN))
    assert _in_force(sitting) == [1, 2, 3, 4, 5, 6]


def _ordered(sitting: Sitting, **then: str) -> OrderAnswer:
    """Have a referee at the hall correct play 2 as `MISREAD` does."""
    answers: list[OrderAnswer] = []
    args = {"seq": 2, "instead": write_play(MISREAD.instead), "reason": "misread", **then}
    seq = sitting.controller.match.seq
    sitting.take(RefereeOrder("o1", "Anna", OrderVerb.CORRECT, args, seq, 10**9, answers.append))
    (answer,) = answers
    return answer


def _in_force(sitting: Sitting) -> list[int]:
    return [entry.seq for entry in sitting.controller.match.entries]


def test_a_referee_at_the_hall_is_told_which_plays_would_become_impossible_and_nothing_is_done() -> None:
    sitting = _ten_plays()
    answer = _ordered(sitting)
    assert answer.outcome is OrderOutcome.CONFLICT
    assert "8, 9, 10, 11, 12" in translate(answer.says, "en")  # type: ignore[arg-type]
    assert sitting.controller.match.seq == 12
    assert sitting.controller.proposal is None


def test_a_referee_at_the_hall_may_drop_the_later_plays() -> None:
    sitting = _ten_plays()
    assert _ordered(sitting, then="drop").outcome is OrderOutcome.DONE
    assert _in_force(sitting) == [1, 2, 3, 4, 5, 6, 7]


def test_a_referee_at_the_hall_may_have_the_later_plays_entered_again() -> None:
    sitting = _a_long_step_between_short_ones()
    answer = _ordered(sitting, then="again")
    assert (answer.outcome, answer.seq) == (OrderOutcome.DONE, 9)
    assert _in_force(sitting) == [1, 2, 3, 4, 5, 6]
    assert sitting.ruled()[-1].evidence == ("do-o1",)


def test_a_referee_at_the_hall_inserts_a_missed_play_if_no_later_one_becomes_impossible() -> None:
    sitting = _steps_of_two_pieces()
    answers: list[OrderAnswer] = []
    for before, missed in ((5, _step("R11", "k13").play), (3, _step("R6", "c14").play)):
        play = write_play(Insert(before, missed, "nobody entered it"))
        seq = sitting.controller.match.seq
        sitting.take(
            RefereeOrder(f"o{before}", "Anna", OrderVerb.PLAY, {"play": play}, seq, 10**9, answers.append)
        )
    assert [answer.outcome for answer in answers] == [OrderOutcome.DONE, OrderOutcome.CONFLICT]
    assert _paths(sitting) == ["c14", "k14", "k13", "c13"]


def test_an_amendment_that_harms_nothing_is_made_at_once() -> None:
    sitting = _ten_plays()
    told = sitting.take(Amendment(2, play_of("lignes", {"play": "strategy_roll", "d6": 6, "d12": 5})))
    assert last(told, RulingEvent).refusal is None
    assert len(sitting.controller.match.entries) == 12


def _steps_of_two_pieces() -> Sitting:
    """A match with steps 3 to 6, of two pieces in turn."""
    sitting = begun(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    for piece, path in (("R6", "c14"), ("R11", "k14"), ("R6", "c13")):
        sitting.take(_step(piece, path))
    assert [told.refusal for told in sitting.ruled()] == [None] * 5
    return sitting


def _step(piece: str, path: str) -> PlayIntent:
    return PlayIntent(play_of("lignes", {"play": "move", "piece": piece, "path": path.split()}))


def _paths(sitting: Sitting) -> list[str]:
    plays = [entry.play for entry in sitting.controller.match.entries]
    return [" ".join(play.path or ()) for play in plays if isinstance(play, Move)]


def test_one_earlier_play_is_taken_out_and_the_others_stand() -> None:
    sitting = _steps_of_two_pieces()
    sitting.take(Amendment(4, Note("did not happen"), "a touch too many"))
    assert _in_force(sitting) == [1, 2, 3, 5]


def test_a_missed_play_is_put_before_a_later_one_with_one_play_and_the_later_ones_follow_by_themselves() -> (
    None
):
    sitting = _steps_of_two_pieces()
    told = sitting.take(MissedPlay(5, _step("R11", "k13").play, "nobody entered it"))
    ruled = [(one.by, one.refusal) for one in told if isinstance(one, RulingEvent)]
    assert ruled == [("amendment", None)]
    assert _in_force(sitting) == [1, 2, 3, 4, 6, 5]
    assert _paths(sitting) == ["c14", "k14", "k13", "c13"]


def test_later_plays_that_a_missed_play_makes_impossible_are_listed_first() -> None:
    sitting = _steps_of_two_pieces()
    missed = MissedPlay(3, _step("R6", "c14").play, "nobody entered it")
    proposed = last(sitting.take(missed), ProposalEvent)
    assert [play.seq for play in proposed.voided] == [3]
    assert _in_force(sitting) == [1, 2, 3, 4, 5]
    sitting.take(AmendmentDecision(AmendmentChoice.DROP))
    assert _paths(sitting) == ["c14", "k14", "c13"]


def test_after_a_missed_play_people_may_enter_the_rest_from_the_first_impossible_play_on() -> None:
    sitting = _steps_of_two_pieces()
    sitting.take(MissedPlay(3, _step("R6", "c14").play))
    sitting.take(AmendmentDecision(AmendmentChoice.AGAIN))
    assert _paths(sitting) == ["c14"]


def test_a_missed_play_that_the_rules_refuse_changes_nothing() -> None:
    sitting = _steps_of_two_pieces()
    told = sitting.take(MissedPlay(4, _step("R6", "a2").play))
    assert last(told, RulingEvent).refusal is not None
    assert _in_force(sitting) == [1, 2, 3, 4, 5]


# --- clocks


def test_a_half_that_runs_out_is_told_to_the_rules_once() -> None:
    sitting = begun(HALVES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.take(ClockOrder("set", "half", 1500))
    sitting.wait(4000)
    assert [told.play for told in sitting.ruled()][-1] == TimeUp("half")
    assert sum(isinstance(told.play, TimeUp) for told in sitting.ruled()) == 1


def test_the_clocks_wait_for_the_first_play() -> None:
    sitting = begun(LIGNES)
    sitting.wait(3000)
    assert sitting.controller.clocks.readings(sitting.controller.match.view())[0].spent_ms == 0
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(3000)
    assert sitting.controller.clocks.readings(sitting.controller.match.view())[0].spent_ms == 3000


def test_who_plays_on_while_a_person_has_stopped_the_clocks_does_not_set_them_going() -> None:
    sitting = begun(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.take(ClockOrder("pause"))
    sitting.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    sitting.wait(2000)
    assert sitting.controller.clocks.readings(sitting.controller.match.view())[0].spent_ms == 0


def test_the_work_of_a_referee_does_not_set_the_clocks_going() -> None:
    sitting = begun(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.controller.follow(sitting.controller.clocks.paused("asleep")[0])
    sitting.take(Amendment(1, KickoffRoll(5), "misread"))
    sitting.take(PlayIntent(Undo(), source="referee"))
    sitting.wait(2000)
    assert "asleep" in sitting.controller.clocks.pauses
    sitting.take(RollReport(roll("d6", "3", number=2), counts=True, why=WHY))
    assert not sitting.controller.clocks.pauses


def test_an_order_for_a_clock_that_the_match_has_not_is_told_and_stops_nothing() -> None:
    sitting = begun(LIGNES)
    assert isinstance(last(sitting.take(ClockOrder("add", "egg", 1000)), RemarkEvent), RemarkEvent)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    assert sitting.controller.match.seq == 1
