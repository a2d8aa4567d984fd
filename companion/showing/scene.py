"""The scene of a match: all that screens show of it between two plays, as values, without secrets of a seat; its board and
its highlights.

Screens lay it out and put it into a language; they compute nothing. Each game makes its own (`showing/games.py`).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.event import Event, Undone, Voided
from companion.mat import Mat, Zone
from companion.people import KnownPerson, Named, OwnTeam
from companion.showing.card_sign import CardSign
from companion.words import Text, Wording, translate

Words = Text | Wording

Role = Literal["home", "away", "red", "yellow", "gold", "green", "blue", "purple", "orange"]
"""How a side is told apart: by the colour of its pieces, or as home and away."""

Tone = Literal["pitch", "area", "goal", "end", "path", "bench"]
"""The purpose of a cell, if it has a colour."""


@dataclass(frozen=True, slots=True)
class Count:
    """A count of a side: energies 7, hand 5 of 8."""

    name: str
    title: Words
    value: int
    of: int | None = None


DUEL = "duel"
"""The field of cards in a contest: where other values of theirs count there, `Scene.faces` has them by it too."""
PROGRAM = "Companion"
"""The name of the program as a player, in every language."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat: its name, its colour, shape and letter, and its score and counts."""

    seat: str
    name: Words
    role: Role
    score: int | None
    is_active: bool
    counts: tuple[Count, ...] = ()
    marks: tuple[Words, ...] = ()
    """What holds for it now, in a word or two: expelled players, a lasting effect, an order."""
    person: KnownPerson | None = None
    """Who plays it, if that was said."""
    team: OwnTeam | None = None
    """Which of the owners' teams it is."""
    is_program: bool = False
    """Whether the program plays it, or has played it."""

    @property
    def player(self) -> Text | None:
        """Its person, or the program; None if nobody was named."""
        name = self.person.name if self.person is not None else PROGRAM if self.is_program else ""
        return Text("{name}", name=name) if name else None

    @property
    def called(self) -> Words:
        """Who plays it, or the side itself if nobody was named."""
        return self.name if self.player is None else self.player

    @property
    def sign(self) -> str:
        """The mark of its person; empty if nobody was named."""
        return "" if self.person is None else self.person.sign

    @property
    def who(self) -> Words:
        """The side with the name of who plays it: `Anna (Bellecombre)`."""
        if self.player is None:
            return self.name
        return Text("{person} ({club})", person=self.player, club=self.name)

    @property
    def club(self) -> Text | None:
        """The side itself, beside who plays it; None if nobody was named."""
        return None if self.player is None else Text("{club}", club=self.name)


@dataclass(frozen=True, slots=True)
class Waited:
    """A seat that the match waits for (None: everybody), and words that say what to do."""

    seat: str | None
    says: Words


