"""What is told of a match after its end, for screens, prints and pages: winner, ranking, sums, and what the match was worth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from math import gcd

from companion.counting.game_count import MatchResult, places_with_winner
from companion.counting.games import COUNTS
from companion.ids import MatchId
from companion.match import Match
from companion.opponent.games import thinker_of, value_of
from companion.opponent.mistakes import Mistake
from companion.opponent.review import (
    MOST_NAMED,
    MatchReview,
    Progress,
    SeatAccount,
    Swing,
    no_progress,
    reviewed,
)
from companion.opponent.seat import steps_of
from companion.play import UnreadablePlay
from companion.rules.dice import is_roll_play
from companion.rules.games import GAMES
from companion.rules.play_rules import play_named
from companion.session.history_rows import sentence
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Role, Scene, Side, SumLine, Words
from companion.showing.scene_builder import unbroken_score
from companion.storage.shipped_data import value_data
from companion.timers import MINUTE_MS
from companion.words import Text, clauses, in_a_row, joined

LEAST_PERCENT = 5
"""What moves a chance by less turns nothing."""
LEAST_MINUTES = 5
"""In a shorter match, minutes do not say when a play was made."""
MOST_SHOWN = 4
"""As many turning points as a page has room for in letters that are read across a table."""
MOST_LATER = 12
"""A goal that comes more plays later than this has little to do with a turning point."""
PAIR = 2
MINUS = "\N{MINUS SIGN}"
MONTHS = (
    *(Text("January"), Text("February"), Text("March"), Text("April"), Text("May"), Text("June")),
    *(Text("July"), Text("August"), Text("September"), Text("October"), Text("November"), Text("December")),
)


@dataclass(frozen=True, slots=True)
class PlaySource:
    """What a play was read from, in words, and its picture as JPEG if there is one."""

    says: Words
    jpeg: bytes | None = None


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A side at the end: its place, which level sides share, the lines of its score, and where its chances came from."""

    place: int
    side: Side
    has_won: bool
    lines: tuple[SumLine, ...]
    account: SeatAccount | None = None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A play or a roll that moved the chances: a side, and its chance before and after it. Of two sides it is the one that made
    the play, of more the one that was moved most.

    `aside` says how lucky a roll was, or what would have been better. `at` is its place on the curves: 1 after the first play.
    """

    seq: int
    at: int
    minute: int | None
    """None: the match was so short that its minutes do not say where the play stood in it."""
    numbered: Text
    """What kind of play it was, with its number."""
    headline: Text
    """What spectators remember of it, or else the play."""
    details: tuple[Text, ...]
    """The play, where something else is remembered of it, and what it led to."""
    side: Side
    before_percent: int
    after_percent: int
    aside: Words | None = None
    source: PlaySource | None = None
    score: str = ""
    """The score of a match of two sides after it."""
    lost_percent: int = 0
    """What a mistake cost the side that made it, as replays tell it."""

    @property
    def says(self) -> Text:
        """What happened, in one sentence."""
        return clauses([self.headline, *self.details])

    @property
    def moved_percent(self) -> int:
        """By how much it moved the chance, or what it cost, if that is more."""
        return max(self.lost_percent, abs(self.after_percent - self.before_percent))

    @property
    def about(self) -> Text:
        """What kind of play it was, when, how lucky it was, and what it was read from, in a row."""
        return in_a_row(
            [
                self.numbered,
                # What would have been better needs the room.
                *([Text("score {score}", score=self.score)] if self.score and not self.lost_percent else []),
                *([] if self.minute is None else [Text("minute {minute}", minute=self.minute)]),
                *([] if self.aside is None else [_text(self.aside)]),
                *([] if self.source is None else [_text(self.source.says)]),
            ]
        )


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The report of a match that has ended. `sides` are in the order of their ranks; `curves` hold each seat's chance of
    winning before the first play and after each one. Curves, accounts and turning points take some seconds to compute; they
    are empty in a report that is shown at once.
    """

    match: MatchId
    seq: int
    """The number of the last play in the log."""
    game: str
    title: str
    began_at_ms: int
    minutes: int
    plays: int
    is_over: bool
    result: Words
    sides: tuple[FinalPlace, ...]
    score: str
    """The score of a match of two sides, in their order at the table; of more sides, the winner's points."""
    seated: tuple[Side, ...] = ()
    """The two sides of the score, in its order; of more sides, none."""
    curves: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    turning_plays: tuple[TurningPoint, ...] = ()
    turning_rolls: tuple[TurningPoint, ...] = ()
    why: Words | None = None
    """Why a match that ended level is over."""
    caveat: Words | None = None
    """Why the chances are estimated more roughly than usual."""

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The few plays, rolls and turned cards that moved the chances most, in the order of the match."""
        points = sorted((*self.turning_plays, *self.turning_rolls), key=lambda one: -one.moved_percent)
        return tuple(sorted(points[:MOST_SHOWN], key=lambda one: one.seq))

    @property
    def winner(self) -> FinalPlace | None:
        """The one side that has won; None if several share the victory, or nobody has won."""
        winners = [one for one in self.sides if one.has_won]
        return winners[0] if len(winners) == 1 else None

    @property
    def told(self) -> Words:
        """The result, with who has won."""
        winner = self.winner
        if winner is None and self.why is not None:
            one, other = (Text("{name}", name=side.called) for side in self.seated)
            return Text("{result}: {one} and {other}", result=self.result, one=one, other=other)
        if winner is None or winner.side.player is None:
            return self.result
        return Text("{person}: {result}", person=winner.side.player, result=self.result)

    @property
    def pair(self) -> tuple[Side, ...]:
        """The two sides of the one curve, whose chances are drawn upwards and downwards, the winner first; of more sides,
        none.
        """
        by_seat = {one.side.seat: one for one in self.sides}
        if len(self.curves) != PAIR:
            return ()
        return tuple(one.side for one in sorted((by_seat[seat] for seat in self.curves), key=_is_behind))

    @property
    def drawn_curves(self) -> tuple[tuple[Role, tuple[float, ...]], ...]:
        """The curves that are drawn: of two sides only that of the first of the pair, since the other's is its mirror."""
        sides = self.pair[:1] or tuple(one.side for one in self.sides)
        return tuple((side.role, self.curves[side.seat]) for side in sides if side.seat in self.curves)


