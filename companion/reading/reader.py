"""The reader: sightings in, and at any moment what the table says: a play, a question, a puzzle, or a contradiction.

What lies there and has not yet been accounted for is held against what the rules would take. What has been played is
known again by what lies where: a card that the camera loses for a moment is not played twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Malformed
from companion.observation import Sighting
from companion.play import MATCH_PLAYS, read_play
from companion.reading.answer import Answer, Desync, Missing, Played, Puzzle, Question
from companion.reading.differing import differs, due_told, missing_told
from companion.reading.identify import Identities, listed
from companion.reading.lying import Lying, Mark, Table
from companion.reading.meaning import Look, Meaning, Place, Reading
from companion.reading.weighing import all_things, distinct, groups, last_laid_ms
from companion.rules.engine import Json, Refusal, Rules
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must stay as it is, in milliseconds, before something is made of it."""

    hold_ms: int = 200
    """A card lies: who takes it back sooner has not played it."""
    ask_ms: int = 1500
    """What is to follow (the ball after the card) mostly follows within so much."""
    puzzle_ms: int = 2500
    """A card that is laid too early is often in order a moment later."""
    gone_ms: int = 700
    """A hand, a shadow or a lamp may take a card from the camera for so long."""
    missing_ms: int = 2500
    """Cards are straightened and lifted to be read: then they are back."""
    lifted_ms: int = 2000
    """A piece that is nowhere on the mat for so long may lie under another."""
    settle_ms: int = 1500
    """What already lies there when the camera begins to see is told within so much."""


