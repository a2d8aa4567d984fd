"""`companion tower audit`: measures how fair and how reliable each tower and die in the log is."""

import argparse
import sys
from collections.abc import Callable, Iterator

from companion.cli.options import add_data
from companion.storage.places import places
from companion.words import N_, Text, translate
from devices.tower.audit import DieAudit, TowerAudit

GRADES = (N_("too few rolls"), N_("fair"), N_("doubtful"), N_("unfair"))
"""The grades' words, for the translators."""


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_data(parser, said)
    parser.add_argument("--tower", metavar="SERIAL", help=said(Text("this tower only")))


def run(args: argparse.Namespace) -> int:
    from companion.storage.border import is_there  # noqa: PLC0415
    from companion.storage.rolls import RollStore  # noqa: PLC0415
    from devices.tower.audit import audit_towers  # noqa: PLC0415

    where = places(args.data)
    rolls, lost = [], []
    if is_there(where.matches):
        with RollStore(where.matches, is_to_look=True) as store:
            rolls, lost = store.rolls(args.tower), store.misfits()
    for n in lost:
        told = Text("{file} is damaged: roll {n} is not what was kept", file=str(where.matches), n=n)
        print(translate(told, args.lang), file=sys.stderr)
    if not rolls:
        told = Text("no roll from a dice tower is recorded yet in {folder}", folder=str(where.data))
        print(translate(told, args.lang))
        return 0
    for audit in audit_towers(rolls):
        for line in told_of(audit):
            print(translate(line, args.lang))
    return 0


def told_of(audit: TowerAudit) -> Iterator[Text]:
    """Return the sentences about one tower."""
    yield Text(
        "tower {tower}: {rolls} rolls, {boots} power-ups",
        tower=audit.tower,
        rolls=audit.rolls,
        boots=audit.boots,
    )
    yield Text(
        "  rolls with a cocked die: {cocked} ({share}%), with a lost die: {lost}, dice that never came "
        "to rest: {timeouts}, left to the camera: {unread}, not asked for: {unasked}, messages sent "
        "twice: {repeated}",
        cocked=audit.cocked,
        share=f"{100 * audit.cocked / audit.rolls:.1f}",
        lost=audit.lost,
        timeouts=audit.timeouts,
        unread=audit.unread,
        unasked=audit.unasked,
        repeated=audit.repeated,
    )
    if audit.rest_median_ms is not None and audit.rest_most_ms is not None:
        yield Text(
            "  time until the dice lie still: half of the rolls take up to {median} ms, the slowest takes {most} ms",
            median=audit.rest_median_ms,
            most=audit.rest_most_ms,
        )
    for die in audit.dice:
        yield _told_of_die(die)


def _told_of_die(die: DieAudit) -> Text:
    faces = ", ".join(f"{face}: {times}" for face, times in die.faces.items())
    if die.chi_square is None or die.p is None:
        return Text(
            "  {die}: rolled {thrown} times ({faces}); {grade}",
            die=die.die,
            thrown=die.thrown,
            faces=faces,
            grade=Text(die.grade.value),
        )
    return Text(
        "  {die}: rolled {thrown} times ({faces}); chi-square {x}, p = {p}: {grade}",
        die=die.die,
        thrown=die.thrown,
        faces=faces,
        x=f"{die.chi_square:.2f}",
        p=f"{die.p:.4f}",
        grade=Text(die.grade.value),
    )
