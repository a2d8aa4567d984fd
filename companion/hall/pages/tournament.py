"""The tournament in the browser: check-in, rounds with their arithmetic, results, standings, and files to take home."""

import json
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from itertools import count
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from companion.clock import wall_ms
from companion.counting.games import COUNTS
from companion.errors import CompanionError, StorageError
from companion.hall.access import COUNTERS, HallRole
from companion.hall.kept_tournament import KeptTournament, folded
from companion.hall.pages.visits import Answers, Doorkeeper, Visit, read_index, went
from companion.hall.tournament import judge
from companion.hall.tournament.events import (
    FORMAT_WORDS,
    EntrantNumber,
    FormatKind,
    ResultCorrected,
    TournamentFormat,
    write_tournament_event,
)
from companion.hall.tournament.explanation import grounds_of, next_best
from companion.hall.tournament.export import (
    ListSheet,
    ResultSlip,
    exported_tables,
    pairings_sheet,
    read_players,
    result_slips,
    standings_sheet,
    tournament_json,
)
from companion.hall.tournament.judge import Decision
from companion.hall.tournament.pairing import Declined, too_few
from companion.hall.tournament.standings import standings
from companion.hall.tournament.state import Presence, RoundOfTournament, TableOfRound, fold
from companion.rules.games import GAMES
from companion.showing.scene_builder import unbroken_score
from companion.storage.places import Places
from companion.storage.tournaments import TournamentFile, read_acts, tournament_names
from companion.web.site import PageRefused
from companion.words import Text, plain, word

ORGANISERS = (HallRole.ORGANISER,)
LONGEST_NAME = 50
FORMAT_NUMBERS = {
    FormatKind.SWISS: Text("number of rounds (empty: as many as you like)"),
    FormatKind.GROUPS: Text("players in a group (empty: 4)"),
    FormatKind.KNOCKOUT: Text("players who go on into the knockout (empty: all)"),
    FormatKind.FREE: Text("number of tables (empty: 1)"),
}
"""What the number of each format means."""
LARGEST_LOT = 2**32
Prints = Callable[[ListSheet | tuple[ResultSlip, ...], str], bytes]
"""Draws a list or slips as PDF, in a language."""
PRESENCE = {
    Presence.EXPECTED: Text("expected"),
    Presence.THERE: Text("here"),
    Presence.DROPPED: Text("gone"),
    Presence.WITHDRAWN: Text("withdrawn"),
}