class Reader:
    """Reads one match's table. It has no clock: every look says what time it is."""

    def __init__(
        self, rules: Rules, meaning: Meaning, identities: Identities, patience: Patience | None = None
    ) -> None:
        self.table = Table(identities)
        self._rules = rules
        self._meaning = meaning
        self._identities = identities
        self._patience = patience or Patience()
        self._sees_since_ms: int | None = None
        self._rests_since_ms: int | None = None
        """Since when nothing moves over the table; None: something does, or nobody says."""
        self._known: Counter[Mark] = Counter()
        self._short_since: dict[Mark, int] = {}
        self._due_since: dict[Place, int] = {}
        """What the table has still to put where the match has it, and since when."""
        self._astray_since: dict[Place, int] = {}
        """Board pieces that do not stand where the match has them, and since when."""
        self._excused: set[Place] = set()
        self._stood: set[Place] = set()
        self._recalls = False
        """What was recalled has not been looked for yet."""
        self._recalled: set[Mark] = set()
        """What was recalled and has not been accounted for since: it may lie there still, or again."""
        self._unseen: set[Mark] = set()
        """What was recalled and has not been seen there since: it may lie under something."""
        self._looked: Look | None = None
        self._meant: Sequence[Reading] = ()

    # --- what comes in

    def see(self, sighting: Sighting) -> None:
        """Take in what the camera says."""
        self.table.see(sighting)

    def account_for(self, things: Iterable[Lying]) -> None:
        """These said a play that was accepted, or a person set them aside: they say nothing more where they lie."""
        for lying in things:
            lies = sum(other.mark == lying.mark for other in self.table.lying)
            if lying.mark not in self._recalled:
                self._known[lying.mark] = min(self._known[lying.mark] + 1, max(lies, 1))
            self._recalled.discard(lying.mark)

    def recall(self, sightings: Iterable[Sighting]) -> None:
        """A match goes on after a restart: what its last plays were said with may lie there still."""
        things = {(self.table.remember(sighting), sighting.thing) for sighting in sightings}
        self._known.update(mark for mark, _ in things)
        self._recalled = {mark for mark, _ in things}
        self._recalls = True

    def sees(self, now_ms: int, *, is_seeing: bool) -> None:
        """The camera gives pictures, or has stopped to."""
        if not is_seeing:
            self._sees_since_ms = self._rests_since_ms = None
        elif self._sees_since_ms is None:
            self._sees_since_ms = now_ms

    def rests(self, now_ms: int, *, is_at_rest: bool) -> None:
        """Nothing moves over the table any more, or something moves again."""
        if not is_at_rest:
            self._rests_since_ms = None
        elif self._rests_since_ms is None:
            self._rests_since_ms = now_ms

    def excuse(self, desync: Desync) -> None:
        """A person says that the table is right as it is."""
        self._excused.update(missing.place for missing in desync.missing)

    # --- what comes out

    def read(self, state: Any, now_ms: int) -> Answer | None:
        """What the table says now; None: nothing new, or not yet."""
        if self._sees_since_ms is None or now_ms - self._sees_since_ms < self._patience.settle_ms:
            return None
        steady = self.table.steady(now_ms, self._patience.hold_ms)
        places = self._meaning.places(state)
        self._look_for_recalled(places)
        self._follow(places, now_ms)
        self._forget_what_left(places, now_ms)
        desync = self._desync(places, now_ms)
        if desync is not None:
            return desync
        look = self._look(state, steady, now_ms)
        is_open = bool(look.new or look.covered or look.lifted)
        readings = self._readings(look) if is_open else []
        self._account_for_followers(look, readings, places)
        overdue = self._overdue(look, readings, places, now_ms)
        if overdue is not None or not is_open:
            return overdue
        return self._decide(readings, now_ms) or self._puzzle(look, readings, now_ms)

    def _readings(self, look: Look) -> Sequence[Reading]:
        """What a look means; the same look means the same again."""
        if look != self._looked:
            self._looked = look
            self._meant = [self._doubted(one) for one in distinct(self._meaning.readings(look))]
        return self._meant

    def _doubted(self, reading: Reading) -> Reading:
        """What lay there when a match goes on may say the play that it said before: the table is asked."""
        is_doubtful = any(lying.mark in self._recalled for lying in reading.says)
        return replace(reading, is_sure=False) if is_doubtful else reading

    def _look(self, state: Any, steady: tuple[Lying, ...], now_ms: int) -> Look:
        new = self._new(steady)
        laid = {lying.laid for lying in steady}
        lies = {lying.key for lying in self.table.lying}
        return Look(
            self._rules,
            state,
            steady,
            tuple(lying for lying in new if not lying.is_hidden),
            self._identities.mat,
            tuple(lying for lying in self.table.lying if lying.laid not in laid),
            tuple(lying for lying in new if lying.is_hidden),
            frozenset(place.key for place in self._stood),
            frozenset(
                place.key
                for place in self._stood
                if place.may_leave
                and place.key not in lies
                and now_ms - self._astray_since.get(place, now_ms) >= self._patience.lifted_ms
            ),
            frozenset(place.key for place in self._excused),
        )

    def _new(self, steady: Sequence[Lying]) -> tuple[Lying, ...]:
        """What nobody has accounted for: of several copies at one place the later ones."""
        known = Counter(self._known)
        known.subtract(self._recalled)
        new = []
        for lying in steady:
            if known[lying.mark] > 0:
                known[lying.mark] -= 1
            else:
                new.append(lying)
        return tuple(new)

    # --- one reading, or several

    def _decide(self, readings: Sequence[Reading], now_ms: int) -> Answer | None:
        """Of readings that share no thing, each is on its own; what can be played is played first."""
        apart = groups(readings)
        for group in apart:
            if len(group) == 1 and group[0].is_sure:
                (only,) = group
                if self._has_waited(only, now_ms):
                    evidence = tuple(lying.sighting for lying in only.says)
                    return Played(only.play, evidence, only.says, only.before)
        for group in apart:
            is_open = len(group) > 1 or not group[0].is_sure
            says = all_things(group)
            if is_open and now_ms - last_laid_ms(says) >= self._patience.ask_ms:
                return self._question(group, says)
        return None

    def _has_waited(self, reading: Reading, now_ms: int) -> bool:
        """Whether its things have lain long enough, or the hands that laid them have gone."""
        lies_ms = now_ms - last_laid_ms(reading.says)
        if lies_ms >= self._patience.hold_ms + reading.waits_ms:
            return True
        if reading.rests_ms is None or self._rests_since_ms is None or lies_ms < self._patience.hold_ms:
            return False
        return min(lies_ms, now_ms - self._rests_since_ms) >= reading.rests_ms

    def _question(self, group: Sequence[Reading], says: tuple[Lying, ...]) -> Question:
        options = tuple(one.play for one in group)
        things = listed([self._identities.told(lying.what) for lying in says])
        asks = (
            Text("{things}: is that meant?", things=things)
            if len(options) == 1
            else Text("{things}: which is meant?", things=things)
        )
        befores = tuple(one.before for one in group)
        key = "|".join(f"{lying.key}@{lying.place[1]}" for lying in says) + repr(options) + repr(befores)
        return Question(key, asks, options, says, befores if any(befores) else ())

    # --- none

    def _puzzle(self, look: Look, readings: Sequence[Reading], now_ms: int) -> Puzzle | None:
        """The thing that has lain there longest without a meaning, and why it has none."""
        read = {lying.laid for reading in readings for lying in reading.says}
        for lying in look.new:
            if lying.laid in read or lying.zone is None or now_ms - lying.since_ms < self._patience.puzzle_ms:
                continue
            if lying.mark in self._recalled:
                continue
            why = self._why_not(look, lying)
            if why is not None:
                return Puzzle(f"{lying.place}{why!r}", why, lying)
        return None

    def _why_not(self, look: Look, lying: Lying) -> Text | None:
        told = self._identities.told(lying.what)
        if lying.is_stranger:
            return Text("{thing} is no card of this match", thing=told)
        play = self._meaning.would_be(look, lying)
        if play is None:
            return None
        refusal = self._refusal(look.state, play)
        if refusal is None:
            return None
        return Text("{thing}: {why}", thing=told, why=refusal.message)

    def _refusal(self, state: Any, play: Json) -> Refusal | None:
        try:
            meant: Any = read_play({**self._rules.play_kinds, **MATCH_PLAYS}, play)
        except Malformed:
            return None
        ruling = self._rules.judge(state, meant)
        return ruling if isinstance(ruling, Refusal) else None

    # --- what should lie there

    def _follow(self, places: Sequence[Place], now_ms: int) -> None:
        """Pieces that stand where the match has them are accounted for; of the others, since when they do not."""
        standing = {place: self._lies_in(place) for place in places if place.stands}
        self._stood = {place for place in standing if standing[place] or place in self._stood}
        self._astray_since = {
            place: self._astray_since.get(place, now_ms)
            for place, is_there in standing.items()
            if not is_there
        }
        stood = {(place.key, zone) for place in self._stood for zone in place.zones}
        for lying in self.table.lying:
            if lying.place in stood:
                self._known[lying.mark] = max(1, self._known[lying.mark])

    def _look_for_recalled(self, places: Sequence[Place]) -> None:
        """What was recalled and lies where the match has it is what it was; what has left is no more recalled."""
        if self._recalls:
            self._unseen = set(self._recalled)
        lies = {lying.mark for lying in self.table.lying}
        self._unseen -= lies
        due = {(place.key, zone) for place in places for zone in place.zones}
        self._recalled = {mark for mark in self._recalled & lies if mark[:2] not in due}

    def _forget_what_left(self, places: Sequence[Place], now_ms: int) -> None:
        """What was played and has left the table may come again as something new, once the match has it there no more."""
        lies = Counter(lying.mark for lying in self.table.lying)
        gone_ms = 0 if self._recalls else self._patience.gone_ms
        self._recalls = False
        for mark, count in list(self._known.items()):
            if lies[mark] >= count:
                self._short_since.pop(mark, None)
                continue
            since_ms = self._short_since.setdefault(mark, now_ms)
            key, zone, _ = mark
            is_due = any(one.key == key and zone in one.zones and not self._lies_in(one) for one in places)
            if now_ms - since_ms >= gone_ms and not is_due:
                self._known[mark] = lies[mark]
                self._short_since.pop(mark, None)
                if not self._known[mark]:
                    del self._known[mark]

    def _account_for_followers(
        self, look: Look, readings: Sequence[Reading], places: Sequence[Place]
    ) -> None:
        """What now lies where the match has it, and says no play, will say none later either."""
        followed = {(place.key, zone) for place in places if place.is_followed for zone in place.zones}
        read = {lying.laid for reading in readings for lying in reading.says}
        self.account_for(lying for lying in look.new if lying.place in followed and lying.laid not in read)

    def _overdue(
        self, look: Look, readings: Sequence[Reading], places: Sequence[Place], now_ms: int
    ) -> Desync | None:
        """Things that the table has not put where the match has them; but not those that say a play, or would."""
        wanting = [place for place in places if self._is_wanting(place)]
        self._due_since = {place: self._due_since.get(place, now_ms) for place in wanting}
        late = [
            place
            for place in wanting
            if now_ms - max(self._due_since[place], self.table.moved_ms) >= (place.within_ms or 0)
        ]
        if not late:
            return None
        claimed = {lying.key for reading in readings for lying in reading.says}
        claimed |= {lying.key for lying in look.new if self._meaning.would_be(look, lying) is not None}
        return differs(
            [self._missing(place) for place in late if place.key not in claimed], self._identities, due_told
        )

    def _is_wanting(self, place: Place) -> bool:
        if self._lies_in(place):
            self._excused.discard(place)
            return False
        is_on_mat = any(zone.name in place.zones for zone in self._identities.mat.zones)
        is_under = place.may_be_under and all(lying.key != place.key for lying in self.table.lying)
        is_due = place.within_ms is not None and place not in self._excused
        return is_due and is_on_mat and not is_under and self.table.has_tokens

    def _desync(self, places: Sequence[Place], now_ms: int) -> Desync | None:
        """Things that were seen where the match has them, and lie there no more."""
        missing = []
        for place in places:
            if self._lies_in(place):
                self._excused.discard(place)
            elif place in self._excused or place.is_followed:
                continue  # Whether the table follows is seen to apart.
            elif self._is_astray(place, now_ms) if place.stands else self._was_known(place, now_ms):
                missing.append(self._missing(place))
        return differs(missing, self._identities, missing_told)

    def _lies_in(self, place: Place) -> bool:
        return any((place.key, zone) in self.table.places for zone in place.zones)

    def _was_known(self, place: Place, now_ms: int) -> bool:
        """Whether it was accounted for there, and has been away for longer than patience lasts."""
        lies_elsewhere = any(lying.key == place.key for lying in self.table.lying)
        patience_ms = self._patience.ask_ms if lies_elsewhere else self._patience.missing_ms
        return any(
            key == place.key
            and zone in place.zones
            and count > 0
            and (key, zone, spot) not in self._unseen
            and now_ms - self._short_since.get((key, zone, spot), now_ms) >= patience_ms
            for (key, zone, spot), count in self._known.items()
        )

    def _is_astray(self, place: Place, now_ms: int) -> bool:
        """Whether a piece stands elsewhere than the match has it, or nowhere, for longer than patience lasts."""
        elsewhere = [lying for lying in self.table.lying if lying.key == place.key and not lying.is_hidden]
        if not elsewhere and (place not in self._stood or self._is_covered(place)):
            return False
        if place.may_leave and any(not self._known[lying.mark] for lying in elsewhere):
            return False
        patience_ms = self._patience.ask_ms if elsewhere else self._patience.missing_ms
        if place.patience_ms is not None and (place.may_leave or place not in self._stood):
            patience_ms = place.patience_ms
        return now_ms - self._astray_since.get(place, now_ms) >= patience_ms

    def _is_covered(self, place: Place) -> bool:
        """Whether it lies hidden somewhere: under a hand, or under another piece."""
        return any(lying.key == place.key and lying.is_hidden for lying in self.table.lying)

    def _missing(self, place: Place) -> Missing:
        elsewhere = [lying for lying in self.table.lying if lying.key == place.key]
        now_in = elsewhere[-1].place[1] if elsewhere else None
        return Missing(place, now_in)
