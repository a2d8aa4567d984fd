"""`companion hall`: runs the hall on this machine until somebody stops it."""

import argparse
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.bus.joining import JOINING_PORT, PAGES_PORT, spoken_token
from companion.cli.hall import add_hall_data, hall_places, table_told
from companion.cli.live.public import add_delay, public_plan, read_port
from companion.cli.live.typed import StandardInput
from companion.cli.options import Said
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.errors import CompanionError
from companion.hall.access import PORT, ROLE_NAMES, HallRole
from companion.hall.joining import AskingPerson, AskingTable, RoleInvitation
from companion.hall.links import Lamp
from companion.hall.pages.now import lamp_told
from companion.network.addresses import own_addresses
from companion.threads import Stumble
from companion.web.public.shown import EndedPage
from companion.words import Text
from vision.phone.code import code_lines

if TYPE_CHECKING:
    from companion.hall.backup import CopyState
    from companion.hall.house import HallHouse
    from companion.hall.tournament.export import ListSheet, ResultSlip

LOOK_S = 0.3
NO = ("no", "non", "n")
YES = ("yes", "oui", "y", "o")


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_hall_data(parser, said)
    _add_ports(parser, said)
    parser.add_argument(
        "--public",
        metavar="PORT",
        help=said(
            Text(
                "serve pages on which anybody on this network sees the matches, at this port, such as 8080: a list of tables"
                " for phones, and /wall for the screen of the hall"
            )
        ),
    )
    add_delay(parser, said)
    parser.add_argument(
        "--copy-to",
        metavar="DIR",
        help=said(
            Text(
                "a second place for the copies that the hall makes by itself after each round, such "
                "as a USB stick; they hold the keys of the hall"
            )
        ),
    )
    parser.add_argument(
        "--address",
        metavar="A",
        help=said(
            Text("this machine's address that tables are told, if it has several; without it, the usual one")
        ),
    )


def _add_ports(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--port",
        default=str(PORT),
        metavar="N",
        help=said(Text("the port at which tables speak; without it 8883")),
    )
    parser.add_argument(
        "--joining-port",
        default=str(JOINING_PORT),
        metavar="N",
        help=said(Text("the port at which tables join; without it 8444, or another if it is taken")),
    )
    parser.add_argument(
        "--pages-port",
        default=str(PAGES_PORT),
        metavar="N",
        help=said(Text("the port of the pages for browsers; without it 8445, or another if it is taken")),
    )


def run(args: argparse.Namespace) -> int:
    """Run until Ctrl+C."""
    places = hall_places(args.data)
    plan = public_plan(args.public, args.delay, args.data)
    # Loaded here: the options are explained before a database library is loaded.
    from companion.hall.house import HallHouse, HallPlan  # noqa: PLC0415

    addresses = (_read_address(args.address),) if args.address else own_addresses()
    if not addresses:
        raise CompanionError(
            Text("this machine is on no network, so no table can reach it: connect it to the tables' network")
        )
    paper = paper_here(sys.stdout, args.lang)
    ending = _noted_endings()
    wanted = HallPlan(
        places,
        args.store,
        addresses,
        broker_port=read_port(args.port),
        joining_port=read_port(args.joining_port),
        pages_port=read_port(args.pages_port),
        prints=printed,
        copy_to=None if args.copy_to is None else Path(args.copy_to),
    )
    if plan is not None:
        wanted = replace(wanted, public=replace(plan, ended=partial(_ended, wanted.store_address)))
    house = HallHouse(wanted, lambda stumble: _tell_stumble(paper, stumble))
    house.start()
    if house.public is not None:
        for address in addresses:
            _tell_public(paper, f"http://{address}:{house.public.port}")
    try:
        _serve(HallScreen(house, paper), ending)
    finally:
        house.stop()
    return 0


def _read_address(words: str) -> str:
    """Return an address as it is typed; the certificate names it, and no name of a machine. Raises `CompanionError`."""
    try:
        return str(IPv4Address(words))
    except ValueError as problem:
        raise CompanionError(
            Text("expected an address such as 192.168.1.20, got {got}", got=words[:40])
        ) from problem


def _tell_public(paper: TerminalPaper, where: str) -> None:
    paper.say(
        Text(
            "the public sees the matches at {url}; for the wall: {wall}",
            url=f"{where}/",
            wall=f"{where}/wall",
        )
    )


