"""Makes what a table tells of its match from its snapshot, in both languages: the public view, and the report for referees."""

from companion.bus.messages import (
    MachineState,
    PublicView,
    ReportedCall,
    ReportedDevice,
    ReportedDifference,
    ReportedQuestion,
    TableReport,
    ViewClock,
    ViewContest,
    ViewLine,
    ViewPlay,
    ViewScale,
    ViewSide,
)
from companion.play import Correct, Override, Undo
from companion.session.remarks import cases_of
from companion.session.snapshot import Fate, Snapshot
from companion.showing.scene import Contest, Words, told_lines
from companion.words import Text, Wording, translate


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
            )
            for side in scene.sides
        ),
        tuple(wording_of(waited.says) for waited in scene.waited),
        tuple(ViewClock(one.clock.name, one.left_ms, one.is_running, one.clock.title) for one in readings),
        tuple(sorted(snapshot.pauses)),
        scene.is_over,
        sure is not None,
        None if scene.result is None else wording_of(scene.result),
        _last_play(snapshot, seq),
        None if scene.contest is None else _contest_shown(scene.contest),
    )


def _contest_shown(contest: Contest) -> ViewContest:
    scales = tuple(
        ViewScale(
            scale.seat,
            wording_of(scale.role),
            tuple(ViewLine(wording_of(one.says), one.amount, one.is_under) for one in told_lines(scale)),
            scale.total,
            scale.is_open,
            scale.chance_percent,
            scale.has_won,
        )
        for scale in contest.scales
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


def wording_of(words: Words) -> Wording:
    """Return words in both languages."""
    return words if isinstance(words, Wording) else Wording(translate(words, "en"), translate(words, "fr"))


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
            case Correct():
                return ViewPlay(wording_of(Text("the referee corrected an earlier play")), is_ruling=True)
            case Override():
                return ViewPlay(wording_of(Text("the referee decided by his own word")), is_ruling=True)
            case _:
                if line.fate is Fate.IN_FORCE:
                    return ViewPlay(wording_of(line.says))
    return None
