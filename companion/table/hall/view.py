"""Makes the public view of a match from its snapshot, in both languages, without the secrets of a seat."""

from dataclasses import replace

from companion.bus.messages import PublicView, ViewClock, ViewSide
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


def wording_of(words: Words) -> Wording:
    """Return words in both languages."""
    return words if isinstance(words, Wording) else Wording(translate(words, "en"), translate(words, "fr"))


def is_news(before: PublicView | None, now: PublicView) -> bool:
    """Tell whether a view differs from the one before by more than the time on running clocks."""
    return before is None or _without_time(before) != _without_time(now)


def _without_time(view: PublicView) -> PublicView:
    return replace(
        view, clocks=tuple(replace(one, left_ms=None) if one.is_running else one for one in view.clocks)
    )