def _is_behind(place: FinalPlace) -> bool:
    return not place.has_won


SourceOf = Callable[[int], PlaySource | None]
"""Returns what a play was read from."""
PlayedMs = Callable[[int], int]
"""Takes the time of an entry of the log, and returns for how long the match had been played then; both in milliseconds."""


def result_of(match: Match, last: Snapshot, played_ms: PlayedMs | None = None) -> MatchReport:
    """Return the report of a match without what it was worth; `last` is its newest snapshot. `played_ms` follows the clock
    of the match; None: it had none, and time is counted from its first play.
    """
    at_ms = [line.at_ms for line in last.history if line.fate is Fate.IN_FORCE]
    began = min(at_ms, default=0)
    played_ms = played_ms or _since(began)
    minutes = minutes_begun(played_ms(max(at_ms, default=began)))
    sides = _ranked(match, last, played_ms, has_minutes=minutes >= LEAST_MINUTES)
    winners = [one.side for one in sides if one.has_won]
    seated = last.scene.sides if len(sides) == PAIR else ()
    return MatchReport(
        last.match,
        match.seq,
        match.rules.game,
        match.rules.description.title,
        began,
        minutes,
        len(match.entries),
        match.is_over,
        last.scene.result or Text("the match is not over"),
        sides,
        _score(seated, winners),
        seated,
        why=SCENE_BUILDERS[match.rules.game].draw_says
        if match.is_over and seated and len(winners) != 1
        else None,
    )


def _score(seated: Sequence[Side], winners: Sequence[Side]) -> str:
    if seated:
        return unbroken_score(side.score for side in seated if side.score is not None)
    return str(winners[0].score) if len(winners) == 1 else ""


