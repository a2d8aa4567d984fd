"""What a play was read from, for the screen that asks why: its observations in words, and their pictures."""

from companion.backend.interface import Evidence
from companion.cli.places import Places
from companion.cli.recorded import open_store
from companion.cli.why import observation_told
from companion.ids import MatchId
from companion.storage.evidence import EvidenceStore
from companion.storage.mats import mat_of


def evidence_of(match: MatchId, seq: int, where: Places) -> tuple[Evidence, ...]:
    """All that is kept of one play. Raises `StorageError`."""
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
