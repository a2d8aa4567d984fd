"""The lesson in which cards are shown to the camera: its picture, the card that has no name yet, and what was learnt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.backend.card_readers import ShownFace
from companion.backend.screen_pictures import CameraPicture
from companion.words import Text
from ui.presenters.lines import LineStanding, MenuLine, MenuOption
from ui.widgets.card_face import texture_of
from ui.widgets.lines import LinesPanel
from ui.widgets.preview import PreviewPanel

LAST_LEARNT = 3
GAP_PX = 12


class TeachWish(StrEnum):
    """What a person says about the card that has no name yet."""

    NAME = "name"
    BACK = "back"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson so far: the cards that wait for a name, the first one first, and those that were learnt, the last one last."""

    waiting: tuple[ShownFace, ...] = ()
    learnt: tuple[ShownFace, ...] = ()

    def heard(self, news: Sequence[ShownFace]) -> "Lesson":
        """Return the lesson after news."""
        done = {one.number for one in news if one.is_learnt}
        waiting = [one for one in self.waiting if one.number not in done]
        waiting += [one for one in news if not one.is_learnt]
        return Lesson(tuple(waiting), (*self.learnt, *(one for one in news if one.is_learnt)))

    def left(self) -> "Lesson":
        """Return the lesson without the card that is asked about."""
        return replace(self, waiting=self.waiting[1:])

    @property
    def asked(self) -> ShownFace | None:
        """The card that is asked about."""
        return self.waiting[0] if self.waiting else None

    def lines(self) -> tuple[MenuLine, ...]:
        """Return what is asked, and what was learnt last."""
        last = tuple(
            MenuLine(
                f"learnt {one.number}",
                Text("{ref}", ref=one.ref) if one.ref else Text("the back of all cards"),
                Text("known already") if one.was_known else Text("learnt"),
                (),
                standing=LineStanding.GOOD,
            )
            for one in reversed(self.learnt[-LAST_LEARNT:])
        )
        return (*self._question(), *last)

    def _question(self) -> tuple[MenuLine, ...]:
        if self.asked is None:
            says = Text("lay your cards flat under the camera, one or several, a finger's width apart")
            return (MenuLine("lay", says, "", ()),)
        options = (
            MenuOption(TeachWish.NAME, Text("type its reference"), is_main=True),
            MenuOption(TeachWish.BACK, Text("it is the back of all cards")),
            MenuOption(TeachWish.LEAVE, Text("leave it")),
        )
        more = len(self.waiting) - 1
        note = Text("{n} more wait", n=more) if more else ""
        return (MenuLine("which", Text("which card is this?"), note, options),)


class TeachingPanel(BoxLayout):
    """Shows the lesson: the camera's picture, beside it the card that is asked about, and the lines below."""

    def __init__(self, lines: LinesPanel, **values: Any) -> None:
        super().__init__(orientation="vertical", spacing=GAP_PX, padding=(0, GAP_PX), **values)
        self._preview = PreviewPanel()
        self._face = Image(fit_mode="contain", size_hint_x=0.5)
        self._seen = BoxLayout(spacing=GAP_PX)
        self._seen.add_widget(self._preview)
        self._shown: ShownFace | None = None
        self._lines = lines
        self.add_widget(self._seen)
        self.add_widget(lines)

    def look(self, picture: CameraPicture | None) -> None:
        """Show the camera's picture."""
        self._preview.picture = picture

    def show(self, lesson: Lesson) -> None:
        """Show the card that is asked about, and the lines."""
        if self._shown is not lesson.asked:
            self._shown = lesson.asked
            self._seen.remove_widget(self._face)
            if lesson.asked is not None:
                self._face.texture = texture_of(lesson.asked.picture)
                self._seen.add_widget(self._face)
        self._lines.show(lesson.lines(), is_new=True)
