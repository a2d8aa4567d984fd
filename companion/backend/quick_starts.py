"""Prepares matches that need no set-up: each game as it was set up last, or else with its demonstration."""

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
    """Return one quick start for each game. The last set-up is used only if the rules still accept it."""
    lasts = _lasts(where)
    return tuple(_as_last_time(game, lasts, where) or _as_shipped(game) for game in games)


def _lasts(where: Places) -> dict[str, Json]:
    """Return the set-up of each game's last match, if anything was played in it."""
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
    """Return a game's first mode with its demonstration teams."""
    mode = game.modes[0]
    return QuickStart(game.name, PlayRequest(mode.setup, TableDevices()), mode.title)
