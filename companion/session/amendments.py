"""Says what an amendment does to a match: which later plays become impossible, and which plays carry it out."""

from companion.event import VoidedPlay
from companion.match import Match
from companion.play import Correct, SaidPlay, Undo
from companion.rules.engine import Refusal
from companion.session.inbox import Amendment, MissedPlay

AMENDMENT = "amendment"
"""Who entered a correction at the table."""
AGAIN = "again"
"""Who entered a play that was entered again by itself, after one that had been missed before it."""


def voided_by(match: Match, item: Amendment | MissedPlay) -> tuple[VoidedPlay, ...] | Refusal:
    """Return the later plays that an amendment makes impossible, or why a missed play was not possible itself."""
    if isinstance(item, MissedPlay):
        return match.impossible_after_missed(item.seq, item.play)
    return match.impossible_after(item.correction)


def steps_of(
    match: Match, item: Amendment | MissedPlay, *, is_again: bool
) -> tuple[tuple[SaidPlay, str], ...]:
    """Return the plays that carry an amendment out, each with who entered it; none if it is refused by now.

    `is_again`: people enter all plays again from the first impossible one on. A correction comes last, so that it is what the
    history ends with.
    """
    if isinstance(item, MissedPlay):
        return _steps_of_missed(match, item, is_again=is_again)
    first = first_to_enter_again(match, item.correction) if is_again else None
    undo = () if first is None else ((Undo(first, item.reason), AMENDMENT),)
    return (*undo, (item.correction, AMENDMENT))


def first_to_enter_again(match: Match, correction: Correct) -> int | None:
    """Return the first play that a correction makes impossible; None if no play stays in force after it."""
    voided = [one.seq for one in match.impossible_after(correction)]
    stays = any(entry.seq > voided[0] and entry.seq not in voided for entry in match.entries if voided)
    return voided[0] if stays else None


def _steps_of_missed(match: Match, item: MissedPlay, *, is_again: bool) -> tuple[tuple[SaidPlay, str], ...]:
    """Return the way back to before a play, the play that was missed there, and the later plays that are still possible."""
    voided = match.impossible_after_missed(item.seq, item.play)
    if isinstance(voided, Refusal):
        return ()
    left_out = {one.seq for one in voided}
    later = [entry for entry in match.entries if entry.seq >= item.seq and entry.seq not in left_out]
    if is_again and voided:
        later = [entry for entry in later if entry.seq < voided[0].seq]
    again = ((entry.play, AGAIN) for entry in later)
    return ((Undo(item.seq, item.reason), AMENDMENT), (item.play, AMENDMENT), *again)
