"""The referee's pages: all tables by who needs somebody, one table with its history, what a play was read from, and orders."""

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from companion.bus.messages import OrderVerb
from companion.errors import Malformed
from companion.hall.access import REFEREES, ROLE_NAMES
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.now import HallNow, MatchNow, lamp_told
from companion.hall.pages.visits import WORD, Answers, Doorkeeper, Visit, read_index, went
from companion.hall.requests import Asker, OrderWish, WantedPicture, fate_told
from companion.ids import ObservationId
from companion.observation import Observation, Sighting, Tap
from companion.play import MATCH_PLAYS, Correct, Undo, parse_play, write_play
from companion.reading.identity import Identities
from companion.rules.games import GAMES
from companion.session.history import observation_told
from companion.session.history_rows import SECRET, details, is_secret, line_of, may, refused_play, rows, story
from companion.session.remarks import (
    Protest,
    ReviewBegins,
    ReviewEnds,
    Settled,
    note_of,
    review_of,
)
from companion.session.snapshot import HistoryLine, Offer, Snapshot
from companion.showing.settable import Settable
from companion.storage import strict_json
from companion.storage.shipped_data import mat_of
from companion.web.live import LivePage, LiveState
from companion.web.pages import PageMaker
from companion.web.site import PageRefused
from companion.words import Text, word

# --- evidence
# Tells what a play was read from, on the referee's page: sentences from the hall's copy, and pictures that the table
# has.


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """An observation of which the table may have a picture, and what it says."""

    seen: ObservationId
    says: Text


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """What a play was read from: a sentence for each reading, and the pictures that may be asked for."""

    says: tuple[Text, ...] = ()
    pictures: tuple[SeenPicture, ...] = ()


def shown_evidence(
    snapshot: Snapshot, line: HistoryLine, observations: Sequence[Observation]
) -> ShownEvidence:
    """Return what a referee may see of a play's evidence, as at the table: nothing while a card of it lies face down.

    Who entered a play is told by its story.
    """
    if is_secret(snapshot.history, line):
        return ShownEvidence((SECRET,))
    things = Identities(mat_of(snapshot.game), snapshot.scene.names, {})
    read = [(seen, observation_told(seen, things)) for seen in observations if not isinstance(seen, Tap)]
    return ShownEvidence(
        tuple(says for _, says in read),
        tuple(SeenPicture(seen.id, says) for seen, says in read if isinstance(seen, Sighting)),
    )


# --- tables

MOST_LIKELY = 24
FORM_BYTES = 8
MOST_PLAYS = 600
"""Plays of a list that a browser still shows well."""
MOST_ADDED_S = 24 * 3600


