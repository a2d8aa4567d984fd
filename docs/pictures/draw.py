"""Draws the README's pictures: a table in the middle of a match, as the camera sees it, and the screen at the same play.

make pictures
"""

import tempfile
from pathlib import Path

import cv2

from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.rules.ofusaido.events import Duel
from companion.session.inbox import PlayIntent
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from ui.start import Display, prepare
from vision.detectors.codes import Detection
from vision.frame import Pixels
from vision.preview import draw_overlay
from vision.virtual.light import Sensor

HERE = Path(__file__).parent
GAME, SEED = "ofusaido", 7
LEAST_LINES = 8
"""A duel with so many lines of arithmetic shows what the program is for."""
TABLE_WIDTH_PX = 1200
JPEG_QUALITY = 85
SCREEN_PX = (1280, 800)


def has_full_duel(match: Match) -> bool:
    """Tell whether the last play settled a duel with many lines of arithmetic."""
    duels = [event for event in match.entries[-1].events if isinstance(event, Duel)] if match.entries else []
    return any(len(duel.attack.lines) + len(duel.defence.lines) >= LEAST_LINES for duel in duels)


def table_in_a_duel(read: Match) -> Pixels:
    """Return the table's picture, (H, W, 3) uint8 BGR, once a full duel was read into `read`, with outlines around what was
    read.
    """
    truth = Match(read.rules, read.setup, read.cards)
    controller = bare_controller(MatchId("pictures"), read)
    with (
        tempfile.TemporaryDirectory() as folder,
        Show(
            truth, controller, Scenery(SEED, sensor=Sensor()), lambda _: None, Path(folder) / "rolls.db"
        ) as show,
    ):
        frames = show.frames()
        while not has_full_duel(read):
            next(frames)
        frame = next(frames)
        assert frame is not None
        seen = show.pipeline.things
        return draw_overlay(frame.pixels, [Detection(one.text, one.corners_px, one.what) for one in seen])


def draw_screen(read: Match, path: Path) -> None:
    """Draw the players' page at the same play, as PNG."""
    prepare(Display(is_offscreen=True))
    # Kivy opens its window as it is imported.
    from tests.bench.portraits.sitter import Sitter  # noqa: PLC0415
    from ui.app import CompanionApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        app = CompanionApp(LocalBackend(Places(Path(folder))), Look(language="en", is_still=True))
        with Sitter(app, SCREEN_PX) as sitter:
            begun = app.backend.begin(PlayRequest(read.setup, TableDevices()))
            app.plays_highlights = False
            app.watch(begun, TableDevices(), "players")
            for entry in read.entries:
                app.put(PlayIntent(entry.play))
            sitter.until(lambda: app.snapshot is not None and app.snapshot.seq == len(read.entries))
            sitter.settle()
            sitter.picture(path)


def main() -> None:
    setup, cards = demonstrations(GAME)["demo-match"]
    read = Match(GAMES[GAME], setup, cards)
    table = table_in_a_duel(read)
    height_px = round(table.shape[0] * TABLE_WIDTH_PX / table.shape[1])
    small = cv2.resize(table, (TABLE_WIDTH_PX, height_px), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(HERE / "table.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    draw_screen(read, HERE / "screen.png")


if __name__ == "__main__":
    main()
