"""The tower's thresholds, from a virtual tower that is asked over CAL while dice fall in it."""

import pytest

from calibration.tower import (
    SensorLevels,
    TowerMeasurement,
    TowerWalkthrough,
    choose_thresholds,
    make_tower_report,
    measure_tower,
)
from calibration.walkthrough import StepState, WalkthroughReply
from companion.words import translate
from devices.tower.messages import LineCutter, command, frame_line, parse_message
from devices.tower.messages import TowerReply as Said
from devices.tower.virtual_tower import VirtualTower
from tests.calibration.walks.player import words_of


class Asked:
    """A virtual tower on one's desk: a command in, its answer out, and a clock that the test turns."""

    def __init__(self) -> None:
        self.tower = VirtualTower()
        self.now_ms = 0
        self._seq = 100
        self._cutter = LineCutter()

    def ask(self, verb: str, *words: str) -> Said:
        self._seq += 1
        self.now_ms += 40
        self.tower.hear(frame_line(command(verb, self._seq, *words)), self.now_ms)
        for body in self._cutter.cut(self.tower.say(self.now_ms)):
            what = None if body is None else parse_message(body)
            if isinstance(what, Said) and what.seq == self._seq:
                return what
        raise AssertionError("no answer")


def test_a_tower_is_calibrated_by_doing_what_the_hints_say() -> None:
    asked, walk = Asked(), TowerWalkthrough()
    asked.ask("CAL", "BEGIN")
    told = ""
    while not walk.step.is_over:
        assert asked.now_ms < 60_000
        hint = words_of(walk.step)
        if hint != told and "fall" in hint:
            asked.tower.throw(asked.now_ms, rest_ms=500)
        told = hint
        answer = asked.ask("CAL", *walk.verb)
        walk.feed(SensorLevels(int(answer.fields["light"]), int(answer.fields["knock"]), asked.now_ms))
    answer = asked.ask("CAL", *walk.verb)
    assert walk.chosen is not None
    assert answer.fields == {
        "light": str(walk.chosen.light),
        "knock": str(walk.chosen.knock),
        "rest": str(walk.chosen.rest_ms),
    }
    assert 300 < int(answer.fields["light"]) < 700 and 40 < int(answer.fields["knock"]) < 400
    assert walk.step.state is StepState.DONE and walk.step.report is not None


def test_a_tower_that_is_shaken_at_rest_is_not_believed() -> None:
    walk = TowerWalkthrough()
    for n in range(60):
        walk.feed(SensorLevels(800, 900 if n % 20 == 7 else 15, 40 * n))
    assert walk.step.done == 0
    assert walk.step.refusal is not None and "somebody shakes it" in translate(walk.step.refusal, "en")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (TowerMeasurement(800, 200, 20, 500, 200), ("light=500", "knock=100", "rest=300")),
        (TowerMeasurement(800, 200, 20, 500, 500), ("light=500", "knock=100", "rest=750")),
        (TowerMeasurement(800, 760, 20, 500, 200), ("knock=100", "rest=300")),
        (TowerMeasurement(800, 200, 200, 300, 0), ("light=500", "rest=600")),
    ],
    ids=["all", "a bouncing die", "no barrier", "no piezo"],
)
def test_what_cannot_be_told_apart_stays_as_it_was(what: TowerMeasurement, words: tuple[str, ...]) -> None:
    chosen = choose_thresholds(what)
    assert chosen.words() == words
    assert len(make_tower_report(what, chosen).lines) == 3


def test_of_several_falls_the_weakest_counts() -> None:
    rest = [SensorLevels(800, 10, n) for n in range(5)]
    falls = [[SensorLevels(200, 500, 0), SensorLevels(780, 300, 100)], [SensorLevels(300, 90, 0)]]
    assert measure_tower(rest, falls) == TowerMeasurement(800, 300, 10, 90, 100)


def test_ready_ends_it_early_once_a_die_fell() -> None:
    walk = TowerWalkthrough()
    for n in range(25):
        walk.feed(SensorLevels(800, 15, 40 * n))
    assert walk.answer(WalkthroughReply.READY).state is StepState.GOING
    walk.feed(SensorLevels(200, 500, 2000))
    walk.feed(SensorLevels(800, 15, 3500))
    assert walk.answer(WalkthroughReply.READY).state is StepState.DONE
