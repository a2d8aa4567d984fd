"""The phone's page over HTTPS: who has the token joins, who has the key sends, and strangers do nothing."""

import http.client
import json
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.words import Text
from vision.phone.code import code_lines, code_picture
from vision.phone.link import PhoneLink
from vision.phone.mailbox import PictureKind, ReadThing
from vision.phone.opening import phone_link
from vision.phone.web import LARGEST_BYTES, MOST_CALLERS, PICTURES_PER_S

JPEG = cv2.imencode(".jpg", np.full((72, 128), 90, np.uint8))[1].tobytes()


class Caller:
    """A client of the page, with its cookies."""

    def __init__(self, link: PhoneLink) -> None:
        assert link.invitation is not None
        self.host = re.sub(r"https://([^/]+)/.*", r"\1", link.invitation.url)
        self.token = link.invitation.url.rpartition("/")[2]
        self.cookie = ""
        self.last: http.client.HTTPMessage | None = None

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            told["Cookie"] = self.cookie
        unchecked = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection(self.host, timeout=10, context=unchecked)
        try:
            connection.request(method, path, body, told)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        self.last = answer.headers
        if (cookie := answer.headers["Set-Cookie"]) is not None:
            self.cookie = cookie.partition(";")[0]
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(data) if is_json else data.decode("utf-8", "replace")

    def join(self, token: str | None = None) -> int:
        said = json.dumps({"token": self.token if token is None else token}).encode()
        return self.ask("POST", "/join", said, Content_Type="application/json")[0]

    def send(
        self, body: bytes = JPEG, how: str = "kind=full", kind: str = "image/jpeg", **headers: str
    ) -> Any:
        return self.ask("POST", f"/picture?{how}", body, Content_Type=kind, **headers)


@pytest.fixture
def link(tmp_path: Path) -> Iterator[PhoneLink]:
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0)
    link.hold("test")
    yield link
    link.drop("test")


@pytest.fixture
def phone(link: PhoneLink) -> Caller:
    phone = Caller(link)
    assert phone.join() == 200
    return phone


# --- when it listens


def test_nothing_listens_unless_somebody_wants_a_phone(tmp_path: Path) -> None:
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0)
    assert not link.is_listening and link.invitation is None and not list(tmp_path.iterdir())
    link.hold("page")
    caller = Caller(link)
    link.hold("match")
    link.drop("page")
    assert caller.ask("GET", f"/{caller.token}")[0] == 200
    link.drop("match")
    assert not link.is_listening
    with pytest.raises(OSError, match="refused"):
        caller.ask("GET", f"/{caller.token}")
    link.drop("match")


@pytest.mark.parametrize("token", ["\ud800", "\u00e9", "x" * 100, "\0"])
def test_a_token_that_no_page_made_is_refused_as_any_other(link: PhoneLink, token: str) -> None:
    assert Caller(link).join(token) == 403


def test_a_taken_port_does_not_matter(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        link = phone_link(tmp_path, addresses=("127.0.0.1",), port=other.getsockname()[1])
        link.hold("test")
        assert Caller(link).join() == 200
        link.drop("test")


def test_an_old_token_is_worth_nothing_when_it_listens_again(tmp_path: Path) -> None:
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0)
    link.hold("test")
    before = Caller(link).token
    link.drop("test")
    link.hold("test")
    assert Caller(link).join(before) == 403
    link.drop("test")


# --- who may do what


def test_who_has_the_token_gets_the_page_in_the_language_of_the_phone(link: PhoneLink) -> None:
    caller = Caller(link)
    status, page = caller.ask("GET", f"/{caller.token}", Accept_Language="fr-CH,fr;q=0.9,en;q=0.8")
    assert status == 200 and '<html lang="fr">' in page and "capture=" in page
    assert '<html lang="en">' in caller.ask("GET", f"/{caller.token}?lang=en", Accept_Language="fr")[1]
    assert '<html lang="en">' in caller.ask("GET", f"/{caller.token}?lang=%3Cb%3E", Accept_Language="de")[1]


@pytest.mark.parametrize("path", ["/", "/guess", "/picture", "/join", "/read", "/x/y", "/phone.html"])
def test_a_stranger_is_shown_nothing(link: PhoneLink, path: str) -> None:
    status, page = Caller(link).ask("GET", path)
    assert status in (404, 405) and "data-said" not in page


