"""Network cameras as they are, and not as the standard has them: each stands on loopback and answers in its own way."""

import hashlib
import os
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.sources.mjpeg_server import number_of, picture_of
from vision.errors import NoSuchSource, SourceLost
from vision.pictures import END_MARK
from vision.sources.camera_password import CameraLogin, without_password
from vision.sources.mjpeg import FIRST_TIMEOUT_MS, JpegCutter, MjpegSource
from vision.sources.source import decode_jpeg
from vision.worker import SILENT_MS

Answer = Callable[[BaseHTTPRequestHandler], None]
AT_ONCE = struct.pack("ii", 1, 0)
"""Closes a connection by a reset."""


@contextmanager
def camera(answer: Answer) -> Iterator[str]:
    """A camera that answers everybody so; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def answered(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def part(jpeg: bytes, told: int | None = None) -> bytes:
    length = b"" if told is None else b"Content-Length: %d\r\n" % told
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + jpeg + b"\r\n"


def streamed(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
    handler.end_headers()
    handler.wfile.write(part(picture_of(7), len(picture_of(7))))


def first_number(url: str) -> int:
    source = MjpegSource(url)
    source.open()
    try:
        return number_of(source.read().pixels)
    finally:
        source.close()


# --- pictures and what stands between them


def cut(*parts: bytes) -> list[int]:
    """The numbers of the pictures that are cut out of a stream and decoded."""
    pixels = [decode_jpeg(one.jpeg, is_grey=True) for one in JpegCutter().feed(b"".join(parts), 0)]
    return [number_of(one) for one in pixels if one is not None]


A, B, C = map(picture_of, (1, 2, 3))


@pytest.mark.parametrize("told", [len(A) - 2, len(A), len(A) + 2, len(A) + 60, len(A) // 2, None])
def test_a_length_that_is_wrong_costs_no_picture(told: int | None) -> None:
    sent = [part(jpeg, None if told is None else len(jpeg) + told - len(A)) for jpeg in (A, B, C)]
    assert cut(*sent, b"\r\n" * 40) == [1, 2, 3]


@pytest.mark.parametrize("tells_length", [True, False])
def test_pictures_without_an_end_mark_are_read(tells_length: bool) -> None:
    bare = [jpeg.removesuffix(END_MARK) for jpeg in (A, B, C)]
    sent = [part(jpeg, len(jpeg) if tells_length else None) for jpeg in bare]
    assert cut(*sent) == ([1, 2, 3] if tells_length else [1, 2])


def test_a_picture_that_is_cut_off_is_dropped_and_the_next_is_read() -> None:
    assert cut(part(A, len(A)), part(B[:-25], len(B)), part(C, len(C))) == [1, 3]
    assert cut(part(A), part(B[:-25]), part(C)) == [1, 3]


@pytest.mark.parametrize("is_grey", [True, False])
def test_a_picture_that_lost_its_lower_half_on_the_way_is_dropped_although_it_ends_as_it_should(
    is_grey: bool,
) -> None:
    """Noise makes each square as many bytes as another, as in a real picture."""
    noise = np.random.default_rng(1).integers(0, 255, (96, 128, 3), np.uint8)
    jpeg = cv2.imencode(".jpg", noise)[1].tobytes()
    assert decode_jpeg(jpeg, is_grey=is_grey) is not None
    assert decode_jpeg(jpeg[: len(jpeg) // 2] + END_MARK, is_grey=is_grey) is None


def test_parts_of_text_with_lengths_of_their_own_may_stand_between_pictures() -> None:
    text = b"--frame\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\nmotion=0;temp=21;\r\n"
    assert cut(text, part(A, len(A)), text, part(B, len(B)), text, part(C)) == [1, 2, 3]


def test_marks_may_begin_with_fill_bytes() -> None:
    filled = [jpeg[:2] + b"\xff\xff" + jpeg[2:] for jpeg in (A, B)]
    assert cut(*map(part, filled)) == [1, 2]


# --- what a camera answers with


def test_the_length_of_the_first_picture_in_the_head_ends_no_stream() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\nContent-Length: 9\r\n\r\n"
            + part(A) + part(B)
        )  # fmt: skip

    with camera(answer) as url:
        assert first_number(url) in (1, 2)


def test_a_redirect_is_followed_also_to_where_a_password_is_asked_for() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/video":
            answered(handler, 302, Location="/live?size=large")
        elif "Authorization" not in handler.headers:
            answered(handler, 401, WWW_Authenticate='Basic realm="cam"')
        else:
            streamed(handler)

    with camera(answer) as url:
        assert first_number(url.replace("//", "//ann:se%20cret@")) == 7


def test_a_password_is_not_given_to_another_machine() -> None:
    heard: list[str | None] = []

    def other(handler: BaseHTTPRequestHandler) -> None:
        heard.append(handler.headers["Authorization"])
        answered(handler, 401, WWW_Authenticate='Basic realm="other"')

    with (
        camera(other) as there,
        camera(lambda handler: answered(handler, 302, Location=there)) as url,
        pytest.raises(NoSuchSource),
    ):
        first_number(url.replace("//", "//ann:secret@"))
    assert heard == [None]


def test_a_redirect_in_a_circle_is_told() -> None:
    with (
        camera(lambda handler: answered(handler, 302, Location="/video")) as url,
        pytest.raises(NoSuchSource, match="answers 302 Found"),
    ):
        first_number(url)


def test_a_redirect_to_another_kind_of_stream_says_its_address_without_the_password() -> None:
    with (
        camera(lambda handler: answered(handler, 302, Location="rtsp://ann:secret@cam/1")) as url,
        pytest.raises(NoSuchSource, match="are at rtsp://cam/1: type that address"),
    ):
        first_number(url)


@pytest.mark.parametrize(
    "challenge",
    [
        'Basic realm="cam"',
        "Basic realm=cam",
        'Digest realm="cam", nonce="abc", qop="auth"',
        'Digest realm="cam",nonce="abc"',
        'Digest realm="cam", nonce="abc", qop="auth,auth-int", algorithm=SHA-256, opaque="x"',
        'Digest realm="cam", nonce="abc", qop="auth", algorithm=MD5-sess',
        'Basic realm="cam", Digest realm="cam", nonce="abc", qop="auth"',
    ],
)
def test_a_password_is_given_as_the_camera_asks_for_it(challenge: str) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        given = handler.headers["Authorization"]
        if given is None:
            answered(handler, 401, WWW_Authenticate=challenge)
        elif "Digest" in challenge:
            answered(handler, 403) if not is_digest_of("se cret", given) else streamed(handler)
        else:
            answered(handler, 403) if given != "Basic YW5uOnNlIGNyZXQ=" else streamed(handler)

    with camera(answer) as url:
        assert first_number(url.replace("//", "//ann:se%20cret@")) == 7


def is_digest_of(password: str, given: str) -> bool:
    """What a camera compares, written after RFC 7616 once more."""
    told = {name: a or b for name, a, b in re.findall(r'(\w+)=(?:"([^"]*)"|([^ ,]+))', given)}
    hashed = hashlib.sha256 if "SHA" in told.get("algorithm", "") else hashlib.md5
    one = hashed(f"ann:cam:{password}".encode()).hexdigest()
    if told.get("algorithm", "").endswith("-sess"):
        one = hashed(f"{one}:abc:{told['cnonce']}".encode()).hexdigest()
    two = hashed(b"GET:/video").hexdigest()
    middle = f"abc:{told['nc']}:{told['cnonce']}:auth" if "qop" in told else "abc"
    return bool(told["response"] == hashed(f"{one}:{middle}:{two}".encode()).hexdigest())


def test_digest_is_as_in_the_standards_own_example() -> None:
    asked = {"realm": "http-auth@example.org", "qop": "auth, auth-int", "algorithm": "SHA-256",
             "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"}  # fmt: skip
    said = CameraLogin("Mufasa", "Circle of Life")._digest(
        asked, "/dir/index.html", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    )
    assert said is not None
    assert 'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"' in said


@pytest.mark.parametrize(
    ("status", "headers", "body", "user", "says"),
    [
        (401, {"WWW_Authenticate": 'Digest realm="c", nonce="n"'}, b"", "", r"in the address, as in http://USER:PASSWORD@127"),
        (401, {"WWW_Authenticate": 'Basic realm="c"'}, b"", "ann:wrong@", "does not accept this user and password"),
        (401, {"WWW_Authenticate": "Negotiate"}, b"", "ann:wrong@", "does not accept this user and password"),
        (200, {"Content_Type": "text/html; charset=utf-8"}, b"\r\n<!doctype html><title>cam</title>", "", "is a web page"),
        (200, {"Content_Type": "application/xhtml+xml"}, b"<html/>", "", "is a web page"),
        (200, {}, b"<html></html>", "", "is a web page"),
        (403, {}, b"", "", "allow it in the camera's app"),
    ],
)  # fmt: skip
def test_what_is_no_stream_is_told_with_what_to_do(
    status: int, headers: dict[str, str], body: bytes, user: str, says: str
) -> None:
    with (
        camera(lambda handler: answered(handler, status, body, **headers)) as url,
        pytest.raises(NoSuchSource, match=says) as told,
    ):
        first_number(url.replace("//", f"//{user}"))
    assert "wrong" not in str(told.value)


def test_a_port_where_another_language_is_spoken_is_told() -> None:
    """RTSP answers so, where somebody typed http:// before its port."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"RTSP/1.0 400 Bad Request\r\nCSeq: 0\r\n\r\n")

    with camera(answer) as url, pytest.raises(NoSuchSource, match=r"is not a web server: .*rtsp://"):
        first_number(url)


