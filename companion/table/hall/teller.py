"""What a table tells its hall: the records of its log, the public view, and the report for referees. It has no thread and no
wire.

It reads the log through a connection of its own: whoever plays never waits for it. What is lost on the way is asked for by
the hall.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from companion.bus.messages import (
    BATCH_CHARS,
    HEARTBEAT_MS,
    LARGEST_BYTES,
    MOST_RECORDS,
    PIECE_CHARS,
    LogHead,
    LogNews,
    MachineState,
    PublicView,
    RecordAnswer,
    RecordPiece,
    RecordRequest,
    ReportedCall,
    ReportedDevice,
    ReportedDifference,
    ReportedQuestion,
    TableReport,
    TableStatus,
    ViewClock,
    ViewContest,
    ViewCrest,
    ViewDuty,
    ViewLine,
    ViewPerson,
    ViewPlay,
    ViewScale,
    ViewSide,
    payload_of,
    read_message,
)
from companion.bus.wire import RETAINED, TO_TABLE, Letter, TableTopic, TopicPart, WireUser, table_topic
from companion.errors import Malformed
from companion.play import Correct, Override, Undo
from companion.session.remarks import cases_of
from companion.session.snapshot import Fate, Snapshot
from companion.showing.duties import duty_rows
from companion.showing.scene import Contest, Scene, Waited, in_order, told_lines
from companion.storage.outbox import ChainedRecord, LogTip
from companion.table.hall.view_drawing import (
    board_view,
    faces_view,
    moment_view,
    pitch_view,
    track_view,
    visible_view,
    wording_of,
)
from companion.words import Text, Wording

# --- view
# Makes what a table tells of its match from its snapshot, in both languages: the public view, and the report for
# referees.


def view_of(snapshot: Snapshot) -> PublicView:
    """Return the public view. While a play is under review, it shows the state before it."""
    sure = snapshot.sure
    scene = snapshot.scene if sure is None else sure.scene
    readings = snapshot.clocks if sure is None else sure.clocks
    seq = snapshot.seq if sure is None else sure.seq - 1
    return PublicView(
        snapshot.match,
        seq,
        snapshot.game,
        wording_of(scene.headline),
        tuple(
            ViewSide(
                side.seat,
                wording_of(side.name),
                side.role,
                side.score,
                side.is_active,
                tuple(wording_of(mark) for mark in side.marks),
                None
                if side.person is None
                else ViewPerson(side.person.name, side.person.mark, side.person.colour),
                None
                if side.team is None
                else ViewCrest(side.team.first, side.team.second, side.team.crest_name),
            )
            for side in scene.sides
        ),
        tuple(_waited_shown(scene, waited) for waited in scene.waited),
        tuple(ViewClock(one.clock.name, one.left_ms, one.is_running, one.clock.title) for one in readings),
        tuple(sorted(snapshot.pauses)),
        scene.is_over,
        sure is not None,
        None if scene.result is None else wording_of(scene.result),
        _last_play(snapshot, seq),
        None if scene.contest is None else _contest_shown(scene, scene.contest),
        tuple(ViewDuty(row.seat, wording_of(row.says), row.is_done) for row in duty_rows(scene.duties)),
        None if scene.board is None or not scene.board.cells else board_view(scene.board),
        None if scene.pitch is None else pitch_view(scene.pitch),
        tuple(map(track_view, scene.tracks)),
        None if scene.order is None else wording_of(scene.order),
        tuple(map(wording_of, scene.terms)),
        visible_view(scene),
        moment_view(scene, snapshot.highlight) if sure is None else None,
    )


def _waited_shown(scene: Scene, waited: Waited) -> Wording:
    """Return what a side is asked to do, with its name before: whoever watches is not the one who is asked."""
    asked = next((side.name for side in scene.sides if side.seat == waited.seat), None)
    if asked is None:
        return wording_of(waited.says)
    return wording_of(Text("{what}: {words}", what=asked, words=waited.says))


def _contest_shown(scene: Scene, contest: Contest) -> ViewContest:
    scales = tuple(
        ViewScale(
            scale.seat,
            wording_of(scale.role),
            tuple(ViewLine(wording_of(one.says), one.amount, one.is_under) for one in told_lines(scale)),
            scale.total,
            scale.is_open,
            scale.chance_percent,
            scale.has_won,
            faces_view(scene, scale),
        )
        for scale in in_order(contest, scene)
    )
    outcome = None if contest.outcome is None else wording_of(contest.outcome)
    return ViewContest(
        wording_of(contest.title), scales, contest.foul_percent, contest.level_percent, outcome
    )


def report_of(
    snapshot: Snapshot | None, machine: MachineState, settings: tuple[Wording, ...] = ()
) -> TableReport:
    """Return what a referee may see besides the view: what is open at the table, the players' call, and the devices.

    `settings` says what the next match begins with.
    """
    if snapshot is None:
        return TableReport(machine, settings=settings)
    asking, desync, puzzle, call = snapshot.asking, snapshot.desync, snapshot.puzzle, snapshot.call
    return TableReport(
        machine,
        snapshot.match,
        None
        if asking is None
        else ReportedQuestion(
            asking.question.key, wording_of(asking.question.asks), tuple(map(wording_of, asking.options))
        ),
        None if desync is None else ReportedDifference(desync.key, tuple(map(wording_of, desync.says))),
        None if puzzle is None else wording_of(puzzle.says),
        snapshot.proposal is not None,
        None if call is None else ReportedCall(call.id, call.coming),
        tuple(ReportedDevice(name, wording_of(one.words)) for name, one in sorted(snapshot.notices.items())),
        sum(case.is_open for case in cases_of(snapshot.history)),
        settings,
    )


def _last_play(snapshot: Snapshot, seq: int) -> ViewPlay | None:
    """Return the last play up to a number. Of plays that say what lies face down, and of notes, nothing is told."""
    for line in sorted(snapshot.history, key=lambda line: -line.seq):
        if line.seq > seq or line.is_hidden or line.fate is Fate.REFUSED:
            continue
        if line.inserted is not None:
            return ViewPlay(wording_of(Text("the referee entered a play that was missed")), is_ruling=True)
        match line.play:
            case Undo():
                return ViewPlay(wording_of(Text("a play was undone")), is_ruling=True)
            case Correct(seq=corrected):
                return ViewPlay(wording_of(_correction(snapshot, corrected)), is_ruling=True)
            case Override():
                return ViewPlay(wording_of(Text("the referee decided against the rules")), is_ruling=True)
            case _:
                if line.fate is Fate.IN_FORCE:
                    return ViewPlay(wording_of(line.says))
    return None


def _correction(snapshot: Snapshot, seq: int) -> Text:
    """Say what a play was corrected to, unless it says what lies face down."""
    for line in snapshot.history:
        if line.seq == seq and not line.is_hidden and line.fate is Fate.IN_FORCE:
            return Text("correction, play {seq}: {says}", seq=seq, says=line.says)
    return Text("the referee corrected an earlier play")


# --- teller


class TellableLog(Protocol):
    """A log as it is told: an `OutboxReader`, or what stands for one in a trial."""

    @property
    def log(self) -> str: ...

    def expect_there(self) -> None: ...

    def tip(self) -> LogTip: ...

    def hash_at(self, n: int) -> str | None: ...

    def after(self, n: int, most: int, most_chars: int) -> tuple[ChainedRecord, ...]: ...


def letter_of(account: str, part: TopicPart, message: object) -> Letter:
    """Return a message of a table as a letter."""
    return Letter(str(TableTopic(account, part)), payload_of(message), part in RETAINED)


def table_user(account: str, version: str) -> WireUser:
    """Return a table as a user of the wire: the topics that it hears, and its last will."""
    hears = tuple(str(TableTopic(account, part)) for part in TO_TABLE)
    return WireUser(
        account, hears, letter_of(account, TopicPart.UP, TableStatus(is_up=False, version=version))
    )


@dataclass(frozen=True, slots=True)
class TellerName:
    """The account of the table that sends its log, and the version of its program."""

    account: str
    version: str


def _piece(record: ChainedRecord, at: int) -> RecordPiece:
    at = min(at, len(record.body) - 1)
    return RecordPiece(replace(record, body=record.body[at : at + PIECE_CHARS]), at, len(record.body))


class LogTeller:
    """Sends one log to the hall. Use it only in the thread that opened the log."""

    def __init__(self, name: TellerName, outbox: TellableLog, cites: str | None = None) -> None:
        """`cites` is the log that this table had before, if that is gone."""
        self._name = name
        self._outbox = outbox
        self._cites = cites
        self._told = outbox.tip().n
        """The last record that was told; what was there before is fetched by the hall."""
        self._head_ms: int | None = None

    def welcomed(self) -> list[Letter]:
        """Return the letters for each new connection. The hall asks for the records that it missed."""
        self._told = self._outbox.tip().n
        return [
            self._letter(TopicPart.UP, TableStatus(is_up=True, version=self._name.version)),
            self._head(),
        ]

    def tick(self, now_ms: int) -> list[Letter]:
        """Return the new records with the log's head, or the head alone when it is due. Raises `StorageError`."""
        self._outbox.expect_there()
        before = self._told
        letters = list(self._news())
        # Also if all of the news was too long for a letter: the head has the hall ask for it.
        if self._told != before or self._head_ms is None or now_ms - self._head_ms >= HEARTBEAT_MS:
            letters.append(self._head())
            self._head_ms = now_ms
        return letters

    def hear(self, letter: Letter) -> list[Letter]:
        """Answer a letter of the hall if it asks for records. Raises `StorageError`."""
        topic = table_topic(letter.topic)
        if topic is None or topic.account != self._name.account or topic.part is not TopicPart.WANT:
            return []
        try:
            wanted = read_message(RecordRequest, letter.payload)
        except Malformed:
            return []
        if wanted.log != self._outbox.log:
            return [self._head()]
        is_known = self._outbox.hash_at(wanted.have) == wanted.hash
        records = self._outbox.after(wanted.have, MOST_RECORDS, BATCH_CHARS) if is_known else ()
        answer = RecordAnswer(self._outbox.log, wanted.have, is_known, records)
        letter = self._letter(TopicPart.ANSWER, answer)
        if len(letter.payload) <= LARGEST_BYTES:
            return [letter]
        # Several records together are short enough, so it is the first one alone.
        piece = _piece(records[0], wanted.at)
        return [self._letter(TopicPart.ANSWER, replace(answer, records=(), piece=piece))]

    def _news(self) -> Iterator[Letter]:
        while records := self._outbox.after(self._told, MOST_RECORDS, BATCH_CHARS):
            self._told = records[-1].n
            letter = self._letter(TopicPart.LOG, LogNews(self._outbox.log, records))
            if len(letter.payload) <= LARGEST_BYTES:
                yield letter

    def _head(self) -> Letter:
        tip = self._outbox.tip()
        head = LogHead(self._outbox.log, tip.n, tip.hash, tip.match, tip.seq, self._cites)
        return self._letter(TopicPart.HEAD, head)

    def _letter(self, part: TopicPart, message: object) -> Letter:
        return letter_of(self._name.account, part, message)
