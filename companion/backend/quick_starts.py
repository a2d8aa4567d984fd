"""Prepares matches that need no set-up: each game as it was played last, or else as it is shipped."""

from collections.abc import Sequence
from contextlib import suppress

from companion.backend.interface import GameOffer, PlayRequest, QuickStart, TableDevices
from companion.errors import CompanionError
from companion.rules.engine import Json
from companion.storage.border import is_there
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.match_words import team_names
from companion.table.new_match import match_of
from companion.table.recorded_match import open_store
from companion.words import LANGUAGES, Text, Wording


def quick_starts(games: Sequence[GameOffer], where: Places) -> tuple[QuickStart, ...]:
    """One for each game. What was set up last is taken only as long as the rules take it still."""
    lasts = _lasts(where)
    return tuple(_as_last_time(game, lasts, where) or _as_shipped(game) for game in games)


def _lasts(where: Places) -> dict[str, Json]:
    """The set-up of each game's last match, if anything was played in it."""
    if not is_there(where.matches):
        return {}
    with open_store(where) as store:
        played = [header for header in store.headers() if header.plays]
    return {header.game: header.setup for header in reversed(played)}


def _as_last_time(game: GameOffer, lasts: dict[str, Json], where: Places) -> QuickStart | None:
    setup = lasts.get(game.name)
    if setup is None or setup in [one for one, _ in demonstrations(game.name).values()]:
        return None
    with suppress(CompanionError):
        match = match_of(setup, where)
        en, fr = (" – ".join(team_names(match, setup, language)) for language in LANGUAGES)
        says = Text("as last time: {teams}", teams=Wording(en, fr))
        return QuickStart(game.name, PlayRequest(setup, TableDevices()), says)
    return None


def _as_shipped(game: GameOffer) -> QuickStart:
    """The game's first mode, with its demonstration teams."""
    mode = game.modes[0]
    return QuickStart(game.name, PlayRequest(mode.setup, TableDevices()), mode.title)
