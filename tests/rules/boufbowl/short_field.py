"""A field of three rows and five lanes where every zone touches both endzones: matches by chance have tries there."""

from typing import Any

LANES = "abcde"
ROWS = 3


def short_field() -> dict[str, Any]:
    zones = [_zone(x, y) for y in range(ROWS) for x in range(len(LANES))]
    ends = [_endzone("red", -1), _endzone("blue", ROWS)]
    return {"zones": [*zones, *ends], "entry": {"red": ["a1", "e1"], "blue": ["a3", "e3"]}}


def _name(x: int, y: int) -> str:
    return f"{LANES[x]}{y + 1}"


def _zone(x: int, y: int) -> dict[str, Any]:
    kind, owner = (("team", "red"), ("neutral", None), ("team", "blue"))[y]
    up = [_name(x, y + 1)] if y + 1 < ROWS else []
    down = [_name(x, y - 1)] if y else []
    beside = [_name(n, y) for n in (x - 1, x + 1) if 0 <= n < len(LANES)]
    return {
        "id": _name(x, y),
        "kind": kind,
        "owner": owner,
        "centre": [x, y],
        "polygon": _box(x - 0.5, y - 0.5, x + 0.5, y + 0.5),
        "next": [*up, *down, *beside, "red_end", "blue_end"],
        "forward": {"red": [*up, "blue_end"], "blue": [*down, "red_end"]},
    }


def _endzone(seat: str, y: int) -> dict[str, Any]:
    beside = [_name(x, row) for row in range(ROWS) for x in range(len(LANES))]
    return {
        "id": f"{seat}_end",
        "kind": "endzone",
        "owner": seat,
        "centre": [2, y],
        "polygon": _box(-0.5, y - 0.5, 4.5, y + 0.5),
        "next": beside,
        "forward": {seat: beside},
    }


def _box(left: float, low: float, right: float, high: float) -> list[list[float]]:
    return [[left, low], [right, low], [right, high], [left, high]]
