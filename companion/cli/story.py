"""Tells a recorded match play by play: each play, its events with their reasons, what it was read from, and what became of
it later.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from companion.cli.live.narration import PersonNarrator
from companion.cli.paper import TerminalPaper, printable
from companion.errors import NoSuchMatch
from companion.event import MATCH_EVENTS, read_event
from companion.ids import MatchId
from companion.match import Match
from companion.people import Seated
from companion.reading.identity import Identities
from companion.rules.engine import ErrorCode, Json, Refusal
from companion.session.history import JudgedPlay, observation_told
from companion.session.history_rows import SECRET
from companion.session.session_event import RulingEvent
from companion.showing.citations import tell_citation
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene_builder import says_hidden
from companion.storage.evidence import EvidenceStore
from companion.storage.log import Header, KeptPlay
from companion.storage.places import Places
from companion.storage.record import LoggedEvent, Record
from companion.table.recorded_match import (
    LONGEST_NAME,
    damage_told,
    error_message,
    expect_shown,
    identities_of,
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
    for kept in plays:
        before = [entry.seq for entry in match.entries]
        restore(match, kept.record)
        _note_fates(kept.record, before, match, fates)
        told.append((kept, _consequences(match, kept.record)))
    expect_shown(match)
    things = identities_of(match, {})
    title = Text(
        "match {id}: {game}, {teams}, {day}, {plays} plays",
        id=header.id,
        game=match.rules.description.title,
        teams=" – ".join(team_names(match, header.setup, language, people)),
        day=f"{moment(header.created_at_ms):%Y-%m-%d %H:%M}",
        plays=len(plays),
    )
    yield printable(translate(title, language))
    unjudged = not_judged_here(header)
    if unjudged is not None:
        yield printable(translate(unjudged, language))
    for kept, (says, *lines) in told:
        yield printable(translate(_headline(kept, says, fates.get(kept.record.seq, [])), language))
        for line in (*lines, *_seen(kept, match, things)):
            yield f"      {printable(translate(line, language))}"
    yield printable(translate(state_of(match, header, language), language))


def state_of(match: Match, header: Header, language: str) -> Text:
    """Return the score of a recorded match, and whether the match was judged here."""
    stands, unjudged = standing(match, header.setup, language), not_judged_here(header)
    return stands if unjudged is None else Text("{stands} ({unjudged})", stands=stands, unjudged=unjudged)


def moment(at_ms: int) -> dt.datetime:
    """Return a time of the log in local time."""
    return dt.datetime.fromtimestamp(at_ms / 1000, tz=dt.UTC).astimezone()


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


def _headline(kept: KeptPlay, says: Text, fates: list[Text]) -> Text:
    if fates:
        says = Text("{play}  ({fates})", play=says, fates=joined(fates))
    return Text(
        "{seq}  {time}  {play}",
        seq=f"{kept.record.seq:>4}",
        time=f"{moment(kept.at_ms):%H:%M:%S}",
        play=says,
    )


def _consequences(match: Match, record: Record) -> list[Text]:
    """Return the play in a sentence, and what followed from it, or why it was refused."""
    events = [_event(match, record.seq, logged) for logged in record.events]
    if record.error is None and events and record.events[0].of == record.seq:
        return events
    error = record.error
    refused = (
        []
        if error is None
        else [_cited(Text("refused: {message}", message=error_message(error)), error.get("cite"))]
    )
    return [_kind_told(match, record.play), *refused, *events]


def _kind_told(match: Match, play: Any) -> Text:
    """Return a play by its kind and seat: the play itself may be of any form, and name what is nowhere."""
    data = play if isinstance(play, dict) else {}
    kind, seat, why = data.get("play"), data.get("seat"), data.get("reason")
    said = word(kind[:LONGEST_NAME]) if isinstance(kind, str) and kind else Text("no play")
    if kind in ("undo", "correct", "insert") and isinstance(why, str) and why.strip():
        said = Text("{what}: {words}", what=said, words=printable(why.strip()))
    if isinstance(seat, str) and 0 < len(seat) < LONGEST_NAME:
        said = Text("{seat}: {play}", seat=seat_name(match.setup, seat), play=said)
    return said


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


def _seen(kept: KeptPlay, match: Match, things: Identities) -> list[Text]:
    """Return what a play was read from; until the match is over, not which card a play laid face down."""
    builder = SCENE_BUILDERS[match.rules.game]
    if says_hidden(builder, judged(kept, match).play) and not match.is_over:
        return [SECRET]
    return [observation_told(one, things) for one in kept.record.observations]


# --- table
# Formats rows of words as a text table.


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return the rows with aligned columns."""
    clean = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*clean, strict=True)]
    for row in clean:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# --- why
# `companion matches why`: tells what a play was read from (the picture of each card, the tower's line, or who entered it),
# how it was judged, with its sum and its sections of the rulebook, and what became of it.


def why(name: str, seq: int, where: Places, paper: TerminalPaper) -> None:
    """Print the answer. Raises `StorageError`."""
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
    for earlier in plays[: seq - 1]:
        restore(match, earlier.record)
    kept = plays[seq - 1]
    paper.say(
        Text(
            "match {id}: {game}, play {seq}, {time}",
            id=header.id,
            game=match.rules.description.title,
            seq=seq,
            time=f"{moment(kept.at_ms):%Y-%m-%d %H:%M:%S}",
        ),
        indent=0,
    )
    unjudged = not_judged_here(header)
    if unjudged is not None:
        paper.say(unjudged)
    _tell_seen(kept, identities_of(match, {}), EvidenceStore(where.evidence), header.id, paper)
    _tell_judged(kept, match, paper)
    _tell_fates(plays[seq - 1 :], match, paper)


def _tell_seen(
    kept: KeptPlay, things: Identities, pictures: EvidenceStore, match: MatchId, paper: TerminalPaper
) -> None:
    paper.heading(Text("what was seen"))
    for seen in kept.record.observations:
        paper.say(observation_told(seen, things))
        picture = pictures.find(match, seen.id)
        if picture is not None:
            paper.command(None, str(picture))
    if not kept.record.observations:
        paper.say(Text("the log does not say what it was read from"))


def _tell_judged(kept: KeptPlay, match: Match, paper: TerminalPaper) -> None:
    """Print how a play was judged, in the words of a live table, and add the play to the match."""
    paper.heading(Text("how it was judged"))
    narrator = PersonNarrator(match, paper)
    restore(match, kept.record)
    with damage_told(kept.record.seq):
        narrator.tell(_ruling(judged(kept, match)))


def _tell_fates(plays: Sequence[KeptPlay], match: Match, paper: TerminalPaper) -> None:
    """Tell what became of the first of these plays later; it is in the match already."""
    fates: dict[int, list[Text]] = {}
    for later in plays[1:]:
        before = [entry.seq for entry in match.entries]
        restore(match, later.record)
        _note_fates(later.record, before, match, fates)
    told = fates.get(plays[0].record.seq)
    if told:
        paper.heading(Text("what became of it"))
        for says in told:
            paper.say(says)


def _ruling(told: JudgedPlay) -> RulingEvent:
    refusal = (
        None
        if told.refusal is None
        else Refusal(ErrorCode.ILLEGAL_PLAY, Text("{message}", message=told.refusal), told.cite)
    )
    return RulingEvent(told.seq, told.play, told.by, told.evidence, told.events, refusal, ())
