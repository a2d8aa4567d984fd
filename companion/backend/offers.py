"""What can be played on this machine: the games with their modes, and what may be agreed before a match."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.backend.interface import (
    ClockSetting,
    GameMode,
    GameOffer,
    HouseRuleOffer,
    RuleChoice,
    SquadNeed,
)
from companion.backend.match_settings import settings_of
from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule as Rule
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.rules.ouaf.cards import Seat
from companion.showing.scene import Words
from companion.storage.clocks import clocks_of
from companion.storage.shipped import SHIPPED, demonstrations
from companion.words import N_, Text, Wording, joined, word

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
    ("ofusaido", "amateur"): (
        Text("amateur match"),
        Text("fouls and all that the cards say, without coach and stadium"),
    ),
    ("ofusaido", "elite"): (
        Text("elite match"),
        Text("as the full match; a squad's levels add up to 120 at most, or to what the stadium says"),
    ),
    ("lignes", "demo-match"): (Text("first to so many goals"), Text("three, if you agree on nothing else")),
    ("lignes", "demo-match-halves"): (Text("two halves"), Text("played against the clock")),
    ("ouaf", "demo-match"): (Text("four bakers, advanced rounds"), Text("every customer, with all effects")),
    ("ouaf", "demo-match-basic"): (Text("basic rounds"), Text("to learn the game")),
    ("boufbowl", "demo-match"): (Text("normal match"), Text("two teams of five, action cards")),
    ("boufbowl", "demo-match-expert"): (
        Text("expert match"),
        Text("orders, trainings and powers as well"),
    ),
}
_ORDER = tuple(_MODES)
_LIKE = {("ofusaido", "amateur"): "demo-match-ecole", ("ofusaido", "elite"): PLAIN}
"""Modes without a demonstration of their own, and the one whose squads they can be played with."""
_NEEDS: dict[str, tuple[SquadNeed, ...]] = {
    "ofusaido": (
        SquadNeed("players", Text("players"), "player", 18, 18),
        SquadNeed("goalkeepers", Text("keepers"), "goalkeeper", 2, 2),
        SquadNeed("actions", Text("actions"), "action", 9, 9, is_once=False),
        SquadNeed("energies", Text("energies"), "energy", 12, 12, is_once=False),
        SquadNeed("occasions", Text("occasions"), "occasion", 6, 6),
        SquadNeed("visible", Text("of these face up"), "occasion", 2, 0, among="occasions"),
    ),
    "boufbowl": (SquadNeed("players", Text("players"), "player", 5, 5),),
}
"""What a squad consists of: §01 and §03 of OFUSAIDO, p. 5 of Boufbowl."""
(
    N_("foul advance"), N_("both whistles"), N_("multipliers"), N_("trajectory"), N_("keeper counts"), N_("foul on"),
    N_("reputation points"), N_("two players"), N_("second die"), N_("action die"), N_("damage die"), N_("costs"),
    N_("1 same post"),
)  # fmt: skip
"""The names of house rules, and of what they cost: words of the program."""
_VALUES: dict[tuple[str, object], Text] = {
    ("foul_advance", "shooting_zone"): Text("to a shooting zone"),
    ("foul_advance", "anywhere"): Text("anywhere"),
    ("both_whistles", "attack"): Text("the attack's"),
    ("both_whistles", "defence"): Text("the defence's"),
    ("both_whistles", "none"): Text("nobody's"),
    ("multipliers", "multiply"): Text("multiplied: x4"),
    ("multipliers", "add"): Text("added: x3"),
    ("trajectory", "eight"): Text("eight directions"),
    ("trajectory", "any"): Text("any straight line"),
    ("keeper_counts", False): Text("he does not count"),
    ("keeper_counts", True): Text("he counts"),
    ("foul_on", "pair"): Text("always"),
    ("foul_on", "carrier"): Text("with the ball only"),
    ("second_die", "sum"): Text("they add up"),
    ("second_die", "best"): Text("the best only"),
}
"""What the values of house rules mean, on a button. Of others the value itself is said."""
_FACES = {"none": Text("nothing"), "ko": Text("K.O."), "injured": Text("injured")}
"""Of a damage die."""
_COACH = SquadNeed("coach", Text("coach"), "coach", 1, 0)
_LENGTHS = {
    "match": (20, 30, 45, 60, 90),
    "half": (10, 15, 20, 30, 45),
    "turn": (1, 2, 3, 5),
    "negotiation": (1, 2, 3, 5),
}
"""Minutes that are offered for a clock."""
_MINUTES = {"ofusaido": (45, 60), "lignes": (30, 60), "ouaf": (20, 30), "boufbowl": (45, 60)}


def games(folders: Sequence[Path] = (SHIPPED,)) -> tuple[GameOffer, ...]:
    """Every game, in the order in which they are offered, with the boards and cards of these folders. Raises
    `CompanionError`.
    """
    return tuple(_game(name, GAMES[name], folders) for name in _TITLES)


def demonstration(game: str, mode: str) -> tuple[Json, list[Json]]:
    """The set-up and the cards that a mode is shown with: its own demonstration's, or those it can be played with."""
    stem = _LIKE.get((game, mode))
    setup, cards = demonstrations(game)[stem or mode]
    return (setup if stem is None else {**setup, "mode": mode}), cards


