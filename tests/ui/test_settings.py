"""Settings by touches: they hold at once, and are kept."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.local import LocalBackend
from companion.house_style import TextRole
from companion.kiosk import new_pin
from companion.locks import Freedom, PlayerAct
from companion.settings import Settings, TextSize, Theme
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.locks.page import lock_lines
from ui.presenters.lines import MenuLine, MenuOption
from ui.settings.settings_lines import changed


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    with Tablet(LocalBackend(Places(tmp_path)), language="en") as tablet:
        yield tablet


def kept(folder: Path) -> Settings:
    return SettingsStore(folder / "settings.json").look().settings


def turn_to(tablet: Tablet, words: str) -> None:
    """Turn the pages of the settings until these words are seen."""
    for _ in range(8):
        if tablet.shows(words):
            return
        tablet.touch("next page")
        tablet.settle()


@pytest.mark.slow
def test_the_page_that_was_turned_to_stays_when_the_screen_is_turned(tablet: Tablet) -> None:
    tablet.touch("settings")
    tablet.settle()
    turn_to(tablet, "set a PIN")
    for size in ((800, 1280), (800, 480), (1280, 800)):
        tablet.resize(size)
        tablet.settle()
        assert tablet.shows("set a PIN")


def test_what_explains_a_setting_is_as_large_as_its_title_where_it_has_room(tablet: Tablet) -> None:
    tablet.resize((1280, 800))
    tablet.touch("settings")
    tablet.settle()
    turn_to(tablet, "for referees")
    roles = {
        label.type_role
        for label in tablet.labels()
        if label.text in ("PIN", "For referees, and for the staff of a kiosk")
    }
    assert roles == {TextRole.ROW}
    tablet.resize((800, 1280))
    tablet.settle()
    turn_to(tablet, "for referees")
    (note,) = (label for label in tablet.labels() if label.text.startswith("For referees"))
    assert note.type_role == TextRole.NOTE, "above its answers it is a note"


@pytest.mark.slow
def test_what_is_touched_holds_at_once_and_is_kept(tablet: Tablet, tmp_path: Path) -> None:
    tablet.touch("settings")
    tablet.settle()
    for words in ("bright", "largest", "left"):
        turn_to(tablet, words)
        tablet.touch(words)
        tablet.settle()
        assert not faults(tablet)
    look = tablet.app.look
    assert (look.theme, look.text_size, look.is_left_handed) == ("light", "largest", True)
    assert kept(tmp_path) == Settings(theme=Theme.LIGHT, text_size=TextSize.LARGEST, is_left_handed=True)
    on_left = next(label for label in tablet.labels() if label.text.lower() == "home")
    assert on_left.to_window(on_left.x, on_left.y)[0] < tablet.app.look.width / 4
    turn_to(tablet, "set a PIN")
    tablet.touch("set a PIN")
    for round_ in range(2):
        for digit in "2580":
            tablet.touch(digit)
        tablet.touch("confirm")
        assert tablet.shows("once more") or round_
    tablet.settle()
    pin = kept(tmp_path).pin
    assert pin is not None
    assert pin.opens_with("2580")
    turn_to(tablet, "remove the PIN")
    tablet.touch("remove the PIN")
    type_pin(tablet, "1111")
    tablet.until(lambda: tablet.shows("that is not the PIN"))
    assert kept(tmp_path).pin == pin
    type_pin(tablet, "2580")
    tablet.until(lambda: kept(tmp_path).pin is None)


def type_pin(tablet: Tablet, digits: str) -> None:
    for digit in digits:
        tablet.touch(digit)
    tablet.touch("confirm")
    tablet.settle()


@pytest.mark.slow
def test_locks_are_chosen_on_a_page_of_their_own_behind_the_pin(tablet: Tablet, tmp_path: Path) -> None:
    SettingsStore(tmp_path / "settings.json").change(lambda now: replace(now, pin=new_pin("2580")))
    tablet.touch("settings")
    tablet.settle()
    turn_to(tablet, "what players may do by themselves")
    tablet.touch("choose")
    tablet.settle()
    assert not tablet.shows("taking back the last play")
    type_pin(tablet, "2580")
    tablet.until(lambda: tablet.shows("taking back the last play"))
    assert not faults(tablet)
    tablet.touch("off")
    tablet.until(lambda: any(kept(tmp_path).locks.of(act) is Freedom.OFF for act in PlayerAct))
    tablet.touch("back")
    assert tablet.app.page.called == "settings"


def test_without_a_pin_the_locks_show_what_holds_and_one_that_asks_has_a_pin_set_first(
    tablet: Tablet, tmp_path: Path
) -> None:
    def chosen() -> list[object]:
        return [one.value for line in lock_lines(kept(tmp_path)) for one in line.options if one.is_chosen]

    tablet.touch("settings")
    tablet.settle()
    turn_to(tablet, "what players may do by themselves")
    tablet.touch("choose")
    tablet.settle()
    assert tablet.shows("No PIN is set")
    assert set(chosen()) == {Freedom.FREE}, "what the usual locks have ask a referee is free as well"
    tablet.app.page.chosen(PlayerAct.UNDO.value, Freedom.ASKS)
    tablet.settle()
    type_pin(tablet, "2580")
    assert chosen()[0] is Freedom.FREE, "nothing is changed before the PIN stands"
    type_pin(tablet, "2580")
    tablet.until(lambda: chosen()[0] is Freedom.ASKS)
    assert tablet.app.page.called == "locks"
    assert not tablet.shows("No PIN is set")


@pytest.mark.slow
def test_the_language_asked_for_at_the_start_wins_until_another_is_chosen(tmp_path: Path) -> None:
    backend = LocalBackend(Places(tmp_path))
    backend.change(changed("language", "fr"))
    with Tablet(backend, language="en") as tablet:
        assert tablet.app.look.language == "fr"
        tablet.app.look.language, tablet.app.is_language_asked = "en", True
        tablet.touch("settings")
        tablet.settle()
        assert tablet.app.look.language == "en"
        tablet.touch("Français")
        tablet.settle()
        assert tablet.app.look.language == "fr"


def test_the_other_language_is_one_touch_away_and_kept(tablet: Tablet, tmp_path: Path) -> None:
    tablet.touch("Français")
    tablet.settle()
    assert tablet.app.look.language == "fr"
    assert tablet.shows("English")
    assert kept(tmp_path).language == "fr"


@pytest.mark.slow
def test_answers_that_are_gone_do_not_make_the_letters_of_later_ones_smaller(tablet: Tablet) -> None:
    tablet.touch("settings")
    tablet.settle()
    panel = tablet.app.page.panel

    def letters_px(*answers: str) -> set[float]:
        panel.show((MenuLine("few", "", "", tuple(MenuOption(one, one) for one in answers)),), is_new=True)
        tablet.settle()
        return {label.size_px for label in tablet.labels() if label.text in answers}

    alone_px = letters_px("Yes", "No")
    long = 3 * "Whoever reads this has to be patient, because it goes on and on until its box is full. "
    assert letters_px(*(f"{long} {letter}" for letter in "abcdef")) != alone_px
    assert letters_px("Yes", "No") == alone_px
