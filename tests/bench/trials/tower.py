"""A long trial of tower, line, link and log: dice fall, the line is bad, both sides restart; then all rolls are
compared.

    virtual tower or real firmware ── pty, bad line ── Link ── log on disk

Every roll that was made must be in the log once, in its order. With `speed` both sides' clocks run faster, so that
two seconds of waiting pass in a few milliseconds; the line, the threads and the disk are the real ones.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.observation import Roll
from companion.storage.rolls import RollStore
from companion.words import Text
from devices.errors import LinkLost
from devices.tower.link import Link, TimeSource
from devices.tower.messages import parse_fields
from devices.tower.ports import NamedPort
from devices.tower.tower_status import Arming, Report, TowerStatus, tower_sentence
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import LineFaults, TowerBuild, VirtualTower
from tests.devices.tower.firmware_port import FirmwarePort, micropython

DICE = ("d6", "d12")
MOST_WAITING = 8
"""How many rolls are made ahead of the log: enough to use the ring, too few to fill it."""
STUCK_S = 60.0
"""Nothing kept for so long: the trial has failed, and waiting on would hide it."""


@dataclass(frozen=True, slots=True)
class TowerTrial:
    """The conditions of a trial. `damage` is the share of damaged bytes, both ways; `restarts` count for each side."""

    rolls: int
    damage: float
    restarts: int
    seed: int
    speed: int
    interpreter: str | None


@dataclass(slots=True)
class TrialOutcome:
    """The results of a trial."""

    made: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    ack_ms: list[float] = field(default_factory=list)
    disk_ms: list[float] = field(default_factory=list)
    repeated: int = 0
    seconds: float = 0.0

    @property
    def missing(self) -> int:
        return len(set(self.made) - set(self.kept))

    @property
    def false(self) -> int:
        return len(set(self.kept) - set(self.made))

    @property
    def doubled(self) -> int:
        return len(self.kept) - len(set(self.kept))

    @property
    def is_in_order(self) -> bool:
        return self.made == self.kept


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time within which a share of the values lie."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class TimedPlug(PtyPlug):
    """A pseudo-terminal that notes when a roll's line went out and when its acknowledgement came in."""

    def __init__(self, link: Path) -> None:
        super().__init__(link)
        self.ack_ms: list[float] = []
        self._sent_s: float | None = None

    def forget(self) -> None:
        """Forget the messages that are still on their way: a restart delays them, so they would falsify the
        measured delay of the connection.
        """
        self._sent_s = None

    def write(self, data: bytes) -> None:
        super().write(data)
        if data.startswith(b"ROLL ") or b"\nROLL " in data:
            self._sent_s = time.perf_counter()

    def read(self) -> bytes:
        data = super().read()
        sent_s = self._sent_s  # Another thread may forget it meanwhile.
        if sent_s is not None and b"ACK " in data:
            self.ack_ms.append(1000 * (time.perf_counter() - sent_s))
            self._sent_s = None
        return data


class TrialTower(Protocol):
    """The tower under trial."""

    faults: LineFaults

    def throw(self, faces: tuple[str, ...]) -> str:
        """Let dice fall, and return how the roll is recognised in the log."""

    def restart(self) -> None: ...


class VirtualSide:
    """The virtual tower."""

    def __init__(self, port: VirtualPort) -> None:
        self._port = port
        self.faults = port.tower.faults

    def throw(self, faces: tuple[str, ...]) -> str:
        made: list[str] = []

        def fall(tower: VirtualTower, now_ms: int) -> None:
            tower.throw(now_ms, faces, rest_ms=0)
            made.extend(tower.made)
            tower.made.clear()

        self._port.do(fall)
        (body,) = made
        fields = parse_fields(body.split(" "))
        return f"{fields['boot']}:{fields['id']} {fields['faces']}"

    def restart(self) -> None:
        self._port.do(lambda tower, _now_ms: tower.restart())


class FirmwareSide:
    """The real firmware. It numbers its boots itself, so a roll is recognised by its faces and its position."""

    def __init__(self, port: FirmwarePort) -> None:
        self._port = port
        self._made = 0
        self.faults = port.faults

    def throw(self, faces: tuple[str, ...]) -> str:
        self._port.throw(DICE, faces)
        self._made += 1
        return f"{self._made} {_pairs(DICE, faces)}"

    def restart(self) -> None:
        self._port.restart()


def _pairs(dice: tuple[str, ...], faces: tuple[str, ...]) -> str:
    return ",".join(f"{die}:{face}" for die, face in zip(dice, faces, strict=True))


class DyingStore(RollStore):
    """A log whose program may die after a roll is on disk and before the tower is told."""

    def __init__(self, path: Path, soak: "Soak") -> None:
        super().__init__(path)
        self._soak = soak

    def keep(self, roll: Roll) -> bool:
        began_s = time.perf_counter()
        is_new = super().keep(roll)
        self._soak.disk_ms.append(1000 * (time.perf_counter() - began_s))
        self._soak.kept(is_new)
        if self._soak.is_dying:
            raise LinkLost(tower_sentence(TowerStatus.UNPLUGGED, ""))
        return is_new


