"""Finds the field of a card at a place of its face, and the place of a field."""

from collections.abc import Sequence

from companion.backend.interface import FacePart


def field_at(x: float, y: float, parts: Sequence[FacePart]) -> str | None:
    """Return the field at a place, given as shares of the face from its top left: of several the smallest one."""
    found = [part for part in parts if part.holds(x, y)]
    return min(found, key=lambda part: part.width * part.height).field if found else None


def part_of(field: str, parts: Sequence[FacePart]) -> FacePart | None:
    """Return where a field stands: its own place, or that of the smallest part of the card that it belongs to, or that holds
    a part of it.
    """
    field = field.rstrip("?")
    while field:
        found = next((part for part in parts if part.field == field), None)
        found = found or next((part for part in parts if part.field.startswith(f"{field}.")), None)
        if found is not None:
            return found
        field = field.rpartition(".")[0]
    return None
