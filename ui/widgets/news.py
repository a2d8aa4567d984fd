"""The news of a match: the last event with its rulebook section, the steps of a track, and who has laid a card."""

from collections.abc import Iterator
from dataclasses import replace

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.snapshot import Fate, Snapshot
from companion.showing.citations import tell_citation
from companion.showing.scene import Face, Scene, Track, Words
from companion.words import Text
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.presenters.sentences import final_score
from ui.widgets.game_art import MatPicture
from ui.widgets.pool import fill, prepare
from ui.widgets.says import Says
from ui.widgets.touch import Held

__all__ = ["MatPicture", "NewsPanel", "happened"]
"""`MatPicture` is named in the layout."""

MOST_LINES = 4
LINE_PX = 48
"""What a line needs to be read."""


class NewsLine(BoxLayout):
    """A sentence, and the section of the rulebook."""

    says = ObjectProperty("")
    cite = ObjectProperty("")
    is_earlier = BooleanProperty(False)
    """It tells a play before the last one."""


class PlacedBox(BoxLayout):
    """A seat, and whether it has laid its card."""

    role = StringProperty("")
    name = ObjectProperty("")
    has_placed = BooleanProperty(False)
    has_shown = BooleanProperty(False)

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the box."""
        yield box_rim(f"box of {self.role}", Rectangle(self.x, self.y, self.width, self.height))


class TrackBox(BoxLayout):
    """A row of steps."""

    title = ObjectProperty("")

    def show(self, track: Track) -> None:
        self.title = track.title
        for box, step in zip(fill(self.ids.steps, StepBox, len(track.steps)), track.steps, strict=True):
            box.says, box.state = step.title, step.state


class StepBox(Says):
    """One step: an empty box while it is ahead, in the accent's colour now, and filled once it is done."""

    state = StringProperty("ahead")

    def rims(self) -> Iterator[Rim]:
        """Return the edge of a step that is still to be done."""
        if self.state != "done":
            yield box_rim(f"step {self.text}", Rectangle(self.x, self.y, self.width, self.height))


class NewsPanel(Held, BoxLayout):
    """The middle of the screen while there is no contest."""

    order = ObjectProperty("")
    has_faces = BooleanProperty(False)
    """Cards lie open for all."""
    has_pitch = BooleanProperty(False)
    """An attack goes on: its pitch with the ball stands beside the lines."""
    is_beside = BooleanProperty(False)
    """These cards are all there is to show, and stand beside the lines."""
    headline = ObjectProperty("")
    """The sentence of a match that begins, or the result of one that is over; empty in between."""
    score = StringProperty("")
    """The score of a match of two sides that is over."""
    art = StringProperty("")
    """The game whose mat is drawn beside the lines, where nothing else is to be seen; empty: none."""

    def on_kv_post(self, _: object) -> None:
        self._said: list[tuple[Text, Text | str]] = []
        self._earlier: list[Text] = []
        prepare(self.ids.lines, NewsLine, MOST_LINES)
        self.ids.lines.bind(height=Clock.create_trigger(self._show_lines))

    def show(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        if snapshot.is_over:
            # What lay on the table says nothing any more.
            scene = replace(scene, order=None, visible=(), placed=(), tracks=())
        self.order = scene.order or ""
        self.has_faces = bool(scene.visible)
        self.has_pitch = scene.pitch is not None and not snapshot.is_over
        self.ids.pitch.show(scene.pitch if self.has_pitch else None)
        self.art = (
            ""
            if self.has_pitch or scene.order or scene.visible or scene.placed or scene.tracks
            else scene.game
        )
        self.is_beside = self.has_faces and not (scene.order or scene.placed or scene.tracks)
        self.ids.faces.show(scene.game, [(face, _title(scene, face)) for face in scene.visible])
        self._show_placed(scene)
        self._show_tracks(scene)
        self._said = happened(snapshot)
        # Where there is nothing else to show, the plays before tell how the match came here.
        counts = [line.says for line in snapshot.history if line.fate is Fate.IN_FORCE]
        is_free = (self.art or self.has_pitch or self.is_beside) and not snapshot.is_over
        self._earlier = counts[-MOST_LINES:-1] if is_free else []
        self.headline = (scene.result or "") if snapshot.is_over else ""
        self.score = final_score(scene)
        if self.art and not snapshot.history:
            ((self.headline, _),), self._said = self._said, []
        self._show_lines()

    def _show_lines(self, *_: object) -> None:
        """Show as many lines as can be read here."""
        room = int(self.ids.lines.height / (App.get_running_app().look.text_unit * LINE_PX))
        most = max(1, min(MOST_LINES, room))
        said = self._said[:most]
        earlier = self._earlier[len(self._earlier) - min(len(self._earlier), most - len(said)) :]
        lines = fill(self.ids.lines, NewsLine, len(earlier) + len(said))
        for line, (says, cite) in zip(lines, [*((one, "") for one in earlier), *said], strict=True):
            line.says, line.cite, line.is_earlier = says, cite, False
        for line in lines[: len(earlier)]:
            line.is_earlier = True

    def _show_placed(self, scene: Scene) -> None:
        boxes = fill(self.ids.placed, PlacedBox, len(scene.placed))
        for box, one in zip(boxes, scene.placed, strict=True):
            side = scene.side(one.seat)
            box.role, box.name = side.role, side.called
            box.has_placed, box.has_shown = one.has_placed, one.has_shown

    def _show_tracks(self, scene: Scene) -> None:
        boxes = fill(self.ids.tracks, TrackBox, len(scene.tracks))
        for box, track in zip(boxes, scene.tracks, strict=True):
            box.show(track)


def _title(scene: Scene, face: Face) -> Words:
    """Return the name of a card that lies open."""
    field = next(
        (key.partition(" ")[0] for key, one in scene.faces.items() if one == face and " " in key), ""
    )
    return scene.name(field, face.ref) or Text("{ref}", ref=face.ref)


def happened(snapshot: Snapshot) -> list[tuple[Text, Text | str]]:
    """Return the last play that counts and its events, each with its section of the rulebook."""
    last = next((line for line in reversed(snapshot.history) if line.fate is Fate.IN_FORCE), None)
    if last is None:
        return [(Text("everything is ready"), "")]
    return [
        (last.says, ""),
        *((one.says, tell_citation(one.cite) if one.cite else "") for one in last.consequences),
    ]
