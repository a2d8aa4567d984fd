"""What the pages show of the hall at one moment, as values and in words; and which table needs somebody most."""

from dataclasses import dataclass, field

from companion.bus.messages import PublicView, TableReport
from companion.bus.wire import TopicPart
from companion.hall.access import HallAccount
from companion.hall.links import Lamp, LinkStanding
from companion.hall.store.changes import FORK_CALL, KeptCall, KeptOrder
from companion.session.snapshot import Snapshot
from companion.version import program_version
from companion.words import Text, joined

LAMP_SIGNS = {
    Lamp.GOOD: "●",
    Lamp.BEHIND: "◐",
    Lamp.SILENT: "○",
    Lamp.GONE: "✕",
    Lamp.UNREAD: "?",
    Lamp.FLOODING: "≋",
    Lamp.FORKED: "⑂",
}
"""A lamp is told by its sign and its words, not by its colour alone."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table: its account, the state of its link (None: it never spoke), and its open calls with their numbers."""

    account: HallAccount
    standing: LinkStanding | None
    calls: tuple[tuple[int, KeptCall], ...] = ()
    now_ms: int = 0
    """The wall's time when this was made, from which ages count."""

    @property
    def number(self) -> int:
        return self.account.number

    @property
    def lamp(self) -> Lamp:
        return Lamp.GONE if self.standing is None else self.standing.lamp

    @property
    def sign(self) -> str:
        return LAMP_SIGNS[self.lamp]

    @property
    def behind(self) -> int:
        return 0 if self.standing is None else self.standing.behind

    @property
    def silent_s(self) -> int:
        return 0 if self.standing is None else self.standing.silent_ms // 1000

    @property
    def view(self) -> PublicView | None:
        return None if self.standing is None else self.standing.view

    @property
    def report(self) -> TableReport | None:
        return None if self.standing is None else self.standing.report

    @property
    def is_on_the_line(self) -> bool:
        return self.lamp.is_on_the_line

    @property
    def unread(self) -> tuple[TopicPart, ...]:
        return () if self.standing is None else self.standing.unread

    @property
    def refused(self) -> int:
        """How many of its messages were no use."""
        return 0 if self.standing is None else self.standing.refused

    @property
    def call_age_ms(self) -> int | None:
        """How long somebody has waited here; None: nobody calls."""
        return max((max(0, self.now_ms - call.since_ms) for _, call in self.calls), default=None)

    def needs(self) -> tuple[Text, ...]:
        """Return the reasons why somebody should go to the table or look at it, the most urgent first."""
        found = [
            Text("its log was continued twice") if call.kind == FORK_CALL else Text("the players call")
            for _, call in self.calls
        ]
        report = self.report
        if self.view is not None and not self.view.is_over and not self.is_on_the_line:
            found.append(Text("nothing is heard of a match that goes on"))
        if self.lamp is Lamp.FLOODING:
            found.append(Text("it sends more than its share: see the office"))
        if self.unread:
            found.append(Text("part of what it tells cannot be read here: see the office"))
        if report is not None and self.is_on_the_line:
            if report.protests:
                found.append(Text("protests: {n}", n=report.protests))
            if report.difference is not None:
                found.append(Text("table and match differ"))
            if report.is_deciding:
                found.append(Text("a correction is being decided at the table"))
            if report.question is not None:
                found.append(Text("a question is open"))
            if report.puzzle is not None:
                found.append(Text("something lies there that cannot be played"))
        return tuple(found)

    def urgency(self) -> tuple[int, int, int]:
        """Return the key by which tables are sorted: tables with a call first, the longest wait before the others; then
        tables where anything else is open.
        """
        age = self.call_age_ms
        if age is not None:
            return (0, -age, self.number)
        return (1, -len(self.needs()), self.number)


@dataclass(frozen=True, slots=True)
class HallNow:
    """All tables, the one that needs somebody most first."""

    tables: tuple[TableNow, ...] = ()
    trouble: Text | None = None
    asking: int = 0
    """How many tables and people wait for a yes."""
    settings: tuple[KeptOrder, ...] = ()
    """The last orders with settings, the newest first, while somebody looks at them."""

    def table(self, number: int) -> TableNow | None:
        return next((one for one in self.tables if one.number == number), None)


@dataclass(frozen=True, slots=True)
class MatchNow:
    """One table with its match as the hall's copy has it; `missing` says why there is none to show."""

    table: TableNow
    snapshot: Snapshot | None = None
    missing: Text | None = None
    orders: tuple[KeptOrder, ...] = field(default=())


# --- lamps
# Describes in words the state of a link, and the messages of a table that this hall does not understand.

_RECORDS = Text("its records")
PART_NAMES = {
    TopicPart.UP: Text("whether it is there"),
    TopicPart.HEAD: _RECORDS,
    TopicPart.LOG: _RECORDS,
    TopicPart.ANSWER: _RECORDS,
    TopicPart.VIEW: Text("what the public sees"),
    TopicPart.REPORT: Text("what is open at the table"),
    TopicPart.DONE: Text("its answers to orders"),
    TopicPart.PICTURE: Text("its pictures"),
}


def lamp_told(lamp: Lamp) -> Text:
    """Describe the lamp of a link in a few words."""
    match lamp:
        case Lamp.GOOD:
            return Text("connected")
        case Lamp.BEHIND:
            return Text("connected, records are being fetched")
        case Lamp.SILENT:
            return Text("says nothing any more")
        case Lamp.GONE:
            return Text("not connected")
        case Lamp.UNREAD:
            return Text("connected, but part of what it tells cannot be read")
        case Lamp.FLOODING:
            return Text("connected, but sends more than its share: throw it out if that does not end")
        case Lamp.FORKED:
            return Text("its log was continued twice, as after a copy: call a referee")


def versions_told(standing: LinkStanding) -> Text:
    """Tell which programs the table and this hall have, and what to do about it."""
    theirs, ours = standing.version or "?", program_version()
    if theirs == ours:
        return Text("both programs call themselves {ours}, but they differ: bring both up to date", ours=ours)
    return Text(
        "the table's program is {theirs}, the hall's is {ours}: bring the older one up to date",
        theirs=theirs,
        ours=ours,
    )


def unread_told(standing: LinkStanding) -> Text | None:
    """Return which messages of a table this hall does not understand, and why; None if it understands all."""
    if not standing.unread:
        return None
    names = list(dict.fromkeys(PART_NAMES[part] for part in standing.unread))
    return Text("not understood: {parts}; {versions}", parts=joined(names), versions=versions_told(standing))
