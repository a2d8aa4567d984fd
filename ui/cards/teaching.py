"""The lesson in which cards are shown to the camera: its picture, the card that has no name yet, and what was learnt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.backend.card_readers import CardCollector, FaceTeacher, ShownFace
from companion.backend.interface import DeviceOffer, FoundDevice, TableDevices
from companion.backend.screen_pictures import CameraPicture
from companion.errors import Malformed
from companion.rules.catalogue import as_printed
from companion.storage.card_sizes import CARD_SIZES, CardSize, read_size, told_size
from companion.words import Text
from ui.page import SteppedPage
from ui.presenters.lines import LineStanding, MenuLine, MenuOption, device_line
from ui.widgets.card_face import texture_of
from ui.widgets.lines import LinesPanel
from ui.widgets.preview import PreviewPanel

LAST_LEARNT = 3
LOOKS_A_SECOND = 12
REFERENCE = Text("the card's reference, such as PR003-900")
GAP_PX = 12
OTHER_CAMERA = "another camera"
"""The value of a line: another camera is wanted."""
CARD_SIZE, OTHER_SIZE = "card size", "other size"
"""The values of two buttons: choose a size of cards, and type a size that has no button."""
LAY_CARDS = Text("lay your cards flat under the camera, one or several, a finger's width apart")


def camera_lines(
    says: Text, note: Text | str, *, is_phone_awaited: bool, size: CardSize | None = None
) -> tuple[MenuLine, ...]:
    """Return what to do before the camera, and a button for another camera; with `size`, also one for another size of cards.
    A phone that films must join first.
    """
    options = [MenuOption(OTHER_CAMERA, Text("another camera"), icon="lens")]
    if size is not None:
        options.append(MenuOption(CARD_SIZE, Text("card size"), told_size(size.mm), icon="cards"))
    other = MenuLine("camera", "", "", tuple(options))
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


def size_line(size: CardSize) -> MenuLine:
    """Return the line to choose the size of the cards."""
    sizes = (MenuOption(one, told_size(one.mm), is_chosen=one == size) for one in CARD_SIZES)
    other = told_size(size.mm) if size not in CARD_SIZES else ""
    return MenuLine(
        "size",
        Text("how large is one of your cards?"),
        "",
        (*sizes, MenuOption(OTHER_SIZE, Text("another size"), other, is_chosen=size not in CARD_SIZES)),
    )


class CardCameraPage(SteppedPage):
    """A page on which cards are shown to a camera. It asks how large they are; who inherits shows the question."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.is_size_asked = False

    @property
    def collector(self) -> CardCollector | None:
        """What takes the cards that are shown; None while no camera looks for cards of one size."""
        return None

    def show_shown(self) -> None:
        """Show what was shown to the camera so far, or the question about the size."""

    def take_size(self, value: Any) -> bool:
        """Take a touched value if it is about the size of the cards; return whether it was."""
        if value == OTHER_SIZE:
            self.type(
                Text("width and height of a card in mm, such as 56x87"),
                "",
                self._size_typed,
                is_reference=True,
            )
        elif isinstance(value, CardSize):
            self._look_for(value)
        elif value != CARD_SIZE:
            return False
        else:
            self.is_size_asked = True
            self.show_shown()
        return True

    def _size_typed(self, words: str) -> None:
        try:
            self._look_for(read_size(words))
        except Malformed as problem:
            self.frame.problem = problem.message

    def _look_for(self, size: CardSize) -> None:
        collector, self.is_size_asked = self.collector, False
        if collector is not None:
            self.app.run_in_background(lambda: collector.look_for(size), lambda _: self.show_shown())


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
    size: CardSize | None = None
    """The size of the cards that are looked for."""
    is_size_asked: bool = False

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
        if self.size is not None and self.is_size_asked:
            return (size_line(self.size),)
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
            return camera_lines(LAY_CARDS, "", is_phone_awaited=self.is_phone_awaited, size=self.size)
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


class LessonPage(CardCameraPage):
    """A page on which the faces of cards are learnt."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.teacher: FaceTeacher | None = None
        self._lesson = Lesson()
        self._trouble: Text | None = None
        """The trouble of the camera that was told last."""
        said = LinesPanel()
        said.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self.teaching = TeachingPanel(said)
        self.looking: Any = None
        """The clock by which the camera is looked at."""

    def teach_with(self, game: str, used: TableDevices) -> None:
        """Learn the faces of a game's cards that are shown to this camera."""
        self.app.run_in_background(lambda: self.app.backend.teach(game, used), self._teaches)

    def _teaches(self, teacher: FaceTeacher) -> None:
        self.teacher, self._trouble, self.is_size_asked = teacher, None, False
        self._lesson = Lesson(is_phone_awaited=self.is_phone_awaited)
        self.show_shown()
        self.looking = Clock.schedule_interval(self._look_at_lesson, 1 / LOOKS_A_SECOND)

    @property
    def collector(self) -> FaceTeacher | None:
        return self.teacher

    def show_shown(self) -> None:
        if self.teacher is not None:
            self.put(Text("show your cards"), Text("Back"), "", self.teaching)
            self._lesson = replace(self._lesson, size=self.teacher.size, is_size_asked=self.is_size_asked)
            self.teaching.show(self._lesson)

    def _look_at_lesson(self, _: float) -> None:
        if self.teacher is None:
            return
        self.teaching.look(self.teacher.picture())
        is_awaited = self.is_phone_awaited
        if is_awaited != self._lesson.is_phone_awaited:
            self._lesson = replace(self._lesson, is_phone_awaited=is_awaited)
            self.teaching.show(self._lesson)
        trouble = None if is_awaited else self.teacher.trouble()
        if trouble != self._trouble:
            self._trouble, self.frame.problem = trouble, trouble or ""
        news = self.teacher.newest()
        if news:
            self._lesson = self._lesson.heard(news)
            self.teaching.show(self._lesson)
            if any(one.is_learnt and not one.was_known for one in news):
                self.app.run_in_background(self.teacher.twins, self._tell_twins)

    def _tell_twins(self, twins: Sequence[Text]) -> None:
        if self.teacher is not None and twins:
            self.frame.note = twins[-1]

    def name_card(self, wish: TeachWish) -> None:
        """Do what a person says of the card that has no name yet."""
        asked = self._lesson.asked
        if asked is None or self.teacher is None:
            return
        match wish:
            case TeachWish.NAME:
                self.type(REFERENCE, asked.ref, self._name_typed, is_reference=True)
            case TeachWish.BACK:
                self._name(asked, "")
            case TeachWish.LEAVE:
                self._lesson = self._lesson.left()
                self.teaching.show(self._lesson)

    def _name_typed(self, words: str) -> None:
        asked, ref = self._lesson.asked, as_printed(words.strip())
        if asked is None or self.teacher is None:
            return
        if self.teacher.is_reference(ref):
            self._name(asked, ref)
        else:
            self.frame.problem = Text("{ref} is not a card reference, such as AC001-241", ref=ref[:40])

    def _name(self, card: ShownFace, ref: str) -> None:
        teacher = self.teacher
        if teacher is not None:
            self.app.run_in_background(lambda: teacher.name(card.number, ref), lambda _: None)
