"""`companion hall status` and `revoke`: the tables that joined, and their right to speak with the hall."""

import argparse
import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.bus.messages import PublicView, read_message
from companion.cli.files import say, write_lines
from companion.cli.hall import add_hall_data, kept_hall, opened_store, table_told
from companion.cli.options import Said
from companion.cli.story import table_lines
from companion.clock import wall_ms
from companion.errors import Malformed
from companion.hall.access import AccountBook, HallAccount
from companion.hall.links import LATE_MS, Lamp
from companion.hall.pages.now import lamp_told
from companion.hall.store.changes import FORK_CALL, KeptLink
from companion.storage import strict_json
from companion.words import Text, as_sentence, translate

# --- status
# `companion hall status`: prints a line for each table: its connection, missing records, match, and open calls.

EXIT_MISSING = 1
"""At least one table is not on the line, or records of it are missing."""


def add_status_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_hall_data(parser, said)
    parser.add_argument("--json", action="store_true", help=said(Text("one line of JSON for each table")))


def run_status(args: argparse.Namespace) -> int:
    """Run; 0: all tables are connected and nothing is missing."""
    places = kept_hall(args.data)
    accounts = AccountBook(places.accounts, wall_ms).accounts()
    with opened_store(places, args.store) as store:
        links = {link.account: link for link in store.links()}
        calls = store.open_calls()
    forked = {call.account for _, call in calls if call.kind == FORK_CALL}
    standings = [
        _Standing(account, links.get(account.account), wall_ms(), account.account in forked)
        for account in accounts
    ]
    if args.json:
        for one in standings:
            say(strict_json.readable(one.as_json()), sys.stdout)
    elif not standings:
        write_lines([translate(Text("no table has joined; `companion hall` tells how"), args.lang)], None)
    else:
        headings = [Text("table"), Text("link"), Text("missing"), Text("last heard"), Text("match")]
        rows = [[translate(heading, args.lang) for heading in headings]]
        rows += [one.row(args.lang) for one in standings]
        write_lines(table_lines(rows), None)
    return 0 if all(one.is_well for one in standings) else EXIT_MISSING


@dataclass(frozen=True, slots=True)
class _Standing:
    """A table as the store has it; `link` None: it never spoke."""

    account: HallAccount
    link: KeptLink | None
    now_ms: int
    is_forked: bool

    @property
    def lamp(self) -> Lamp:
        if self.is_forked:
            return Lamp.FORKED
        if self.link is None or not self.link.is_up:
            return Lamp.GONE
        if self.now_ms - self.link.heard_at_ms > LATE_MS:
            return Lamp.SILENT
        if self.link.unread:
            return Lamp.UNREAD
        return Lamp.BEHIND if self.missing else Lamp.GOOD

    @property
    def missing(self) -> int:
        return 0 if self.link is None else max(0, self.link.head_n - self.link.n)

    @property
    def is_well(self) -> bool:
        return self.lamp is Lamp.GOOD

    def view(self) -> PublicView | None:
        """Return the match as the table told it last; None if it told none."""
        if self.link is None or self.link.view is None:
            return None
        try:
            return read_message(PublicView, self.link.view.encode())
        except Malformed:
            return None

    def as_json(self) -> dict[str, Any]:
        view = self.view()
        return {
            "table": self.account.number,
            "name": self.account.name,
            "link": self.lamp.value,
            "missing": self.missing,
            "heard_at_ms": None if self.link is None else self.link.heard_at_ms,
            "match": None if view is None else view.match,
            "scores": {} if view is None else {side.seat: side.score for side in view.sides},
        }

    def row(self, language: str) -> list[str]:
        heard = "-"
        if self.link is not None and self.link.heard_at_ms:
            heard = f"{datetime.fromtimestamp(self.link.heard_at_ms / 1000).astimezone():%Y-%m-%d %H:%M:%S}"
        view = self.view()
        match = "-" if view is None else f"{view.match} {' : '.join(_scored(view, language))}"
        return [
            f"{self.account.number} {self.account.name}",
            translate(lamp_told(self.lamp), language),
            str(self.missing),
            heard,
            match,
        ]


def _scored(view: PublicView, language: str) -> list[str]:
    return [
        translate(side.name, language) + ("" if side.score is None else f" {side.score}")
        for side in view.sides
    ]


# --- revoking
# `companion hall revoke`: deletes the account of a table; a running hall disconnects the table within a second.


def add_revoke_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("table", metavar="NUMBER", type=int, help=said(Text("the table's number")))
    add_hall_data(parser, said)


def run_revoke(args: argparse.Namespace) -> int:
    """Run. The hall keeps its copy of the table's log."""
    gone = AccountBook(kept_hall(args.data).accounts, wall_ms).revoke(args.table)
    told = Text("{table} may not speak with the hall any more; what it told stays", table=table_told(gone))
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
