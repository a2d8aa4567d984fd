"""Builds the scene of Boufbowl: the field turned as the mat, the current opposition, and what each coach has left."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.play import Play
from companion.rules.boufbowl.board import Board as Field
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import buyer_seat
from companion.rules.boufbowl.checks import card_name, side_name
from companion.rules.boufbowl.events import (
    BallState,
    Cards,
    EffectShown,
    Injured,
    Marker,
    Moved,
    StoodUp,
    TryScored,
)
from companion.rules.boufbowl.judge import winner
from companion.rules.boufbowl.plays import Bonus, Dice, Move, Pass, Place, Stand, Tackle
from companion.rules.boufbowl.sheet import HAND
from companion.rules.boufbowl.state import OFF, Figure, Phase, Stage, State
from companion.rules.engine import Expectation, Rules
from companion.showing.boufbowl.contest import arithmetic, contest_of, highlight
from companion.showing.boufbowl.duties import duties, moves
from companion.showing.boufbowl.ways import boufbowl_aside, boufbowl_ways
from companion.showing.boufbowl.words import alike_of, details_of, instruction, names_of
from companion.showing.scene import (
    Board,
    CardSide,
    Cell,
    Count,
    Duty,
    Highlight,
    Piece,
    Scene,
    Side,
    SumLine,
    Words,
    cell_of,
    zones_for,
)
from companion.showing.scene_builder import BaseSceneBuilder, unbroken_score, waits
from companion.showing.ways import Ways
from companion.words import Text, joined, word

OWN_ZONE_MM = 85
"""Millimetres of one unit of a board that no mat is printed for."""
BENCH_GAP_MM = 6.0
BENCH_SHARE = 0.6
"""How high a bench is on a screen, as a share of a zone."""

ASKS: dict[str, Words] = {"move.to": Text("to which zone?"), "pass.to": Text("to whom?")}
SEATS = ("move", "pass", "tackle", "chandelle", "card")
CONFIRMED = frozenset(("end_turn", "done"))
_PHASES = {
    Phase.PLACEMENT: Text("placement"),
    Phase.KICKOFF: Text("kick-off"),
    Phase.DRAW: Text("cards are drawn"),
    Phase.PLAY: Text("play phase"),
    Phase.OPPOSITION: Text("opposition"),
    Phase.END: Text("end of the turn"),
    Phase.TRAINING: Text("training after the try"),
    Phase.OVER: Text("the match is over"),
}
_MARKERS = {Marker.STUNNED: Text("stunned"), Marker.KO: Text("K.O.")}


class BoufbowlSceneBuilder(BaseSceneBuilder):
    """The scene builder of Boufbowl. See `showing.scene_builder.SceneBuilder`."""

    game = "boufbowl"
    goals = frozenset((TryScored.kind,))
    run_up = frozenset(("pass", "catch"))
    goal_says = Text("Try")
    draw_says: Text | None = Text("the rules have no extra time")
    notable: frozenset[str] = frozenset(("try", "injured"))
    conceals: Mapping[str, str] = MappingProxyType({"order": "card", Bonus.kind: "cards"})
    opens: Mapping[str, str] = MappingProxyType({Bonus.kind: Dice.kind})

    def scene(self, rules: Rules, state: State, last: Sequence[Event], mat: Mat) -> Scene:
        is_over = rules.is_over(state)
        return Scene(
            self.game,
            _headline(state),
            tuple(_side(state, seat) for seat in Seat),
            waits(rules, state, lambda seat, plays: instruction(state, seat or "", plays)),
            contest=contest_of(state, last),
            board=_board(state, mat),
            terms=_terms(state),
            is_over=is_over,
            result=_result(state) if is_over else None,
            names=names_of(state.sheet, mat),
            confirmed=CONFIRMED,
            details=details_of(state.sheet),
            faces={ref: CardSide(ref) for ref in state.sheet.cards},
            alike=alike_of(state.sheet),
            asks={**ASKS, **_asks(state)},
            kind_seats=_kind_seats(state),
            value_seats=_value_seats(state),
        )

    def arithmetic(self, state: State, event: Event) -> tuple[SumLine, ...]:
        return arithmetic(state.sheet, event)

    def aside(self, rules: Rules, state: State) -> tuple[Expectation, ...]:
        del rules
        return boufbowl_aside(state)

    def ways(self, rules: Rules, state: State, seat: str | None, kind: str) -> Ways | None:
        return None if seat is None else boufbowl_ways(rules, state, Seat(seat), kind)

    def attempt(self, state: State, piece: str | None, place: str) -> Play | None:
        """Return a walk to a zone, a tackle of an opponent, or a pass to a teammate."""
        figures, player = state.figures, CardRef(place if piece is None else piece)
        if player not in figures:
            return None
        if place not in figures or place == player:
            zone = figures[player].zone if place == player else place
            return Move(player, zone) if zone in state.sheet.board.zones else None
        is_own = state.sheet.seat_of[player] is state.sheet.seat_of[CardRef(place)]
        return Pass(player, CardRef(place)) if is_own else Tackle(player, CardRef(place))

    def ready(self, rules: Rules, state: State) -> Sequence[tuple[str | None, Play]]:
        """Return the usual placement of a coach: his players from one zone to the next, the first one with the ball."""
        return [
            (expected.seat, play)
            for expected in rules.expects(state)
            if "place" in expected.plays
            for play in rules.options(state, expected.seat, "place")[:1]
        ]

    def matters(self, event: Event, play: Play, _seat: str) -> bool:
        """Return whether an event is worth telling; changes of card counts are not, nor what the play has just said."""
        is_said = isinstance(event, StoodUp) and isinstance(play, Stand)
        return not isinstance(event, Cards) and not is_said

    def told_open(self, state: State, play: Play) -> Text | None:
        """Return the cards that a coach adds: both coaches show theirs at the same time (p. 6)."""
        if not isinstance(play, Bonus) or not play.cards:
            return None
        cards = joined([card_name(state.sheet, ref) for ref in play.cards])
        return Text("{seat} shows {cards}", seat=side_name(state.sheet, play.seat), cards=cards)

    def duties(self, before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
        return duties(before, after, last)

    def moves(self, before: State, after: State) -> Iterator[Duty]:
        return moves(before, after)

    def highlight(self, state: State, last: Sequence[Event]) -> Highlight | None:
        return highlight(state, last)

    def in_report(self, _before: State, play: Play, _events: Sequence[Event]) -> Text | None:
        return Text("the team is set up") if isinstance(play, Place) else None

    def in_brief(self, state: State, event: Event) -> Text | None:
        if isinstance(event, Injured):
            return Text("{player} injured", player=card_name(state.sheet, event.player))
        if not isinstance(event, TryScored):
            return None
        score = unbroken_score(event.score[seat.value] for seat in Seat)
        return Text("try by {player} ({score})", player=card_name(state.sheet, event.player), score=score)

    def shortly(self, state: State, event: Event, play: Play) -> Text | None:
        """Return an event in short: a card's text without its name; of a way only its cost, and that it leads to the loose
        ball, as the play tells the rest.
        """
        match event:
            case EffectShown(text=text) if text.en:
                return Text("{text}", text=text)
            case Moved(to=to, left=left) if isinstance(play, Move):
                is_at_ball = state.ball.carrier is None and state.ball.zone == to
                if is_at_ball:
                    return Text("to the ball; movement points left: {n}", n=left)
                return Text("movement points left: {n}", n=left)
            case _:
                return None


def _value_seats(state: State) -> dict[str, tuple[int | str, ...]]:
    """Return the values that both coaches are asked for, one after the other; they stand in the same places for both."""
    house = state.sheet.house
    return {
        "cards": tuple(range(HAND + 1)),
        "stars": tuple(sorted(set(house.action_die))),
        "damage": tuple(dict.fromkeys(map(str, house.damage_die))),
    }


def _kind_seats(state: State) -> tuple[str, ...]:
    """Return the kinds of plays that come and go in a turn, of which each keeps its button's place."""
    if state.stage is not Stage.PLAY:
        return ()
    return (*SEATS, "use_power") if state.sheet.doers else SEATS


