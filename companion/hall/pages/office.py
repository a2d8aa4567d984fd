"""The pages of the office: the tables' machines, who wants to join, who may use the pages, and the settings for tables."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import Route

from companion.bus.joining import spoken_token
from companion.bus.messages import LANGUAGE_TOLD, OrderVerb, SettingsArgs
from companion.codec import read, write
from companion.errors import Malformed
from companion.hall.access import ROLE_NAMES, HallRole
from companion.hall.errors import HallError
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.now import HallNow, TableNow, lamp_told, unread_told
from companion.hall.pages.visits import Answers, Doorkeeper, Visit, went
from companion.hall.requests import Asker, OrderWish
from companion.hall.store.changes import KeptOrder, OrderFate
from companion.locks import ACT_TITLES, FREEDOM_TITLES, Freedom, OfficeLocks, PlayerAct, locks_told
from companion.rules.games import GAMES
from companion.showing.house_rules import (
    agreed_told,
    clocks_of_game,
    house_question,
    house_title,
    value_words,
)
from companion.showing.scene import Words
from companion.storage.settings import LONGEST_MINUTES, Agreements, expect_fitting
from companion.web.live import LivePage
from companion.web.pages import PageMaker
from companion.web.site import PageRefused
from companion.words import LANGUAGES, Text, word

# --- codes
# Draws a QR code as SVG inside a page.


def code_svg(words: str) -> str:
    """Return the code of some words, black on white whatever the page's colours are."""
    import segno  # noqa: PLC0415 - only who shows a code waits for it

    drawn = io.BytesIO()
    segno.make(words, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        scale=6,
        border=4,
        light="#fff",
        dark="#000",
        omitsize=True,
    )
    return drawn.getvalue().decode()


# --- office

TABLE = "table"
ORGANISERS = (HallRole.ORGANISER,)
LITTLE_DISK_MB, HOT_CELSIUS = 1_000, 80
"""Below so much free space, and above this temperature, a machine wants a look; a Pi slows down at 80 °C."""


class OfficePages:
    """The pages of the organiser."""

    def __init__(self, desk: PageDesk, door: Doorkeeper, pages: PageMaker) -> None:
        self._desk = desk
        self._house = desk.house
        self._door = door
        self._pages = pages

    def routes(self) -> list[Route]:
        posts: tuple[tuple[str, Answers], ...] = (
            ("/office/invite", self.invite),
            ("/office/yes", self.admit),
            ("/office/no", self.refuse),
            ("/office/revoke", self.revoke),
        )
        return [
            self._door.route("/office", self.office, ORGANISERS),
            self._door.route("/office/live", self.live, ORGANISERS),
            *(self._door.route(path, answer, ORGANISERS, posts=True) for path, answer in posts),
        ]

    async def office(self, visit: Visit) -> Response:
        await self._desk.look()
        page = self._page(visit)
        return self._door.html(
            "office.html",
            visit,
            **self._shown(self._desk.state.newest.value, visit.word),
            people=self._house.people.people(),
            stream="/office/live",
            age_ms=page.age_ms(),
        )

    async def live(self, visit: Visit) -> Response:
        return self._door.live(visit, self._page(visit))

    def _page(self, visit: Visit) -> LivePage[HallNow]:
        def draw(now: HallNow, language: str) -> dict[str, str]:
            shown = self._shown(now, visit.word)
            return self._pages.parts("office.html", language, **shown, people=self._house.people.people())

        return LivePage(self._desk.state, draw)

    def _shown(self, now: HallNow, own_word: str) -> dict[str, Any]:
        return {
            "hall": now,
            "tables": sorted(now.tables, key=lambda one: one.number),
            "asking_tables": self._house.joining.asking(),
            "asking_people": self._house.entry.asking(),
            "roles": ROLE_NAMES,
            "lamp_told": lamp_told,
            "unread_told": unread_told,
            "word": own_word,
            "device_name": word,
            "copies": self._house.copies.state,
            "free_number": next(n for n in range(1, 2_000) if n not in {one.number for one in now.tables}),
            "little_disk_mb": LITTLE_DISK_MB,
            "hot_celsius": HOT_CELSIUS,
        }

    async def invite(self, visit: Visit) -> Response:
        """Show a code for one table or one person, for two minutes."""
        wanted = visit.form.get("role", "")
        if wanted == TABLE:
            invitation = self._house.invitation
            address, token, role = f"{invitation.host}:{invitation.port}", invitation.token, None
            code = invitation.url
        else:
            role = _role(wanted)
            table = visit.whole("table") if role is HallRole.SEAT else None
            made = self._house.entry.invite(role, table)
            address, token = self._house.pages_address, made.token
            code = f"{address}/enter/{made.token}"
        return self._door.html(
            "invite.html",
            visit,
            role=None if role is None else ROLE_NAMES[role],
            address=address,
            spoken=spoken_token(token),
            typed=spoken_token(token).replace(" ", "-"),
            # The code is drawn here, from nothing that anybody typed.
            code=Markup(code_svg(code)),  # noqa: S704
        )

    async def admit(self, visit: Visit) -> Response:
        digits = visit.says("digits", 3)
        if visit.form.get("who") == TABLE:
            self._house.joining.admit(digits, visit.whole("number"))
        else:
            self._house.entry.admit(digits)
        self._desk.ring()
        return went("/office")

    async def refuse(self, visit: Visit) -> Response:
        digits = visit.says("digits", 3)
        if visit.form.get("who") == TABLE:
            self._house.joining.refuse(digits)
        else:
            self._house.entry.refuse(digits)
        self._desk.ring()
        return went("/office")

    async def revoke(self, visit: Visit) -> Response:
        if visit.form.get("who") == TABLE:
            self._house.revoke(visit.whole("number"))
        elif self._house.people.revoke(visit.says("id", 64)) is None:
            raise HallError(Text("this person was signed out already"))
        self._desk.ring()
        return went("/office")


