"""The recorded matches of this machine for its screens: the list, one of them step by step, and what is left out of the
list.
"""

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256

from companion.backend.listed_match import ListedMatch, MatchList, MatchStatus
from companion.backend.offers import game_title
from companion.bus.messages import PublicView
from companion.clock import wall_ms
from companion.codec import read, write
from companion.errors import LogDamaged, Malformed, StorageError
from companion.event import Conceded
from companion.ids import MatchId
from companion.match import Entry, Match
from companion.observation import Tap
from companion.opponent.review import MatchReview, Progress, no_progress
from companion.opponent.seat import program_seats
from companion.people import Named
from companion.rules.games import GAMES
from companion.session.history import JudgedPlay, observation_told
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.match_report import MatchReport, PlaySource, counted, report_of, result_of, review_of
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Scene, as_settled, with_names, with_ways, without_odds
from companion.showing.scene_builder import unbroken_score
from companion.storage.border import is_there
from companion.storage.clocks import ClockLog
from companion.storage.evidence import EvidenceStore
from companion.storage.log import Header, LostHeader, MatchStore, SoundPlays
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.storage.reviews import ReviewStore
from companion.storage.shelf import MatchShelf
from companion.storage.shipped_data import mat_of, value_data
from companion.table.hall.teller import view_of
from companion.table.recorded_match import (
    expect_shown,
    identities_of,
    judged,
    not_judged_here,
    open_store,
    opened,
    reopen,
    restore,
    seat_name,
)
from companion.timers import Clocks, time_played
from companion.version import program_version
from companion.words import Text, joined

# --- list


class KeptMatches:
    """Lists the matches of one folder; each is read once for as long as nothing more is played in it."""

    def __init__(self, where: Places) -> None:
        self._where = where
        self._known: dict[tuple[MatchId, int], ListedMatch | None] = {}
        self._reviewed: MatchReport | None = None
        """The last report with what a match was worth: it is shown, shared and written to sticks."""

    def latest(self, most: int, *, is_of_people: bool = False) -> MatchList:
        """Return the latest matches in which something was played, and how many there are; with `is_of_people` only those
        whose people are known. Raises `StorageError`.
        """
        if not is_there(self._where.matches):
            return MatchList((), 0)
        marks, people = MatchShelf(self._where.shelf).load(), PeopleStore(self._where.people).look()
        with open_store(self._where) as store:
            headers, lost = store.beginnings()
            kept = [one for one in headers if one.id not in marks.put_away]
            listed = [one for one in kept if one.plays]
            unplayed = len(kept) - len(listed)
            if is_of_people:
                listed, lost, unplayed = [one for one in listed if people.of(one.id)], [], 0
            found = [one for header in listed[:most] if (one := self._match(store, header)) is not None]
        found = [
            replace(one, is_demonstration=one.match in marks.demonstrations, people=people.of(one.match))
            for one in found
        ]
        return MatchList((*found, *map(_lost, lost)), len(listed) + len(lost), unplayed)

    def report(self, name: MatchId, *, is_reviewed: bool, progress: Progress = no_progress) -> MatchReport:
        """Return what is told of a match after its end. Raises `StorageError`."""
        result = reported(name, self._where, is_reviewed=False)
        known = self._reviewed
        if known is not None and _is_of_now(known, result):
            return known
        if not is_reviewed:
            return result
        self._reviewed = reported(name, self._where, is_reviewed=True, progress=progress)
        return self._reviewed

    def _match(self, store: MatchStore, header: Header) -> ListedMatch | None:
        key = (header.id, header.plays)
        if key not in self._known:
            self._known[key] = _read(store, header)
        return self._known[key]


def _is_of_now(known: MatchReport, now: MatchReport) -> bool:
    """Tell whether a report is of the same plays and people."""
    return (known.match, known.seq, [one.side.person for one in known.sides]) == (
        now.match, now.seq, [one.side.person for one in now.sides]
    )  # fmt: skip


def _read(store: MatchStore, header: Header) -> ListedMatch | None:
    """Return a match as it stands; None for one of a game that this program does not know."""
    title = game_title(header.game) if header.game in GAMES else Text("a match")
    at_ms = header.created_at_ms
    try:
        match = reopen(store, header)
    except LogDamaged:
        stands = Text(
            "match {id}: its log is damaged; touch this line to read what can be done", id=header.id
        )
        return ListedMatch(header.id, header.game, title, stands, at_ms, MatchStatus.DAMAGED)
    except StorageError:
        return None
    names = {seat: seat_name(header.setup, seat) for seat in match.rules.seats(match.state)}
    score, given_up_by = _how_far(match), _given_up_by(match)
    if given_up_by:
        score = Text("stopped at {score}", score=score)
    stands = Text("{teams}, {score}", teams=joined(list(names.values()), " – "), score=score)
    standing = MatchStatus.UNFINISHED
    if match.is_over:
        standing = MatchStatus.OVER
    elif not_judged_here(header) is not None:
        standing = MatchStatus.FOREIGN
    return ListedMatch(
        header.id,
        header.game,
        title,
        stands,
        at_ms,
        standing,
        names=names,
        score=score,
        result=counted(match),
        given_up_by=given_up_by,
    )


def _given_up_by(match: Match) -> str:
    """Return the seat that gave a match up; empty if it went on to its end, or goes on."""
    last = match.entries[-1].events if match.entries else ()
    return next((event.seat for event in last if isinstance(event, Conceded)), "")


