"""`companion play --mode public`: the scoreboard for spectators, of a match that another program plays."""

from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from ui.start import Display, prepare


def run(where: Places, wanted: str | None, display: Display, language: str, *, is_asked: bool) -> int:
    """Run until the window is closed. The language option has precedence over the settings. Raises `NoSuchMatch`."""
    from companion.backend.followed_match import FollowedMatch  # noqa: PLC0415 - the public sees no camera

    match = FollowedMatch(where, wanted)
    match.start()
    prepare(display)
    # Kivy opens its window as it is imported: not before all is settled.
    from companion.backend.local import LocalBackend  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415
    from ui.public_app import PublicApp  # noqa: PLC0415

    settings = SettingsStore(where.settings).look().settings
    kept = None if is_asked else settings.language
    app = PublicApp(LocalBackend(where), Look(language=kept or language, theme=settings.theme.value), match)
    app.is_language_asked = is_asked
    app.run()
    return 0
