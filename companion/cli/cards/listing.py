"""`companion cards list`: lists cards, one a line; or the squads of a set-up, with the sum of their levels."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import write_lines
from companion.cli.live.match import setup_of_file
from companion.cli.story import table_lines
from companion.errors import CatalogueError
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.storage.owners_cards import Reference, references
from companion.storage.shipped_data import completed
from companion.words import Text, translate, word

LEVEL, SQUAD_LEVEL = 4, 3
"""The columns of the level, in both lists."""


def run(args: argparse.Namespace) -> int:
    """List the owner's cards, or all cards; return the exit code. Raises `CatalogueError`."""
    desk = CardDesk(args)
    if args.squads is not None:
        return _list_squads(desk, args.squads)
    headings = [
        Text("game"), Text("reference"), Text("kind"), Text("name"), Text("level"), Text("tag"), Text("file"),
    ]  # fmt: skip
    rows = [[desk.words(heading) for heading in headings]]
    for game in [args.game] if args.game else games_with_cards():
        listed = references(game, desk.places.catalogues)
        rows.extend(_row(desk, game, card) for card in listed if args.all or not card.is_demonstration)
    if len(rows) == 1:
        desk.tell_empty()
        return EXIT_OK
    write_lines(table_lines(_without_empty(rows, LEVEL)), None)
    return EXIT_OK


def _without_empty(rows: list[list[str]], heading: int) -> list[list[str]]:
    """Return the rows without this column if it has nothing but its heading."""
    if any(row[heading] for row in rows[1:]):
        return rows
    return [[*row[:heading], *row[heading + 1 :]] for row in rows]


def _row(desk: CardDesk, game: str, card: Reference) -> list[str]:
    kind = desk.words(forms_of(game)[card.kind].title)
    tags = " ".join(map(str, card.tags))
    file = desk.words(Text("demonstration")) if card.is_demonstration else card.path.name
    level = GAMES[game].description.squads.level(card.card)
    told = "" if level is None else str(level)
    return [game, card.ref, kind, translate(card.name, desk.language), told, tags, file]


def _list_squads(desk: CardDesk, file: str) -> int:
    """List the squads of a set-up, in its order. Raises `CompanionError`."""
    line, _ = setup_of_file(file)
    setup, cards = completed(line.data, desk.places.catalogues)
    game = setup["game"]
    rules = GAMES[game]
    known = {card["ref"]: rules.check_card(card, "") for card in cards if "ref" in card}
    names: dict[str, Reference] = {card.ref: card for card in references(game, desk.places.catalogues)}
    limit = rules.description.squads.most_levels(setup, known)
    teams = setup.get("teams", {})
    if not teams:
        desk.tell(Text("{file} has no squads: its game is played without squads", file=file))
    for seat, team in teams.items():
        rows = list(_squad_rows(desk, rules, team, known, names, limit))
        desk.line(f"{desk.words(word(seat))}: {team.get('name', '')}".rstrip(": "))
        write_lines(table_lines(_without_empty(rows, SQUAD_LEVEL)), None)
    return EXIT_OK


def _squad_rows(
    desk: CardDesk,
    rules: Rules,
    team: Json,
    known: Mapping[str, Any],
    names: Mapping[str, Reference],
    limit: int | None,
) -> Iterator[list[str]]:
    headings = [Text("reference"), Text("kind"), Text("name"), Text("level")]
    summed = [] if limit is None else [Text("sum of levels")]
    yield [desk.words(heading) for heading in (*headings, *summed)]
    forms, levels = forms_of(rules.game), 0
    for ref in _refs_of(rules, team):
        if ref not in known:
            raise CatalogueError(Text("{ref} is not in any of your catalogues", ref=ref[:40]))
        card = known[ref]
        level = rules.description.squads.level(card)
        levels += level or 0
        row = [
            ref,
            desk.words(forms[card.kind].title),
            _name(desk, names, ref),
            "" if level is None else str(level),
        ]
        yield row if limit is None else [*row, "" if level is None else f"{levels}/{limit}"]


def _refs_of(rules: Rules, team: Json) -> Iterator[str]:
    box = rules.description
    for need in (*box.needs, *box.needs_of_some):
        refs = team.get(need.field) or ()
        if not need.among:
            yield from (refs,) if isinstance(refs, str) else refs


def _name(desk: CardDesk, names: Mapping[str, Reference], ref: str) -> str:
    return translate(names[ref].name, desk.language) if ref in names else ""