@pytest.mark.parametrize(
    ("status", "says"), [(503, "is busy"), (500, "switch it off and on"), (429, "wait a moment")]
)
def test_a_busy_camera_is_told_and_asked_again(status: int, says: str) -> None:
    with (
        camera(lambda handler: answered(handler, status)) as url,
        pytest.raises(SourceLost, match=says),
    ):
        first_number(url)


# --- snapshots, and slow cameras


@pytest.mark.parametrize(
    ("has_end_mark", "kind"),
    [(True, "image/jpeg"), (False, "image/jpeg"), (True, "application/octet-stream"), (True, "")],
)
def test_an_address_that_gives_one_picture_is_asked_again_and_again(has_end_mark: bool, kind: str) -> None:
    asked = 0
    waits: list[float] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        nonlocal asked
        asked += 1
        jpeg = picture_of(asked)
        answered(handler, 200, jpeg if has_end_mark else jpeg.removesuffix(END_MARK), Content_Type=kind)

    with camera(answer) as url:
        source = MjpegSource(url, clock=lambda: 1000, sleep=waits.append)
        source.open()
        assert [number_of(source.read().pixels) for _ in range(3)] == [1, 2, 3]
        source.close()
    assert waits == [0.2, 0.2]


def test_a_snapshot_that_comes_cut_off_is_asked_for_again() -> None:
    asked = 0

    def answer(handler: BaseHTTPRequestHandler) -> None:
        nonlocal asked
        asked += 1
        answered(handler, 200, A[:-25] if asked == 1 else B, Content_Type="image/jpeg")

    with camera(answer) as url:
        source = MjpegSource(url, sleep=lambda _: None)
        source.open()
        assert number_of(source.read().pixels) == 2
        source.close()


