"""Fingers that know what they want to say: which buttons lead to a play, found by trying what each would lead to."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.play import Play, write_play
from ui.presenters.buttons import PlayButton
from ui.presenters.play_choice import Choosing

DEEPEST = 30

ALL = "all"
"""The answer that stands for a field that is left out."""


def path_to(choosing: Choosing, play: Play) -> list[PlayButton]:
    """The buttons to touch, one after the other. Fails when no way of touching says this play."""
    wanted = first_alike(write_play(play), choosing.scene.alike)
    path = next(_paths(choosing, wanted, (), set()), None)
    assert path is not None, f"no touches say {play}; first: {[button.value for button in choosing.buttons]}"
    return list(path)


def fewest_touches(begun: Choosing, play: Play) -> int | None:
    """How many touches say this play at the least, on buttons and on the board; None: none do."""
    alike = begun.scene.alike
    wanted = first_alike(write_play(play), alike)
    values = _values(wanted)

    def may_lead(button: PlayButton) -> bool:
        return button.value in (None, ALL) or first_alike(str(button.value), alike) in values

    return _fewest(begun, may_lead, lambda made: _same(first_alike(write_play(made), alike), wanted))


def fewest_of_kind(begun: Choosing, kind: str) -> int | None:
    """How many touches say any play of a kind at the least; None: none do."""
    return _fewest(begun, lambda _: True, lambda made: made.kind == kind, most=2)


def _fewest(
    begun: Choosing,
    may_lead: Callable[[PlayButton], bool],
    is_wanted: Callable[[Play], bool],
    most: int = DEEPEST,
) -> int | None:
    reached, seen = [begun], set[int]()
    for count in range(1, most + 1):
        following = []
        for choosing in reached:
            buttons = (*choosing.buttons, *choosing.apart, *(touch.button for touch in choosing.on_board))
            for button in filter(may_lead, buttons):
                picked = choosing.pick(button)
                if not isinstance(picked, Choosing):
                    if is_wanted(picked):
                        return count
                elif not _turned_back(choosing, picked, seen):
                    following.append(picked)
        reached = following
    return None


def _paths(
    choosing: Choosing, play: dict[str, Any], path: tuple[PlayButton, ...], seen: set[int]
) -> Iterator[tuple[PlayButton, ...]]:
    if len(path) > DEEPEST:
        return
    wanted, alike = _values(play), choosing.scene.alike
    for button in (*choosing.buttons, *choosing.apart):
        if button.value not in (None, ALL) and first_alike(str(button.value), alike) not in wanted:
            continue
        picked = choosing.pick(button)
        if not isinstance(picked, Choosing):
            if _same(first_alike(write_play(picked), alike), play):
                yield (*path, button)
            continue
        if _turned_back(choosing, picked, seen):
            continue
        yield from _paths(picked, play, (*path, button), seen)


def _turned_back(before: Choosing, after: Choosing, seen: set[int]) -> bool:
    """Whether a page was turned to one that was seen: `more` goes round."""
    key = hash(
        (
            after.prompt,
            tuple((button.says, button.value, button.seat) for button in after.buttons),
            after._told,
        )
    )
    if key in seen:
        return True
    seen.add(key)
    return False


def first_alike(data: Any, alike: Mapping[str, str]) -> Any:
    """The same with one reference for all cards that print the same."""
    match data:
        case dict():
            return {name: first_alike(item, alike) for name, item in data.items()}
        case list():
            return [first_alike(item, alike) for item in data]
        case str():
            return alike.get(data, data)
        case _:
            return data


def _values(data: Any) -> set[str]:
    match data:
        case dict():
            return {value for item in data.values() for value in _values(item)} | set(data)
        case list():
            return {value for item in data for value in _values(item)}
        case _:
            return {str(data)}


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Cards that are laid together have no order."""
    return _told(one) == _told(other)


def _told(play: dict[str, Any]) -> dict[str, Any]:
    return {
        name: sorted(value, key=str) if name == "cards" and isinstance(value, list) else value
        for name, value in play.items()
        if value is not None
    }
