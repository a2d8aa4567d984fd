"""`companion cards read`: photographs many cards, so that their values are read; `cards review` shows what was read."""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from companion.cli.camera import camera_named
from companion.cli.cards.desk import EXIT_FAULTS, EXIT_INTERRUPTED, EXIT_OK, CardDesk
from companion.cli.cards.learning import GOES_ON, frames_of
from companion.cli.main import called_as
from companion.errors import StorageError, UnreadableFile
from companion.regular_files import read_regular_file
from companion.storage.intake import IntakeCard, TakenPhotograph
from companion.storage.kept_files import expect_to_keep
from companion.table.card_intake import CardIntake
from companion.table.doubtful_cards import told_doubtful, told_doubtful_in
from companion.words import Text
from vision.errors import VisionError
from vision.faces.shown_cards import ShownCards
from vision.pictures import decode_picture, pictures_in, use_one_thread

MOST_BYTES = 60_000_000
"""The largest photograph that is read."""


def run(args: argparse.Namespace) -> int:
    """Take the cards in photographs, or before a camera; 1 if a photograph could not be read, or shows no card."""
    use_one_thread()
    desk = CardDesk(args)
    intake = CardIntake(args.game, desk.cards(args.game), desk.places)
    expect_to_keep(intake.picture_file(1))
    desk.look_for(intake, args.size)
    for fault in intake.faults:
        desk.tell(fault)
    reading = _Reading(desk, intake)
    path = Path(args.source)
    code = EXIT_OK
    try:
        code = (
            reading.photographs(path)
            if path.exists() and not path.is_char_device()
            else reading.camera(args.source)
        )
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except StorageError:
        reading.sum_up()
        desk.tell(Text(GOES_ON))
        raise
    reading.sum_up()
    return code


class _Reading:
    def __init__(self, desk: CardDesk, intake: CardIntake) -> None:
        self._desk = desk
        self._intake = intake
        self._waited = intake.counts.waiting
        """How many cards were in the queue before."""

    def photographs(self, path: Path) -> int:
        """Take the cards of all photographs; one that was taken before is not taken twice."""
        files = pictures_in(path)
        self._desk.tell(Text("pictures in which cards are looked for: {count}", count=len(files)))
        are_read = [
            self._photograph(file, Text("{n} of {count}", n=n, count=len(files)))
            for n, file in enumerate(files, 1)
        ]
        return EXIT_OK if all(are_read) else EXIT_FAULTS

    def _photograph(self, file: Path, place: Text) -> bool:
        """Take the cards of a photograph; False if there are none. `place`: which one it is of how many."""
        cards: Sequence[IntakeCard] = ()
        doubtful: Text | None = None
        try:
            data = read_regular_file(file, most_bytes=MOST_BYTES)
            taken = self._intake.was_taken(data)
            if taken is None:
                pixels = decode_picture(data, file.name)
                found = self._intake.photograph(data, pixels, file.name)
                cards, doubtful = found.cards, told_doubtful_in(file.name, found, pixels)
            says = _says_of(file, len(cards), taken)
            if not cards and doubtful is not None:
                says, doubtful = doubtful, None
        except (UnreadableFile, VisionError) as problem:
            taken, says = None, problem.message
        self._desk.tell(Text("{place}: {says}", place=place, says=says))
        self._tell_cards(cards)
        if doubtful is not None:
            self._desk.tell(doubtful)
        return bool(cards or taken)

    def camera(self, name: str) -> int:
        """Take the cards that come to rest before a camera, until the person stops."""
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
            shown = ShownCards(self._intake.size.mm)
            told: Text | None = None
            for frame in frames_of(source, self._desk.tell, open_things):
                for card in shown.feed(frame):
                    self._tell_cards([self._intake.take_shown(card, name)])
                told = self._desk.tell_change(told_doubtful(shown, frame.pixels, in_terminal=True), told)
        return EXIT_OK

    def _tell_cards(self, cards: Sequence[IntakeCard]) -> None:
        for card in cards:
            self._desk.line(self._desk.words(self._told(card)), indent=2)

    def _told(self, card: IntakeCard) -> Text:
        ref = card.ref or Text("no reference was read")
        kind = self._intake.kinds[card.kind].title if card.kind else Text("of a kind that is not known yet")
        if card.again is not None:
            return Text(
                "card {number}: {ref}, once more: card {first} is the same",
                number=card.number,
                ref=ref,
                first=card.again,
            )
        return Text("card {number}: {ref}, {kind}", number=card.number, ref=ref, kind=kind)

    def sum_up(self) -> None:
        counts = self._intake.counts
        taken = counts.waiting - self._waited
        self._desk.tell(
            Text("cards taken: {count}; in the queue: {waiting}", count=taken, waiting=counts.waiting)
        )
        if counts.waiting:
            command = called_as("cards", "review", self._intake.game, data=self._desk.data)
            self._desk.tell(Text("see what was read with `{command}`", command=command))


def _says_of(file: Path, found: int, taken: TakenPhotograph | None) -> Text:
    """Describe what was found in a photograph; `taken`: what was found in it before."""
    if taken is not None:
        return Text(
            "{file}: these cards are in the queue already: {count}", file=file.name, count=len(taken.cards)
        )
    if found:
        return Text("{file}: cards found: {count}", file=file.name, count=found)
    return Text(
        "no card was found in {file}: lay cards flat and whole, a finger's width apart, on a plain ground",
        file=str(file),
    )