class TablePages:
    """The pages of the tables."""

    def __init__(self, desk: PageDesk, door: Doorkeeper, pages: PageMaker) -> None:
        self._desk = desk
        self._door = door
        self._pages = pages
        self._live = LivePage(desk.state, self._draw_tables)

    def routes(self) -> list[Route]:
        gets: tuple[tuple[str, Answers], ...] = (
            ("/tables", self.tables),
            ("/tables/live", self.tables_live),
            ("/tables/{number:number}", self.table),
            ("/tables/{number:number}/live", self.table_live),
            ("/tables/{number:number}/plays/{seq:number}", self.play),
            ("/tables/{number:number}/plays/{seq:number}/pictures/{which:number}", self.picture),
            ("/tables/{number:number}/enter", self.enter),
            ("/tables/{number:number}/set", self.set_values),
        )
        return [
            *(self._door.route(path, answer, REFEREES) for path, answer in gets),
            self._door.route("/tables/{number:number}/order", self.order, REFEREES, posts=True),
            self._door.route("/tables/{number:number}/settled", self.settle_call, REFEREES, posts=True),
        ]

    # --- all tables

    async def tables(self, visit: Visit) -> Response:
        await self._desk.look()
        return self._door.html(
            "tables.html",
            visit,
            **self._tables_shown(self._desk.state.newest.value),
            stream="/tables/live",
            age_ms=self._live.age_ms(),
        )

    async def tables_live(self, visit: Visit) -> Response:
        return self._door.live(visit, self._live)

    def _draw_tables(self, now: HallNow, language: str) -> dict[str, str]:
        return self._pages.parts("tables.html", language, **self._tables_shown(now))

    def _tables_shown(self, now: HallNow) -> dict[str, Any]:
        return {"hall": now, "lamp_told": lamp_told, "minutes": minutes, "clock_names": word}

    # --- one table

    async def table(self, visit: Visit) -> Response:
        await self._desk.look()
        state = await self._watched(visit.number)
        return self._door.html(
            "table.html",
            visit,
            **self._table_shown(state.newest.value, visit.word),
            stream=f"/tables/{visit.number}/live",
            age_ms=self._live.age_ms(),
            form=secrets.token_hex(FORM_BYTES),
        )

    async def table_live(self, visit: Visit) -> Response:
        def draw(now: MatchNow, language: str) -> dict[str, str]:
            return self._pages.parts("table.html", language, **self._table_shown(now, visit.word))

        # The parts have forms with the reader's own word, so each reader has a page of his own.
        return self._door.live(visit, LivePage(await self._watched(visit.number), draw))

    async def _watched(self, number: int) -> LiveState[MatchNow]:
        state = await self._desk.match(number)
        if state is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("no table {number} has joined", number=number))
        return state

    async def _match(self, number: int) -> MatchNow:
        return (await self._watched(number)).newest.value

    def _table_shown(self, now: MatchNow, own_word: str) -> dict[str, Any]:
        snapshot = now.snapshot
        return {
            "now": now,
            "table": now.table,
            "word": own_word,
            "rows": () if snapshot is None else tuple(reversed(rows(snapshot, None))),
            "sides": {} if snapshot is None else {side.role: side for side in snapshot.scene.sides},
            "review": None if snapshot is None else review_of(snapshot.history),
            "lamp_told": lamp_told,
            "fate_told": fate_told,
            "role_names": {role.value: words for role, words in ROLE_NAMES.items()},
            "minutes": minutes,
            "clock_names": word,
        }

    # --- one play, and what may be ordered

    async def play(self, visit: Visit) -> Response:
        now, snapshot = await self._shown(visit.number)
        seq = int(visit.request.path_params["seq"])
        line = line_of(snapshot.history, seq)
        if line is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("the match has no play {seq} here", seq=seq))
        allowed = may(snapshot, line)
        evidence = shown_evidence(snapshot, line, await self._desk.observations(visit.number, seq))
        asks = "pictures" in visit.request.query_params and now.table.is_on_the_line
        wanted = [_wanted(now, snapshot, one) for one in evidence.pictures] if asks else []
        fetched = await asyncio.gather(*map(self._desk.picture, wanted))
        past = await self._desk.before(visit.number, seq) if allowed.change else None
        likely = () if past is None else past.likely[:MOST_LIKELY]
        return self._door.html(
            "play.html",
            visit,
            table=now.table,
            snapshot=snapshot,
            line=line,
            story=story(snapshot, line),
            details=details(line),
            evidence=evidence,
            pictures=[jpeg is not None for jpeg in fetched] if asks else None,
            may=allowed,
            plays=[
                *(
                    [(Text("the likeliest"), [(_written(one.play), one.says) for one in likely])]
                    if likely
                    else []
                ),
                *([] if past is None else _groups(past.offers, snapshot)),
            ],
            refused=refused_play(snapshot.history, seq),
        )

    async def picture(self, visit: Visit) -> Response:
        """Return a picture of a play, as the table has it."""
        now, snapshot = await self._shown(visit.number)
        seq, which = (int(visit.request.path_params[name]) for name in ("seq", "which"))
        line = line_of(snapshot.history, seq)
        read = () if line is None else await self._desk.observations(visit.number, seq)
        pictures = () if line is None else shown_evidence(snapshot, line, read).pictures
        wanted = [_wanted(now, snapshot, one) for one in pictures[which : which + 1]]
        jpeg = await self._desk.picture(wanted[0]) if wanted else None
        if jpeg is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("the table has no such picture, or does not answer"))
        return Response(jpeg, media_type="image/jpeg")

    async def enter(self, visit: Visit) -> Response:
        now, snapshot = await self._shown(visit.number)
        return self._door.html(
            "choose.html",
            visit,
            table=now.table,
            snapshot=snapshot,
            groups=_groups(snapshot.offers, snapshot),
            has_undo=any(row.seq for row in rows(snapshot, None)),
        )

    async def set_values(self, visit: Visit) -> Response:
        now, snapshot = await self._shown(visit.number)
        owners: dict[str, list[Settable]] = {}
        for one in snapshot.settable:
            owners.setdefault(one.key, []).append(one)
        listed = list(owners.values())
        at = read_index(visit.request.query_params.get("whose", "0"), len(listed))
        refused = visit.request.query_params.get("refused", "")
        return self._door.html(
            "set.html",
            visit,
            table=now.table,
            snapshot=snapshot,
            owners=[values[0].whose for values in listed],
            whose=None if at is None else listed[at][0].whose,
            values=() if at is None else listed[at],
            written=strict_json.written,
            refused=refused if refused.isdecimal() else "",
        )

    async def _shown(self, number: int) -> tuple[MatchNow, Snapshot]:
        now = await self._match(number)
        if now.snapshot is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, now.missing or Text("this table has shown no match yet"))
        return now, now.snapshot

    # --- orders

    async def order(self, visit: Visit) -> Response:
        table = self._desk.state.newest.value.table(visit.number)
        if table is None or table.view is None:
            # A table that has just joined, or has just begun its first match, is not known so yet.
            table = (await self._match(visit.number)).table
        view = table.view
        if view is None:
            raise PageRefused(HTTPStatus.CONFLICT, Text("this table has shown no match yet"))
        verb, args = wished(visit)
        needs = verb in (OrderVerb.PLAY, OrderVerb.CORRECT)
        if verb is OrderVerb.CORRECT and "then" not in args and view.game in GAMES:
            seq, kinds = visit.whole("seq"), {**GAMES[view.game].play_kinds, **MATCH_PLAYS}
            correction = Correct(seq, parse_play(kinds, args["instead"]))
            lost = await self._desk.impossible_after(visit.number, correction, visit.whole("expect"))
            if lost:
                form = {name: value for name, value in visit.form.items() if name != WORD}
                return self._door.html("later.html", visit, table=table, seq=seq, lost=lost, form=form)
        wish = OrderWish(
            table.account.account,
            visit.says("match", 64) or view.match,
            verb,
            args,
            visit.whole("expect") if needs else None,
        )
        asker = Asker(visit.person.name, visit.person.role.value, visit.says("why"), visit.says("form", 40))
        kept = await self._desk.order(wish, asker)
        return went(f"/tables/{visit.number}#order-{kept.order.id}")

    async def settle_call(self, visit: Visit) -> Response:
        """Close the call of a log that was continued twice: a person knows which of the two counts."""
        await self._desk.settle_fork(visit.number, visit.whole("call"), visit.person.name)
        return went(f"/tables/{visit.number}")