def _serve(screen: "HallScreen", ending: Collection[int]) -> None:
    """Show what happens in the hall and take what is typed, until Ctrl and C or a signal."""
    with suppress(KeyboardInterrupt):
        screen.begin()
        typed = StandardInput()
        while not ending:
            time.sleep(LOOK_S)
            screen.look()
            for line in typed():
                screen.take(line.decode("utf-8", "replace").strip())


def _noted_endings() -> Collection[int]:
    """Return where a signal is noted that tells the hall to end, or that its terminal was closed, so that it ends in order.

    An exception instead could come in the middle of anything, also where Python swallows it.
    """
    ending: list[int] = []
    for number in (signal.SIGTERM, signal.SIGHUP):
        # Who started the hall with `nohup` wants it to stay.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _frame: ending.append(number))
    return ending


@cache
def _ended_pages(store: str) -> EndedPage:
    # The review of a match is loaded when the first one has ended.
    from companion.backend.keepsake import EndedPages  # noqa: PLC0415
    from companion.hall.matches import report_from  # noqa: PLC0415

    return EndedPages(partial(report_from, store))


def _ended(store: str, match: str, seq: int, language: str) -> str | None:
    return _ended_pages(store)(match, seq, language)


def printed(what: "ListSheet | tuple[ResultSlip, ...]", language: str) -> bytes:
    """Return a list or slips of a tournament as PDF."""
    from calibration.printing.tournament import tournament_pdf  # noqa: PLC0415 - only who prints waits for it

    return tournament_pdf(what, language)


def _tell_stumble(paper: TerminalPaper, stumble: Stumble) -> None:
    paper.say(stumble.says, Ink.ALARM, mark="!")