class TournamentPages:
    """The pages of the tournaments in a folder. `prints` None: nothing is offered as PDF."""

    def __init__(self, where: Places, door: Doorkeeper, prints: Prints | None) -> None:
        self._where = where
        self._door = door
        self._prints = prints

    def routes(self) -> list[Route]:
        door = self._door
        acts: tuple[tuple[str, Answers], ...] = (
            ("/tournament/new", self.begin),
            ("/tournament/{name}/act", self.act),
        )
        return [
            door.route("/tournament", self.all, COUNTERS),
            door.route("/tournament/{name}", self.one, COUNTERS),
            door.route("/tournament/{name}/why/{round:number}/{table:number}", self.why, COUNTERS),
            door.route("/tournament/{name}/files/{file}", self.file, COUNTERS),
            *(door.route(path, answer, ORGANISERS, posts=True) for path, answer in acts),
            door.route("/tournament/{name}/result", self.result, (*COUNTERS, HallRole.SEAT), posts=True),
            door.route("/seat", self.seat, (HallRole.SEAT,)),
        ]

    # --- looking

    async def all(self, visit: Visit) -> Response:
        return self._door.html(
            "tournaments.html",
            visit,
            titles=await run_in_threadpool(self._titles),
            games={game: GAMES[game].description.title for game in COUNTS},
            formats=FORMAT_WORDS,
            format_numbers=FORMAT_NUMBERS,
        )

    def _titles(self) -> dict[str, str]:
        """Return the titles of all tournaments by their names; a name stands for the title of a file that is damaged."""
        titles = {}
        for name in tournament_names(self._where):
            try:
                titles[name] = self._look(name).state.name
            except StorageError:
                titles[name] = name
        return titles

    async def one(self, visit: Visit) -> Response:
        kept = await run_in_threadpool(self._look, _name(visit))
        state = kept.state
        table = standings(state, kept.count)
        return self._door.html(
            "tournament.html",
            visit,
            name=_name(visit),
            state=state,
            count=kept.count,
            seats=[word(seat) for seat in kept.count.seats],
            sheet=standings_sheet(state, table),
            presence=PRESENCE,
            format_words=FORMAT_WORDS,
            format_numbers=FORMAT_NUMBERS,
            unbroken_score=unbroken_score,
            too_few=too_few([one.number for one in state.pairable()], kept.count.fewest),
            has_prints=self._prints is not None,
            is_organiser=visit.person.role is HallRole.ORGANISER,
        )

    async def why(self, visit: Visit) -> Response:
        kept = await run_in_threadpool(self._look, _name(visit))
        params = visit.request.path_params
        each = _round(kept, int(params["round"]))
        if params["table"]:
            found = each.at(int(params["table"]))
            if found is None:
                raise PageRefused(HTTPStatus.NOT_FOUND)
            groups = [(found.players, found.lines)]
        else:
            groups = [((bye.player,), bye.lines) for bye in each.byes]
        shown, kind = [], kept.state.parts[each.part - 1].format.kind
        for players, lines in groups:
            hands = [hand for hand in each.by_hand if {hand.one, hand.other} & set(players)]
            other = (
                None if hands else await run_in_threadpool(next_best, kept.state, kept.count, each, players)
            )
            grounds = grounds_of(kind, kept.count, len(players), lines)
            shown.append((players, grounds, hands[-1] if hands else None, other))
        return self._door.html(
            "why.html",
            visit,
            name=_name(visit),
            state=kept.state,
            each=each,
            shown=shown,
            table=params["table"],
        )

    async def file(self, visit: Visit) -> Response:
        """Give a file of the tournament: CSV and JSON of everything, and PDF for the wall."""
        name, file = _name(visit), str(visit.request.path_params["file"])
        kept = await run_in_threadpool(self._look, name)
        content, media = await run_in_threadpool(self._made, kept, file, visit.language)
        headers = {"Content-Disposition": f'attachment; filename="{name}-{file}"'}
        return Response(content, media_type=media, headers=headers)

    def _made(self, kept: KeptTournament, file: str, language: str) -> tuple[bytes, str]:
        state, count = kept.state, kept.count
        if file == "tournament.json":
            whole = tournament_json(state, count, kept.head)
            return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode(), "application/json"
        for table in exported_tables(state, count, language):
            if file == f"{table.name}.csv":
                return table.as_csv().encode(), "text/csv; charset=utf-8"
        if self._prints is not None and file == "standings.pdf":
            return self._prints(standings_sheet(state, standings(state, count)), language), "application/pdf"
        if self._prints is not None and state.rounds and file == "pairings.pdf":
            return self._prints(pairings_sheet(state, count, state.rounds[-1]), language), "application/pdf"
        if self._prints is not None and state.rounds and file == "slips.pdf":
            slips = result_slips(state, count, state.rounds[-1], kept.head)
            if not slips:
                raise CompanionError(
                    Text("no slip was printed: all results of round {round} are in", round=len(state.rounds))
                )
            return self._prints(slips, language), "application/pdf"
        raise PageRefused(HTTPStatus.NOT_FOUND)

    # --- acting

    async def begin(self, visit: Visit) -> Response:
        return went(f"/tournament/{await run_in_threadpool(self._begin, visit)}")

    def _begin(self, visit: Visit) -> str:
        title = visit.says("title", 60)
        name = file_name(title, tournament_names(self._where))
        lot = secrets.randbelow(LARGEST_LOT)
        begun = judge.open_tournament(title, visit.says("game", 40), lot)
        if isinstance(begun, Declined):
            raise CompanionError(begun.message)
        chosen = judge.choose_format(fold(begun), _format(visit))
        if isinstance(chosen, Declined):
            raise CompanionError(chosen.message)
        with TournamentFile(self._where, name, is_new=True) as file:
            file.append([write_tournament_event(event) for event in (*begun, *chosen)], wall_ms())
        return name

    async def act(self, visit: Visit) -> Response:
        told = await run_in_threadpool(self._act, visit)
        return self._back(visit, told)

    def _act(self, visit: Visit) -> Text | None:
        with self._changing(_name(visit)) as kept:
            state = kept.state
            match visit.form.get("do"):
                case "enter":
                    kept.does(
                        judge.enter(state, visit.says("player", 80), visit.says("club", 80) or None),
                        wall_ms(),
                    )
                case "import":
                    return _imported(kept, visit.form.get("list", "").encode())
                case "here":
                    kept.does(judge.check_in(state, _player(visit, "player")), wall_ms())
                case "all-here":
                    for who in [
                        who for who, one in state.entrants.items() if one.presence is Presence.EXPECTED
                    ]:
                        kept.does(judge.check_in(kept.state, who), wall_ms())
                case "drop":
                    kept.does(judge.drop(state, _player(visit, "player")), wall_ms())
                case "withdraw":
                    kept.does(judge.withdraw(state, _player(visit, "player")), wall_ms())
                case "pair":
                    if visit.whole("round") != state.next_round:
                        raise CompanionError(
                            Text("round {round} is paired already", round=visit.whole("round"))
                        )
                    kept.does(judge.pair(state), wall_ms())
                case "swap":
                    one, other = _player(visit, "one"), _player(visit, "other")
                    by_hand = judge.pair_by_hand(state, one, other, visit.person.name, visit.says("why"))
                    kept.does(by_hand, wall_ms())
                case "format":
                    kept.does(judge.choose_format(state, _format(visit)), wall_ms())
                case "end":
                    kept.does(judge.end(state), wall_ms())
                case _:
                    raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read"))
        return None

    async def result(self, visit: Visit) -> Response:
        told = await run_in_threadpool(self._result, visit)
        if visit.person.role is HallRole.SEAT:
            return went("/seat")
        return self._back(visit, told)

    def _back(self, visit: Visit, told: Text | None) -> Response:
        to = f"/tournament/{_name(visit)}"
        return went(to) if told is None else self._door.went(visit, to, told)

    def _result(self, visit: Visit) -> Text | None:
        """Take a result: of a player at the table it waits for somebody else's word, all others confirm it with it."""
        number, table = visit.whole("round"), visit.whole("table")
        if visit.person.role is HallRole.SEAT and table != visit.person.table:
            raise PageRefused(HTTPStatus.FORBIDDEN, Text("this is not your table"))
        with self._changing(_name(visit)) as kept:
            by = visit.person.name
            found = _round(kept, number).at(table)
            if found is None:
                raise CompanionError(Text("round {round} has no table {table}", round=number, table=table))
            if visit.form.get("do") == "confirm" and visit.person.role is not HallRole.SEAT:
                kept.does(judge.confirm(kept.state, number, table, by), wall_ms())
                return None
            made = _result_said(kept, found, visit)
            if found.is_confirmed:
                if visit.person.role is HallRole.SEAT:
                    raise CompanionError(Text("this result is confirmed: tell the referee if it is wrong"))
                goes_on = _player(visit, "goes-on") if visit.says("goes-on") else None
                wanted = ResultCorrected(number, table, made, by, visit.says("why"), goes_on=goes_on)
                (event,) = kept.does(judge.correct(kept.state, wanted), wall_ms())
                assert isinstance(event, ResultCorrected)
                return _would_change(event)
            kept.does(judge.enter_result(kept.state, number, table, made, by), wall_ms())
            if visit.person.role is not HallRole.SEAT:
                kept.does(judge.confirm(kept.state, number, table, by), wall_ms())
        return None

    async def seat(self, visit: Visit) -> Response:
        shown = await run_in_threadpool(self._seated, visit)
        return self._door.html("seat.html", visit, table=visit.person.table, shown=shown, own_word=word)

    def _seated(self, visit: Visit) -> list[tuple[str, KeptTournament, RoundOfTournament, TableOfRound]]:
        """Return the matches of a table in the rounds that are played now."""
        found = []
        for name in tournament_names(self._where):
            try:
                kept = self._look(name)
            except StorageError:
                # The tournament's own page says what is wrong with its file.
                continue
            for each in kept.state.played_now:
                one = None if each.is_closed or visit.person.table is None else each.at(visit.person.table)
                if one is not None:
                    found.append((name, kept, each, one))
        return found

    # --- files

    def _look(self, name: str) -> KeptTournament:
        if name not in tournament_names(self._where):
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("there is no such tournament"))
        acts = tuple(read_acts(TournamentFile(self._where, name).path)[0])
        return KeptTournament(folded(name, acts), acts)

    @contextmanager
    def _changing(self, name: str) -> Iterator[KeptTournament]:
        with TournamentFile(self._where, name) as file:
            yield KeptTournament(folded(name, file.acts), file.acts, file)


