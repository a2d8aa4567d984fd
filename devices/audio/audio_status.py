"""Names the states of a loudspeaker or a microphone: one word for the program, one sentence for a person. Pure.

No state stops a match: the screen shows whatever is played, and dice that are not heard are seen or entered
by hand.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from companion.words import N_, Text


class Direction(StrEnum):
    """Whether sound goes out or comes in."""

    OUT = "loudspeaker"
    IN = "microphone"


N_("loudspeaker"), N_("microphone")


class AudioStatus(StrEnum):
    """The states of a loudspeaker or a microphone."""

    NO_LIBRARY = "no-library"
    NO_DEVICE = "no-device"
    NOT_FOUND = "not-found"
    FORBIDDEN = "forbidden"
    TAKEN = "taken"
    LOST = "lost"
    READY = "ready"


_SENTENCES: Mapping[AudioStatus, str] = {
    AudioStatus.NO_LIBRARY: N_(
        "there is no sound: the library PortAudio is missing; run the set-up again, or `sudo apt install "
        "libportaudio2`; the screen shows everything"
    ),
    AudioStatus.NO_DEVICE: N_("no {direction} was found: plug one in or turn it on at any time"),
    AudioStatus.NOT_FOUND: N_(
        "no {direction} is called {wanted}; found: {found}; choose one of these, or plug {wanted} in: the "
        "program keeps looking for it"
    ),
    AudioStatus.FORBIDDEN: N_(
        "no permission to use the {direction}: run `sudo usermod -aG audio $USER`, log out and in again;"
        " the screen shows everything"
    ),
    AudioStatus.TAKEN: N_(
        "the {direction} cannot be opened: {problem}; close other programs that use it: this program keeps "
        "trying"
    ),
    AudioStatus.LOST: N_(
        "the {direction} was lost: the program keeps looking for it; the screen shows everything"
    ),
    AudioStatus.READY: N_("the {direction} is ready: {found}"),
}


def audio_sentence(
    status: AudioStatus,
    direction: Direction,
    *,
    wanted: str | None = None,
    found: Sequence[str] = (),
    problem: Text | str = "",
) -> Text:
    """Tell a person what is wrong with a device, and what to do."""
    return Text(
        _SENTENCES[status],
        direction=Text(direction.value),
        wanted=wanted or "",
        found=", ".join(found) or "–",
        problem=problem,
    )
