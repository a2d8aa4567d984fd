"""What belongs to a match itself and is chosen at its set-up: how many goals, how long, which stadium, which board."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.backend.interface import MatchSetting, RuleChoice
from companion.rules.boufbowl.sheet import DECK
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.catalogue import load_catalogue
from companion.storage.setups import boards_of
from companion.words import Text, Wording, word

MOST_GOALS, MOST_HALVES, MOST_CARDS = 99, 9, 999


def settings_of(game: str, setup: Json, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """All that may be chosen of a set-up that is ready to play. Raises `CompanionError` for files that cannot be used."""
    return (
        *_ends(setup),
        *_stadiums(game, setup, folders),
        *_lengths(game),
        *_boards(game, folders),
        *_decks(game),
    )


def _ends(setup: Json) -> tuple[MatchSetting, ...]:
    """Goals or halves, where a set-up says how a match ends."""
    end = setup.get("end", {})
    if "goals" in end:
        return (
            MatchSetting(
                ("end", "goals"),
                Text("goals"),
                Text("who has so many first wins"),
                _numbers(end["goals"], 1, 2, 5),
                MOST_GOALS,
            ),
        )
    if "halves" in end:
        return (
            MatchSetting(
                ("end", "halves"), Text("halves"), "", _numbers(end["halves"], 1, 3, 4), MOST_HALVES
            ),
        )
    return ()


def _stadiums(game: str, setup: Json, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """The stadium's card, where this mode is played with one."""
    used = setup.get("stadium")
    if used is None:
        return ()
    cards = {card["ref"]: card for card in load_catalogue(game, folders) if card["kind"] == "stadium"}
    others = [ref for ref in cards if ref != used]
    choices = [RuleChoice(ref, _name(cards[ref])) for ref in [used, *others]]
    none = RuleChoice(None, Text("no stadium"))
    says = Text("its effects hold all match long")
    return (MatchSetting(("stadium",), Text("stadium"), says, (*choices, none)),)


def _name(card: Json) -> Wording:
    name = card.get("name") or card["ref"]
    return Wording(name["en"], name["fr"]) if isinstance(name, dict) else Wording.plain(str(name))


def _lengths(game: str) -> tuple[MatchSetting, ...]:
    if game != "boufbowl":
        return ()
    choices = (
        RuleChoice("normal", Text("first to two tries")),
        RuleChoice("long", Text("until a pile is empty: most tries")),
    )
    return (MatchSetting(("length",), Text("length"), "", choices),)


def _boards(game: str, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """The boards of this machine, where there is more than the one that ships."""
    usual, names = GAMES[game].board, boards_of(game, folders)
    if usual is None or len(names) < 2:
        return ()
    ordered = [usual, *(name for name in names if name != usual)]
    choices = tuple(RuleChoice(name, Wording.plain(name.capitalize())) for name in ordered)
    return (MatchSetting(("board",), Text("board"), "", choices),)


def _decks(game: str) -> tuple[MatchSetting, ...]:
    """How many action cards each coach's pile has: a box may have lost some."""
    if game != "boufbowl":
        return ()
    return tuple(
        MatchSetting(
            ("teams", seat, "deck"),
            Text("action cards: {team}", team=word(seat)),
            "",
            _numbers(DECK),
            MOST_CARDS,
        )
        for seat in ("red", "blue")
    )


def _numbers(usual: int, *others: int) -> tuple[RuleChoice, ...]:
    return tuple(_number(n) for n in dict.fromkeys((usual, *others)))


def _number(n: Any) -> RuleChoice:
    return RuleChoice(n, Text("{n}", n=n))
