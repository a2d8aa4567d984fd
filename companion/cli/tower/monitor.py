"""`companion tower monitor`: shows the lines of a tower, their meaning, and counters, live. Rolls are kept in the log."""

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

from companion.cli.options import add_data
from companion.cli.tower.port_option import add_port
from companion.cli.tower.questions import OfMatch, Questions, RollRequester, SameDice
from companion.errors import ScriptError
from companion.storage.places import Places, places
from companion.words import N_, Text, translate
from devices.tower.link import Link
from devices.tower.messages import DropMessage, Hello, Pong, RollMessage, TowerMessage
from devices.tower.ports import harbour
from devices.tower.reports import CommandReply, DiceFalling, Report, TowerReport, WireLine
from devices.tower.roll_verdict import Arming, RollVerdict

COUNT_EVERY_BEATS = 10
MEANINGS = (N_("counts"), N_("ask"), N_("look"))
"""The meanings' words, for the translators."""


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_data(parser, said)
    add_port(parser, said, is_required=False)
    parser.add_argument(
        "--arm", metavar="DICE", help=said(Text("ask for these dice, and again after each roll: d6,d12"))
    )
    parser.add_argument(
        "--match", metavar="ID", help=said(Text("ask for the dice that this recorded match waits for"))
    )
    parser.add_argument("--all", action="store_true", help=said(Text("show the tower's signs of life too")))


def run(args: argparse.Namespace) -> int:
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
                "{lines} lines, {damaged} damaged ({share} %), {rolls} rolls, {repeated} lines repeated, answers after"
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