def test_a_stranger_who_holds_connections_keeps_neither_a_phone_nor_its_pictures_out(link: PhoneLink) -> None:
    phone = Caller(link)
    host, _, port = phone.host.partition(":")
    with ExitStack() as held:
        for n in range(2 * MOST_CALLERS):
            address = f"127.0.1.{1 + n % 9}"
            held.enter_context(socket.create_connection((host, int(port)), 10, (address, 0)))
        assert phone.join() == 200
        assert phone.send()[0] == 200


def test_a_stranger_does_nothing(link: PhoneLink, phone: Caller) -> None:
    stranger = Caller.__new__(Caller)
    stranger.host, stranger.token, stranger.cookie = phone.host, phone.token, ""
    assert stranger.join() == 403
    assert stranger.send()[0] == 401
    assert stranger.ask("POST", "/read", b"{}")[0] == 401
    assert stranger.ask("POST", "/leave", b"")[0] == 401
    stranger.cookie = "__Host-companion-phone=guess"
    assert stranger.send()[0] == 401
    assert not link.mailbox.is_waiting and link.has_phone


def test_a_token_is_spent_by_the_phone_that_joins_and_not_by_a_look_at_the_page(link: PhoneLink) -> None:
    one, other = Caller(link), Caller(link)
    assert one.ask("GET", f"/{one.token}")[0] == 200
    assert one.join() == 200 and one.join() == 200
    assert other.join() == 403
    assert one.ask("GET", "/")[0] == 200
    assert other.ask("GET", f"/{other.token}")[0] == 404


def test_the_key_is_kept_where_no_page_and_no_other_address_reads_it(phone: Caller) -> None:
    assert phone.last is not None
    cookie = phone.last["Set-Cookie"]
    assert cookie.startswith("__Host-") and {"HttpOnly", "Secure", "SameSite=strict"} <= set(
        cookie.split("; ")
    )


def test_a_phone_that_was_replaced_is_told_so(link: PhoneLink, phone: Caller) -> None:
    assert phone.ask("POST", "/leave", b"")[0] == 204
    other = Caller(link)
    assert other.join() == 200
    status, said = phone.send(Accept_Language="fr")
    assert (status, said["says"]) == (409, "un autre téléphone est maintenant la caméra")
    assert other.send()[0] == 200


def test_another_page_in_the_same_browser_sends_nothing(link: PhoneLink, phone: Caller) -> None:
    assert phone.send(Origin="https://evil.example")[0] == 401
    assert not link.mailbox.is_waiting
    assert phone.send(Origin=f"https://{phone.host}")[0] == 200


# --- what may be sent


@pytest.mark.parametrize(
    ("body", "how", "kind", "status"),
    [
        (JPEG, "kind=full", "text/html", 415),
        (b"GIF89a", "kind=full", "image/jpeg", 415),
        (b"", "kind=full", "image/jpeg", 415),
        (JPEG, "kind=film", "image/jpeg", 400),
        (JPEG, "", "image/jpeg", 400),
        (JPEG, "kind=full&stops=nan", "image/jpeg", 400),
        (JPEG, "kind=full&stops=99", "image/jpeg", 400),
    ],
)
def test_what_is_no_picture_is_refused(
    link: PhoneLink, phone: Caller, body: bytes, how: str, kind: str, status: int
) -> None:
    assert phone.send(body, how, kind)[0] == status
    assert not link.mailbox.is_waiting


def test_a_jpeg_that_claims_more_pixels_than_a_camera_has_is_refused(phone: Caller) -> None:
    bomb = bytearray(JPEG)
    at = bomb.find(b"\xff\xc0") + 5
    bomb[at : at + 4] = (30_000).to_bytes(2, "big") * 2
    assert phone.send(bytes(bomb))[0] == 413