def wished(visit: Visit) -> tuple[OrderVerb, dict[str, Any]]:
    """Return the verb and the arguments that a form asks for. Raises `PageRefused`."""
    why = visit.says("why")
    match visit.form.get("do"):
        case "undo":
            return OrderVerb.PLAY, {"play": write_play(Undo(visit.whole("to"), _reason(why)))}
        case "correct":
            return OrderVerb.CORRECT, {
                "seq": visit.whole("seq"),
                "instead": _play(visit),
                "reason": _reason(why),
                **({"then": visit.form["then"]} if visit.form.get("then") in ("drop", "again") else {}),
            }
        case "play":
            return OrderVerb.PLAY, {"play": _play(visit)}
        case "set":
            return OrderVerb.PLAY, {"play": _override(visit)}
        case "note":
            return OrderVerb.PLAY, {"play": {"play": "note", "text": _reason(why)}}
        case "protest":
            return OrderVerb.PLAY, {"play": write_play(note_of(Protest(visit.whole("seq"), why)))}
        case "settle":
            return OrderVerb.PLAY, {"play": write_play(note_of(Settled(visit.whole("seq"), _reason(why))))}
        case "review":
            return OrderVerb.PLAY, {"play": write_play(note_of(ReviewBegins(why)))}
        case "review-over":
            return OrderVerb.PLAY, {"play": write_play(note_of(ReviewEnds(why)))}
        case "answer":
            option = visit.form.get("option", "")
            return OrderVerb.ANSWER, {
                "key": visit.form.get("key", ""),
                "option": int(option) if option.isdecimal() and len(option) < 6 else None,
            }
        case "approve":
            return OrderVerb.APPROVE, {"key": visit.form.get("key", "")}
        case "coming":
            return OrderVerb.COMING, {"call": visit.form.get("call", "")}
        case "pause" | "start" as order:
            return OrderVerb.CLOCK, {"order": order}
        case "add":
            seconds = max(-MOST_ADDED_S, min(MOST_ADDED_S, visit.whole("seconds")))
            return OrderVerb.CLOCK, {"order": "add", "clock": visit.says("clock", 40), "ms": 1000 * seconds}
        case _:
            raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read"))


