"""The window of `companion play` opens before the rest of the program is imported."""

import pytest

from companion.cli.opening import open_early
from ui.start import Display


def test_the_window_opens_early_for_a_command_that_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Display] = []
    monkeypatch.setattr("companion.cli.opening.opening", opened.append)
    monkeypatch.setattr("companion.cli.opening.has_screen", lambda _: True)
    for typed in ("doctor", "play --help", "play --size wide", "matches --size 800x480"):
        open_early(typed.split())
    assert not opened, "no window, or the command says what is wrong"
    open_early(["play", "--size", "800x480", "--mode", "kiosk", "--camera", "0"])
    assert opened == [Display(800, 480, is_fullscreen=True)]
