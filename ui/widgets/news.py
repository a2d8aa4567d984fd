"""The news of a match: the last event with its rulebook section, the steps of a track, and who has laid a card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play import UnreadablePlay, leaves_of
from companion.session.snapshot import Fate, HiddenPlay, Snapshot
from companion.showing.citations import tell_citation
from companion.showing.scene import CardSide, Pitch, Role, Scene, Side, Track, Words
from companion.words import Text, in_a_row, joined
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.presenters.sentences import final_score
from ui.widgets.card_face import best_across
from ui.widgets.mark import SideMark
from ui.widgets.pool import fill, prepare
from ui.widgets.says import Says
from ui.widgets.sign_legend import SignLegend
from ui.widgets.touch import Held

__all__ = ["NewsPanel", "SignLegend", "happened", "pitch_of", "played"]
"""`SignLegend` is named in the layout."""
PAIR = 2
MOST_LINES = 4
LINE_PX = 48
"""What a line needs to be read."""
MOST_PLAYED = 2
"""The cards of the last play that are shown."""
STANDING = 0.98
"""The share of its room that the mark of a side on a step takes."""


class NewsLine(BoxLayout):
    """A sentence, and the section of the rulebook."""

    says = ObjectProperty("")
    cite = ObjectProperty("")
    is_earlier = BooleanProperty(False)
    """It tells a play before the last one."""
    is_newest = BooleanProperty(False)
    """Whether this line tells the last play."""
    is_small = BooleanProperty(False)
    """Pitch and card tell more than it does."""


class PlacedBox(BoxLayout):
    """A seat, and whether it has laid its card."""

    role = StringProperty("")
    name = ObjectProperty("")
    has_placed = BooleanProperty(False)
    has_shown = BooleanProperty(False)

    def rims(self) -> Iterator[Rim]:
        """Return the edge of the box."""
        yield box_rim(f"box of {self.role}", Rectangle(self.x, self.y, self.width, self.height))


class OpponentBox(BoxLayout):
    """A side before the first play: its mark or crest, who plays it, and below that the side's name."""

    role = StringProperty("")
    team = ObjectProperty(None, allownone=True)
    name = ObjectProperty("")
    under = ObjectProperty("")

    def show(self, side: Side) -> None:
        self.role, self.team, self.name = side.role, side.team, side.called
        self.under = side.club or ""


class TrackBox(BoxLayout):
    """A row of steps."""

    title = ObjectProperty("")
    abreast = NumericProperty(0)
    """So many rows of steps stand beside each other; 0: each stands alone."""
    is_high = BooleanProperty(False)
    """Sides stand on its steps."""
    is_folded = BooleanProperty(False)
    """The panel is narrow: the title of steps on which sides stand is above them."""

    def show(self, track: Track) -> None:
        self.title = track.title
        self.is_high = any(step.roles for step in track.steps)
        for box, step in zip(fill(self.ids.steps, StepBox, len(track.steps)), track.steps, strict=True):
            box.says, box.state, box.roles = "" if step.roles else step.title, step.state, step.roles


class TrackRow(BoxLayout):
    """A row of steps, or two that stand beside each other, below each other on a screen that stands."""

    is_high = BooleanProperty(False)
    """Sides stand on its steps."""

    def show(self, tracks: Sequence[Track]) -> None:
        boxes = fill(self, TrackBox, len(tracks))
        for box, track in zip(boxes, tracks, strict=True):
            box.show(track)
            box.abreast = len(tracks)
        self.is_high = any(box.is_high for box in boxes)


def beside(tracks: Sequence[Track]) -> list[list[Track]]:
    """Return the tracks in rows: two that follow each other and have equally many steps share one."""
    rows: list[list[Track]] = []
    for track in tracks:
        if rows and len(rows[-1]) == 1 and len(rows[-1][0].steps) == len(track.steps):
            rows[-1].append(track)
        else:
            rows.append([track])
    return rows


