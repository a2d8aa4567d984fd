"""What players may do by themselves: free, for the referee, or off; and that a lock loses nothing of a match."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.bus.messages import OrderOutcome, OrderVerb, TableOrder
from companion.clock import wall_ms
from companion.kiosk import new_pin
from companion.locks import Freedom, Locks, PlayerAct, TableLocks
from companion.play import Override, Undo
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.session.history_rows import sentence
from companion.session.inbox import (
    Amendment,
    ClockOrder,
    HintRequest,
    Item,
    LeaveGiven,
    OddsRequest,
    OrderAnswer,
    PlayIntent,
    QuestionAnswer,
    RefereeOrder,
    WayBack,
)
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session_event import (
    HintAsked,
    LeaveAsked,
    QuestionEvent,
    RulingEvent,
    SessionEvent,
    StaleTouch,
)
from companion.session.snapshot_builder import SnapshotBuilder
from companion.settings import Settings
from companion.showing.games import SCENE_BUILDERS
from companion.storage.locks import TableLockReader
from companion.storage.places import Places
from companion.storage.settings import AgreementStore, SettingsStore
from companion.storage.shipped_data import mat_of
from companion.table.hall.orders import SettingsDesk
from companion.table.opening import begun as begun_here
from companion.table.opening import resumed
from companion.table.recorded_match import match_of
from companion.virtual.chance import random_plays
from companion.words import translate
from tests.session.sitting import LIGNES, OFUSAIDO, Sitting, begun, last

EVERYTHING_ASKS = Locks(*[Freedom.ASKS] * len(PlayerAct))
EVERYTHING_OFF = Locks(*[Freedom.OFF] * len(PlayerAct))
KICKOFF, OTHER_KICKOFF = KickoffRoll(3), KickoffRoll(4)


class Table:
    """A match of Lignes after its kick-off, whose locks change as the test says."""

    def __init__(self, locks: Locks = EVERYTHING_ASKS, *, has_pin: bool = True) -> None:
        self.locks = TableLocks(locks, has_pin=has_pin)
        self.sitting = begun(LIGNES, Kept(locks=lambda: self.locks))
        self.put(PlayIntent(KICKOFF))
        self.match = self.sitting.controller.match

    def put(self, item: Item) -> list[SessionEvent]:
        return self.sitting.take(item)

    def asked(self, item: Item) -> LeaveAsked:
        before = self.match.seq
        (told,) = self.put(item)
        assert isinstance(told, LeaveAsked)
        assert self.match.seq == before, "what is locked changes nothing"
        return told

    def sources(self) -> list[str]:
        return [told.by for told in self.sitting.ruled()]


def kept_plays(controller: MatchController) -> int:
    return len(controller.match.entries)


ITEMS: dict[PlayerAct, Item] = {
    PlayerAct.UNDO: PlayIntent(Undo()),
    PlayerAct.CORRECT: Amendment(1, OTHER_KICKOFF),
    PlayerAct.OVERRIDE: PlayIntent(Override({"score.red": 2}, "agreed")),
    PlayerAct.PAUSE: ClockOrder("pause"),
    PlayerAct.HINT: HintRequest(),
    PlayerAct.ODDS: OddsRequest(),
}


@pytest.mark.parametrize("act", PlayerAct)
def test_what_asks_the_referee_waits_for_the_pin_and_is_then_done(act: PlayerAct) -> None:
    table = Table()
    asked = table.asked(ITEMS[act])
    assert (asked.act, asked.opens_with_pin) == (act, True)
    assert "PIN" in translate(asked.says, "en")
    done = table.put(LeaveGiven(asked.number))
    assert done
    assert not any(isinstance(told, LeaveAsked | StaleTouch) for told in done)


@pytest.mark.parametrize("act", PlayerAct)
def test_what_is_off_no_pin_opens(act: PlayerAct) -> None:
    table = Table(EVERYTHING_OFF)
    asked = table.asked(ITEMS[act])
    assert not asked.opens_with_pin
    assert "owner" in translate(asked.says, "en")
    (again,) = table.put(LeaveGiven(asked.number))
    assert isinstance(again, LeaveAsked)
    assert table.match.seq == 1


def test_without_a_pin_nobody_can_be_asked_and_everything_is_free() -> None:
    table = Table(has_pin=False)
    table.put(PlayIntent(Undo()))
    assert kept_plays(table.sitting.controller) == 0


def test_a_locked_undo_goes_on_where_it_was_unlocked_and_says_who_allowed_it() -> None:
    table = Table()
    asked = table.asked(PlayIntent(Undo(), seq=1))
    table.put(LeaveGiven(asked.number))
    assert kept_plays(table.sitting.controller) == 0
    table.put(PlayIntent(KICKOFF))
    table.put(PlayIntent(StrategyRoll(3, 4)))
    assert len(table.match.entries) == 2
    assert table.sources() == ["tap", "allowed", "tap", "tap"]


@pytest.mark.parametrize("seq", [1, None])
def test_leave_that_comes_after_another_play_does_nothing(seq: int | None) -> None:
    table = Table()
    asked = table.asked(PlayIntent(Undo(), seq=seq))
    table.put(PlayIntent(StrategyRoll(3, 4)))
    (told,) = [one for one in table.put(LeaveGiven(asked.number)) if not isinstance(one, RulingEvent)]
    assert isinstance(told, StaleTouch)
    assert len(table.match.entries) == 2


def test_leave_is_good_for_one_thing_and_once() -> None:
    table = Table()
    first = table.asked(PlayIntent(Undo()))
    second = table.asked(ClockOrder("pause"))
    assert isinstance(last(table.put(LeaveGiven(first.number)), StaleTouch), StaleTouch)
    assert isinstance(last(table.put(LeaveGiven(second.number)), StaleTouch), StaleTouch)
    assert table.match.seq == 1


def test_to_take_back_more_than_the_last_play_is_a_correction() -> None:
    table = Table(Locks(undo=Freedom.FREE, correct=Freedom.OFF))
    table.put(PlayIntent(StrategyRoll(3, 4)))
    assert table.asked(PlayIntent(Undo(1))).act is PlayerAct.CORRECT
    table.put(PlayIntent(Undo(2)))
    assert table.asked(WayBack(3)).act is PlayerAct.CORRECT
    assert [entry.seq for entry in table.match.entries] == [1]


def test_clocks_that_stand_may_always_run_again() -> None:
    table = Table(EVERYTHING_OFF)
    assert not any(isinstance(told, LeaveAsked) for told in table.put(ClockOrder("start")))


def test_a_hint_that_was_allowed_stands_in_the_log() -> None:
    table = Table()
    asked = table.asked(HintRequest())
    told = table.put(LeaveGiven(asked.number))
    assert any(isinstance(one, HintAsked) for one in told)
    viewer = SnapshotBuilder(table.sitting.controller, mat_of("lignes"), wall_ms)
    for one in table.sitting.told:
        viewer.hear(one)
    seen = viewer.look()
    assert seen is not None
    assert translate(sentence(seen.history[-1]), "en") == "the referee allowed this: hints"
    assert seen.history[-1].by == "allowed"


def test_a_command_card_takes_nothing_back_that_is_locked() -> None:
    free = Table(Locks(undo=Freedom.FREE))
    locked = Table(Locks(undo=Freedom.OFF))
    for table in (free, locked):
        table.sitting.lay("CMD:UNDO", "yellow.command")
        table.sitting.wait(3_000)
        question = last(table.sitting.told, QuestionEvent).question
        assert question.options == (Undo(),)
        table.put(QuestionAnswer(question.key, 0))
    assert (len(free.match.entries), len(locked.match.entries)) == (0, 1)
    assert isinstance(last(locked.sitting.told, LeaveAsked), LeaveAsked)


# --- odds


def has_odds(sitting: Sitting) -> bool:
    match = sitting.controller.match
    scene = SCENE_BUILDERS["ofusaido"].scene(match.rules, match.state, (), mat_of("ofusaido"))
    return scene.contest is not None and scene.contest.scales[0].chance_percent is not None


def chances(sitting: Sitting) -> list[int | None]:
    seen = SnapshotBuilder(sitting.controller, mat_of("ofusaido"), wall_ms).look()
    assert seen is not None
    assert seen.scene.contest is not None
    return [scale.chance_percent for scale in seen.scene.contest.scales]


def test_odds_that_are_locked_are_in_no_scene_until_the_referee_shows_them() -> None:
    locks = TableLocks(Locks(odds=Freedom.ASKS), has_pin=True)
    sitting = begun(OFUSAIDO, Kept(locks=lambda: locks))
    chance = Random(2)
    while not has_odds(sitting):
        sitting.take(PlayIntent(next(random_plays(sitting.controller.match, chance))))
    assert chances(sitting) == [None, None]
    asked = last(sitting.take(OddsRequest()), LeaveAsked)
    sitting.take(LeaveGiven(asked.number))
    assert None not in chances(sitting)
    sitting.take(OddsRequest())
    assert chances(sitting) == [None, None]


# --- a hall's office, and a hall's referee


def test_a_referee_of_the_hall_does_what_is_locked_at_the_table() -> None:
    table = Table(EVERYTHING_OFF)
    answers: list[OrderAnswer] = []
    order = {"play": {"play": "undo", "to": 1}}
    table.put(RefereeOrder("o1", "Anna", OrderVerb.PLAY, order, 1, 10**9, answers.append))
    assert [answer.outcome for answer in answers] == [OrderOutcome.DONE]
    assert kept_plays(table.sitting.controller) == 0


def test_locks_of_the_office_hold_in_place_of_the_owners() -> None:
    locks = TableLocks(Locks(undo=Freedom.OFF), {PlayerAct.UNDO: Freedom.FREE, PlayerAct.HINT: Freedom.ASKS})
    assert locks.freedom(PlayerAct.UNDO) is Freedom.FREE
    assert locks.freedom(PlayerAct.HINT) is Freedom.ASKS, "there is a hall to ask, though no PIN"
    assert "referee of the hall" in translate(locks.says(PlayerAct.HINT), "en")
    assert not locks.opens_with_pin(PlayerAct.HINT)


def office(where: Places, name: str, locks: dict[str, str]) -> None:
    order = TableOrder(name, "Anna", "", OrderVerb.SETTINGS, {"locks": locks})
    assert SettingsDesk(where).take(order).outcome is OrderOutcome.DONE


def test_an_order_of_the_office_holds_in_the_middle_of_a_match_and_after_a_power_cut(tmp_path: Path) -> None:
    where = Places(tmp_path)
    controller = begun_here(match_of(LIGNES[0], where), where, {}, "test")
    name = controller.name
    controller.take(PlayIntent(KICKOFF), 0)
    office(where, "o1", {"undo": "off"})
    assert last(controller.take(PlayIntent(Undo()), 0), LeaveAsked).act is PlayerAct.UNDO
    controller.close()  # What the lock kept back is nowhere else, as the power would leave it.
    again = resumed(name, where, {}, "test")
    assert kept_plays(again) == 1
    assert last(again.take(PlayIntent(Undo()), 0), LeaveAsked).act is PlayerAct.UNDO
    office(where, "o2", {})
    again.take(PlayIntent(Undo()), 0)
    assert kept_plays(again) == 0
    again.close()


def test_a_table_that_left_its_hall_has_its_owners_locks_again(tmp_path: Path) -> None:
    where = Places(tmp_path)
    office(where, "o1", {"pause": "off"})
    read = TableLockReader(where)
    assert read().freedom(PlayerAct.PAUSE) is Freedom.OFF
    AgreementStore(where.agreements).forget()
    assert read().freedom(PlayerAct.PAUSE) is Freedom.FREE


@pytest.mark.parametrize(("act", "freedom"), [("dance", "off"), ("undo", "never")])
def test_a_lock_of_a_newer_hall_is_refused_with_its_reason(tmp_path: Path, act: str, freedom: str) -> None:
    order = TableOrder("o1", "Anna", "", OrderVerb.SETTINGS, {"locks": {act: freedom}})
    answer = SettingsDesk(Places(tmp_path)).take(order)
    assert answer.outcome is OrderOutcome.REFUSED
    assert answer.says is not None
    assert "locks" in answer.says.en
    assert AgreementStore(Places(tmp_path).agreements).locks() == {}


def test_the_owners_locks_are_kept_with_the_settings_and_hold_at_once(tmp_path: Path) -> None:
    where = Places(tmp_path)
    store, read = SettingsStore(where.settings), TableLockReader(where)
    assert read() == TableLocks()
    store.change(lambda settings: replace(settings, pin=new_pin("2580"), locks=EVERYTHING_ASKS))
    assert read() == TableLocks(EVERYTHING_ASKS, has_pin=True)
    assert store.look().settings.locks == EVERYTHING_ASKS


def test_settings_of_an_earlier_version_have_the_usual_locks(tmp_path: Path) -> None:
    where = Places(tmp_path)
    where.settings.write_text('{"theme": "light"}')
    assert SettingsStore(where.settings).look().settings.locks == Settings().locks
