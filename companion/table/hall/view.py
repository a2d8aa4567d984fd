"""Makes what a table tells of its match from its snapshot, in both languages: the public view, and the report for referees."""

from dataclasses import replace

from companion.bus.messages import (
    MachineState,
    PublicView,
    ReportedCall,
    ReportedDevice,
    ReportedDifference,
    ReportedQuestion,
    TableReport,
    ViewClock,
    ViewSide,
)
from companion.session.remarks import cases_of
from companion.session.snapshot import Snapshot
from companion.showing.scene import Words
from companion.words import Wording, translate


def view_of(snapshot: Snapshot) -> PublicView:
    """Return the public view. While a play is under review, it shows the state before it."""
    sure = snapshot.sure
    scene = snapshot.scene if sure is None else sure.scene
    readings = snapshot.clocks if sure is None else sure.clocks
    return PublicView(
        snapshot.match,
        snapshot.seq if sure is None else sure.seq - 1,
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
        tuple(ViewClock(one.clock.name, one.left_ms, one.is_running) for one in readings),
        tuple(sorted(snapshot.pauses)),
        scene.is_over,
        sure is not None,
        None if scene.result is None else wording_of(scene.result),
    )


def report_of(snapshot: Snapshot | None, machine: MachineState) -> TableReport:
    """Return what a referee may see besides the view: what is open at the table, the players' call, and the devices."""
    if snapshot is None:
        return TableReport(machine)
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
    )


def wording_of(words: Words) -> Wording:
    """Return words in both languages."""
    return words if isinstance(words, Wording) else Wording(translate(words, "en"), translate(words, "fr"))


def is_news(before: PublicView | None, now: PublicView) -> bool:
    """Tell whether a view differs from the one before by more than the time on running clocks, which anybody can count."""
    return before is None or _without_time(before) != _without_time(now)


def _without_time(view: PublicView) -> PublicView:
    return replace(
        view, clocks=tuple(replace(one, left_ms=None) if one.is_running else one for one in view.clocks)
    )
