"""Acts Boufbowl out on the mat as docs/mats.md says, for two coaches with their real decks."""

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from random import Random

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat, Token
from companion.match import Match
from companion.opponent.boufbowl.sense import BOUFBOWL
from companion.play import Concede, Play, seat_said
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import BallState
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.influence import effect_of
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.sheet import DamageFace, Sheet
from companion.rules.boufbowl.state import OFF, Stage, State
from companion.rules.effects import Effect
from companion.rules.engine import Refusal
from companion.virtual.acting.actor import (
    ActedPiece,
    Gesture,
    Hands,
    NextPlay,
    Point,
    TapGesture,
    ThrowGesture,
    few,
)
from companion.virtual.boufbowl.table import VirtualCoaches

# --- field
# Moves, turns and pushes the tokens of Boufbowl as players' hands do, and knows where in its zone each lies.
#
# A zone has two spots a team, each team's on its own side; the ball lies inwards of its carrier, or in the middle.

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


# --- actor

BONUS_PLACES = 3
SLOTS = ("command", "bonus", "card", "power")
"""The slots whose cards are put away once their play is ruled."""
GRAVITY = tuple(DamageFace)
CHOSEN = BOUFBOWL.kinds | {"card", "commit"}
"""Plays that a visitor may choose; purchases are left out, because the table would still ask who pays."""


