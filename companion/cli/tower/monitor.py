"""`companion tower monitor` and `send`: shows what a tower says, asks it for dice, and sends it commands."""

import argparse
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.cli.options import add_data
from companion.errors import ScriptError
from companion.request import request_name
from companion.storage.places import Places, places
from companion.words import N_, Text, translate
from devices.tower.link import Link
from devices.tower.messages import DropMessage, Hello, Pong, RollMessage, TowerMessage
from devices.tower.ports import harbour
from devices.tower.tower_status import (
    Arming,
    CommandReply,
    DiceFalling,
    Report,
    RollVerdict,
    TowerReport,
    WireLine,
)

# --- port option
# The option for the tower's port: the named one, or the USB port that looks like a tower.


def add_port(parser: argparse.ArgumentParser, said: Callable[[Text], str], *, is_required: bool) -> None:
    """Add the port option of an action that talks to a tower."""
    parser.add_argument(
        "port",
        metavar="PORT",
        nargs=None if is_required else "?",
        help=said(
            Text("the port: /dev/ttyACM0, a virtual tower's, socket://HOST:PORT or rfc2217://HOST:PORT")
        ),
    )


# --- questions
# Decides which dice a monitor asks a tower for: always the same, or those that a recorded match waits for.


class Questions(Protocol):
    """Provides the dice that are to be asked for, one question at a time."""

    def now(self) -> "Question | None":
        """Return the dice to ask for now; None: none."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for dice, with the match or the run that asks, and the number of plays made there so far."""

    of: str
    plays: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameDice:
    """Asks for the same dice again and again; `session` identifies this run."""

    session: str
    dice: tuple[str, ...]

    def now(self) -> Question | None:
        return Question(self.session, 0, self.dice) if self.dice else None


class OfMatch:
    """Asks for the dice that a match waits for. Another program plays it, so its log is read again each time."""

    def __init__(self, name: str, where: Places) -> None:
        """Open the match. Raises `StorageError` if there is none."""
        self._name = name
        self._where = where
        self._plays = -1
        self._dice: tuple[str, ...] = ()
        self.now()

    def now(self) -> Question | None:
        from companion.rules.dice import dice_waited_for  # noqa: PLC0415
        from companion.table.recorded_match import open_store, reopen  # noqa: PLC0415

        with open_store(self._where) as store:
            header = store.header(self._name)
            if header.plays != self._plays:
                match = reopen(store, header)
                self._plays = header.plays
                self._dice = dice_waited_for(match.rules, match.state)
        return Question(header.id, self._plays, self._dice) if self._dice else None


class RollRequester:
    """Turns questions into requests to the tower, with a new name for each question and after each roll."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._rolls = 0
        self._asked: tuple[Question, int] | None = None

    def rolled(self) -> None:
        """Take note of a roll: the next dice belong to another question."""
        self._rolls += 1

    def changed(self) -> tuple[Arming | None] | None:
        """Return the new request if it differs from the last one."""
        question = self._questions.now()
        asked = None if question is None else (question, self._rolls)
        if asked == self._asked:
            return None
        self._asked = asked
        if question is None:
            return (None,)
        return (Arming(request_name(question.of, question.plays, self._rolls), question.dice),)


# --- monitor

COUNT_EVERY_BEATS = 10
MEANINGS = (N_("counts"), N_("ask"), N_("look"))
"""The meanings' words, for the translators."""


def add_monitor_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_data(parser, said)
    add_port(parser, said, is_required=False)
    parser.add_argument(
        "--arm", metavar="DICE", help=said(Text("ask for these dice, and again after each roll: d6,d12"))
    )
    parser.add_argument(
        "--match", metavar="ID", help=said(Text("ask for the dice that this recorded match waits for"))
    )
    parser.add_argument("--all", action="store_true", help=said(Text("show the tower's signs of life too")))


def run_monitor(args: argparse.Namespace) -> int:
    where = places(args.data)
    monitor = Monitor(args.lang, _questions(args, where), shows_all=args.all)
    try:
        monitor.watch(args.port, where.matches)
    except KeyboardInterrupt:
        monitor.count()
    return 0


def _questions(args: argparse.Namespace, where: Places) -> Questions:
    """Return where the dice to ask for come from. Raises `CompanionError`."""
    if args.match:
        return OfMatch(args.match, where)
    dice = tuple(args.arm.split(",")) if args.arm else ()
    try:
        Arming("try", dice or ("d6",))
    except ValueError as problem:
        raise ScriptError(Text("dice are written like d6,d12, not {got}", got=args.arm[:60])) from problem
    return SameDice(secrets.token_hex(2), dice)


