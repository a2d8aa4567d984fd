"""A small box of cards whose references say what they are.

An energy is called after its colour, its attack, its defence and its whistle: `Y30` is yellow, 3 in attack and 0
in defence; `R-14` is red, -1 and 4; `B21W` is blue, 2 and 1, with a whistle. Players, occasions and staff have
names. All players are of level 6, so that a team of 20 costs exactly 120.
"""

from typing import Any

Json = dict[str, Any]

STATS = ("TIR", "TDL", "DRB", "PAS", "TAK", "INT")


def _player(ref: str, posts: str, stats: str, *icons: str) -> Json:
    return {
        "kind": "player",
        "ref": ref,
        "name": ref.title(),
        "nationality": {"MARO": "IT", "VEGA": "BR"}.get(ref, "FR"),
        "level": 6,
        "posts": posts.split(),
        "stats": dict(zip(STATS, map(int, stats.split()), strict=True)),
        "icons": list(icons),
        "physique": {"speed": 5 if ref == "SILO" else 3, "strength": 3, "health": 3},
        "effects": [],
    }


PLAYERS = [
    #                     TIR TDL DRB PAS TAK INT
    _player("MARO", "MC", "3 4 4 6 3 5"),
    _player("VEGA", "BU", "7 5 5 3 1 1"),
    _player("SILO", "AG", "5 4 6 4 2 2", "ENDURANCE"),
    _player("OTIS", "MO", "4 6 5 5 2 3", "CENTRE"),
    _player("BRIK", "DC", "1 2 2 3 6 5", "MUR"),
    _player("KANT", "DC DG", "1 1 2 3 7 4"),
    _player("PAZ", "MDC", "2 3 3 4 5 6"),
    _player("DARO", "DG", "1 2 3 4 5 4"),
    _player("ENZO", "DD", "2 2 3 4 4 4"),
    _player("FINN", "MG", "3 3 4 4 3 3"),
    _player("GARO", "MD", "3 3 4 4 3 3"),
    _player("HUGO", "AD", "4 4 5 4 2 2"),
    _player("IVAN", "BU", "6 4 4 3 1 1"),
    _player("JULI", "MC", "4 4 4 5 3 3"),
    _player("KOLO", "MO", "4 5 4 5 2 2"),
    _player("LUKA", "AG", "4 3 5 4 2 2"),
    _player("MIRO", "MDC", "2 3 3 5 4 4"),
    _player("NINO", "DD MD", "2 2 4 4 4 3", "MUR", "CENTRE"),
]


def _keeper(ref: str, save: int) -> Json:
    targets = {"top_left": 1, "bottom_right": -1}
    return {"kind": "goalkeeper", "ref": ref, "level": 6, "save": save, "targets": targets, "effects": []}


KEEPERS = [_keeper("SAMS", 5), _keeper("TONI", 4), _keeper("UGO", 6)]


def _energy(ref: str) -> Json:
    colour = {"Y": "yellow", "B": "blue", "R": "red"}[ref[0]]
    attack = -1 if ref[1] == "-" else int(ref[1])
    return {
        "kind": "energy",
        "ref": ref,
        "attack": attack,
        "defence": 3 - attack,
        "colour": colour,
        "whistle": ref.endswith("W"),
    }


ENERGIES = [_energy(ref) for ref in "Y30 Y21 Y12W Y03W B4-1 B30 B21W B12W R12 R-14 R21W R03W".split()]


def zone(name: str, row: int, attack: str, defence: str, leads: str = "", **more: Any) -> Json:
    """A zone: the ideal post and line of each side are written `MC/MIL`."""
    sides = {}
    for side, ideal in (("attack", attack), ("defence", defence)):
        posts, _, lines = ideal.partition("/")
        sides[side] = {"posts": posts.split(), "lines": lines.split()}
    usual = {"id": name, "row": row, "next": leads.split(), "times": 1, "shot": None, "targets": []}
    return {**usual, **sides, **more}


def occasion(ref: str, *zones: Json) -> Json:
    return {"kind": "occasion", "ref": ref, "zones": list(zones)}


