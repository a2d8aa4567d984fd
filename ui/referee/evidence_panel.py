"""The panel of one play: who entered it, what it was read from, how the board stood, and what the referee can do."""

import math
from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.backend.interface import Evidence
from companion.session.history_rows import SECRET, May
from companion.showing.scene import Scene, Words, in_order
from companion.words import Text, joined
from ui.presenters.hotkeys import Act
from ui.widgets.board import BoardPanel
from ui.widgets.board_note import NoteRow
from ui.widgets.evidence_view import show_pictures
from ui.widgets.kept_picture import kept_texture
from ui.widgets.news import TrackBox, pitch_of
from ui.widgets.pitch import PitchPanel
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

# --- stood panel
# Shows the board, or the duel, as it stood after a play of the history.


OUTCOME, ABREAST = 36, 560
"""The height of a duel's outcome, and the width in which both sums stand beside each other, on a screen whose shorter side is
800.
"""


class StoodPanel(BoxLayout):
    """The panel of a moment that is past. Nothing can be touched on it."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._board: BoardPanel | None = None
        self._duel, self._sides = BoxLayout(orientation="vertical"), BoxLayout()
        self._duel.add_widget(self._sides)
        self._scene: Scene | None = None
        self._tracks = BoxLayout(orientation="vertical")
        self._pitch = PitchPanel()
        self._outcome = Says(is_sentence=True, font_name="title", type_role="row", size_hint_y=None)
        self._duel.add_widget(self._outcome)
        self.bind(width=self._show_duel)
        App.get_running_app().look.bind(unit=self._show_duel)

    def show(self, scene: Scene | None) -> None:
        """Show a moment: its board, its contest, its tracks, or its pitch."""
        panel: Widget | None = None
        self._scene = scene
        if scene is not None and scene.board is not None:
            self._board = self._board or BoardPanel()
            self._board.show(scene)
            panel = self._board
        elif scene is not None and scene.contest is not None and scene.contest.scales:
            self._show_duel()
            panel = self._duel
        elif scene is not None and scene.tracks:
            boxes = fill(self._tracks, TrackBox, len(scene.tracks))
            for box, track in zip(boxes, scene.tracks, strict=True):
                box.is_folded = True
                box.show(track)
            panel = self._tracks
        elif scene is not None:
            self._pitch.show(pitch_of(scene))
            panel = self._pitch
        wanted = [] if panel is None else [panel]
        if self.children != wanted:
            self.clear_widgets()
            for one in wanted:
                self.add_widget(one)

    def _show_duel(self, *_: object) -> None:
        """Show both sums beside each other, with a line for each number, where they have room for it."""
        scene, look = self._scene, App.get_running_app().look
        contest = None if scene is None else scene.contest
        if scene is None or contest is None:
            return
        scales = in_order(contest, scene)
        is_wide = self.width >= ABREAST * look.unit
        self._sides.orientation = "horizontal" if is_wide else "vertical"
        self._sides.spacing = look.gutter / 2 if is_wide else 0
        for row, scale in zip(fill(self._sides, NoteRow, len(scales)), scales, strict=True):
            row.show_scale(scale, scene, "\n" if is_wide else " · ")
        self._outcome.says = contest.outcome or ""
        self._outcome.height = OUTCOME * look.unit if self._outcome.says else 0


# --- evidence panel

MOST_READINGS = 4
"""Readings that have room above the sum; each stands below its picture too."""
MOST_PICTURES, MOST_IN_COLUMN = 6, 2
"""Pictures that have room beside the sum, and below each other; all are seen large."""
__all__ = ["EvidencePanel", "StoodPanel"]
"""`StoodPanel` is named in the layout."""

SIGN_MM = 2.1
"""How wide a letter of the text is, on average."""


def told_readings(found: Sequence[Evidence]) -> tuple[Words, ...]:
    """Return what was read, and how surely: what the camera read in one line, then all else in its own words."""
    brief = list(dict.fromkeys(one.brief for one in found if one.brief is not None))
    others = dict.fromkeys(one.says for one in found if one.brief is None)
    if not brief:
        return tuple(others)
    left = [Text("{n} more", n=len(brief) - MOST_READINGS)] if len(brief) > MOST_READINGS else []
    readings = joined([*brief[:MOST_READINGS], *left])
    return (Text("read by the camera: {readings}", readings=readings), *others)


class PictureTouch(Touch):
    """A picture of the evidence; a touch shows it large."""

    texture = ObjectProperty(None, allownone=True)
    shape = AliasProperty(
        lambda self: self.texture.width / self.texture.height if self.texture else 1.0, bind=("texture",)
    )
    """The picture's width as a share of its height."""
    room_px = NumericProperty(0)
    """The height that is left to it beside the others."""

    def on_kv_post(self, _: object) -> None:
        self.remove_words()