@pytest.mark.parametrize("resets", [False, True])
def test_a_camera_that_closes_after_each_picture_is_asked_again_at_once(resets: bool) -> None:
    asked = 0
    waits: list[float] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        nonlocal asked
        asked += 1
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        handler.end_headers()
        if asked < 4:
            handler.wfile.write(part(picture_of(asked), len(picture_of(asked))))
        if resets:
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            os.close(handler.connection.detach())

    with camera(answer) as url:
        source = MjpegSource(url, clock=lambda: 1000, sleep=waits.append)
        source.open()
        assert [number_of(source.read().pixels) for _ in range(3)] == [1, 2, 3]
        with pytest.raises(SourceLost, match="has closed the connection"):
            source.read()
        source.close()
    assert waits == [0.2, 0.2, 0.2]


def test_a_picture_sent_in_chunks_is_given_before_the_next_one_comes() -> None:
    """The end of its last chunk comes with it, and is no sign of another picture."""
    goes_on = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.protocol_version = "HTTP/1.1"
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for jpeg in (LARGE_JPEG, LARGE_JPEG):
            sent = part(jpeg, len(jpeg)).removesuffix(b"\r\n")
            cuts = (0, 1, 4, 11, 1_000, len(sent) - 40_000, len(sent))
            chunks = [sent[begin:end] for begin, end in pairwise(cuts)]
            handler.wfile.write(b"".join(b"%X;of=7\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks))
            goes_on.wait(10)

    with camera(answer) as url:
        source = MjpegSource(url, read_timeout_ms=3_000)
        source.open()
        try:
            assert source.read().size_px == (600, 400)
        finally:
            goes_on.set()
            source.close()


def test_a_camera_of_half_a_picture_a_second_is_waited_for() -> None:
    source = MjpegSource("http://127.0.0.1/video")
    assert source._timeout_ms == 5000
    for at_ms in (0, 2000, 4000):
        source._freshness.is_fresh(at_ms)
    assert source._timeout_ms == 6000
    source._freshness.period_ms = 40
    assert source._timeout_ms == 1500


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("http://anna:s3cret@cam/video", "http://USER:PASSWORD@cam/video"),
        ("rtsp://anna:s3@cret@cam/1", "rtsp://USER:PASSWORD@cam/1"),
        ("mirrored:rtsp://anna:s3cret@cam:554/1", "mirrored:rtsp://USER:PASSWORD@cam:554/1"),
        ("http://cam/video?at=a@b", "http://cam/video?at=a@b"),
        ("/dev/video2", "/dev/video2"),
    ],
)
def test_a_password_is_never_shown(typed: str, shown: str) -> None:
    assert without_password(typed) == shown


