"""The row of the pedal: one key, *next*. What stands in `companion/backend/devices/pedal.py`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.backend.devices.device_kind import DeviceKind
from companion.backend.findings import Finding, FindingLevel, UserGroup
from companion.backend.interface import CheckResult, DeviceChoice, DeviceOffer, FoundDevice, TableDevices
from companion.backend.table_house import TableHouse
from companion.ids import ObservationId
from companion.observation import Notice
from companion.session.inbox import DeviceNotice, Item, SoFarApproval
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent, SoFarEvent
from companion.table.match_device import TakeItems
from tests.toy.pedal.device import Pedal, PedalReport, told
from tests.toy.summit.rules import both

PEDAL = "pedal"
NODES = Path("/dev")
TITLE = both("pedal", "pédale")


class PedalAtTable:
    """A pedal as a device of a match: a press says *yes* to what was understood so far."""

    def __init__(self, pedal: Pedal) -> None:
        self._pedal = pedal
        self._key: str | None = None

    def begin(self, _controller: MatchController, take: TakeItems) -> None:
        self._pedal.start(lambda report: take(lambda at_ms: self._items(report, at_ms)))

    def hear(self, told: SessionEvent) -> None:
        if isinstance(told, SoFarEvent):
            self._key = None if told.so_far is None else told.so_far.key

    def end(self) -> None:
        self._pedal.stop()

    def _items(self, report: PedalReport, at_ms: int) -> Iterator[Item]:
        if report is PedalReport.LOST:
            notice = Notice(ObservationId(f"{PEDAL}-{at_ms}"), at_ms, PEDAL, report.value)
            yield DeviceNotice(notice, told(report))
        elif self._key is not None:
            yield SoFarApproval(self._key)


def find() -> Sequence[FoundDevice]:
    paths = sorted(NODES.glob("pedal*"))
    return tuple(
        FoundDevice(str(path), both("pedal {name}", "pédale {name}", name=path.name)) for path in paths
    )


def open_pedal(_game: str, gear: TableDevices, _house: TableHouse) -> PedalAtTable | None:
    path = gear.address(PEDAL)
    return PedalAtTable(Pedal(path)) if path else None


def check(_game: str, gear: TableDevices, house: TableHouse) -> Sequence[CheckResult]:
    path = gear.address(PEDAL)
    if not path:
        says = both("none: you touch the screen", "aucune : vous touchez l’écran")
        return (CheckResult(TITLE, "", says, device=PEDAL),)
    if is_there(path, house):
        return (CheckResult(TITLE, "good", both("it is there", "elle est là"), device=PEDAL),)
    todo = both("plug it in, or choose none", "branchez-la, ou n’en choisissez aucune")
    return (CheckResult(TITLE, "poor", both("it is gone", "elle n’est plus là"), todo, PEDAL),)


def is_there(path: str, _house: TableHouse) -> bool:
    return Path(path).exists()


def findings() -> list[Finding]:
    found = find()
    if not found:
        says = both("none is plugged in", "aucune n’est branchée")
        return [Finding(TITLE, FindingLevel.WARN, says)]
    return [Finding(one.says, FindingLevel.OK, both("ready", "prête")) for one in found]  # type: ignore[arg-type]


PEDAL_KIND = DeviceKind(
    PEDAL,
    reports=(SoFarApproval, DeviceNotice),
    find=find,
    is_there=is_there,
    open=open_pedal,
    check=check,
    probe="pedals",
    findings=findings,
    group=UserGroup("pedalists", ("pedal*",), "pedal"),
    option=both("the pedal, such as /dev/pedal0", "la pédale, comme /dev/pedal0"),
    offer=DeviceOffer(
        PEDAL,
        TITLE,
        asks=both("which pedal says next?", "quelle pédale dit « suite » ?"),
        missing=both("no pedal is plugged in", "aucune pédale n’est branchée"),
        none=DeviceChoice("", both("no pedal", "aucune"), both("touch the screen", "touchez l’écran")),
    ),
)
