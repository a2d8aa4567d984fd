"""The page of people: who is remembered, what each has played, the table of a season; a person is exported or forgotten
here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from companion.backend.interface import GameOffer
from companion.backend.listed_match import MatchList
from companion.counting.season import PlayedMatch
from companion.people import LONGEST_NAME, KnownPerson, taken
from companion.words import Text
from ui.page import SteppedPage
from ui.people.people_lines import (
    PeopleAct,
    SeasonWish,
    Touched,
    asked_to_forget,
    everybody,
    in_season,
    one_person,
    season_lines,
    span_says,
)
from ui.people.person_form import PersonForm, newcomer
from ui.people.teams_page import TeamsPage

AT_ONCE = 12
"""So many matches are read at a time: the first ones are counted while the others are read."""


class PeoplePage(SteppedPage):
    """The page."""

    called: ClassVar[str] = "people"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._people: Sequence[KnownPerson] = ()
        self._matches: list[PlayedMatch] = []
        self._games: Sequence[GameOffer] = ()
        self._read = (0, 0)
        """How many matches are read, of how many."""
        self._shown = ""
        """The person who is looked at."""
        self._season: SeasonWish | None = None
        self._form: PersonForm | None = None
        self._is_asking = False
        self._told: Text | str = ""
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self.close()
        self.frame.problem = ""
        self._shown, self._season, self._form, self._is_asking, self._told = "", None, None, False, ""
        self._show(is_new=True)
        self.app.run_in_background(self.app.backend.games, self._know_games)
        self.app.run_in_background(self.app.backend.people_desk.people, self._know)
        self._look(AT_ONCE)

    def _know_games(self, games: Sequence[GameOffer]) -> None:
        self._games = games
        self._show()

    def _know(self, people: Sequence[KnownPerson]) -> None:
        self._people = people
        self._show()

    def _look(self, most: int) -> None:
        self.app.run_in_background(
            lambda: self.app.backend.matches_of_people(most), lambda found: self._take(found, most)
        )

    def _take(self, found: MatchList, most: int) -> None:
        if self.app.page is not self:
            return
        self._matches = [one.played for one in found.matches if one.played is not None]
        self._read = (min(most, found.total), found.total)
        self._show()
        if most < found.total:
            self._look(most + AT_ONCE)

    # --- what is shown

    @property
    def _person(self) -> KnownPerson | None:
        return next((one for one in self._people if one.id == self._shown), None)

    def _show(self, *, is_new: bool = False) -> None:
        if self.keys is not None:
            return
        person, titles = self._person, {game.name: game.title for game in self._games}
        title, back, note = Text("players"), Text("Back"), self._told
        go: Text | str = ""
        if self._form is not None:
            title, go = self._form.asks, Text("save {name}", name=self._form.person.name)
            shown = list(self._form.lines)
        elif person is not None and self._is_asking:
            title, shown = Text("Delete {name}?", name=person.name), asked_to_forget(person)
        elif person is not None:
            title, shown = Text("{name}", name=person.name), one_person(person, self._matches, titles)
        elif self._season is not None:
            today = date.today()  # noqa: DTZ011 - the players' own day
            title, shown = (
                Text("table of the season"),
                season_lines(self._matches, self._season, titles, today),
            )
            note = span_says(in_season(self._matches, self._season, today))
        else:
            back = Text("Home")
            shown = everybody(self._people, self._matches)
        self.put(title, back, go, self.panel)
        known, total = self._read
        if known < total:
            self.frame.step = Text("{n} of {total} are read", n=known, total=total)
        self.frame.note = note
        self.panel.show(shown, is_new=is_new)

    # --- what is touched

    def back(self) -> None:
        self.frame.problem, self._told = "", ""
        if self._form is not None:
            self._form = None
        elif self._is_asking:
            self._is_asking = False
        elif self._shown:
            self._shown = ""
        elif self._season is not None:
            self._season = None
        else:
            self.app.go("home")
            return
        self._show(is_new=True)

    def go(self) -> None:
        if self._form is not None:
            self._remember(self._form.person)

    def chosen(self, key: str, value: Any) -> None:
        self.frame.problem, self._told = "", ""
        if self._form is not None:
            self._form = self._form.choose(key, value)
            self._show()
        else:
            self._do(value)

    def _do(self, touched: Touched) -> None:
        person = self._person
        match touched.act:
            case PeopleAct.OPEN:
                self._shown = touched.person
            case PeopleAct.NEW:
                self._type_name(Text("the name of the new player"), "", self._begin_new)
                return
            case PeopleAct.SEASON:
                self._season = SeasonWish()
            case PeopleAct.TEAMS:
                self.app.go(TeamsPage.called)
                return
            case PeopleAct.OTHER_GAME if self._season is not None:
                self._season = self._season.other_game(self._matches)
            case PeopleAct.OTHER_SPAN if self._season is not None:
                self._season = self._season.other_span()
            case PeopleAct.RENAME if person is not None:
                self._type_name(Text("the name"), person.name, self._rename)
            case PeopleAct.SIGN if person is not None:
                self._form = PersonForm(person)
            case PeopleAct.EXPORT if person is not None:
                self._export(person)
                return
            case PeopleAct.FORGET | PeopleAct.KEEP:
                self._is_asking = touched.act is PeopleAct.FORGET
            case PeopleAct.DO_FORGET if person is not None:
                self._forget(person)
                return
        self._show(is_new=True)

    def _type_name(self, asks: Text, name: str, then: Callable[[str], None]) -> None:
        """Have a name typed that nobody else has."""
        self.type(
            asks,
            name,
            then,
            longest=LONGEST_NAME,
            refuses=lambda words: taken(words, self._people, self._shown),
        )

    def _begin_new(self, name: str) -> None:
        self._form = PersonForm(newcomer(name, self._people))
        self._show(is_new=True)

    def _rename(self, name: str) -> None:
        if self._person is not None:
            self._remember(replace(self._person, name=name))

    def _remember(self, person: KnownPerson) -> None:
        def kept(people: Sequence[KnownPerson]) -> None:
            self._form, self._people = None, people
            self._look(max(AT_ONCE, self._read[0]))
            self._show(is_new=True)

        self.app.run_in_background(lambda: self.app.backend.people_desk.remember(person), kept)

    def _export(self, person: KnownPerson) -> None:
        """Write a person's file onto a stick, or without one into the user's own folder."""

        def write() -> str:
            folder = next(iter(self.app.backend.sticks()), "")
            return self.app.backend.people_desk.write_person(person.id, folder)

        def told(file: str) -> None:
            self._told = Text("all that is kept about {name} is written: {file}", name=person.name, file=file)
            self._show()

        self.app.run_in_background(write, told)

    def _forget(self, person: KnownPerson) -> None:
        def done(people: Sequence[KnownPerson]) -> None:
            self._people, self._shown, self._is_asking = people, "", False
            self._told = Text("{name} is deleted", name=person.name)
            self._look(max(AT_ONCE, self._read[0]))
            self._show(is_new=True)

        self.app.run_in_background(lambda: self.app.backend.people_desk.forget(person.id), done)