LARGE_JPEG = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (400, 600), np.uint8))[
    1
].tobytes()
LARGE_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (60_000).to_bytes(4, "big") * 2 + bytes(2_000)


@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        (A[: len(A) // 2], "image/jpeg", "they are damaged, or only a part of each arrives"),
        (b"", "image/jpeg", "its answer is empty"),
        (b"", "", "its answer is empty"),
        (LARGE_PNG, "image/png", "what it sends cannot be read as a picture"),
        (LARGE_PNG, "application/octet-stream", "what it sends cannot be read as a picture"),
        (LARGE_PNG + A, "image/png", "what it sends cannot be read as a picture"),
        (b"RIFF\0\0\0\0WEBP" + A, "image/webp", "what it sends cannot be read as a picture"),
        (b'{"error": 7}', "application/json", "what it sends cannot be read as a picture"),
        (b"#EXTM3U", "application/vnd.apple.mpegurl", "what it sends cannot be read as a picture"),
    ],
)
def test_a_camera_that_answers_with_no_picture_is_not_called_silent(
    body: bytes, kind: str, says: str
) -> None:
    with camera(lambda handler: answered(handler, 200, body, Content_Type=kind)) as url:
        source = MjpegSource(url, read_timeout_ms=300)
        source.open()
        with pytest.raises(SourceLost, match=f"answers, but .*{says}"):
            source.read()
        source.close()


def test_a_source_tells_why_no_picture_comes_before_it_is_called_silent() -> None:
    assert FIRST_TIMEOUT_MS < SILENT_MS
