"""The host's side of DT1: what is said to the tower, and what is made of what it says. Pure.

Bytes and the time come in, steps come out (`reports`). What the app wants is a state, not an order: `wanted` says which
dice are asked for, and whatever happens to the line or the tower, ARM is said until the tower is armed so.

    opened ── HI ──► greeted ── ARM, PING, ... ──► Hang, or the port goes
      ▲                                              │
      └──────────────────────────────────────────────┘
"""

from collections import deque
from collections.abc import Callable, Iterator

from companion.observation import Roll, roll_id
from devices.tower.commands import LAST_AGAIN_MS, CommandQueue
from devices.tower.health import NOISY_LINES, LinkHealth
from devices.tower.messages import (
    MAJOR,
    NOBODY,
    DropMessage,
    Hello,
    Pong,
    ReplyVerb,
    RollMessage,
    TowerMessage,
    TowerReply,
    arm_words,
    parse_message,
)
from devices.tower.reports import (
    CommandReply,
    DiceFalling,
    HangUpStep,
    KeepStep,
    SendStep,
    Step,
    TowerReport,
    WireLine,
)
from devices.tower.roll_verdict import Arming, judge_earlier_roll, judge_roll
from devices.tower.tower_status import TowerStatus, tower_sentence
from devices.tower.wire import LineCutter, frame_line

PATIENCE_MS = 1_500
"""A tower that is there greets within 100 ms; so long it is being greeted, then it is silent or a stranger."""
GREETING_MS = 5_000
"""After this the port is opened anew: perhaps the tower is on another one by now."""
RING = 16
"""Rolls that a tower holds; with so many waiting it takes no more."""
ARM_AGAIN_MS = 1_000
"""After a refusal ARM is tried again, for what was in its way may have gone."""
LASTING = (TowerStatus.SILENT, TowerStatus.STRANGER, TowerStatus.OTHER_VERSION)
"""What is said on while the port is opened anew: nothing has changed for the player."""
BOOTS_KNOWN = 64
TOLD_KNOWN = 4 * RING
"""Rolls whose copies are known without asking the log; a tower cannot have more on its way."""


