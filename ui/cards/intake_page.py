"""The page on which many cards are photographed, and what was read on them is looked over."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.backend.card_readers import CardCollector, CardReview, ReviewKind, ReviewQuestion, ShownFace
from companion.backend.interface import TableDevices
from companion.words import Text
from ui.cards.page import INTAKE, CardsPage
from ui.cards.teaching import (
    GAP_PX,
    LAST_LEARNT,
    LAY_CARDS,
    LOOKS_A_SECOND,
    REFERENCE,
    CardCameraPage,
    Lesson,
    TeachingPanel,
    camera_lines,
    size_line,
)
from ui.presenters.lines import LineStanding, MenuLine, MenuOption
from ui.widgets.card_face import texture_of
from ui.widgets.lines import LinesPanel


class ReviewWish(StrEnum):
    """What a person says besides an answer."""

    LEAVE_OUT = "leave out"
    TYPE = "type"
    DONE = "done"


FEW = 3
"""So many answers stand one below the other, beside the picture."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of a line: its words answer the question."""

    words: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """The value of a line: the crop with this number is wrong, or is not after all."""

    number: str


def photographed_lines(lesson: Lesson) -> tuple[MenuLine, ...]:
    """Return the lines while cards are photographed: how many were taken, and the last ones."""
    if lesson.size is not None and lesson.is_size_asked:
        return (size_line(lesson.size),)
    last = tuple(
        MenuLine(
            f"taken {one.number}",
            Text("{ref}", ref=one.ref) if one.ref else Text("no reference was read"),
            Text("once more") if one.was_known else Text("taken"),
            (),
            standing=LineStanding.GOOD,
        )
        for one in reversed(lesson.learnt[-LAST_LEARNT:])
    )
    note = Text("cards taken: {n}", n=len(lesson.learnt)) if lesson.learnt else ""
    return (
        *camera_lines(LAY_CARDS, note, is_phone_awaited=lesson.is_phone_awaited, size=lesson.size),
        *last,
    )


def review_lines(question: ReviewQuestion, wrong: frozenset[str]) -> tuple[MenuLine, ...]:
    """Return the answers to a question; `wrong` are the crops that were touched."""
    out = MenuOption(ReviewWish.LEAVE_OUT, Text("this is no card"), icon="none")
    options: list[MenuOption] = []
    why: Text | str = ""
    match question.kind:
        case ReviewKind.SAME:
            options = [
                MenuOption(Answer("yes"), Text("yes, leave it out"), is_main=True),
                MenuOption(Answer("no"), Text("no, two cards")),
            ]
        case ReviewKind.KIND:
            options = [
                *(
                    MenuOption(Answer(kind), says, is_main=kind == question.guess)
                    for kind, says in question.options
                ),
                out,
            ]
        case ReviewKind.TYPE:
            why = Text("the other cards of this kind are then read without you")
            options = [MenuOption(ReviewWish.TYPE, Text("type this card"), is_main=True, icon="pen"), out]
        case ReviewKind.SHEET if len(question.options) == 1:
            options = [
                MenuOption(Answer(""), Text("yes, that is right"), is_main=True),
                MenuOption(Answer("1"), Text("no, something else")),
            ]
        case ReviewKind.SHEET:
            options = [
                *(
                    MenuOption(Wrong(number), number, value, is_chosen=number in wrong)
                    for number, value in question.options
                ),
                MenuOption(
                    Answer(",".join(sorted(wrong, key=int))),
                    Text("all others are right") if wrong else Text("all are right"),
                    is_main=True,
                ),
            ]
        case ReviewKind.FIELD:
            options = [
                MenuOption(Answer(words), value, is_main=words == question.guess)
                for words, value in question.options
            ]
            if len(options) < 2:
                options.append(MenuOption(ReviewWish.TYPE, Text("type it"), is_main=not options, icon="pen"))
            options.append(out)
        case ReviewKind.ALARM:
            options = [MenuOption(ReviewWish.DONE, Text("go on"), is_main=True)]
    return (MenuLine("answer", why, "", tuple(options), across=1 if len(options) <= FEW else 0),)


class ReviewPanel(BoxLayout):
    """Shows the picture that a question is about, and the answers below or beside it."""

    def __init__(self, lines: LinesPanel, **values: Any) -> None:
        super().__init__(spacing=GAP_PX, padding=(0, GAP_PX), **values)
        self._picture = Image(fit_mode="contain")
        self.add_widget(self._picture)
        self.add_widget(lines)

    def show(self, question: ReviewQuestion) -> None:
        """Show the picture of another question."""
        self._picture.texture = None if question.picture is None else texture_of(question.picture)


