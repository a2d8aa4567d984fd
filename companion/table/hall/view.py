"""Makes the public view of a match from its snapshot, in both languages, without the secrets of a seat."""

from companion.bus.messages import PublicView, ViewClock, ViewPlay, ViewSide
from companion.play import Correct, Override, Undo
from companion.session.snapshot import Fate, Snapshot
from companion.showing.scene import Words
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
    )


def wording_of(words: Words) -> Wording:
    """Return words in both languages."""
    return words if isinstance(words, Wording) else Wording(translate(words, "en"), translate(words, "fr"))


def _last_play(snapshot: Snapshot, seq: int) -> ViewPlay | None:
    """Return the last play up to a number. Of plays that say what lies face down, and of notes, nothing is told."""
    for line in reversed(snapshot.history):
        if line.seq > seq or line.is_hidden or line.fate is Fate.REFUSED:
            continue
        match line.play:
            case Undo():
                return ViewPlay(wording_of(Text("a play was taken back")), is_ruling=True)
            case Correct():
                return ViewPlay(wording_of(Text("the referee corrected an earlier play")), is_ruling=True)
            case Override():
                return ViewPlay(wording_of(Text("the referee decided by his own word")), is_ruling=True)
            case _:
                if line.fate is Fate.IN_FORCE:
                    return ViewPlay(wording_of(line.says))
    return None
