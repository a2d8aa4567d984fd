"""Moves, turns and pushes the tokens of Boufbowl as players' hands do, and knows where in its zone each lies.

A zone has two spots a team, each team's on its own side; the ball lies inwards of its carrier, or in the middle.
"""

from collections.abc import Iterator, Mapping
from math import dist

from companion.ids import CardRef
from companion.mat import Mat, Token
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import BallState
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import OFF, Stage, State
from companion.virtual.acting.actor import ActedPiece, Hands
from companion.virtual.acting.gestures import Gesture, Point

ARM_DEG = {Seat.RED: 0.0, Seat.BLUE: 180.0}
SPOTS_MM = {Seat.RED: ((-29.0, 28.0), (29.0, 28.0)), Seat.BLUE: ((-29.0, -28.0), (29.0, -28.0))}
BENCH_MM = ((-37.0, -24.0), (0.0, -24.0), (37.0, -24.0), (-20.0, 24.0), (20.0, 24.0))
INWARDS_MM = (16.0, 18.0)
"""Millimetres from a player to the ball that he has."""
PUSHED_MM = ((31.0, 0.0), (22.0, 21.0), (24.0, 0.0))
"""Millimetres from an opponent inwards to the player who tackles him: along the row; towards the middle if a second
opponent is there; between the two if the ball is there as well.
"""
TILTED_DEG = 15.0
NUDGED_MM = 18.0
"""Millimetres that a player is pushed to show that he is meant."""
NEAR_MM = 12.0
"""Millimetres within which a token counts as lying where it should."""


