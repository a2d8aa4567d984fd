"""What a refusal by the rules says of where it stands: asked of each refusal that a test meets."""

from companion.rules.engine import ErrorCode, Refusal
from companion.rules.games import GAMES
from companion.rules.readings import split_citation
from companion.storage.shipped_data import match_readings, readings_of

READINGS = {reading.id for reading in match_readings()}.union(
    *({reading.id for reading in readings_of(game)} for game in GAMES)
)


def assert_it_names_its_section(refusal: Refusal) -> None:
    """What the rules forbid has its section; a reading that is named is among those that ship."""
    if refusal.code is ErrorCode.ILLEGAL_PLAY:
        assert refusal.cite, refusal
    if refusal.cite is not None:
        section, reading = split_citation(refusal.cite)
        assert section.strip(), refusal
        assert reading is None or reading in READINGS, refusal
