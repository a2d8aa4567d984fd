"""Acts OFUSAIDO out on the mat as docs/mats.md says, with the cards of the virtual table's boxes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.match import Match
from companion.play import Play, seat_said
from companion.rules.engine import Ruling
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.sheet import Seat, read_sheet
from companion.rules.ofusaido.state import Contest, Phase
from companion.virtual.acting.actor import ActedPiece, Gesture, Hands, LayGesture, NextPlay, TapGesture, few
from companion.virtual.ofusaido import VirtualPlayers

FIELD = ("pass", "dribble", "cross", "shot", "oppose", "support")
SUPPORT_PLACES = 3
ENERGY_PLACES = 3


class OfusaidoActor:
    """Two players with their boxes. The same seed acts the same match."""

    def __init__(self, match: Match, mat: Mat, seed: int) -> None:
        self._match = match
        self._table = VirtualPlayers(match, seed)
        self._sheet = read_sheet(match.setup, match.cards)
        self._hands = Hands(mat, Random(seed + 1))
        self._luck = Random(seed + 2)
        self._ball_mm = next(token.side_mm for token in mat.tokens if token.role == "ball")
        self._ball_tag = next(token.tag for token in mat.tokens if token.role == "ball")
        self._codes = {command.means: command for command in mat.commands}
        self._seed = seed
        self._mind = NextPlay(match, self._choose)

    # --- before

    def prepares(self) -> Sequence[Gesture]:
        return [
            *(self._lay_visible(seat, ref) for seat in Seat for ref in self._table.boxes[seat].visible),
            *(self._card(self._sheet.team(seat).goalkeepers[0], f"{seat}.keeper") for seat in Seat),
        ]

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def held(self, seat: str) -> Sequence[CardRef]:
        return self._table.boxes[Seat(seat)].hand

    def choices(self, seat: str) -> Sequence[Play]:
        play = self.next_play()
        if play is None or seat_said(play) != seat:
            return ()
        others = self._table.others(play, Random(f"{self._seed}-{self._match.seq}"))
        return few((play, *(_told(other) for other in others if self.has_room(other))), _about)

    def has_room(self, play: Play) -> bool:
        """Tell whether each support player's energy has a place of its own: one that lies upon another is turned unseen."""
        if not isinstance(play, plays.Support):
            return True
        return len(self._hands.inside(f"{play.seat}.energies")) + len(play.cards) <= ENERGY_PLACES

    def be_told(self, play: Play) -> None:
        self._mind.be_told(play)

    def _choose(self) -> Play | None:
        play = self._table.next_play()
        return None if play is None else _told(play)

    # --- telling a play

    def tells(self, play: Play) -> Sequence[Gesture]:
        return list(self._tells(play))

    def _tells(self, play: Play) -> Iterator[Gesture]:
        seat = Seat(seat_said(play) or Seat.HOME)
        match play:
            case plays.Attempt(occasion=occasion, zone=str(zone)):
                yield from self._to(occasion, "occasion", seat)
                yield from self._ball(self._cell(occasion, zone), seat)
            case plays.Advance():
                yield from self._advance(play)
            case plays.Oppose(card=card):
                yield from self._to(card, f"{seat}.oppose", seat)
            case plays.Redirect(to=to) | plays.FreeAdvance(to=to):
                put = list(self._ball(self._cell_now(to), seat))
                yield from put or [TapGesture(play)]
            case plays.Support(cards=cards):
                for card in cards:
                    yield self._in_row(card, f"{seat}.support", SUPPORT_PLACES)
            case plays.Reveal():
                yield from self._reveal(play)
            case plays.Shoot():
                yield from self._shoot(play)
            case _:
                yield from self._says_aside(play, seat)

    def _says_aside(self, play: Play, seat: Seat) -> Iterator[Gesture]:
        """Tell a play that is made beside the duel."""
        match play:
            case plays.Flip(occasion=occasion):
                yield self._lay_visible(seat, occasion)
            case plays.Discard(cards=cards):
                for n, card in enumerate(cards):
                    yield self._card(card, f"{seat}.discard", place=n, of=max(2, len(cards)))
            case plays.ActionPlay() | plays.Ability() | plays.CoachBonus():
                yield from self._spoken(play)
            case plays.Stall(option=option, discard=discard):
                yield from self._to(discard, f"{seat}.discard", seat)
                yield self._command(f"stall:{option}", seat)
            case plays.Shootout(shooters=shooters):
                for n, card in enumerate(shooters):
                    yield self._card(card, f"{seat}.{FIELD[n]}")
            case plays.NoSupport() if self._closes():
                return  # The energy that the attack turns shows that nobody is added.
            case _:
                yield self._command(play.kind, seat)

    def _spoken(self, play: plays.SpokenPlay) -> Iterator[Gesture]:
        """Lay a card on *Action*; if the next turn has begun too, a command card says that it is before the draw. If
        a player who has announced an ability lies on that slot, the play is entered by hand.
        """
        seat = play.seat
        slot, card = self._slot_of(play)
        if self._hands.inside(slot):
            yield TapGesture(play)
            return
        if play.before_draw and self._match.state.phase is Phase.TURN:
            yield self._command("before_draw", seat)
        yield from self._to(card, slot, seat)

    def _slot_of(self, play: plays.SpokenPlay) -> tuple[str, str]:
        """Return the slot on which a card is laid to tell a play, and the card."""
        first, second = self._actions(play.seat)
        match play:
            case plays.ActionPlay(card=card, choice=choice):
                return (first if choice == 1 else second), card
            case plays.Ability(card=card, effect=effect):
                own = [ability for ability in self._sheet.team(play.seat).abilities if ability.card == card]
                if len(own) > 1:
                    return (first if effect == 1 else second), card
                return next((slot for slot in (first, second) if not self._hands.inside(slot)), first), card
            case plays.CoachBonus():
                coach = self._sheet.team(play.seat).coach
                assert coach is not None
                return first, coach.ref

    def _closes(self) -> bool:
        """Return whether energies are turned as soon as this side adds nobody, too."""
        seat = self._match.expects()[0].seat
        ruling = self._match.rules.judge(self._match.state, plays.NoSupport(Seat(str(seat))))
        return isinstance(ruling, Ruling) and bool(ruling.after.phase is Phase.REVEAL)

    def _advance(self, play: plays.Advance) -> Iterator[Gesture]:
        seat, slot = play.seat, f"{play.seat}.{play.intent}"
        gestures = list(self._ball(self._cell_now(str(play.to)), seat))
        lying = self._hands.lies(play.card, *self._field(seat))
        if lying is None or lying.zone != slot:
            gestures[self._luck.choice((0, len(gestures))) : 0] = self._to(play.card, slot, seat)
        yield from gestures

    def _shoot(self, play: plays.Shoot) -> Iterator[Gesture]:
        seat = play.seat
        if self._hands.lies(play.card, f"{seat}.shot"):
            return  # The energies that are turned show that he shoots again.
        if play.target is not None:
            yield from self._ball(f"target.{play.target}", seat)
        yield from self._to(play.card, f"{seat}.shot", seat)

    def _reveal(self, play: plays.Reveal) -> Iterator[Gesture]:
        """Turn the next energy where it was laid; if another one lies upon it, the play is entered by hand too."""
        turned = self._table.boxes[play.seat].turned
        lying = self._hands.inside(f"{play.seat}.energies")
        yield self._hands.turn(lying[turned])
        if turned + ENERGY_PLACES < len(lying):
            yield TapGesture(play)

    # --- after the ruling

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        self._table.follow(events)
        gestures: list[Gesture] = []
        for seat in Seat:
            gestures += self._put_away(seat)
        if any(event.kind == "turn_end" for event in events):
            gestures += self._hands.take(self._hands.inside("occasion"), arm_deg=0.0)
            ball = self._hands.lies(str(self._ball_tag))
            gestures += self._hands.take([ball] if ball else [], arm_deg=0.0)
            gestures += [gesture for seat in Seat for gesture in self._back_in_goal(seat)]
        for seat in Seat:
            gestures += self._place_energies(seat)
        return gestures

    def _put_away(self, seat: Seat) -> list[Gesture]:
        """Put away cards whose play is over, spent energies, and players whose turn is over."""
        box = self._table.boxes[seat]
        gone = self._hands.inside(f"{seat}.command", f"{seat}.discard")
        # A player who has announced an ability lies on an action slot until the end of the turn.
        stays = (*box.table, *box.keepers)
        gone += [piece for piece in self._hands.inside(*self._actions(seat)) if piece.text not in stays]
        energies = self._hands.inside(f"{seat}.energies")
        if [piece.text for piece in energies] != list(box.placed[: len(energies)]):
            gone += energies
        if not self._names_shooters():
            gone += [piece for piece in self._hands.inside(*self._field(seat)) if piece.text not in box.table]
        keepers = self._hands.inside(f"{seat}.keeper")
        gone += [piece for piece in keepers if piece.text not in box.keepers]
        return [*self._hands.take(gone)]

    def _back_in_goal(self, seat: Seat) -> Iterator[Gesture]:
        """Put a keeper who has announced an ability back in his slot when the turn is over."""
        for piece in self._hands.inside(*self._actions(seat)):
            if piece.text in self._table.boxes[seat].keepers:
                yield self._hands.slide(piece, f"{seat}.keeper", self._hands.arm_deg(f"{seat}.command"))

    def _names_shooters(self) -> bool:
        """Return whether shooters lie there: the rows of a shoot-out, and in sudden death the player who was named."""
        state = self._match.state
        is_shot = state.duel is not None and state.duel.contest is Contest.SHOOTOUT
        return bool(state.phase is Phase.LEVEL or is_shot)

    def _place_energies(self, seat: Seat) -> Iterator[LayGesture]:
        """Lay an energy face down for each card that needs one, from the left."""
        box = self._table.boxes[seat]
        for energy in box.placed[len(self._hands.inside(f"{seat}.energies")) :]:
            yield self._in_row(energy, f"{seat}.energies", ENERGY_PLACES, is_face_up=False)

    # --- how

    def _field(self, seat: str) -> list[str]:
        return [f"{seat}.{role}" for role in FIELD]

    def _actions(self, seat: str) -> list[str]:
        return [f"{seat}.action.1", f"{seat}.action.2"]

    def _to(self, ref: str, zone: str, seat: str) -> Iterator[Gesture]:
        """Put a card on a slot, from the hand or from elsewhere on the mat."""
        lying: ActedPiece | None = self._hands.lies(
            ref,
            *self._field(seat),
            *self._actions(seat),
            f"{seat}.keeper",
            f"{seat}.visible.1",
            f"{seat}.visible.2",
        )
        if lying is None:
            yield self._card(ref, zone)
        else:
            yield self._hands.slide(lying, zone, self._hands.arm_deg(f"{seat}.command"))

    def _card(self, ref: str, zone: str, **how: Any) -> LayGesture:
        return self._hands.lay(ref, self._title(ref), zone, **how)

    def _in_row(self, ref: str, zone: str, places: int, **how: Any) -> LayGesture:
        lying = len(self._hands.inside(zone))
        return self._card(ref, zone, place=lying % places, of=places, **how)

    def _lay_visible(self, seat: Seat, ref: str) -> LayGesture:
        free = next(n for n in (1, 2) if not self._hands.inside(f"{seat}.visible.{n}"))
        return self._card(ref, f"{seat}.visible.{free}")

    def _command(self, means: str, seat: str) -> LayGesture:
        command = self._codes[means]
        return self._hands.lay(command.code, command.title.fr, f"{seat}.command")

    def _ball(self, zone: str | None, seat: str) -> Iterator[Gesture]:
        """Put the ball where it goes; if the card names no column, it stays where it is."""
        arm_deg = self._hands.arm_deg(f"{seat}.command")
        ball = self._hands.lies(str(self._ball_tag))
        if zone is None or (ball is not None and ball.zone == zone):
            return
        if ball is None:
            yield self._hands.lay_token(self._ball_tag, self._ball_mm, zone, arm_deg)
        else:
            yield self._hands.slide(ball, zone, arm_deg)

    def _cell_now(self, zone: str) -> str | None:
        return self._cell(self._match.view()["occasion"], zone)

    def _cell(self, occasion: str, zone: str) -> str | None:
        printed = self._sheet.zones[occasion][zone]
        return None if printed.column is None else f"pitch.{printed.row}.{printed.column}"

    def _title(self, ref: str) -> str:
        name = getattr(self._sheet.cards.get(ref), "name", "")
        return str(getattr(name, "fr", name))


def _told(play: Play) -> Play:
    """Return a play as it is told: which energies come back is not said."""
    return replace(play, energies=None) if isinstance(play, plays.Stall) else play


def _about(play: Play) -> tuple[object, ...]:
    """Return who plays, or which occasion is tried: one play of each is enough to choose from."""
    fields = ("card", "occasion", "option", "to", "cards")
    return (play.kind, *(getattr(play, field, None) for field in fields))
