"""Converts the reports of vision into items of the session, and makes match controllers."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Notice
from companion.reading.games import MEANINGS
from companion.reading.identity import Identities
from companion.reading.reader import Reader
from companion.session.inbox import CameraStatus, DeviceNotice, Item, RestReport, SightingReport
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.table.recorded_match import identities_of
from companion.timers import Clocks
from vision.light import LightState
from vision.mat_watch import MatState
from vision.sources.newest_frame import SourceState
from vision.sources.source import ShowingSource, Source
from vision.worker import News, NoticeNews
from vision.worker import RestNews as RestsBeforeCamera
from vision.worker import SightingNews as SeenByCamera


def run_name() -> str:
    """Return a name for this run of the program, which makes the ids of its observations different from another run's."""
    return secrets.token_hex(3)


def from_vision(news: News, run: str) -> Iterator[Item]:
    """Return the items for the session in the camera's reports."""
    match news:
        case SeenByCamera(sighting, crop, table):
            yield SightingReport(replace(sighting, id=ObservationId(f"{run}-{sighting.id}")), crop, table)
        case RestsBeforeCamera(is_at_rest, _, unrest, zones):
            yield RestReport(is_at_rest, unrest, zones)
        case NoticeNews(notice, words):
            yield DeviceNotice(replace(notice, id=ObservationId(f"{run}-{notice.id}")), words)
            yield from _sight(notice)


def _sight(notice: Notice) -> Iterator[CameraStatus]:
    """Return whether the camera sees the table. After the mat was found again, what lies on it must be reported first."""
    match notice.says:
        case SourceState.LOST | LightState.DARK | MatState.LOST:
            yield CameraStatus(is_seeing=False)
        case SourceState.LIVE | LightState.LIGHT:
            yield CameraStatus(is_seeing=True)
        case MatState.LOCKED:
            yield CameraStatus(is_seeing=False)
            yield CameraStatus(is_seeing=True)
        case _:
            pass


def reader_of(match: Match, tags: Mapping[int, str]) -> Reader | None:
    """Return a reader for a match's table; None for a game whose table is not read."""
    meaning = MEANINGS.get(match.rules.game)
    if meaning is None:
        return None
    return Reader(match.rules, meaning, identities_of(match, tags))


def name_for(source: Source, identities: Identities) -> None:
    """Tell a source with a screen of its own the names that people use for things; a thing that cannot lie on the mat
    has no name.
    """
    if isinstance(source, ShowingSource):
        source.named = lambda thing: identities.named(thing.what, thing.text)


def bare_controller(
    name: MatchId, match: Match, clocks: Clocks | None = None, kept: Kept | None = None
) -> MatchController:
    """Return a match controller for a match that begins."""
    return MatchController(name, match, reader_of(match, {}), clocks or Clocks(()), kept)
