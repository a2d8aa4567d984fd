"""What the page of people shows, as menu lines: everybody, one person, and the table of a season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from companion.counting.season import (
    POINTS_SAY,
    PlayedMatch,
    SeasonRow,
    Tally,
    against,
    by_game,
    played_by,
    season,
)
from companion.people import KnownPerson
from companion.session.match_report import date_says
from companion.words import Text, in_a_row
from ui.presenters.lines import MenuLine, MenuOption, MenuTile, Words, nothing_yet

ON_A_PAGE = 8
"""People, or teams, on one page."""


class PeopleAct(StrEnum):
    """What a touch on the page of people asks for."""

    OPEN = "open"
    SEASON = "season"
    TEAMS = "teams"
    NEW = "new"
    OTHER_GAME = "other game"
    OTHER_SPAN = "other span"
    RENAME = "rename"
    SIGN = "sign"
    EXPORT = "export"
    FORGET = "forget"
    DO_FORGET = "do forget"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Touched:
    """The value of a touch: what is asked for, and for whom."""

    act: PeopleAct
    person: str = ""


class Span(StrEnum):
    """The days whose matches make a season."""

    ALL = "all"
    EVENING = "evening"
    MONTH = "month"
    YEAR = "year"


SPANS = {
    Span.ALL: Text("all evenings"),
    Span.EVENING: Text("the last evening"),
    Span.MONTH: Text("the last 30 days"),
    Span.YEAR: Text("the last 365 days"),
}
DAYS = {Span.MONTH: 30, Span.YEAR: 365}


@dataclass(frozen=True, slots=True)
class SeasonWish:
    """Which matches a season has: those of a game (empty: all games) in a span of days."""

    game: str = ""
    span: Span = Span.ALL

    def other_span(self) -> "SeasonWish":
        """Return the wish with the next span of days; the first follows the last."""
        spans = list(Span)
        return replace(self, span=spans[(spans.index(self.span) + 1) % len(spans)])

    def other_game(self, matches: Sequence[PlayedMatch]) -> "SeasonWish":
        """Return the wish with the next game that was played; all games follow the last."""
        games = ["", *dict.fromkeys(one.game for one in matches)]
        return replace(self, game=games[(games.index(self.game) + 1) % len(games)])


def everybody(people: Sequence[KnownPerson], matches: Sequence[PlayedMatch]) -> list[MenuLine]:
    """Return everybody, each as a button with a mark, and the ways to the table of the season and to the teams."""
    rows = {row.person.id: row for row in season(matches)}
    told = [_told(person, rows.get(person.id)) for person in people]
    new = MenuOption(Touched(PeopleAct.NEW), Text("new player…"), tile=MenuTile("plus"))
    table = MenuOption(Touched(PeopleAct.SEASON), Text("table of the season"), POINTS_SAY)
    teams = MenuOption(Touched(PeopleAct.TEAMS), Text("your teams"), Text("names, colours and crests"))
    if not people:
        nobody = Text("nobody is remembered yet: name who plays, here or when a match is set up")
        return nothing_yet("person", nobody, replace(new, tile=None, icon="plus", is_main=True), teams)
    return [
        *tiles("people", [*told, new]),
        MenuLine("further", "", "", (table, teams) if rows else (teams,), across=2 if rows else 1),
    ]


def tiles(key: str, options: Sequence[MenuOption]) -> list[MenuLine]:
    """Return tiles in lines of so many as a page has."""
    lines = (tuple(options[n : n + ON_A_PAGE]) for n in range(0, len(options), ON_A_PAGE))
    return [MenuLine(f"{key} {n}", "", "", line) for n, line in enumerate(lines)]


def _told(person: KnownPerson, row: SeasonRow | None) -> MenuOption:
    says = Text("no finished match yet") if row is None else row.tally.says
    return MenuOption(
        Touched(PeopleAct.OPEN, person.id), person.name, says, role=person.sign, tile=MenuTile()
    )


def _whole(person: KnownPerson, own: Sequence[tuple[PlayedMatch, str]]) -> MenuLine:
    """Return the line of all matches of a person."""
    if not own:
        return MenuLine("results", Text("no finished match yet"), role=person.sign)
    tally = Tally.of(one.outcome(seat) for one, seat in own)
    when = Text("last played on {day}", day=date_says(max(one.at_ms for one, _ in own)))
    return MenuLine("results", tally.says, when, role=person.sign, figure=tally.wins_say)


def one_person(
    person: KnownPerson, matches: Sequence[PlayedMatch], titles: Mapping[str, Words]
) -> list[MenuLine]:
    """Return who it is, and what the person has played: each game by its numbers, then against each other person; and what
    can be done with all that is kept.
    """
    own = played_by(person.id, matches)
    games = [
        MenuLine(
            f"game {game}",
            titles.get(game, game),
            says,
            figure=Tally.of(one.outcome(seat) for one, seat in own if one.game == game).wins_say,
        )
        for game, says in by_game(person.id, matches).items()
    ]
    others = [
        MenuLine(
            f"against {other.id}",
            Text("against {name}", name=other.name),
            tally.says,
            role=other.sign,
            figure=tally.wins_say,
        )
        for other, tally in against(person.id, matches)
    ]
    looks = (
        MenuOption(Touched(PeopleAct.RENAME, person.id), Text("change the name")),
        MenuOption(Touched(PeopleAct.SIGN, person.id), Text("change the mark")),
    )
    kept = (
        MenuOption(
            Touched(PeopleAct.EXPORT, person.id), Text("export"), Text("matches and results, as a file")
        ),
        MenuOption(
            Touched(PeopleAct.FORGET, person.id),
            Text("delete"),
            Text("the matches stay, without the name"),
            is_danger=True,
        ),
    )
    return [
        _whole(person, own),
        *games,
        *others,
        MenuLine("self", Text("name and mark"), "", looks),
        MenuLine("kept", Text("what is kept about {name}", name=person.name), "", kept),
    ]


def asked_to_forget(person: KnownPerson) -> list[MenuLine]:
    """Return the question whether a person is to be forgotten."""
    options = (
        MenuOption(Touched(PeopleAct.KEEP, person.id), Text("Keep the name"), is_main=True),
        MenuOption(
            Touched(PeopleAct.DO_FORGET, person.id), Text("Delete {name}", name=person.name), is_danger=True
        ),
    )
    return [
        MenuLine(
            "asked",
            Text("name and mark disappear from this machine; the matches stay, without the name"),
            Text(
                "files that were given away keep the name, and so do teams and notes into which it was typed"
            ),
            role=person.sign,
        ),
        MenuLine("answer", "", "", options, is_low=True),
    ]


# --- season


def in_season(matches: Sequence[PlayedMatch], wish: SeasonWish, today: date) -> list[PlayedMatch]:
    """Return the matches of a season."""
    found = [one for one in matches if wish.game in ("", one.game)]
    if wish.span is Span.EVENING and found:
        last = max(_day(one) for one in found)
        return [one for one in found if _day(one) == last]
    days = DAYS.get(wish.span)
    return found if days is None else [one for one in found if (today - _day(one)).days < days]


def _day(one: PlayedMatch) -> date:
    return datetime.fromtimestamp(one.at_ms / 1000).date()  # noqa: DTZ006 - the players' own day


def season_lines(
    matches: Sequence[PlayedMatch], wish: SeasonWish, titles: Mapping[str, Words], today: date
) -> list[MenuLine]:
    """Return the choice of games and days, and the table."""
    chosen = in_season(matches, wish, today)
    game = titles.get(wish.game, wish.game) if wish.game else Text("all games")
    options = (
        MenuOption(Touched(PeopleAct.OTHER_GAME), game, icon="next"),
        MenuOption(Touched(PeopleAct.OTHER_SPAN), SPANS[wish.span], icon="next"),
    )
    return [
        MenuLine("wish", "", "", options),
        *(_row(row) for row in season(chosen)),
        *([] if chosen else [MenuLine("none", Text("no finished match in these days"))]),
    ]


def _row(row: SeasonRow) -> MenuLine:
    points = Text("one point") if row.tally.points == 1 else Text("{n} points", n=row.tally.points)
    title = Text("{place}. {name}", place=row.place, name=row.person.name)
    return MenuLine(f"row {row.person.id}", title, row.tally.says, role=row.person.sign, figure=points)


def span_says(matches: Sequence[PlayedMatch]) -> Text:
    """Return how many matches a table has, on which days, and what counts."""
    if not matches:
        return POINTS_SAY
    first, last = (date_says(each(one.at_ms for one in matches)) for each in (min, max))
    days = first if first == last else Text("{first} to {last}", first=first, last=last)
    return in_a_row([days, POINTS_SAY])