def _wanted(now: MatchNow, snapshot: Snapshot, picture: SeenPicture) -> WantedPicture:
    return WantedPicture(now.table.account.account, snapshot.match, picture.seen)


def _reason(why: str) -> str:
    if not why:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("say why: the reason is kept in the log"))
    return why


def _play(visit: Visit) -> Any:
    try:
        return visit.data("play")
    except Malformed as problem:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("choose a play first")) from problem


def _override(visit: Visit) -> dict[str, Any]:
    """Return the override of a form: each field `v:PATH` that is not empty and not as it was (`was:PATH`)."""
    changes: dict[str, Any] = {}
    for name, value in visit.form.items():
        path = name.removeprefix("v:")
        if path == name or not value.strip() or value == visit.form.get(f"was:{path}"):
            continue
        try:
            changes[path] = visit.data(name)
        except Malformed as problem:
            raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read")) from problem
    if not changes:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("nothing was changed: set a value first"))
    refused = visit.form.get("refused", "")
    stands = {"refused": int(refused)} if refused.isdecimal() and len(refused) < 10 else {}
    return {"play": "override", "set": changes, "reason": _reason(visit.says("why")), **stands}


def _groups(offers: tuple[Offer, ...], snapshot: Snapshot) -> list[tuple[Text, list[tuple[str, Text]]]]:
    """Return the plays that may be entered, by kind and seat. What lies face down is entered at the table."""
    names: Mapping[str, Any] = {side.seat: side.name for side in snapshot.scene.sides}
    found = []
    for offer in offers:
        if offer.is_hidden or not offer.plays:
            continue
        kind = snapshot.scene.names.get(f"play {offer.kind}") or word(offer.kind)
        title = (
            Text("{kind}", kind=kind)
            if offer.seat is None
            else Text("{name}: {kind}", name=names.get(offer.seat) or word(offer.seat), kind=kind)
        )
        found.append((title, [(_written(one.play), one.says) for one in offer.plays[:MOST_PLAYS]]))
    return found


def _written(play: Any) -> str:
    return json.dumps(write_play(play))


def minutes(ms: int | None) -> str:
    """Return a time as minutes and seconds: 2:05."""
    seconds = max(0, (ms or 0) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
