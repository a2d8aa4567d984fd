"""Round and work cards for tests: each test says what its evaluations do, all else does nothing."""

from typing import Any

Json = dict[str, Any]

REFS = [f"R{n}" for n in range(1, 13)]
PATTERN: Json = {"kind": "pattern", "pattern": "R[0-9]+|[a-z]+[0-9]+"}
NOTHING: Json = {"effect": "none"}
SEATS = ("red", "orange", "yellow", "green", "blue", "purple")


def half(effect: str, target: str | None = None, value: int | None = None) -> Json:
    """`half("gain_reputation", "bad", 2)`: one half of an evaluation."""
    fields = {"target": target, "effect": effect, "value": value}
    return {name: field for name, field in fields.items() if field is not None}


def round_card(n: int, **fields: Any) -> Json:
    """The nth round card: an order of 5 on average, and nothing on its evaluation."""
    order = {"average": fields.pop("average", 5)}
    if "totals" in fields:
        order["totals"] = fields.pop("totals")
    card = {
        "kind": "round",
        "ref": f"R{n}",
        "advanced": False,
        "order": order,
        "success": NOTHING,
        "failure": NOTHING,
    }
    return {**card, **fields}


def box(*evaluations: Json | None, average: int = 5) -> list[Json]:
    """Twelve round cards, the first with these halves on both sides, and all work cards: `red0` to `purple11`."""
    halves = [*evaluations, *[None] * 12]
    rounds = [
        round_card(n, average=average, **({"success": both, "failure": both} if both else {}))
        for n, both in enumerate(halves[:12], start=1)
    ]
    works = [
        {"kind": "work", "ref": f"{seat}{value}", "seat": seat, "value": value}
        for seat in SEATS
        for value in range(12)
    ]
    return [PATTERN, *rounds, *works]


def replaced(cards: list[Json], *others: Json) -> list[Json]:
    """The cards, with others in the place of those of the same reference."""
    refs = {card["ref"] for card in others}
    return [*(card for card in cards if card.get("ref") not in refs), *others]