class HallScreen:
    """The terminal of the hall: prints how to join, who asks to, who has joined, and whose connection breaks."""

    def __init__(self, house: "HallHouse", paper: TerminalPaper) -> None:
        self._house = house
        self._paper = paper
        self._shown = _Shown()

    def begin(self) -> None:
        # Who joined before is no news; whether a table is there is told by its lamp.
        self._shown.joined = list(self._house.accounts())
        invitation = self._house.invitation
        self._paper.say(
            Text("the hall is open at {host}; stop it with Ctrl and C", host=invitation.host), Ink.BOLD
        )
        if any(one.role is HallRole.ORGANISER for one in self._house.people.people()):
            self._paper.command(Text("the hall's pages:"), self._house.pages_address)
            self._show_code()
        else:
            self._show_pages()

    def _show_pages(self) -> None:
        """Show how the organiser's tablet signs in; the office shows everything else."""
        self._shown.organiser = self._house.entry.invite(HallRole.ORGANISER)
        address = self._house.pages_address
        if sys.stdout.isatty():
            print(code_lines(f"{address}/enter/{self._shown.organiser.token}"))
        self._paper.command(
            Text("scan this code with the organiser's tablet, or open this address in its browser:"), address
        )
        self._paper.say(
            Text(
                "and type these nine characters there: {token}",
                token=spoken_token(self._shown.organiser.token),
            )
        )
        self._paper.say(
            Text("the browser warns that it does not know who signed the page: it is this hall; go on"),
            Ink.DIM,
        )
        self._paper.say(Text("press Enter for the code for tables"), Ink.DIM)

    def _show_code(self) -> None:
        invitation = self._house.invitation
        self._shown.token = invitation.token
        if sys.stdout.isatty():
            print(code_lines(invitation.url))
        self._paper.command(
            Text("hold this code before a table's camera: type there, in the program's folder,"),
            ".venv/bin/companion hall join --camera 0",
        )
        token = spoken_token(invitation.token).replace(" ", "-")
        self._paper.command(
            Text("or without a camera; the nine characters are valid for two minutes, for one table:"),
            f".venv/bin/companion hall join {invitation.host}:{invitation.port} --code {token}",
        )

    def look(self) -> None:
        """Print what is new."""
        self._look_at_token()
        for one in self._house.joining.asking():
            if one not in self._shown.asking:
                self._shown.asking.append(one)
                self._ask(one)
        for person in self._house.entry.asking():
            if person not in self._shown.people:
                self._shown.people.append(person)
                self._ask_of(person)
        for line in self._changes():
            self._paper.say(line, mark="·")
        trouble = self._house.trouble
        if trouble is not None and trouble != self._shown.trouble:
            self._paper.say(trouble, Ink.ALARM, mark="!")
        elif trouble is None and self._shown.trouble is not None:
            self._paper.say(Text("that is over: the hall works again"), mark="·")
        self._shown.trouble = trouble
        self._look_at_copies()

    def _look_at_copies(self) -> None:
        copies = self._house.copies.state
        if copies == self._shown.copies:
            return
        self._shown.copies = copies
        if copies.made is not None:
            self._paper.say(copies.made, Ink.DIM, mark="·")
        for problem in copies.troubles:
            self._paper.say(problem, Ink.ALARM, mark="!")

    def _look_at_token(self) -> None:
        if not self._shown.token:
            return
        if self._house.joining.token != self._shown.token and not self._shown.is_told_late:
            self._shown.is_told_late = True
            self._paper.say(
                Text("that code was used or is too old: press Enter for a new one"), Ink.DIM, mark="·"
            )

    def _ask(self, one: AskingTable) -> None:
        self._paper.say(
            Text(
                "the table “{name}” wants to join; does its screen show {digits}?",
                name=one.name,
                digits=one.digits,
            ),
            Ink.BOLD,
            mark="?",
        )
        self._paper.say(
            Text(
                "if it does, type {digits} and the number that the table gets, such as {digits} 7; else {digits} no",
                digits=one.digits,
            ),
            indent=4,
        )

    def _ask_of(self, one: AskingPerson) -> None:
        self._paper.say(
            Text(
                "“{name}” wants to sign in: {role}; does that screen show {digits}?",
                name=one.name,
                role=ROLE_NAMES[one.role],
                digits=one.digits,
            ),
            Ink.BOLD,
            mark="?",
        )
        self._paper.say(Text("if it does, type {digits} yes; else {digits} no", digits=one.digits), indent=4)

    def take(self, line: str) -> None:
        """Take a typed line: three digits with a table's number, «yes» or «no»; `pages` or an empty line asks for a new
        code.
        """
        if line.lower() == "pages":
            self._show_pages()
            return
        if not line:
            self._shown.is_told_late = False
            self._show_code()
            return
        digits, _, word = line.partition(" ")
        try:
            said = word.strip().lower()
            if said in NO and any(one.digits == digits for one in self._house.entry.asking()):
                self._house.entry.refuse(digits)
                self._paper.say(Text("refused"), mark="·")
            elif said in NO:
                self._house.joining.refuse(digits)
                self._paper.say(Text("refused"), mark="·")
            elif said in YES:
                person = self._house.entry.admit(digits)
                self._paper.say(Text("{name} may come in", name=person.name), mark="·")
            elif word.strip().isdecimal():
                self._house.joining.admit(digits, int(word))
            else:
                self._paper.say(
                    Text("expected three digits and a table's number, such as 493 7, or 493 no"), mark="·"
                )
        except CompanionError as problem:
            self._paper.say(problem.message, mark="✗")

    def _changes(self) -> Iterator[Text]:
        accounts = self._house.accounts()
        for name, account in accounts.items():
            if name not in self._shown.joined:
                yield Text("{table} has joined", table=table_told(account))
        self._shown.joined = list(accounts)
        for standing in self._house.standings():
            known = accounts.get(standing.account)
            before = self._shown.lamps.get(standing.account)
            # A table that is a moment behind is no news.
            lamp = Lamp.GOOD if standing.lamp is Lamp.BEHIND else standing.lamp
            is_told = (standing.account, lamp) in self._shown.troubles
            if known is not None and lamp is not before and not is_told:
                if lamp in (Lamp.UNREAD, Lamp.FLOODING):
                    # It may come and go with each message; the office shows it live.
                    self._shown.troubles.add((standing.account, lamp))
                self._shown.lamps[standing.account] = lamp
                yield Text("{table}: {lamp}", table=table_told(known), lamp=lamp_told(lamp))


@dataclass(slots=True)
class _Shown:
    token: str = ""
    is_told_late: bool = False
    asking: list[AskingTable] = field(default_factory=list)
    people: list[AskingPerson] = field(default_factory=list)
    organiser: RoleInvitation | None = None
    joined: list[str] = field(default_factory=list)
    lamps: dict[str, Lamp] = field(default_factory=dict)
    troubles: set[tuple[str, Lamp]] = field(default_factory=set)
    trouble: Text | None = None
    copies: "CopyState | None" = None
