"""A match to keep after its end: a page, a picture and a PDF, for a folder, a stick, or phones on the same network."""

import base64
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np

from calibration.printing.keepsake import draw_keepsake, picture_keepsake
from calibration.printing.typesetting import PrintLanguage
from companion.backend.screen_pictures import CameraPicture, SharedMatch
from companion.errors import CompanionError, StorageError
from companion.ids import MatchId
from companion.network.addresses import ServerPlace, new_token, own_addresses
from companion.network.page_server import PageServer, ServedSite
from companion.session.match_report import MatchReport, TurningPoint, account_says, date_says
from companion.storage.kept_files import replace_file
from companion.storage.shipped_data import shipped_style
from companion.system_errors import system_says
from companion.threads import Stumble
from companion.web.kept_match import WHAT, KeptFile, kept_site
from companion.web.pages import PageMaker
from companion.words import Text
from vision.phone.code import code_picture
from vision.pictures import encode_png

TEMPLATE = "keepsake.html"
MOST_ENDED = 400
"""Pages of ended matches that are kept in memory, of some 20 kB each: those of a hall's evening."""


def files_of(report: MatchReport, language: str) -> Mapping[str, KeptFile]:
    """Return the page, the picture and the PDF of a match, by file name; the page comes first and leads to the others."""
    day, spoken = date_says(report.began_at_ms), PrintLanguage(language)
    at = datetime.fromtimestamp(report.began_at_ms / 1000)  # noqa: DTZ006 - the players' own day
    stem = f"{report.game}-{at:%Y-%m-%d}-{report.match}"
    names = {kind: f"{stem}.{kind}" for kind in ("html", "png", "pdf")}
    drawn = picture_keepsake(report, day, spoken)
    png = encode_png(np.ascontiguousarray(drawn[:, :, 2::-1]))
    return {
        names["html"]: KeptFile(_page(report, day, language, names).encode(), "text/html; charset=utf-8"),
        names["png"]: KeptFile(png, "image/png"),
        names["pdf"]: KeptFile(draw_keepsake(report, day, spoken).pdf, "application/pdf"),
    }


class EndedPages:
    """Makes the pages on which spectators read how a match ended and what it was worth; each is made once.

    Without pictures of the table: who played did not choose to show them to everybody. Any thread may call it.
    """

    def __init__(self, report_of: Callable[[MatchId], MatchReport]) -> None:
        """`report_of` takes seconds, and raises `CompanionError`."""
        self._report_of = report_of
        self._lock = threading.Lock()
        self._reports: dict[tuple[str, int], MatchReport] = {}
        self._made: dict[tuple[str, int, str], str] = {}

    def __call__(self, match: str, seq: int, language: str) -> str | None:
        # Hundreds may ask at once for what takes seconds to make.
        with self._lock:
            page = self._made.get((match, seq, language))
            return page if page is not None else self._make(match, seq, language)

    def _make(self, match: str, seq: int, language: str) -> str | None:
        try:
            report = self._reports.get((match, seq)) or self._report_of(MatchId(match))
        except CompanionError:
            return None
        if not report.is_over:
            # What is told of a match that goes on would tell what lies face down.
            return None
        self._reports[match, seq] = report
        page = _page(_without_pictures(report), date_says(report.began_at_ms), language, {}, is_watched=True)
        self._made[match, seq, language] = page
        if len(self._made) > MOST_ENDED:
            del self._made[next(iter(self._made))]
        if len(self._reports) > MOST_ENDED:
            del self._reports[next(iter(self._reports))]
        return page


def _without_pictures(report: MatchReport) -> MatchReport:
    def plain(points: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
        return tuple(replace(one, source=None) for one in points)

    return replace(
        report, turning_plays=plain(report.turning_plays), turning_rolls=plain(report.turning_rolls)
    )


def _page(
    report: MatchReport, day: Text, language: str, names: Mapping[str, str], *, is_watched: bool = False
) -> str:
    """Return the page; one that is watched among others has a way back to the page of its table."""
    pictures = {
        one.seq: "data:image/jpeg;base64," + base64.b64encode(one.source.jpeg).decode()
        for one in (*report.turning_plays, *report.turning_rolls)
        if one.source is not None and one.source.jpeg is not None
    }
    return PageMaker().html(
        TEMPLATE,
        language,
        report=report,
        day=day,
        files=names,
        is_watched=is_watched,
        pictures=pictures,
        looks=shipped_style().sides,
        account_says=account_says,
    )


# --- a folder or a stick


def keep(report: MatchReport, folder: Path, language: str) -> list[Path]:
    """Write the files into a folder, which is made if it is missing, and return them. Raises `StorageError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StorageError(
            Text(
                "the folder {folder} cannot be used: {problem}",
                folder=str(folder),
                problem=system_says(problem),
            )
        ) from problem
    written = []
    for name, file in files_of(report, language).items():
        replace_file(folder / name, file.content, most_mode=0o644)
        written.append(folder / name)
    return written


# --- the network


@dataclass(slots=True)
class MatchShare:
    """Serves the files of one match at an address that nobody guesses, until it is stopped."""

    _server: PageServer | None = None

    def start(self, report: MatchReport, language: str) -> SharedMatch:
        """Begin to serve a match. Raises `CompanionError` without a network."""
        self.stop()
        addresses = own_addresses()
        if not addresses:
            raise CompanionError(
                Text(
                    "this machine is in no network: connect it to the one of the phones, or keep the "
                    "match on a USB stick"
                )
            )
        token, files = new_token(10), files_of(report, language)
        site = ServedSite("kept-match", WHAT, kept_site(token, files), 100, 20)
        try:
            self._server = PageServer(site, ServerPlace("0.0.0.0", 0, None), _ignored)  # noqa: S104 - phones come from the network
        except OSError as problem:
            raise CompanionError(
                Text("the match cannot be shared: {problem}", problem=system_says(problem))
            ) from problem
        self._server.start()
        url = f"http://{addresses[0]}:{self._server.port}/{token}/"
        code = code_picture(url)
        return SharedMatch(url, CameraPicture(code.bgr, code.width_px, code.height_px))

    def stop(self) -> None:
        """Serve nothing any more."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()


def _ignored(_stumble: Stumble) -> None:
    """Do nothing: who wants a page that could not be sent asks for it again."""
