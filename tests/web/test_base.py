"""What all pages share: their language, their safe headers, their live parts, and that words are never markup."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.network import page_server
from companion.network.addresses import ServerPlace
from companion.network.page_server import PageServer, ServedSite
from companion.rules.games import GAMES
from companion.web.live import LivePage, LiveState
from companion.web.pages import PageMaker, language_wanted
from companion.web.site import guarded, policy, wanted_language, web_site
from companion.web.static_files import look_css
from companion.words import Text, Wording
from tests.web.served import Visitor, served

TEMPLATE = """{% extends "base.html" %}
{% block title %}{{ name }}{% endblock %}
{% block main %}
<p id="score">{% block part_score %}{{ _('the match is over') | sentence }}: {{ name }}, {{ said | say }}{% endblock %}</p>
{% endblock %}
"""


async def endless(_request: Request) -> Response:
    """A page that somebody watches for ever."""
    return LivePage(LiveState(""), lambda _state, _language: {}).response("en")


@pytest.fixture
def state() -> LiveState[str]:
    return LiveState("Ann")


@pytest.fixture
def visitor(tmp_path: Path, state: LiveState[str]) -> Iterator[Visitor]:
    (tmp_path / "page.html").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "room.css").write_text("p { color: red }", encoding="utf-8")
    pages = PageMaker(tmp_path)

    def draw(name: str, language: str) -> dict[str, str]:
        return pages.parts("page.html", language, name=name, said=Wording("two", "deux"))

    live = LivePage(state, draw)

    async def page(request: Request) -> Response:
        return HTMLResponse(
            pages.html(
                "page.html",
                wanted_language(request),
                name=state.newest.value,
                said=Wording("two", "deux"),
                stream="/stream",
                age_ms=live.age_ms(),
            )
        )

    async def stream(request: Request) -> Response:
        return live.response(wanted_language(request))

    routes = [Route("/", guarded(page, pages)), Route("/stream", guarded(stream, pages))]
    routes.append(Route("/post", guarded(page, pages), methods=["POST"]))
    with served(web_site(routes, pages, {"room.css": tmp_path / "room.css"})) as port:
        yield Visitor(port)


@pytest.mark.parametrize(
    ("asked", "chosen", "language"),
    [("fr-CH, fr;q=0.9", None, "fr"), ("de, en;q=0.5", None, "en"), ("de", None, "en"), ("en", "fr", "fr"), ("fr", "xx", "fr")],
)  # fmt: skip
def test_a_page_speaks_the_language_that_is_asked_for(asked: str, chosen: str | None, language: str) -> None:
    assert language_wanted({"accept-language": asked}, chosen) == language


def test_a_page_is_translated(visitor: Visitor) -> None:
    assert "The match is over: Ann, two" in visitor.get("/")[1]
    assert "Le match est terminé" in visitor.get("/", Accept_Language="fr")[1]
    assert "deux" in visitor.get("/?lang=fr")[1]


def test_names_with_markup_are_text(visitor: Visitor, state: LiveState[str]) -> None:
    state.put('<script src="/evil.js"></script>')
    _, page = visitor.get("/")
    assert "<script src=&#34;/evil.js" in page.replace("&quot;", "&#34;").replace("&lt;", "<")
    assert '<script src="/evil' not in page
    with visitor.listen("/stream") as stream:
        _, data = stream.next()
    assert "<script" not in json.loads(data)["score"]


def test_every_answer_forbids_script_and_style_that_are_not_files_of_this_server(visitor: Visitor) -> None:
    for path, status in (("/", 200), ("/nowhere", 404), ("/static/web.css", 200), ("/static/none.js", 404)):
        assert visitor.get(path)[0] == status
        assert visitor.headers is not None
        security = visitor.headers["Content-Security-Policy"]
        assert "default-src 'none'" in security and "script-src 'self'" in security
        assert "unsafe" not in security
        assert visitor.headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_of_ours_has_script_or_style_in_it(visitor: Visitor) -> None:
    _, page = visitor.get("/")
    assert "<style" not in page and " style=" not in page and " onclick=" not in page
    assert page.count("<script") == 1 and '<script src="/static/live.js" defer></script>' in page


def test_a_policy_allows_what_is_named() -> None:
    assert "img-src 'self' blob:" in policy(img_src="'self' blob:")


def test_a_page_without_a_program_loads_itself_again(visitor: Visitor) -> None:
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in visitor.get("/")[1]


def test_what_went_wrong_is_told_in_the_readers_language(visitor: Visitor) -> None:
    assert visitor.get("/nowhere", Accept_Language="fr") == (404, visitor.get("/nowhere?lang=fr")[1])
    assert "There is no such page here" in visitor.get("/nowhere")[1]
    assert visitor.get("/", "POST")[0] == 405


def test_a_post_of_another_servers_page_is_refused(visitor: Visitor) -> None:
    assert visitor.get("/post", "POST", Origin="http://elsewhere.example")[0] == 403
    assert visitor.get("/post", "POST", Origin=f"http://127.0.0.1:{visitor.port}")[0] == 200


def test_a_room_adds_files_of_its_own(visitor: Visitor) -> None:
    assert visitor.get("/static/room.css") == (200, "p { color: red }")
    assert visitor.get("/static/../pages.py")[0] == 404


def test_the_stream_brings_the_newest_state_and_how_old_it_is(
    visitor: Visitor, state: LiveState[str]
) -> None:
    with visitor.listen("/stream?lang=fr") as stream:
        kind, data = stream.next()
        assert (kind, json.loads(data)) == ("parts", {"score": "Le match est terminé: Ann, deux"})
        kind, data = stream.next()
        assert kind == "beat" and int(data) >= 0
        for name in ("Bob", "Cid", "Dan"):
            state.put(name)
        while not json.loads(data := stream.next()[1]) or "Dan" not in data:
            assert "Ann" not in data


def test_a_state_that_changes_nothing_is_no_news() -> None:
    state = LiveState("Ann")
    drawn: list[str] = []

    def draw(name: str, language: str) -> dict[str, str]:
        drawn.append(language)
        return {"score": name}

    async def watch() -> list[bytes]:
        live = LivePage(state, draw)
        one, other = live.stream("en"), live.stream("en")
        told = [await anext(one), await anext(one), await anext(other), await anext(other)]
        state.put("Ann")
        return [*told, await anext(one)]

    told = asyncio.run(watch())
    assert told[1] == told[3] and b"parts" in told[1]
    assert told[4].startswith(b"event: beat")
    assert drawn == ["en", "en"], "drawn once a state, for all who watch"


def test_a_browser_is_sent_what_is_new_alone_and_all_of_it_if_it_missed_a_state() -> None:
    state = LiveState("Ann")

    async def watch() -> list[bytes]:
        live = LivePage(state, lambda name, _language: {"score": name, "board": "large"})
        one, other = live.stream("en"), live.stream("en")
        for stream in (one, other):
            await anext(stream)
            await anext(stream)
        state.put("Bob")
        told = [await anext(one)]
        state.put("Cid")
        return [*told, await anext(one), await anext(other)]

    awake, awake_later, slow = asyncio.run(watch())
    assert b"Bob" in awake and b"large" not in awake
    assert b"Cid" in awake_later and b"large" not in awake_later
    assert b"Cid" in slow and b"large" in slow


def test_who_waits_is_woken_from_another_thread_and_not_for_ever() -> None:
    state = LiveState(0)

    async def wait() -> tuple[bool, bool]:
        loop = asyncio.get_running_loop()
        late = await state.after(1, 0.0)
        _, woken = await asyncio.gather(loop.run_in_executor(None, state.put, 1), state.after(1, 30))
        return late, woken

    assert asyncio.run(wait()) == (False, True)
    state.put(2)


def test_a_word_that_a_template_lacks_is_an_error_and_no_hole(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("{{ missing }}", encoding="utf-8")
    with pytest.raises(UndefinedError):
        PageMaker(tmp_path).html("page.html", "en")


def test_a_name_turns_no_line_of_a_page_round(tmp_path: Path) -> None:
    """Names stand on pages by themselves: of tables, of tournaments, and of who plays."""
    (tmp_path / "page.html").write_text("<b>{{ name }}</b>{{ 7 }}", encoding="utf-8")
    page = PageMaker(tmp_path).html("page.html", "en", name="\u202eAnna\ud800 & Zoé")
    assert page == "<b>·Anna· &amp; Zoé</b>7"


def test_the_look_has_both_themes_and_every_game() -> None:
    css = look_css()
    assert "prefers-color-scheme: light" in css and "--accent-ink" in css
    assert all(f".game-{game}" in css for game in GAMES)
    assert ".side-home" in css


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = ServerPlace("127.0.0.1", taken.getsockname()[1], None, is_fixed=True)
        with pytest.raises(OSError, match="in use"):
            PageServer(ServedSite("pages", Text("pages"), None, 4, 4), place, print)


def test_a_server_that_ends_under_open_pages_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    site = web_site([Route("/stream", endless)], PageMaker())
    with ExitStack() as listening, served(site) as port:
        listening.enter_context(Visitor(port).listen("/stream")).next()
    # Once a window was opened in the same process, the logs of details come here too.
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_who_holds_connections_and_asks_for_nothing_is_hung_up(
    visitor: Visitor, state: LiveState[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "REQUEST_S", 0.3)
    with visitor.listen("/stream") as stream, ExitStack() as held:
        stream.next()
        idle = [
            held.enter_context(socket.create_connection(("127.0.0.1", visitor.port), timeout=10))
            for _ in range(80)
        ]
        idle[0].sendall(b"GET / HTTP/1.1\r\nHost: slow")
        state.put("Eve")
        while "Eve" not in stream.next()[1]:
            pass
        assert all(one.recv(1) == b"" for one in idle), "the server ends them"
        assert visitor.get("/")[0] == 200
