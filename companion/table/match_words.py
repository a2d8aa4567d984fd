"""Words about a match: its teams, whom it waits for, and why a play was refused."""

from companion.match import Match
from companion.rules.engine import Json
from companion.words import Text, Wording, joined, translate, word

LONGEST_NAME = 24


def standing(match: Match, setup: Json, language: str) -> Text:
    """Whether the match is over, and whom it waits for if not."""
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
    """What the sides of a match are called."""
    return [translate(seat_name(setup, seat), language) for seat in match.rules.seats(match.state)]


def seat_name(setup: Json, seat: str) -> Text:
    """A seat by its team's name, if it has one."""
    teams = setup.get("teams")
    team = teams.get(seat) if isinstance(teams, dict) else None
    name = team.get("name") if isinstance(team, dict) else None
    return Text("{name}", name=name[:LONGEST_NAME]) if isinstance(name, str) and name.strip() else word(seat)


def error_message(error: Json) -> Wording:
    """Why a play was refused, as the log has it."""
    message = error.get("message")
    if isinstance(message, dict):
        return Wording(str(message.get("en", "")), str(message.get("fr", "")))
    return Wording.plain(str(error.get("code", "")))
