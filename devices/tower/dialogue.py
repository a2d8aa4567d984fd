"""Decides what the host says to the tower in DT1, one command at a time, and what the tower's answers mean. Pure.

Bytes and the time come in, steps (`reports`) come out. The app states a wish, not an order: `wanted` names
the dice that are asked for, and the dialogue sends ARM until the tower is armed for them, whatever happens to
line or tower.

    opened ── HI ──► greeted ── ARM, PING, ... ──► HangUpStep, or the port goes
      ▲                                              │
      └──────────────────────────────────────────────┘
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.observation import Roll, roll_id
from devices.tower.health import NOISY_LINES, LinkHealth
from devices.tower.messages import (
    LAST_SEQ,
    MAJOR,
    NOBODY,
    DropMessage,
    Hello,
    LineCutter,
    Pong,
    ReplyVerb,
    RollMessage,
    TowerMessage,
    TowerReply,
    arm_words,
    command,
    frame_line,
    parse_message,
)
from devices.tower.tower_status import (
    Arming,
    CommandReply,
    DiceFalling,
    HangUpStep,
    KeepStep,
    SendStep,
    Step,
    TowerReport,
    TowerStatus,
    WireLine,
    judge_earlier_roll,
    judge_roll,
    tower_sentence,
)

# --- commands
# Sends commands to the tower one at a time, and repeats each until the tower answers its number. Pure.

FIRST_AGAIN_MS = 300
LAST_AGAIN_MS = 2_000
"""A command is repeated after `FIRST_AGAIN_MS`, then after twice as long each time, up to this."""


@dataclass(slots=True)
class PendingCommand:
    """A command that was sent and waits for its answer."""

    verb: str
    words: tuple[str, ...]
    seq: int
    body: str
    due_ms: int
    sent: int = 1


class CommandQueue:
    """Numbers, queues and repeats commands."""

    def __init__(self, first_seq: int) -> None:
        self._seq = first_seq % LAST_SEQ
        self._waiting: deque[tuple[str, tuple[str, ...]]] = deque()
        self._from_ms = 0
        self.outstanding: PendingCommand | None = None

    @property
    def is_idle(self) -> bool:
        return self.outstanding is None and not self._waiting

    def numbered(self, verb: str, *words: str) -> tuple[int, str]:
        """Return the next number, and a command with it that needs no answer."""
        self._seq = self._seq % LAST_SEQ + 1
        return self._seq, command(verb, self._seq, *words)

    def add(self, verb: str, *words: str) -> None:
        """Queue a command."""
        self._waiting.append((verb, words))

    def due(self, now_ms: int) -> str | None:
        """Return the line to send now (the next command, or the pending one again), or None."""
        waiting = self.outstanding
        if waiting is None:
            if not self._waiting or now_ms < self._from_ms:
                return None
            verb, words = self._waiting.popleft()
            seq, body = self.numbered(verb, *words)
            self.outstanding = PendingCommand(verb, words, seq, body, now_ms + FIRST_AGAIN_MS)
            return body
        if now_ms < waiting.due_ms:
            return None
        waiting.due_ms = now_ms + min(FIRST_AGAIN_MS << min(waiting.sent, 8), LAST_AGAIN_MS)
        waiting.sent += 1
        return waiting.body

    def answered(self, seq: int) -> PendingCommand | None:
        """Return the command with this number and take it as done; None if it is not the pending one."""
        done = self.outstanding
        if done is None or done.seq != seq:
            return None
        self.outstanding = None
        return done

    def hold(self, until_ms: int) -> None:
        """Send no new command before this time."""
        self._from_ms = until_ms

    def forget(self) -> None:
        """Drop all commands: the line is a new one."""
        self._waiting.clear()
        self.outstanding = None
        self._from_ms = 0


# --- dialogue

PATIENCE_MS = 1_500
"""How long a greeting may take; after that the tower counts as silent or as a stranger. A tower answers
within 100 ms.
"""
GREETING_MS = 5_000
"""After so long without a greeting the port is opened again, because the tower may be on another one."""
RING = 16
"""How many unacknowledged rolls a tower holds (docs/hardware/tower-protocol.md); when it is full the tower
takes no more.
"""
ARM_AGAIN_MS = 1_000
"""How soon ARM is sent again after a refusal, whose cause may have gone."""
LASTING = (TowerStatus.SILENT, TowerStatus.STRANGER, TowerStatus.OTHER_VERSION)
"""A status that stays while the port is opened again: nothing has changed for the player."""
BOOTS_KNOWN = 64
"""How many boots of a tower are remembered."""
TOLD_KNOWN = 4 * RING
"""How many rolls are remembered to recognise copies without the log; a tower cannot have more on its way."""


class TowerDialogue:
    """The dialogue with one tower at a time. It continues when the port is closed and opened again."""

    def __init__(self, port: str, first_seq: int, wall_ms: Callable[[], int]) -> None:
        """Start numbering commands at `first_seq`, which should differ from run to run, so that no late
        answer to an earlier run fits.
        """
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
        """Ask the tower for these dice; None: for no dice."""
        self.wanted = wanted
        self._refused_dice = False
        self._arm_from_ms = 0

    def ask(self, verb: str, *words: str) -> None:
        """Queue a command. It is dropped if the line is lost before the answer."""
        self._commands.add(verb, *words)

    # --- from the link

    def opened(self, port: str, now_ms: int) -> Iterator[Step]:
        """Greet the tower on a port that was just opened."""
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
        """Note that the port is gone, or that none could be opened."""
        self._is_open = False
        self.hello = None
        self._trouble = status if status in LASTING else None
        yield from self._stand(status)

    def received(self, data: bytes, now_ms: int) -> Iterator[Step]:
        """Take bytes from the tower."""
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
        """Send what is due, and notices what did not come."""
        if not self._is_open:
            return
        if self.hello is not None:
            yield from self._tend(now_ms)
        body = self._commands.due(now_ms)
        if body is not None:
            yield self._send(body)
        yield from self._stand(self._judged(now_ms))
        if self.hello is None and now_ms - self.health.opened_ms >= GREETING_MS:
            # The tower may be on another port by now, or another tower on this one.
            yield HangUpStep(self._judged(now_ms))
        elif self.hello is not None and self.health.is_lost(now_ms):
            yield HangUpStep(TowerStatus.SILENT)

    def kept(self, keep: KeepStep, is_new: bool) -> Iterator[Step]:
        """Handle a roll that is now saved on disk: report it once to the table, and acknowledge it to the
        tower.

        The report comes first: the line may go at any moment, and a roll in the log is not reported again. If
        the log had the roll before this run reported it, an earlier run kept it and ended right then: a
        person must be asked about it.
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
        """Note that the log did not take a roll; the tower will send it again."""
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
            self._commands.add("HI")  # Repeated, because somebody may update the tower or plug in another.
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
            self._commands.add("HI")  # The tower has restarted, and its HELLO was lost.
        self._up_ms = pong.up_ms
        for _ in range(min(pong.bad - self._bad, NOISY_LINES)):
            self.health.damaged_there(now_ms)
        self._bad = pong.bad

    def _rolled(self, rolled: RollMessage) -> Iterator[Step]:
        """Take a roll. A roll of an unknown boot waits for a HELLO, which says whose roll it is."""
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
        """Keep the heartbeat going, and the tower armed as wanted."""
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
        """Return the worst status that is true now."""
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
