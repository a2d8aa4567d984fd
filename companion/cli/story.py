"""Tells a recorded match play by play: each play, its events with their reasons, what it was read from, and what became of it later."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.errors import NoSuchMatch
from companion.event import MATCH_EVENTS, read_event
from companion.mat import Mat
from companion.match import Match
from companion.observation import Notice, Observation, Roll, Sighting, Tap
from companion.people import Seated
from companion.play import UnreadablePlay
from companion.rules.engine import Json
from companion.session.history import observation_told, said_by, zone_told
from companion.settings import NO_BREAK_SPACES
from companion.showing.citations import tell_citation
from companion.showing.games import SCENE_BUILDERS
from companion.storage.evidence import EvidenceStore
from companion.storage.log import Header, KeptPlay
from companion.storage.places import Places
from companion.storage.record import LoggedEvent, Record
from companion.storage.shipped_data import mat_of
from companion.table.recorded_match import (
    LONGEST_NAME,
    damage_told,
    error_message,
    expect_shown,
    judged,
    not_judged_here,
    open_store,
    opened,
    restore,
    seat_name,
    standing,
    team_names,
)
from companion.words import Text, joined, translate, word


def story(
    header: Header, cards: Sequence[Json], plays: Sequence[KeptPlay], language: str, people: Seated
) -> Iterator[str]:
    """Yield the lines of a match's story. Raises `LogDamaged`."""
    match = opened(header, cards)
    fates: dict[int, list[Text]] = {}
    told: list[tuple[KeptPlay, list[Text]]] = []
    mat = mat_of(header.game)
    for kept in plays:
        before = [entry.seq for entry in match.entries]
        restore(match, kept.record)
        _note_fates(kept.record, before, match, fates)
        seen = [_seen(observation, mat) for observation in kept.record.observations]
        told.append((kept, [*_consequences(match, kept.record), *seen]))
    expect_shown(match)
    title = Text(
        "match {id}: {game}, {teams}, {day}, {plays} plays",
        id=header.id,
        game=header.game,
        teams=" – ".join(team_names(match, header.setup, language, people)),
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


def _seen(observation: Observation, mat: Mat) -> Text:
    """Describe what a play was read from. A play entered by hand is not repeated, because it may name a face-down card."""
    match observation:
        case Tap():
            return said_by(observation.source or "tap")
        case Roll():
            return Text("dice read {faces}", faces=" ".join(observation.faces))
        case Sighting():
            return Text("card seen, {zone}", zone=zone_told(observation, mat))
        case Notice():
            return Text("{device} says: {words}", device=observation.device, words=observation.says)


# --- table
# Formats rows of words as a text table.


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return the rows with aligned columns."""
    clean = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*clean, strict=True)]
    for row in clean:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def markdown_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the rows as a Markdown table, as they come; the first is the heading."""
    for n, row in enumerate(rows):
        yield "| " + " | ".join(row) + " |"
        if n == 0:
            yield "|" + " --- |" * len(row)


# --- why
# `companion matches why`: prints what a play was read from: the picture of each card, the tower's line, or who entered
# it.


def why(name: str, seq: int, where: Places, language: str) -> Iterator[str]:
    """Yield the lines of the answer. Raises `StorageError`."""
    with open_store(where) as store:
        header = store.header(name)
        sound = store.sound(header.id)
        match = opened(header, store.cards(header.id))
    plays = sound.plays
    if seq > len(plays) and sound.damage is not None:
        raise sound.damage
    if not 1 <= seq <= len(plays):
        raise NoSuchMatch(
            Text(
                "match {id} has no play {seq}: its plays are 1 to {last}",
                id=header.id,
                seq=seq,
                last=len(plays),
            )
        )
    pictures = EvidenceStore(where.evidence)
    for earlier in plays[: seq - 1]:
        restore(match, earlier.record)
    for indent, line in _lines(header, plays[seq - 1], _said(match, plays[seq - 1]), pictures):
        yield " " * indent + printable(translate(line, language))


def _said(match: Match, kept: KeptPlay) -> Text:
    """Return a play as a sentence; one of every match, such as an undo, by its name."""
    play = judged(kept, match).play
    if isinstance(play, UnreadablePlay):
        return Text("no play")
    if play.kind not in match.rules.play_kinds:
        return word(play.kind)
    with damage_told(kept.record.seq):
        return SCENE_BUILDERS[match.rules.game].told_open(match.state, play) or match.rules.label(
            match.state, play
        )


def _lines(header: Header, kept: KeptPlay, said: Text, pictures: EvidenceStore) -> Iterator[tuple[int, Text]]:
    yield (
        0,
        Text(
            "match {id}, play {seq}, {time}: {play}",
            id=header.id,
            seq=kept.record.seq,
            time=f"{moment(kept.at_ms):%Y-%m-%d %H:%M:%S}",
            play=said,
        ),
    )
    unjudged = not_judged_here(header)
    if unjudged is not None:
        yield 2, unjudged
    mat = mat_of(header.game)
    for seen in kept.record.observations:
        yield 2, observation_told(seen, mat)
        picture = pictures.find(header.id, seen.id)
        if picture is not None:
            yield 4, Text("picture: {file}", file=str(picture))
    if not kept.record.observations:
        yield 2, Text("the log does not say what it was read from")