@dataclass(frozen=True, slots=True)
class ShownDie:
    """A die that is drawn: its kind, its face (empty: it has not fallen yet), and the face in words."""

    die: str
    face: str
    says: Words


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line of arithmetic: what counts, its value (None: unknown yet, or only a reason), and the section of the rulebook."""

    says: Words
    value: str | None = None
    cite: str | None = None
    is_reason: bool = False
    """It says why the line before it is multiplied; it adds nothing itself."""
    card: Words | None = None
    """The card that it counts for, where many cards of a side count and the words do not name it."""
    times: int = 1
    """What multiplies the value."""
    is_turned: bool = False
    """It counts what was hidden or rolled: a card that was turned over, or a die."""
    dice: tuple[ShownDie, ...] = ()
    """The dice that a screen draws in place of the value."""

    @property
    def amount(self) -> str:
        """Return the value as it is written: `4 ×2`."""
        if self.times == 1:
            return self.value or ""
        return f"{self.value} ×{self.times}" if self.value else f"×{self.times}"


@dataclass(frozen=True, slots=True)
class CardSide:
    """One side of a card, in its deck's colour or `seat`'s. `counts`: which value is lit (empty: none; None: the best)."""

    ref: str
    is_back: bool = False
    counts: str | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class OtherSide:
    """The other side of a card: its face, and what it says."""

    face: CardSide
    says: Words


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that was laid face down in a contest: its back, which is like those of others, and its front once it is turned
    over.
    """

    back: CardSide
    front: CardSide | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """One side of a contest: its role, its cards, and the lines of its sum. `is_open`: lines may be added later. If it has no
    seat, it stands for all players, or for the number to reach.
    """

    seat: str | None
    role: Words
    cards: tuple[str, ...]
    lines: tuple[SumLine, ...]
    total: int | None
    is_open: bool
    chance_percent: int | None = None
    has_won: bool = False
    """It has won the contest, which is settled."""
    laid: tuple[LaidCard, ...] = ()
    """The cards that were laid face down beside its cards, in the order in which they are turned over."""
    uncounted: int = 0
    """How many announced cards its chance leaves out, because nobody knows yet which they are."""

    @property
    def turned_count(self) -> int:
        """Return how many of the laid cards are turned over."""
        return sum(card.front is not None for card in self.laid)


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of a sum as it is told in words: with its card, unless that is the card of the line before.

    `is_under`: it belongs to the line above.
    """

    says: Words
    amount: str
    is_under: bool = False


def told_lines(scale: Scale) -> tuple[SpokenLine, ...]:
    """Return the lines of a side's sum as they are told."""
    told, last = [], None
    for line in scale.lines:
        is_more = line.card is not None and line.card == last
        says = (
            line.says
            if line.card is None or is_more
            else Text("{card}: {line}", card=line.card, line=line.says)
        )
        told.append(SpokenLine(says, line.amount, line.is_reason or is_more))
        last = line.card or (last if line.is_reason else None)
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of two sides, or of one against a number. `foul_percent`, or `level_percent`, is what both chances leave."""

    title: Words
    scales: tuple[Scale, ...]
    foul_percent: int | None = None
    level_percent: int | None = None
    outcome: Words | None = None
    """The winner once it is settled; it is shown until the next play."""
    is_failed: bool = False
    """Whether the sides, who play together, have failed together."""
    notes: tuple[Text, ...] = ()
    """What follows from the outcome and is in no sum, one sentence each."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a board, with its name in plays, and its rectangle in millimetres of the mat."""

    name: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    tone: Tone = "pitch"
    sign: str = ""
    """What is printed on it and must be read, though a piece stands there."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a board: its name in plays, the number written on it, its title, its owner, and its place. Its colour and
    shape tell whose it is.
    """

    name: str
    number: Words
    title: Words
    seat: str | None
    cell: str
    is_lying: bool = False
    has_ball: bool = False
    marks: tuple[Words, ...] = ()
    """What lies beside it, in a word or two: stunned, injured."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way over a board, of a piece or of the ball: its cells from the first to the last."""

    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board from above as it lies on the mat: its size in millimetres, its cells, and its pieces."""

    width_mm: float
    height_mm: float
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    ball: str | None
    """The cell of the ball, if nobody has it."""
    last: tuple[Way, ...] = ()
    """The ways that the last play took."""
    is_set_up: bool = False
    """The last play has led to a new beginning: pieces and ball were put back, and have gone no ways."""
    is_ball_up: bool = False
    """The ball does not lie in its cell: it is in the air above it."""
    legend: Text | None = None
    """What the signs of its cells mean."""


ZoneTone = Literal["way", "near", "far"]
"""What a zone of a pitch is for: the ball goes on from it, or is shot from near or from afar."""


@dataclass(frozen=True, slots=True)
class PitchZone:
    """A zone of a pitch: its name in plays, the words on it, and its middle as shares of the pitch's width and height.

    `ways` are the zones where the ball may go from here.
    """

    name: str
    says: Words
    across: float
    up: float
    ways: tuple[str, ...]
    tone: ZoneTone


@dataclass(frozen=True, slots=True)
class Pitch:
    """The pitch of an attack as its card has it, with the goal on top; `ball` is the zone where the ball is."""

    title: Words
    zones: tuple[PitchZone, ...]
    ball: str
    role: Role | None = None
    """Whose ball it is."""
    areas: tuple[str, ...] = ()
    """The areas of the goal at which a shot may aim, as plays name them: the upper three from the left, then the lower."""


@dataclass(frozen=True, slots=True)
class TrackStep:
    """A step of a track: its name, and whether it is passed, current, or ahead."""

    title: Words
    state: Literal["done", "now", "ahead"]
    roles: tuple[Role, ...] = ()
    """The sides that stand on it."""


@dataclass(frozen=True, slots=True)
class Track:
    """A row of steps along which the match moves: cards under the happy boss, under the angry one, rounds."""

    title: Words
    steps: tuple[TrackStep, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat, and whether it has laid its card, while nobody may see which card it is.

    `has_shown`: it has said which card that is, after all have laid theirs.
    """

    seat: str
    has_placed: bool
    has_shown: bool = False