def game_title(name: str) -> Words:
    """What a game is called on its box."""
    return _TITLES[name]


def _game(name: str, rules: Rules, folders: Sequence[Path]) -> GameOffer:
    names = (*demonstrations(name), *(mode for game, mode in _LIKE if game == name))
    setups = {mode: demonstration(name, mode)[0] for mode in names}
    ordered = sorted(setups.items(), key=lambda item: _ORDER.index((name, item[0])))
    modes = tuple(_mode(name, stem, setup, folders) for stem, setup in ordered)
    return GameOffer(
        name,
        _TITLES[name],
        _SAYS[name],
        _MINUTES[name],
        modes,
        tuple(_house_rule(rule) for rule in rules.house_rules),
        dice_of_game(rules),
        _seats(name),
    )


def _mode(game: str, stem: str, setup: Json, folders: Sequence[Path]) -> GameMode:
    title, says = _MODES[game, stem]
    return GameMode(
        stem, title, says, setup, _needs(game, setup), _clocks(setup), settings_of(game, setup, folders)
    )


def _needs(game: str, setup: Json) -> tuple[SquadNeed, ...]:
    has_coach = any("coach" in team for team in setup.get("teams", {}).values())
    return (*_NEEDS.get(game, ()), *((_COACH,) if has_coach else ()))


def _clocks(setup: Json) -> tuple[ClockSetting, ...]:
    minutes = setup["end"].get("minutes") if "end" in setup else None
    return tuple(
        ClockSetting(
            clock.name, clock.title, _LENGTHS[clock.name], minutes if clock.rules else None, clock.rules
        )
        for clock in clocks_of(setup, {})
    )


def _seats(game: str) -> tuple[str, ...]:
    return tuple(Seat) if game == "ouaf" else ()


def _house_rule(rule: Rule) -> HouseRuleOffer:
    choices = tuple(RuleChoice(value, _value(rule.name, value)) for value in rule.choices)
    return HouseRuleOffer(rule.name, word(rule.name), rule.says, choices)


def _value(rule: str, value: Any) -> Words:
    if isinstance(value, str | bool) and (rule, value) in _VALUES:
        return _VALUES[rule, value]
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, dict):
        pairs = [Text("{name}: {value}", name=word(str(name)), value=str(one)) for name, one in value.items()]
        return joined(pairs) if pairs else Text("as many as its reputation")
    if isinstance(value, list | tuple):
        return joined([_FACES.get(one) or word(str(one)) for one in value])
    return word(str(value))
