"""A card that is sealed before the others are seen, where all turn their cards at once: its hash stands in the log before
theirs.

    companion red card 4 sealed 9c1e…    the fourth card that the seat has sealed, and the hash

The hash is that of the seat's seed, the number and the play. The seed is opened after the match; until then nobody finds the
card from the hash, and afterwards everybody can check it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from companion.opponent.choosing import Thinker
from companion.opponent.seat import MatchStep, opened_in, seal_in
from companion.play import Note, Play, leaves_of
from companion.words import Text

_SEALED = re.compile(r"companion (?P<seat>\w+) card (?P<number>\d+) sealed (?P<seal>[0-9a-f]{64})\Z")


@dataclass(frozen=True, slots=True)
class CardSeal:
    """The seal of a card, as a note tells it; `seq` is the note's number in the log."""

    seq: int
    seat: str
    number: int
    seal: str

    def fits(self, seed: str, play: Play) -> bool:
        """Tell whether this play was sealed."""
        return self.seal == _hash(seed, self.number, play)


def sealed_card(seat: str, seed: str, number: int, play: Play) -> Note:
    """Return the note that seals a play."""
    return Note(f"companion {seat} card {number} sealed {_hash(seed, number, play)}")


def card_seals(notes: Mapping[int, Any], seat: str) -> list[CardSeal]:
    """Return the cards that a seat has sealed, in the order of the log. `notes` by their numbers in the log."""
    found = []
    for seq, note in sorted(notes.items()):
        told = _SEALED.match(note.text) if isinstance(note, Note) else None
        if told is not None and told["seat"] == seat:
            found.append(CardSeal(seq, seat, int(told["number"]), told["seal"]))
    return found


def seal_told(play: Any, named: Callable[[str], Text]) -> Text | None:
    """Return what a note of the program says, in words for people; None for any other play. `named` names a seat."""
    if not isinstance(play, Note):
        return None
    if (seal := seal_in(play)) is not None:
        return Text(
            "Companion plays {seat}; its seed is sealed now, and can be checked at the end",
            seat=named(seal.seat),
        )
    if (opened := opened_in(play)) is not None:
        return Text("the seal of {seat} is opened, and can be checked now", seat=named(opened[0]))
    if (card := _SEALED.match(play.text)) is not None:
        return Text("Companion has sealed its card for {seat}", seat=named(card["seat"]))
    return None


def _hash(seed: str, number: int, play: Play) -> str:
    told = " ".join(f"{'.'.join(map(str, path))}={value}" for path, value in sorted(leaves_of(play)))
    return sha256(f"{seed} {number} {play.kind} {told}".encode()).hexdigest()


def since_dealt(steps: Sequence[MatchStep], dealing: frozenset[str]) -> tuple[MatchStep, ...]:
    """Return the plays since the last one of these kinds, with which a round begins."""
    begun = max((n for n, step in enumerate(steps) if step.play.kind in dealing), default=-1)
    return tuple(steps[begun + 1 :])


def begun_seq(steps: Sequence[MatchStep], dealing: frozenset[str]) -> int:
    """Return the number of the play with which the round began."""
    return max((step.seq for step in steps if step.play.kind in dealing), default=0)


def is_before_others(seal: CardSeal, thinker: Thinker, steps: Sequence[MatchStep], n: int) -> bool:
    """Tell whether the card of step `n` was sealed in its round, and before another seat's card was seen."""
    others = [
        step.seq
        for step in since_dealt(steps[:n], thinker.chance_kinds)
        if step.play.kind in thinker.sealed_kinds and not step.is_own
    ]
    return begun_seq(steps[:n], thinker.chance_kinds) < seal.seq < min([*others, steps[n].seq])