def _role(words: str) -> HallRole:
    try:
        return HallRole(words)
    except ValueError as problem:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read")) from problem


# --- settings
# The office's page of settings: language, house rules, clocks and locks that are sent to tables, and what became of each.

ADDRESS = "/office/settings"
ALL = "all"
MOST_ACTS = 40
"""The last acts that the page lists."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule on the form: its choices in words, the usual one first, and the number of the one that was sent last."""

    name: str
    title: Words
    says: Words
    choices: tuple[Words, ...]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A clock on the form, with the minutes that were sent last."""

    name: str
    title: Words
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class LockLine:
    """A lock on the form, with what was sent last; None: each owner decides."""

    act: PlayerAct
    title: Words
    chosen: Freedom | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table with the last settings that were sent to it; None: none were."""

    table: TableNow
    last: KeptOrder | None


class SettingsPages:
    """The page of settings, for organisers."""

    def __init__(self, desk: PageDesk, door: Doorkeeper, pages: PageMaker) -> None:
        self._desk = desk
        self._door = door
        self._pages = pages
        self._live = LivePage(desk.state, self._draw)

    def routes(self) -> list[Route]:
        return [
            self._door.route(ADDRESS, self.settings, ORGANISERS),
            self._door.route(f"{ADDRESS}/live", self.live, ORGANISERS),
            self._door.route(f"{ADDRESS}/send", self.send, ORGANISERS, posts=True),
        ]

    async def settings(self, visit: Visit) -> Response:
        await self._desk.look_at_settings()
        now = self._desk.state.newest.value
        wanted = visit.request.query_params.get("game", "")
        game = wanted if wanted in GAMES else None
        is_of_locks = game is None and "locks" in visit.request.query_params
        chosen = visit.request.query_params.get("table", "")
        return self._door.html(
            "settings.html",
            visit,
            **_shown(now),
            games={name: rules.description.title for name, rules in GAMES.items()},
            game=game,
            rules=() if game is None else _rules(game, now.settings),
            clocks=() if game is None else _clocks(game, now.settings),
            locks=_lock_lines(now.settings) if is_of_locks else (),
            freedoms=FREEDOM_TITLES,
            longest=LONGEST_MINUTES,
            chosen=chosen,
            stream=f"{ADDRESS}/live",
            age_ms=self._live.age_ms(),
        )

    async def live(self, visit: Visit) -> Response:
        await self._desk.look_at_settings()
        return self._door.live(visit, self._live)

    async def send(self, visit: Visit) -> Response:
        """Send what the form says to one table or to all, and show what became of it."""
        args = wished_settings(visit)
        await self._desk.look()
        tables = self._chosen(visit)
        why = visit.says("why")
        if not why:
            raise PageRefused(HTTPStatus.BAD_REQUEST, Text("say why: the reason is kept with it"))
        told: Mapping[str, Any] = write(args)
        wishes = [OrderWish(one.account.account, "", OrderVerb.SETTINGS, told) for one in tables]
        await self._desk.order_all(wishes, Asker(visit.person.name, visit.person.role.value, why))
        if args.locks is not None:
            return went(f"{ADDRESS}?locks")
        return went(ADDRESS if args.game is None else f"{ADDRESS}?game={args.game}")

    def _chosen(self, visit: Visit) -> Sequence[TableNow]:
        now = self._desk.state.newest.value
        if visit.form.get("table") == ALL:
            tables = now.tables
        else:
            one = now.table(visit.whole("table"))
            tables = () if one is None else (one,)
        if not tables:
            raise PageRefused(HTTPStatus.CONFLICT, Text("this table has left the hall: nothing was sent"))
        return tables

    def _draw(self, now: HallNow, language: str) -> dict[str, str]:
        return self._pages.parts("settings.html", language, **_shown(now))


def wished_settings(visit: Visit) -> SettingsArgs:
    """Return the settings that a form asks for. Raises `PageRefused`."""
    language = visit.form.get("language") or None
    game = visit.form.get("game") or None
    if (language is not None and language not in LANGUAGES) or (game is not None and game not in GAMES):
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read"))
    if "locks" in visit.form:
        return SettingsArgs(locks=_locks(visit))
    if language is None and game is None:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("choose a language, or the settings of a game"))
    house = {} if game is None else _house(visit, game)
    minutes = {} if game is None else _minutes(visit, game)
    args: SettingsArgs = read(
        SettingsArgs, {"language": language, "game": game, "house": house, "minutes": minutes}
    )
    if game is not None:
        try:
            expect_fitting(game, Agreements(house, minutes))
        except Malformed as problem:
            raise PageRefused(HTTPStatus.BAD_REQUEST, problem.message) from problem
    return args


