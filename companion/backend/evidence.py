"""Collects the observations that a play was read from, as sentences and pictures, for the screen that explains a play."""

from companion.backend.interface import Evidence
from companion.ids import MatchId
from companion.mat import Mat
from companion.observation import Notice, Observation, Roll, Sighting, Tap
from companion.session.sources import said_by
from companion.storage.evidence import EvidenceStore
from companion.storage.mats import mat_of
from companion.storage.places import Places
from companion.table.recorded_match import open_store
from companion.words import Text


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


def observation_told(seen: Observation, mat: Mat) -> Text:
    """Return a sentence that says what was read, and by which sensor."""
    match seen:
        case Sighting():
            title = next((zone.title for zone in mat.zones if zone.name == seen.zone and zone.title.en), None)
            return Text(
                "the camera read {text} on {zone}, with a certainty of {percent} %",
                text=seen.reads,
                zone=title or Text("{zone}", zone=seen.zone or "?"),
                percent=seen.confidence_percent,
            )
        case Roll():
            fallen = ", ".join(f"{die} {face}" for die, face in zip(seen.dice, seen.faces, strict=False))
            return Text("the tower read {dice}: {line}", dice=fallen, line=seen.line or "")
        case Tap():
            return said_by(seen.source or "tap")
        case Notice():
            return Text("{device} says: {words}", device=seen.device, words=seen.says)