class BoufbowlActor:
    """Two coaches, their tokens and their decks. The same seed acts the same match."""

    def __init__(self, match: Match, mat: Mat, seed: int) -> None:
        self._match = match
        self._coaches = VirtualCoaches(match, seed)
        self._luck = Random(seed + 2)
        self._hands = Hands(mat, Random(seed + 1))
        self._field = TokenField(mat, self._state.sheet, self._hands)
        self._codes = {command.means: command for command in mat.commands}
        self._seed = seed
        self._mind = NextPlay(match, self._coaches.next_play)

    @property
    def _state(self) -> State:
        state: State = self._match.state
        return state

    def prepares(self) -> Sequence[Gesture]:
        state = self._state
        if state.stage is Stage.PLACEMENT:
            return ()
        placed = [lay for ref, figure in state.figures.items() for lay in self._field.place(ref, figure.zone)]
        carrier = state.ball.carrier
        return (
            *placed,
            *(() if carrier is None else self._field.give_ball(carrier, state.sheet.seat_of[carrier])),
        )

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def held(self, seat: str) -> Sequence[CardRef]:
        return self._coaches.decks[Seat(seat)].hand

    def choices(self, seat: str) -> Sequence[Play]:
        play = self.next_play()
        if play is None or play.kind not in CHOSEN or self._seat_of(play) != seat:
            return ()
        others = self._coaches.others(Seat(seat), Random(f"{self._seed}-{self._match.seq}"))
        return few((play, *others), _about)

    def has_room(self, _play: Play) -> bool:
        return True

    def be_told(self, play: Play) -> None:
        if play != self.next_play():
            self._coaches.be_told(play)
        self._mind.be_told(play)

    # --- telling a play

    def tells(self, play: Play) -> Sequence[Gesture]:
        return list(self._tells(play))

    def _tells(self, play: Play) -> Iterator[Gesture]:
        seat = self._seat_of(play)
        match play:
            case plays.Draw():
                return  # The coach's next play shows that he has drawn.
            case plays.Place():
                yield from self._places(play)
            case plays.Move(player, zone) | plays.BringOn(player, zone) | plays.Back(player, zone):
                yield from self._field.walk(player, zone, self._state.ball.carrier)
            case plays.TakeOff(player):
                yield from self._field.walk(player, OFF, None)
            case plays.Stand(player):
                yield from self._field.show(player, is_standing=True)
            case plays.Kickoff(zone):
                yield from self._field.send_ball(zone, seat)
            case plays.Pass(to=to):
                yield from self._field.give_ball(to, seat)
            case plays.Chandelle(zone=zone):
                yield self._command("chandelle", seat)
                yield from self._field.send_ball(zone, seat)
            case plays.PickUp() | plays.Intercept() | plays.Catch():
                yield from self._names(play, seat)
            case plays.Tackle():
                yield from self._tackles(play, seat)
            case _:
                yield from self._says_with_cards(play, seat)

    def _seat_of(self, play: Play) -> Seat:
        """Return whose play it is: the seat that it names, or the seat that the table waits for."""
        return Seat(seat_said(play) or str(self._match.expects()[0].seat))

    def _says_with_cards(self, play: Play, seat: Seat) -> Iterator[Gesture]:
        match play:
            case plays.Commit() | plays.Bonus():
                yield from self._adds(play)
            case plays.Dice(stars=stars, damage=damage):
                dice = [
                    *(("stars", str(face)) for face in stars),
                    *(("damage", str(face)) for face in damage),
                ]
                yield ThrowGesture(tuple(die for die, _ in dice), tuple(face for _, face in dice))
            case plays.ChooseDamage(index=index):
                yield self._command(self._gravity(seat, index), seat)
            case plays.CardPlay():
                yield from self._effect(play, seat)
            case plays.NoIntercept():
                yield self._command("decline", seat)
            case plays.Order(slot):
                yield self._command(f"order:{slot}", seat)
            case plays.UsePower():
                yield from self._uses(play, seat)
            case plays.Buy(power=card) | plays.BuyTraining(ref=card):
                yield self._card(card, f"{seat}.power")
            case plays.ShowPower(power):
                yield TapGesture(play) if power is None else self._card(power, f"{seat}.power")
            case Concede():
                yield TapGesture(play)
            case _:
                yield self._command(play.kind, seat)

    def _places(self, play: plays.Place) -> Iterator[Gesture]:
        for ref, zone in play.zones.items():
            yield from self._field.place(ref, zone)
        if play.ball is not None:
            yield from self._field.give_ball(play.ball, play.seat)

    def _names(self, play: plays.PickUp | plays.Intercept | plays.Catch, seat: Seat) -> Iterator[Gesture]:
        """Put the ball beside the chosen player; if there is only one, lay a command card."""
        offered = self._match.rules.options(self._state, seat.value, play.kind)
        if len(offered) == 1:
            yield self._command(play.kind, seat)
        else:
            if self._field.is_beside_ball(play.player):
                yield self._command(play.kind, seat)
            yield from self._field.give_ball(play.player, seat)

    def _tackles(self, play: plays.Tackle, seat: Seat) -> Iterator[Gesture]:
        if len(self._match.rules.options(self._state, seat.value, play.kind)) > 1:
            yield from self._field.push(play.player, play.target)
        yield self._command(play.kind, seat)

    def _effect(self, play: plays.CardPlay, seat: Seat) -> Iterator[Gesture]:
        """Lay the card, then move the tokens of its players."""
        yield self._card(play.ref, f"{seat}.card")
        yield from self._done_to(play, self._state.sheet.effect(play.ref))

    def _uses(self, play: plays.UsePower, seat: Seat) -> Iterator[Gesture]:
        """Lay the card of the power, then move the tokens of its players."""
        yield self._card(play.power, f"{seat}.power")
        yield from self._done_to(play, effect_of(self._state, play.power))

    def _done_to(self, play: plays.CardPlay | plays.UsePower, effect: Effect) -> Iterator[Gesture]:
        """Put the tokens of players as they are after an effect."""
        then = self._after(play)
        if any(deed.what == "tackle" for deed in effect.deeds):
            yield from self._field.push(play.targets[0].player, play.targets[1].player)
            return
        for target in play.targets:
            was, figure = self._state.figures[target.player], then.figures[target.player]
            if was.zone != figure.zone:
                yield from self._field.walk(target.player, figure.zone, then.ball.carrier)
            elif was.standing != figure.standing:
                yield from self._field.show(target.player, is_standing=figure.standing)
            else:
                yield from self._field.nudge(target.player)

    def _adds(self, play: Play) -> Iterator[Gesture]:
        """Lay the cards of both coaches face down, then turn them; a coach who adds none lays the card *No*."""
        if self._after(play).stage in (Stage.COMMIT, Stage.BONUS):
            return
        contest = self._state.top
        assert isinstance(contest, Contest)
        for seat in Seat:
            added = self._coaches.decks[seat].added
            for n, card in enumerate(added):
                yield self._card(card, f"{seat}.bonus", place=n, of=BONUS_PLACES, is_face_up=False)
            if not added and self._coaches.decks[seat].hand:
                yield self._command("decline", seat)
        for seat in Seat:
            for piece in self._hands.inside(f"{seat}.bonus"):
                yield self._hands.turn(piece)

    def _gravity(self, seat: Seat, index: int) -> str:
        contest = self._state.top
        assert isinstance(contest, Contest)
        faces = side_of(self._state, contest, seat).damage
        graver = max(range(len(faces)), key=lambda n: GRAVITY.index(faces[n]))
        return "damage:worse" if index == graver else "damage:milder"

    def _after(self, play: Play) -> State:
        ruling = self._match.rules.judge(self._state, play)
        assert not isinstance(ruling, Refusal), (play, ruling)
        after: State = ruling.after
        return after

    # --- after the ruling

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        self._coaches.follow(events)
        gestures: list[Gesture] = []
        for seat in Seat:
            gestures += self._hands.take(self._hands.inside(*(f"{seat}.{slot}" for slot in SLOTS)))
        if self._state.stage is not Stage.OVER:
            gestures += self._field.follow(self._state)
        return gestures

    # --- how

    def _card(
        self, ref: CardRef, zone: str, *, place: int = 0, of: int = 1, is_face_up: bool = True
    ) -> Gesture:
        name = getattr(self._state.sheet.cards[ref], "name", "")
        title = str(getattr(name, "fr", name))
        return self._hands.lay(ref, title, zone, place=place, of=of, is_face_up=is_face_up)

    def _command(self, means: str, seat: Seat) -> Gesture:
        command = self._codes[means]
        return self._hands.lay(command.code, command.title.fr, f"{seat}.command")


def _about(play: Play) -> tuple[object, ...]:
    """Return who does a play, or how many cards: one play of each is enough to choose from."""
    return (play.kind, *(getattr(play, field, None) for field in ("player", "ref", "cards")))