class IntakePage(CardCameraPage):
    """The page photographs cards, or asks one question after the other about those that were photographed."""

    called: ClassVar[str] = INTAKE

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._collector: CardCollector | None = None
        self._review: CardReview | None = None
        self._question: ReviewQuestion | None = None
        self._wrong: frozenset[str] = frozenset()
        self._taken: tuple[ShownFace, ...] = ()
        self._game = ""
        self._looking: Any = None
        self._is_awaited = False
        """The camera is a phone that has not joined yet."""
        said, answers = LinesPanel(), LinesPanel()
        said.bind(on_choose=lambda _, __, value: self._chosen_before_camera(value))
        answers.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self._camera, self._said = TeachingPanel(said), said
        self._asking, self._answers = ReviewPanel(answers), answers
        self.app.look.bind(is_tall=self._turn)
        self._turn()

    def _turn(self, *_: object) -> None:
        self._asking.orientation = "vertical" if self.app.look.is_tall else "horizontal"

    def enter(self) -> None:
        self.close()
        self.frame.problem = self.frame.note = ""

    def leave(self) -> None:
        self._stop()

    def back(self) -> None:
        """Go back to the list of cards; all that was said is kept."""
        self.frame.problem = ""
        self._review = None
        self.app.go(CardsPage.called)

    def go(self) -> None:
        """Go from the camera to the questions."""
        if self._collector is not None:
            self._stop()
            self.review(self._game)

    # --- the camera

    def photograph(self, game: str, gear: TableDevices) -> None:
        """Take the cards that are laid under the camera."""
        self._game, self._taken, self.gear, self.is_size_asked = game, (), gear, False
        self.show_shown()
        self.app.run_in_background(lambda: self.app.backend.collect(game, gear), self._collects)

    def _collects(self, collector: CardCollector) -> None:
        self._collector = collector
        self.show_shown()
        self._looking = Clock.schedule_interval(self._look, 1 / LOOKS_A_SECOND)

    @property
    def collector(self) -> CardCollector | None:
        return self._collector

    def show_shown(self) -> None:
        self.put(Text("photograph your cards"), Text("Back"), Text("check what was read"), self._camera)
        self.frame.is_waiting, self._is_awaited = not self._taken, self.is_phone_awaited
        size = None if self._collector is None else self._collector.size
        lesson = Lesson((), self._taken, self._is_awaited, size, self.is_size_asked)
        self._said.show(photographed_lines(lesson), is_new=True)

    def _chosen_before_camera(self, value: Any) -> None:
        if not self.take_size(value):
            self._ask_camera()

    def _ask_camera(self) -> None:
        """Have another camera chosen on the page of cards, which comes back here with it."""
        page = self.app.page_called(CardsPage.called)
        assert isinstance(page, CardsPage)
        self.app.go(CardsPage.called)
        page.ask_camera()

    def _look(self, _: float) -> None:
        if self._collector is None:
            return
        self._camera.look(self._collector.picture())
        if self.is_phone_awaited != self._is_awaited:
            self.show_shown()
        self.frame.problem = "" if self._is_awaited else self._collector.trouble() or ""
        news = self._collector.newest()
        if news:
            self._taken = (*self._taken, *news)
            self.show_shown()

    def _stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        collector, self._collector = self._collector, None
        if collector is not None:
            self.app.run_in_background(collector.stop, lambda _: None)

    # --- the questions

    def review(self, game: str) -> None:
        """Ask about the cards of a game that were photographed."""
        self._game, self._question = game, None
        self._wait(Text("the cards are being read"))
        self.app.run_in_background(lambda: self.app.backend.review_cards(game), self._reviews)

    def _reviews(self, review: CardReview) -> None:
        self._review = review
        self._next()

    def _next(self) -> None:
        review = self._review
        if review is not None:
            self._wait(Text("the cards are being read"))
            self.app.run_in_background(lambda: (review.next(), review.counts()), self._ask)

    def _wait(self, says: Text) -> None:
        self.put(says, Text("Back"), "", self.panel)
        self.panel.show((), is_new=True)

    def _ask(self, found: tuple[ReviewQuestion | None, Text]) -> None:
        question, counts = found
        if self._review is None:
            return
        self._question, self._wrong = question, frozenset()
        if question is None:
            self._review = None
            self.put(Text("nothing is left to ask"), Text("Back"), "", self.panel)
            self.panel.show((MenuLine("counts", counts, "", ()),), is_new=True)
            return
        self._show_question(question)

    def _show_question(self, question: ReviewQuestion) -> None:
        self.put(question.says, Text("Back"), "", self._asking)
        self.frame.step = question.about or ""
        self._asking.show(question)
        self._answers.show(review_lines(question, self._wrong), is_new=True)

    def chosen(self, key: str, value: Any) -> None:
        del key
        self.frame.problem = ""
        question = self._question
        if question is None:
            return
        match value:
            case Wrong(number):
                self._wrong = self._wrong ^ {number}
                self._answers.show(review_lines(question, self._wrong))
            case Answer(words):
                self._answer(words)
            case ReviewWish.LEAVE_OUT:
                self._leave_out()
            case ReviewWish.TYPE if question.kind is ReviewKind.TYPE:
                self.type(REFERENCE, question.guess, self._type_card, is_reference=True)
            case ReviewWish.TYPE:
                self.type(question.says, question.guess, self._answer, may_be_empty=True)
            case _:
                self._next()

    def _leave_out(self) -> None:
        review = self._review
        if review is not None:
            self._wait(Text("the cards are being read"))
            self.app.run_in_background(review.leave_out, lambda _: self._next())

    def _answer(self, words: str) -> None:
        review, question = self._review, self._question
        if review is None or question is None:
            return

        def answered(problem: Text | None) -> None:
            if problem is None:
                self._next()
            else:
                self._show_question(question)
                self.frame.problem = problem

        # Nobody answers a question twice.
        self._wait(Text("the cards are being read"))
        self.app.run_in_background(lambda: review.answer(words), answered)

    def _type_card(self, ref: str) -> None:
        """Have the card entered on the page of cards, and come back with its reference."""
        page = self.app.page_called(CardsPage.called)
        assert isinstance(page, CardsPage)
        review = self._review

        def saved(ref: str) -> None:
            self.app.go(self.called)
            self._review = review
            self._answer(ref)

        self.app.go(CardsPage.called)
        page.enter_for(self._game, ref, saved)