class TokenField:
    """The tokens on one mat, as the hands that move them know them."""

    def __init__(self, mat: Mat, sheet: Sheet, hands: Hands) -> None:
        self._sheet = sheet
        self._hands = hands
        self._tokens: Mapping[str, Token] = {token.means: token for token in mat.tokens}
        self._spots: dict[CardRef, tuple[str, int]] = {}
        """The zone of the mat and the spot in it of each player."""

    # --- players

    def place(self, ref: CardRef, zone: str) -> Iterator[Gesture]:
        """Put a standing player into a zone, from wherever he is."""
        self._take_spot(ref, zone)
        piece, is_standing = self._piece(ref)
        if piece is not None and is_standing:
            yield from self._to_spot(ref, piece)
        else:
            yield from self._hands.take([piece] if piece is not None else [], self._arm(ref))
            yield self._lay(ref, is_standing=True)

    def walk(self, ref: CardRef, zone: str, carrier: CardRef | None) -> Iterator[Gesture]:
        """Move a player to a zone, and the ball with him if he has it."""
        self._take_spot(ref, zone)
        piece, _ = self._piece(ref)
        assert piece is not None
        yield from self._to_spot(ref, piece)
        if carrier == ref:
            yield from self.give_ball(ref, self._sheet.seat_of[ref])

    def show(self, ref: CardRef, *, is_standing: bool) -> Iterator[Gesture]:
        """Turn a player's token over where it lies."""
        piece, was_standing = self._piece(ref)
        if piece is not None and was_standing is not is_standing:
            yield from self._hands.take([piece], self._arm(ref))
            yield self._lay(ref, is_standing=is_standing)

    def push(self, ref: CardRef, target: CardRef) -> Iterator[Gesture]:
        """Push a player against another one in his zone."""
        piece, _ = self._piece(ref)
        other, _ = self._piece(target)
        assert piece is not None
        assert other is not None
        is_second = any(
            there == piece.zone and one != target and self._sheet.seat_of[one] is self._sheet.seat_of[target]
            for one, (there, _) in self._spots.items()
        )
        offset = PUSHED_MM[0] if not is_second else PUSHED_MM[2 if self.is_beside_ball(target) else 1]
        yield self._hands.slide(piece, piece.zone, self._arm(ref), self._inwards(target, offset))

    def nudge(self, ref: CardRef) -> Iterator[Gesture]:
        """Push a player a little towards the middle to show that he is meant."""
        piece, _ = self._piece(ref)
        assert piece is not None
        (x_mm, y_mm), (_, middle_y) = self._at_mm(ref), self._middle(ref)
        inwards = NUDGED_MM if y_mm < middle_y else -NUDGED_MM
        yield self._hands.slide(piece, piece.zone, self._arm(ref), (x_mm, y_mm + inwards))

    # --- the ball

    def give_ball(self, ref: CardRef, seat: Seat) -> Iterator[Gesture]:
        """Put the ball beside a player."""
        yield from self._ball_to(self._spots[ref][0], self._beside(ref), seat)

    def send_ball(self, zone: str, seat: Seat) -> Iterator[Gesture]:
        """Put the ball in the middle of a zone, beside nobody."""
        yield from self._ball_to(zone, self._hands.zone(zone).middle_mm, seat)

    def is_beside_ball(self, ref: CardRef) -> bool:
        ball = self._ball()
        return ball is not None and dist(ball.at_mm, self._beside(ref)) < NEAR_MM

    # --- after a ruling

    def follow(self, state: State) -> Iterator[Gesture]:
        """Make the table agree with the match, once nothing is being settled."""
        for ref, figure in state.figures.items():
            piece, is_standing = self._piece(ref)
            is_placed = state.stage is not Stage.PLACEMENT and state.stage is not Stage.TRAINING
            if piece is None or not (figure.is_on or is_placed):
                continue
            if self._zone_of(ref) != figure.zone:
                yield from self.walk(ref, figure.zone, None)
            if is_standing is not figure.standing:
                yield from self.show(ref, is_standing=figure.standing)
            elif not state.stack and dist(piece.at_mm, self._at_mm(ref)) >= NEAR_MM:
                yield from self._to_spot(ref, piece)
        if not state.stack:
            yield from self._ball_follows(state)

    def _ball_follows(self, state: State) -> Iterator[Gesture]:
        ball = state.ball
        lying = self._ball()
        if ball.zone is None or lying is None:
            return
        if ball.state is BallState.HELD and ball.carrier is not None:
            if not self.is_beside_ball(ball.carrier):
                yield from self.give_ball(ball.carrier, self._sheet.seat_of[ball.carrier])
        elif lying.zone != ball.zone:
            yield from self.send_ball(ball.zone, state.active)

    # --- where and how

    def _piece(self, ref: CardRef) -> tuple[ActedPiece | None, bool]:
        """Return a player's token on the mat, and whether it shows him standing."""
        for is_standing in (True, False):
            piece = self._hands.lies(str(self._token(ref, is_standing=is_standing).tag))
            if piece is not None:
                return piece, is_standing
        return None, True

    def _token(self, ref: CardRef, *, is_standing: bool) -> Token:
        seat = self._sheet.seat_of[ref]
        number = self._sheet.team(seat).players.index(ref) + 1
        return self._tokens[f"{seat.value}:{number}:{'standing' if is_standing else 'lying'}"]

    def _lay(self, ref: CardRef, *, is_standing: bool) -> Gesture:
        token = self._token(ref, is_standing=is_standing)
        zone = self._spots[ref][0]
        arm_deg, at_mm = self._arm(ref), self._at_mm(ref)
        return self._hands.lay_token(token.tag, token.side_mm, zone, arm_deg, at_mm, TILTED_DEG)

    def _to_spot(self, ref: CardRef, piece: ActedPiece) -> Iterator[Gesture]:
        zone, at_mm = self._spots[ref][0], self._at_mm(ref)
        if piece.zone != zone or dist(piece.at_mm, at_mm) >= NEAR_MM:
            yield self._hands.slide(piece, zone, self._arm(ref), at_mm)

    def _take_spot(self, ref: CardRef, zone: str) -> None:
        """Take the first free spot of his team in a zone."""
        seat = self._sheet.seat_of[ref]
        name = f"{seat.value}.bench" if zone == OFF else zone
        taken = {
            spot
            for other, (there, spot) in self._spots.items()
            if there == name and other != ref and self._sheet.seat_of[other] is seat
        }
        most = len(BENCH_MM) if zone == OFF else len(SPOTS_MM[seat])
        # While players change places, two may be on their way to one zone.
        self._spots[ref] = (name, next((n for n in range(most) if n not in taken), 0))

    def _zone_of(self, ref: CardRef) -> str:
        name = self._spots[ref][0]
        return OFF if name.endswith(".bench") else name

    def _at_mm(self, ref: CardRef) -> Point:
        zone, spot = self._spots[ref]
        x_mm, y_mm = self._hands.zone(zone).middle_mm
        offsets = BENCH_MM if zone.endswith(".bench") else SPOTS_MM[self._sheet.seat_of[ref]]
        return (x_mm + offsets[spot][0], y_mm + offsets[spot][1])

    def _middle(self, ref: CardRef) -> Point:
        return self._hands.zone(self._spots[ref][0]).middle_mm

    def _beside(self, ref: CardRef) -> Point:
        return self._inwards(ref, INWARDS_MM)

    def _inwards(self, ref: CardRef, offset_mm: Point) -> Point:
        """Return a step from a player towards the middle of his zone, across and down."""
        (x_mm, y_mm), (middle_x, middle_y) = self._at_mm(ref), self._middle(ref)
        across, down = offset_mm
        return (
            x_mm + (across if x_mm < middle_x else -across),
            y_mm + (down if y_mm < middle_y else -down),
        )

    def _ball(self) -> ActedPiece | None:
        return self._hands.lies(str(self._tokens["ball"].tag))

    def _ball_to(self, zone: str, at_mm: Point, seat: Seat) -> Iterator[Gesture]:
        ball, token = self._ball(), self._tokens["ball"]
        if ball is None:
            yield self._hands.lay_token(token.tag, token.side_mm, zone, ARM_DEG[seat], at_mm, TILTED_DEG)
        elif dist(ball.at_mm, at_mm) >= NEAR_MM:
            yield self._hands.slide(ball, zone, ARM_DEG[seat], at_mm)

    def _arm(self, ref: CardRef) -> float:
        return ARM_DEG[self._sheet.seat_of[ref]]
