"""Reads a table: takes sightings, and says at any moment what they mean: a play, a question, a puzzle or a difference.

What lies there and has not yet been accounted for is held against what the rules would take. What has been played is
known again by what lies where: a card that the camera loses for a moment is not played twice.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.mat import NOTHING_SEEN, Unrest, ZonesSeen
from companion.observation import Observation, Sighting, SightingState
from companion.play import Play
from companion.reading import patience
from companion.reading.accounts import Accounts
from companion.reading.answer import (
    Answer,
    Desync,
    Puzzle,
    SoFar,
    SureReading,
    TableQuestion,
    differs,
    due_told,
)
from companion.reading.equal_cards import EqualCards
from companion.reading.expected_places import Copies, Whereabouts, places_of
from companion.reading.game_reading import LEFT_MS, ExpectedPlace, GameReading, Reading, TableSituation
from companion.reading.hands import NEAR_MM, HandsOverTable
from companion.reading.identity import Identities, listed
from companion.reading.laying import Laying, ToLay
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.reading.unread_cards import DazzledCards, UnreadCards
from companion.reading.weighing import (
    TOLD,
    LastPlay,
    Rerun,
    Spoken,
    all_things,
    distinct,
    groups,
    last_laid_ms,
)
from companion.rules.engine import Refusal, Rules
from companion.words import Text

JUST_LAID_MS = 2_000
"""How long it is shown that a thing was seen, if nothing else is known of it."""


class Reader:
    """Reads the table of one match. It has no clock: each call gives the time."""

    def __init__(self, rules: Rules, meaning: GameReading, identities: Identities) -> None:
        self._rules = rules
        self._meaning = meaning
        self._identities = identities
        self._rerun = Rerun()
        self._left_out: frozenset[str] = frozenset()
        """What nobody lays although the match has it on the table."""
        self._laying = Laying(frozenset(), identities)
        self._makes: Callable[[Play], bool] = lambda _play: False
        self._recalled: tuple[Sighting, ...] = ()
        """What the last plays before the match went on were said with."""
        self._sit_down()

    def _sit_down(self, hands: HandsOverTable | None = None) -> None:
        """Start with an empty memory: nothing was seen, read or reported yet, except where `hands` are."""
        self.table = TableSightings(self._identities)
        self._accounts = Accounts(self.table)
        self._whereabouts = Whereabouts(self.table, self._accounts, self._identities)
        self._sees_since_ms: int | None = None
        self._hands = hands or HandsOverTable()
        self._zones = NOTHING_SEEN
        self._lies_since_ms: int | None = None
        """Since when anything is seen to lie on the mat."""
        self._differs_since_ms: int | None = None
        self._is_differing = False
        """Whether it has been told that table and match differ."""
        self._asked: str | None = None
        """The key of the question that is open."""
        self.so_far: SoFar | None = None
        """What was understood at the last look, and waits for what may follow."""
        self._pending: Reading | None = None
        self._meant_key: str | None = None
        """The key of what a person said is meant."""
        self._said: LastPlay | None = None
        """What the table said last."""
        self._spoken = Spoken()
        self._set_aside: set[int] = set()
        """The numbers of unread things of which a person was asked what they are."""
        self._unread = UnreadCards(self.table, self._hands, self._identities, self._meaning)
        self._dazzled = DazzledCards(self.table, self._hands, self._identities, self._meaning)
        self._copies = Copies(self.table, self._identities)
        self._equal_cards = EqualCards(self.table, self._accounts, self._meaning)
        self._placed_for: Any = None
        self._places: Sequence[ExpectedPlace] = ()
        """Where the match has things in the state of the last look."""
        self._looked: TableSituation | None = None
        self._meant: Sequence[Reading] = ()
        self._grown: Reading | None = None
        """The last play of the table joined with later things, as computed at the last look."""

    # --- what comes in

    def see(self, sighting: Sighting) -> None:
        """Take a sighting of the camera."""
        self._rerun.see(sighting)
        self.table.see(sighting)

    def account_for(self, things: Iterable[PlacedThing]) -> None:
        """Note that things are explained, by a play or a person: they mean nothing more where they lie."""
        explained = list(things)
        self._set_aside |= {lying.thing for lying in explained if lying.laid < 0}
        self._accounts.account_for(explained)

    def heard(self, answer: SureReading, before: Any, after: Any) -> None:
        """Take note that the match received a reading.

        `before` and `after` are its states; they are the same if it refused.
        """
        for lying in answer.says:
            if lying.laid < 0:
                self.table.take_for(lying)
        self.account_for(answer.says)
        self._said = None if after is before else LastPlay(answer, before, after)
        self._looked = None

    def recall(self, observations: Iterable[Observation], earlier: Iterable[Observation] = ()) -> None:
        """Resume a match after a restart; the things of its last plays may still lie there.

        `earlier`: the observations of the plays before, by which a film that is shown again is recognised.
        """
        self._recalled = tuple(seen for seen in observations if isinstance(seen, Sighting))
        self._rerun.recall((*(seen for seen in earlier if isinstance(seen, Sighting)), *self._recalled))
        self._recall()

    def _recall(self) -> None:
        things = {(self.table.remember(sighting), sighting.thing) for sighting in self._recalled}
        self._accounts.recall([mark for mark, _ in things])

    def _see_anew(self, now_ms: int) -> None:
        """Begin again when a film reaches the point where the match stands, as with a camera that is switched on now."""
        lying = self.table.lying
        self._rerun.end()
        self._sit_down(self._hands)
        self._recall()
        self._sees_since_ms = now_ms
        for one in lying:
            self.table.see(replace(one.sighting, state=SightingState.START))
            if one.is_hidden:
                self.table.see(replace(one.sighting, state=SightingState.HIDDEN))

    def sees(self, now_ms: int, *, is_seeing: bool) -> None:
        """Take note whether the camera gives pictures."""
        if not is_seeing:
            self._sees_since_ms = None
            self._hands.forget()
            self._lies_since_ms = None
        elif self._sees_since_ms is None:
            self._sees_since_ms = now_ms

    def rests(
        self,
        now_ms: int,
        *,
        is_at_rest: bool,
        unrest: Unrest | None = None,
        zones: ZonesSeen = NOTHING_SEEN,
    ) -> None:
        """Take note whether nothing moves over the table, which squares are not at rest (None: not known), and what lies in
        zones beside what was read.
        """
        self._hands.rests(now_ms, is_at_rest=is_at_rest, unrest=unrest)
        self._zones = zones

    def excuse(self, desync: Desync) -> None:
        """Take note that a person declared the table right as it is."""
        if desync == TOLD:
            self._rerun.end()
        self._whereabouts.excuse(desync)

    def play_for(
        self,
        left_out: Iterable[str],
        laid: Iterable[str],
        makes: Callable[[Play], bool] = lambda _play: False,
    ) -> None:
        """Take note of the cards of seats that play from a screen: those that nobody lays although the match has them on the
        table, and those that people lay after the plays. `makes`: the plays of these seats, which no table says: a piece
        that hands put beside its place is no play of theirs.
        """
        self._makes = makes
        self._left_out = frozenset(left_out)
        self._laying = Laying(frozenset(laid), self._identities)
        self._placed_for = None

    @property
    def to_lay(self) -> tuple[ToLay, ...]:
        """What people lay now for seats that play from a screen, also what they have just laid."""
        return self._laying.to_lay

    def mean(self, key: str) -> None:
        """Take note that a person confirmed what was understood so far; the reader waits for nothing more."""
        self._meant_key = key

    # --- what comes out

    def read(self, state: Any, now_ms: int) -> Answer | None:
        """Return what the table means now; None if there is nothing new, or it is too early."""
        self._pending = None
        answer = self._read(state, now_ms)
        self.so_far = self._understood(now_ms) if answer is None else None
        return answer

    def _read(self, state: Any, now_ms: int) -> Answer | None:
        if self._rerun.is_on(now_ms):
            return TOLD
        if self._rerun.has_begun:
            self._see_anew(now_ms)
        if self._sees_since_ms is None or now_ms - self._sees_since_ms < patience.SETTLE_MS:
            return None
        self._catch_up(state, now_ms)
        steady = self.table.steady(now_ms, patience.HOLD_MS, self._whereabouts.at_home())
        self._equal_cards.settle(lambda: self._situation(state, steady, now_ms), places_of(self._places))
        desync = self._whereabouts.desync(now_ms, self._hands.rested_ms(now_ms))
        if self._waits_for_hands(desync, now_ms):
            return None
        in_sight = self._dazzled.in_sight(steady, self._zones)
        if desync is None:
            return self._read_play(state, in_sight, now_ms)
        seen = self._situation(state, in_sight, now_ms)
        self._dazzled.see(seen, self._zones, now_ms)
        told_first = self._unread.told_before(desync, seen, self._dazzled.zones)
        return self._dazzled.told_before(desync, now_ms) if told_first is desync else told_first

    def _read_play(self, state: Any, things: tuple[PlacedThing, ...], now_ms: int) -> Answer | None:
        """Return what is new on a table that agrees with the match: a play, a question or a puzzle."""
        look = self._look(state, things, now_ms)
        wrong = self._laying.wrong(look.new)
        if wrong is not None:
            return wrong
        of_program = [one for one in look.new if one.is_token and self._is_of_program(look, one)]
        if of_program:
            # They mean no play, so they stand where they belong, or astray.
            self._accounts.account_for(of_program)
            look = self._look(state, things, now_ms)
        is_open = bool(look.new or look.covered or look.lifted or look.doubtful)
        readings = self._readings(look) if is_open else []
        self._whereabouts.account_for_markers(look.new, {one.laid for one in all_things(readings)})
        self._dazzled.see(look, self._zones, now_ms)
        overdue = self._overdue(look, readings, now_ms)
        if overdue is not None:
            return self._unread.told_before(overdue, look, self._dazzled.zones)
        told = self._unread.puzzle(look, now_ms, self._dazzled.zones) or self._dazzled.puzzle(now_ms)
        return self._weigh(look, readings, told, now_ms) if is_open else told

    def _weigh(
        self, look: TableSituation, readings: Sequence[Reading], told: Puzzle | None, now_ms: int
    ) -> Answer | None:
        """Return a play or a question out of readings; without one `told`, of a card that cannot be read; else a puzzle."""
        # What was laid meanwhile is not read before table and match agree.
        moved = {lying.key for lying in (*look.new, *look.covered, *all_things(readings))}
        is_settled = self._whereabouts.is_settled(moved, now_ms)
        decided = self._decide(readings, now_ms, may_play=is_settled)
        if decided is not None:
            return decided
        grown = self._grown
        if is_settled and grown is not None and self._said is not None:
            if self._has_waited(grown, now_ms):
                return self._sure(grown)
            self._pending = self._pending or grown
        return told or self._puzzle(look, readings if grown is None else [*readings, grown], now_ms)

    def pending(self) -> SureReading | None:
        """Return the reading that was understood so far, if it makes a play."""
        return None if self._pending is None else self._sure(self._pending)

    def _understood(self, now_ms: int) -> SoFar | None:
        """Return the play that waits for what may follow, or the things that were just laid."""
        if self._pending is not None:
            row = (*self._pending.before, self._pending.play)
            return self._so_far(_key(self._pending), self._pending.says, row)
        seen = [
            lying
            for lying in self._accounts.new(self.table.lying)
            if lying.zone is not None and not lying.is_hidden and now_ms - lying.since_ms < JUST_LAID_MS
        ]
        return self._so_far("|".join(str(one.laid) for one in seen), seen) if seen else None

    def _so_far(self, key: str, says: Sequence[PlacedThing], row: tuple[Play, ...] = ()) -> SoFar:
        things = listed([self._identities.told(lying.what) for lying in says])
        zones = [lying.zone.name for lying in says if lying.zone is not None]
        return SoFar(key, tuple(says), things, self._identities.zones_told(zones), row)

    def _sure(self, reading: Reading) -> SureReading:
        """Return the play of a reading; one that has grown is played instead of the last."""
        is_grown = reading is self._grown and self._said is not None
        return replace(_played(reading), instead=len(self._said.plays) if is_grown and self._said else 0)

    def is_done(self, state: Any, laid: Iterable[str], gone: Iterable[str]) -> bool:
        """Tell whether the camera sees each of some things where the match has it, and none of others on the mat."""
        if self._sees_since_ms is None or self._placed_for is not state:
            return False
        lying = {one.key for one in self.table.lying}
        return all(map(self._whereabouts.lies_right, laid)) and lying.isdisjoint(gone)

    def remarks(self, now_ms: int) -> list[Text]:
        """Return sentences about the table that are told once and need no answer: things that lie there too often, and cards
        that were laid right for a seat that plays from a screen.
        """
        return [*self._copies.too_many(now_ms), *self._laying.confirmed(self._whereabouts.lies_right)]

    def _catch_up(self, state: Any, now_ms: int) -> None:
        """Compare the table with the places where the match has things now."""
        is_new = state is not self._placed_for
        if is_new:
            # The table is looked at more often than the match changes.
            places = self._meaning.places(state)
            self._placed_for = state
            self._places = [place for place in places if place.key not in self._left_out]
            self._dazzled.went_on(now_ms)
        self._accounts.look_for_recalled(places_of(self._places))
        if self._lies_since_ms is None and self.table.lying:
            self._lies_since_ms = now_ms
        lies_ms = 0 if self._lies_since_ms is None else now_ms - self._lies_since_ms
        self._whereabouts.follow(
            self._places,
            now_ms,
            is_first_look=lies_ms <= patience.SETTLE_MS,
            laid_after=self._laying.cards,
        )
        if is_new:
            self._laying.follow(self._places, self._whereabouts.has_lain)
        self._accounts.forget_what_left(self._whereabouts.missed(), state, now_ms, patience.GONE_MS)

    def _waits_for_hands(self, desync: Desync | None, now_ms: int) -> bool:
        """Tell whether hands are still moving that may put a difference right; it is reported when they rest, or after
        a while.
        """
        if desync is None:
            self._differs_since_ms, self._is_differing = None, False
            return False
        if self._differs_since_ms is None:
            self._differs_since_ms = now_ms
        lasts_ms = now_ms - self._differs_since_ms
        self._is_differing |= not self._hands.are_moving or lasts_ms >= patience.ASK_AT_LAST_MS
        return not self._is_differing

    def _overdue(self, look: TableSituation, readings: Sequence[Reading], now_ms: int) -> Desync | None:
        """Return the markers that players have not put where the match has them, except those that mean a play, or would."""
        late = self._whereabouts.overdue(now_ms, self._hands.rested_ms(now_ms))
        if not late:
            return None
        claimed = {lying.key for lying in all_things(readings)}
        claimed |= {lying.key for lying in look.new if self._meaning.would_be(look, lying) is not None}
        return differs([one for one in late if one.place.key not in claimed], self._identities, due_told)

    def _readings(self, look: TableSituation) -> Sequence[Reading]:
        """Return the readings of a situation; the same situation gives the same readings."""
        if look != self._looked:
            self._looked = look
            sure = [
                one for one in distinct(self._meaning.readings(look)) if not self._is_made_by_program(one)
            ]
            beneath = [one for reading in sure for one in self._beneath(look, reading)]
            beneath += [one for card in look.doubtful for one in self._doubtful(look, card)]
            self._meant = [self._doubted(one, beneath) for one in sure] + distinct(beneath)
            claimed = {lying.laid for lying in all_things(self._meant)}
            self._grown = None if self._said is None else self._said.joined(self._meaning, look, claimed)
        return self._meant

    def _is_made_by_program(self, reading: Reading) -> bool:
        return any(map(self._makes, (*reading.before, reading.play)))

    def _is_of_program(self, look: TableSituation, lying: PlacedThing) -> bool:
        """Tell whether a thing by its place would mean a play that the program alone makes."""
        play = self._meaning.would_be(look, lying)
        return play is not None and self._makes(play)

    def _doubted(self, reading: Reading, beneath: Sequence[Reading]) -> Reading:
        """Make a reading unsure if its things may mean a play that was already made, if a card beneath them may be meant, or
        if another copy of them lies elsewhere, so that a person is asked.
        """
        laid = {lying.laid for lying in reading.says}
        is_doubtful = any(map(self._accounts.is_doubtful, reading.says))
        is_doubtful |= any(laid & {lying.laid for lying in other.says} for other in beneath)
        is_doubtful |= any(map(self._unread.lies_with, reading.says))
        is_doubtful |= any(map(self._copies.of, reading.says))
        return replace(reading, is_sure=False) if is_doubtful else reading

    def _beneath(self, look: TableSituation, reading: Reading) -> list[Reading]:
        """Return what a reading's cards would say if a card beneath them were meant, that was laid with them in the same
        slot.
        """
        pairs = [(under, over) for over in reading.says for under in look.covered]
        return [
            replace(other, says=(*other.says, over), is_sure=False)
            for under, over in pairs
            if self._lies_under(under, over)
            for other in self._meaning.readings(_without_cover(look, under, over))
            if any(one.laid == under.laid for one in other.says)
        ]

    def _doubtful(self, look: TableSituation, card: PlacedThing) -> list[Reading]:
        """Return what a card would say that an unread face may be; a person says whether it is."""
        seen = replace(look, new=(*look.new, card), lying=(*look.lying, card), doubtful=())
        return [
            replace(reading, is_sure=False)
            for reading in self._meaning.readings(seen)
            if any(one.laid == card.laid for one in reading.says)
        ]

    def _lies_under(self, under: PlacedThing, over: PlacedThing) -> bool:
        """Tell whether a card lies hidden in the slot of another one that was laid at about the same time."""
        is_pair = under.ref is not None and over.ref is not None and under.zone == over.zone
        return is_pair and abs(over.since_ms - under.since_ms) <= patience.TOGETHER_MS

    def _look(self, state: Any, steady: tuple[PlacedThing, ...], now_ms: int) -> TableSituation:
        """Return the situation, with the command cards that were heard since the match went on."""
        heard = self._spoken.heard(state, self._accounts.new(steady), self.table.lying)
        return replace(self._situation(state, steady, now_ms), spoken=heard)

    def _situation(self, state: Any, steady: tuple[PlacedThing, ...], now_ms: int) -> TableSituation:
        new = self._accounts.new(steady)
        laid = {lying.laid for lying in steady}
        return TableSituation(
            self._rules,
            state,
            steady,
            tuple(lying for lying in new if not lying.is_hidden),
            self._identities.mat,
            tuple(lying for lying in self.table.lying if lying.laid not in laid),
            tuple(lying for lying in new if lying.is_hidden),
            self._whereabouts.stood,
            self._whereabouts.lifted(now_ms),
            aside=self._whereabouts.excused,
            unread=self.table.unread,
            doubtful=tuple(one for one in self.table.doubtful() if one.thing not in self._set_aside),
            free=self._zones.free,
        )

    # --- one reading, or several

    def _decide(self, readings: Sequence[Reading], now_ms: int, *, may_play: bool) -> Answer | None:
        """Decide between readings: groups that share no thing are independent, and what can be played is played first."""
        apart = groups(readings)
        for group in apart if may_play else ():
            if len(group) == 1 and group[0].is_sure:
                (only,) = group
                if self._has_waited(only, now_ms):
                    return _played(only)
                self._pending = self._pending or only
                if only.until_gone:
                    break  # What was laid later may follow from it.
        question = self._open_question(apart, now_ms)
        self._asked = None if question is None else question.key
        return question

    def _open_question(self, apart: Sequence[Sequence[Reading]], now_ms: int) -> TableQuestion | None:
        """Return the question for the table; a question that was asked stays, even if a hand moves again."""
        for group in apart:
            if len(group) > 1 or not group[0].is_sure:
                says = all_things(group)
                question = self._question(group, says)
                if question.key == self._asked or self._is_time_to_ask(now_ms - last_laid_ms(says)):
                    return question
        return None

    def _is_time_to_ask(self, lies_ms: int) -> bool:
        return lies_ms >= (patience.ASK_AT_LAST_MS if self._hands.are_moving else patience.ASK_MS)

    def _has_waited(self, reading: Reading, now_ms: int) -> bool:
        """Tell whether a reading's things have lain long enough, or the hands that laid them have left."""
        lies_ms = now_ms - last_laid_ms(reading.says)
        if lies_ms < patience.HOLD_MS:
            return False
        if self._meant_key is not None and self._meant_key == _key(reading):
            return True
        if reading.waits_ms and self._hands.is_seldom_seen and self._may_follow(reading, now_ms):
            return False
        left_ms = self._hands.left_ms(_places_mm(reading), now_ms)
        if reading.rests_ms is not None and min(lies_ms, left_ms) >= reading.rests_ms:
            return True
        if lies_ms < patience.HOLD_MS + reading.waits_ms:
            return False
        return not reading.until_gone or self._has_let_go(lies_ms, left_ms)

    def _may_follow(self, reading: Reading, now_ms: int) -> bool:
        """Tell whether something was laid near a reading's things just now, or a hand may have laid it. It need not be waited
        for long.
        """
        places, laid_ms = _places_mm(reading), last_laid_ms(reading.says)
        fresh = (one for one in self.table.lying if now_ms - one.since_ms < patience.HOLD_MS)
        fresh_mm = [one.at_mm[:2] for one in fresh if one.at_mm is not None]
        is_followed = any(math.dist(at_mm, place) < NEAR_MM for at_mm in fresh_mm for place in places)
        is_soon = now_ms - laid_ms < patience.ASK_AT_LAST_MS
        return is_soon and (is_followed or self._hands.may_have_laid(places, laid_ms))

    def _has_let_go(self, lies_ms: int, left_ms: int) -> bool:
        """Tell whether no hand moves over a thing any more, or it has lain for so long that none will take it."""
        if left_ms >= LEFT_MS or lies_ms >= patience.ASK_AT_LAST_MS:
            return True
        return not (self._hands.is_known or self._hands.are_moving)

    def _question(self, group: Sequence[Reading], says: tuple[PlacedThing, ...]) -> TableQuestion:
        options = tuple(one.play for one in group)
        things = listed([self._identities.told(lying.what) for lying in says])
        copies = next(filter(None, map(self._copies.of, says)), ())
        asks = (
            Text(
                "{thing} lies on the table {count} times ({zones}): which one counts?",
                thing=self._identities.told(copies[0].what),
                count=str(len(copies)),
                zones=self._identities.zones_told([one.zone.name for one in copies if one.zone is not None]),
            )
            if copies
            else Text(
                "{things}: is this your play? Another card that lies there cannot be read", things=things
            )
            if any(map(self._unread.lies_with, says))
            else Text("{things}: is this your play?", things=things)
            if len(options) == 1
            else Text("{things}: which play is it?", things=things)
        )
        befores = tuple(one.before for one in group)
        key = "|".join(f"{lying.key}@{lying.place[1]}" for lying in says) + repr(options) + repr(befores)
        return TableQuestion(key, asks, options, says, befores if any(befores) else ())

    # --- none

    def _puzzle(self, look: TableSituation, readings: Sequence[Reading], now_ms: int) -> Puzzle | None:
        """Return the thing that has lain longest without a meaning, and why it has none."""
        read = {lying.laid for reading in readings for lying in reading.says}
        for lying in look.new:
            if lying.laid in read or lying.zone is None or not self._is_time_for_why(lying, now_ms):
                continue
            if self._accounts.is_doubtful(lying):
                continue
            why = self._why_not(look, lying)
            if why is not None:
                return Puzzle(f"{lying.place}{why!r}", why)
        return None

    def _is_time_for_why(self, lying: PlacedThing, now_ms: int) -> bool:
        """Tell whether a thing has lain long enough to say why it means nothing; of a token once the hands have gone."""
        if lying.is_token and self._hands.rested_ms(now_ms) >= patience.LEFT_MS:
            return True
        return now_ms - lying.since_ms >= patience.PUZZLE_MS

    def _why_not(self, look: TableSituation, lying: PlacedThing) -> Text | None:
        told = self._identities.told(lying.what)
        if lying.is_stranger:
            return Text("{thing} is not a card of this match", thing=told)
        play = self._meaning.would_be(look, lying)
        if play is None:
            return None
        refusal = self._refusal(look.state, play)
        if refusal is None:
            return None
        return Text("{thing}: {why}", thing=told, why=refusal.message)

    def _refusal(self, state: Any, play: Play) -> Refusal | None:
        ruling = self._rules.judge(state, play)
        return ruling if isinstance(ruling, Refusal) else None


def _key(reading: Reading) -> str:
    """Return what a reading is known by: the same things and the same play."""
    return "|".join(str(lying.laid) for lying in reading.says) + repr((*reading.before, reading.play))


def _places_mm(reading: Reading) -> list[tuple[float, float]]:
    """Return the places that hands must have left for a reading to be believed."""
    places = (lying.at_mm for lying in reading.says)
    return [*((at_mm[0], at_mm[1]) for at_mm in places if at_mm is not None), *reading.around_mm]


def _without_cover(look: TableSituation, under: PlacedThing, over: PlacedThing) -> TableSituation:
    """Return the situation as if the card `under` had been laid alone, without the one over it."""
    seen = replace(under, is_hidden=False)
    new = (*(lying for lying in look.new if lying.laid != over.laid), seen)
    lying = tuple(seen if one.laid == under.laid else one for one in look.lying)
    return replace(look, new=new, lying=lying, covered=())


def _played(reading: Reading) -> SureReading:
    evidence = tuple(lying.sighting for lying in reading.says)
    return SureReading(reading.play, evidence, reading.says, reading.before, reading.grows)