OCCASIONS = [
    # One zone, then a shot in the box at one of two targets.
    occasion(
        "THROUGH",
        zone("a", 1, "MC/MIL", "MDC/MIL", "b"),
        zone("b", 2, "BU/ATT", "DC/DEF", shot="near", targets=["top_left", "bottom_right"]),
    ),
    # Two ways: in the box with x2, or from afar.
    occasion(
        "FORK",
        zone("a", 1, "MC/MIL", "MDC/MIL", "b c"),
        zone("b", 2, "BU/ATT", "DC/DEF", shot="near", times=2, targets=["top_left"]),
        zone("c", 2, "MO/MIL", "MDC/MIL", shot="long"),
    ),
    # Two starts, and a long way to the only shot.
    occasion(
        "LADDER",
        zone("a", 1, "DG/DEF", "AD/ATT", "c"),
        zone("b", 1, "DD/DEF", "AG/ATT", "c"),
        zone("c", 2, "MC/MIL", "MDC/MIL", "d"),
        zone("d", 3, "AG/ATT", "DD/DEF", "e"),
        zone("e", 4, "BU/ATT", "DC/DEF", shot="near", targets=["top_centre"]),
    ),
    occasion("DIRECT", zone("a", 1, "BU/ATT", "DC/DEF", shot="near", targets=["bottom_centre"])),
    occasion("AFAR", zone("a", 1, "MO/MIL", "MDC/MIL", shot="long")),
    occasion(
        "DOUBLE",
        zone("a", 1, "MC/MIL", "MDC/MIL", "b", times=2),
        zone("b", 2, "MO/MIL", "MDC/MIL", shot="long", times=2, targets=["bottom_right"]),
    ),
]


def modifier(words: str, what: str, op: str, value: int, **conditions: Any) -> Json:
    """`words` are `on side who`, as in `shot own_attack base`."""
    on, side, who = words.split()
    return {
        "on": on,
        "side": side,
        "who": who,
        "what": what,
        "op": op,
        "value": value,
        "if": conditions,
    }


def effect(*modifiers: Json, deeds: tuple[str, ...] = (), **more: Any) -> Json:
    """An effect for one duel, unless `lasts` says otherwise."""
    return {"text": "as printed", "modifiers": list(modifiers), "deeds": list(deeds), **more}


def action(ref: str, *effects: Json, tier: str = "green", base: bool = True) -> Json:
    return {"kind": "action", "ref": ref, "tier": tier, "base": base, "effects": list(effects)}


KEEPER_X2 = modifier("duel own_defence goalkeeper", "energy", "multiply", 2)
ACTIONS = [
    action("CALM", effect(text="look at six cards"), effect(KEEPER_X2, lasts="turn")),
    action("DRINK", effect(deeds=("recover_energies 3",)), effect(deeds=("discard_energies 2",))),
    action("PRESS", effect(deeds=("opponent_discards_pile 3",)), effect(deeds=("draw 2",))),
    action("RECALL", effect(deeds=("recover_card",))),
    action(
        "MERCY",
        effect(deeds=("cancel_foul",), lasts="turn"),
        effect(deeds=("cancel_foul",), lasts="match", once=True),
    ),
    action("ENCORE", effect(deeds=("extra_occasion",))),
    action("PARDON", effect(deeds=("reinstate",))),
    action("DRIVE", effect(modifier("duel own_attack base", "score", "add", 2))),
    action("CHEER", effect(modifier("duel own any", "total", "add", 1), lasts="match")),
]
FREE_ACTIONS = [
    action("GREEN", effect(text="green"), base=False),
    action("ORANGE", effect(text="orange"), tier="orange", base=False),
    action("RED", effect(text="red"), tier="red", base=False),
]
COACH: Json = {
    "kind": "coach",
    "ref": "BOSS",
    "name": "Boss",
    "nationality": "FR",
    "permanent": effect(modifier("progression own_attack base", "energy", "add", 1), lasts="match"),
    "unique": effect(modifier("duel own any", "total", "add", 2), lasts="turn"),
}
STADIUM: Json = {
    "kind": "stadium",
    "ref": "ARENA",
    "name": "Arena",
    "effects": [effect(modifier("long_shot attack base", "score", "add", -1), lasts="match")],
}
BOX: list[Json] = [
    {"kind": "pattern", "pattern": "[A-Z0-9-]+"},
    *PLAYERS,
    *KEEPERS,
    *ENERGIES,
    *OCCASIONS,
    *ACTIONS,
    *FREE_ACTIONS,
    COACH,
    STADIUM,
]


def box(*instead: Json) -> list[Json]:
    """The box, with these cards added or in the place of those of the same reference."""
    refs = {card.get("ref") for card in instead}
    return [*(card for card in BOX if card.get("ref") not in refs), *instead]


def changed(ref: str, **fields: Any) -> Json:
    """A card of the box with some fields printed otherwise."""
    (card,) = (card for card in BOX if card.get("ref") == ref)
    return {**card, **fields}
