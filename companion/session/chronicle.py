"""The chronicle: the history of a match in words, line by line, kept up as it is played and after every change of the past."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Malformed
from companion.event import Event, Undone, Voided
from companion.ids import ObservationId
from companion.match import Match
from companion.notation import line_of, names_in
from companion.play import MATCH_PLAYS, Correct, Note, Undo, read_play
from companion.rules.engine import Json
from companion.session.snapshot import Consequence, Fate, HistoryLine
from companion.showing.scene import Words
from companion.showing.shower import Shower
from companion.words import Text, Wording

LONGEST = 80
_ABOVE = (Undo.kind, Correct.kind, Note.kind)


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play as it was judged: by whom it was said, from what, when, and what followed."""

    seq: int
    at_ms: int
    by: str
    play: Any
    evidence: tuple[ObservationId, ...]
    events: tuple[Event, ...]
    refusal: Words | None = None
    cite: str | None = None


class MatchHistory:
    """Lines of one match, by the numbers of its plays."""

    def __init__(self, match: Match, shower: Shower) -> None:
        self._match = match
        self._shower = shower
        self._lines: dict[int, HistoryLine] = {}
        self._told: dict[int, tuple[Event, ...]] = {}
        self.lines: tuple[HistoryLine, ...] = ()

    def note(self, judged: JudgedPlay) -> None:
        """A play was judged, and the match has gone on."""
        data = judged.play if isinstance(judged.play, dict) else {}
        kind = str(data.get("play", ""))
        fate = Fate.REFUSED if judged.refusal else Fate.ABOVE if kind in _ABOVE else Fate.IN_FORCE
        self._lines[judged.seq] = HistoryLine(
            judged.seq,
            judged.at_ms,
            judged.by,
            self.public(data),
            self._says(data, judged.events),
            self._seat(judged.seq, data),
            self._consequences(judged.events),
            judged.evidence,
            fate,
            judged.refusal,
            judged.cite,
            is_hidden=kind in self._shower.hides or self._shower.conceals.get(kind) in data,
        )
        self._told[judged.seq] = judged.events
        for event in judged.events:
            self._change(judged.seq, event)
        if kind == Correct.kind and judged.refusal is None:
            self._correct(judged.seq, int(data["seq"]))
        self.lines = tuple(self._lines.values())

    # --- what becomes of earlier lines

    def _change(self, seq: int, event: Event) -> None:
        if isinstance(event, Undone):
            for number, line in self._lines.items():
                if event.to <= number < seq and line.fate is Fate.IN_FORCE:
                    self._lines[number] = replace(line, fate=Fate.TAKEN_BACK, changed_by=seq)
        elif isinstance(event, Voided):
            for voided in event.plays:
                self._lines[voided.seq] = replace(
                    self._lines[voided.seq], fate=Fate.VOIDED, changed_by=seq, refusal=voided.reason
                )

    def _correct(self, seq: int, corrected: int) -> None:
        """The play that was corrected, and those after it that were judged again, say what is so now."""
        for entry in self._match.entries:
            if entry.seq not in self._lines:
                continue
            line = self._lines[entry.seq]
            if entry.seq == corrected:
                line = replace(
                    line,
                    was=line.was or line.says,
                    changed_by=seq,
                    play=self.public(entry.play),
                    says=self._says(entry.play, entry.events),
                )
            if entry.seq >= corrected and self._told[entry.seq] != entry.events:
                line = replace(line, consequences=self._consequences(entry.events))
                self._told[entry.seq] = entry.events
            self._lines[entry.seq] = line

    # --- words

    def _says(self, data: Json, events: Sequence[Event]) -> Text:
        if events:
            return self._match.label(events[0])
        kinds: Mapping[str, type[Any]] = {**self._match.rules.play_kinds, **MATCH_PLAYS}
        try:
            return self._match.label(read_play(kinds, data))
        except (Malformed, LookupError, AttributeError, TypeError, ValueError):
            # What is refused may name cards and places that are nowhere.
            said = self.public(data)
            line = line_of(kinds, said)
            if line is None:
                return Text("{play}", play=str(said)[:LONGEST])
            french = line_of(kinds, said, names_in("fr", self._match.rules.spoken))
            return Text("{play}", play=Wording(line, french or line))

    def _consequences(self, events: Sequence[Event]) -> tuple[Consequence, ...]:
        return tuple(
            Consequence(
                event.kind,
                self._match.label(event),
                event.cite,
                self._shower.arithmetic(self._match.state, event),
            )
            for event in events[1:]
        )

    def _seat(self, seq: int, data: Json) -> str | None:
        """Whose play it was: as it says itself, or whose turn it was. What was ruled on the match is nobody's."""
        if isinstance(data.get("seat"), str):
            return str(data["seat"])
        if data.get("play") in MATCH_PLAYS:
            return None
        before = [entry.after for entry in self._match.entries if entry.seq < seq]
        state = before[-1] if before else self._match.opening.state
        seats = {waited.seat for waited in self._match.rules.expects(state)}
        return seats.pop() if len(seats) == 1 else None

    def public(self, data: Json) -> Json:
        """A play as anybody may see it, and one that it would put in the place of another."""
        if str(data.get("play")) in self._shower.hides:
            return {name: data[name] for name in ("play", "seat") if name in data}
        concealed = self._shower.conceals.get(str(data.get("play")))
        if concealed is not None:
            return {name: value for name, value in data.items() if name != concealed}
        if isinstance(data.get("with"), dict):
            return {**data, "with": self.public(data["with"])}
        return data
