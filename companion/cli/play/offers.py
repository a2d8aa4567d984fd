"""What can be played on this machine: the games with their modes, and what may be agreed before a match."""

from typing import Any

from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule as Rule
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.storage.shipped import demonstrations
from companion.words import Text, Wording, word
from ui.house import Choice, Game, HouseRule, Mode, Words

PLAIN = "demo-match"

_TITLES: dict[str, Words] = {
    "ofusaido": Wording.plain("OFUSAIDO"),
    "lignes": Wording.plain("Lignes d’Attaque"),
    "ouaf": Wording.plain("L’Ouaf"),
    "boufbowl": Wording.plain("Boufbowl"),
}
_SAYS: dict[str, Words] = {
    "ofusaido": Text("football in card duels"),
    "lignes": Text("football on a board, with two dice"),
    "ouaf": Text("a bakery, and cards laid at the same time"),
    "boufbowl": Text("brawling football, with action and damage dice"),
}
_MODES: dict[tuple[str, str], tuple[Words, Words]] = {
    ("ofusaido", "demo-match"): (
        Text("full match"),
        Text("coaches, stadium, actions and fouls; 45 to 60 minutes"),
    ),
    ("ofusaido", "demo-match-ecole"): (
        Text("football school"),
        Text("without fouls and without energies of colour: to learn the duels"),
    ),
    ("lignes", "demo-match"): (Text("first to three goals"), Text("the board Bonal")),
    ("lignes", "demo-match-halves"): (Text("two halves"), Text("played against the clock")),
    ("ouaf", "demo-match"): (Text("four bakers, advanced rounds"), Text("every customer, with all effects")),
    ("ouaf", "demo-match-basic"): (Text("basic rounds"), Text("to learn the game")),
    ("boufbowl", "demo-match"): (Text("normal match"), Text("two teams of five, action cards")),
    ("boufbowl", "demo-match-expert"): (
        Text("expert match"),
        Text("orders, trainings and powers as well"),
    ),
}
_MINUTES = {"ofusaido": (45, 60), "lignes": (30, 60), "ouaf": (20, 30), "boufbowl": (45, 60)}


def games() -> tuple[Game, ...]:
    """Every game, in the order in which they are offered. Raises `CompanionError`."""
    return tuple(_game(name, GAMES[name]) for name in _TITLES)


def game_title(name: str) -> Words:
    """What a game is called on its box."""
    return _TITLES[name]


def _game(name: str, rules: Rules) -> Game:
    modes = tuple(_mode(name, stem, setup) for stem, (setup, _) in demonstrations(name).items())
    return Game(
        name,
        _TITLES[name],
        _SAYS[name],
        _MINUTES[name],
        modes,
        tuple(_house_rule(rule) for rule in rules.house_rules),
        dice_of_game(rules),
    )


def _mode(game: str, stem: str, setup: Json) -> Mode:
    title, says = _MODES[game, stem]
    return Mode(stem, title, says, setup)


def _house_rule(rule: Rule) -> HouseRule:
    choices = tuple(Choice(value, _value(value)) for value in rule.choices)
    return HouseRule(rule.name, word(rule.name), rule.says, choices)


def _value(value: Any) -> Words:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, dict):
        pairs = ", ".join(f"{name} {one}" for name, one in value.items())
        return Text("{pairs}", pairs=pairs) if pairs else Text("none")
    if isinstance(value, list | tuple):
        return Text("{values}", values=", ".join(str(one) for one in value))
    return word(str(value))