class Soak:
    """Runs one trial."""

    def __init__(self, trial: TowerTrial, folder: Path, progress: Callable[[int], None]) -> None:
        self._trial = trial
        self._folder = folder
        self._progress = progress
        self._log = folder / "soak.db"
        self._random = Random(trial.seed)
        self._plug = TimedPlug(folder / "tower")
        self._link: Link | None = None
        self.count = 0
        self.repeated = 0
        self.disk_ms: list[float] = []
        self.is_dying = False
        self._changed = threading.Condition()

    def run(self) -> TrialOutcome:
        """Run the whole trial. Raises `CompanionError` when it is stuck."""
        outcome = TrialOutcome()
        began_s = time.monotonic()
        with self._side() as side:
            self._start_app()
            side.faults.damage = self._trial.damage
            try:
                self._roll_on(side, outcome)
            finally:
                assert self._link is not None
                self._link.stop()
        outcome.seconds = time.monotonic() - began_s
        outcome.ack_ms = self._plug.ack_ms
        outcome.disk_ms = self.disk_ms
        outcome.repeated = self.repeated
        with RollStore(self._log) as store:
            outcome.kept = [self._known_by(n, roll) for n, roll in enumerate(store.rolls(), start=1)]
        return outcome

    def _roll_on(self, side: TrialTower, outcome: TrialOutcome) -> None:
        every = max(1, self._trial.rolls // self._trial.restarts) if self._trial.restarts else 0
        for n in range(1, self._trial.rolls + 1):
            if self._random.random() < 0.5 and self._link is not None:
                self._link.arm(Arming(f"s{n}", DICE))
            ahead = (
                self._random.randrange(MOST_WAITING)
                if self._trial.damage or self._random.random() < 0.1
                else 0
            )
            faces = (str(self._random.randint(1, 6)), str(self._random.randint(1, 12)))
            outcome.made.append(side.throw(faces))
            if every and n % every == every // 2:
                self._restart_app(dies=bool(self._random.getrandbits(1)))
            if every and n % every == 0:
                self._plug.forget()
                side.restart()
            self._wait(len(outcome.made) - ahead)
            self._progress(n)
        side.faults.damage = 0.0
        self._wait(len(outcome.made))

    def kept(self, is_new: bool) -> None:
        """Note that the log took a roll, or already had it."""
        with self._changed:
            self.count += is_new
            self.repeated += not is_new
            self._changed.notify_all()

    def _wait(self, kept: int) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self.count >= kept, STUCK_S):
                raise CompanionError(
                    Text(
                        "stuck: {kept} rolls are in the log, {wanted} should be", kept=self.count, wanted=kept
                    )
                )

    def _start_app(self) -> None:
        def tell(report: Report) -> None:
            del report

        clocks = TimeSource(self._now_ms, wall_ms, lambda seconds: time.sleep(seconds / self._trial.speed))
        self._link = Link(NamedPort(str(self._plug.link)), lambda: DyingStore(self._log, self), tell, clocks)
        self._link.start()

    def _restart_app(self, *, dies: bool) -> None:
        """Restart the app. `dies`: nothing that it keeps from now on is acknowledged."""
        assert self._link is not None
        self.is_dying = dies
        self._plug.forget()
        self._link.stop()
        self.is_dying = False
        self._start_app()

    def _now_ms(self) -> int:
        return time.monotonic_ns() * self._trial.speed // 1_000_000

    @contextmanager
    def _side(self) -> Iterator[TrialTower]:
        if self._trial.interpreter is None:
            tower = VirtualTower(TowerBuild(dice=DICE, seed=self._trial.seed))
            with VirtualPort(tower, self._plug, self._now_ms) as port:
                yield VirtualSide(port)
        else:
            memory = self._folder / "memory"
            memory.mkdir()
            firmware: AbstractContextManager[FirmwarePort] = FirmwarePort(
                self._trial.interpreter, memory, self._plug, self._now_ms
            )
            with firmware as relay:
                yield FirmwareSide(relay)

    def _known_by(self, n: int, roll: Roll) -> str:
        place = str(n) if self._trial.interpreter is not None else f"{roll.boot}:{roll.number}"
        return f"{place} {_pairs(roll.dice, roll.faces)}"


def interpreter_for(firmware: str | None) -> str | None:
    """Return the interpreter that `--firmware` names, None for the virtual tower.

    Raises `CompanionError` if there is none.
    """
    if firmware != "micropython":
        return firmware
    found = micropython()
    if found is None:
        raise CompanionError(
            Text(
                "no MicroPython here: `make test` installs it where there is one for this machine, or install the package micropython"
            )
        )
    return found
