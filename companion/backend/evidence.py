"""Collects the observations that a play was read from, as sentences and pictures, for the screen that explains a play."""

from companion.backend.interface import Evidence
from companion.ids import MatchId
from companion.session.sources import observation_told
from companion.storage.evidence import EvidenceStore
from companion.storage.mats import mat_of
from companion.storage.places import Places
from companion.table.recorded_match import open_store


def evidence_of(match: MatchId, seq: int, where: Places) -> tuple[Evidence, ...]:
    """Return all kept observations of one play. Raises `StorageError`."""
    with open_store(where) as store:
        header = store.header(match)
        kept = next((play for play in store.sound(match).plays if play.record.seq == seq), None)
    if kept is None:
        return ()
    mat, pictures = mat_of(header.game), EvidenceStore(where.evidence)
    return tuple(
        Evidence(
            seen.id,
            observation_told(seen, mat),
            None if (path := pictures.find(match, seen.id)) is None else path.read_bytes(),
        )
        for seen in kept.record.observations
    )
