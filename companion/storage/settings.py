"""Keeps the owners' settings, and what was agreed for this table: house rules and clocks with which matches begin here.

DATA/settings.json                          {"theme": "light", "volume_percent": 60, ...}
    DATA/settings-damaged-20250131-201500.json  a file as it was found when not all of it could be read

What can be read of a damaged file stays in force, field by field; the rest is as it was on the first day.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from companion.codec import Range, read, write
from companion.errors import Malformed, StorageError
from companion.locks import OfficeLocks
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.settings import Settings
from companion.storage import strict_json
from companion.storage.clocks import clocks_of
from companion.storage.kept_files import only_writer, remove_file, replace_file
from companion.system_errors import system_says
from companion.timers import MINUTE_MS
from companion.words import Text


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings that were loaded, and what a person should be told about the file; nothing if all is well."""

    settings: Settings
    problems: tuple[Text, ...] = ()


class SettingsStore:
    """The settings in a file. Any thread and process may use it: one call reads, changes and writes.

    store = SettingsStore(where.settings)
    loaded = store.load()                                    # at the start; show loaded.problems, and go on
    settings = store.change(lambda s: replace(s, theme=Theme.LIGHT))     # from a screen
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime] = datetime.now) -> None:
        self._path = path
        self._now = now

    def look(self) -> LoadedSettings:
        """Read the file and change nothing, even if it is damaged. Never raises."""
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return LoadedSettings(Settings())
        except OSError as problem:
            return LoadedSettings(Settings(), (self._unreadable(problem).message,))
        return self._read(data)

    def load(self) -> LoadedSettings:
        """Read the file; a damaged one is set aside and replaced by what could be read of it. Never raises."""
        looked = self.look()
        if not looked.problems:
            return looked
        try:
            with only_writer(self._path.parent):
                return self._mended()
        except StorageError as problem:
            return LoadedSettings(looked.settings, (*looked.problems, problem.message))

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Apply a change to the settings as the file has them now, and return the new settings.

        Raises `StorageError` when they cannot be kept, and `Malformed` for values that no setting may have; then nothing
        has changed.
        """
        with only_writer(self._path.parent):
            before = self._mended().settings
            after = changed(before)
            if after != before or not self._path.exists():
                self._write(after)
            return after

    def set_aside(self) -> list[Path]:
        """Return the damaged files that were set aside, the oldest first."""
        return sorted(self._path.parent.glob(f"{self._path.stem}-damaged-*{self._path.suffix}"))

    def _mended(self) -> LoadedSettings:
        """Read the file, after a damaged one was set aside. Only for the process that may write. Raises `StorageError`."""
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return LoadedSettings(Settings())
        except OSError as problem:
            raise self._unreadable(problem) from problem
        loaded = self._read(data)
        if not loaded.problems:
            return loaded
        aside = self._free_name()
        replace_file(aside, data)
        self._write(loaded.settings)
        told = Text("the file as it was found is kept as {file}", file=aside.name)
        return LoadedSettings(loaded.settings, (*loaded.problems, told))

    def _free_name(self) -> Path:
        """Return an unused name for a damaged file."""
        stem = f"{self._path.stem}-damaged-{self._now():%Y%m%d-%H%M%S}"
        names = (f"{stem}{f'-{n}' if n else ''}{self._path.suffix}" for n in count())
        return next(path for path in map(self._path.with_name, names) if not path.exists())

    def _write(self, settings: Settings) -> None:
        """Write the settings. Raises `Malformed` before it writes values that could not be read again."""
        data = write(settings)
        read(Settings, data)
        replace_file(self._path, f"{json.dumps(data, indent=2)}\n".encode())

    def _read(self, text: bytes) -> LoadedSettings:
        try:
            data = strict_json.parse(text)
            if not isinstance(data, dict):
                read(Settings, data)
        except Malformed as fault:
            return LoadedSettings(Settings(), (self._told(fault),))
        if data.get("tower"):  # Until 0.2.0 it had a field of its own.
            data["devices"] = {"tower": data.pop("tower")}
        good, faults = _sorted(data)
        return LoadedSettings(read(Settings, good), tuple(map(self._told, faults)))

    def _told(self, fault: Malformed) -> Text:
        return Text("{file}: {problem}", file=str(self._path), problem=fault.message)

    def _unreadable(self, problem: OSError) -> StorageError:
        said = system_says(problem)
        return StorageError(Text("{file} cannot be read: {problem}", file=str(self._path), problem=said))


def _sorted(data: dict[str, Any]) -> tuple[dict[str, Any], list[Malformed]]:
    """Separate the fields that are valid from what is wrong with the others."""
    good: dict[str, Any] = {}
    faults: list[Malformed] = []
    for name, value in data.items():
        try:
            read(Settings, {name: value})
            good[name] = value
        except Malformed as fault:
            faults.extend(fault.every_one)
    return good, faults


# --- agreements
# Keeps what was agreed for this table: the house rules and the lengths of clocks with which matches of a game begin
# here.
#
#     DATA/agreements.json   {"games": {GAME: {"house": {"trajectory": "any"}, "minutes": {"turn": 2}, "by": "Anna"}},
#                             "locks": {"undo": "off"}, "orders": [ID, …], "passed": [ID, …]}
#
# An organiser's office sends them. A match that was set up keeps its own house rules, whatever is agreed later. Locks hold
# at once.