@pytest.mark.parametrize("tells_length", [True, False])
def test_a_body_that_is_too_large_is_cut_off(link: PhoneLink, phone: Caller, tells_length: bool) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(LARGEST_BYTES // 1_000_000 + 3):
            yield JPEG + bytes(1_000_000)

    body = JPEG + bytes(LARGEST_BYTES) if tells_length else endless()
    unchecked = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection(phone.host, timeout=10, context=unchecked)
    try:
        headers = {"Cookie": phone.cookie, "Content-Type": "image/jpeg"}
        connection.request("POST", "/picture?kind=full", body, headers, encode_chunked=not tells_length)
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
        pass  # The server hung up before all of it was sent.
    finally:
        connection.close()
    assert not link.mailbox.is_waiting


@pytest.mark.parametrize("said", [b"", b"[]", b"{", b'{"token": 7}', b"[" * 900, b"x" * 5_000])
def test_who_joins_with_nonsense_is_refused(link: PhoneLink, said: bytes) -> None:
    status, _ = Caller(link).ask("POST", "/join", said, Content_Type="application/json")
    assert status in (400, 403, 413)


@pytest.mark.slow
def test_a_phone_that_sends_too_much_is_asked_to_wait(tmp_path: Path) -> None:
    now_ms = 0
    link = phone_link(tmp_path, addresses=("127.0.0.1",), port=0, clock=lambda: now_ms)
    link.hold("test")
    phone = Caller(link)
    assert phone.join() == 200
    told = [phone.send()[0] for _ in range(int(6 * PICTURES_PER_S))]
    assert set(told) == {200, 429} and told[-1] == 429
    now_ms = 1000
    assert phone.send()[0] == 200
    link.drop("test")


# --- what comes of it


def test_the_newest_picture_waits_with_what_is_told_of_it(link: PhoneLink, phone: Caller) -> None:
    phone.send(how="kind=small")
    phone.send(how="kind=full&steady=1&stops=-2&exposes=1")
    picture = link.mailbox.take(0)
    assert picture is not None and picture.jpeg == JPEG
    assert (picture.kind, picture.is_steady, picture.stops, picture.can_expose) == (
        PictureKind.FULL, True, -2.0, True,
    )  # fmt: skip
    assert link.mailbox.take(0) is None


def test_the_answer_has_what_was_read_in_the_language_of_the_phone_and_markup_is_text(
    link: PhoneLink, phone: Caller
) -> None:
    link.mailbox.begin("reader")
    name = "<img src=x onerror=alert(1)>"
    corners = ((0.1, 0.2), (0.3, 0.2), (0.3, 0.4), (0.12345678, 0.4))
    link.mailbox.show((ReadThing(name, corners), ReadThing(Text("none"), corners)), is_at_rest=True)
    _, answer = phone.ask("POST", "/read", b"{}", Accept_Language="fr")
    assert [one["name"] for one in answer["things"]] == [name, "aucune"]
    assert answer["things"][0]["at"][3] == [0.1235, 0.4]
    assert answer["more"] is False
    program = (Path(__file__).parents[3] / "vision/phone/page/phone.js").read_text(encoding="utf-8")
    assert "textContent" in program
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", program)


def test_no_page_may_run_what_does_not_come_from_here(link: PhoneLink, phone: Caller) -> None:
    paths = ("/", "/guess", "/phone.js", "/phone.css")
    for path in paths:
        phone.ask("GET", path)
        assert phone.last is not None
        policy = phone.last["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert (phone.last["X-Content-Type-Options"], phone.last["Referrer-Policy"]) == (
            "nosniff",
            "no-referrer",
        )
        assert phone.last["Server"] is None
    pages = Path(__file__).parents[3] / "vision/phone/page"
    for page in pages.glob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?://", html), page


def test_the_code_on_the_screen_is_read_by_what_reads_cards(link: PhoneLink) -> None:
    from vision.detectors.codes import read_plain  # noqa: PLC0415

    assert link.invitation is not None
    drawn = code_picture(link.invitation.url)
    pixels = np.frombuffer(drawn.bgr, np.uint8).reshape(drawn.height_px, drawn.width_px, 3)
    [code] = read_plain(np.ascontiguousarray(pixels[..., 0]))
    assert code.text == link.invitation.url
    assert len(code_lines(link.invitation.url).splitlines()) > 15


def test_a_machine_without_a_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.errors import NoSuchSource  # noqa: PLC0415

    monkeypatch.setattr("vision.phone.link.own_addresses", tuple)
    with pytest.raises(NoSuchSource, match="no network"):
        phone_link(tmp_path).hold("test")
