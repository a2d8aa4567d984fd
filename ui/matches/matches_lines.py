"""The list of recorded matches as rows: by date, narrowed to a game or to words, each with what can be done with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum

from companion.backend.listed_match import ListedMatch, MatchStatus
from companion.session.match_report import date_says
from companion.words import Text, in_a_row, joined, plain, searchable
from ui.presenters.lines import MenuLine, MenuOption, Words, nothing_yet

_STANDS = {
    MatchStatus.UNFINISHED: Text("in progress"),
    MatchStatus.OVER: Text("over"),
    MatchStatus.FOREIGN: Text("recorded under other rules"),
    MatchStatus.DAMAGED: Text("damaged"),
}


class MatchAct(StrEnum):
    """What can be done with a match of the list."""

    RESULT = "result"
    LOOK = "look"
    GO_ON = "go on"
    ASK = "ask"
    """Ask whether it is to be put away."""
    PUT_AWAY = "put away"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are listed: those of a game (empty: all), whose words have all of these words in them."""

    game: str = ""
    words: str = ""


def day_says(at_ms: int, today: date, zone: tzinfo | None = None) -> Text:
    """Return the day of a moment: `today`, `yesterday`, `26 November 2026`. `zone` None: this machine's."""
    day = datetime.fromtimestamp(at_ms / 1000, zone).date()
    if day == today:
        return Text("today")
    if day == today - timedelta(days=1):
        return Text("yesterday")
    return date_says(at_ms, zone)


def when_says(match: ListedMatch, today: date, zone: tzinfo | None = None) -> Text:
    """Return when a match began: `yesterday, 21:14`."""
    at = datetime.fromtimestamp(match.at_ms / 1000, zone)
    return Text("{day}, {time}", day=day_says(match.at_ms, today, zone), time=f"{at:%H:%M}")


def listed(matches: Sequence[ListedMatch], wanted: Wanted, today: date) -> list[ListedMatch]:
    """Return the matches that are wanted, the latest first, damaged ones last."""
    words = plain(wanted.words).split()
    found = [
        match
        for match in matches
        if wanted.game in ("", match.game) and all(word in _words_of(match, today) for word in words)
    ]
    return sorted(found, key=lambda match: (match.standing is MatchStatus.DAMAGED, -match.at_ms))


def _words_of(match: ListedMatch, today: date) -> str:
    """Return all words by which a match is found, in both languages, as they are typed without accents."""
    said = [Text("{words}", words=one) for one in (match.title, match.stands, match.who)]
    said.append(when_says(match, today))
    return searchable(said)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list: its words, and what can be done with it, the likeliest first."""

    match: ListedMatch
    title: Text
    says: Text
    acts: tuple[tuple[MatchAct, Text], ...]


def rows(matches: Sequence[ListedMatch], wanted: Wanted, today: date) -> list[MatchRow]:
    """Return the rows of the list."""
    return [_row(match, today) for match in listed(matches, wanted, today)]


def _row(match: ListedMatch, today: date) -> MatchRow:
    told = [
        Text("{words}", words=match.title),
        *([when_says(match, today)] if match.at_ms else []),
        *([_sides(match)] if match.people and not match.given_up_by else []),
        *([Text("demonstration")] if match.is_demonstration else []),
        _given_up(match) if match.given_up_by else _STANDS[match.standing],
    ]
    return MatchRow(match, Text("{words}", words=match.who), in_a_row(told), tuple(_acts(match)))


def _given_up(match: ListedMatch) -> Text:
    """Return who gave up, and who has won by it: of two the other one."""
    side = match.name_of(match.given_up_by)
    others = [match.name_of(seat) for seat in match.names if seat != match.given_up_by]
    if len(others) != 1:
        return Text("{side} gave up", side=side)
    return Text("{winner} wins: {side} gave up", winner=others[0], side=side)


def _sides(match: ListedMatch) -> Text:
    return joined([Text("{name}", name=name) for name in match.names.values()], " – ")


def _acts(match: ListedMatch) -> Iterator[tuple[MatchAct, Text]]:
    if match.standing in (MatchStatus.UNFINISHED, MatchStatus.DAMAGED):
        yield MatchAct.GO_ON, Text("Continue")
    if match.standing is MatchStatus.OVER:
        yield MatchAct.RESULT, Text("Result")
    if match.standing is not MatchStatus.DAMAGED:
        yield MatchAct.LOOK, Text("Replay")
    yield MatchAct.ASK, Text("Hide")


def games_of(matches: Sequence[ListedMatch]) -> list[tuple[str, Words]]:
    """Return the games to which the list can be narrowed: none, where there is only one."""
    games = {match.game: match.title for match in sorted(matches, key=lambda one: one.game) if match.game}
    return [("", Text("All games")), *games.items()] if len(games) > 1 else []


def none_says(wanted: Wanted) -> Text:
    """Return why the list is empty."""
    if wanted.words:
        return Text("no match has “{words}” in its names, its game or its date", words=wanted.words)
    return Text("no match is recorded yet")


def nothing_recorded() -> list[MenuLine]:
    """Return that no match is recorded, and the way to one."""
    begin = MenuOption(None, Text("Begin a match"), is_main=True, icon="plus")
    return nothing_yet("flag", none_says(Wanted()), begin)


def unplayed_says(n: int) -> Words:
    """Return how many matches are not in the list, because nothing was played in them."""
    if not n:
        return ""
    return (
        Text("1 match that never started is hidden")
        if n == 1
        else Text("{n} matches that never started are hidden", n=n)
    )


def asked(match: ListedMatch, today: date) -> list[MenuLine]:
    """Return the question whether a match is to be put away."""
    told = Text(
        "{game}, {when}. It disappears from this list and from the home page; nothing in it is ever erased.",
        game=match.title,
        when=when_says(match, today),
    )
    return [
        MenuLine(str(match.match), Text("{words}", words=match.who), told),
        MenuLine(
            str(match.match),
            "",
            "",
            options=(
                MenuOption(MatchAct.KEEP, Text("Keep it"), is_main=True),
                MenuOption(MatchAct.PUT_AWAY, Text("Hide it")),
            ),
            is_low=True,
        ),
    ]


def removed_says(match: ListedMatch) -> Text:
    """Return what was put away."""
    return Text("“{match}” is no longer listed", match=match.who)
