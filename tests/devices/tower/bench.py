"""A tower and a host on one desk, with a wire between them and a clock that the test turns. Nobody sleeps."""

from collections.abc import Callable, Iterable
from random import Random

from companion.errors import CompanionError, StorageError
from companion.observation import Roll
from companion.words import Text
from devices.tower.dialogue import TowerDialogue
from devices.tower.tower_status import (
    HangUpStep,
    KeepStep,
    Report,
    RollVerdict,
    SendStep,
    Step,
    TowerReport,
    TowerStatus,
)
from devices.tower.virtual_tower import BadLine, LineFaults, TowerBuild, VirtualTower

TICK_MS = 5


class Notebook:
    """Keeps rolls as the log does, each once, in order."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []
        self.seen: set[str] = set()
        self.is_full = False

    def keep(self, roll: Roll) -> bool:
        if self.is_full:
            raise StorageError(Text("the disk is full"))
        if roll.id in self.seen:
            return False
        self.seen.add(roll.id)
        self.rolls.append(roll)
        return True


class Desk:
    """One host and one tower. What the host's link would do, done by hand."""

    def __init__(
        self, build: TowerBuild | None = None, seed: int = 1, notebook: Notebook | None = None
    ) -> None:
        self.now_ms = 0
        self.tower = VirtualTower(build)
        self.log = notebook or Notebook()
        self.reports: list[Report] = []
        self.sent: list[str] = []
        self._seed = seed
        self._is_cut = True
        self.faults = LineFaults()
        self._wire = BadLine(self.faults, Random(seed))
        self.host = self._host()

    def _host(self) -> TowerDialogue:
        self._seed += 1
        return TowerDialogue("port", self._seed * 7919, lambda: self.now_ms)

    def restart_host(self) -> None:
        """The app is killed and started again: only its log is left."""
        wanted = self.host.wanted
        self.host = self._host()
        self.host.arm(wanted)
        self._is_cut = True

    def run(self, milliseconds: int) -> "Desk":
        """Let the time pass."""
        for _ in range(milliseconds // TICK_MS):
            self.turn()
        return self

    def until(self, is_so: Callable[[], bool], at_most_ms: int = 60_000) -> "Desk":
        """Let the time pass until something is so."""
        end = self.now_ms + at_most_ms
        while not is_so():
            assert self.now_ms < end, f"still not so after {at_most_ms} ms; it stands {self.host.status}"
            self.turn()
        return self

    def turn(self) -> None:
        self.now_ms += TICK_MS
        if not self.tower.is_plugged:
            if not self._is_cut:
                self._is_cut = True
                self._take(self.host.closed(TowerStatus.UNPLUGGED))
            self.tower.say(self.now_ms)
            return
        if self._is_cut:
            self._is_cut = False
            self._take(self.host.opened("port", self.now_ms))
        said = self.tower.say(self.now_ms)
        self._take(self.host.received(said, self.now_ms))
        self._take(self.host.tick(self.now_ms))

    def _take(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case SendStep(body, data):
                    self.sent.append(body)
                    self.tower.hear(data, self.now_ms)
                case KeepStep(_, roll):
                    try:
                        is_new = self.log.keep(roll)
                    except CompanionError:
                        self._take(self.host.not_kept())
                    else:
                        self._take(self.host.kept(step, is_new))
                case HangUpStep(status):
                    self._is_cut = True
                    self._take(self.host.closed(status))
                case _:
                    self.reports.append(step)

    # --- what was told

    @property
    def standings(self) -> list[TowerStatus]:
        return [report.status for report in self.reports if isinstance(report, TowerReport)]

    @property
    def judged(self) -> list[RollVerdict]:
        return [report for report in self.reports if isinstance(report, RollVerdict)]

    @property
    def faces(self) -> list[tuple[str, ...]]:
        return [roll.faces for roll in self.log.rolls]