class StepBox(Says):
    """One step: an empty box while it is ahead, in the accent's colour now, and filled once it is done."""

    state = StringProperty("ahead")
    roles: tuple[Role, ...] = ObjectProperty(())
    """The sides that stand on it; their marks take the place of its name."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(pos=self._stand, size=self._stand, roles=self._stand)

    def _stand(self, *_: object) -> None:
        """Put the marks of the sides beside each other, or in rows where they are larger so."""
        count = len(self.roles)
        if not count:
            fill(self, _new_mark, 0)
            return
        across = best_across(count, self.width, self.height, 1.0)
        side = STANDING * min(self.width / across, self.height / -(-count // across))
        for n, (mark, role) in enumerate(zip(fill(self, _new_mark, count), self.roles, strict=True)):
            row, column = divmod(n, across)
            in_row = min(across, count - row * across)
            mark.role, mark.size = role, (side, side)
            mark.center = (
                self.center_x + (column - (in_row - 1) / 2) * side,
                self.center_y - (row - (-(-count // across) - 1) / 2) * side,
            )

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
    """A pitch with the ball stands beside the lines: that of an attack, or the kick-off's where nothing else is to be seen."""
    is_beside = BooleanProperty(False)
    """These cards are all there is to show, and stand beside the lines."""
    headline = ObjectProperty("")
    """The result of a match that is over."""
    score = StringProperty("")
    """The score of a match of two sides that is over."""
    is_log = BooleanProperty(False)
    """The lines stand beside what was just played, and are small."""
    is_filmed = BooleanProperty(False)
    """The camera's picture stands beside it, and a pitch only while it tells where the ball is."""
    is_low = BooleanProperty(False)
    is_told = BooleanProperty(False)
    """Its cards would be too small to be read: the order and the line below it say the same in words."""
    is_opening = BooleanProperty(False)
    """Nothing was played yet: two sides stand on both sides of the pitch."""

    def on_kv_post(self, _: object) -> None:
        self._said: list[tuple[Text, Text | str]] = []
        self._earlier: list[Text] = []
        self._is_small = self._is_term = False
        self._tracks: tuple[Track, ...] = ()
        self.bind(is_low=self._show_tracks)
        prepare(self.ids.lines, NewsLine, MOST_LINES)
        self.ids.room.bind(height=Clock.create_trigger(self._show_lines))

    def show(self, snapshot: Snapshot) -> None:
        scene = snapshot.scene
        if snapshot.is_over:
            # What lay on the table says nothing any more.
            scene = replace(scene, order=None, visible=(), placed=(), tracks=())
        self.order = scene.order or ""
        is_full = bool(scene.order or scene.placed or scene.tracks or scene.signs)
        faces = scene.visible if is_full else played(snapshot) or scene.visible
        is_bare = scene.pitch is None and (is_full or bool(faces) or (self.is_filmed and bool(snapshot.seq)))
        pitch = None if snapshot.is_over or is_bare else pitch_of(scene)
        if pitch is not None:
            # The card of the attack is drawn as its pitch.
            faces = tuple(face for face in faces if scene.names.get(face.ref) != pitch.title)
        self.has_faces = bool(faces)
        self.is_beside = self.has_faces and not is_full
        self.ids.faces.show(scene.game, [(face, _title(scene, face)) for face in faces])
        self._show_placed(scene)
        self._tracks = scene.tracks
        self._show_tracks()
        self.ids.signs.show(() if snapshot.is_over else scene.signs)
        self._said = happened(snapshot)
        # Where there is nothing else to show, the plays before tell how the match came here.
        counts = [line.says for line in snapshot.history if line.fate is Fate.IN_FORCE]
        self._is_term = is_term = bool(scene.terms) and (bool(scene.placed) or not counts)
        if is_term:
            # Who has laid a card is seen; what the evaluation in force does is read nowhere else.
            *effects, points = [Text("{term}", term=term) for term in scene.terms]
            rows = [in_a_row(effects)] if effects and scene.placed else effects
            self._said = [(row, "") for row in (*rows, points)]
        self.is_opening = pitch is not None and not counts and len(scene.sides) == PAIR
        self.has_pitch = pitch is not None and not self.is_opening
        self.ids.opening_pitch.show(pitch if self.is_opening else None)
        self.ids.pitch.show(pitch if self.has_pitch else None)
        self.is_log = self.has_pitch and bool(counts)
        self._is_small = self.is_log or is_term
        is_free = self.is_log or (self.is_beside and not snapshot.is_over)
        self._earlier = counts[-MOST_LINES:-1] if is_free else []
        self.headline = (scene.result or "") if snapshot.is_over else ""
        self.score = final_score(scene)
        if self.is_opening:
            self._said = []
            for box, side in zip((self.ids.first, self.ids.second), scene.sides, strict=True):
                box.show(side)
        self._show_lines()

    def _show_lines(self, *_: object) -> None:
        """Show as many lines as can be read here."""
        room = int(self.ids.room.height / (App.get_running_app().look.text_unit * LINE_PX))
        most = max(1, min(MOST_LINES, room))
        said = self._said[:most]
        earlier = self._earlier[len(self._earlier) - min(len(self._earlier), most - len(said)) :]
        lines = fill(self.ids.lines, NewsLine, len(earlier) + len(said))
        for line, (says, cite) in zip(lines, [*((one, "") for one in earlier), *said], strict=True):
            line.says, line.cite, line.is_earlier, line.is_small = says, cite, False, self._is_small
            line.is_newest = not self._is_term and says is self._said[0][0]
        for line in lines[: len(earlier)]:
            line.is_earlier = True

    def _show_placed(self, scene: Scene) -> None:
        boxes = fill(self.ids.placed, PlacedBox, len(scene.placed))
        for box, one in zip(boxes, scene.placed, strict=True):
            side = scene.side(one.seat)
            box.role, box.name = side.role, side.called
            box.has_placed, box.has_shown = one.has_placed, one.has_shown

    def _show_tracks(self, *_: object) -> None:
        # Where the match is now, such as in which round, stands in the head. In little room only those stay that sides
        # stand on.
        shown = [one for one in self._tracks if all(step.state != "now" for step in one.steps)]
        rows = beside([one for one in shown if not self.is_low or any(step.roles for step in one.steps)])
        for row, tracks in zip(fill(self.ids.tracks, TrackRow, len(rows)), rows, strict=True):
            row.show(tracks)


