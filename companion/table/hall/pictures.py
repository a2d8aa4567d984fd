"""Sends the hall the pictures of plays that a referee there asks for; the log's records travel without them."""

from base64 import b64encode
from pathlib import Path

from companion.bus.messages import LARGEST_PICTURE_BYTES, PICTURE_PIECE_BYTES, PictureAnswer, PictureRequest
from companion.ids import MatchId, ObservationId
from companion.storage.evidence import EvidenceStore


def picture_answer(request: PictureRequest, folder: Path) -> PictureAnswer:
    """Return the piece of the picture that is asked for, from the folder of the pictures; nothing is raised.

    A picture that was deleted, or cannot be read, is answered as one that is not there.
    """
    nothing = PictureAnswer(request.match, request.seen)
    path = EvidenceStore(folder).find(MatchId(request.match), ObservationId(request.seen))
    if path is None:
        return nothing
    try:
        of = path.stat().st_size
        if not 0 < of <= LARGEST_PICTURE_BYTES:
            return nothing
        with path.open("rb") as file:
            file.seek(min(request.at, of))
            piece = file.read(PICTURE_PIECE_BYTES)
    except OSError:
        return nothing
    return PictureAnswer(request.match, request.seen, request.at, of, b64encode(piece).decode("ascii"))
