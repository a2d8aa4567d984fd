"""The cards of the tests: short references, and of each kind what a rule needs."""

from typing import Any

Json = dict[str, Any]


def modifier(words: str, what: str, value: int = 1, **conditions: Any) -> Json:
    """`words` are `on side who`, as in `tackle attack self`."""
    on, side, who = words.split()
    return {"on": on, "side": side, "who": who, "what": what, "op": "add", "value": value, "if": conditions}


def effect(*modifiers: Json, deeds: tuple[Json, ...] = (), **more: Any) -> Json:
    return {"text": "as printed", "modifiers": list(modifiers), "deeds": list(deeds), **more}


def deed(do: str, value: Any = None, who: str | None = None) -> Json:
    data: Json = {"do": do}
    if value is not None:
        data["value"] = value
    if who is not None:
        data["who"] = who
    return data


def player(ref: str, post: str = "bruiser", **more: Any) -> Json:
    return {"kind": "player", "ref": ref, "name": f"Name of {ref}", "post": post, **more}


def action(ref: str, on: str = "tackle", effect: Json | None = None, **bonus: int) -> Json:
    return {"kind": "action", "ref": ref, "bonus": {"on": on.split(), **bonus}, "effect": effect}


def power(ref: str, post: str = "bruiser", intensity: int = 1, **more: Any) -> Json:
    base = {"kind": "power", "ref": ref, "post": post, "intensity": intensity, "effect": effect()}
    return {**base, **more}


def training(ref: str, side: str = "bonta", *modifiers: Json) -> Json:
    return {"kind": "training", "ref": ref, "side": side, "effect": effect(*modifiers)}


POSTS = ("bruiser", "bruiser", "runner", "runner", "passer")
PLAYERS = [player(f"{seat}{n}", POSTS[n - 1]) for seat in "RB" for n in range(1, 6)]
EVERYTHING = "pick_up try pass chandelle tackle"
ACTIONS = [
    action("STAR", EVERYTHING, star=1),
    action("DIE", EVERYTHING, die=1),
    action("HURT", "tackle", damage=1),
    action("HURT2", "tackle", damage=3),
    action("PASSING", "pass chandelle", star=1),
    action("SONG", effect=effect(instant=True), star=1),
    action("SLOW", effect=effect()),
    action("LEGS", effect=effect(deeds=(deed("movement", 2),))),
    action("PAGES", effect=effect(deeds=(deed("draw", 2),), instant=True)),
    action("THROW", effect=effect(deeds=(deed("action", "pass"),))),
    action("RAGE", effect=effect(deeds=(deed("action", "tackle"),), instant=True)),
    action("STEP", effect=effect(deeds=(deed("move", 1, "own"),), instant=True)),
    action("SHOVE", effect=effect(deeds=(deed("move", 2, "any"),), instant=True)),
    action("UP", effect=effect(deeds=(deed("stand"),), instant=True)),
    action("TRIP", effect=effect(deeds=(deed("knock_down", who="opponent"),), instant=True)),
    action("SLIP", effect=effect(deeds=(deed("knock_down"),), instant=True)),
    action("CHARGE", effect=effect(deeds=(deed("tackle"), deed("draw", 1)), instant=True)),
    action("RUSH", effect=effect(deeds=(deed("move", 1, "own"), deed("tackle")), instant=True)),
    action("REACH", effect=effect(deeds=(deed("intercept_start"),), instant=True)),
    action("CHEER", effect=effect(modifier("any both team", "star"), lasts="turn")),
    action("OATH", effect=effect(modifier("tackle attack team", "star"), lasts="match")),
    action("HERO", effect=effect(modifier("tackle both self", "star", 2))),
    action("ONCE", effect=effect(modifier("tackle both team", "star"), lasts="match", once=True)),
    action("CURSE", effect=effect(modifier("tackle both opponent", "star", -1), instant=True)),
]
POWERS = [
    power("P-B1"),
    power("P-B1b"),
    power("P-R1", "runner"),
    power("P-R2", "runner"),
    power("P-B2", intensity=2),
    power("P-B3", intensity=3),
    power("P-P2", "passer", intensity=2),
    power("P-TACKLE", extra_action="tackle"),
    power("P-PASS", extra_action="pass"),
    power("P-SPRINT", extra_action="sprint"),
    power("P-STAR", effect=effect(modifier("tackle attack self", "star"))),
]
TRAININGS = [
    training("BONTA", "bonta", modifier("tackle attack team", "star")),
    training("BRAKMAR", "brakmar"),
]
BOX: list[Json] = [
    {"kind": "pattern", "pattern": "[A-Za-z0-9-]+"},
    *PLAYERS,
    *ACTIONS,
    *POWERS,
    *TRAININGS,
]


def box(*instead: Json) -> list[Json]:
    """The box, with these cards added or in the place of those of the same reference."""
    refs = {card["ref"] for card in instead}
    return [*(card for card in BOX if card.get("ref") not in refs), *instead]