def file_name(title: str, taken: Sequence[str]) -> str:
    """Return the name under which a tournament with a title is kept: its letters and digits, and a number if that is taken."""
    made = re.sub("[^a-z0-9]+", "-", plain(title)).strip("-")[:LONGEST_NAME].strip("-") or "tournament"
    others = (f"{made}-{n}" for n in count(2))
    return made if made not in taken else next(name for name in others if name not in taken)


def _name(visit: Visit) -> str:
    return str(visit.request.path_params["name"])


def _round(kept: KeptTournament, number: int) -> RoundOfTournament:
    each = kept.state.round(number)
    if each is None:
        raise PageRefused(HTTPStatus.NOT_FOUND, Text("there is no round {round}", round=number))
    return each


def _player(visit: Visit, field: str) -> EntrantNumber:
    return EntrantNumber(visit.whole(field))


def _format(visit: Visit) -> TournamentFormat:
    try:
        kind = FormatKind(visit.form.get("format", ""))
    except ValueError as problem:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read")) from problem
    field = f"number-{kind}"
    n = visit.whole(field) if visit.says(field) else 0
    if not 0 <= n <= 99:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("expected a number up to 99"))
    match kind:
        case FormatKind.SWISS:
            return TournamentFormat(kind, rounds=n)
        case FormatKind.GROUPS:
            return TournamentFormat(kind, group_size=max(3, n or 4))
        case FormatKind.KNOCKOUT:
            return TournamentFormat(kind, qualified=n)
        case FormatKind.FREE:
            return TournamentFormat(kind, tables=max(1, n))


