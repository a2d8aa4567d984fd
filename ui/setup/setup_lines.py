"""What may be touched at each step of a set-up, as lines to choose from."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.backend.interface import ClockSetting, HouseRule, MatchSetting, RuleChoice
from companion.words import Text, joined, word
from ui.presenters.devices import camera_line, tower_line
from ui.presenters.lines import Line, Option, Words
from ui.presenters.palette import LIVERIES
from ui.presenters.wishes import Asked, Wish
from ui.setup.match_setup import SetUp, Stage
from ui.setup.squads import counted, in_field

SHOWN = 7
"""Choices that have room on one line; of more, the others are on further pages."""


def lines(setup: SetUp) -> tuple[Line, ...]:
    """What may be chosen now."""
    shown: dict[Stage, Callable[[SetUp], tuple[Line, ...]]] = {
        Stage.MODE: _modes,
        Stage.MATCH: _settings,
        Stage.RULES: _rules,
        Stage.TEAMS: _who,
        Stage.SQUADS: _squads,
        Stage.CLOCKS: _times,
        Stage.CAMERA: lambda setup: (camera_line(setup.around, setup.gear),),
        Stage.TOWER: lambda setup: (tower_line(setup.around, setup.gear),),
    }
    return shown[setup.stage](setup) if setup.stage in shown else ()


def page_count(setting: MatchSetting) -> int:
    """How many pages a setting's choices take."""
    return max(1, -(-len(setting.choices) // SHOWN)) if len(setting.choices) > SHOWN + 1 else 1


def _modes(setup: SetUp) -> tuple[Line, ...]:
    options = tuple(
        Option(n, mode.title, mode.says, is_chosen=mode.name == setup.mode.name)
        for n, mode in enumerate(setup.game.modes)
    )
    return (Line("mode", "", "", options),)


# --- the match itself, and the house rules


def _settings(setup: SetUp) -> tuple[Line, ...]:
    return tuple(_setting(setup, setting) for setting in setup.mode.settings)


def _setting(setup: SetUp, setting: MatchSetting) -> Line:
    now = setup.value_of(setting)
    options = _choices(setting, now)
    pages = page_count(setting)
    if pages > 1:
        page = setup.turned.get(setting.name, 0)
        says = Text("page {n} of {count}", n=page + 1, count=pages)
        options = (
            *options[page * SHOWN : (page + 1) * SHOWN],
            Option(Asked(Wish.MORE, setting.name), Text("more"), says),
        )
    if setting.most is not None:
        is_other = all(choice.value != now for choice in setting.choices)
        says_other = Text("{n}", n=now) if is_other else Text("another number")
        options = (*options, Option(Asked(Wish.NUMBER, setting.name), says_other, is_chosen=is_other))
    return Line(setting.name, setting.title, setting.says, options)


def _rules(setup: SetUp) -> tuple[Line, ...]:
    return tuple(
        Line(
            rule.name,
            rule.title,
            rule.says,
            _choices(rule, setup.agreed.get(rule.name, rule.choices[0].value))[:SHOWN],
        )
        for rule in setup.game.house_rules
    )


def _choices(point: HouseRule | MatchSetting, now: Any) -> tuple[Option, ...]:
    return tuple(_choice(n, choice, now) for n, choice in enumerate(point.choices))


def _choice(n: int, choice: RuleChoice, now: Any) -> Option:
    # A whole table of values has no room for a word more.
    is_table = isinstance(choice.value, Mapping) and len(choice.value) > 0
    is_usual = n == 0 and not is_table
    return Option(n, choice.says, Text("usual") if is_usual else "", is_chosen=choice.value == now)


# --- who plays, and with whom


def _who(setup: SetUp) -> tuple[Line, ...]:
    if setup.game.seats:
        return (Line("seats", Text("touch who plays, in the order round the table"), "", _seats(setup)),)
    teams = tuple(
        Line(
            seat,
            setup.name_of(seat),
            word(seat),
            (Option(Asked(Wish.NAME, seat), Text("change the name")),),
            role=_role(seat),
        )
        for seat in setup.teams
    )
    firsts = tuple(
        Option(seat, setup.name_of(seat), word(seat), is_chosen=seat == setup.first) for seat in setup.teams
    )
    return (*teams, Line("first", Text("who begins?"), "", firsts)) if setup.first else teams


def _seats(setup: SetUp) -> tuple[Option, ...]:
    return tuple(
        Option(
            seat,
            word(seat),
            Text("number {n}", n=setup.seats.index(seat) + 1) if seat in setup.seats else "",
            is_chosen=seat in setup.seats,
            role=_role(seat),
        )
        for seat in setup.game.seats
    )


def _squads(setup: SetUp) -> tuple[Line, ...]:
    return tuple(
        Line(
            seat,
            setup.name_of(seat),
            _squad_told(setup, seat),
            (
                Option("demo", Text("demonstration squad"), is_chosen=seat not in setup.squads),
                Option(Asked(Wish.SCAN, seat), Text("scan the squad in")),
                Option(
                    Asked(Wish.BY_HAND, seat),
                    Text("choose by hand") if seat not in setup.squads else Text("your squad: look at it"),
                    is_chosen=seat in setup.squads,
                ),
            ),
            role=_role(seat),
        )
        for seat in setup.teams
    )


def _squad_told(setup: SetUp, seat: str) -> Words:
    squad = setup.squad_of(seat)
    return joined([counted(need, len(in_field(squad, need))) for need in setup.mode.needs])


def _role(seat: str) -> str:
    return seat if seat in LIVERIES else ""


# --- clocks


def _times(setup: SetUp) -> tuple[Line, ...]:
    return tuple(
        Line(
            clock.name,
            clock.title,
            Text("when it runs out, the rules are told") if clock.is_of_setup else "",
            _times_of(clock, setup.minutes(clock)),
        )
        for clock in setup.mode.clocks
    )


def _times_of(clock: ClockSetting, now: int | None) -> tuple[Option, ...]:
    limits = tuple(
        Option(minutes, Text("{n} min", n=minutes), is_chosen=minutes == now) for minutes in clock.minutes
    )
    none = Option(None, Text("no limit"), Text("usual"), is_chosen=now is None)
    return limits if clock.is_of_setup else (none, *limits)
