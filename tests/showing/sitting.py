"""A controller that is looked at: plays go in, snapshots come out, as screens have it."""

from typing import Any

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play, SaidPlay, parse_play
from companion.rules.engine import Json
from companion.session.inbox import Amendment, Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.scene import Contest, Scale, Scene, Side, SumLine, Words
from companion.storage.shipped_data import mat_of
from companion.timers import Clocks
from companion.words import translate


def en(words: Words | None) -> str:
    """A sentence in English."""
    return "" if words is None else translate(words, "en")


class Sitting:
    """A match at a controller, and who looks at it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.controller = MatchController(MatchId("table1"), match, None, Clocks(()))
        self.viewer = SnapshotBuilder(self.controller, mat_of(match.rules.game), lambda: 0)
        self._seen: Snapshot | None = None
        self.told: list[SessionEvent] = []
        """What the last item led to."""

    @property
    def seen(self) -> Snapshot:
        """The last snapshot, or a new one."""
        self._seen = self.viewer.look() or self._seen
        assert self._seen is not None
        return self._seen

    @property
    def scene(self) -> Scene:
        return self.seen.scene

    def take(self, item: Item) -> None:
        self.told = self.controller.take(item, 0)
        for told in self.told:
            self.viewer.hear(told)

    def play(self, kind: str, **fields: Any) -> "Sitting":
        """Make a play that must be accepted."""
        self.submit({"play": kind, **{name: item for name, item in fields.items() if item is not None}})
        line = self.viewer.chronicle.lines[-1]
        assert line.refusal is None, en(line.refusal)
        return self

    def submit(self, play: Json | Play) -> None:
        self.take(PlayIntent(self._typed(play)))

    def amend(self, seq: int, instead: Json | Play) -> None:
        self.take(Amendment(seq, self._typed(instead)))

    def _typed(self, play: Json | Play) -> SaidPlay:
        return parse_play(self.match.play_kinds, play) if isinstance(play, dict) else play

    def override(self, **changes: Any) -> "Sitting":
        """The referee's word; paths are written `ball__zone`."""
        paths = {name.replace("__", "."): value for name, value in changes.items()}
        return self.play("override", set=paths, reason="a position")

    # --- in words

    @property
    def waited(self) -> dict[str | None, str]:
        """Whom the table waits for, and what for."""
        return {waited.seat: en(waited.says) for waited in self.scene.waited}

    @property
    def contest(self) -> Contest:
        assert self.scene.contest is not None
        return self.scene.contest

    def scale(self, seat: str | None) -> Scale:
        (found,) = (scale for scale in self.contest.scales if scale.seat == seat)
        return found

    def counts(self, seat: str) -> dict[str, int]:
        return {count.name: count.value for count in self.scene.side(seat).counts}

    def marks(self, seat: str) -> list[str]:
        return [en(mark) for mark in self.scene.side(seat).marks]

    def sums(self, kind: str) -> list[tuple[str, str | None]]:
        """The arithmetic of the only event of a kind in the history's last line."""
        (found,) = (one for one in self.viewer.chronicle.lines[-1].consequences if one.kind == kind)
        return lines(found.sums)


def lines(sums: tuple[SumLine, ...]) -> list[tuple[str, str | None]]:
    """Lines of arithmetic, in words."""
    return [(en(line.says), line.value) for line in sums]


def names_of(sides: tuple[Side, ...]) -> list[str]:
    return [en(side.name) for side in sides]