def _locks(visit: Visit) -> OfficeLocks:
    """Return what the office decides; what it leaves to each owner is left out. Raises `PageRefused`."""
    said = {act: visit.form.get(f"lock:{act}", "") for act in PlayerAct}
    if any(words not in ("", *Freedom) for words in said.values()):
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read"))
    return {act: Freedom(words) for act, words in said.items() if words}


def _house(visit: Visit, game: str) -> dict[str, Any]:
    """Return the house rules that are not as usual."""
    house = {}
    for rule in GAMES[game].house_rules:
        at = visit.whole(f"rule:{rule.name}")
        if not 0 <= at < len(rule.choices):
            raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read"))
        if at:
            house[rule.name] = rule.choices[at]
    return house


def _minutes(visit: Visit, game: str) -> dict[str, int]:
    return {
        clock.name: visit.whole(f"clock:{clock.name}")
        for clock in clocks_of_game(game)
        if visit.form.get(f"clock:{clock.name}", "").strip()
    }


def _shown(now: HallNow) -> dict[str, Any]:
    last: dict[str, KeptOrder] = {}
    for kept in now.settings:
        last.setdefault(kept.account, kept)
    numbers = {one.account.account: one.number for one in now.tables}
    tables = sorted(now.tables, key=lambda one: one.number)
    return {
        "hall": now,
        "tables": [TableLine(one, last.get(one.account.account)) for one in tables],
        "acts": now.settings[:MOST_ACTS],
        "table_told": lambda kept: _table_told(numbers.get(kept.account)),
        "settings_told": settings_told,
        "fate_told": settings_fate,
        "role_names": {role.value: words for role, words in ROLE_NAMES.items()},
        "lamp_told": lamp_told,
        "time_told": _time,
    }


def settings_told(kept: KeptOrder) -> Words:
    """Return in words the settings that an order sends."""
    args: SettingsArgs = read(SettingsArgs, dict(kept.order.args))
    spoken = None if args.language is None else LANGUAGE_TOLD[args.language]
    try:
        played = None if args.game is None else agreed_told(args.game, args.house, args.minutes)
    except KeyError:
        # It was sent by an earlier version, which had other rules.
        played = Text("{game}", game=_title(args.game or ""))
    if args.locks is not None:
        return locks_told(args.locks)
    if spoken is not None and played is not None:
        return Text("{one}; {other}", one=spoken, other=played)
    return spoken or played or Text("nothing")


def _table_told(number: int | None) -> Text:
    return Text("a table that left") if number is None else Text("table {number}", number=number)


def _title(game: str) -> str:
    return GAMES[game].description.title if game in GAMES else game


def settings_fate(kept: KeptOrder) -> Text:
    """Return in words what became of settings at their table."""
    match kept.fate:
        case None:
            return Text("sent; no answer yet")
        case OrderFate.DONE:
            if "locks" in kept.order.args:
                return Text("accepted: they apply now")
            return Text("accepted: they apply from the next match on")
        case OrderFate.ABSENT:
            return Text("not connected: not sent")
        case OrderFate.UNANSWERED:
            return Text("no answer: send them again")
        case OrderFate.REFUSED | OrderFate.CONFLICT | OrderFate.BUSY | OrderFate.EXPIRED:
            return Text("refused")


def _rules(game: str, sent: Sequence[KeptOrder]) -> tuple[RuleLine, ...]:
    house = _last(game, sent).house
    return tuple(
        RuleLine(
            rule.name,
            house_title(game, rule),
            house_question(game, rule),
            tuple(value_words(rule, value) for value in rule.choices),
            next((at for at, one in enumerate(rule.choices) if one == house.get(rule.name)), 0),
        )
        for rule in GAMES[game].house_rules
    )


def _clocks(game: str, sent: Sequence[KeptOrder]) -> tuple[ClockLine, ...]:
    minutes = _last(game, sent).minutes
    return tuple(
        ClockLine(clock.name, clock.title, minutes.get(clock.name)) for clock in clocks_of_game(game)
    )


def _lock_lines(sent: Sequence[KeptOrder]) -> tuple[LockLine, ...]:
    """Return each thing that may be locked, as it was sent last."""
    found = (read(SettingsArgs, dict(one.order.args)).locks for one in sent)
    last: OfficeLocks = next((locks for locks in found if locks is not None), {})
    return tuple(LockLine(act, title, last.get(act)) for act, title in ACT_TITLES.items())


def _last(game: str, sent: Sequence[KeptOrder]) -> SettingsArgs:
    """Return the settings of a game that were sent last, so that who changes one of them does not lose the others."""
    found = (read(SettingsArgs, dict(one.order.args)) for one in sent)
    return next((args for args in found if args.game == game), SettingsArgs())


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
