"""Words about a match: its teams, whom it waits for, and why a play was refused."""

from companion.match import Match
from companion.rules.engine import Json
from companion.words import Text, Wording, joined, translate, word

LONGEST_NAME = 24
NAMED_BY_COLOUR = {
    "red": Text("Red"),
    "orange": Text("Orange"),
    "yellow": Text("Yellow"),
    "green": Text("Green"),
    "blue": Text("Blue"),
    "purple": Text("Purple"),
}
"""The seats that have no other name than their colour, as their matches call them."""


def standing(match: Match, setup: Json, language: str) -> Text:
    """Say whether the match is over, and if not, whom it waits for."""
    if match.is_over:
        return Text("over")
    waits = [
        Text(
            "{seat}: {plays}",
            seat=Text("the whole table") if waited.seat is None else seat_name(setup, waited.seat),
            plays=joined([word(kind) for kind in waited.plays]),
        )
        for waited in match.expects()
    ]
    return Text("waiting for {seats}", seats="; ".join(translate(wait, language) for wait in waits))


def team_names(match: Match, setup: Json, language: str) -> list[str]:
    """Return the names of the sides of a match."""
    return [translate(seat_name(setup, seat), language) for seat in match.rules.seats(match.state)]


def seat_name(setup: Json, seat: str) -> Text:
    """Return the name of a seat's team, or the seat's own name if the team has none."""
    teams = setup.get("teams")
    team = teams.get(seat) if isinstance(teams, dict) else None
    name = team.get("name") if isinstance(team, dict) else None
    if isinstance(name, str) and name.strip():
        return Text("{name}", name=name[:LONGEST_NAME])
    return NAMED_BY_COLOUR.get(seat) or word(seat)


def error_message(error: Json) -> Wording:
    """Return why a play was refused, in the words of the log."""
    message = error.get("message")
    if isinstance(message, dict):
        return Wording(str(message.get("en", "")), str(message.get("fr", "")))
    return Wording.plain(str(error.get("code", "")))
