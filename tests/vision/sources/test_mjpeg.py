"""JPEGs are cut out of a stream whole, wherever the network cut it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.sources.mjpeg_server import MjpegServer, number_of, picture_of
from vision.errors import NoSuchSource, SourceLost
from vision.sources.mjpeg import LONGEST_HEADERS, JpegCutter, MjpegSource
from vision.sources.source import Freshness

THUMBNAIL = picture_of(1)


def part(jpeg: bytes, *, tells_length: bool) -> bytes:
    length = b"Content-length: %d\r\n" % len(jpeg) if tells_length else b""
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + jpeg + b"\r\n"


def with_thumbnail(jpeg: bytes) -> bytes:
    """A picture that carries a small one in its first segment, as cameras make them."""
    segment = b"\xff\xe1" + (len(THUMBNAIL) + 2).to_bytes(2, "big") + THUMBNAIL
    return jpeg[:2] + segment + jpeg[2:]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=60), st.booleans(), st.booleans())
def test_pictures_come_out_whole_however_the_stream_was_cut(
    cuts: list[int], tells_length: bool, has_thumbnail: bool
) -> None:
    sent = [with_thumbnail(picture_of(n)) if has_thumbnail else picture_of(n) for n in range(5)]
    data = b"".join(part(jpeg, tells_length=tells_length) for jpeg in sent)
    parts, got = JpegCutter(), []
    for cut in cuts:
        piece, data = data[:cut], data[cut:]
        got += parts.feed(piece, 0)
    got += parts.feed(data, 0)
    assert [one.jpeg for one in got] == sent


def test_a_picture_is_as_old_as_its_first_byte() -> None:
    parts = JpegCutter()
    data = part(picture_of(7), tells_length=True)
    assert parts.feed(data[:200], 1000) == []
    [one] = parts.feed(data[200:], 4000)
    assert one.began_ms == 1000


@pytest.mark.parametrize("tells_length", [True, False])
def test_a_stream_is_read_over_http(tells_length: bool) -> None:
    server = MjpegServer(tells_length=tells_length)
    source = MjpegSource(server.url)
    source.open()
    numbers = [number_of(source.read().pixels) for _ in range(5)]
    source.close()
    server.kill()
    assert numbers == sorted(set(numbers))


def test_an_address_where_nobody_listens_is_told_with_advice() -> None:
    server = MjpegServer()
    server.kill()
    with pytest.raises(SourceLost, match=r"nothing answers at http://127\.0\.0\.1"):
        MjpegSource(server.url).open()


def test_a_wrong_path_is_told_with_what_the_server_said() -> None:
    server = MjpegServer()
    server.status = b"404 Not Found"
    with pytest.raises(NoSuchSource, match="answers 404 Not Found"):
        MjpegSource(server.url).open()
    server.kill()


def test_a_password_is_never_told() -> None:
    source = MjpegSource("http://me:secret@127.0.0.1:1/video")
    assert "secret" not in str(source.describe().args["url"])
    with pytest.raises(SourceLost) as lost:
        source.open()
    assert "secret" not in str(lost.value)


def test_after_a_gap_pictures_that_come_too_fast_are_old() -> None:
    freshness = Freshness()
    assert all(freshness.is_fresh(at_ms) for at_ms in (0, 33, 66, 100, 133))
    assert not freshness.is_fresh(3000)
    assert not any(freshness.is_fresh(at_ms) for at_ms in (3001, 3002, 3010, 3012))
    assert freshness.is_fresh(3045)
    assert freshness.is_fresh(3079)


def test_a_slow_camera_has_no_gaps() -> None:
    freshness = Freshness()
    assert all(freshness.is_fresh(at_ms) for at_ms in range(0, 5000, 500))


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that answers its one caller so, until it hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                caller, _ = listener.accept()
                with caller:
                    answer(caller)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/video"
        listener.close()
        thread.join(10)


def drip(caller: socket.socket) -> None:
    caller.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        caller.sendall(b"a")
        time.sleep(0.01)


def babble(caller: socket.socket) -> None:
    caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace\r\n\r\n")
    while True:
        caller.sendall(bytes(65_536))


def claim(caller: socket.socket) -> None:
    jpeg = bytearray(picture_of(1))
    at = jpeg.find(b"\xff\xc0") + 5
    jpeg[at : at + 4] = (30_000).to_bytes(2, "big") * 2
    caller.recv(4_096)
    caller.sendall(b"HTTP/1.1 200 OK\r\n\r\nContent-Length: %d\r\n\r\n" % len(jpeg) + jpeg)
    caller.recv(1)


def test_headers_that_drip_for_ever_are_given_up_in_time() -> None:
    with answering(drip) as url:
        source = MjpegSource(url, open_timeout_ms=150)
        with pytest.raises(SourceLost, match="no answer came in time"):
            source.open()


@pytest.mark.slow
def test_a_stream_of_endless_garbage_is_lost_in_time_and_keeps_no_memory() -> None:
    with answering(babble) as url:
        source = MjpegSource(url, read_timeout_ms=1_500)
        source.open()
        try:
            with pytest.raises(SourceLost, match="what it sends cannot be read as a picture"):
                source.read()
            assert len(source._parts._bytes) <= LONGEST_HEADERS
        finally:
            source.close()


@pytest.mark.parametrize("looks", range(3, 13))
def test_a_camera_that_sends_garbage_is_never_called_silent(looks: int) -> None:
    """The wait ends after each number of looks at the clock, so before and after each read of the socket."""
    times_ms = chain([0] * looks, repeat(60_000))
    with answering(babble) as url:
        source = MjpegSource(url, read_timeout_ms=30_000)
        source.open()
        source._clock = lambda: next(times_ms)
        with pytest.raises(SourceLost, match=r"has sent no picture for 30 s|what it sends cannot be read"):
            source.read()
        source.close()


def test_pictures_larger_than_any_cameras_are_told_with_their_size() -> None:
    with answering(claim) as url:
        source = MjpegSource(url)
        source.open()
        with pytest.raises(SourceLost, match="30000 by 30000 pixels, but at most 40 megapixels"):
            source.read()
        source.close()


def test_an_address_may_have_letters_of_any_language() -> None:
    asked: list[bytes] = []

    def answer(caller: socket.socket) -> None:
        asked.append(caller.recv(1_000))
        caller.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    with answering(answer) as url:
        source = MjpegSource(f"{url}/caméra?où=1")
        source.open()
        source.close()
    assert asked[0].startswith(b"GET /video/cam%C3%A9ra?o%C3%B9=1 HTTP/1.1")
