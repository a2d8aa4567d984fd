"""Tells a recorded match play by play: each play, its events with their reasons, and what became of it later."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from companion.event import MATCH_EVENTS, read_event
from companion.match import Match
from companion.observation import Notice, Observation, Roll, Sighting, Tap
from companion.rules.engine import Json
from companion.session.sources import said_by
from companion.settings import NO_BREAK_SPACES
from companion.showing.citations import tell_citation
from companion.storage.log import Header, KeptPlay
from companion.storage.record import LoggedEvent, Record
from companion.table.match_words import LONGEST_NAME, error_message, seat_name, standing, team_names
from companion.table.recorded_match import damage_told, expect_shown, not_judged_here, opened, restore
from companion.words import Text, joined, translate, word


def story(header: Header, cards: Sequence[Json], plays: Sequence[KeptPlay], language: str) -> Iterator[str]:
    """Yield the lines of a match's story. Raises `LogDamaged`."""
    match = opened(header, cards)
    fates: dict[int, list[Text]] = {}
    told: list[tuple[KeptPlay, list[Text]]] = []
    for kept in plays:
        before = [entry.seq for entry in match.entries]
        restore(match, kept.record)
        _note_fates(kept.record, before, match, fates)
        told.append((kept, [*_consequences(match, kept.record), *map(_seen, kept.record.observations)]))
    expect_shown(match)
    title = Text(
        "match {id}: {game}, {teams}, {day}, {plays} plays",
        id=header.id,
        game=header.game,
        teams=" – ".join(team_names(match, header.setup, language)),
        day=f"{moment(header.created_at_ms):%Y-%m-%d %H:%M}",
        plays=len(plays),
    )
    yield printable(translate(title, language))
    unjudged = not_judged_here(header)
    if unjudged is not None:
        yield printable(translate(unjudged, language))
    for kept, lines in told:
        yield printable(translate(_headline(kept, fates.get(kept.record.seq, []), header.setup), language))
        for line in lines:
            yield f"      {printable(translate(line, language))}"
    yield printable(translate(state_of(match, header, language), language))


def state_of(match: Match, header: Header, language: str) -> Text:
    """Return the score of a recorded match, and whether the match was judged here."""
    stands, unjudged = standing(match, header.setup, language), not_judged_here(header)
    return stands if unjudged is None else Text("{stands} ({unjudged})", stands=stands, unjudged=unjudged)


def moment(at_ms: int) -> dt.datetime:
    """Return a time of the log in local time."""
    return dt.datetime.fromtimestamp(at_ms / 1000, tz=dt.UTC).astimezone()


def printable(words: str) -> str:
    """Return words without terminal commands and line breaks; the no-break spaces of French stay."""
    return "".join(letter if is_printable(letter) else "·" for letter in words)


def is_printable(words: str) -> bool:
    """Tell whether words contain no terminal commands."""
    return all(letter.isprintable() or letter in NO_BREAK_SPACES for letter in words)


def _note_fates(record: Record, before: Sequence[int], match: Match, fates: dict[int, list[Text]]) -> None:
    """Note what this play did to earlier plays."""
    if record.error is not None or not isinstance(record.play, dict):
        return
    kind = record.play.get("play")
    if kind == "override" and isinstance(record.play.get("refused"), int):
        stands = Text("the referee let it stand, play {seq}", seq=record.seq)
        fates.setdefault(record.play["refused"], []).append(stands)
    if kind not in ("undo", "correct", "insert"):
        return
    after = {entry.seq for entry in match.entries}
    gone = (
        Text("undone by play {seq}", seq=record.seq)
        if kind == "undo"
        else Text("no longer possible since play {seq}", seq=record.seq)
    )
    for seq in before:
        if seq not in after:
            fates.setdefault(seq, []).append(gone)
    if kind == "correct":
        corrected = Text("corrected by play {seq}", seq=record.seq)
        fates.setdefault(int(record.play["seq"]), []).append(corrected)


def _headline(kept: KeptPlay, fates: list[Text], setup: Json) -> Text:
    play = kept.record.play if isinstance(kept.record.play, dict) else {}
    kind, seat = play.get("play"), play.get("seat")
    said = word(kind[:LONGEST_NAME]) if isinstance(kind, str) and kind else Text("no play")
    why = play.get("reason")
    if kind in ("undo", "correct", "insert") and isinstance(why, str) and why.strip():
        said = Text("{what}: {words}", what=said, words=printable(why.strip()))
    if isinstance(seat, str) and 0 < len(seat) < LONGEST_NAME:
        said = Text("{seat}: {play}", seat=seat_name(setup, seat), play=said)
    if fates:
        said = Text("{play}  ({fates})", play=said, fates=joined(fates))
    return Text(
        "{seq}  {time}  {play}",
        seq=f"{kept.record.seq:>4}",
        time=f"{moment(kept.at_ms):%H:%M:%S}",
        play=said,
    )


def _consequences(match: Match, record: Record) -> list[Text]:
    if record.error is not None:
        return [
            _cited(Text("refused: {message}", message=error_message(record.error)), record.error.get("cite"))
        ]
    return [_event(match, record.seq, logged) for logged in record.events]


def _event(match: Match, seq: int, logged: LoggedEvent) -> Text:
    event = read_event({**match.rules.event_kinds, **MATCH_EVENTS}, logged.data)
    with damage_told(seq):
        label = match.label(event)
    if logged.of != seq:
        label = Text("play {seq}: {label}", seq=logged.of, label=label)
    return _cited(label, logged.data.get("cite"))


def _cited(label: Text, cite: Any) -> Text:
    return (
        Text("{label}  [{cite}]", label=label, cite=tell_citation(cite)) if isinstance(cite, str) else label
    )


def _seen(observation: Observation) -> Text:
    return Text("from {id}: {what}", id=observation.id, what=_what(observation))


def _what(observation: Observation) -> Text:
    """Describe what a play was read from. A play entered by hand is not repeated, because it may name a face-down card."""
    match observation:
        case Tap():
            return said_by(observation.source or "tap")
        case Roll():
            return Text("dice read {faces}", faces=" ".join(observation.faces))
        case Sighting():
            return Text("card seen, {zone}", zone=observation.zone or "")
        case Notice():
            return Text("{device} says: {words}", device=observation.device, words=observation.says)
