"""Plays whistles and cues for the screens at the chosen volume; the loudspeaker may be unplugged and come back.

The loudspeaker is open while a match is on that may be heard, and is nobody's business otherwise. What is amiss with it is
told once; everything else goes on.
"""

import threading
from collections.abc import Callable

from companion.ids import MatchId
from companion.session.session_event import SessionEvent
from companion.settings import Settings
from companion.storage.places import Places
from companion.table.sounds import Sounds
from devices.audio.audio_status import AudioStatus
from devices.audio.cues import render_cues
from devices.audio.mixer import Volume
from devices.audio.player import Speaker
from devices.audio.sound_card import PortAudio, SoundCard
from devices.audio.voice_pack import read_voice_pack
from devices.audio.watchdog import AudioReport, AudioWatchdog

Tell = Callable[[AudioReport], None]
"""Takes what a loudspeaker says about itself; in any thread."""


class TableSound:
    """One loudspeaker for all matches of a program, one after the other. Any thread may use it; no method raises."""

    def __init__(self, speaker: Speaker, card: SoundCard) -> None:
        self._speaker = speaker
        self._card = card
        self._guard = threading.RLock()
        self._match: MatchId | None = None
        self._sounds: Sounds | None = None
        self._tell: Tell | None = None
        self._watchdog: AudioWatchdog | None = None
        self._is_greeted = True
        self._is_amiss = False

    def set(self, settings: Settings) -> None:
        """Set the volume from now on."""
        with self._guard:
            self._speaker.volume = Volume(settings.volume_percent / 100, is_muted=settings.is_muted)
            self._open_or_close()

    def begin(self, game: str, match: MatchId, seq: int, tell: Tell) -> None:
        """Begin to play a match's cues; `seq` is its last play."""
        with self._guard:
            self._match, self._sounds, self._tell = match, Sounds(game, match, self._speaker, seq), tell
            self._is_greeted = False
            self._open_or_close()

    def hear(self, told: SessionEvent) -> None:
        """Play the cue of a session event."""
        if self._sounds is not None:
            self._sounds.hear(told)

    def end(self, match: MatchId) -> None:
        """End a match's cues; another match may already have begun. Waits a moment for a loudspeaker that is being closed."""
        with self._guard:
            if match != self._match:
                return
            self._match, self._sounds, self._tell = None, None, None
            self._open_or_close()

    def look(self) -> None:
        """Look for the loudspeaker once, where no thread does."""
        if self._watchdog is not None:
            self._watchdog.look()

    def _open_or_close(self) -> None:
        """Open the loudspeaker when a sound may be due, and close it after the match; muting alone does not close it."""
        is_on = self._sounds is not None
        if is_on and self._watchdog is None and not self._speaker.volume.is_muted:
            self._watchdog = AudioWatchdog(self._card, [self._speaker], self._report)
            self._watchdog.start()
        elif not is_on and self._watchdog is not None:
            watchdog, self._watchdog = self._watchdog, None
            watchdog.stop()

    # --- in the watchdog's thread

    def _report(self, report: AudioReport) -> None:
        """Report that the loudspeaker failed, or works again; nothing is reported when it works from the start."""
        is_ready = report.status is AudioStatus.READY
        sounds, tell = self._sounds, self._tell
        if is_ready and sounds is not None and not self._is_greeted:
            # Not before: what cannot be heard at once is not heard at all, and opening takes its time.
            self._is_greeted = True
            sounds.begin()
        if is_ready is self._is_amiss and tell is not None:
            self._is_amiss = not is_ready
            tell(report)


def table_sound(where: Places) -> TableSound:
    """Return the sound with the owner's own voices that can be played; `companion sound list` says what is wrong with
    others.
    """
    return TableSound(Speaker(lambda: {**render_cues(), **read_voice_pack(where.voices).sounds}), PortAudio())
