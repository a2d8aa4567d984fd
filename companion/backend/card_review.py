"""Leads a person on the screens through the cards whose values were read (see `companion.table.intake_review`)."""

from companion.backend.card_readers import ReviewKind, ReviewQuestion
from companion.backend.face_teacher import drawn_picture
from companion.backend.screen_pictures import DrawnPicture
from companion.clock import now
from companion.errors import Malformed
from companion.rules.catalogue import as_printed
from companion.storage.catalogue import SHIPPED
from companion.storage.owners_cards import OwnersCards
from companion.storage.places import Places
from companion.table.card_intake import CardIntake
from companion.table.intake_review import CardToType, IntakeReview, ReviewStep, SameCard, UnknownKind
from companion.table.intake_told import EmptyField, IntakeAlarm, ReviewSheet
from companion.table.read_fields import named_field, named_value, words_of
from companion.words import Text
from vision.values.sheets import draw_sheet

ON_A_SHEET = 12
"""Crops that one screen shows."""
YES = "yes"


class TableReview:
    """A review of one game's queue (see `companion.backend.card_readers.CardReview`)."""

    def __init__(self, game: str, where: Places) -> None:
        self._intake = CardIntake(game, OwnersCards(game, SHIPPED, where.catalogues[1]), where, ON_A_SHEET)
        self._review = IntakeReview(self._intake, now)
        self._steps = self._review.steps()
        self._step: ReviewStep | None = None

    def next(self) -> ReviewQuestion | None:
        self._step = next(self._steps, None)
        return None if self._step is None else self._question(self._step)

    def answer(self, answer: str) -> Text | None:
        try:
            return self._answer(answer)
        except Malformed as problem:
            return problem.problem

    def leave_out(self) -> None:
        match self._step:
            case SameCard(number) | UnknownKind(number) | CardToType(number) | EmptyField(number):
                self._intake.leave_out(number)
            case _:
                pass

    def counts(self) -> Text:
        return Text(
            "cards entered: {count}; left in the queue: {waiting}",
            count=self._review.entered,
            waiting=self._intake.counts.waiting,
        )

    def _answer(self, answer: str) -> Text | None:
        match self._step:
            case SameCard(number) if answer == YES:
                self._intake.leave_out(number)
            case SameCard(number):
                self._intake.not_again(number)
            case UnknownKind(number):
                self._intake.set_kind(number, answer)
            case CardToType(number):
                ref = as_printed(answer)
                if not self._intake.is_reference(ref):
                    return Text("{ref} is not a card reference, such as AC001-241", ref=answer[:40])
                self._review.typed(number, ref)
            case ReviewSheet() as sheet:
                places = [int(part) for part in answer.split(",") if part]
                self._intake.judge(sheet, [sheet.cards[place - 1] for place in places])
            case EmptyField() as empty:
                self._intake.answer(empty, answer)
            case _:
                pass
        return None

    def _question(self, step: ReviewStep) -> ReviewQuestion:
        match step:
            case SameCard(number, first):
                says = Text("is this the same card twice?")
                return ReviewQuestion(ReviewKind.SAME, says, self._drawn([first, number], ""))
            case UnknownKind(number):
                kinds = tuple((kind, form.title) for kind, form in self._intake.kinds.items())
                says = Text("of what kind is this card?")
                return ReviewQuestion(
                    ReviewKind.KIND, says, self._drawn([number], ""), kinds, self._intake.likely_kind(number)
                )
            case CardToType(number, kind):
                says = Text("copy this card: {kind}", kind=self._intake.form(kind).title)
                ref = self._intake.card(number).ref
                return ReviewQuestion(ReviewKind.TYPE, says, self._drawn([number], ""), guess=ref)
            case ReviewSheet():
                return self._sheet(step)
            case EmptyField(number, kind, field, guess):
                ref = self._intake.card(number).ref
                form = self._intake.form(kind)
                says = Text("what does {ref} say here?", ref=ref)
                about = named_field(form, field)
                words = words_of(form, field) or ((guess,) if guess else ())
                options = tuple((word, named_value(form, field, word)) for word in words)
                crop = self._drawn([number], field)
                return ReviewQuestion(ReviewKind.FIELD, says, crop, options, guess, about)
            case IntakeAlarm(number, _, problem):
                return ReviewQuestion(ReviewKind.ALARM, problem, self._drawn([number], ""))

    def _sheet(self, sheet: ReviewSheet) -> ReviewQuestion:
        form = self._intake.form(sheet.kind)
        field = named_field(form, sheet.field)
        value = named_value(form, sheet.field, sheet.value or sheet.values[0])
        if len(sheet.cards) == 1:
            says = Text("“{value}” was read here: is that right?", value=value)
        elif sheet.value:
            says = Text(
                "“{value}” was read on all of these: touch those that say something else", value=value
            )
        else:
            says = Text("touch what was read wrongly")
        options = tuple(
            (str(place), "" if sheet.value else value) for place, value in enumerate(sheet.values, 1)
        )
        crops = self._drawn(sheet.cards, sheet.field)
        return ReviewQuestion(ReviewKind.SHEET, says, crops, options, about=field)

    def _drawn(self, cards: list[int] | tuple[int, ...], field: str) -> DrawnPicture | None:
        crops = [
            (str(place) if len(cards) > 1 else "", crop)
            for place, number in enumerate(cards, 1)
            if (crop := self._intake.crop(number, field)) is not None
        ]
        return (
            drawn_picture(draw_sheet(crops))
            if len(crops) > 1
            else drawn_picture(crops[0][1])
            if crops
            else None
        )
