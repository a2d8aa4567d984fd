"""The name under which a dice tower is asked for dice: a new one for each question, and after each roll.

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
    """The part of a request's name that all rolls for one question of a match share."""
    return f"{_short(match)}-{seq % _COUNT}"


def request_name(match: str, seq: int, rolls: int) -> str:
    """The name of the request after so many plays and rolls; at most 16 signs of `A-Z a-z 0-9 . -`."""
    return f"{question_name(match, seq)}.{rolls % _COUNT}"


def is_request_of(request: str, match: str, seq: int) -> bool:
    """Whether dice were asked for under this name by that question of that match."""
    return request.startswith(f"{question_name(match, seq)}.")


def _short(match: str) -> str:
    """A name of any length in six signs; another name has others."""
    return match if _SHORT.match(match) else blake2s(match.encode(), digest_size=3).hexdigest()
