"""`--public` of the commands that play: pages on which spectators see the match."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from companion.bus.messages import PublicView
from companion.cli.options import Said
from companion.errors import ScriptError
from companion.ids import MatchId
from companion.storage.people import PeopleStore
from companion.storage.places import Places, places
from companion.table.hall.line import HallLine
from companion.table.public_window import PublicWindow
from companion.web.public.shown import EndedPage, FacePainter, PublicPlan, read_delays
from companion.words import Text, as_sentence, translate


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who is shown the matches that are played here: a hall, and the public, if they are wanted."""

    hall: HallLine | None = None
    public: PublicWindow | None = None


def add_public(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the options `--public` and `--delay`."""
    parser.add_argument(
        "--public",
        metavar="PORT",
        help=said(
            Text(
                "while a match lasts, serve pages on which anybody on this network sees it, at this port, such as 8080:"
                " phones, the course of the match, an overlay for a stream (`companion overlay`)"
            )
        ),
    )
    add_delay(parser, said)


def add_delay(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option `--delay`."""
    parser.add_argument(
        "--delay",
        action="append",
        default=[],
        metavar="[PAGE=]SECONDS",
        help=said(
            Text(
                "show the public what happened so much later: on all its pages, or on one of spectator, table, overlay and"
                " wall; may be given several times"
            )
        ),
    )


@cache
def _painter(where: Places) -> FacePainter:
    # The print shop is loaded when the first face is asked for.
    from companion.backend.web_faces import face_painter  # noqa: PLC0415

    return face_painter(where)


def _paint(where: Places, game: str, ref: str, language: str, counts: str | None) -> bytes | None:
    return _painter(where)(game, ref, language, counts)


@cache
def _pages(where: Places) -> EndedPage:
    from companion.backend.keepsake import EndedPages  # noqa: PLC0415
    from companion.backend.kept_matches import KeptMatches  # noqa: PLC0415

    return EndedPages(partial(KeptMatches(where).report, is_reviewed=True))


def _ended(where: Places, match: str, seq: int, language: str) -> str | None:
    return _pages(where)(match, seq, language)


def _crest(where: Places, name: str) -> bytes | None:
    return PeopleStore(where.people).load().crest(name)


def _past(where: Places, match: str) -> Sequence[PublicView]:
    from companion.backend.kept_matches import views_of  # noqa: PLC0415

    return views_of(MatchId(match), where)


def public_plan(port: str | None, delays: list[str], data: str | None = None) -> PublicPlan | None:
    """Return where the public pages are served, with the cards of a folder of data; None: nowhere. Raises `ScriptError`."""
    if port is None:
        if delays:
            raise ScriptError(Text("--delay is for public pages, which --public PORT serves"))
        return None
    return PublicPlan(read_port(port), read_delays(delays), faces=partial(_paint, places(data)))


def read_port(words: str) -> int:
    """Return the number of a port as it is typed. Raises `ScriptError`."""
    if not (words.isdecimal() and len(words) < 6 and 0 < int(words) < 65_536):
        raise ScriptError(Text("expected a port such as 8080, got {got}", got=words[:40]))
    return int(words)


def public_window(args: argparse.Namespace) -> PublicWindow | None:
    """Return the window for the public, not yet open; None if none is wanted. Raises `ScriptError`."""
    plan = public_plan(args.public, args.delay, args.data)

    def tell(says: Text) -> None:
        print(f"companion: {as_sentence(translate(says, args.lang))}", file=sys.stderr, flush=True)

    if plan is None:
        return None
    where = places(args.data)
    here = replace(
        plan, crests=partial(_crest, where), past=partial(_past, where), ended=partial(_ended, where)
    )
    return PublicWindow(here, tell)
