"""`companion cards learn`: shows cards to the camera, so that the program knows them by their faces."""

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from companion.cli.camera import camera_named
from companion.cli.cards.desk import EXIT_FAULTS, EXIT_INTERRUPTED, EXIT_OK, CardDesk
from companion.cli.cards.entry import BACK, LEAVE_EMPTY, STOP, InterviewTurn, Stopped, TerminalInterview
from companion.cli.main import called_as
from companion.errors import StorageError
from companion.rules.catalogue import as_printed
from companion.storage import faces
from companion.storage.kept_files import expect_to_keep
from companion.storage.owners_cards import OwnersCards, references
from companion.table.doubtful_cards import told_doubtful, told_doubtful_in
from companion.table.face_lesson import FaceLesson, LessonCard, told_twins
from companion.words import N_, Text, translate
from vision.errors import VisionError
from vision.frame import Frame
from vision.pictures import pictures_in, read_picture, use_one_thread
from vision.sources.newest_frame import NewestFrame, SourceState
from vision.sources.source import Source

WAIT_S = 0.5
A_BOX = 10
"""From so many new cards on, photographs of nine at a time take less typing than one card after the other."""
SHARED_BACK = "back"
"""What is typed for the back that all cards share."""
GOES_ON = N_("what was taken until now is kept; type the same command again to go on")


def run(args: argparse.Namespace) -> int:
    """Learn faces until the person stops, or the pictures end; 1 if a picture could not be read."""
    use_one_thread()
    desk = CardDesk(args)
    cards = desk.cards(args.game)
    expect_to_keep(faces.FaceShelf(desk.owned, args.game).folder / "face.jpg")
    learning = _Learning(desk, cards, args)
    code = EXIT_OK
    try:
        if Path(args.source).exists() and not Path(args.source).is_char_device():
            code = learning.photographs(Path(args.source))
        else:
            learning.camera(args.source)
    except Stopped:
        pass
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except StorageError:
        learning.sum_up()
        desk.tell(Text(GOES_ON))
        raise
    learning.sum_up()
    return code


