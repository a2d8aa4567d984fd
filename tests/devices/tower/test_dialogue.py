"""The talk between host and tower: armed, rolled, kept, acknowledged; and every bad day."""

from random import Random

import pytest

from companion.observation import Roll, roll_id
from companion.words import translate
from devices.tower.messages import frame_line
from devices.tower.tower_status import (
    Arming,
    DiceFalling,
    KeepStep,
    RollMeaning,
    RollVerdict,
    SendStep,
    TowerReport,
    TowerStatus,
)
from devices.tower.virtual_tower import TowerBuild
from tests.devices.tower.bench import Desk, Notebook
from tests.quick import first_quick

Q1 = Arming("q1", ("d6", "d12"))


def ready(build: TowerBuild | None = None) -> Desk:
    desk = Desk(build)
    return desk.until(lambda: desk.host.status is TowerStatus.READY)


def armed(wanted: Arming = Q1) -> Desk:
    desk = ready()
    desk.host.arm(wanted)
    return desk.until(lambda: desk.host.status is TowerStatus.ARMED)


def test_a_tower_that_is_there_is_ready_at_once() -> None:
    desk = ready()
    assert desk.standings == [TowerStatus.GREETING, TowerStatus.READY]
    assert desk.now_ms < 100
    assert desk.host.hello is not None and desk.host.hello.serial == "VIRTUAL1"


def test_dice_that_were_asked_for_count() -> None:
    desk = armed()
    assert desk.tower.core.armed == ["d6", "d12"]
    desk.tower.throw(desk.now_ms, ["4", "11"])
    desk.until(lambda: bool(desk.judged))
    (judged,) = desk.judged
    assert judged.meaning is RollMeaning.COUNTS
    assert judged.roll.faces == ("4", "11")
    assert judged.roll.request == "q1"
    assert judged.roll.rest_ms is not None and 400 <= judged.roll.rest_ms <= 900
    assert desk.run(3000).tower.core.ring == []
    assert desk.host.status is TowerStatus.READY
    assert [roll.number for roll in desk.log.rolls] == [1]


def test_falling_dice_are_told_before_they_lie() -> None:
    desk = armed()
    desk.tower.throw(desk.now_ms)
    desk.run(100)
    assert any(isinstance(report, DiceFalling) for report in desk.reports)
    assert not desk.judged


def test_dice_that_nobody_asked_for_are_kept_and_asked_about() -> None:
    desk = ready()
    desk.tower.throw(desk.now_ms, ["4", "11"])
    desk.until(lambda: bool(desk.judged))
    assert desk.judged[0].meaning is RollMeaning.ASK
    assert desk.judged[0].roll.request is None
    assert desk.faces == [("4", "11")]


def test_a_cocked_die_is_asked_about() -> None:
    desk = armed()
    desk.tower.order("cocked", desk.now_ms)
    desk.tower.throw(desk.now_ms)
    desk.until(lambda: bool(desk.judged))
    assert desk.judged[0].meaning is RollMeaning.ASK
    assert desk.judged[0].roll.state == "cocked"
    assert "cocked" in translate(desk.judged[0].why, "en")
    desk.host.arm(Arming("q2", ("d6", "d12")))
    desk.until(lambda: desk.host.status is TowerStatus.ARMED)
    desk.tower.throw(desk.now_ms)
    desk.until(lambda: len(desk.judged) == 2)
    assert desk.judged[1].meaning is RollMeaning.COUNTS


def test_a_tower_that_only_feels_impacts_has_people_say_what_the_dice_show() -> None:
    desk = ready(TowerBuild(capabilities="drop,rest"))
    desk.host.arm(Q1)
    desk.until(lambda: desk.host.status is TowerStatus.ARMED)
    desk.tower.throw(desk.now_ms)
    desk.until(lambda: bool(desk.judged))
    assert desk.judged[0].meaning is RollMeaning.LOOK
    assert desk.judged[0].roll.faces == ("?", "?")
    assert desk.judged[0].roll.request == "q1"


def test_the_question_is_dropped_when_it_is_settled_otherwise() -> None:
    desk = armed()
    desk.host.arm(None)
    desk.run(500)
    assert desk.tower.core.armed == []
    assert desk.host.status is TowerStatus.READY