LONGEST_MINUTES = 999
"""The longest clock: as long as a set-up may make a half."""
REMEMBERED = 64
"""So many orders are known again when they come once more."""


@dataclass(frozen=True, slots=True)
class Agreements:
    """What was agreed for the matches of one game. House rules and clocks that it does not name are as usual.

    `minutes` by the clock's name; `by` says who decided it.
    """

    house: Mapping[str, Any] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    by: str = ""

    @property
    def clocks_ms(self) -> dict[str, int]:
        return {name: minutes * MINUTE_MS for name, minutes in self.minutes.items()}


NOTHING_AGREED = Agreements()


@dataclass(frozen=True, slots=True)
class _Minutes:
    minutes: Mapping[str, Annotated[int, Range(1, LONGEST_MINUTES)]]


def expect_fitting(game: str, agreed: Agreements) -> None:
    """Check house rules and clocks against a game's own forms. Raises `Malformed`, which names what does not fit."""
    if game not in GAMES:
        raise Malformed(
            "game", Text("this table has no game {name}; possible: {known}", name=game[:40], known=_known())
        )
    read(GAMES[game].house_form, dict(agreed.house), "house")
    read(_Minutes, {"minutes": dict(agreed.minutes)})
    try:
        clocks_of({"game": game, "end": {"minutes": 1}}, agreed.clocks_ms)
    except Malformed as problem:
        raise Malformed("minutes", problem.message) from problem


def with_agreed(setup: Json, agreed: Agreements) -> Json:
    """Return a set-up with the house rules that were agreed, and with the agreed length of a clock that its rules have."""
    house = setup.get("house", {})
    if agreed.house and isinstance(house, dict):
        setup = {**setup, "house": {**house, **agreed.house}}
    end = setup.get("end")
    if isinstance(end, dict) and "minutes" in end:
        for clock in clocks_of(setup, {}):
            if clock.rules and clock.name in agreed.minutes:
                setup = {**setup, "end": {**end, "minutes": agreed.minutes[clock.name]}}
    return setup


def agreed_clocks_ms(setup: Json, agreed: Agreements) -> dict[str, int]:
    """Return the agreed lengths of the clocks that a match of this set-up has, without those of its rules."""
    names = [clock.name for clock in clocks_of(setup, {}) if not clock.rules]
    return {name: length_ms for name, length_ms in agreed.clocks_ms.items() if name in names}


@dataclass(frozen=True, slots=True)
class _File:
    games: Mapping[str, Agreements] = field(default_factory=dict)
    locks: OfficeLocks = field(default_factory=dict)
    orders: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    """Orders that had not come when a later one was taken."""


class AgreementStore:
    """The agreements in their file. Any thread and process may use it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Mapping[str, Agreements]:
        """Return what was agreed, by game. What cannot be read, or does not fit the game any more, is left out."""
        return self._look().games

    def locks(self) -> OfficeLocks:
        """Return what players may do by themselves, as far as the office decided it."""
        return self._look().locks

    def has_taken(self, order: str) -> bool:
        """Tell whether an order was taken before."""
        return order in self._look().orders

    def has_passed(self, order: str) -> bool:
        """Tell whether an order comes too late, because one that was sent after it was taken."""
        return order in self._look().passed

    def take(
        self,
        order: str,
        game: str | None,
        agreed: Agreements,
        before: Sequence[str] = (),
        locks: OfficeLocks | None = None,
    ) -> None:
        """Keep what was agreed for a game instead of what was agreed before, with the id of the order that says so.

        `before`: orders that were sent earlier; those that were not taken by now come too late. `game` None: the order is
        about no game; `locks` None: it is not about locks. Raises `Malformed` if it does not fit the game, `StorageError`
        if it cannot be kept; then nothing has changed.
        """
        if game is not None:
            expect_fitting(game, agreed)
        with only_writer(self._path.parent):
            kept = self._look()
            games = kept.games if game is None else {**kept.games, game: agreed}
            late = [one for one in before if one not in (*kept.orders, *kept.passed)]
            held = kept.locks if locks is None else locks
            after = _File(
                games, held, (*kept.orders, order)[-REMEMBERED:], (*kept.passed, *late)[-REMEMBERED:]
            )
            replace_file(self._path, strict_json.canonical(write(after)).encode("ascii"))

    def forget(self) -> None:
        """Forget all that was agreed. Raises `StorageError`."""
        remove_file(self._path)

    def _look(self) -> _File:
        try:
            kept: _File = read(_File, strict_json.parse(self._path.read_bytes()))
        except (OSError, Malformed):
            return _File()
        return replace(kept, games={game: one for game, one in kept.games.items() if _fits(game, one)})


def _fits(game: str, agreed: Agreements) -> bool:
    try:
        expect_fitting(game, agreed)
    except (Malformed, StorageError):
        return False
    return True


def _known() -> str:
    return ", ".join(GAMES)