@dataclass(frozen=True, slots=True)
class Duty:
    """What hands have to do at the table after a play: a person's own duty, or with no seat anybody's.

    `laid` are the keys of the things that then lie where the match has them, `gone` those of the things that then lie on the
    mat no more; without them no camera can tell. `is_done`: the camera has seen it. `about`: a later duty about the same
    thing takes its place.
    """

    seat: str | None
    says: Words
    about: str = ""
    laid: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is shown of a match. `headline` describes its state, `waited` says whom it waits for."""

    game: str
    headline: Words
    sides: tuple[Side, ...]
    waited: tuple[Waited, ...]
    contest: Contest | None = None
    board: Board | None = None
    pitch: Pitch | None = None
    tracks: tuple[Track, ...] = ()
    placed: tuple[Placed, ...] = ()
    order: Words | None = None
    """The demand on all players together: the customer's order."""
    duties: tuple[Duty, ...] = ()
    """What hands have still to do at the table."""
    terms: tuple[Words, ...] = ()
    """What is at stake and what applies to all, one sentence each: the effect of a success, or an effect until the end."""
    signs: tuple[CardSign, ...] = ()
    """The signs of the cards that are chosen among now, for those who do not know them yet."""
    visible: tuple[CardSide, ...] = ()
    """Cards that lie open for all."""
    is_over: bool = False
    result: Words | None = None
    why_over: Words | None = None
    """Why a match with a winner is over."""
    names: dict[str, Words] = field(default_factory=dict)
    """The names of cards, pieces and places, by their names in plays.

    A name that differs in one field has the key of field and name: `order RO001-001`; kinds of play, as verbs, have the
    key `play`: `play end_turn`.
    """
    details: dict[str, Words] = field(default_factory=dict)
    """The details of cards, by the same names: the effect of a card, or its print, which tells cards with one name apart."""

    confirmed: frozenset[str] = frozenset()
    """The kinds of plays that cost much, such as the end of a turn: their buttons stand apart, and are confirmed."""
    rare: frozenset[str] = frozenset()
    """The kinds of plays that are seldom made; they stand one touch further."""
    kind_seats: tuple[str, ...] = ()
    """The kinds of plays whose buttons have seats of their own in this phase, which they keep while they are not possible.
    """
    by_carrier: frozenset[str] = frozenset()
    """The kinds of plays that the piece with the ball makes, though they do not name it: a pass to a cell."""
    asks: dict[str, Words] = field(default_factory=dict)
    """The game's own questions for kinds of play, and for their fields, such as `move.to`."""
    alike: dict[str, str] = field(default_factory=dict)
    """Of cards that only their references tell apart, the first one: which of them is chosen changes nothing."""
    score_title: Words | None = None
    """What the scores count, where it does not go without saying."""
    bold: frozenset[str] = frozenset()
    """The references of cards whose faces show little, in large signs: they are read at any size."""
    distinctions: dict[str, Words] = field(default_factory=dict)
    """For cards whose faces look alike a few signs that tell them apart, by field and name: `order RO001-001`."""
    other_sides: dict[str, OtherSide] = field(default_factory=dict)
    """For cards whose faces look alike the sides that tell them apart, by the same keys."""
    value_seats: dict[str, tuple[int | str, ...]] = field(default_factory=dict)
    """For a field of plays the values that have seats of their own, so that each stands in the same place for every side,
    and the seat of one that cannot be chosen stays empty.
    """
    faces: dict[str, CardSide] = field(default_factory=dict)
    """The faces of cards, by their names in plays, with the same keys as `names`; a key that begins with a seat is for
    cards of which each seat has one.
    """

    def face(self, field: str, value: object, seat: str | None = None) -> CardSide | None:
        """Return the face of a field's value in a play of a seat; None for what is no card."""
        keys = (f"{seat} {field} {value}", f"{field} {value}", str(value))
        return next((self.faces[key] for key in keys if key in self.faces), None)

    def name(self, field: str, value: object) -> Words | None:
        """Return the name of a field's value; None for a value that needs none, such as a number."""
        return self.names.get(f"{field} {value}") or self.names.get(str(value))

    def side(self, seat: str) -> Side:
        """Return a side. Raises `KeyError`."""
        for side in self.sides:
            if side.seat == seat:
                return side
        raise KeyError(seat)


def in_order(contest: Contest, scene: Scene) -> list[Scale]:
    """Return each scale of a contest where the scoreboard has its side; a number to reach stands last."""
    seats = [side.seat for side in scene.sides]
    return sorted(
        contest.scales, key=lambda scale: len(seats) if scale.seat is None else seats.index(scale.seat)
    )


def with_names(scene: Scene, named: Named, programs: Collection[str] = ()) -> Scene:
    """Return the scene with who plays each side, and which of the owners' teams it is. `programs`: the seats that the program
    plays.
    """
    if not (named.people or named.teams or programs):
        return scene
    sides = (
        replace(
            side,
            person=named.people.get(side.seat),
            team=named.teams.get(translate(side.name, "en")) if named.teams else None,
            is_program=side.seat in programs,
        )
        for side in scene.sides
    )
    return replace(scene, sides=tuple(sides))