class _Learning:
    """One lesson at the terminal."""

    def __init__(self, desk: CardDesk, cards: OwnersCards, args: argparse.Namespace) -> None:
        self._desk = desk
        self._cards = cards
        self._side: str = args.side
        self._asker = TerminalInterview(desk)
        self._lesson = FaceLesson(cards.game, cards, desk.places)
        desk.look_for(self._lesson, args.size)
        for fault in self._lesson.faults:
            desk.tell(fault)
        listed = references(cards.game, desk.places.catalogues)
        self._names: dict[str, str] = {one.ref: translate(one.name, desk.language) for one in listed}
        self._source: str = args.source
        self._new: list[str] = []
        """Cards that were learnt and that no catalogue has."""
        self._own = {one.ref for one in listed if not one.is_demonstration}

    def photographs(self, path: Path) -> int:
        """Learn the cards in pictures; 1 if one of them could not be read, or shows no card."""
        code = EXIT_OK
        files = pictures_in(path)
        for n, file in enumerate(files, 1):
            self._desk.tell(
                Text("{n} of {count}: cards are looked for in {file}", n=n, count=len(files), file=file.name)
            )
            try:
                pixels = read_picture(file)
                shown = self._lesson.photograph(pixels)
            except VisionError as problem:
                self._desk.tell(problem.message)
                code = EXIT_FAULTS
                continue
            if not shown:
                code = EXIT_FAULTS
            if not shown and self._lesson.shown.other_aspect is None:
                self._desk.tell(
                    Text(
                        "no card was found in {file}: lay cards flat and whole, a finger's width apart, on a plain ground",
                        file=str(file),
                    )
                )
            for place, card in enumerate(shown, 1):
                self._take(card, Text("{file}, card {number}", file=file.name, number=place))
            doubtful = told_doubtful_in(file.name, self._lesson.shown, pixels)
            if doubtful is not None:
                self._desk.tell(doubtful)
        return code

    def camera(self, name: str) -> None:
        """Learn the cards that a camera sees, until the person stops."""
        with ExitStack() as open_things:
            source = open_things.enter_context(
                camera_named(name, self._desk.places, self._desk.language, is_grey=False, is_paced=False)
            )
            self._desk.tell(
                Text(
                    "lay your cards flat under the camera, one or several, a finger's width apart; each is taken when it rests."
                    " Ctrl-C ends"
                )
            )
            told: Text | None = None
            for frame in frames_of(source, self._desk.tell, open_things):
                for card in self._lesson.take(frame):
                    self._take(card, Text("card {number}", number=card.shown.number))
                told = self._desk.tell_change(
                    told_doubtful(self._lesson.shown, frame.pixels, in_terminal=True), told
                )

    def _take(self, card: LessonCard, called: Text) -> None:
        """Keep a card that tells its reference, and ask about any other."""
        if card.known is not None and self._side == faces.FRONT and card.printed in (None, card.known):
            self._desk.tell(Text("{card} is known already", card=self._named(card.known)))
            return
        if card.printed is not None and card.printed in self._names:
            self._learn(card, card.printed, self._side)
            return
        answer = self._asked(called, card.printed or "")
        if answer == SHARED_BACK:
            self._learn(card, "", faces.BACK)
        elif answer:
            self._learn(card, answer, self._side)

    def _asked(self, called: Text, guess: str) -> str:
        """Ask for the reference of a card that was shown; empty to leave it."""
        says = Text(
            "{card}: which reference is on it? Enter: {guess}; {back}: the back of all cards; {stop}: stop",
            card=called,
            guess=guess or Text("none, leave it"),
            back=SHARED_BACK,
            stop=STOP,
        )
        while True:
            self._desk.tell(says)
            typed = self._asker.line("> ")
            if isinstance(typed, InterviewTurn) or typed.strip() == STOP:
                raise Stopped
            ref = typed.strip() or guess
            if ref in ("", LEAVE_EMPTY, BACK):
                return ""
            if ref.casefold() == SHARED_BACK:
                return SHARED_BACK
            for written in (ref, as_printed(ref)):
                if written in self._names or self._lesson.is_reference(written):
                    return written
            self._desk.tell(Text("{ref} is not a card reference, such as AC001-241", ref=ref[:40]))

    def _learn(self, card: LessonCard, ref: str, side: str) -> None:
        kept = self._lesson.learn(card, ref, side)
        if not ref:
            self._desk.tell(Text("this back is learnt; the program does not take it for a card"))
        elif ref in self._names:
            self._desk.tell(Text("{card} is learnt", card=self._named(ref)))
        else:
            if kept.ref not in self._new:
                self._new.append(kept.ref)
            self._desk.tell(Text("{ref} is learnt; its values are not entered yet", ref=ref))

    def _named(self, ref: str) -> str:
        name = self._names.get(ref, "")
        return f"{ref} {name}" if name else ref

    def sum_up(self) -> None:
        """Say what was learnt, what looks alike, and which cards have no face yet."""
        learnt = {face.ref for face in self._lesson.learnt if face.ref}
        self._desk.tell(Text("cards learnt: {count}", count=len(learnt)))
        for twins in self._lesson.twins():
            self._desk.tell(told_twins(self._named(twins.one.card), self._named(twins.other.card)))
        kept = {face.ref for face in faces.FaceShelf(self._desk.owned, self._cards.game).faces()}
        left = sorted(self._own - kept)
        if left:
            self._desk.tell(
                Text(
                    "cards of yours that have no face yet: {count} ({refs})",
                    count=len(left),
                    refs=_short(left),
                )
            )
        if self._new:
            self._desk.tell(self._told_new())

    def _told_new(self) -> Text:
        """Return the command by which the values of new cards are entered: `cards add` for a few, `cards read` for a box."""
        game, data = self._cards.game, self._desk.data
        if len(self._new) < A_BOX:
            refs = self._new if len(self._new) == 1 else []
            return Text(
                "cards whose values are not entered yet: {count} ({refs}); enter their values with `{command}`",
                count=len(self._new),
                refs=_short(self._new),
                command=called_as("cards", "add", game, *refs, data=data),
            )
        return Text(
            "cards whose values are not entered yet: {count} ({refs}); have their values read with `{command}`: you type three"
            " of each kind",
            count=len(self._new),
            refs=_short(self._new),
            command=called_as("cards", "read", shlex.quote(self._source), "--game", game, data=data),
        )


def frames_of(source: Source, tell: Callable[[Text], None], open_things: ExitStack) -> Iterator[Frame]:
    """Yield the newest frames of a source until it ends; tell each new trouble once."""
    newest = NewestFrame(source)
    newest.start()
    open_things.callback(newest.stop)
    told: Text | None = None
    while True:
        frame = newest.take(WAIT_S)
        health = newest.health()
        if frame is not None:
            yield frame
        elif health.problem is not None and health.problem != told:
            told = health.problem
            tell(told)
        if health.state is SourceState.ENDED and frame is None:
            return


def _short(refs: Sequence[str]) -> str:
    return ", ".join(refs[:6]) + (", …" if len(refs) > 6 else "")
