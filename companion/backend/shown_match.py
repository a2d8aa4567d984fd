"""A match that virtual players act out on the virtual table, for demonstrations and the kiosk; it is read through the
camera like a real match and is not kept in the log.
"""

import gc
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from companion.backend.interface import (
    Evidence,
    Invitation,
)
from companion.backend.offers import demonstration
from companion.backend.pictures import PictureMaker
from companion.backend.screen_pictures import CameraPicture
from companion.backend.visitor import Visitor
from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.match import Match
from companion.queues import taken
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import Item
from companion.session.kept import Kept
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.clocks import clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.mats import mat_of
from companion.table.acted_match import Score
from companion.table.show import Scenery, Show, ShowCompany
from companion.table.wiring import bare_controller, identities_of
from companion.threads import Stumble, TendedThread
from companion.timers import Clocks
from companion.words import Text
from ui.start import trim_memory
from vision.virtual.ground_drawings import forget_grounds
from vision.virtual.scene_picture import forget_drawings
from vision.virtual.sensor import Sensor
from vision.worker import Preview

MOST_BYTES = 20_000_000
"""The greatest size of all pictures of plays together, in bytes. They are dropped with the match."""
LONGEST_S = 60.0
"""How long a match that is just being laid out may take to stop, on a machine with much else to do."""
IN_COLOUR = Sensor(jpeg=None)
"""People look at these pictures, which elsewhere are only read."""


class ShownMatch:
    """Acts a match out in its own thread (see `companion.backend.interface.GuidedMatch`).

    The thread owns the match controller, the virtual table and the hands. `is_guided`: it stops before some plays of the
    first seat, so that the visitor can choose.
    """

    def __init__(self, game: str, mode: str, scenery: Scenery, *, is_guided: bool = False) -> None:
        self._setup, cards = demonstration(game, mode)
        rules = GAMES[game]
        self._truth, self._match = Match(rules, self._setup, cards), Match(rules, self._setup, cards)
        self.name = MatchId(f"show-{scenery.seed}")
        self._visitor = Visitor(rules.seats(self._truth.state)[0]) if is_guided else None
        self._scenery = replace(scenery, sensor=IN_COLOUR)
        self._inbox: SimpleQueue[Item] = SimpleQueue()
        self._told: SimpleQueue[SessionEvent] = SimpleQueue()
        self._snapshot: Snapshot | None = None
        self._picture: CameraPicture | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="companion-show-")
        self.score = (Score(), True)
        """The comparison of what was read with what was acted so far, and whether both still agree."""
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "show", Text("the demonstration"), self._run, self._stumbled, self._stopping
        )

    def start(self) -> None:
        self._thread.start()

    # --- what screens ask

    @property
    def setup(self) -> Json:
        return self._setup

    @property
    def is_running(self) -> bool:
        return self._thread.is_running

    def newest(self) -> Snapshot | None:
        return self._snapshot

    def news(self) -> Sequence[SessionEvent]:
        return list(taken(self._told))

    def picture(self) -> CameraPicture | None:
        return self._picture

    def put(self, item: Item) -> None:
        self._inbox.put(item)

    def invitation(self) -> Invitation | None:
        return None if self._visitor is None else self._visitor.invitation

    def choose(self, number: int, choice: int | None) -> None:
        if self._visitor is not None:
            self._visitor.choose(number, choice)

    def evidence(self, seq: int) -> Sequence[Evidence]:
        snapshot = self._snapshot
        line = next((one for one in snapshot.history if one.seq == seq), None) if snapshot else None
        if line is None:
            return ()
        store = EvidenceStore(Path(self._folder.name))
        return tuple(
            Evidence(
                seen,
                Text("{id}", id=seen),
                None if (path := store.find(self.name, seen)) is None else path.read_bytes(),
            )
            for seen in line.evidence
        )

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(LONGEST_S)
        self._folder.cleanup()
        forget_drawings()
        gc.collect()  # Table, camera and hands know each other, and would wait for a collection far off.
        trim_memory()

    # --- the thread

    def _run(self) -> None:
        try:
            self._act()
        except CompanionError as problem:
            self._told.put(RemarkEvent(problem.message, is_trouble=True))

    def _stumbled(self, stumble: Stumble) -> None:
        """End the match after an error; the screen begins another, with other cards."""
        self._stopping.set()
        says = Text(
            "the demonstration stopped because of an error in the program: {what}",
            what=repr(stumble.problem)[:200],
        )
        self._told.put(RemarkEvent(says, is_trouble=True))

    def _act(self) -> None:
        folder = Path(self._folder.name)
        kept = Kept(None, EvidenceStore(folder, MOST_BYTES))
        controller = bare_controller(self.name, self._match, Clocks(clocks_of(self._setup, {})), kept)
        viewer = SnapshotBuilder(controller, mat_of(self._match.rules.game), wall_ms)
        maker = PictureMaker(identities_of(self._match, {}))
        # Drawing the table takes seconds, in which the page shows the match as it begins.
        self._snapshot = viewer.look()

        def hear(told: SessionEvent) -> None:
            viewer.hear(told)
            self._told.put(told)

        beside = ShowCompany(self._visitor)
        with Show(self._truth, controller, self._scenery, hear, folder / "rolls.db", beside) as show:
            for frame in show.frames():
                self.score = (show.acted.score, show.acted.broken is None)
                if self._picture is None:
                    forget_grounds()
                if self._stopping.is_set():
                    return
                show.take(taken(self._inbox))
                self._snapshot = viewer.look() or self._snapshot
                self._picture = maker.picture(Preview(frame, show.pipeline.things), self._picture)
