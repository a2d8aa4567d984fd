"""Runs the camera for the pages of cards: learns the faces of cards laid under it, or photographs cards for reading."""

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

from companion.backend.card_readers import ShownFace
from companion.backend.interface import (
    TableDevices,
)
from companion.backend.pictures import PictureMaker, code_for
from companion.backend.screen_pictures import CameraPicture, DrawnPicture
from companion.backend.table_house import TableHouse
from companion.clock import monotonic_ms
from companion.errors import StorageError
from companion.storage.card_sizes import CardSize
from companion.storage.catalogue import SHIPPED
from companion.storage.faces import BACK, FRONT
from companion.storage.owners_cards import OwnersCards
from companion.table.card_intake import CardIntake
from companion.table.doubtful_cards import told_doubtful
from companion.table.face_lesson import FaceLesson, LessonCard, told_twins
from companion.threads import Stumble, TendedThread, taken
from companion.words import Text
from vision.faces.shown_cards import CardInView, ShownCards
from vision.frame import Frame, Pixels
from vision.pictures import rgba
from vision.sources.newest_frame import NewestFrame
from vision.sources.source_names import source_for
from vision.worker import Preview

WAIT_S = 0.2
AGAIN_MS = 1_000
"""After so long a card for which there was no room is tried again."""


class CardCamera(ABC):
    """A camera that looks at cards from `start` to `stop`; who inherits says what becomes of a frame."""

    def __init__(self, gear: TableDevices, house: TableHouse) -> None:
        self._phone = house.phone
        self._code = code_for(gear.camera, house.phone)
        self._newest = NewestFrame(source_for(gear.camera, is_grey=False, phone=house.phone))
        self._maker = PictureMaker(None)
        self._picture: CameraPicture | None = None
        self._told: SimpleQueue[ShownFace] = SimpleQueue()
        self._shown_cards: deque[Callable[[], ShownFace]] = deque()
        """Take the cards that were shown, and are not taken yet."""
        self._taken_ms = 0
        """When a card was taken last, or could not be."""
        self._stopping = threading.Event()
        self._thread = TendedThread("cards", Text("the camera"), self._run, self._stumbled, self._stopping)
        self._stumble: Stumble | None = None
        self._not_taken: Text | None = None
        """Where something lies that may be a card and was not taken."""
        self._not_kept: Text | None = None

    def start(self) -> None:
        """Begin to look. Raises `VisionError` if the phone's page cannot be served."""
        if self._code is not None:
            self._phone.hold(self)
        self._newest.start()
        self._thread.start()

    def picture(self) -> CameraPicture | None:
        code = None if self._code is None else self._code.picture()
        return code or self._picture

    def newest(self) -> list[ShownFace]:
        return list(taken(self._told))

    def trouble(self) -> Text | None:
        problem = self._newest.health().problem
        if problem is not None:
            return problem
        if self._not_kept is not None:
            return self._not_kept
        return self._not_taken if self._stumble is None else self._stumble.says

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(5.0)
        self._newest.stop()
        self._phone.drop(self)

    def _run(self) -> None:
        while not self._stopping.is_set():
            frame = self._newest.take(WAIT_S)
            if frame is not None:
                self._picture = self._maker.picture(Preview(frame, ()), self._picture)
                self._not_taken = told_doubtful(self._look(frame), frame.pixels)
                self._take_shown()

    def _take_shown(self) -> None:
        """Take the cards that were shown; those for which the disk has no room wait for it."""
        if self._not_kept is not None and monotonic_ms() - self._taken_ms < AGAIN_MS:
            return
        self._taken_ms = monotonic_ms()
        try:
            while self._shown_cards:
                self._told.put(self._shown_cards[0]())
                self._shown_cards.popleft()
        except StorageError as problem:
            self._not_kept = problem.message
        else:
            self._not_kept = None

    @abstractmethod
    def _look(self, frame: Frame) -> ShownCards:
        """Note the cards that a frame of the camera shows; return what was shown to it so far."""

    def _stumbled(self, stumble: Stumble) -> None:
        self._stumble = stumble


class FaceEnrolmentJob(CardCamera):
    """Learns faces (see `companion.backend.card_readers.FaceTeacher`)."""

    def __init__(self, game: str, gear: TableDevices, house: TableHouse) -> None:
        super().__init__(gear, house)
        self._cards = OwnersCards(game, SHIPPED, house.where.catalogues[1])
        self._lesson = FaceLesson(game, self._cards, house.where)
        self._lock = threading.Lock()
        """The lesson serves the camera's thread and who names a card."""
        self._shown: dict[int, LessonCard] = {}

    @property
    def size(self) -> CardSize:
        return self._lesson.size

    def look_for(self, size: CardSize) -> None:
        with self._lock:
            self._lesson.look_for(size)

    def name(self, number: int, ref: str) -> None:
        with self._lock:
            card = self._shown[number]
            self._lesson.learn(card, ref, FRONT if ref else BACK)
        self._told.put(ShownFace(number, drawn_picture(card.shown.face), ref, is_learnt=True))

    def is_reference(self, text: str) -> bool:
        return self._lesson.is_reference(text) or self._cards.card(text) is not None

    def twins(self) -> list[Text]:
        with self._lock:
            return [told_twins(one.one.card, one.other.card) for one in self._lesson.twins()]

    def _look(self, frame: Frame) -> ShownCards:
        with self._lock:
            self._shown_cards.extend(partial(self._take, card) for card in self._lesson.take(frame))
            return self._lesson.shown

    def _take(self, card: LessonCard) -> ShownFace:
        """Keep a card that tells its reference, and hand on any other to be named."""
        number, picture = card.shown.number, drawn_picture(card.shown.face)
        with self._lock:
            self._shown[number] = card
            if card.known is not None and card.printed in (None, card.known):
                return ShownFace(number, picture, card.known, is_learnt=True, was_known=True)
            if card.printed is not None and self._cards.card(card.printed) is not None:
                self._lesson.learn(card, card.printed)
                return ShownFace(number, picture, card.printed, is_learnt=True)
        return ShownFace(number, picture, card.printed or "")


class CardCaptureJob(CardCamera):
    """Photographs cards for the queue in which their values are read (see `companion.table.card_intake`)."""

    def __init__(self, game: str, gear: TableDevices, house: TableHouse) -> None:
        super().__init__(gear, house)
        cards = OwnersCards(game, SHIPPED, house.where.catalogues[1])
        self._intake = CardIntake(game, cards, house.where)
        self._camera = gear.camera
        self._lock = threading.Lock()
        """The cards that are shown serve the camera's thread and who chooses their size."""
        self._shown = ShownCards(self.size.mm)

    @property
    def size(self) -> CardSize:
        return self._intake.size

    def look_for(self, size: CardSize) -> None:
        with self._lock:
            self._intake.look_for(size)
            self._shown = ShownCards(size.mm)

    def _look(self, frame: Frame) -> ShownCards:
        with self._lock:
            self._shown_cards.extend(partial(self._take, shown) for shown in self._shown.feed(frame))
            return self._shown

    def _take(self, shown: CardInView) -> ShownFace:
        card = self._intake.take_shown(shown, self._camera)
        return ShownFace(
            card.number,
            drawn_picture(shown.face),
            card.ref,
            is_learnt=True,
            was_known=card.again is not None,
        )


def drawn_picture(pixels: Pixels) -> DrawnPicture:
    """Return a picture, (H, W, 3) uint8 BGR, as the screens take it."""
    height, width = pixels.shape[:2]
    return DrawnPicture(rgba(pixels), width, height)