def pitch_of(scene: Scene) -> Pitch:
    """Return the pitch of an attack; before an attack the ball belongs to the side whose move it is."""
    if scene.pitch is not None:
        return scene.pitch
    seat = scene.waited[0].seat if scene.waited else None
    return Pitch(joined(()), (), "", None if seat is None else scene.side(seat).role)


def _title(scene: Scene, face: CardSide) -> Words:
    """Return the name of a card that lies open."""
    field = next(
        (key.partition(" ")[0] for key, one in scene.faces.items() if one == face and " " in key), ""
    )
    return scene.name(field, face.ref) or Text("{ref}", ref=face.ref)


def played(snapshot: Snapshot) -> tuple[CardSide, ...]:
    """Return the faces of the cards that the last play that counts has named."""
    last = next((line for line in reversed(snapshot.history) if line.fate is Fate.IN_FORCE), None)
    if last is None or isinstance(last.play, UnreadablePlay | HiddenPlay):
        return ()
    found = (
        snapshot.scene.face(".".join(map(str, path)), value, last.seat)
        for path, value in leaves_of(last.play)
    )
    return tuple(dict.fromkeys(face for face in found if face is not None))[:MOST_PLAYED]


def _new_mark() -> SideMark:
    return SideMark(size_hint=(None, None))


def happened(snapshot: Snapshot) -> list[tuple[Text, Text | str]]:
    """Return the last play that counts and its events, each with its section of the rulebook."""
    last = next((line for line in reversed(snapshot.history) if line.fate is Fate.IN_FORCE), None)
    if last is None:
        return []
    return [
        (last.says, ""),
        *((one.says, tell_citation(one.cite) if one.cite else "") for one in last.consequences),
    ]
