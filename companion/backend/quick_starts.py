"""Prepares matches that need no set-up: each game as it was set up last, or else with its demonstration."""

from collections.abc import Sequence
from contextlib import suppress

from companion.backend.interface import GameOffer, PlayRequest, QuickStart, TableDevices
from companion.errors import CompanionError
from companion.rules.engine import Json
from companion.storage.agreements import (
    NOTHING_AGREED,
    Agreements,
    AgreementStore,
    agreed_clocks_ms,
    with_agreed,
)
from companion.storage.border import is_there
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.match_words import team_names
from companion.table.new_match import match_of
from companion.table.recorded_match import open_store
from companion.words import LANGUAGES, Text, Wording


def quick_starts(games: Sequence[GameOffer], where: Places) -> tuple[QuickStart, ...]:
    """Return one quick start for each game. The last set-up is used only if the rules still accept it.

    What was agreed for this table holds in it.
    """
    lasts, agreed = _lasts(where), AgreementStore(where.agreements).load()
    return tuple(
        _as_last_time(game, lasts, agreed.get(game.name, NOTHING_AGREED), where)
        or _as_shipped(game, agreed.get(game.name, NOTHING_AGREED))
        for game in games
    )


def _lasts(where: Places) -> dict[str, Json]:
    """Return the set-up of each game's last match, if anything was played in it."""
    if not is_there(where.matches):
        return {}
    with open_store(where) as store:
        played = [header for header in store.headers() if header.plays]
    return {header.game: header.setup for header in reversed(played)}


def _as_last_time(
    game: GameOffer, lasts: dict[str, Json], agreed: Agreements, where: Places
) -> QuickStart | None:
    setup = lasts.get(game.name)
    if setup is None or setup in [one for one, _ in demonstrations(game.name).values()]:
        return None
    with suppress(CompanionError):
        setup = with_agreed(setup, agreed)
        match = match_of(setup, where)
        en, fr = (" – ".join(team_names(match, setup, language)) for language in LANGUAGES)
        says = _with_end(Text("as last time: {teams}", teams=Wording(en, fr)), game, setup)
        return QuickStart(game.name, _request(setup, agreed), says)
    return None


def _with_end(says: Text, game: GameOffer, setup: Json) -> Text:
    """Add when a match ends, if that is not as usual."""
    end, usual = setup.get("end"), game.modes[0].setup.get("end")
    if not isinstance(end, dict) or end == usual:
        return says
    if isinstance(end.get("goals"), int):
        return Text("{what}, first to {n}", what=says, n=end["goals"])
    if isinstance(end.get("minutes"), int):
        return Text("{what}, halves of {n} min", what=says, n=end["minutes"])
    return says


def _as_shipped(game: GameOffer, agreed: Agreements) -> QuickStart:
    """Return a game's first mode with its demonstration teams."""
    mode = game.modes[0]
    return QuickStart(game.name, _request(with_agreed(mode.setup, agreed), agreed), mode.title)


def _request(setup: Json, agreed: Agreements) -> PlayRequest:
    return PlayRequest(setup, TableDevices(), agreed_clocks_ms(setup, agreed))
