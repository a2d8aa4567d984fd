"""Compares the things on the table with where the match has them: what is missing, what must still be laid, what lies there
twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from companion.observation import What
from companion.reading import patience
from companion.reading.accounts import Accounts, At
from companion.reading.answer import Desync, Missing, differs, missing_told
from companion.reading.game_reading import ExpectedPlace, Holds
from companion.reading.identity import Identities, MatchCard
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.words import Text

# --- copies
# Finds things that lie on the table more often than the match has them: doubled or forged codes.
#
# None of them is ever read as a second card of the kind: the rules refuse what a seat does not have. That is said,
# once. What one of them would play is asked about, because nobody knows which of them is the card.


class Copies:
    """Counts the copies of each card and token on one table."""

    def __init__(self, table: TableSightings, identities: Identities) -> None:
        self._table = table
        self._identities = identities
        self._said: Counter[str] = Counter()
        """For each key, the most copies that were spoken of."""

    def too_many(self, now_ms: int) -> list[Text]:
        """Return a sentence for each thing that lies on the table too often: once, and again when there are more."""
        by_code: dict[tuple[str, What], list[PlacedThing]] = {}
        for lying in self._table.steady(now_ms, patience.PUZZLE_MS):
            if not lying.is_hidden and (lying.ref is not None or lying.is_token):
                by_code.setdefault((lying.key, lying.sighting.what), []).append(lying)
        said = []
        for (key, _), copies in by_code.items():
            has = self._identities.copies_of(copies[0].what)
            if len(copies) > max(has, self._said[key]):
                self._said[key] = len(copies)
                said.append(self._told(copies, has))
        return said

    def of(self, lying: PlacedThing) -> tuple[PlacedThing, ...]:
        """Return all that lie in sight of a card that lies there too often; nothing of any other."""
        if lying.ref is None:
            return ()
        found = [one for one in self._table.lying if one.ref == lying.ref and not one.is_hidden]
        return tuple(found) if len(found) > self._identities.copies_of(lying.what) else ()

    def _told(self, copies: Sequence[PlacedThing], has: int) -> Text:
        thing = self._identities.told(copies[0].what)
        zones = self._identities.zones_told([lying.zone.name for lying in copies if lying.zone is not None])
        if isinstance(copies[0].what, MatchCard):
            return Text(
                "{thing} lies on the table {count} times ({zones}), and this match has it {has} times: the extra ones do not count, take them away",
                thing=thing,
                count=str(len(copies)),
                zones=zones,
                has=str(has),
            )
        return Text(
            "{thing} lies on the table {count} times ({zones}): only one of them can be right, take the others away",
            thing=thing,
            count=str(len(copies)),
            zones=zones,
        )


# --- expected places


def places_of(places: Iterable[ExpectedPlace]) -> set[At]:
    """Return the pairs of a thing and a zone in which it may lie."""
    return {(place.key, zone) for place in places for zone in place.zones}


class Whereabouts:
    """Compares where a match expects its cards and pieces with where they lie on the table."""

    def __init__(self, table: TableSightings, accounts: Accounts, identities: Identities) -> None:
        self._table = table
        self._accounts = accounts
        self._identities = identities
        self._places: Sequence[ExpectedPlace] = ()
        self._due_since: dict[ExpectedPlace, int] = {}
        """What the table has still to put where the match has it, and since when."""
        self._astray_since: dict[ExpectedPlace, int] = {}
        """Board pieces that do not stand where the match has them, and since when."""
        self._excused: set[ExpectedPlace] = set()
        self._been: set[ExpectedPlace] = set()
        """Places of the match where the table has had the thing."""

    # --- what a look is told

    @property
    def stood(self) -> frozenset[str]:
        """The keys of things that have lain where the match has them now."""
        return frozenset(place.key for place in self._been)

    @property
    def excused(self) -> frozenset[str]:
        """The keys of missing things that a person declared right."""
        return frozenset(place.key for place in self._excused)

    def lifted(self, now_ms: int) -> frozenset[str]:
        """Return the keys of pieces that stood in their places, may leave, and have been nowhere on the mat for some time."""
        lies = {lying.key for lying in self._table.lying}
        return frozenset(
            place.key
            for place in self._stood()
            if place.may_leave
            and place.key not in lies
            and now_ms - self._astray_since.get(place, now_ms) >= patience.LIFTED_MS
        )

    # --- what happens

    def excuse(self, desync: Desync) -> None:
        """Take note that a person declared the table right as it is."""
        self._excused.update(missing.place for missing in desync.missing)

    def follow(
        self,
        places: Sequence[ExpectedPlace],
        now_ms: int,
        *,
        is_first_look: bool,
        laid_after: Collection[str] = (),
    ) -> None:
        """Take the places where the match has things now.

        Pieces that stand there are accounted for; for the others the time since then is kept. Cards that nobody saw
        being laid, because their plays were touched or typed, are accounted for at the first look and doubted later.
        `laid_after`: cards that people lay after their plays; they are never doubted.
        """
        self._places = places
        lies = {place: self._lies_in(place) for place in places}
        had = {place.key for place in self._been}
        for place in places:
            if place.holds is Holds.CARD and lies[place] and place.key not in had:
                self._find(place, is_sure=is_first_look or place.key in laid_after)
        self._been = {place for place in places if lies[place] or place in self._been}
        self._astray_since = {
            place: self._astray_since.get(place, now_ms)
            for place in places
            if place.holds is Holds.PIECE and not lies[place]
        }
        stood = self.at_home()
        for lying in self._table.lying:
            if lying.place in stood:
                self._accounts.stand(lying)

    def _find(self, place: ExpectedPlace, *, is_sure: bool) -> None:
        """Account for or doubt a card that lies for the first time where the match has it."""
        if self._accounts.is_recalled(place.key):
            return
        for lying in self._table.lying:
            if lying.key != place.key or lying.place[1] not in place.zones or self._accounts.knows(lying):
                continue
            if is_sure:
                self._accounts.account_for((lying,))
            else:
                self._accounts.doubt(lying)

    def _stood(self) -> list[ExpectedPlace]:
        """Return the places of pieces that have stood where the match has them now."""
        return [place for place in self._been if place.holds is Holds.PIECE]

    def at_home(self) -> set[At]:
        """Return the pieces that have stood where the match has them, with the zones."""
        return places_of(self._stood())

    def has_lain(self, place: ExpectedPlace) -> bool:
        """Tell whether the table has had a thing in a place where the match has it now."""
        return place in self._been

    def lies_right(self, key: str) -> bool:
        """Tell whether a thing is seen where the match has it."""
        places = [place for place in self._places if place.key == key]
        return bool(places) and any(map(self._lies_in, places))

    def missed(self) -> set[At]:
        """Return the places in which the match has things that lie in none of them."""
        return places_of(place for place in self._places if not self._lies_in(place))

    def account_for_markers(self, new: Iterable[PlacedThing], said: Collection[int]) -> None:
        """Account for markers that now lie where the match has them and mean no play.

        `said` are the layings that mean a play.
        """
        right = places_of(place for place in self._places if place.holds is Holds.MARKER)
        self._accounts.account_for(lying for lying in new if lying.place in right and lying.laid not in said)

    # --- what is wrong

    def desync(self, now_ms: int, rests_ms: int) -> Desync | None:
        """Return the things that were seen where the match has them, and no longer lie there.

        `rests_ms`: for how long no hand has moved over the table.
        """
        missing = []
        for place in self._places:
            if self._lies_in(place):
                self._excused.discard(place)
            elif place in self._excused or place.holds is Holds.MARKER:
                continue  # Whether markers follow is seen to apart.
            elif (
                self._is_astray(place, now_ms, rests_ms)
                if place.holds is Holds.PIECE
                else self._is_gone(place, now_ms, rests_ms)
            ):
                missing.append(self._missing(place))
        return differs(missing, self._identities, missing_told)

    def overdue(self, now_ms: int, rests_ms: int) -> list[Missing]:
        """Return the markers that players have not put where the match has them in the time allowed, or before they
        went on with something else.
        """
        return [
            self._missing(place)
            for place in self._wanting(now_ms)
            if now_ms - max(self._due_since[place], self._table.moved_ms) >= (place.patience_ms or 0)
            or (self._table.moved_ms > self._due_since[place] and rests_ms >= patience.LEFT_MS)
        ]

    def is_settled(self, moved: Collection[str], now_ms: int) -> bool:
        """Tell whether all cards and markers lie where the match has them. Left out are `moved`, the keys of things
        that were just laid, and tokens that the table does not use.
        """
        away = (
            place
            for place in self._places
            if place.holds is Holds.CARD
            and place not in self._excused
            and not self._lies_in(place)
            and self._accounts.away_ms(place.key, place.zones, now_ms)
        )
        wanting = (
            place
            for place in self._wanting(now_ms)
            if self._table.has_seen(place.key) or self._table.has_seen(place.turned)
        )
        return all(place.key in moved or place.turned in moved for place in (*away, *wanting))

    def _wanting(self, now_ms: int) -> list[ExpectedPlace]:
        """Return the places of markers that are still to be put there."""
        wanting = [place for place in self._places if self._is_wanting(place)]
        self._due_since = {place: self._due_since.get(place, now_ms) for place in wanting}
        return wanting

    def _is_wanting(self, place: ExpectedPlace) -> bool:
        if self._lies_in(place):
            self._excused.discard(place)
            return False
        is_on_mat = any(zone.name in place.zones for zone in self._identities.mat.zones)
        is_due = place.holds is Holds.MARKER and place.patience_ms is not None and place not in self._excused
        return is_due and is_on_mat and not self._is_under(place) and self._table.has_tokens

    def _lies_in(self, place: ExpectedPlace) -> bool:
        return any((place.key, zone) in self._table.places for zone in place.zones)

    def _is_gone(self, place: ExpectedPlace, now_ms: int, rests_ms: int) -> bool:
        """Tell whether a thing was accounted for in a place and has been away for too long."""
        lies_elsewhere = any(lying.key == place.key for lying in self._table.lying)
        patience_ms = patience.ASTRAY_MS if lies_elsewhere else patience.MISSING_MS
        away_ms = self._accounts.away_ms(place.key, place.zones, now_ms)
        if away_ms is None or away_ms < patience.GONE_MS:
            return False
        return away_ms >= patience_ms or rests_ms >= patience.LEFT_MS

    def _is_astray(self, place: ExpectedPlace, now_ms: int, rests_ms: int) -> bool:
        """Tell whether a piece has stood in a wrong place, or nowhere, for too long; in a wrong one since hands were there
        and have gone is long enough.
        """
        elsewhere = [lying for lying in self._table.lying if lying.key == place.key and not lying.is_hidden]
        if not elsewhere and (place not in self._been or self._is_covered(place) or self._is_under(place)):
            return False
        if place.may_leave and not all(map(self._accounts.knows, elsewhere)):
            return False
        patience_ms = patience.ASTRAY_MS if elsewhere else patience.MISSING_MS
        if place.patience_ms is not None and (place.may_leave or place not in self._been):
            patience_ms = place.patience_ms
        since_ms = self._astray_since.get(place, now_ms)
        has_been_left = self._table.moved_ms >= since_ms and rests_ms >= patience.LEFT_MS
        return now_ms - since_ms >= patience_ms or (bool(elsewhere) and has_been_left)

    def _is_covered(self, place: ExpectedPlace) -> bool:
        """Tell whether a piece lies hidden somewhere, under a hand or another piece."""
        return any(lying.key == place.key and lying.is_hidden for lying in self._table.lying)

    def _is_under(self, place: ExpectedPlace) -> bool:
        """Tell whether a thing that is seen nowhere may lie under the thing that is seen in its place."""
        is_hidden_by = any((place.may_be_under, zone) in self._table.places for zone in place.zones)
        return is_hidden_by and all(lying.key != place.key for lying in self._table.lying)

    def _missing(self, place: ExpectedPlace) -> Missing:
        elsewhere = [lying for lying in self._table.lying if lying.key == place.key]
        now_in = elsewhere[-1].place[1] if elsewhere else None
        return Missing(place, now_in)
