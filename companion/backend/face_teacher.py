"""Learns the faces of cards that are laid under the camera, for the screens."""

import threading
from queue import SimpleQueue

from companion.backend.card_readers import ShownFace
from companion.backend.interface import (
    TableDevices,
)
from companion.backend.pictures import PictureMaker, code_for
from companion.backend.screen_pictures import CameraPicture, DrawnPicture
from companion.backend.table_house import TableHouse
from companion.storage.catalogue import SHIPPED
from companion.storage.faces import BACK, FRONT
from companion.storage.owners_cards import OwnersCards
from companion.table.face_lesson import FaceLesson, LessonCard, told_twins
from companion.threads import Stumble, TendedThread, taken
from companion.words import Text
from vision.frame import Pixels
from vision.pictures import rgba
from vision.sources.newest_frame import NewestFrame
from vision.sources.source_names import source_for
from vision.worker import Preview

WAIT_S = 0.2


class TableTeacher:
    """A camera that learns faces from `start` to `stop` (see `companion.backend.interface.FaceTeacher`)."""

    def __init__(self, game: str, gear: TableDevices, house: TableHouse) -> None:
        where = house.where
        self._phone = house.phone
        self._code = code_for(gear.camera, house.phone)
        self._cards = OwnersCards(game, SHIPPED, where.catalogues[1])
        self._lesson = FaceLesson(game, self._cards, where)
        self._newest = NewestFrame(source_for(gear.camera, is_grey=False, phone=house.phone))
        self._maker = PictureMaker(None)
        self._picture: CameraPicture | None = None
        self._told: SimpleQueue[ShownFace] = SimpleQueue()
        self._lock = threading.Lock()
        """The lesson serves the camera's thread and who names a card."""
        self._shown: dict[int, LessonCard] = {}
        self._stopping = threading.Event()
        self._thread = TendedThread("faces", Text("the camera"), self._run, self._stumbled, self._stopping)
        self._stumble: Stumble | None = None

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

    def name(self, number: int, ref: str) -> None:
        with self._lock:
            card = self._shown[number]
            self._lesson.learn(card, ref, FRONT if ref else BACK)
        self._told.put(ShownFace(number, _drawn(card.shown.face), ref, is_learnt=True))

    def is_reference(self, text: str) -> bool:
        return self._lesson.is_reference(text) or self._cards.card(text) is not None

    def twins(self) -> list[Text]:
        with self._lock:
            return [told_twins(one.one.card, one.other.card) for one in self._lesson.twins()]

    def trouble(self) -> Text | None:
        problem = self._newest.health().problem
        return self._stumble.says if problem is None and self._stumble is not None else problem

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(5.0)
        self._newest.stop()
        self._phone.drop(self)

    def _run(self) -> None:
        while not self._stopping.is_set():
            frame = self._newest.take(WAIT_S)
            if frame is None:
                continue
            self._picture = self._maker.picture(Preview(frame, ()), self._picture)
            with self._lock:
                for card in self._lesson.take(frame):
                    self._take(card)

    def _take(self, card: LessonCard) -> None:
        """Keep a card that tells its reference, and hand on any other to be named."""
        number, picture = card.shown.number, _drawn(card.shown.face)
        self._shown[number] = card
        if card.known is not None and card.printed in (None, card.known):
            self._told.put(ShownFace(number, picture, card.known, is_learnt=True, was_known=True))
        elif card.printed is not None and self._cards.card(card.printed) is not None:
            self._lesson.learn(card, card.printed)
            self._told.put(ShownFace(number, picture, card.printed, is_learnt=True))
        else:
            self._told.put(ShownFace(number, picture, card.printed or ""))

    def _stumbled(self, stumble: Stumble) -> None:
        self._stumble = stumble


def _drawn(face: Pixels) -> DrawnPicture:
    height, width = face.shape[:2]
    return DrawnPicture(rgba(face), width, height)