def _lost(header: LostHeader) -> ListedMatch:
    """Return a match of which only its id is known."""
    return ListedMatch(header.id, "", Text("a match"), header.says, 0, MatchStatus.DAMAGED)


def _how_far(match: Match) -> Text:
    """Return the score of a match; its round, where what the hands are worth is the score until the end."""
    view = match.view()
    if "round" in view and not match.is_over:
        return Text("round {n}", n=max(1, view["round"]))
    return Text("{score}", score=unbroken_score(view["score"].values()))


# --- replay


def replayed(name: MatchId, where: Places) -> Sequence[Snapshot]:
    """Return a recorded match as it stood after each play that counts, its beginning first; of a damaged one what is whole.

    Raises `StorageError`.
    """
    header, sound, match = _sound(name, where)
    plays = [judged(play, match) for play in sound.plays]
    unjudged = not_judged_here(header)
    named = PeopleStore(where.people).named(header.id)
    return [replace(one, unjudged=unjudged) for one in _steps(header, match, plays, named)]


def views_of(name: MatchId, where: Places) -> Sequence[PublicView]:
    """Return a recorded match as anybody may see it, step by step. Odds are left out: they may be locked. Raises
    `StorageError`.
    """
    return [view_of(replace(one, scene=without_odds(one.scene))) for one in replayed(name, where)]


def _sound(name: str, where: Places) -> tuple[Header, SoundPlays, Match]:
    """Return a recorded match after its last undamaged play, with its plays. Raises `StorageError`."""
    with open_store(where) as store:
        header = store.header(name)
        sound = store.sound(header.id)
        match = opened(header, store.cards(header.id))
    for play in sound.plays:
        restore(match, play.record)
    expect_shown(match)
    return header, sound, match


def _last(header: Header, match: Match, plays: Sequence[JudgedPlay], named: Named) -> Snapshot:
    """Return the snapshot of a recorded match as it stands."""
    controller = MatchController(header.id, match, None, Clocks(()), Kept(named=named))
    viewer = SnapshotBuilder(controller, mat_of(header.game), wall_ms)
    viewer.recall(plays)
    last = viewer.look()
    assert last is not None
    return last


def _steps(header: Header, match: Match, plays: Sequence[JudgedPlay], named: Named) -> list[Snapshot]:
    mat, last = mat_of(header.game), _last(header, match, plays, named)
    programs = program_seats(one.play for one in plays)
    builder, rules, opening = SCENE_BUILDERS[header.game], match.rules, match.opening
    scene = builder.scene(rules, opening.state, opening.events, mat)
    steps = [_step(last, with_names(scene, named, programs), None)]
    for entry in match.entries:
        after = builder.scene(rules, entry.after, entry.events, mat)
        scene = as_settled(scene, with_ways(scene, after, entry.events))
        step = _step(last, with_names(scene, named, programs), entry)
        steps.append(replace(step, highlight=builder.highlight(entry.after, entry.events)))
    return steps


def _step(last: Snapshot, scene: Scene, entry: Entry | None) -> Snapshot:
    """Return the snapshot of a moment: nothing can be played in it."""
    at = next((n for n, line in enumerate(last.history) if entry and line.seq == entry.seq), -1)
    return replace(
        last,
        seq=0 if entry is None else entry.seq,
        scene=scene,
        offers=(),
        history=last.history[: at + 1],
        settable=(),
        clocks=(),
        is_over=scene.is_over,
        highlight=None,
    )


# --- report


def reported(name: str, where: Places, *, is_reviewed: bool, progress: Progress = no_progress) -> MatchReport:
    """Return what is told of a recorded match after its end. What it was worth takes some seconds, once. Raises
    `StorageError`.
    """
    header, sound, match = _sound(name, where)
    if sound.damage is not None:
        raise sound.damage
    named = PeopleStore(where.people).named(header.id)
    last = _last(header, match, [judged(play, match) for play in sound.plays], named)
    things, pictures = identities_of(match, {}), EvidenceStore(where.evidence)
    by_seq = {play.record.seq: play for play in sound.plays}

    def source_of(seq: int) -> PlaySource | None:
        # Until the end a card may lie face down of which the camera has seen the front.
        seen = by_seq[seq].record.observations if match.is_over else ()
        if seen and isinstance(seen[-1], Tap):
            # What was entered by touch has no evidence.
            return None
        found = [path for one in seen if (path := pictures.find(header.id, one.id)) is not None]
        return (
            PlaySource(observation_told(seen[-1], things), found[-1].read_bytes() if found else None)
            if seen
            else None
        )

    with closing(ClockLog(where.matches, is_to_look=True)) as clocks:
        played_ms = time_played(clocks.events(header.id))
    if not is_reviewed:
        return result_of(match, last, played_ms)
    review = _review(header, match, ReviewStore(where.reviews), progress)
    return report_of(match, last, source_of, review, played_ms)


def _review(header: Header, match: Match, kept: ReviewStore, progress: Progress) -> MatchReview:
    """Return what a match was worth: as it was kept, or worked out and kept from now on."""
    by = (header.rules_version, program_version(), match.seq, value_data(header.game))
    of = sha256(repr(by).encode()).hexdigest()
    found = kept.load(header.id, of)
    if found is not None:
        with suppress(Malformed):
            return read(MatchReview, found)
    review = review_of(match, progress)
    kept.save(header.id, of, write(review))
    return review
