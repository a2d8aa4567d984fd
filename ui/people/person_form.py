"""Asks for a person's mark and colour, of which everybody has their own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.people import COLOURS, MARKS, KnownPerson
from companion.words import Text
from ui.presenters.lines import MenuLine, MenuOption


@dataclass(frozen=True, slots=True)
class PersonForm:
    """A person whose mark and colour are being chosen; without an id it is somebody new. `seat` is what they are to play."""

    person: KnownPerson
    seat: str = ""

    @property
    def asks(self) -> Text:
        return Text("which mark is for {name}?", name=self.person.name)

    @property
    def lines(self) -> tuple[MenuLine, ...]:
        """The marks, and the colours, as they would look together."""
        one = self.person
        marks = (
            MenuOption(mark, says, is_chosen=mark == one.mark, role=replace(one, mark=mark).sign)
            for mark, says in MARKS.items()
        )
        colours = (
            MenuOption(colour, says, is_chosen=colour == one.colour, role=replace(one, colour=colour).sign)
            for colour, says in COLOURS.items()
        )
        return (
            MenuLine("mark", Text("mark"), "", tuple(marks), role=one.sign),
            MenuLine("colour", Text("colour"), "", tuple(colours)),
        )

    def choose(self, key: str, value: Any) -> "PersonForm":
        """Return the form after a touch on a mark or a colour."""
        return replace(self, person=replace(self.person, **{key: value}))


def newcomer(name: str, known: Sequence[KnownPerson]) -> KnownPerson:
    """Return a new person with a mark and a colour that nobody has yet, as far as there are any left."""
    marks, colours = {one.mark for one in known}, {one.colour for one in known}
    mark, colour = min(product(MARKS, COLOURS), key=lambda pair: (pair[0] in marks) + (pair[1] in colours))
    return KnownPerson("", " ".join(name.split()), mark, colour)
