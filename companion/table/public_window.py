"""The window through which the public sees the match that is played at this table: pages that are served while it lasts."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.bus.messages import PublicView
from companion.errors import CompanionError
from companion.network.addresses import own_addresses
from companion.threads import Stumble
from companion.web.public.shown import PageKind, PublicPlan
from companion.words import Text, translate

if TYPE_CHECKING:
    from companion.web.public.site import PublicServer

_log = logging.getLogger(__name__)
ONLY_TABLE = "1"
"""The number of the only table."""
ENDS_S = 5.0


class PublicWindow:
    """Serves the pages for spectators while a match runs. Its failures never reach the match."""

    def __init__(self, plan: PublicPlan, tell: Callable[[Text], None]) -> None:
        """`tell` receives the addresses of the pages, or why there are none; it is called in any thread."""
        self._plan = plan
        self._tell = tell
        self._server: PublicServer | None = None
        self._closing: threading.Thread | None = None
        self._view: PublicView | None = None
        self._recalled = ""
        self._lock = threading.Lock()
        self._ended = threading.Event()

    def open(self) -> None:
        """Begin to serve, and tell where. A port that is taken is told, and the match goes on without pages."""
        # Only who shows a match to the public waits for the web server.
        from companion.web.public.site import PublicServer  # noqa: PLC0415

        self.wait_until_closed()
        self._ended = threading.Event()
        server = PublicServer(self._plan, self._stumbled)
        try:
            server.start()
        except CompanionError as problem:
            _log.warning("no public pages: %s", translate(problem.message, "en"))
            self._tell(problem.message)
            return
        with self._lock:
            self._server, self._recalled = server, ""
            self._put(server, self._view)
        for address in own_addresses() or ("127.0.0.1",):
            self._tell(Text("the public sees this match at {url}", url=f"http://{address}:{server.port}/"))

    @property
    def port(self) -> int | None:
        """The port at which pages are served now."""
        return None if self._server is None else self._server.port

    def show(self, view: PublicView) -> None:
        """Show a new state of the match, in any thread, also before the pages are served."""
        with self._lock:
            self._view = view
            if self._server is not None:
                self._put(self._server, view)

    def _put(self, server: "PublicServer", view: PublicView | None) -> None:
        server.show(ONLY_TABLE, view)
        if view is None:
            return
        is_first, self._recalled = view.match != self._recalled, view.match
        if is_first and view.seq and self._plan.past is not None:
            args = (server, view.match, self._ended)
            threading.Thread(target=self._recall, args=args, name="public-past", daemon=True).start()

    def _recall(self, server: "PublicServer", match: str, ended: threading.Event) -> None:
        """Show what came before of a match that goes on, so late as the page shows its plays."""
        assert self._plan.past is not None
        try:
            views = self._plan.past(match)
        except CompanionError as problem:
            self._tell(problem.message)
            return
        if not ended.wait(self._plan.delay_ms(PageKind.TABLE) / 1000):
            server.tables.recall(ONLY_TABLE, views)

    def close(self) -> None:
        """End the pages, without waiting for browsers that are still there."""
        self._ended.set()
        with self._lock:
            server, self._server, self._view = self._server, None, None
        if server is not None:
            self._closing = threading.Thread(target=server.stop, name="public-ends", daemon=True)
            self._closing.start()

    def wait_until_closed(self) -> None:
        """Wait until the port is free again."""
        if self._closing is not None:
            self._closing.join(ENDS_S)

    def _stumbled(self, stumble: Stumble) -> None:
        self._tell(stumble.says)
