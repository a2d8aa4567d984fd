"""The lesson in which cards are shown to the camera: its picture, the card that has no name yet, and what was learnt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.backend.card_readers import ShownFace
from companion.backend.interface import DeviceOffer, FoundDevice, TableDevices
from companion.backend.screen_pictures import CameraPicture
from companion.words import Text
from ui.presenters.lines import LineStanding, MenuLine, MenuOption, device_line
from ui.widgets.card_face import texture_of
from ui.widgets.lines import LinesPanel
from ui.widgets.preview import PreviewPanel

LAST_LEARNT = 3
GAP_PX = 12
OTHER_CAMERA = "another camera"
"""The value of a line: another camera is wanted."""
LAY_CARDS = Text("lay your cards flat under the camera, one or several, a finger's width apart")


def camera_lines(says: Text, note: Text | str, *, is_phone_awaited: bool) -> tuple[MenuLine, ...]:
    """Return what to do before the camera, with a button for another camera; until a phone has joined that is first."""
    other = MenuLine("camera", "", "", (MenuOption(OTHER_CAMERA, Text("another camera"), icon="lens"),))
    if is_phone_awaited:
        return (
            MenuLine("phone", Text("1. Scan this code with the phone that will film"), note),
            MenuLine("lay", Text("2. Then: {what}", what=says)),
            other,
        )
    return (MenuLine("lay", says, note), other)


def camera_choice(offer: DeviceOffer, cameras: Sequence[FoundDevice], used: TableDevices) -> MenuLine:
    """Return the line to choose a camera; none is no choice, because nothing can be shown to it."""
    line = device_line(offer, {offer.name: cameras}, used)
    return replace(line, options=tuple(one for one in line.options if one.value))


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
    is_phone_awaited: bool = False
    """The camera is a phone that has not joined yet."""

    def heard(self, news: Sequence[ShownFace]) -> "Lesson":
        """Return the lesson after news."""
        done = {one.number for one in news if one.is_learnt}
        waiting = [one for one in self.waiting if one.number not in done]
        waiting += [one for one in news if not one.is_learnt]
        learnt = (*self.learnt, *(one for one in news if one.is_learnt))
        return replace(self, waiting=tuple(waiting), learnt=learnt)

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
            return camera_lines(LAY_CARDS, "", is_phone_awaited=self.is_phone_awaited)
        options = (
            MenuOption(TeachWish.NAME, Text("type its reference"), is_main=True),
            MenuOption(TeachWish.BACK, Text("it is the back of all cards")),
            MenuOption(TeachWish.LEAVE, Text("leave it")),
        )
        more = len(self.waiting) - 1
        note = Text("{n} more wait", n=more) if more else ""
        return (MenuLine("which", Text("which card is this?"), note, options, across=1),)


class TeachingPanel(BoxLayout):
    """Shows the camera's picture, with it the card that is asked about, and beside it what to do."""

    def __init__(self, lines: LinesPanel, **values: Any) -> None:
        super().__init__(spacing=GAP_PX, padding=(0, GAP_PX), **values)
        self._preview = PreviewPanel()
        self._face = Image(fit_mode="contain")
        self._seen = BoxLayout(spacing=GAP_PX)
        self._seen.add_widget(self._preview)
        self._shown: ShownFace | None = None
        self._lines = lines
        self.add_widget(self._seen)
        self.add_widget(lines)
        look = App.get_running_app().look
        look.bind(is_tall=self._turn)
        self._turn()

    def _turn(self, *_: object) -> None:
        is_tall = App.get_running_app().look.is_tall
        self.orientation = "vertical" if is_tall else "horizontal"
        self._seen.orientation = "horizontal" if is_tall else "vertical"

    def look(self, picture: CameraPicture | None) -> None:
        """Show the camera's picture."""
        self._preview.picture = picture

    def show(self, lesson: Lesson) -> None:
        """Show the card that is asked about, and the lines."""
        self.show_lines(lesson.lines(), lesson.asked)

    def show_lines(self, lines: Sequence[MenuLine], asked: ShownFace | None = None) -> None:
        """Show these lines, and this card."""
        if self._shown is not asked:
            self._shown = asked
            self._seen.remove_widget(self._face)
            if asked is not None:
                self._face.texture = texture_of(asked.picture)
                self._seen.add_widget(self._face)
        self._lines.show(lines, is_new=True)
