"""`companion cards review`: looks over what was read from photographs, value by value, and enters the cards that are
complete.
"""

import argparse
import re

from companion.cli.cards.desk import EXIT_FAULTS, EXIT_INTERRUPTED, EXIT_OK, CardDesk
from companion.cli.cards.entry import STOP, Entering, InterviewTurn, Stopped, TerminalInterview
from companion.clock import now
from companion.errors import Malformed
from companion.rules.catalogue import as_printed
from companion.rules.forms import CardForm, WordOption
from companion.storage.card_cells import accepted
from companion.storage.drafts import Draft
from companion.storage.kept_files import replace_file
from companion.storage.owners_cards import CardFileChange
from companion.table.card_intake import CardIntake
from companion.table.intake_review import CardToType, IntakeReview, SameCard, UnknownKind
from companion.table.intake_told import EmptyField, IntakeAlarm, ReviewSheet
from companion.table.read_fields import named_field, named_value, shape_at
from companion.words import Text, as_sentence
from vision.pictures import encode_png, use_one_thread
from vision.values.sheets import draw_sheet

LEAVE_OUT = "x"


def run(args: argparse.Namespace) -> int:
    """Review the queue of a game until it is empty or the person stops; 1 if cards are left in it."""
    use_one_thread()
    desk = CardDesk(args)
    reviewing = _Reviewing(desk, CardIntake(args.game, desk.cards(args.game), desk.places))
    code = EXIT_OK
    try:
        reviewing.all()
    except Stopped:
        pass
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    return reviewing.sum_up() or code