class Monitor:
    """Prints what a link reports."""

    def __init__(self, language: str, questions: Questions, *, shows_all: bool) -> None:
        self._language = language
        self._asker = RollRequester(questions)
        self._shows_all = shows_all
        self._beats = 0
        self._rolls = 0
        self._repeated = 0
        self._link: Link | None = None

    def watch(self, port: str | None, path: Path) -> None:
        """Print until the program is stopped."""
        from companion.storage.rolls import RollStore  # noqa: PLC0415

        self._link = Link(harbour(port), lambda: RollStore(path), self.tell)
        self._ask()
        self._link.run()

    def tell(self, report: Report) -> None:
        match report:
            case WireLine(is_from_tower, body, what):
                self._line(is_from_tower, body, what)
            case TowerReport(_, says):
                self._say("=", says)
            case RollVerdict(roll, meaning, why):
                self._rolls += 1
                faces = ", ".join(f"{die} {face}" for die, face in zip(roll.dice, roll.faces, strict=True))
                self._say(
                    "*",
                    Text(
                        "roll {n}: {faces}; {meaning}: {why}",
                        n=roll.number or 0,
                        faces=faces or "?",
                        meaning=Text(meaning.value),
                        why=why,
                    ),
                )
                self._asker.rolled()
                self._ask()
            case DiceFalling() | CommandReply():
                pass

    def count(self) -> None:
        """Return the counters."""
        assert self._link is not None
        counters, health = self._link.dialogue.counters, self._link.dialogue.health
        all_lines = counters.lines + counters.damaged
        self._say(
            "=",
            Text(
                "{lines} lines, {damaged} damaged ({share}%), {rolls} rolls, {repeated} lines repeated, answers after"
                " {rtt} ms",
                lines=counters.lines,
                damaged=counters.damaged,
                share=f"{100 * counters.damaged / max(1, all_lines):.1f}",
                rolls=self._rolls,
                repeated=self._repeated,
                rtt="?" if health.rtt_ms is None else health.rtt_ms,
            ),
        )

    def _line(self, is_from_tower: bool, body: str | None, what: TowerMessage | None) -> None:
        if isinstance(what, RollMessage) and what.again:
            self._repeated += 1
        is_heartbeat = isinstance(what, Pong) or (not is_from_tower and (body or "").startswith("PING "))
        if self._shows_all or not is_heartbeat:
            print("<" if is_from_tower else ">", "…" if body is None else body, flush=True)
            decoded = _decoded(what)
            if decoded is not None:
                self._say(" ", decoded)
        if isinstance(what, Pong):
            self._beats += 1
            self._ask()
            if self._beats % COUNT_EVERY_BEATS == 0:
                self.count()

    def _ask(self) -> None:
        """Send the tower a new request if the question has changed."""
        assert self._link is not None
        changed = self._asker.changed()
        if changed is not None:
            (wanted,) = changed
            self._link.arm(wanted)

    def _say(self, sign: str, text: Text) -> None:
        print(sign, translate(text, self._language), flush=True)


def _decoded(what: TowerMessage | None) -> Text | None:
    """Return the meaning of a line in words; None where the line is clear itself."""
    match what:
        case Hello():
            return Text(
                "tower {serial}, firmware {fw} on {hw}, protocol {proto}; dice: {dice}; can: {cap}; {pending} rolls wait",
                serial=what.serial,
                fw=what.fw,
                hw=what.hw,
                proto=what.proto,
                dice=", ".join(what.dice) or Text("any"),
                cap=", ".join(sorted(what.cap)),
                pending=what.pending,
            )
        case DropMessage():
            return Text("dice are falling")
        case Pong():
            return Text(
                "switched on for {seconds} s, armed for {armed}, {pending} rolls wait, {bad} messages to the tower were damaged",
                seconds=what.up_ms // 1000,
                armed=what.armed,
                pending=what.pending,
                bad=what.bad,
            )
        case _:
            return None


# --- send
# `companion tower send`: sends one command to a tower, numbered and framed, and prints the answer.

PATIENCE_MS = 3_000
"""Longest wait for the answer: a command is repeated three times within it, after 300, 900 and 2,100 ms
(`devices.tower.dialogue`).
"""
EXIT_REFUSED = 1
EXIT_SILENT = 2


def add_send_arguments(parser: argparse.ArgumentParser, parse_message: Callable[[Text], str]) -> None:
    add_port(parser, parse_message, is_required=True)
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help=parse_message(
            Text(
                "the command without its number and check: HI, PING, ARM req=a dice=d6, LIGHT level=40, CAL BEGIN…"
            )
        ),
    )


def run_send(args: argparse.Namespace) -> int:
    """Run; 0: answered; 1: refused; 2: no answer."""
    from companion.clock import monotonic_ms  # noqa: PLC0415
    from devices.tower.dialogue import CommandQueue  # noqa: PLC0415
    from devices.tower.messages import LAST_SEQ, LineCutter, ReplyVerb, TowerReply, frame_line, parse_message  # noqa: PLC0415
    from devices.tower.ports import open_port  # noqa: PLC0415
    from devices.tower.tower_status import TowerStatus, tower_sentence  # noqa: PLC0415

    commands, cutter = CommandQueue(secrets.randbelow(LAST_SEQ)), LineCutter()
    commands.add(args.words[0].upper(), *args.words[1:])
    port = open_port(args.port)
    try:
        port.write(b"\n")
        end = monotonic_ms() + PATIENCE_MS
        while (now := monotonic_ms()) < end:
            body = commands.due(now)
            if body is not None:
                port.write(_framed(frame_line, body))
                print(f"> {body}")
            for line in cutter.cut(port.read()):
                what = None if line is None else parse_message(line)
                print(f"< {line if line is not None else '…'}")
                outstanding = commands.outstanding
                if what is not None and outstanding is not None and what.seq == outstanding.seq:
                    refused = isinstance(what, TowerReply) and what.verb is not ReplyVerb.OK
                    return EXIT_REFUSED if refused else 0
    finally:
        port.close()
    told = tower_sentence(TowerStatus.SILENT, args.port)
    print(f"companion: {translate(told, args.lang)}", file=sys.stderr)
    return EXIT_SILENT


def _framed(frame_line: Callable[[str], bytes], body: str) -> bytes:
    """Return the framed line. Raises `ScriptError` for text that a line cannot carry."""
    from companion.errors import ScriptError  # noqa: PLC0415

    try:
        return frame_line(body)
    except (ValueError, UnicodeEncodeError) as problem:
        raise ScriptError(
            Text(
                "this does not fit into a line of DT1, which has at most 195 ASCII characters; here: {got}",
                got=body[:40],
            )
        ) from problem