# --- highlight


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The score of a seat before and after a play."""

    seat: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Highlight:
    """The highlight of one play.

    `is_reveal`: it settled a contest, whose cards turn and whose totals count up. `word` is what fills the stage (None:
    nothing does), `who` and `face` tell who did it, `seat` for which side, `scores` what has changed. `run_up` are the
    plays that led to it, the last one at the end.
    """

    is_reveal: bool = False
    word: Words | None = None
    who: Words | None = None
    seat: str | None = None
    face: CardSide | None = None
    scores: tuple[ScoreChange, ...] = ()
    run_up: tuple[Text, ...] = ()


def scored(score: dict[str, int], seat: str) -> tuple[ScoreChange, ...]:
    """Return each seat's score before and after a point of `seat`. `score` already counts the point."""
    return tuple(
        ScoreChange(str(one), points - (1 if one == seat else 0), points) for one, points in score.items()
    )


# --- boards


def zones_for(mat: Mat, role: str, names: Iterable[str]) -> dict[str, Zone] | None:
    """Return the mat's zones for these places; None if one is missing, because the mat shows another board."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == role}
    wanted = list(names)
    return {name: zones[name] for name in wanted} if zones.keys() >= set(wanted) else None


def cell_of(zone: Zone, tone: Tone = "pitch") -> Cell:
    """Return a mat's zone as a cell of a board."""
    return Cell(zone.name, zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, tone)


def ways_taken(before: Board, after: Board, last: Sequence[Event]) -> tuple[Way, ...]:
    """Return the ways of pieces and ball between two positions, after the events of the play that led from one to the
    other. A walk whose play tells each cell goes over all of them.
    """
    stood = {piece.name: piece.cell for piece in before.pieces}
    field = {cell.name for cell in after.cells if cell.tone != "bench"}
    paths = [path for event in last if isinstance(path := getattr(event, "path", None), tuple) and path]
    ways = []
    for piece in after.pieces:
        start = stood.get(piece.name, piece.cell)
        if start != piece.cell and {start, piece.cell} <= field:
            path = next((path for path in paths if path[-1] == piece.cell), (piece.cell,))
            ways.append(Way((start, *map(str, path))))
    from_cell, to_cell = _ball_cell(before), _ball_cell(after)
    is_carried = any(way.cells[-1] == to_cell and way.cells[0] == from_cell for way in ways)
    if from_cell is not None and to_cell is not None and from_cell != to_cell and not is_carried:
        ways.append(Way((from_cell, to_cell)))
    return tuple(ways)


def with_ways(before: Scene | None, scene: Scene, last: Sequence[Event], *, goes_on: bool = False) -> Scene:
    """Return a scene whose board shows the ways of the last play, after those shown before if the same player `goes_on`."""
    if before is None or before.board is None or scene.board is None:
        return scene
    if scene.board.is_set_up or any(isinstance(event, Undone | Voided) for event in last):
        return scene
    ways = (*(before.board.last if goes_on else ()), *ways_taken(before.board, scene.board, last))
    return replace(scene, board=replace(scene.board, last=ways))


def without_odds(scene: Scene) -> Scene:
    """Return a scene that tells the chances of no side."""
    if scene.contest is None:
        return scene
    scales = tuple(replace(scale, chance_percent=None) for scale in scene.contest.scales)
    contest = replace(scene.contest, scales=scales, foul_percent=None, level_percent=None)
    return replace(scene, contest=contest)


def as_settled(before: Scene | None, scene: Scene) -> Scene:
    """Return a scene whose settled contest stands on the pitch where it was fought, even after the attack is over, and with
    the sides that it had before one die settled it.
    """
    contest = scene.contest
    if before is None or contest is None or contest.outcome is None:
        return scene
    return replace(scene, pitch=scene.pitch or before.pitch, contest=_with_sides(before.contest, contest))


def _with_sides(before: Contest | None, settled: Contest) -> Contest:
    """Return a contest that one die has settled, with both its sides: the last one has rolled it."""
    if before is None or before.outcome is not None or before.title != settled.title:
        return settled
    if len(before.scales) == 1 or len(settled.scales) != 1:
        return settled
    *others, rolled = (replace(scale, chance_percent=None) for scale in before.scales)
    (fell,) = settled.scales
    return replace(
        settled,
        scales=(
            *(replace(scale, has_won=not fell.has_won) for scale in others),
            replace(
                rolled,
                lines=(*rolled.lines, *fell.lines),
                total=fell.total or rolled.total,
                has_won=fell.has_won,
            ),
        ),
    )


def _ball_cell(board: Board) -> str | None:
    return next((piece.cell for piece in board.pieces if piece.has_ball), board.ball)