def _asks(state: State) -> dict[str, Words]:
    """Return the question before the end of a turn; before others the play's own sentence says enough."""
    if state.phase is not Phase.PLAY:
        return {}
    if state.movement:
        return {"end_turn": Text("end the turn? Movement points that are lost: {n}", n=state.movement)}
    return {"end_turn": Text("end the turn?")}


# --- where the match is


def _headline(state: State) -> Text:
    said = _PHASES[state.phase]
    return said if state.phase is Phase.OVER else Text("turn {n}, {phase}", n=state.turn, phase=said)


def _terms(state: State) -> tuple[Words, ...]:
    """Return the effects in force, and the intensity of the match."""
    terms: list[Words] = [
        Text(
            "{seat}, {card}: {text}",
            seat=side_name(state.sheet, lasting.seat),
            card=card_name(state.sheet, lasting.card),
            text=state.sheet.effect(lasting.card).text,
        )
        for lasting in state.lasting
    ]
    if state.sheet.is_expert:
        terms.insert(0, Text("intensity {n}", n=state.intensity))
    return tuple(terms)


def _side(state: State, seat: Seat) -> Side:
    team = state.team(seat)
    is_active = state.phase is not Phase.OVER and buyer_seat(state) is seat
    counts = [Count("hand", Text("hand"), team.hand, HAND), Count("pile", Text("draw pile"), team.pile)]
    if state.phase is Phase.PLAY and state.active is seat:
        counts.insert(0, Count("movement", Text("movement"), state.movement))
    if state.sheet.is_expert:
        players = state.sheet.team(seat).players
        fervour = sum(state.figures[ref].fervour for ref in players)
        counts.append(Count("fervour", Text("fervour"), fervour))
    return Side(
        seat.value,
        side_name(state.sheet, seat),
        seat.value,
        team.score,
        is_active,
        tuple(counts),
        tuple(_marks(state, seat)),
    )


