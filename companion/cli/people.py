"""`companion people`: lists who is remembered, writes what is kept about a person, and forgets a person."""

import argparse
import json
from collections.abc import Callable, Sequence

from companion.backend.kept_matches import KeptMatches
from companion.backend.persons import kept_about
from companion.cli.files import write_lines
from companion.cli.options import Said, add_data, add_language, add_output
from companion.cli.referee import EXIT_OK
from companion.cli.story import table_lines
from companion.counting.season import POINTS_SAY, PlayedMatch, season
from companion.errors import CompanionError
from companion.people import COLOURS, MARKS, REMAINS, KnownPerson
from companion.storage.people import KeptPeople, PeopleStore
from companion.storage.places import Places, places
from companion.words import Text, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, summary: Text, *about: Text) -> argparse.ArgumentParser:
        made = actions.add_parser(
            name, help=said(summary), description="\n\n".join(map(said, (summary, *about)))
        )
        add_language(made, parser.get_default("lang"))
        add_data(made, said)
        return made

    action("list", Text("who is remembered, with the table of all their matches"), POINTS_SAY)
    exported = action("export", Text("write all that is kept about a person"))
    forgotten = action("forget", Text("forget a person"), REMAINS)
    for made in (exported, forgotten):
        made.add_argument("person", metavar="NAME", help=said(Text("the name of the person")))
    add_output(exported, said)
    forgotten.add_argument(
        "--yes", action="store_true", help=said(Text("forget without asking again; it cannot be undone"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the action and return the exit code."""
    actions: dict[str, Callable[[argparse.Namespace, Places, KeptPeople], None]] = {
        "list": _list,
        "export": _export,
        "forget": _forget,
    }
    where = places(args.data)
    actions[args.action](args, where, PeopleStore(where.people).load())
    return EXIT_OK


def _list(args: argparse.Namespace, where: Places, people: KeptPeople) -> None:
    if not people.people:
        told = Text("nobody is remembered in {folder}", folder=str(where.data))
        write_lines([translate(told, args.lang)], None)
        return
    rows = season(_played(where, people))
    headings = [Text("rank"), Text("name"), Text("mark"), Text("points"), Text("matches")]
    without = [one for one in people.people if all(row.person != one for row in rows)]
    table = [
        [translate(heading, args.lang) for heading in headings],
        *(
            [
                str(row.place),
                row.person.name,
                translate(_sign_says(row.person), args.lang),
                str(row.tally.points),
                translate(row.tally.says, args.lang),
            ]
            for row in rows
        ),
        *(["", one.name, translate(_sign_says(one), args.lang), "", ""] for one in without),
    ]
    write_lines([*table_lines(table), translate(POINTS_SAY, args.lang)], None)


def _sign_says(person: KnownPerson) -> Text:
    return Text("{mark}, {colour}", mark=MARKS[person.mark], colour=COLOURS[person.colour])


def _export(args: argparse.Namespace, where: Places, people: KeptPeople) -> None:
    kept = kept_about(people.person(args.person), people, _played(where, people))
    write_lines(json.dumps(kept, ensure_ascii=False, indent=2).splitlines(), args.output)


def _forget(args: argparse.Namespace, where: Places, people: KeptPeople) -> None:
    person = people.person(args.person)
    if not args.yes:
        raise CompanionError(
            Text(
                "{name} would be forgotten, which cannot be undone: type the same with --yes to do it",
                name=person.name,
            )
        )
    PeopleStore(where.people).change(lambda kept: kept.without(person.id))
    told = Text("{name} is deleted", name=person.name)
    write_lines([translate(one, args.lang) for one in (told, REMAINS)], None)


def _played(where: Places, people: KeptPeople) -> Sequence[PlayedMatch]:
    listed = KeptMatches(where).latest(len(people.seated), is_of_people=True).matches
    return [one.played for one in listed if one.played is not None]
