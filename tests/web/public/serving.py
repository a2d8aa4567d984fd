"""Serves public pages from a process of its own, which a test may kill: `python -m tests.web.public.serving PORT SCORE`."""

import sys
import threading

from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.web.public.views import view


def serve(port: int, score: int) -> None:
    """Serve two tables and a wall until the process is killed."""
    server = PublicServer(PublicPlan(port, host="127.0.0.1"), print, lambda: ())
    server.start()
    for number in ("1", "2"):
        server.show(number, view(score, score))
    sys.stdout.write("serving\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
