"""A table for the tests of reading: things are laid on zones of a game's mat, and a reader looks."""

from collections.abc import Sequence
from typing import Any

from companion.ids import ObservationId
from companion.mat import SQUARE_MM, Unrest, ZonesSeen
from companion.match import Match, Outcome
from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.play import write_play
from companion.reading.answer import Answer, Desync, Puzzle, SureReading, TableQuestion
from companion.reading.games import MEANINGS
from companion.reading.identity import Identities, equals_in, names_of, owners_in
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of
from companion.words import Text, translate
from tests.plays import json_of

TOLD = (SureReading, TableQuestion, Puzzle, Desync)


class TestTable:
    """A match, its mat and a reader; time is the table's own."""

    __test__ = False

    def __init__(self, game: str, setup: Json, cards: Sequence[Json], plays: Sequence[Json] = ()) -> None:
        self.mat = mat_of(game)
        self.match = Match(GAMES[game], setup, cards)
        self.things = Identities(
            self.mat, names_of(cards), {}, equals=equals_in(cards), owners=owners_in(setup)
        )
        self.reader = Reader(GAMES[game], MEANINGS[game], self.things)
        self.now_ms = 0
        self._things: dict[int, Sighting] = {}
        self._sightings = 0
        self.reader.sees(0, is_seeing=True)
        self.wait(2000)
        for play in plays:
            self.play(play)

    def play(self, play: Json) -> Outcome:
        """A play that was told by hand."""
        outcome = self.match.submit_json(play)
        assert outcome.ok, outcome.refusal
        return outcome

    # --- what happens on the mat

    def lay(
        self, text: str, zone: str, *, shift_mm: tuple[int, int] = (0, 0), what: What | None = None
    ) -> int:
        """A card, a command card or (by its number) a token comes to lie in a zone."""
        thing = len(self._things) + 1
        self._see(thing, text, zone, SightingState.START, shift_mm, what)
        return thing

    def lay_face(self, zone: str, reading: ReadingStatus, *candidates: str) -> int:
        """A card comes to lie in a zone whose face is seen and not read."""
        thing = len(self._things) + 1
        x_mm, y_mm = next(one for one in self.mat.zones if one.name == zone).middle_mm
        self._sightings += 1
        seen = Sighting(
            ObservationId(f"sight-{self._sightings}"),
            self.now_ms,
            "",
            zone,
            What.FACE,
            SightingState.START,
            thing,
            at_mm=(round(x_mm), round(y_mm)),
            reading=reading,
            candidates=candidates,
        )
        self._things[thing] = seen
        self.reader.see(seen)
        return thing

    def move(self, thing: int, zone: str) -> None:
        self._see(thing, self._things[thing].reads, zone, SightingState.UPDATE, (0, 0))

    def put(self, thing: int, at_mm: tuple[int, int]) -> None:
        """A thing lies at a place, in a zone or beside them."""
        self._see_at(thing, self._things[thing].reads, None, SightingState.UPDATE, at_mm)

    def cover(self, thing: int) -> None:
        self._tell(thing, SightingState.HIDDEN)

    def take(self, thing: int) -> None:
        self._tell(thing, SightingState.END)

    def hands(self, *, are_over: bool) -> None:
        """Hand come over the table, or the last has gone."""
        self.reader.rests(self.now_ms, is_at_rest=not are_over)

    def hand_moves(self, *zones: str) -> None:
        """A hand moves over the middles of these zones, and nowhere else."""
        middles = [next(one for one in self.mat.zones if one.name == zone).middle_mm for zone in zones]
        squares = frozenset((int(x_mm // SQUARE_MM), int(y_mm // SQUARE_MM)) for x_mm, y_mm in middles)
        self.reader.rests(self.now_ms, is_at_rest=not zones, unrest=Unrest(squares))

    def shine(self, *zones: str) -> None:
        """Light hides what came to rest in these zones just now, and in no others."""
        glaring = frozenset((zone, self.now_ms) for zone in zones)
        self.reader.rests(self.now_ms, is_at_rest=True, zones=ZonesSeen(glaring=glaring))

    def half_cover(self, *zones: str) -> None:
        """A card that came to rest in these zones just now is half covered, or bent."""
        covered = frozenset((zone, self.now_ms) for zone in zones)
        self.reader.rests(self.now_ms, is_at_rest=True, zones=ZonesSeen(covered=covered))

    def wait(self, ms: int) -> None:
        self.now_ms += ms

    def _see(
        self,
        thing: int,
        text: str,
        zone: str,
        state: SightingState,
        shift_mm: tuple[int, int],
        what: What | None = None,
    ) -> None:
        x_mm, y_mm = next(one for one in self.mat.zones if one.name == zone).middle_mm
        self._see_at(thing, text, zone, state, (round(x_mm) + shift_mm[0], round(y_mm) + shift_mm[1]), what)

    def _see_at(
        self,
        thing: int,
        text: str,
        zone: str | None,
        state: SightingState,
        at_mm: tuple[int, int],
        what: What | None = None,
    ) -> None:
        what = what or (What.TAG if text.isdecimal() else What.QR)
        self._sightings += 1
        name = ObservationId(f"sight-{self._sightings}")
        seen = Sighting(name, self.now_ms, text, zone, what, state, thing, at_mm=at_mm)
        self._things[thing] = seen
        self.reader.see(seen)

    def _tell(self, thing: int, state: SightingState) -> None:
        seen = self._things[thing]
        self.reader.see(
            Sighting(seen.id, self.now_ms, seen.reads, None, seen.what, state, thing, at_mm=seen.at_mm)
        )

    # --- what is read

    def look(self, after_ms: int = 400, *kinds: type) -> Answer | None:
        """What the table says, looked at every 100 ms until something of these kinds is said or the time is over."""
        for _ in range(after_ms // 100):
            self.wait(100)
            answer = self.reader.read(self.match.state, self.now_ms)
            if isinstance(answer, kinds or TOLD):
                return answer
        return None

    def played(self, after_ms: int = 400) -> Json:
        """The play that is read, submitted and accounted for."""
        answer = self.look(after_ms, SureReading)
        assert isinstance(answer, SureReading), answer
        if answer.instead:
            self.play({"play": "undo", "to": self.match.entries[-answer.instead].seq})
        before = self.match.state
        for play in (*answer.before, answer.play):
            outcome = self.match.submit(play, answer.evidence)
            assert outcome.ok, outcome.refusal
        self.reader.heard(answer, before, self.match.state)
        said: Json = write_play(answer.play)
        return said

    def asked(self, after_ms: int = 3000) -> tuple[Json, ...]:
        """What a question offers."""
        answer = self.look(after_ms)
        assert isinstance(answer, TableQuestion), answer
        return tuple(json_of(answer.options))

    def told(self, after_ms: int = 4000) -> str:
        """What a puzzle or a contradiction says, in English."""
        answer = self.look(after_ms)
        assert isinstance(answer, Puzzle | Desync), answer
        says: Text = answer.says if isinstance(answer, Puzzle) else answer.says[0]
        return translate(says, "en")

    def remarked(self, after_ms: int) -> list[str]:
        """What is said once, without an answer, in English."""
        said: list[Text] = []
        for _ in range(after_ms // 100):
            self.look(100)
            said += self.reader.remarks(self.now_ms)
        return [translate(text, "en") for text in said]

    @property
    def view(self) -> Any:
        return self.match.view()
