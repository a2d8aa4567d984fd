"""The window of `companion play` opens before the rest of the program is imported."""

import pytest

from companion.cli.main import main
from companion.cli.opening import open_early
from ui.start import Display


def test_the_window_opens_early_for_a_command_that_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Display] = []
    monkeypatch.setattr("companion.cli.opening.opening", opened.append)
    monkeypatch.setattr("companion.cli.opening.has_screen", lambda _: True)
    for typed in (
        "doctor",
        "play --help",
        "play --size wide",
        "matches --size 800x480",
        "play --opponent away:9",
    ):
        open_early(typed.split())
    assert not opened, "no window, or the command says what is wrong"
    open_early(["play", "--size", "800x480", "--mode", "kiosk", "--camera", "0"])
    assert opened == [Display(800, 480, is_fullscreen=True)]


@pytest.mark.parametrize(
    ("words", "told"), [("away:9", "from 1 to 5"), ("nobody:3", "there is no seat nobody; possible: home")]
)
def test_an_opponent_that_cannot_be_is_told_before_anything_is_opened(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--lang", "en", "--opponent", words]) == 2
    assert told in capsys.readouterr().err
