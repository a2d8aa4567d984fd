"""`companion matches why`: prints what a play was read from: the picture of each card, the tower's line, or who entered
it.
"""

from collections.abc import Iterator, Sequence

from companion.cli.story import moment, printable
from companion.errors import NoSuchMatch
from companion.session.sources import observation_told
from companion.storage.evidence import EvidenceStore
from companion.storage.log import Header, KeptPlay
from companion.storage.mats import mat_of
from companion.storage.places import Places
from companion.storage.strict_json import written
from companion.table.recorded_match import not_judged_here, open_store
from companion.words import Text, translate


def why(name: str, seq: int, where: Places, language: str) -> Iterator[str]:
    """Yield the lines of the answer. Raises `StorageError`."""
    with open_store(where) as store:
        header = store.header(name)
        sound = store.sound(header.id)
    plays = sound.plays
    if seq > len(plays) and sound.damage is not None:
        raise sound.damage
    if not 1 <= seq <= len(plays):
        raise NoSuchMatch(
            Text(
                "match {id} has no play {seq}: its plays are 1 to {last}",
                id=header.id,
                seq=seq,
                last=len(plays),
            )
        )
    pictures = EvidenceStore(where.evidence)
    for indent, line in _lines(header, plays, seq, pictures):
        yield " " * indent + printable(translate(line, language))


def _lines(
    header: Header, plays: Sequence[KeptPlay], seq: int, pictures: EvidenceStore
) -> Iterator[tuple[int, Text]]:
    kept = plays[seq - 1]
    yield (
        0,
        Text(
            "match {id}, play {seq}, {time}: {play}",
            id=header.id,
            seq=seq,
            time=f"{moment(kept.at_ms):%Y-%m-%d %H:%M:%S}",
            play=written(kept.record.play),
        ),
    )
    unjudged = not_judged_here(header)
    if unjudged is not None:
        yield 2, unjudged
    mat = mat_of(header.game)
    for seen in kept.record.observations:
        yield 2, observation_told(seen, mat)
        picture = pictures.find(header.id, seen.id)
        if picture is not None:
            yield 4, Text("picture: {file}", file=str(picture))
    if not kept.record.observations:
        yield 2, Text("the log does not say what it was read from")
