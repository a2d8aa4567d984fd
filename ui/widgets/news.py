"""What has just happened, line by line with the rulebook's section; steps of a track, who has laid a card, what is asked."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Fate, Snapshot
from companion.showing.scene import Scene, Track
from companion.words import Text
from ui.widgets.says import Says

MOST_LINES = 4


class NewsLine(BoxLayout):
    """A sentence, and where the rulebook says so."""

    says = ObjectProperty("")
    cite = StringProperty("")


class PlacedBox(BoxLayout):
    """A seat, and whether it has laid its card."""

    role = StringProperty("")
    name = ObjectProperty("")
    has_placed = BooleanProperty(False)


class TrackBox(BoxLayout):
    """A row of steps."""

    title = ObjectProperty("")

    def show(self, track: Track) -> None:
        self.title = track.title
        self.ids.steps.clear_widgets()
        for step in track.steps:
            self.ids.steps.add_widget(StepBox(says=step.title, state=step.state))


class StepBox(Says):
    """One step."""

    state = StringProperty("ahead")


class NewsPanel(BoxLayout):
    """The middle of the screen while nobody contests anything."""

    order = ObjectProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)

    def show(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        self.order = scene.order or ""
        self._show_placed(scene)
        self._show_tracks(scene)
        lines = self.ids.lines
        lines.clear_widgets()
        for line in _happened(snapshot)[-MOST_LINES:]:
            lines.add_widget(line)

    def _show_placed(self, scene: Scene) -> None:
        placed = self.ids.placed
        placed.clear_widgets()
        for one in scene.placed:
            side = scene.side(one.seat)
            placed.add_widget(PlacedBox(role=side.role, name=side.name, has_placed=one.has_placed))

    def _show_tracks(self, scene: Scene) -> None:
        tracks = self.ids.tracks
        if len(tracks.children) != len(scene.tracks):
            tracks.clear_widgets()
            for _ in scene.tracks:
                tracks.add_widget(TrackBox())
        for box, track in zip(reversed(tracks.children), scene.tracks, strict=True):
            box.show(track)


def _happened(snapshot: Snapshot) -> list[NewsLine]:
    """The last play in force and what followed from it."""
    last = next((line for line in reversed(snapshot.history) if line.fate is Fate.IN_FORCE), None)
    if last is None:
        return [NewsLine(says=Text("everything is ready"))]
    said = [NewsLine(says=last.says)]
    return said + [NewsLine(says=one.says, cite=one.cite or "") for one in last.consequences]