def review_of(match: Match, progress: Progress = no_progress) -> MatchReview:
    """Return what a match was worth. It takes some seconds."""
    thinker = thinker_of(match.rules.game)
    value, _ = value_of(thinker, value_data(match.rules.game))
    return reviewed(thinker, value, match.opening.state, steps_of(match.entries), progress)


def report_of(
    match: Match,
    last: Snapshot,
    source_of: SourceOf,
    review: MatchReview | None = None,
    played_ms: PlayedMs | None = None,
) -> MatchReport:
    """Return the report of a match with what it was worth; without its review it takes some seconds."""
    _, problem = value_of(thinker_of(match.rules.game), value_data(match.rules.game))
    review = review or review_of(match)
    result = result_of(match, last, played_ms)
    played_ms = played_ms or _since(result.began_at_ms)
    lines = {line.seq: line for line in last.history}
    places = sorted(result.sides, key=_is_behind)
    drawn = places[0].side.seat if len(places) == PAIR else None

    def turning(*, rolls: bool) -> tuple[TurningPoint, ...]:
        """Return the largest swings in the order of the match."""
        return tuple(
            _turning(
                swing,
                match,
                (drawn and lines[seq].seat) or drawn or swing.seat,
                lines[seq],
                last,
                (
                    minute_of(lines[seq], played_ms) if result.minutes >= LEAST_MINUTES else None,
                    source_of(seq),
                ),
            )
            for swing in sorted(review.largest(MOST_NAMED, rolls=rolls), key=lambda one: one.number)
            if swing.weight >= LEAST_PERCENT / 100 and (seq := match.entries[swing.number - 1].seq) in lines
        )

    return replace(
        result,
        sides=tuple(replace(one, account=review.accounts[one.side.seat]) for one in result.sides),
        curves={seat: tuple(point[seat] for point in review.curve) for seat in review.accounts},
        turning_plays=turning(rolls=False),
        turning_rolls=turning(rolls=True),
        caveat=None if problem is None else Text("estimated roughly: {problem}", problem=problem),
    )


# --- ranking


def counted(match: Match) -> MatchResult | None:
    """Return the places and numbers of a match that count in a tournament or a season; None while it goes on."""
    if not match.is_over:
        return None
    return COUNTS[match.rules.game].read(
        match.state, [event for entry in match.entries for event in entry.events]
    )


def _ranked(
    match: Match, last: Snapshot, played_ms: PlayedMs, *, has_minutes: bool
) -> tuple[FinalPlace, ...]:
    builder = SCENE_BUILDERS[match.rules.game]
    winners = (thinker_of(match.rules.game).winners(match.state) or ()) if match.is_over else ()
    sums = builder.final_sums(match.state) if match.is_over else {}
    places = _places(match, last.scene.sides)
    return tuple(
        FinalPlace(
            places[side.seat],
            side,
            side.seat in winners,
            sums.get(side.seat)
            or (
                ()
                if sums
                else tuple(
                    _scored(side.seat, last.history, builder.goals, played_ms, has_minutes=has_minutes)
                )
            ),
        )
        for side in sorted(last.scene.sides, key=lambda side: places[side.seat])
    )


def _places(match: Match, sides: Sequence[Side]) -> Mapping[str, int]:
    """Return the place of each seat: the one that counts, and by the score while the match goes on."""
    result = counted(match)
    if result is None:
        seats = [side.seat for side in sides]
        return dict(
            zip(seats, places_with_winner(None, seats, [side.score or 0 for side in sides]), strict=True)
        )
    return dict(zip(map(str, match.rules.seats(match.state)), result.places, strict=True))


def _scored(
    seat: str,
    history: Sequence[HistoryLine],
    goals: frozenset[str],
    played_ms: PlayedMs,
    *,
    has_minutes: bool,
) -> Iterator[SumLine]:
    """Yield a line for each play that changed the score of a seat: its minute, unless the match was too short for it to say
    anything, and what happened.
    """
    for line in history:
        by = sum(step.after - step.before for step in line.scores if step.seat == seat)
        if by and line.fate is Fate.IN_FORCE:
            what = _remembered(line, goals) or line.says
            yield SumLine(
                _at_minute(minute_of(line, played_ms), what) if has_minutes else what,
                None if by == 1 else f"{by:+d}",
            )


