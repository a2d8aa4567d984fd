"""The pages of the office: the state of the tables' machines, who wants to join, who may use the pages, and whose right
is taken away.
"""

from http import HTTPStatus
from typing import Any

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import Route

from companion.bus.joining import spoken_token
from companion.hall.errors import HallError
from companion.hall.pages.codes import code_svg
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.lamps import lamp_told, unread_told
from companion.hall.pages.now import HallNow
from companion.hall.pages.visits import Answers, Doorkeeper, Visit, went
from companion.hall.people import ROLE_NAMES, HallRole
from companion.web.live import LivePage
from companion.web.pages import PageMaker
from companion.web.site import PageRefused
from companion.words import Text, word

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
