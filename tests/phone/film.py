"""A match that virtual hands play on the drawn table, as a film for Chromium's fake camera."""

from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play, UnreadablePlay
from companion.rules.games import GAMES
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import demonstrations
from companion.table.show import FRAMES_PER_SECOND, Scenery, Show
from companion.table.wiring import bare_controller
from vision.frame import Frame
from vision.virtual.light import Sensor

RATE = 30
"""Chromium shows a film of JPEGs at this rate."""
FIRST_S, LAST_S = 4.0, 20.0
"""How long the empty table stands at the beginning, and the last cards at the end: the phone needs time to join."""


@dataclass(frozen=True, slots=True)
class ActedFilm:
    """A film in a file, with the plays that hands act in it, and what is known of its match at the end."""

    path: Path
    seconds: float
    plays: tuple[Play | UnreadablePlay, ...]
    score: object
    is_over: bool


def match_of(game: str) -> Match:
    setup, cards = demonstrations(game)["demo-match"]
    return Match(GAMES[game], setup, cards)


def acted_film(game: str, folder: Path, *, plays: int = 0, rest_s: float = 2.5) -> ActedFilm:
    """The beginning of a match, so many plays long (0: all of it). Before and after each play the hands rest for a while."""
    match, told = match_of(game), list[SessionEvent]()
    desk = bare_controller(MatchId("film"), match)
    scenery = Scenery(1, sensor=Sensor(0.8, jpeg=None, is_grey=True), px_a_module=3.0)
    path = folder / f"{game}.mjpeg"
    pictures, begun, rested, jpeg = 0, 0, 0, b""
    with (
        path.open("wb") as film,
        Show(match_of(game), desk, scenery, told.append, folder / "rolls.db") as show,
    ):
        for frame in show.frames():
            assert frame is not None, "nobody unplugs this camera"
            acted = show.acted
            times = RATE // FRAMES_PER_SECOND
            if not pictures:
                times = round(FIRST_S * RATE)
            elif begun != acted.score.acted:
                # The hands of the next play have not come yet: what the last one cleared away is seen to be gone.
                times, begun = round(rest_s * RATE), acted.score.acted
            elif acted._open is not None and not acted._stage.is_busy and rested != acted.score.acted:
                times, rested = round(rest_s * RATE), acted.score.acted
            jpeg = _jpeg(frame)
            film.write(jpeg * times)
            pictures += times
            if plays and sum(acted.score.fates.values()) >= plays:
                break
        film.write(jpeg * round(LAST_S * RATE))
    pictures += round(LAST_S * RATE)
    ruled = tuple(one.play for one in told if isinstance(one, RulingEvent) and one.refusal is None)
    return ActedFilm(path, pictures / RATE, ruled, match.view()["score"], match.is_over)


def _jpeg(frame: Frame) -> bytes:
    return cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
