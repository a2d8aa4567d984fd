"""Describes the page of a set-up that leads to what else can be chosen."""

from collections.abc import Mapping, Sequence

from companion.backend.interface import DeviceOffer
from companion.rules.description import MatchSetting, SettingPlace
from companion.words import Text, in_a_row, joined
from ui.presenters.lines import MenuLine, MenuOption, PageRequest, PageWish, Words
from ui.setup.match_setup import MatchSetup, SetupStage

_NAMED: Mapping[str, Text] = {
    SetupStage.MATCH: Text("match"),
    SetupStage.RULES: Text("house rules"),
    SetupStage.TEAMS: Text("teams"),
    SetupStage.SQUADS: Text("squads"),
    SetupStage.DECKS: Text("decks"),
    SetupStage.DRAW: Text("draw of lots"),
    SetupStage.CLOCKS: Text("clocks"),
}
"""The steps that are opened from the page of what else there is; those of devices have their own names."""
_ICONS: Mapping[str, str] = {
    SetupStage.MATCH: "whistle",
    SetupStage.RULES: "rules",
    SetupStage.TEAMS: "shield",
    SetupStage.SQUADS: "person",
    SetupStage.DECKS: "cards",
    SetupStage.DRAW: "die",
    SetupStage.CLOCKS: "clock",
    "camera": "lens",
    "tower": "tower",
}


def more_lines(setup: MatchSetup) -> tuple[MenuLine, ...]:
    """Return what else can be chosen, as buttons, each with what is chosen now."""
    devices = {offer.name: offer.title for offer in setup.game.devices}
    named = {**devices, **_NAMED}
    if setup.has_only_stadium:
        named[SetupStage.MATCH] = Text("stadium")
    options = tuple(
        MenuOption(
            PageRequest(PageWish.STEP, stage), named[stage], _chosen(setup, stage), icon=_ICONS.get(stage, "")
        )
        for stage in setup.further
    )
    return (MenuLine("more", "", "", options),)


def _chosen(setup: MatchSetup, stage: str) -> Words:
    """Return in a few words what a step has settled."""
    offer = next((one for one in setup.game.devices if one.name == stage), None)
    if offer is not None:
        return _device_chosen(setup, offer)
    match stage:
        case SetupStage.MATCH:
            settings = setup.asked_settings(SettingPlace.MATCH)
            if setup.has_only_stadium:
                return joined([Text("{value}", value=_value_says(setup, one)) for one in settings])
            return _valued([(one.title, _value_says(setup, one)) for one in settings])
        case SetupStage.RULES if not setup.agreed:
            return Text("default settings")
        case SetupStage.RULES:
            return Text("{n} changed", n=len(setup.agreed))
        case SetupStage.TEAMS:
            return joined([setup.told_name(seat) for seat in setup.teams], " – ")
        case SetupStage.SQUADS:
            return Text("your squads") if setup.squads else Text("demo squads")
        case SetupStage.DECKS:
            decks = setup.settings(SettingPlace.SQUADS)
            is_usual = all(setup.value_of(one) == setup.usual_of(one) for one in decks)
            return Text("default settings") if is_usual else Text("your decks")
        case SetupStage.DRAW:
            is_drawn = setup.drawing is not None and setup.drawing.winner
            return Text("drawn") if is_drawn else Text("no draw")
        case _:
            minutes = [(clock.title, setup.minutes(clock)) for clock in setup.mode.clocks]
            if not any(n for _, n in minutes):
                return Text("no limit")
            return _valued([(what, Text("{n} min", n=n) if n else Text("no limit")) for what, n in minutes])


def _valued(values: Sequence[tuple[Words, Words]]) -> Words:
    """Return settings with their values: `goals: 3 · board: the demonstration pitch`."""
    return in_a_row([Text("{what}: {value}", what=what, value=value) for what, value in values])


def _value_says(setup: MatchSetup, setting: MatchSetting) -> Words:
    """Return the value of a setting in words."""
    now = setup.value_of(setting)
    says = next((choice.says for choice in setting.choices if choice.value == now), None)
    return says or (Text("your list") if isinstance(now, list) else Text("{n}", n=now))


def _device_chosen(setup: MatchSetup, offer: DeviceOffer) -> Words:
    used = setup.gear.address(offer.name)
    found = (one.says for one in setup.around.get(offer.name, ()) if one.name == used)
    fixed = (one.says for one in offer.further if one.address == used)
    return next(found, None) or next(fixed, None) or used or offer.none.says