def _imported(kept: KeptTournament, data: bytes) -> Text:
    """Enter a list of players; return what to say. Raises `CompanionError` if a line has a fault, and enters nobody."""
    found = read_players(kept.state, data)
    if found.faults:
        raise CompanionError(
            Text(
                "nobody was entered: {fault}; put the list right, and send it again",
                fault=found.faults[0].says,
            )
        )
    events: Decision = found.events
    kept.does(events, wall_ms())
    return found.says


def _result_said(kept: KeptTournament, found: TableOfRound, visit: Visit) -> Any:
    """Return the result that somebody entered into the form of a match. Raises `CompanionError`.

    The form has a field for each seat and each number that counts in this game, such as `goals-0`.
    """
    numbers = {}
    for one in kept.count.numbers:
        fields = [f"{one.key}-{seat}" for seat in range(len(found.players))]
        if any(visit.says(name) for name in fields):
            numbers[one.key] = [visit.whole(name) for name in fields]
    seat = read_index(visit.says("winner"), len(found.players))
    made = judge.result_of(kept.count, len(found.players), numbers, seat)
    if isinstance(made, Declined):
        raise CompanionError(made.message)
    return made


def _would_change(event: ResultCorrected) -> Text:
    if not event.would_change:
        return Text("round {round}, table {table} is corrected", round=event.round, table=event.table)
    return Text(
        "nobody is paired again; with the right result these tables of the last round would have been others: {tables}",
        tables=", ".join(map(str, event.would_change)),
    )