class TowerDialogue:
    """One talk with one tower at a time, over as many openings of the port as it takes."""

    def __init__(self, port: str, first_seq: int, wall_ms: Callable[[], int]) -> None:
        """`first_seq` should differ from run to run, so that no answer to an earlier program fits."""
        self._cutter = LineCutter()
        self._commands = CommandQueue(first_seq)
        self._wall_ms = wall_ms
        self._is_open = False
        self._is_full = False
        self._is_kept = True
        self._refused_dice = False
        self._is_other_version = False
        self._trouble: TowerStatus | None = None
        self._armed = NOBODY
        self._arm_from_ms = 0
        self._up_ms = 0
        self._bad = 0
        self._told: deque[str] = deque(maxlen=TOLD_KNOWN)
        self._boots: set[str] = set()
        self.port = port
        self.hello: Hello | None = None
        self.wanted: Arming | None = None
        self.status: TowerStatus | None = None
        self.counters = self._cutter.counters
        self.health = LinkHealth()

    # --- from the app

    def arm(self, wanted: Arming | None) -> None:
        """Ask for dice; None: ask for none."""
        self.wanted = wanted
        self._refused_dice = False
        self._arm_from_ms = 0

    def ask(self, verb: str, *words: str) -> None:
        """Say a command in its turn. It is forgotten if the line goes before it is answered."""
        self._commands.add(verb, *words)

    # --- from the link

    def opened(self, port: str, now_ms: int) -> Iterator[Step]:
        """A port is open: greet whoever is there."""
        self.port = port
        self.hello = None
        self._is_open = True
        self._is_other_version = False
        self._cutter.reset()
        self._commands.forget()
        self.health.opened(now_ms)
        self._commands.add("HI")
        yield from self.tick(now_ms)

    def closed(self, status: TowerStatus) -> Iterator[Step]:
        """The port is gone, or none could be opened."""
        self._is_open = False
        self.hello = None
        self._trouble = status if status in LASTING else None
        yield from self._stand(status)

    def received(self, data: bytes, now_ms: int) -> Iterator[Step]:
        """Take bytes of the tower."""
        if data:
            self.health.heard()
        for body in self._cutter.cut(data):
            what = None if body is None else parse_message(body)
            yield WireLine(True, body, what)
            if body is None:
                self.health.damaged(now_ms)
            else:
                self.health.good()
            if what is not None:
                yield from self._understood(what, now_ms)

    def tick(self, now_ms: int) -> Iterator[Step]:
        """Say what is due, and notice what did not come."""
        if not self._is_open:
            return
        if self.hello is not None:
            yield from self._tend(now_ms)
        body = self._commands.due(now_ms)
        if body is not None:
            yield self._send(body)
        yield from self._stand(self._judged(now_ms))
        if self.hello is None and now_ms - self.health.opened_ms >= GREETING_MS:
            # Perhaps it was plugged into another port meanwhile, or another tower into this one.
            yield HangUpStep(self._judged(now_ms))
        elif self.hello is not None and self.health.is_lost(now_ms):
            yield HangUpStep(TowerStatus.SILENT)

    def kept(self, keep: KeepStep, is_new: bool) -> Iterator[Step]:
        """The log has the roll on disk: tell of it, once, and acknowledge it.

        Told first: the line may go at any moment, and what the log has is not told again. A roll that the log had and
        that this program never told of was kept by one that ended right then: somebody must be asked.
        """
        self._is_kept = True
        rolled, roll = keep.rolled, keep.roll
        if rolled.request == self._armed:
            self._armed = NOBODY
        if roll.id not in self._told:
            self._told.append(roll.id)
            wanted = self.wanted
            if wanted is not None and rolled.request == wanted.request:
                self.wanted = None
            yield judge_roll(roll, wanted) if is_new else judge_earlier_roll(roll)
        _, body = self._commands.numbered("ACK", f"boot={rolled.boot}", f"roll={rolled.id}")
        yield self._send(body)

    def not_kept(self) -> Iterator[Step]:
        """The log did not take the roll; the tower will say it again."""
        self._is_kept = False
        yield from self._stand(TowerStatus.NOT_KEPT)

    # --- what the tower says

    def _understood(self, what: TowerMessage, now_ms: int) -> Iterator[Step]:
        match what:
            case Hello():
                yield from self._greeted(what, now_ms)
            case TowerReply():
                yield from self._answered(what, now_ms)
            case Pong():
                self._ponged(what, now_ms)
            case DropMessage():
                self._is_full = what.is_full
                yield DiceFalling(what.is_full)
            case RollMessage():
                yield from self._rolled(what)

    def _greeted(self, hello: Hello, now_ms: int) -> Iterator[Step]:
        outstanding = self._commands.outstanding
        if outstanding is not None and outstanding.verb == "HI":
            self._commands.outstanding = None
        if hello.major != MAJOR:
            self._is_other_version = True
            self.hello = None
            self._commands.forget()
            self._commands.add("HI")  # Tried on and on: somebody may bring it up to date, or plug in another.
            self._commands.hold(now_ms + LAST_AGAIN_MS)
            return
        self._is_other_version = False
        self._trouble = None
        is_new = self.hello is None or self.hello.boot != hello.boot
        self.hello = hello
        self._is_full = hello.pending >= RING
        if is_new:
            self._armed = NOBODY
            self._arm_from_ms = now_ms
            self._up_ms = self._bad = 0
            self._boots = {hello.boot}
        yield from self.tick(now_ms)

    def _answered(self, answer: TowerReply, now_ms: int) -> Iterator[Step]:
        done = self._commands.answered(answer.seq)
        if done is None:
            return
        match done.verb, answer.verb:
            case "ARM", ReplyVerb.OK:
                self._armed = done.words[0].partition("=")[2]
                self._is_full = self._refused_dice = False
            case "ARM", _:
                self._is_full = answer.code == "full"
                self._refused_dice = answer.code == "dice"
                self._arm_from_ms = now_ms + ARM_AGAIN_MS
            case "DISARM", _:
                self._armed = NOBODY
            case _:
                pass
        if done.verb not in ("ARM", "DISARM"):
            yield CommandReply(done.verb, answer)
        yield from self.tick(now_ms)

    def _ponged(self, pong: Pong, now_ms: int) -> None:
        self.health.ponged(pong.seq, now_ms)
        self._is_full = pong.pending >= RING
        outstanding = self._commands.outstanding
        if outstanding is None or outstanding.verb not in ("ARM", "DISARM"):
            self._armed = pong.armed
        if pong.up_ms < self._up_ms:
            self._commands.add("HI")  # It began anew, and its HELLO was lost.
        self._up_ms = pong.up_ms
        for _ in range(min(pong.bad - self._bad, NOISY_LINES)):
            self.health.damaged_there(now_ms)
        self._bad = pong.bad

    def _rolled(self, rolled: RollMessage) -> Iterator[Step]:
        """A roll of a boot that no HELLO stands behind waits for one: without it nobody knows whose it is."""
        if self.hello is None:
            return
        if rolled.boot not in self._boots:
            if len(self._boots) >= BOOTS_KNOWN:
                self._boots = {self.hello.boot}
            self._boots.add(rolled.boot)
            self._commands.add("HI")
            return
        outstanding = self._commands.outstanding
        if outstanding is not None and outstanding.verb == "HI":
            return
        yield KeepStep(rolled, self._roll(rolled, self.hello.serial))

    def _roll(self, rolled: RollMessage, serial: str) -> Roll:
        return Roll(
            roll_id(serial, rolled.boot, rolled.id),
            self._wall_ms(),
            rolled.faces,
            rolled.line,
            dice=rolled.dice,
            confidence=rolled.confidence,
            state=rolled.state.value,
            tower=serial,
            boot=rolled.boot,
            number=rolled.id,
            request=None if rolled.request == NOBODY else rolled.request,
            rest_ms=rolled.rest_ms,
            again=rolled.again,
        )

    # --- what is due

    def _tend(self, now_ms: int) -> Iterator[Step]:
        """Heartbeat, and the tower armed as it is wanted."""
        if self.health.wants_ping(now_ms) and not self.health.is_lost(now_ms):
            seq, body = self._commands.numbered("PING")
            self.health.pinged(seq, now_ms)
            yield self._send(body)
        if not self._commands.is_idle:
            return
        wanted = self.wanted
        if wanted is not None and wanted.request != self._armed and now_ms >= self._arm_from_ms:
            self._commands.add("ARM", *arm_words(wanted.request, wanted.dice))
        elif wanted is None and self._armed != NOBODY:
            self._commands.add("DISARM")

    def _send(self, body: str) -> SendStep:
        return SendStep(body, frame_line(body))

    # --- how it stands

    def _stand(self, status: TowerStatus) -> Iterator[Step]:
        if status is not self.status:
            self.status = status
            yield TowerReport(status, tower_sentence(status, self.port))

    def _judged(self, now_ms: int) -> TowerStatus:
        """The worst that is true now."""
        health = self.health
        if self._is_other_version:
            return TowerStatus.OTHER_VERSION
        if self.hello is None:
            return self._greeting(now_ms)
        for is_true, status in (
            (health.is_nonsense(now_ms), TowerStatus.STRANGER),
            (not self._is_kept, TowerStatus.NOT_KEPT),
            (self._is_full, TowerStatus.FULL),
            (self._refused_dice, TowerStatus.WRONG_DICE),
            (health.is_noisy(now_ms), TowerStatus.NOISY),
            (health.is_slow(), TowerStatus.SLOW),
            (self.wanted is not None and self._armed == self.wanted.request, TowerStatus.ARMED),
        ):
            if is_true:
                return status
        return TowerStatus.READY

    def _greeting(self, now_ms: int) -> TowerStatus:
        if now_ms - self.health.opened_ms < PATIENCE_MS:
            return self._trouble or TowerStatus.GREETING
        return TowerStatus.STRANGER if self.health.has_heard else TowerStatus.SILENT