class _Reviewing:
    def __init__(self, desk: CardDesk, intake: CardIntake) -> None:
        self._desk = desk
        self._intake = intake
        self._asker = TerminalInterview(desk)
        self._review = IntakeReview(intake, now)

    def all(self) -> None:
        self._tell_faults()
        if not self._intake.counts.waiting:
            return
        self._desk.tell(
            Text("Enter takes what is in brackets; {stop} stops, and all that you said is kept", stop=STOP)
        )
        for step in self._review.steps():
            match step:
                case SameCard(number, first):
                    self._ask_repeated(number, first)
                case UnknownKind(number):
                    self._ask_kind(number)
                case CardToType(number, kind):
                    self._type(number, kind)
                case ReviewSheet():
                    self._look_over(step)
                case EmptyField():
                    self._fill(step)
                case IntakeAlarm(number, _, problem):
                    self._desk.tell(Text("card {number}: {problem}", number=number, problem=problem))
        self._tell_faults()

    def _tell_faults(self) -> None:
        while self._intake.faults:
            self._desk.tell(self._intake.faults.pop(0))

    # --- cards that are shown twice, and kinds

    def _ask_repeated(self, number: int, first: int) -> None:
        file = self._sheet_file(f"again-{number}", [first, number], "")
        says = Text(
            "card {number} ({photograph}) seems to be card {first} once more; see {file}. Leave it out?",
            number=number,
            photograph=self._intake.card(number).photograph,
            first=first,
            file=file,
        )
        if self._yes(says, default=True):
            self._intake.leave_out(number)
        else:
            self._intake.not_again(number)

    def _ask_kind(self, number: int) -> None:
        """Ask for the kind of a card whose reference does not tell it; Enter takes that of the card beside it."""
        options = [WordOption(kind, form.title) for kind, form in self._intake.kinds.items()]
        options.append(WordOption(LEAVE_OUT, Text("no card, leave it out")))
        says = Text(
            "of what kind is card {number}? See {file}",
            number=number,
            file=str(self._intake.picture_file(number)),
        )
        likely = self._intake.likely_kind(number)
        kind = self._answer(self._asker.choose(says, options, *([likely] if likely else [])))
        if kind == LEAVE_OUT:
            self._intake.leave_out(number)
        else:
            self._intake.set_kind(number, kind)

    # --- one kind

    def _type(self, number: int, kind: str) -> None:
        """Have a card typed beside its picture: others of its kind are read by it."""
        form = self._intake.form(kind)
        self._desk.tell(
            Text(
                "enter card {number}, of the kind {kind}, from its picture {file}; others of its kind are then read",
                number=number,
                kind=form.title,
                file=str(self._intake.picture_file(number)),
            )
        )
        ref = self._reference(number)
        if ref is None:
            return
        cards = self._desk.cards(self._intake.game)
        if cards.card(ref) is None or not cards.files_of(ref):
            draft = next(
                (one for one in self._desk.drafts.all() if (one.game, one.ref) == (self._intake.game, ref)),
                None,
            )
            card = Entering(self._desk, cards, draft or Draft(self._intake.game, kind, ref)).card()
            if card is None:
                raise Stopped
            self._desk.tell_saved(cards.save(cards.file_for(ref), CardFileChange((card,)), now()))
            self._desk.drafts.drop(Draft(self._intake.game, kind, ref))
        self._review.typed(number, ref)

    def _reference(self, number: int) -> str | None:
        """Ask for the reference on a card; None to leave the card out."""
        known = self._intake.card(number).ref
        self._desk.tell(Text("which reference is on it? {out}: no card, leave it out", out=LEAVE_OUT))
        while True:
            typed = self._line(f"  [{known}] > " if known else "  > ") or known
            if typed == LEAVE_OUT:
                self._intake.leave_out(number)
                return None
            for written in (typed, as_printed(typed)):
                if self._intake.is_reference(written):
                    return written
            self._desk.tell(Text("{ref} is not a card reference, such as AC001-241", ref=typed[:40]))

    def _look_over(self, sheet: ReviewSheet) -> None:
        """Show all that was read as one value, and ask which are not."""
        form = self._intake.form(sheet.kind)
        file = self._sheet_file(f"{sheet.kind}-{sheet.field}-{sheet.value}", sheet.cards, sheet.field)
        self._head(form, sheet.field)
        if sheet.value:
            value = named_value(form, sheet.field, sheet.value)
            says = Text(
                "“{value}” was read on all of these: which say something else? See {file}",
                value=value,
                file=file,
            )
        else:
            for place, (number, said) in enumerate(zip(sheet.cards, sheet.values, strict=True), 1):
                self._desk.line(f"{place:3}  {self._intake.card(number).ref:12} {said}", indent=2)
            says = Text("which of these are wrong? See {file}", file=file)
        self._desk.tell(says)
        while True:
            typed = self._line(f"  [{self._desk.words(Text('none'))}] > ")
            places = [int(part) for part in re.findall(r"[0-9]{1,4}", typed)]
            if all(0 < place <= len(sheet.cards) for place in places) and (places or not typed):
                self._intake.judge(sheet, [sheet.cards[place - 1] for place in places])
                return
            self._desk.tell(Text("type the numbers above the crops, with blanks between them, or Enter"))

    def _fill(self, empty: EmptyField) -> None:
        """Ask for a field that nobody has read."""
        name = f"{empty.kind}-{empty.field}-card-{empty.card}"
        file = self._sheet_file(name, [empty.card], empty.field)
        card, form = self._intake.card(empty.card), self._intake.form(empty.kind)
        self._head(form, empty.field)
        shape = shape_at(form, empty.field)
        if shape is not None:
            self._desk.line(self._desk.words(accepted(shape)), indent=2)
        self._desk.tell(
            Text(
                "what does card {number} {ref} say here? See {file}; {out}: no card, leave it out",
                number=empty.card,
                ref=card.ref,
                file=file,
                out=LEAVE_OUT,
            )
        )
        guess = self._desk.words(named_value(form, empty.field, empty.guess))
        while True:
            typed = self._line(f"  [{guess}] > " if guess else "  > ")
            if typed == LEAVE_OUT:
                self._intake.leave_out(empty.card)
                return
            try:
                self._intake.answer(empty, typed or empty.guess)
            except Malformed as problem:
                self._desk.tell(problem.problem)
            else:
                return

    # --- at the terminal

    def _head(self, form: CardForm, field: str) -> None:
        """Say which field is meant, as `cards add` does."""
        self._desk.line(f"{as_sentence(self._desk.words(named_field(form, field)))}  ({field})")

    def _sheet_file(self, name: str, cards: list[int] | tuple[int, ...], field: str) -> str:
        crops = [
            (str(place), crop)
            for place, number in enumerate(cards, 1)
            if (crop := self._intake.crop(number, field)) is not None
        ]
        path = self._intake.picture_file(1).parent / "sheets" / f"{re.sub(r'[^A-Za-z0-9-]+', '_', name)}.png"
        replace_file(path, encode_png(draw_sheet(crops)))
        return str(path)

    def _line(self, prompt: str) -> str:
        typed = self._asker.line(prompt)
        if isinstance(typed, InterviewTurn) or typed.strip() == STOP:
            raise Stopped
        return typed.strip()

    def _answer(self, answer: object) -> str:
        if isinstance(answer, InterviewTurn):
            raise Stopped
        return str(answer)

    def _yes(self, says: Text, *, default: bool) -> bool:
        answer = self._asker.confirm(says, default=default)
        if isinstance(answer, InterviewTurn):
            raise Stopped
        return bool(answer)

    def sum_up(self) -> int:
        """Say how many cards were entered and how many are left; return the exit code for those."""
        waiting = self._intake.counts.waiting
        self._desk.tell(
            Text(
                "cards entered: {count}; left in the queue: {waiting}",
                count=self._review.entered,
                waiting=waiting,
            )
        )
        return EXIT_FAULTS if waiting else EXIT_OK
