"""`companion play --mode kiosk`: the kiosk's screens, with their guard."""

import os

from companion.backend.kiosk_guard import Guard, guarded
from companion.cli.live.public import Watchers
from companion.kiosk.watchdog import SystemdWatchdog
from companion.storage.places import Places
from companion.storage.recoveries import RecoveryStore
from companion.storage.settings import SettingsStore
from ui.start import Display, prepare


def run(where: Places, display: Display, language: str, watchers: Watchers) -> int:
    """Run until it is asked to end; each error is counted. `watchers` are shown the matches that are played here."""
    guard = Guard(RecoveryStore(where.kiosk), SystemdWatchdog.of(os.environ))
    return guarded(guard, lambda guard: _show(guard, where, display, language, watchers))


def _show(guard: Guard, where: Places, display: Display, language: str, watchers: Watchers) -> int:
    prepare(display)
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.local import LocalBackend  # noqa: PLC0415
    from companion.backend.table_sound import table_sound  # noqa: PLC0415
    from ui.kiosk.app import KioskApp  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    kept = SettingsStore(where.settings)
    settings = kept.load().settings
    look = Look(
        language=settings.language or language,
        theme=settings.theme.value,
        text_size=settings.text_size.value,
        is_left_handed=settings.is_left_handed,
        is_still=settings.is_motion_reduced,
    )
    app = KioskApp(
        LocalBackend(where, table_sound(where), hall=watchers.hall, public=watchers.public),
        look,
        guard,
        kept,
        settings,
    )
    app.run()
    return app.exit_code
