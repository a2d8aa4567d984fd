"""What can be played on this machine: the games with their modes, and what may be agreed before a match."""

from typing import Any

from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule as Rule
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.rules.ouaf.cards import Seat
from companion.storage.clocks import clocks_of
from companion.storage.shipped import demonstrations
from companion.words import N_, Text, Wording, joined, word
from ui.house import Choice, Game, HouseRule, Mode, Need, Timed, Words

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
_NEEDS: dict[str, tuple[Need, ...]] = {
    "ofusaido": (
        Need("players", Text("players"), "player", 18, 18),
        Need("goalkeepers", Text("keepers"), "goalkeeper", 2, 2),
        Need("actions", Text("actions"), "action", 9, 9, is_once=False),
        Need("energies", Text("energies"), "energy", 12, 12, is_once=False),
        Need("occasions", Text("occasions"), "occasion", 6, 6),
        Need("visible", Text("of these face up"), "occasion", 2, 0, among="occasions"),
    ),
    "boufbowl": (Need("players", Text("players"), "player", 5, 5),),
}
"""What a squad consists of: §01 and §03 of OFUSAIDO, p. 5 of Boufbowl."""
(
    N_("foul advance"), N_("both whistles"), N_("multipliers"), N_("shooting zone"), N_("trajectory"),
    N_("keeper counts"), N_("foul on"), N_("eight"), N_("pair"), N_("carrier"), N_("reputation points"),
    N_("two players"), N_("second die"), N_("action die"), N_("damage die"), N_("costs"), N_("sum"), N_("best"),
)  # fmt: skip
"""The names and values of house rules, which are words of the program."""
_COACH = Need("coach", Text("coach"), "coach", 1, 0)
_LENGTHS = {
    "match": (20, 30, 45, 60, 90),
    "half": (10, 15, 20, 30, 45),
    "turn": (1, 2, 3, 5),
    "negotiation": (1, 2, 3, 5),
}
"""Minutes that are offered for a clock."""
_MINUTES = {"ofusaido": (45, 60), "lignes": (30, 60), "ouaf": (20, 30), "boufbowl": (45, 60)}


def games() -> tuple[Game, ...]:
    """Every game, in the order in which they are offered. Raises `CompanionError`."""
    return tuple(_game(name, GAMES[name]) for name in _TITLES)


def game_title(name: str) -> Words:
    """What a game is called on its box."""
    return _TITLES[name]


def _game(name: str, rules: Rules) -> Game:
    found = sorted(demonstrations(name).items(), key=lambda item: item[0] != PLAIN)
    modes = tuple(_mode(name, stem, setup) for stem, (setup, _) in found)
    return Game(
        name,
        _TITLES[name],
        _SAYS[name],
        _MINUTES[name],
        modes,
        tuple(_house_rule(rule) for rule in rules.house_rules),
        dice_of_game(rules),
        _seats(name),
    )


def _mode(game: str, stem: str, setup: Json) -> Mode:
    title, says = _MODES[game, stem]
    return Mode(stem, title, says, setup, _needs(game, setup), _clocks(setup))


def _needs(game: str, setup: Json) -> tuple[Need, ...]:
    has_coach = any("coach" in team for team in setup.get("teams", {}).values())
    return (*_NEEDS.get(game, ()), *((_COACH,) if has_coach else ()))


def _clocks(setup: Json) -> tuple[Timed, ...]:
    minutes = setup["end"].get("minutes") if "end" in setup else None
    return tuple(
        Timed(clock.name, clock.title, _LENGTHS[clock.name], minutes if clock.rules else None, clock.rules)
        for clock in clocks_of(setup, {})
    )


def _seats(game: str) -> tuple[str, ...]:
    return tuple(Seat) if game == "ouaf" else ()


def _house_rule(rule: Rule) -> HouseRule:
    choices = tuple(Choice(value, _value(value)) for value in rule.choices)
    return HouseRule(rule.name, word(rule.name), rule.says, choices)


def _value(value: Any) -> Words:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, dict):
        pairs = [Text("{name}: {value}", name=word(str(name)), value=str(one)) for name, one in value.items()]
        return joined(pairs) if pairs else Text("none")
    if isinstance(value, list | tuple):
        return joined([word(str(one)) for one in value])
    return word(str(value))
