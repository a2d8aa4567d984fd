"""Acts Boufbowl out on the mat as docs/mats.md says, for two coaches with their real decks."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.match import Match
from companion.play import Concede, Play, seat_said
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.deeds import effect_of
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.sheet import Face
from companion.rules.boufbowl.state import OFF, Stage, State
from companion.rules.effects import Effect
from companion.rules.engine import Refusal
from companion.virtual.acting.actor import Hands
from companion.virtual.acting.gestures import Gesture, TapGesture, ThrowGesture
from companion.virtual.acting.mind import Mind, few
from companion.virtual.boufbowl.field import TokenField
from companion.virtual.boufbowl.sense import BOUFBOWL
from companion.virtual.boufbowl.table import VirtualCoaches

BONUS_PLACES = 3
SLOTS = ("command", "bonus", "card", "power")
"""The slots whose cards are put away once their play is ruled."""
GRAVITY = tuple(Face)
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
        self._mind = Mind(match, self._coaches.next_play)

    @property
    def _state(self) -> State:
        state: State = self._match.state
        return state

    def prepares(self) -> Sequence[Gesture]:
        return ()

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def choices(self, seat: str) -> Sequence[Play]:
        play = self.next_play()
        if play is None or play.kind not in CHOSEN or self._seat_of(play) != seat:
            return ()
        others = self._coaches.others(Seat(seat), Random(f"{self._seed}-{self._match.seq}"))
        return few((play, *others), _about)

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
        rules, state = self._match.rules, self._state
        ruling = rules.judge(state, play)
        assert not isinstance(ruling, Refusal), (play, ruling)
        for event in ruling.events:
            state = rules.evolve(state, event)
        return state

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
