"""Reads cards that are laid under the camera one after the other, for a squad or a search."""

from collections.abc import Mapping, Sequence
from queue import SimpleQueue

from companion.backend.card_readers import ScannedCard
from companion.backend.interface import (
    CardName,
    TableDevices,
)
from companion.backend.pictures import PictureMaker, PictureThread, code_for
from companion.backend.screen_pictures import CameraPicture
from companion.backend.table_house import TableHouse
from companion.mat import Mat
from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.reading.identity import Identities
from companion.storage.catalogue import read_catalogue
from companion.storage.shipped_data import mat_of
from companion.table.opening import pipeline_for
from companion.table.wiring import name_for
from companion.threads import Stumble, taken
from companion.words import Text
from vision.sources.source_names import source_for
from vision.worker import News, SightingNews, Worker


class TableScanner:
    """A camera that reads cards from `start` to `stop` (see `companion.backend.interface.CardScanner`)."""

    def __init__(self, game: str, gear: TableDevices, cards: Sequence[CardName], house: TableHouse) -> None:
        where = house.where
        self._phone = house.phone
        self._code = code_for(gear.camera, house.phone)
        self._mat: Mat = mat_of(game)
        self._tags: Mapping[int, str] = read_catalogue(game, where.catalogues).tags
        self._read: SimpleQueue[ScannedCard] = SimpleQueue()
        pipeline = pipeline_for(game, gear.camera, gear.calibration or None, where)
        names = {card.ref: card.name for card in cards}
        identities = Identities(self._mat, names, self._tags)
        source = source_for(gear.camera, is_grey=not pipeline.faces.are_read, phone=house.phone)
        name_for(source, identities)
        self._worker = Worker(source, pipeline, self._hear)
        self._pictures = PictureThread(PictureMaker(identities), self._worker.preview, self._stumbled)
        self._count = 0
        self._stumble: Stumble | None = None

    def start(self) -> None:
        """Begin to read. Raises `VisionError` if the phone's page cannot be served."""
        if self._code is not None:
            self._phone.hold(self)
        self._worker.start()
        self._pictures.start()

    def picture(self) -> CameraPicture | None:
        code = None if self._code is None else self._code.picture()
        return code or self._pictures.newest

    def newest(self) -> Sequence[ScannedCard]:
        return list(taken(self._read))

    def trouble(self) -> Text | None:
        problem = self._worker.health().problem
        return self._stumble.says if problem is None and self._stumble is not None else problem

    def stop(self) -> None:
        self._pictures.stop()
        self._worker.stop()
        self._phone.drop(self)

    def _stumbled(self, stumble: Stumble) -> None:
        self._stumble = stumble

    def _hear(self, news: News) -> None:
        if not isinstance(news, SightingNews) or news.sighting.state is not SightingState.START:
            return
        refs = self._refs(news.sighting)
        if refs:
            self._count += 1
            self._read.put(ScannedCard(self._count, refs))

    def _refs(self, sighting: Sighting) -> tuple[str, ...]:
        """Return the possible references of a thing; none for the mat's own print, dice and command cards."""
        match sighting.what:
            case What.TAG:
                ref = self._tags.get(int(sighting.reads)) if sighting.reads.isdecimal() else None
                return () if ref is None else (ref,)
            case What.DIE:
                return ()
            case _ if sighting.reading is ReadingStatus.AMBIGUOUS:
                return sighting.candidates
            case _:
                is_command = any(one.code == sighting.reads for one in self._mat.commands)
                return () if is_command or not sighting.reads else (sighting.reads,)
