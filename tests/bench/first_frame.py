"""Draws the first page as `companion play` does, and leaves at once: a program of its own, which `bench screens` measures."""

import tempfile
from pathlib import Path

from companion.cli.opening import opening
from ui.start import Display

OPENED, SHOWN = "opened", "shown"


def draw_first_frame() -> None:
    """Say when the first picture is shown, and when the first page is."""
    first = opening(Display(is_offscreen=True))
    print(OPENED, flush=True)
    import companion.cli.play  # noqa: F401, PLC0415 - what the command imports before its page
    from companion.backend.local import LocalBackend  # noqa: PLC0415
    from companion.storage.places import Places  # noqa: PLC0415
    from tests.bench.frame_times import FrameTimes  # noqa: PLC0415
    from ui.app import CompanionApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        app = CompanionApp(LocalBackend(Places(Path(folder))), Look())
        app.bind(on_start=first.close)
        with FrameTimes(app) as frames:
            frames.frames()
            print(SHOWN, flush=True)
