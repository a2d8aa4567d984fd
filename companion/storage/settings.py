"""Keeps the owners' settings in one small file that is replaced whole.

    DATA/settings.json                          {"theme": "light", "volume_percent": 60, ...}
    DATA/settings-damaged-20250131-201500.json  a file as it was found when not all of it could be read

What can be read of a damaged file stays in force, field by field; the rest is as it was on the first day.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.settings import Settings
from companion.storage import strict_json
from companion.storage.file_replacement import only_writer, replace_file
from companion.system_errors import system_says
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
