"""A match that is played here is shown to the public while it lasts, and its plays are seen there."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.kept_matches import views_of
from companion.backend.local import LocalBackend
from companion.session.inbox import PlayIntent
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.public_window import PublicWindow
from companion.web.public.shown import PublicPlan
from tests.plays import play_of
from tests.web.served import Visitor

ATTEMPT = play_of("ofusaido", {"play": "attempt", "seat": "home", "occasion": "OC005-900"})


def port_of(window: PublicWindow) -> int | None:
    return window.port


def test_the_public_sees_a_match_from_its_first_play_to_its_end(tmp_path: Path) -> None:
    window = PublicWindow(PublicPlan(0, host="127.0.0.1"), print)
    backend = LocalBackend(Places(tmp_path), public=window)
    setup, _ = demonstrations("ofusaido")["demo-match"]
    assert port_of(window) is None, "no match, and nothing listens"
    match = backend.begin(PlayRequest(setup, TableDevices()))
    try:
        port = port_of(window)
        assert port is not None
        with Visitor(port).listen("/live/table/1/spectator?lang=en") as stream:
            match.put(PlayIntent(ATTEMPT))
            says = ""
            while "After play 1" not in says:
                kind, data = stream.next()
                says = "".join(json.loads(data).values()) if kind == "parts" else says
            assert "Bellecombre" in says
    finally:
        match.stop()
    window.wait_until_closed()
    assert port_of(window) is None


PATIENCE_S = 20.0


def until(is_so: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.05)


@pytest.mark.parametrize("is_shown_first", [True, False], ids=["before", "after"])
def test_a_resumed_match_has_its_course_whether_it_is_shown_before_or_after_the_pages_open(
    tmp_path: Path, is_shown_first: bool
) -> None:
    where = Places(tmp_path)
    setup, _ = demonstrations("ofusaido")["demo-match"]
    match = LocalBackend(where).begin(PlayRequest(setup, TableDevices()))
    match.put(PlayIntent(ATTEMPT))
    match.stop()
    views = views_of(match.name, where)
    window = PublicWindow(PublicPlan(0, host="127.0.0.1", past=lambda _: views), print)
    for step in (window.open, lambda: window.show(views[-1]))[:: -1 if is_shown_first else 1]:
        step()
    try:
        port = port_of(window)
        assert port is not None
        until(lambda: "2 of 2" in Visitor(port).get("/table/1/steps?at=1&lang=en")[1])
        status, page = Visitor(port).get("/table/1/steps?at=0&lang=en")
        assert status == 200 and "before" not in page
    finally:
        window.close()
        window.wait_until_closed()
