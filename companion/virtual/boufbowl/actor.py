"""Boufbowl acted out: docs/mats.md as two coaches do it, with their real decks."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.match import Match
from companion.play import read_play
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.plays import CardPlay
from companion.rules.boufbowl.sheet import Face
from companion.rules.boufbowl.state import OFF, Stage, State
from companion.rules.engine import Json, Refusal
from companion.virtual.acting.actor import Hands
from companion.virtual.acting.gestures import Gesture, TapGesture, ThrowGesture
from companion.virtual.acting.mind import Mind, few
from companion.virtual.boufbowl.field import TokenField
from companion.virtual.boufbowl.sense import BOUFBOWL
from companion.virtual.boufbowl.table import VirtualCoaches

BONUS_PLACES = 3
SLOTS = ("command", "bonus", "card", "power")
"""What lies there has been said once the play is ruled."""
GRAVITY = tuple(Face)
CHOSEN = BOUFBOWL.kinds | {"card", "commit"}
"""Plays that somebody beside the table may choose; of purchases it would still be asked who pays."""


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

    def next_play(self) -> Json | None:
        return self._mind.next_play()

    def choices(self, seat: str) -> Sequence[Json]:
        play = self.next_play()
        if play is None or play["play"] not in CHOSEN or play.get("seat", self._waited_for()) != seat:
            return ()
        others = self._coaches.others(Seat(seat), Random(f"{self._seed}-{self._match.seq}"))
        return few((play, *others), _about)

    def be_told(self, play: Json) -> None:
        if play != self.next_play():
            self._coaches.be_told(play)
        self._mind.be_told(play)

    # --- telling a play

    def tells(self, play: Json) -> Sequence[Gesture]:
        return list(self._tells(play))

    def _tells(self, play: Json) -> Iterator[Gesture]:
        seat = Seat(play.get("seat", self._waited_for()))
        match play["play"]:
            case "draw":
                return  # What the coach does next says it.
            case "place":
                yield from self._places(play)
            case "move" | "bring_on" | "back":
                zone = str(play.get("zone", play.get("to")))
                yield from self._field.walk(play["player"], zone, self._state.ball.carrier)
            case "take_off":
                yield from self._field.walk(play["player"], OFF, None)
            case "stand":
                yield from self._field.show(play["player"], is_standing=True)
            case "kickoff":
                yield from self._field.send_ball(play["zone"], seat)
            case "pass":
                yield from self._field.give_ball(play["to"], seat)
            case "chandelle":
                yield self._command("chandelle", seat)
                yield from self._field.send_ball(play["zone"], seat)
            case "pick_up" | "intercept" | "catch":
                yield from self._names(play, seat)
            case "tackle":
                yield from self._tackles(play, seat)
            case _:
                yield from self._says_with_cards(play, seat)

    def _waited_for(self) -> str:
        return str(self._match.expects()[0].seat)

    def _says_with_cards(self, play: Json, seat: Seat) -> Iterator[Gesture]:
        match play["play"]:
            case "commit" | "bonus":
                yield from self._adds(play)
            case "dice":
                dice = [("stars", str(face)) for face in play["stars"]]
                dice += [("damage", str(face)) for face in play.get("damage", ())]
                yield ThrowGesture(tuple(die for die, _ in dice), tuple(face for _, face in dice))
            case "choose_damage":
                yield self._command(self._gravity(seat, play["index"]), seat)
            case "card":
                yield from self._effect(play, seat)
            case "no_intercept":
                yield self._command("decline", seat)
            case "order":
                yield self._command(f"order:{play['slot']}", seat)
            case "use_power" | "buy":
                yield self._card(play["power"], f"{seat}.power")
            case "buy_training":
                yield self._card(play["ref"], f"{seat}.power")
            case "concede":
                yield TapGesture(dict(play))
            case kind:
                yield self._command(kind, seat)

    def _places(self, play: Json) -> Iterator[Gesture]:
        for ref, zone in play["zones"].items():
            yield from self._field.place(ref, zone)
        if play.get("ball") is not None:
            yield from self._field.give_ball(play["ball"], Seat(play["seat"]))

    def _names(self, play: Json, seat: Seat) -> Iterator[Gesture]:
        """The ball goes beside who is named; where only one can be, a command card does."""
        offered = self._match.rules.options(self._state, seat.value, play["play"])
        if len(offered) == 1:
            yield self._command(play["play"], seat)
        else:
            if self._field.is_beside_ball(play["player"]):
                yield self._command(play["play"], seat)
            yield from self._field.give_ball(play["player"], seat)

    def _tackles(self, play: Json, seat: Seat) -> Iterator[Gesture]:
        if len(self._match.rules.options(self._state, seat.value, "tackle")) > 1:
            yield from self._field.push(play["player"], play["target"])
        yield self._command("tackle", seat)

    def _effect(self, play: Json, seat: Seat) -> Iterator[Gesture]:
        """The card, then the tokens of whom it is for as they are after it."""
        yield self._card(play["ref"], f"{seat}.card")
        meant = read_play(self._match.rules.play_kinds, play)
        assert isinstance(meant, CardPlay)
        then = self._after(play)
        if any(deed.what == "tackle" for deed in self._state.sheet.effect(meant.ref).deeds):
            yield from self._field.push(meant.targets[0].player, meant.targets[1].player)
            return
        for target in meant.targets:
            was, figure = self._state.figures[target.player], then.figures[target.player]
            if was.zone != figure.zone:
                yield from self._field.walk(target.player, figure.zone, then.ball.carrier)
            elif was.standing != figure.standing:
                yield from self._field.show(target.player, is_standing=figure.standing)
            else:
                yield from self._field.nudge(target.player)

    def _adds(self, play: Json) -> Iterator[Gesture]:
        """Both coaches lay their cards face down, and turn them once both have; who adds none says so."""
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

    def _after(self, play: Json) -> State:
        rules, state = self._match.rules, self._state
        ruling = rules.judge(state, read_play(rules.play_kinds, play))
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


def _about(play: Json) -> tuple[object, ...]:
    """Who does it, or how many: one way of each is enough to choose from."""
    return (play["play"], play.get("player"), play.get("ref"), play.get("cards"))
