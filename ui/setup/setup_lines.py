"""Describes each step of a set-up as menu lines."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.backend.interface import ClockSetting, HouseRuleOffer
from companion.rules.description import MatchSetting, RuleChoice
from companion.words import Text, joined, word
from ui.presenters.devices import camera_line, tower_line
from ui.presenters.lines import MenuLine, MenuOption, Words
from ui.presenters.page_requests import PageRequest, PageWish
from ui.presenters.palette import LIVERIES
from ui.setup.match_setup import MatchSetup, SetupStage
from ui.setup.squads import counted, in_field

SHOWN = 7
"""Choices that have room on one line; of more, the others are on further pages."""


def lines(setup: MatchSetup) -> tuple[MenuLine, ...]:
    """Return the lines to choose from."""
    shown: dict[SetupStage, Callable[[MatchSetup], tuple[MenuLine, ...]]] = {
        SetupStage.MODE: _modes,
        SetupStage.MATCH: _settings,
        SetupStage.RULES: _rules,
        SetupStage.TEAMS: _who,
        SetupStage.SQUADS: _squads,
        SetupStage.CLOCKS: _times,
        SetupStage.CAMERA: lambda setup: (camera_line(setup.around, setup.gear),),
        SetupStage.TOWER: lambda setup: (tower_line(setup.around, setup.gear),),
    }
    return shown[setup.stage](setup) if setup.stage in shown else ()


def page_count(setting: MatchSetting) -> int:
    """Return the number of pages of a setting's choices."""
    return max(1, -(-len(setting.choices) // SHOWN)) if len(setting.choices) > SHOWN + 1 else 1


def _modes(setup: MatchSetup) -> tuple[MenuLine, ...]:
    options = tuple(
        MenuOption(n, mode.title, mode.says, is_chosen=mode.name == setup.mode.name)
        for n, mode in enumerate(setup.game.modes)
    )
    return (MenuLine("mode", "", "", options),)


# --- the match itself, and the house rules


def _settings(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(_setting(setup, setting) for setting in setup.mode.settings)


def _setting(setup: MatchSetup, setting: MatchSetting) -> MenuLine:
    now = setup.value_of(setting)
    if len(setting.choices) == 1 and setting.most is None:
        # Nothing to choose: what there is to say of it stands alone.
        return MenuLine(setting.name, setting.title, setting.says)
    options = _choices(setting, now)
    pages = page_count(setting)
    if pages > 1:
        page = setup.turned.get(setting.name, 0)
        says = Text("page {n} of {count}", n=page + 1, count=pages)
        options = (
            *options[page * SHOWN : (page + 1) * SHOWN],
            MenuOption(PageRequest(PageWish.MORE, setting.name), Text("more"), says),
        )
    if setting.most is not None:
        is_other = all(choice.value != now for choice in setting.choices)
        says_other = Text("{n}", n=now) if is_other else Text("another number")
        options = (
            *options,
            MenuOption(PageRequest(PageWish.NUMBER, setting.name), says_other, is_chosen=is_other),
        )
    return MenuLine(setting.name, setting.title, setting.says, options)


def _rules(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(rule.name, rule.title, rule.says, _answers(rule, setup.agreed_of(rule)))
        for rule in setup.game.house_rules
    )


def _answers(rule: HouseRuleOffer, now: Any) -> tuple[MenuOption, ...]:
    """Returns the values of a house rule as buttons; for a table the usual one, and a button to type another."""
    options = _choices(rule, now)
    if rule.table is None:
        return options[:SHOWN]
    usual = options[0]
    says = Text("type another table") if usual.is_chosen else Text("your table: look at it")
    typed = MenuOption(PageRequest(PageWish.TABLE, rule.name), says, is_chosen=not usual.is_chosen)
    return (usual, typed)


def _choices(point: HouseRuleOffer | MatchSetting, now: Any) -> tuple[MenuOption, ...]:
    return tuple(_choice(n, choice, now) for n, choice in enumerate(point.choices))


def _choice(n: int, choice: RuleChoice, now: Any) -> MenuOption:
    # A whole table of values has no room for a word more.
    is_table = isinstance(choice.value, Mapping) and len(choice.value) > 0
    is_usual = n == 0 and not is_table
    return MenuOption(n, choice.says, Text("usual") if is_usual else "", is_chosen=choice.value == now)


# --- who plays, and with whom


def _who(setup: MatchSetup) -> tuple[MenuLine, ...]:
    if setup.game.seats:
        return (MenuLine("seats", Text("touch who plays, in the order round the table"), "", _seats(setup)),)
    teams = tuple(
        MenuLine(
            seat,
            setup.name_of(seat),
            word(seat),
            (MenuOption(PageRequest(PageWish.NAME, seat), Text("change the name")),),
            role=_role(seat),
        )
        for seat in setup.teams
    )
    firsts = tuple(
        MenuOption(seat, setup.name_of(seat), word(seat), is_chosen=seat == setup.first)
        for seat in setup.teams
    )
    return (*teams, MenuLine("first", Text("who begins?"), "", firsts)) if setup.first else teams


def _seats(setup: MatchSetup) -> tuple[MenuOption, ...]:
    return tuple(
        MenuOption(
            seat,
            word(seat),
            Text("number {n}", n=setup.seats.index(seat) + 1) if seat in setup.seats else "",
            is_chosen=seat in setup.seats,
            role=_role(seat),
        )
        for seat in setup.game.seats
    )


def _squads(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(
            seat,
            setup.name_of(seat),
            _squad_told(setup, seat),
            (
                MenuOption("demo", Text("demonstration squad"), is_chosen=seat not in setup.squads),
                MenuOption(PageRequest(PageWish.SCAN, seat), Text("scan the squad in")),
                MenuOption(
                    PageRequest(PageWish.BY_HAND, seat),
                    Text("choose by hand") if seat not in setup.squads else Text("your squad: look at it"),
                    is_chosen=seat in setup.squads,
                ),
            ),
            role=_role(seat),
        )
        for seat in setup.teams
    )


def _squad_told(setup: MatchSetup, seat: str) -> Words:
    squad = setup.squad_of(seat)
    return joined([counted(need, len(in_field(squad, need))) for need in setup.mode.needs])


def _role(seat: str) -> str:
    return seat if seat in LIVERIES else ""


# --- clocks


def _times(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(
            clock.name,
            clock.title,
            Text("when it runs out, the rules act on it") if clock.is_of_setup else "",
            _times_of(clock, setup.minutes(clock)),
        )
        for clock in setup.mode.clocks
    )


def _times_of(clock: ClockSetting, now: int | None) -> tuple[MenuOption, ...]:
    limits = tuple(
        MenuOption(minutes, Text("{n} min", n=minutes), is_chosen=minutes == now) for minutes in clock.minutes
    )
    none = MenuOption(None, Text("no limit"), Text("usual"), is_chosen=now is None)
    return limits if clock.is_of_setup else (none, *limits)