def _at_minute(minute: int, what: Text) -> Text:
    if minute == 1:
        return Text("min 1: {what}", what=what)
    return Text("min {minute}: {what}", minute=minute, what=what)


def date_says(at_ms: int, zone: tzinfo | None = None) -> Text:
    """Return the date of a moment: `26 November 2026`. `zone` None: this machine's."""
    day = datetime.fromtimestamp(at_ms / 1000, zone)
    return Text("{day} {month} {year}", day=str(day.day), month=MONTHS[day.month - 1], year=str(day.year))


def minute_of(line: HistoryLine, played_ms: PlayedMs) -> int:
    """Return the minute of the match in which a play was made; the first is 1."""
    return minutes_begun(played_ms(line.at_ms))


def minutes_begun(ms: int) -> int:
    """Return how many minutes have begun after this time."""
    return ms // MINUTE_MS + 1


def _since(began_ms: int) -> PlayedMs:
    """Return the time since a moment."""
    return lambda at_ms: at_ms - began_ms


# --- turning points


def _turning(
    swing: Swing,
    match: Match,
    seat: str,
    line: HistoryLine,
    shown: Snapshot,
    about: tuple[int | None, PlaySource | None],
) -> TurningPoint:
    """Return a turning point as a seat's chances tell it."""
    minute, source = about
    scene = shown.scene
    was_good = line.seat is not None and swing.after[line.seat] > swing.before[line.seat]
    told = (
        *_says(swing.number, match, line, scene, seat),
        *_led_to(swing.number, match, line, shown, was_good=was_good),
    )
    return TurningPoint(
        line.seq,
        swing.number,
        minute,
        _numbered(swing, line, scene.game, match.seq),
        told[0],
        told[1:],
        scene.side(seat),
        round(100 * swing.before[seat]),
        round(100 * swing.after[seat]),
        _luck(swing, seat)
        if swing.mistake is None or line.seat is None
        else _better(swing.mistake, scene.game),
        source,
        _score_at(line.seq, shown),
        0 if swing.mistake is None else round(100 * swing.mistake.gain),
    )


def _numbered(swing: Swing, line: HistoryLine, game: str, last: int) -> Text:
    if not swing.is_roll:
        return Text("play {n} of {last}", n=line.seq, last=last)
    if not isinstance(line.play, UnreadablePlay) and is_roll_play(GAMES[game], line.play.kind):
        return Text("roll, play {n} of {last}", n=line.seq, last=last)
    return Text("card turned over, play {n} of {last}", n=line.seq, last=last)


def _score_at(seq: int, shown: Snapshot) -> str:
    """Return the score of two sides after a play."""
    if len(shown.scene.sides) != PAIR:
        return ""
    points = {side.seat: 0 for side in shown.scene.sides}
    for line in shown.history:
        if line.seq <= seq and line.fate is Fate.IN_FORCE:
            points.update({step.seat: step.after for step in line.scores})
    return unbroken_score(points.values())


def _led_to(
    number: int, match: Match, line: HistoryLine, shown: Snapshot, *, was_good: bool
) -> Iterator[Text]:
    """Yield the goal that came soon after a play, or else how its side lost the ball: a mere move is understood by what it led
    to. A loss, or the other side's goal, says nothing of a play that was good for its side.
    """
    builder = SCENE_BUILDERS[shown.scene.game]
    if not builder.goals or _has_scored(line) or line.seat is None:
        return
    soon = match.entries[number : number + MOST_LATER]
    lines = {later.seq: later for later in shown.history}
    for later in soon:
        scorers = {step.seat for step in lines[later.seq].scores if step.after != step.before}
        goal = _remembered(lines[later.seq], builder.goals) if _has_scored(lines[later.seq]) else None
        if goal is not None:
            if (line.seat in scorers) == was_good:
                yield _later(later.seq - line.seq, goal)
            return
    if was_good or _remembered(line, builder.goals) is not None:
        return
    for later in soon:
        lost = (loss for event in later.events if (loss := builder.loss(event, line.seat)) is not None)
        if (loss := next(lost, None)) is not None:
            yield _later(later.seq - line.seq, loss)
            return