def test_a_roll_is_acknowledged_only_when_the_log_has_it() -> None:
    desk = armed()
    desk.log.is_full = True
    desk.tower.throw(desk.now_ms)
    desk.run(5000)
    assert desk.host.status is TowerStatus.NOT_KEPT
    assert not any(body.startswith("ACK") for body in desk.sent)
    assert not desk.judged
    desk.log.is_full = False
    desk.until(lambda: bool(desk.judged))
    assert len(desk.log.rolls) == 1
    desk.until(lambda: desk.host.status is TowerStatus.READY)


def test_every_copy_is_acknowledged_and_applied_once() -> None:
    desk = armed()
    desk.tower.order("full", desk.now_ms)  # Acknowledgements are not heard.
    desk.run(20_000)
    acknowledged = [body for body in desk.sent if body.startswith("ACK")]
    assert len(acknowledged) > 5
    assert len(desk.log.rolls) == len(desk.judged) == 1


def test_a_roll_that_contradicts_itself_is_acknowledged_and_a_person_says_what_lies_there() -> None:
    """A tower says its oldest roll until it is acknowledged, and no other before."""
    host = armed().host
    assert host.hello is not None
    body = f"ROLL 9 id=1 boot={host.hello.boot} req=q1 n=2 faces=d6:7,d12:11 conf=97,88 state=ok"
    (keep,) = [step for step in host.received(frame_line(body), 5000) if isinstance(step, KeepStep)]
    assert keep.roll.line == body
    judged, acknowledged = host.kept(keep, is_new=True)
    assert isinstance(judged, RollVerdict) and judged.meaning is RollMeaning.LOOK
    assert isinstance(acknowledged, SendStep) and acknowledged.body.endswith(f"boot={host.hello.boot} roll=1")


def test_arm_is_said_again_until_the_tower_is_armed() -> None:
    desk = ready()
    desk.tower.faults.damage = 0.02
    for n in range(20):
        wanted = Arming(f"q{n}", ("d6",))
        desk.host.arm(wanted)
        desk.until(lambda wanted=wanted: desk.tower.core.req == wanted.request)  # type: ignore[misc]


def test_a_tower_that_restarts_is_armed_again() -> None:
    desk = armed()
    desk.tower.restart()
    assert desk.tower.core.armed == []
    desk.until(lambda: desk.tower.core.armed == ["d6", "d12"])


def test_a_restart_whose_greeting_was_lost_is_noticed_by_its_clock() -> None:
    desk = armed()
    desk.run(5000)
    desk.tower.restart()
    desk.tower.core.said()  # Gone: nobody hears the HELLO.
    desk.until(lambda: desk.tower.core.armed == ["d6", "d12"], 3000)
    hello = desk.host.hello
    assert hello is not None and hello.boot == desk.tower.core.about["boot"]


def test_a_roll_made_before_the_power_went_answers_its_question() -> None:
    desk = armed()
    desk.tower.throw(desk.now_ms, ["3", "3"], rest_ms=0)
    desk.tower.restart()
    desk.until(lambda: bool(desk.judged))
    assert desk.judged[0].meaning is RollMeaning.COUNTS
    assert desk.run(3000).tower.core.armed == []


def test_an_answer_to_an_earlier_program_is_none_to_this_one() -> None:
    desk = armed()
    desk.tower.throw(desk.now_ms, rest_ms=0)
    desk.restart_host()
    desk.host.arm(Arming("other", ("d6", "d12")))
    desk.until(lambda: bool(desk.judged))
    assert desk.judged[0].meaning is RollMeaning.ASK
    assert "earlier" in translate(desk.judged[0].why, "en")


def test_a_roll_that_was_kept_when_the_program_ended_is_asked_about() -> None:
    desk = armed()
    desk.tower.faults.is_mute = True
    desk.tower.throw(desk.now_ms, ["4", "11"], rest_ms=0)
    body = desk.tower.core.ring[0]
    seen = Roll(roll_id("VIRTUAL1", desk.tower.core.about["boot"], 1), 0, ("4", "11"), body)
    desk.log.keep(seen)  # And then the power went.
    desk.tower.faults.is_mute = False
    desk.restart_host()
    desk.until(lambda: bool(desk.judged))
    assert desk.run(5000).judged[0].meaning is RollMeaning.ASK
    assert len(desk.judged) == len(desk.log.rolls) == 1
    assert "the program restarted" in translate(desk.judged[0].why, "en")


# --- bad days: a state, a sentence, and well again without a restart