def _marks(state: State, seat: Seat) -> list[Words]:
    team, sheet = state.team(seat), state.sheet
    marks: list[Words] = []
    if state.phase is Phase.PLAY and state.active is seat:
        marks += _actions(state)
    marks += [Text("order used: {slot}", slot=word(slot.value)) for slot in team.orders]
    marks += [Text("training: {card}", card=card_name(sheet, ref)) for ref in team.trainings]
    marks += [
        Text("{player} injured", player=card_name(sheet, ref))
        for ref in sheet.team(seat).players
        if state.figures[ref].injured
    ]
    return marks


def _actions(state: State) -> list[Words]:
    marks: list[Words] = [Text("basic action used")] if state.action_used else []
    if state.extra.passes:
        marks.append(Text("passes +{n}", n=state.extra.passes))
    if state.extra.tackles:
        marks.append(Text("tackles +{n}", n=state.extra.tackles))
    return marks


def _result(state: State) -> Words:
    best = winner(state)
    return (
        Text("{seat} wins", seat=side_name(state.sheet, Seat(best)))
        if isinstance(best, str)
        else Text("a draw")
    )


# --- the field


def _board(state: State, mat: Mat) -> Board:
    cells, width_mm, height_mm = _cells(state.sheet.board, mat)
    ball = state.ball
    return Board(
        width_mm,
        height_mm,
        cells,
        tuple(
            _piece(state, ref, n) for seat in Seat for n, ref in enumerate(state.sheet.team(seat).players, 1)
        ),
        ball.zone if ball.carrier is None else None,
        is_ball_up=ball.state is BallState.AIR,
    )


def _cells(field: Field, mat: Mat) -> tuple[tuple[Cell, ...], float, float]:
    """Return the zones of the field, and the benches for players who are off it."""
    zones = zones_for(mat, "field", field.zones)
    if zones is None:
        return _own_cells(field)
    drawn = [cell_of(zones[name], "end" if field.is_endzone(name) else "pitch") for name in field.zones]
    return (*drawn, *_benches(drawn)), mat.width_mm, mat.height_mm


def _benches(field: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Return the benches below the field, each below its coach's half; on the mat they lie where there is room."""
    left, right = min(cell.x_mm for cell in field), max(cell.x_mm + cell.width_mm for cell in field)
    bottom = max(cell.y_mm + cell.height_mm for cell in field)
    width, height = (right - left - BENCH_GAP_MM) / 2, BENCH_SHARE * min(cell.height_mm for cell in field)
    top = bottom + BENCH_GAP_MM
    return (
        Cell(_bench(Seat.RED), left, top, width, height, "bench"),
        Cell(_bench(Seat.BLUE), right - width, top, width, height, "bench"),
    )


def _own_cells(field: Field) -> tuple[tuple[Cell, ...], float, float]:
    """Return the cells of a board that no mat is printed for: each zone as the rectangle around it, red's endzone on
    the left, the benches below.
    """
    spans = {
        name: (
            min(point.y for point in zone.polygon),
            min(point.x for point in zone.polygon),
            max(point.y for point in zone.polygon),
            max(point.x for point in zone.polygon),
        )
        for name, zone in field.zones.items()
    }
    left, top = (min(span[n] for span in spans.values()) for n in (0, 1))
    right = max(span[2] for span in spans.values())
    unit = OWN_ZONE_MM
    cells = [
        Cell(
            name,
            float(span[0] - left) * unit,
            float(span[1] - top) * unit,
            float(span[2] - span[0]) * unit,
            float(span[3] - span[1]) * unit,
            "end" if field.is_endzone(name) else "pitch",
        )
        for name, span in spans.items()
    ]
    benches = _benches(cells)
    height = benches[0].y_mm + benches[0].height_mm
    return (*cells, *benches), float(right - left) * unit, height


def _bench(seat: Seat) -> str:
    return f"{seat.value}.bench"


def _piece(state: State, ref: CardRef, number: int) -> Piece:
    """Return a player as a piece, numbered as on his token."""
    seat, figure = state.sheet.seat_of[ref], state.figures[ref]
    return Piece(
        ref,
        Text("{n}", n=number),
        card_name(state.sheet, ref),
        seat.value,
        _bench(seat) if figure.zone == OFF else figure.zone,
        not figure.standing,
        state.ball.carrier == ref,
        tuple(_beside(figure)),
    )


def _beside(figure: Figure) -> list[Words]:
    marks: list[Words] = [_MARKERS[figure.marker]] if figure.marker is not None else []
    if figure.injured:
        marks.append(Text("injured"))
    if figure.fervour:
        marks.append(Text("fervour {n}", n=figure.fervour))
    return marks
