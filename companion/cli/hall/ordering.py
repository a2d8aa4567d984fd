"""`companion hall order`: has a table do something for a referee, and tells what became of it; the hall must be running."""

import argparse
import json
import sys
import time
from typing import Any

from companion.bus.messages import OrderVerb, PublicView, read_message
from companion.cli.hall import add_hall_data, hall_places, opened_store
from companion.cli.options import Said
from companion.cli.paper import paper_here
from companion.clock import wall_ms
from companion.errors import Malformed, ScriptError
from companion.hall.accounts import AccountBook
from companion.hall.errors import HallError
from companion.storage import strict_json
from companion.words import Text

LOOK_S = 0.1
LONGEST_S = 20.0
"""The hall gives up on an order before."""
EXIT_NOT_DONE = 1
ROLE = "organiser"
"""Who may type on the hall's machine is the organiser."""
WORDS = {"play": 1, "correct": 2, "undo": 0, "note": 1, "pause": 0, "start": 0, "add": 2}
"""What can be ordered, and how many words follow it."""


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("table", metavar="NUMBER", type=int, help=said(Text("the table's number")))
    parser.add_argument(
        "what",
        choices=WORDS,
        help=said(
            Text(
                "a play as JSON; a correction: the number of a play, as the table's history has it (refused plays have numbers"
                " too), and the right play as JSON; undo the last play; a note; all clocks stand or run; add seconds to a clock"
            )
        ),
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help=said(Text("what belongs to it")))
    parser.add_argument("--by", required=True, metavar="WHO", help=said(Text("who decides it")))
    parser.add_argument("--why", default="", metavar="REASON", help=said(Text("why")))
    parser.add_argument(
        "--expect",
        type=int,
        metavar="SEQ",
        help=said(
            Text("the match's last play as you saw it; without it, the last one that the hall has heard of")
        ),
    )
    parser.add_argument(
        "--then",
        choices=("drop", "again"),
        help=said(
            Text(
                "after a correction, later plays that are impossible then: drop them, or take back all from the first of them"
                " on, to be entered again; without it, nothing is corrected if there are any"
            )
        ),
    )
    add_hall_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run; 0: the table has done it."""
    places = hall_places(args.data)
    from companion.hall.orders import Asker, OrderWish, fate_told, new_order  # noqa: PLC0415 - not for `--help`
    from companion.hall.store.changes import OrderFate  # noqa: PLC0415

    if args.then is not None and args.what != "correct":
        raise ScriptError(Text("{option} belongs to {what} only", option="--then", what="correct"))
    verb, play = asked(args.what, args.words, args.why, args.then)
    accounts = AccountBook(places.accounts, wall_ms).accounts()
    account = next((one.account for one in accounts if one.number == args.table), None)
    if account is None:
        known = ", ".join(str(one.number) for one in accounts) or "-"
        raise HallError(
            Text("no table {number} has joined; these have: {known}", number=args.table, known=known)
        )
    with opened_store(places, args.store) as store:
        view = _view(next((one.view for one in store.links() if one.account == account), None))
        if view is None:
            raise HallError(Text("table {number} has shown no match yet", number=args.table))
        seen = store.plays(account).get(view.match, view.seq) if args.expect is None else args.expect
        expect = None if verb is OrderVerb.CLOCK else seen
        kept = new_order(
            OrderWish(account, view.match, verb, play, expect), Asker(args.by, ROLE, args.why), wall_ms()
        )
        store.ask_order(kept)
        until = time.monotonic() + LONGEST_S
        while kept.fate is None and time.monotonic() < until:
            time.sleep(LOOK_S)
            kept = store.order(kept.order.id) or kept
        if kept.fate is None:
            # Nobody took it: a hall that is opened later must not find it.
            store.answer_order(kept.order.id, OrderFate.ABSENT, wall_ms())
            raise HallError(Text("no hall is running here: start it with `companion hall`"))
    paper = paper_here(sys.stdout, args.lang)
    paper.say(fate_told(kept.fate), mark="✓" if kept.fate is OrderFate.DONE else "✗")
    if kept.says is not None:
        paper.say(Text("{words}", words=kept.says), indent=4)
    return 0 if kept.fate is OrderFate.DONE else EXIT_NOT_DONE


def asked(what: str, words: list[str], why: str, then: str | None = None) -> tuple[OrderVerb, dict[str, Any]]:
    """Return the verb and its arguments for what was typed. Raises `ScriptError`."""
    if len(words) != WORDS[what]:
        raise ScriptError(
            Text("{what} takes {most} words, got {got}", what=what, most=WORDS[what], got=len(words))
        )
    reason = {"reason": why} if why else {}
    match what:
        case "play":
            return OrderVerb.PLAY, {"play": _play(words[0])}
        case "correct":
            later = {"then": then} if then else {}
            return OrderVerb.CORRECT, {
                "seq": _number(words[0]),
                "instead": _play(words[1]),
                **reason,
                **later,
            }
        case "undo":
            return OrderVerb.PLAY, {"play": {"play": "undo", **reason}}
        case "note":
            return OrderVerb.PLAY, {"play": {"play": "note", "text": words[0]}}
        case "add":
            return OrderVerb.CLOCK, {"order": "add", "clock": words[0], "ms": 1000 * _number(words[1])}
        case _:
            return OrderVerb.CLOCK, {"order": what}


def _play(words: str) -> Any:
    try:
        return strict_json.parse(words)
    except Malformed as problem:
        raise ScriptError(
            Text("expected a play as JSON, such as {example}", example=json.dumps({"play": "undo"}))
        ) from problem


def _number(words: str) -> int:
    if not words.lstrip("-").isdecimal():
        raise ScriptError(Text("expected a whole number, got {got}", got=words[:40]))
    return int(words)


def _view(told: str | None) -> PublicView | None:
    if told is None:
        return None
    try:
        return read_message(PublicView, told.encode())
    except Malformed:
        return None
