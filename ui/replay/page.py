"""The page of a recorded match: it is stepped through play by play, along a bar with marks at goals and rulings."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.ids import MatchId
from companion.session.history_rows import PlayRow, badges_for, rows, sentence, time_of_day
from companion.session.snapshot import HistoryLine, Snapshot
from companion.showing.scene import Scene
from companion.words import Text, clauses, in_a_row
from ui.page import Page
from ui.widgets.match_bar import BadgeSign, BarLegend, MatchBar

__all__ = ["BadgeSign", "BarLegend", "MatchBar", "ReplayPage"]
"""The widgets are named in the layout."""


PLAY_S = 2.0
"""Time to read what happened in a play."""
MOST_HAPPENED = 3
"""Consequences of a play that have room beside it."""


class ReplayPage(Page):
    """The page. `begin` says which match is shown, and where the way back leads."""

    called: ClassVar[str] = "replay"
    says = ObjectProperty("")
    role = StringProperty("")
    """The mark of the side that made the play."""
    step = ObjectProperty("")
    problem = ObjectProperty("")
    is_playing = BooleanProperty(False)
    """The plays follow each other by themselves."""
    is_first = BooleanProperty(True)
    is_last = BooleanProperty(True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._game = ""
        self._back_to = "home"
        self._steps: Sequence[Snapshot] = ()
        self._at = 0
        self._rows: list[PlayRow] = []
        self._wanted: MatchId | None = None
        self._playing: ClockEvent | None = None

    def leave(self) -> None:
        self.stop()

    @property
    def face_game(self) -> str:
        return self._game

    def begin(self, match: MatchId, game: str, back_to: str, seq: int | None = None) -> None:
        """Read a match; the page appears at once, and the match when it is read: as it was after a play (0: before
        the first one), or as it stands.
        """
        self._game, self._back_to, self._wanted = game, back_to, match
        self._steps, self._at, self._rows = (), 0, []
        self.says, self.step, self.problem, self.role = Text("the match is being read…"), "", "", ""
        self.is_first = self.is_last = True
        self.ids.stage.clear_widgets()
        self.ids.bar.show((), None)
        self.ids.legend.show((), {})
        self.app.run_in_background(
            lambda: self.app.backend.replay(match), lambda steps: self._take(match, steps, seq)
        )

    def trouble(self, words: Text) -> None:
        self.problem = words

    def _take(self, match: MatchId, steps: Sequence[Snapshot], seq: int | None) -> None:
        if match != self._wanted or self.app.page is not self:
            return
        self._steps = steps
        last = steps[-1]
        counts = {one.seq for one in steps}
        self._rows = [row for row in rows(last, None) if isinstance(row, PlayRow) and row.seq in counts]
        if last.unjudged is not None:
            self.problem = last.unjudged
        self.ids.stage.begin()
        self.ids.legend.show(self._rows, badges_for(last.game))
        self.look_at_step(next((n for n, one in enumerate(steps) if one.seq == seq), len(steps) - 1))

    # --- what is shown

    def look_at_step(self, at: int) -> None:
        """Show the match after so many plays that count."""
        if not self._steps:
            return
        self._at = min(max(at, 0), len(self._steps) - 1)
        shown = self._steps[self._at]
        self.is_first, self.is_last = self._at == 0, self._at == len(self._steps) - 1
        self.ids.stage.show(shown)
        self.ids.head.show(shown.scene, (), is_paused=False)
        self.ids.bar.show(self._rows, shown.seq if self._at else None)
        line = shown.history[-1] if shown.history else None
        self.says = Text("before the first play") if line is None else happened(line)
        self.role = "" if line is None else _role(shown.scene, line.seat)
        self.step = Text("play {n} of {count}", n=self._at, count=len(self._steps) - 1)
        if line is not None:
            self.step = in_a_row([self.step, Text("{time}", time=time_of_day(line.at_ms))])

    def play(self) -> None:
        """Show one play after the other, from the first one if the last one is shown; or stop."""
        if self.is_playing:
            self.stop()
            return
        if self.is_last:
            self.look_at_step(0)
        self.is_playing = True
        self._playing = Clock.schedule_interval(lambda _: self._play_on(), PLAY_S)

    def _play_on(self) -> None:
        self.look_at_step(self._at + 1)
        if self.is_last:
            self.stop()

    def stop(self) -> None:
        self.is_playing = False
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    def move(self, by: int) -> None:
        """Go on by some plays, or back."""
        self.stop()
        self.look_at_step(self._at + by)

    def pick(self, seq: int) -> None:
        """Show the match after a play."""
        self.stop()
        self.look_at_step(next(n for n, one in enumerate(self._steps) if one.seq == seq))

    def go_to_end(self) -> None:
        self.stop()
        self.look_at_step(len(self._steps) - 1)

    def back(self) -> None:
        self._wanted = None
        self.app.go(self._back_to)

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        del modifiers
        match name:
            case "spacebar":
                self.play()
            case "left" | "up":
                self.move(-1)
            case "right" | "down":
                self.move(1)
            case "home":
                self.look_at_step(0)
            case "end":
                self.go_to_end()
            case "escape":
                self.back()
            case _:
                return False
        return True


def happened(line: HistoryLine) -> Text:
    """Return a play with what came of it."""
    came = [one.says for one in line.consequences if one.says != line.says]
    return clauses(
        [Text("{words}", words=sentence(line)), *(Text("{words}", words=one) for one in came[:MOST_HAPPENED])]
    )


def _role(scene: Scene, seat: str | None) -> str:
    return next((side.role for side in scene.sides if side.seat == seat), "")
