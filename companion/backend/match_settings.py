"""Lists the settings that a set-up can choose for a match: goals, length, stadium, board."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import CatalogueError
from companion.rules.description import MatchSetting, RuleChoice, SettingPlace
from companion.rules.engine import Json, Rules
from companion.storage.catalogue import load_catalogue
from companion.storage.setups import ListedCards, boards_of, lists_of, value_at
from companion.words import Text, Wording

MOST_GOALS, MOST_HALVES = 99, 9


def settings_of(rules: Rules, setup: Json, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """Return all settings that a set-up can choose. Raises `CompanionError` for files that cannot be used."""
    return (
        *_ends(setup),
        *_stadiums(rules.game, setup, folders),
        *_boards(rules, folders),
        *(_with_lists(rules.game, setting, setup, folders) for setting in _own_settings(rules, setup)),
    )


def _own_settings(rules: Rules, setup: Json) -> tuple[MatchSetting, ...]:
    """Return the settings of the game alone that this set-up's mode has."""
    box = rules.description
    some = (one for one in box.settings_of_some if value_at(setup, one.path) is not None)
    return (*box.settings, *some)


def _with_lists(game: str, setting: MatchSetting, setup: Json, folders: Sequence[Path]) -> MatchSetting:
    """Return a setting with the lists of cards that it may have: the demonstration's and the owner's.

    A deck of the demonstration squad is usually the demonstration's; nothing is usually told of cards that lie there
    by chance.
    """
    if setting.cards is None:
        return setting
    shown = value_at(setup, setting.path)
    lists = [RuleChoice(shown, setting.cards.as_shown)] if isinstance(shown, list) else []
    says = setting.says
    if setting.cards.folder:
        try:
            files = lists_of(game, setting.cards.folder, folders)
            lists += [RuleChoice(list(one.cards), _counted(one)) for one in files.values()]
        except CatalogueError as problem:
            says = problem.message
    is_of_team = setting.place is SettingPlace.SQUADS
    choices = (*lists, *setting.choices) if is_of_team else (*setting.choices, *lists)
    return replace(setting, says=says, choices=choices)


def _counted(listed: ListedCards) -> Text:
    return Text("{title} ({n})", title=listed.title, n=len(listed.cards))


def _ends(setup: Json) -> tuple[MatchSetting, ...]:
    """Return the setting for goals or halves, if the set-up says how a match ends."""
    end = setup.get("end", {})
    if "goals" in end:
        return (
            MatchSetting(
                ("end", "goals"),
                Text("goals"),
                Text("the first side with this many goals wins"),
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
    """Return the setting for the stadium's card, if this mode is played with one."""
    used = setup.get("stadium")
    if used is None:
        return ()
    cards = {card["ref"]: card for card in load_catalogue(game, folders) if card["kind"] == "stadium"}
    others = [ref for ref in cards if ref != used]
    choices = [RuleChoice(ref, _name(cards[ref])) for ref in [used, *others]]
    none = RuleChoice(None, Text("no stadium"))
    says = Text("its effects last for the whole match")
    return (MatchSetting(("stadium",), Text("stadium"), says, (*choices, none)),)


def _name(card: Json) -> Wording:
    name = card.get("name") or card["ref"]
    return Wording(name["en"], name["fr"]) if isinstance(name, dict) else Wording.plain(str(name))


def _boards(rules: Rules, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """Return the setting for the board, if this machine has several, or if the only one has something to say of itself."""
    usual, boards = rules.board, boards_of(rules.game, folders)
    if usual is None:
        return ()
    says = boards[usual].says
    if len(boards) < 2 and says is None:
        return ()
    ordered = [usual, *(name for name in boards if name != usual)]
    choices = tuple(RuleChoice(name, boards[name].title) for name in ordered)
    told = "" if says is None else Text("{board}: {what}", board=boards[usual].title, what=says)
    return (MatchSetting(("board",), Text("board"), told, choices),)


def _numbers(usual: int, *others: int) -> tuple[RuleChoice, ...]:
    return tuple(_number(n) for n in dict.fromkeys((usual, *others)))


def _number(n: Any) -> RuleChoice:
    return RuleChoice(n, Text("{n}", n=n))
