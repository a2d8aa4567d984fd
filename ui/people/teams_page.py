"""The page of the owners' teams: a name, two colours and a crest each, shown wherever a match names the team."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from companion.people import COLOURS, LONGEST_TEAM, OwnTeam, taken
from companion.words import Text
from ui.page import SteppedPage
from ui.people.people_lines import tiles
from ui.presenters.lines import MenuLine, MenuOption, MenuTile, Words, nothing_yet

MOST_FILES = 6
"""Pictures that are offered at a time."""


class TeamAct(StrEnum):
    """What a touch asks for."""

    OPEN = "open"
    NEW = "new"
    FIRST = "first"
    SECOND = "second"
    CREST = "crest"
    MORE = "more"
    RENAME = "rename"
    DROP = "drop"
    DO_DROP = "do drop"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class TeamTouch:
    """The value of a touch: what is asked for, and the colour, the file or the team that it is about."""

    act: TeamAct
    about: str = ""


def teams_lines(teams: Sequence[OwnTeam]) -> list[MenuLine]:
    """Return each team as a tile with its crest, and one for a new team."""
    own = [
        MenuOption(TeamTouch(TeamAct.OPEN, one.id), one.name, role=one.sign, tile=MenuTile(team=one))
        for one in teams
    ]
    new = MenuOption(TeamTouch(TeamAct.NEW), Text("new team…"), icon="plus", is_main=not teams)
    if not teams:
        return nothing_yet("shield", Text("no team yet: give yours a name, colours and a crest"), new)
    return tiles("teams", [*own, replace(new, icon="", tile=MenuTile("plus"))])


def team_lines(team: OwnTeam, files: Sequence[str], page: int) -> list[MenuLine]:
    """Return what can be chosen for a team; `files` are the pictures that may become its crest."""
    return [
        MenuLine("first", Text("first colour"), "", _colours(team, TeamAct.FIRST), role=team.sign, team=team),
        MenuLine("second", Text("second colour"), "", _colours(team, TeamAct.SECOND)),
        MenuLine("crest", Text("crest"), _where_pictures(files), _pictures(team, files, page)),
        MenuLine(
            "acts",
            "",
            "",
            (
                MenuOption(TeamTouch(TeamAct.RENAME), Text("change the name")),
                MenuOption(TeamTouch(TeamAct.DROP), Text("Remove the team"), is_danger=True),
            ),
        ),
    ]


def asked_to_drop(team: OwnTeam) -> list[MenuLine]:
    """Return the question whether a team is to be removed."""
    options = (
        MenuOption(TeamTouch(TeamAct.KEEP), Text("Keep the team"), is_main=True),
        MenuOption(TeamTouch(TeamAct.DO_DROP), Text("Remove the team"), is_danger=True),
    )
    return [
        MenuLine(
            "asked",
            Text("{name}", name=team.name),
            Text("its colours and its crest are deleted; its matches stay"),
            role=team.sign,
            team=team,
        ),
        MenuLine("answer", "", "", options, is_low=True),
    ]


def _colours(team: OwnTeam, act: TeamAct) -> tuple[MenuOption, ...]:
    now = getattr(team, act.value)
    return tuple(
        MenuOption(
            TeamTouch(act, colour),
            says,
            is_chosen=colour == now,
            role=replace(team, **{act.value: colour}).sign,
        )
        for colour, says in COLOURS.items()
    )


def _where_pictures(files: Sequence[str]) -> Words:
    return "" if files else Text("plug in a stick with a picture, PNG or JPEG, and open this page again")


def _pictures(team: OwnTeam, files: Sequence[str], page: int) -> tuple[MenuOption, ...]:
    pages = max(1, -(-len(files) // MOST_FILES))
    begin = page % pages * MOST_FILES
    options = [MenuOption(TeamTouch(TeamAct.CREST), Text("no picture"), is_chosen=not team.crest)]
    options += [
        MenuOption(TeamTouch(TeamAct.CREST, file), Path(file).name)
        for file in files[begin : begin + MOST_FILES]
    ]
    more = [MenuOption(TeamTouch(TeamAct.MORE), Text("others…"))] if pages > 1 else []
    return (*options, *more)


class TeamsPage(SteppedPage):
    """The page."""

    called: ClassVar[str] = "teams"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._teams: Sequence[OwnTeam] = ()
        self._files: Sequence[str] = ()
        self._shown, self._page, self._back_to = "", 0, "people"
        self._is_dropping = False
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self.close()
        self.frame.problem, self._shown, self._is_dropping = "", "", False
        self._show(is_new=True)
        self.app.run_in_background(self.app.backend.people_desk.teams, self._know)
        self.app.run_in_background(self.app.backend.people_desk.crest_files, self._know_files)

    def _know(self, teams: Sequence[OwnTeam]) -> None:
        self._teams = teams
        self._show()

    def _know_files(self, files: Sequence[str]) -> None:
        self._files = files
        self._show()

    @property
    def _team(self) -> OwnTeam | None:
        return next((one for one in self._teams if one.id == self._shown), None)

    def _show(self, *, is_new: bool = False) -> None:
        team = self._team
        if team is None:
            self.put(Text("your teams"), Text("Back"), "", self.panel)
            self.panel.show(teams_lines(self._teams), is_new=is_new)
        elif self._is_dropping:
            self.put(Text("Remove this team?"), Text("Back"), "", self.panel)
            self.panel.show(asked_to_drop(team), is_new=is_new)
        else:
            self.put(Text("{name}", name=team.name), Text("Back"), "", self.panel)
            self.panel.show(team_lines(team, self._files, self._page), is_new=is_new)

    # --- what is touched

    def back(self) -> None:
        self.frame.problem = ""
        if not self._shown:
            self.app.go(self._back_to)
            return
        if not self._is_dropping:
            self._shown = ""
        self._ask(is_dropping=False)

    def _ask(self, *, is_dropping: bool) -> None:
        """Ask whether the team is to be removed, or ask no more."""
        self._is_dropping = is_dropping
        self._show(is_new=True)

    def _type_name(self, name: str, then: Callable[[str], None]) -> None:
        """Have a name typed that no other team has."""
        self.type(
            Text("the team's name"),
            name,
            then,
            longest=LONGEST_TEAM,
            refuses=lambda words: taken(words, self._teams, self._shown),
        )

    def _begin(self, name: str) -> None:
        colours = list(COLOURS)
        first = colours[len(self._teams) % len(colours)]
        second = colours[(len(self._teams) + 3) % len(colours)]
        self._keep(OwnTeam("", name, first, second))

    def chosen(self, key: str, value: Any) -> None:
        del key
        self.frame.problem = ""
        if isinstance(value, TeamTouch):
            self._do(value)

    def _do(self, touched: TeamTouch) -> None:
        team = self._team
        match touched.act:
            case TeamAct.OPEN:
                self._shown, self._page = touched.about, 0
                self._show(is_new=True)
            case TeamAct.NEW:
                self._type_name("", self._begin)
            case TeamAct.MORE:
                self._page += 1
                self._show()
            case _ if team is None:
                return
            case TeamAct.FIRST | TeamAct.SECOND:
                chosen: dict[str, Any] = {touched.act.value: touched.about}
                self._keep(replace(team, **chosen))
            case TeamAct.CREST if not touched.about:
                self._keep(replace(team, crest=""))
            case TeamAct.CREST:
                self.app.run_in_background(
                    lambda: self.app.backend.people_desk.read_crest(touched.about),
                    lambda crest: self._keep(replace(team, crest=crest)),
                )
            case TeamAct.RENAME:
                self._type_name(team.name, lambda name: self._keep(replace(team, name=name)))
            case TeamAct.DROP | TeamAct.KEEP:
                self._ask(is_dropping=touched.act is TeamAct.DROP)
            case TeamAct.DO_DROP:
                self._shown, self._is_dropping = "", False
                self.app.run_in_background(
                    lambda: self.app.backend.people_desk.drop_team(team.id), self._know
                )

    def _keep(self, team: OwnTeam) -> None:
        is_new = team.id != self._shown

        def kept(teams: Sequence[OwnTeam]) -> None:
            self._teams, self._shown = teams, teams[0].id
            self._show(is_new=is_new)

        self.app.run_in_background(lambda: self.app.backend.people_desk.keep_team(team), kept)