def _later(n: int, what: Text) -> Text:
    return Text("next play: {what}", what=what) if n == 1 else Text("{n} plays later: {what}", n=n, what=what)


def _says(number: int, match: Match, line: HistoryLine, scene: Scene, seat: str) -> list[Text]:
    """Return what is said of a play: first what spectators remember of it, then the play itself. `seat`: whose chances are
    told; that side is not named again.
    """
    builder, entry = SCENE_BUILDERS[scene.game], match.entries[number - 1]
    before = match.entries[number - 2].after if number > 1 else match.opening.state
    brief = builder.in_report(before, entry.play, entry.events)
    if brief is None or line.seat is None:
        told = _text(sentence(line))
    elif line.seat == seat:
        told = brief
    else:
        told = Text("{side}: {what}", side=scene.side(line.seat).called, what=brief)
    remembered = _remembered(line, builder.goals)
    return [*([] if remembered is None else [remembered]), told]


def _has_scored(line: HistoryLine) -> bool:
    return line.fate is Fate.IN_FORCE and any(step.after != step.before for step in line.scores)


def _remembered(line: HistoryLine, goals: frozenset[str]) -> Text | None:
    """Return the goal that a play brought, or else the last thing that spectators look back at, in few words; None: there is
    none.
    """
    notable = [one for one in line.consequences if one.is_notable]
    found = [one for one in notable if one.kind in goals] or notable
    return (found[-1].brief or found[-1].says) if found else None


def _luck(swing: Swing, seat: str) -> Text | None:
    """Return how many throws are as lucky, or as unlucky, for a side: of two sides one's luck is the other's bad luck."""
    if not swing.outcomes:
        return None
    shared = gcd(swing.as_far, len(swing.outcomes))
    n, count = swing.as_far // shared, len(swing.outcomes) // shared
    is_lucky = swing.after[seat] > swing.before[seat]
    match n, is_lucky:
        case 1, True:
            return Text("one roll in {count} is as good or better", count=count)
        case 1, False:
            return Text("one roll in {count} is as bad or worse", count=count)
        case _, True:
            return Text("{n} rolls in {count} are as good or better", n=n, count=count)
        case _:
            return Text("{n} rolls in {count} are as bad or worse", n=n, count=count)


def _better(mistake: Mistake, game: str) -> Text:
    """Return what would have been better than a mistake, and by how much."""
    n = round(100 * mistake.gain)
    if mistake.better == mistake.played:
        return Text("better played: {n} more wins in 100", n=n)
    return Text(
        "better: {play}, {n} more wins in 100", play=play_named(GAMES[game].play_names, mistake.better), n=n
    )


def _text(words: Words) -> Text:
    return Text("{words}", words=words)


# --- accounts in words


MOVED = {"luck": Text("Luck (dice, cards): {by}."), "decisions": Text("Players' choices: {by}.")}


def account_says(account: SeatAccount) -> Text:
    """Return a side's final chance of winning as a sum: the chance at the start, plus luck, plus decisions.

    Own decisions and those of others are one number: each of the two alone may be far beyond 100.
    """
    start = Text("chances of winning at the start: {percent}%.", percent=round(100 * account.start))
    moved = [
        Text(MOVED[name].template, by=f"{by:+d}".replace("-", MINUS))
        for name, by in added_up(account).items()
        if by
    ]
    return joined([start, *moved, *([_total(account)] if moved else [])], " ")


def _total(account: SeatAccount) -> Text:
    match round(100 * account.result):
        case 100:
            return Text("Total: 100%, a victory.")
        case 0:
            return Text("Total: 0%, a defeat.")
        case percent:
            return Text("Total: {percent}%, a tie.", percent=percent)


def added_up(account: SeatAccount) -> dict[str, int]:
    """Return luck and decisions in whole points of 100, rounded so that they still add up."""
    whole = round(100 * account.result) - round(100 * account.start)
    luck = round(100 * account.luck)
    return {"luck": luck, "decisions": whole - luck}
