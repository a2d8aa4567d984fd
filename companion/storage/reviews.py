"""Keeps what a match was worth, which takes long to work out, for as long as it is the review of the same plays.

DATA/reviews/MATCH.json   {"of": fingerprint, "review": …}
"""

from pathlib import Path

from companion.errors import Malformed, StorageError
from companion.ids import MatchId
from companion.rules.engine import Json
from companion.storage import strict_json
from companion.storage.kept_files import replace_file


class ReviewStore:
    """The reviews in their folder. Any thread and process may use it: each file is written whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, match: MatchId, of: str) -> Json | None:
        """Return the review of a match; None if there is none of this fingerprint, or it cannot be read."""
        try:
            kept = strict_json.parse(self._file(match).read_bytes())
        except (OSError, Malformed):
            return None
        found: Json | None = kept.get("review") if isinstance(kept, dict) and kept.get("of") == of else None
        return found

    def save(self, match: MatchId, of: str, review: Json) -> None:
        """Keep a review; without room for it, it is worked out again the next time."""
        try:
            replace_file(self._file(match), strict_json.written({"of": of, "review": review}).encode())
        except StorageError:
            return

    def _file(self, match: MatchId) -> Path:
        return self._folder / f"{match}.json"
