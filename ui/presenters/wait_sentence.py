"""Describes what a match waits for, and whose mark stands before the sentence, for players and referee."""

from dataclasses import dataclass

from companion.session.snapshot import Snapshot
from companion.showing.scene import Scene, Words
from companion.words import Text, in_a_row, joined

MOST_SENTENCES = 2
MOST_DIFFERENCES = 3
PAIR = 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """The sentence. `role`: the one side that the match waits for; empty for several and for all."""

    says: Words
    role: str = ""


def final_score(scene: Scene) -> str:
    """Return the score of a match of two sides that is over; of any other match nothing."""
    scores = [str(side.score) for side in scene.sides if side.score is not None]
    return " – ".join(scores) if scene.is_over and len(scores) == PAIR else ""


def waiting(snapshot: Snapshot) -> Waiting:
    """Describe what the match waits for.

    A difference is told first, because nothing is read until it is settled; after the end, the result; while something
    was laid and may be followed by more, what was understood so far.
    """
    scene = snapshot.scene
    if snapshot.desync is not None:
        return Waiting(in_a_row(list(snapshot.desync.says[:MOST_DIFFERENCES])))
    if scene.is_over:
        return Waiting(scene.result or Text("the match is over"))
    if snapshot.so_far is not None:
        return Waiting(snapshot.so_far.says)
    different = list(dict.fromkeys(Text("{words}", words=waited.says) for waited in scene.waited))
    seats = {waited.seat for waited in scene.waited}
    seat = seats.pop() if len(seats) == 1 else None
    return Waiting(joined(different[:MOST_SENTENCES], " / "), "" if seat is None else scene.side(seat).role)
