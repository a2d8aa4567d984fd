"""`companion doctor`: says in one line each what works on this machine, what does not, and what to type."""

import argparse
import sys
from collections.abc import Callable, Iterator

from companion.backend.findings import Finding, FindingLevel
from companion.backend.time_limit import bounded
from companion.cli.files import say
from companion.cli.options import Said, add_data
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.storage import strict_json
from companion.storage.places import Places, places
from companion.words import N_, Program, Text, translate

EXIT_BROKEN = 1
PROBE_S = 40.0
"""No probe is waited for longer, whatever hangs."""
MARKS = {FindingLevel.OK: "+", FindingLevel.WARN: "~", FindingLevel.BROKEN: "!"}
Probe = Callable[[Places], list[Finding]]
N_("libraries"), N_("disk"), N_("clock"), N_("permissions"), N_("screen")
N_("calibration"), N_("settings"), N_("kiosk")


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_data(parser, said)
    parser.add_argument(
        "--json",
        action="store_true",
        help=said(Text("answer with one line of JSON for each finding")),
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: nothing is broken."""
    paper = paper_here(sys.stdout, args.lang)
    is_broken = False
    for name, finding in findings(places(args.data)):
        is_broken |= finding.health is FindingLevel.BROKEN
        if args.json:
            say(strict_json.readable(as_json(name, finding, args.lang)), sys.stdout)
        else:
            tell(paper, finding)
    return EXIT_BROKEN if is_broken else 0


def findings(where: Places) -> Iterator[tuple[str, Finding]]:
    """Yield every finding with the name of its probe, as soon as it is known."""
    for name, probe in probes().items():
        found = bounded(lambda probe=probe: probe(where), PROBE_S)  # type: ignore[misc]
        if isinstance(found, Text):
            yield name, Finding(Text(name), FindingLevel.BROKEN, found)
        else:
            for finding in found:
                yield name, finding


def probes() -> dict[str, Probe]:
    """Return the probes by name, in the order in which to repair things."""
    # Imported here: the help needs none of them.
    from companion.backend.devices.registry import DEVICES  # noqa: PLC0415
    from companion.cli.doctor import machine  # noqa: PLC0415
    from companion.cli.kiosk import standing  # noqa: PLC0415

    return {
        "libraries": machine.libraries,
        "disk": machine.disk,
        "clock": machine.clock,
        "permissions": machine.permissions,
        **{kind.probe: _probe(kind.findings) for kind in DEVICES.values()},
        "screen": machine.screen,
        "calibration": machine.calibration,
        "settings": standing.settings,
        "kiosk": standing.kiosk,
    }


def _probe(findings: Callable[[], list[Finding]]) -> Probe:
    return lambda _where: findings()


def tell(paper: TerminalPaper, finding: Finding) -> None:
    """Print one finding, with what to type below it."""
    ink = Ink.ALARM if finding.health is FindingLevel.BROKEN else Ink.PLAIN
    words = Text("{what}: {says}", what=finding.what, says=finding.says)
    paper.say(words, ink, mark=f"{MARKS[finding.health]} {paper.words(Text(finding.health.value)):<7}")
    if finding.type_this is not None:
        paper.command(None, f"      $ {_as_typed(finding.type_this)}")


def _as_typed(command: str) -> str:
    """Return a command as a person types it here: this program by its path, where the shell does not find it."""
    name, _, rest = command.partition(" ")
    return f"{Program.name} {rest}" if name == "companion" else command


def as_json(name: str, finding: Finding, language: str) -> dict[str, str | None]:
    return {
        "probe": name,
        "what": translate(finding.what, language),
        "health": finding.health.value,
        "says": translate(finding.says, language),
        "type": finding.type_this,
    }