BAD_DAYS = {
    "damage 2%": TowerStatus.NOISY,
    "drop 2%": TowerStatus.NOISY,
    "mute": TowerStatus.SILENT,
    "unplug": TowerStatus.UNPLUGGED,
    "slow": TowerStatus.SLOW,
    "full": TowerStatus.FULL,
    "wrong-version": TowerStatus.OTHER_VERSION,
    "garbage": TowerStatus.STRANGER,
}


@pytest.mark.parametrize(("day", "status"), BAD_DAYS.items())
def test_a_bad_day_has_a_name_and_a_sentence_and_passes(day: str, status: TowerStatus) -> None:
    desk = armed()
    desk.tower.order(day, desk.now_ms)
    desk.until(lambda: desk.host.status is status)
    says = next(report.says for report in reversed(desk.reports) if isinstance(report, TowerReport))
    for language in ("en", "fr"):
        assert len(translate(says, language)) > 20
    desk.tower.order("well", desk.now_ms)
    desk.tower.order("plug", desk.now_ms)
    desk.host.arm(Arming("q2", ("d6", "d12")))
    desk.until(lambda: desk.host.status is TowerStatus.ARMED)
    desk.tower.throw(desk.now_ms, ["2", "9"])
    desk.until(lambda: bool(desk.judged) and desk.judged[-1].roll.faces == ("2", "9"))
    assert desk.judged[-1].meaning is RollMeaning.COUNTS


def test_a_restart_is_over_before_anybody_is_told() -> None:
    desk = armed()
    desk.tower.order("restart", desk.now_ms)
    desk.run(3000)
    assert desk.host.status is TowerStatus.ARMED


@pytest.mark.parametrize(
    ("day", "status"), [("mute", TowerStatus.SILENT), ("wrong-version", TowerStatus.OTHER_VERSION)]
)
def test_what_lasts_is_said_once_however_often_the_port_is_opened_again(
    day: str, status: TowerStatus
) -> None:
    desk = ready()
    desk.tower.order(day, desk.now_ms)
    desk.run(30_000)
    assert desk.standings == [TowerStatus.GREETING, TowerStatus.READY, status]
    assert sum(body.startswith("HI ") for body in desk.sent) > 5


def test_three_missed_heartbeats_lose_the_link() -> None:
    desk = ready()
    desk.tower.order("mute", desk.now_ms)
    began = desk.now_ms
    desk.until(lambda: desk.host.status is TowerStatus.SILENT)
    assert 2500 <= desk.now_ms - began <= 4100


def test_dice_that_the_tower_cannot_read_are_said_by_hand() -> None:
    desk = ready()
    desk.tower.core.about["dice"] = "d6"
    desk.host.arm(Q1)
    desk.until(lambda: desk.host.status is TowerStatus.WRONG_DICE)
    desk.host.arm(Arming("q2", ("d6",)))
    desk.until(lambda: desk.host.status is TowerStatus.ARMED)


# --- exactly once, whatever the line does


@first_quick("percent", [0, 0.2, 1, 2])
def test_every_roll_is_in_the_log_once_and_in_order(percent: float) -> None:
    _deliver(percent, rolls=60, restarts=4)


@pytest.mark.slow
@pytest.mark.parametrize("percent", [0, 0.2, 1, 2])
def test_two_thousand_rolls_are_in_the_log_once_and_in_order(percent: float) -> None:
    _deliver(percent, rolls=2000, restarts=20)


def _deliver(percent: float, rolls: int, restarts: int) -> None:
    """Roll, and restart either side at odd moments; then compare what was made with what was kept."""
    random = Random(int(percent * 10))
    desk = Desk(notebook=Notebook())
    desk.tower.faults.damage = percent / 100
    made: list[str] = []
    for n in range(rolls):
        if random.random() < 0.5:
            desk.host.arm(Arming(f"q{n}", ("d6", "d12")))
            desk.run(random.randrange(0, 200))
        desk.until(lambda: not desk.tower.core.is_full, 600_000)
        desk.tower.throw(desk.now_ms, rest_ms=0)
        made += desk.tower.made
        desk.tower.made.clear()
        if n % (rolls // restarts) == 1:
            desk.run(random.randrange(0, 60))
            desk.restart_host()
            desk.run(random.randrange(0, 60))
            desk.tower.restart()
    desk.tower.order("well", desk.now_ms)
    desk.until(lambda: not desk.tower.core.ring, 600_000)
    kept = [f"id={roll.number} boot={roll.boot}" for roll in desk.log.rolls]
    assert len(made) == rolls
    assert kept == [" ".join(body.split(" ")[:2]) for body in made]