DAMAGED = Text("a picture that was kept of this play is damaged, and cannot be shown")


class EvidencePanel(BoxLayout):
    """The panel of one play. `on_act` carries the action of the touched button."""

    title = ObjectProperty("")
    told = ObjectProperty("")
    lines = NumericProperty(1)
    """How many lines that takes, about."""
    has_pictures = BooleanProperty(False)
    has_stood = BooleanProperty(False)
    """A board or a sum is shown."""
    columns = NumericProperty(1)
    can_change = BooleanProperty(False)
    can_protest = BooleanProperty(False)
    can_settle = BooleanProperty(False)
    way_back = ObjectProperty("")
    """What the button says instead of *undo from here* on the entry of a correction or an undo; empty: nothing else."""

    __events__ = ("on_act",)

    def __init__(self, **values: Any) -> None:
        self._story: tuple[Words, ...] = ()
        self._read: tuple[Words, ...] = ()
        self._pictures: list[Evidence] = []
        super().__init__(**values)
        self.bind(width=lambda *_: self._tell())
        self.ids.pictures.bind(height=lambda *_: self._lay_pictures())

    def on_act(self, act: Act) -> None: ...

    def show(self, title: Words | str, story: Sequence[Words], may: May) -> None:
        """Show a play, and what became of it."""
        self.title = title
        self._story = tuple(story)
        self.can_change, self.can_protest, self.can_settle = may.change, may.protest, may.settle
        self.way_back = may.go_back or ""
        self._tell()

    def show_moment(self, scene: Scene | None) -> None:
        """Show the board or the duel as it stood after the play."""
        self.ids.stood.show(scene)
        self.has_stood = bool(self.ids.stood.children)
        self._lay_pictures()

    def show_evidence(self, found: Sequence[Evidence]) -> None:
        """Show what was read for the play and how surely, the latest last, and the pictures, which a touch shows large."""
        kept = [one for one in found if one.jpeg]
        pictures = [(one, texture) for one in kept if (texture := kept_texture(one.jpeg, "jpg")) is not None]
        self._pictures = [one for one, _ in pictures]
        self._read = told_readings(found) if len(pictures) == len(kept) else (*told_readings(found), DAMAGED)
        shown = pictures[:MOST_PICTURES]
        touches = fill(self.ids.pictures, self._new_picture, len(shown))
        for touch, (_, texture) in zip(touches, shown, strict=True):
            touch.texture = texture
        self.has_pictures = bool(shown)
        self._lay_pictures()
        self._tell()

    def _lay_pictures(self) -> None:
        """Lay the pictures in columns: few beside a sum, which keeps its room, more where there is none."""
        count = len(self.ids.pictures.children)
        self.columns = 1 + (count > MOST_IN_COLUMN) if self.has_stood else max(1, math.ceil(math.sqrt(count)))
        gap, rows = self.ids.pictures.spacing[1], math.ceil(count / self.columns)
        for touch in self.ids.pictures.children:
            touch.room_px = (self.ids.pictures.height + gap) / rows - gap

    def _new_picture(self) -> "PictureTouch":
        touch = PictureTouch()
        touch.bind(
            on_choose=lambda one: self._show_large(list(reversed(self.ids.pictures.children)).index(one))
        )
        return touch

    def _show_large(self, at: int) -> None:
        show_pictures(self._pictures, at, self._story[0] if self._story else None)

    def show_secret(self) -> None:
        """Say that the picture is hidden, because it shows a face-down card."""
        self.show_evidence(())
        self._read = (SECRET,)
        self._tell()

    def _tell(self) -> None:
        lines = (*self._story, *self._read)
        told = [Text("{words}", words=words) for words in lines]
        look = App.get_running_app().look
        across = max(1.0, self.width / (look.mm * SIGN_MM))
        self.lines = sum(math.ceil(len(look.say(words)) / across) for words in lines)
        self.told = joined(told, "\n") if told else ""
