"""Tells what a play was read from, on the referee's page: sentences from the hall's copy, and pictures that the table has."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ids import ObservationId
from companion.observation import Observation, Sighting, Tap
from companion.session.history_rows import SECRET, is_secret
from companion.session.snapshot import HistoryLine, Snapshot
from companion.session.sources import observation_told
from companion.storage.mats import mat_of
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """An observation of which the table may have a picture, and what it says."""

    seen: ObservationId
    says: Text


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """What a play was read from: a sentence for each reading, and the pictures that may be asked for."""

    says: tuple[Text, ...] = ()
    pictures: tuple[SeenPicture, ...] = ()


def shown_evidence(
    snapshot: Snapshot, line: HistoryLine, observations: Sequence[Observation]
) -> ShownEvidence:
    """Return what a referee may see of a play's evidence, as at the table: nothing while a card of it lies face down.

    Who entered a play is told by its story.
    """
    if is_secret(snapshot.history, line):
        return ShownEvidence((SECRET,))
    mat = mat_of(snapshot.game)
    read = [(seen, observation_told(seen, mat)) for seen in observations if not isinstance(seen, Tap)]
    return ShownEvidence(
        tuple(says for _, says in read),
        tuple(SeenPicture(seen.id, says) for seen, says in read if isinstance(seen, Sighting)),
    )
