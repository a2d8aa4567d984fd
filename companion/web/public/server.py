"""Serves the public pages: over HTTP, on the port that was asked for, until it is stopped."""

import errno
import threading
from collections.abc import Callable

from companion.bus.messages import PublicView
from companion.clock import monotonic_ms
from companion.errors import CompanionError
from companion.network.caller_places import OWN_FILES
from companion.network.page_server import PageServer, ServedSite
from companion.network.server_place import ServerPlace
from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.web.live import LiveState
from companion.web.public.shown import PageKind, PublicPlan
from companion.web.public.site import public_site
from companion.web.public.tables import PublicTables
from companion.web.public.wall import WallList, WallSlide, wall_slide
from companion.words import Text

MOST_CALLERS, MOST_CALLERS_EACH = 4_000, 400
"""Open connections, of all machines and of one: each page that is watched has one. Behind one address many may watch, but one
machine that holds connections for nothing does not keep all others out.
"""
PROMISED = 2_000
"""Spectators who find a place for sure."""
TICK_S = 0.25
"""How often it is looked what is due, and so how exact a delay is."""
ENDS_S = 2.0
WHAT = Text("the public pages")


class PublicServer:
    """The public pages of some tables, or of a hall, which has a wall and lists for it besides."""

    def __init__(
        self,
        plan: PublicPlan,
        tell: Callable[[Stumble], None],
        wall_lists: Callable[[], tuple[WallList, ...]] | None = None,
    ) -> None:
        """`wall_lists` tells what stands on the wall besides the tables, and is asked a few times a second."""
        self._plan = plan
        self._tell = tell
        self._wall_lists = wall_lists
        self._stopping = threading.Event()
        self._server: PageServer | None = None
        self._thread = TendedThread("public", WHAT, self._tick_on, tell, self._stopping)
        self.tables = PublicTables(plan)
        self._wall: LiveState[WallSlide] | None = None if wall_lists is None else LiveState(WallSlide())

    @property
    def port(self) -> int:
        assert self._server is not None, "the server has started"
        return self._server.port

    def start(self) -> None:
        """Begin to listen. Raises `CompanionError` if the port cannot be had."""
        site = ServedSite(
            "public-pages", WHAT, public_site(self.tables, self._wall), MOST_CALLERS, MOST_CALLERS_EACH
        )
        place = ServerPlace(self._plan.host, self._plan.port, None, is_fixed=self._plan.port != 0)
        try:
            self._server = PageServer(site, place, self._tell)
        except OSError as problem:
            raise CompanionError(
                Text(
                    "the public pages cannot be served at port {port}: {problem}; choose another port, from 1024 to 65535",
                    port=self._plan.port,
                    problem=system_says(problem),
                )
            ) from problem
        self._server.start()
        self._thread.start()
        if (places := self._server.most_callers) < PROMISED:
            self._tell(Stumble(OSError(errno.EMFILE, "too few files"), _too_few(places)))

    def show(self, number: str, view: PublicView | None, silent_ms: int = 0) -> None:
        """Take a table's newest view, in any thread."""
        self.tables.show(number, view, silent_ms)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(ENDS_S)
        if self._server is not None:
            self._server.stop()

    def _tick_on(self) -> None:
        while not self._stopping.wait(TICK_S):
            self.tables.tick()
            if self._wall is None or self._wall_lists is None:
                continue
            shown = self.tables.lists[PageKind.WALL].newest.value
            slide = wall_slide(self._wall_lists(), shown, monotonic_ms())
            if slide != self._wall.newest.value:
                self._wall.put(slide)


def _too_few(places: int) -> Text:
    return Text(
        "only {places} spectators find a place, because this system lets the program have few files open at once; type `ulimit"
        " -Hn {files}` as root in the shell that starts it, for {promised}",
        places=places,
        files=MOST_CALLERS + OWN_FILES,
        promised=PROMISED,
    )
