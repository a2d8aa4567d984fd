"""Names the requests for dice to a tower: each question has a new name, and each repeated roll too.

    k3f7ab-12.3        match k3f7ab, after its 12th play and the 3rd roll that this program has heard

The tower's wire takes 1 to 16 signs, so each part has room of its own: six signs for the match, four digits for the play and
for the roll. Whoever counts beyond 9,999 begins again at 0: no question of so long ago is still open.
"""

import re
from hashlib import blake2s

_SHORT = re.compile(r"[A-Za-z0-9]{1,6}\Z", re.ASCII)
"""What stands for itself: every match of the log, the demonstration's."""
_COUNT = 10_000


def question_name(match: str, seq: int) -> str:
    """Return the part of a request's name that all rolls for one question of a match have in common."""
    return f"{_short(match)}-{seq % _COUNT}"


def request_name(match: str, seq: int, rolls: int) -> str:
    """Return the name of the request after `seq` plays and `rolls` rolls; at most 16 characters of `A-Z a-z 0-9 . -`."""
    return f"{question_name(match, seq)}.{rolls % _COUNT}"


def is_request_of(request: str, match: str, seq: int) -> bool:
    """Tell whether the request with this name was made for question `seq` of that match."""
    return request.startswith(f"{question_name(match, seq)}.")


def _short(match: str) -> str:
    """Return at most six characters for a match id of any length; different ids get different ones."""
    return match if _SHORT.match(match) else blake2s(match.encode(), digest_size=3).hexdigest()
