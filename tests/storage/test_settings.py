"""Settings are kept whole, by anybody at once, and no damage of the file loses what could still be read."""

import json
import os
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import Malformed, StorageError
from companion.kiosk import new_pin
from companion.locks import Freedom, Locks
from companion.settings import Settings, TextSize, Theme
from companion.storage.settings import LoadedSettings, SettingsStore

WHOLE = Settings(
    language="fr",
    theme=Theme.LIGHT,
    text_size=TextSize.LARGEST,
    is_left_handed=True,
    is_motion_reduced=True,
    is_muted=True,
    volume_percent=55,
    camera="http://PHONE:8080/video",
    devices={"tower": "/dev/ttyACM0"},
    calibration="USB Cam",
    house="Café « Le Dé\N{NO-BREAK SPACE}»",
    closed_games=("ouaf",),
    idle_s=90,
    even_percent={"lignes": 150},
    pin=new_pin("2580", b"0123456789abcdef"),
    locks=Locks(undo=Freedom.OFF),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "settings.json"


@pytest.fixture
def store(path: Path) -> SettingsStore:
    return SettingsStore(path, now=lambda: datetime(2025, 1, 31, 20, 15, tzinfo=UTC))


def kept(store: SettingsStore, settings: Settings) -> Settings:
    return store.change(lambda _: settings)


def test_before_anybody_chose_anything_all_is_as_it_is_on_the_first_day(
    store: SettingsStore, path: Path
) -> None:
    assert store.load() == LoadedSettings(Settings()) == store.look()
    assert not path.exists()


def test_a_tower_that_was_kept_before_there_were_other_devices_is_still_known(
    store: SettingsStore, path: Path
) -> None:
    path.parent.mkdir()
    path.write_text('{"tower": "/dev/ttyACM0"}')
    assert store.load() == LoadedSettings(Settings(devices={"tower": "/dev/ttyACM0"}))


@pytest.mark.parametrize("address", ['"two\\nlines"', "7", "null"])
def test_an_address_is_one_line(store: SettingsStore, path: Path, address: str) -> None:
    path.parent.mkdir()
    path.write_text(f'{{"devices": {{"tower": {address}}}}}')
    loaded = store.look()
    assert loaded.settings == Settings()
    assert len(loaded.problems) == 1


def test_every_setting_comes_back_as_it_was_kept(store: SettingsStore, path: Path) -> None:
    assert all(getattr(WHOLE, field.name) != field.default for field in fields(Settings))
    assert kept(store, WHOLE) == WHOLE
    assert SettingsStore(path).load() == LoadedSettings(WHOLE)


def test_nobody_else_may_read_what_a_pin_could_be_guessed_from(store: SettingsStore, path: Path) -> None:
    kept(store, WHOLE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert "2580" not in path.read_text()


def test_a_change_is_made_to_what_stands_now_and_not_to_what_was_read_once(path: Path) -> None:
    screen, terminal = SettingsStore(path), SettingsStore(path)
    screen.change(lambda s: replace(s, theme=Theme.LIGHT))
    terminal.change(lambda s: replace(s, pin=WHOLE.pin))
    after = screen.change(lambda s: replace(s, volume_percent=10))
    assert after == Settings(theme=Theme.LIGHT, pin=WHOLE.pin, volume_percent=10)


@pytest.mark.parametrize(
    "nonsense",
    [{"volume_percent": 900}, {"house": "two\nlines"}, {"house": ""}, {"idle_s": 1}, {"camera": "x" * 2000}],
)
def test_no_value_is_kept_that_could_not_be_read_again(
    store: SettingsStore, path: Path, nonsense: dict[str, object]
) -> None:
    kept(store, WHOLE)
    before = path.read_bytes()
    with pytest.raises(Malformed, match=next(iter(nonsense))):
        store.change(lambda s: replace(s, **nonsense))  # type: ignore[arg-type]
    assert path.read_bytes() == before


def spoiled(**fields: object) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "names"),
    [
        (spoiled(volume_percent="loud"), ["volume_percent"]),
        (spoiled(theme="pink", idle_s=None), ["theme", "idle_s"]),
        (spoiled(hologram=True), ["hologram"]),
    ],
)
def test_one_damaged_field_costs_that_field_and_no_other(
    store: SettingsStore, path: Path, spoil: Callable[[Path], None], names: list[str]
) -> None:
    kept(store, WHOLE)
    spoil(path)
    found = path.read_bytes()
    loaded = store.load()
    first_day = {name: getattr(Settings(), name) for name in names if hasattr(WHOLE, name)}
    assert loaded.settings == replace(WHOLE, **first_day)
    assert all(name in str(problem.args) for name, problem in zip(names, loaded.problems, strict=False))
    (aside,) = store.set_aside()
    assert aside.name == "settings-damaged-20250131-201500.json" and aside.read_bytes() == found
    assert aside.stat().st_mode & 0o777 == 0o600
    assert store.load() == LoadedSettings(loaded.settings)


@pytest.mark.parametrize(
    "found", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"theme": "light"', b"[" * 10**5, b'"x"']
)
def test_a_file_that_is_none_is_told_set_aside_and_never_lost(
    store: SettingsStore, path: Path, found: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(found)
    assert store.look().problems and path.read_bytes() == found
    loaded = store.load()
    assert loaded.settings == Settings() and len(loaded.problems) == 2
    assert [aside.read_bytes() for aside in store.set_aside()] == [found]
    path.write_bytes(b"again")
    store.load()
    assert [aside.read_bytes() for aside in store.set_aside()] == [b"again", found]


def test_a_change_of_a_damaged_file_loses_nothing_either(store: SettingsStore, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b'{"theme": "light", "idle_s": "long"}')
    assert store.change(lambda s: replace(s, is_muted=True)) == Settings(theme=Theme.LIGHT, is_muted=True)
    assert len(store.set_aside()) == 1


def test_where_nothing_can_be_written_the_settings_are_read_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = SettingsStore(tmp_path / "file" / "settings.json")
    assert store.load().settings == Settings()
    with pytest.raises(StorageError, match="file"):
        kept(store, WHOLE)


def test_a_folder_in_the_place_of_the_file_is_told(store: SettingsStore, path: Path) -> None:
    path.mkdir(parents=True)
    assert store.load().settings == Settings() and "cannot be read" in store.load().problems[0].template
    with pytest.raises(StorageError):
        kept(store, WHOLE)


def test_whoever_is_killed_while_writing_leaves_the_old_file_or_the_new_one(
    store: SettingsStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(store, WHOLE)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, killed)
            with pytest.raises(KeyboardInterrupt):
                kept(store, Settings())
        assert store.look() == LoadedSettings(WHOLE)
