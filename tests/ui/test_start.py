"""A window is opened only where somebody can see it."""

import socket
from pathlib import Path

import pytest

from ui.opening import ACCENT, GROUND, INK, LINE
from ui.presenters.palette import palette_of
from ui.start import Display, fitted, has_screen


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": ":77"},
        {"DISPLAY": "nonsense"},
        {"DISPLAY": ":0.x"},
        {"DISPLAY": "localhost:59535.0"},
        {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": "/nowhere"},
        {"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":0"},
    ],
)
def test_a_session_that_does_not_answer_is_no_screen(environment: dict[str, str]) -> None:
    assert not has_screen(environment)


def test_a_wayland_session_that_is_there_is_one(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        assert has_screen({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)})


def test_an_x_server_over_a_wire_is_one() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 6077))
        server.listen()
        assert has_screen({"DISPLAY": "127.0.0.1:77.0"})


def test_a_screen_that_is_driven_without_a_session_is_one() -> None:
    assert has_screen({"SDL_VIDEODRIVER": "kmsdrm"})


def test_a_window_is_no_larger_than_the_screen() -> None:
    assert fitted(Display(1280, 800), (800, 480)) == Display(800, 480)
    assert fitted(Display(1280, 800), (1920, 1080)) == Display(1280, 800)
    assert fitted(Display(800, 1280), (1280, 800)) == Display(800, 800)


def test_a_window_that_fills_the_screen_is_as_large_as_the_screen() -> None:
    assert fitted(Display(is_fullscreen=True), (800, 480)) == Display(800, 480, is_fullscreen=True)
    assert fitted(Display(is_fullscreen=True), (1920, 1080)) == Display(1920, 1080, is_fullscreen=True)


def test_without_word_of_the_screen_the_window_is_as_it_was_asked_for() -> None:
    assert fitted(Display(1280, 800), None) == Display(1280, 800)


def test_the_first_picture_has_the_colours_of_the_house() -> None:
    house = palette_of("dark")
    assert (house.ground, house.ink, house.line, house.accent) == (GROUND, INK, LINE, ACCENT)
