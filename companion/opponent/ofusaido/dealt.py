"""The cards of OFUSAIDO as they lie at the table: whom the match waits for chooses, and the real cards are moved.

    play = table.next_play(state)               what a player does now, with cards that are really there
    table.follow(before, events, after)         the cards move as the referee said

The table knows a match only as people around it do: whom it waits for, which plays it would accept, what everybody
sees, and the printed cards. It has the boxes of both sides, or only of the one that a player may look into.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.opponent.ofusaido.player import Glance, VirtualPlayer
from companion.opponent.ofusaido.sense import rough_odds
from companion.play import Play, seat_said
from companion.rules.effects import Deed
from companion.rules.engine import Rules
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.cards import (
    IN_HAND,
    ON_TABLE,
    Action,
    Coach,
    Colour,
    Footballer,
    Icon,
)
from companion.rules.ofusaido.events import Duel, DuelPhase, EffectShown, Foul, Sanction, TurnEnd
from companion.rules.ofusaido.rules import view
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.rules.ofusaido.state import Phase, State

RECOVERS: Mapping[str, int] = {"energies": 5, "reshuffle": 3}
ALTERNATIVES = (
    ("attempt", "stall"),
    ("advance",),
    ("oppose", "let_pass"),
    ("support", "no_support"),
    ("shoot",),
    ("redirect",),
    ("free_advance",),
)
"""Kinds of plays among which a player chooses; the real cards decide all others."""
OTHER_RECOVERS = 2
"""Energies that come back when a side stalls (§15)."""


class DealtTable:
    """Boxes and the players who look into them."""

    def __init__(
        self,
        rules: Rules,
        sheet: Sheet,
        boxes: Mapping[Seat, DeckBox],
        chance: random.Random,
        *,
        is_hasty: bool = False,
    ) -> None:
        self._rules = rules
        self._sheet = sheet
        self._is_hasty = is_hasty
        """Odds are guessed, and nobody thinks of a card to speak of while energies are turned: this takes longest."""
        self.boxes = boxes
        self.players = {
            seat: VirtualPlayer(seat, sheet, box, chance, is_seasoned=is_hasty) for seat, box in boxes.items()
        }
        self._cards_are_there: Mapping[str, Callable[[Any], bool]] = {
            plays.Advance.kind: self._is_in_hand_or_on_table,
            plays.Shoot.kind: self._is_in_hand_or_on_table,
            plays.Oppose.kind: lambda play: play.card in boxes[play.seat].hand,
            plays.ActionPlay.kind: self._is_in_hand,
            plays.Ability.kind: lambda play: self._announces_from_table(play) or self._is_in_hand(play),
            plays.Support.kind: lambda play: all(card in boxes[play.seat].hand for card in play.cards),
            plays.Reveal.kind: self._is_next_energy,
            plays.Flip.kind: lambda play: play.occasion == boxes[play.seat].face_down[-1],
        }
        self.in_play: CardRef | None = None
        self.advance: plays.Advance | None = None
        self.borrowed: set[Seat] = set()
        """The sides whose energy for a set piece came from their discard."""
        self.named: set[Seat] = set()
        """The sides that have named their shooters."""

    # --- what happens next

    def next_play(self, state: State) -> plays.Play | None:
        """Return what a player does now; None once the match is over."""
        waited = self._rules.expects(state)
        if not waited:
            return None
        seats = [Seat(one.seat) for one in waited if one.seat is not None]
        seat = seats[0] if seats else Seat.HOME
        if self._is_hasty and state.phase is Phase.REVEAL:
            return self.possible(state, seat, plays.Reveal.kind)[0]
        offers = {
            kind: self.possible(state, one.seat, kind)
            for one in waited
            if one.seat is None or one.seat == seat
            for kind in one.plays
        }
        return self.players[seat].choose(offers, Glance(self._view(state), self.advance))

    def _view(self, state: State) -> Mapping[str, Any]:
        return view(state, rough_odds) if self._is_hasty else self._rules.view(state)

    def others(self, state: State, play: Play, luck: random.Random) -> list[plays.Play]:
        """Return what the player could do instead of a play: plays of other kinds first, then by chance."""
        kinds = next((kinds for kinds in ALTERNATIVES if play.kind in kinds), ())
        offered = [
            other
            for one in self._rules.expects(state)
            if one.seat == seat_said(play)
            for kind in one.plays
            if kind in kinds
            for other in self.possible(state, one.seat, kind)
        ]
        luck.shuffle(offered)
        return sorted(offered, key=lambda other: other.kind == play.kind)

    def possible(self, state: State, seat: str | None, kind: str) -> list[plays.Play]:
        """Return the plays of one kind that the rules would accept and the real cards allow."""
        offered: list[plays.Play] = self._rules.options(state, seat, kind)
        is_there = self._cards_are_there.get(kind)
        if is_there is None or (kind == plays.Shoot.kind and state.phase is Phase.SHOOTOUT):
            return offered
        return [play for play in offered if is_there(play)]

    def _is_in_hand_or_on_table(self, play: plays.Advance | plays.Shoot) -> bool:
        box = self.boxes[play.seat]
        return play.card in box.hand or play.card in box.table

    def _is_next_energy(self, play: plays.Reveal) -> bool:
        box = self.boxes[play.seat]
        return play.energy == box.placed[box.turned]

    def _is_in_hand(self, play: plays.ActionPlay | plays.Ability) -> bool:
        box = self.boxes[play.seat]
        return box.held_before_draw(play.card) if play.before_draw else play.card in box.hand

    def _announces_from_table(self, play: plays.Ability) -> bool:
        return any(
            ability.card == play.card
            and ability.number == play.effect
            and ability.effect.announced == ON_TABLE
            for ability in self._sheet.team(play.seat).abilities
        )

    # --- what happened

    def follow(self, before: State, events: Sequence[Event], after: State) -> None:
        """Move the real cards as the referee's events say, between two states of the match."""
        for event in events:
            if getattr(event, "before_draw", False):
                for box in self.boxes.values():
                    box.empty_again()
            self._move(before, event)
        in_duel = any(box.placed for box in self.boxes.values())
        if after.phase is Phase.REVEAL and not in_duel:
            self._take_for_set_piece(after)

    def _move(self, before: State, event: Any) -> None:
        if isinstance(event, plays.Attempt):
            self.in_play = event.occasion
        elif isinstance(event, plays.Advance):
            self.advance = event
        match event:
            case Duel() | Foul() | TurnEnd():
                self._together(before, event)
            case plays.Shoot():
                self._shoot(before, event)
            case plays.Stall():
                self._stall(event)
            case plays.LetPass():
                self._clear_duel(event.seat.other)
            case plays.Shootout():
                self._name(event.seat)
            case EffectShown(seat=Seat()):
                self._carry_out(event)
            case _ if getattr(event, "seat", None) in self.boxes:
                self._own(event)
            case _:
                pass

    def _together(self, before: State, event: Duel | Foul | TurnEnd) -> None:
        """Move the cards of both sides."""
        match event:
            case Duel(phase=DuelPhase.PENALTY | DuelPhase.FREE_KICK | DuelPhase.SHOOTOUT):
                self._clear_set_piece()
            case Duel() | Foul():
                for seat in self.boxes:
                    self._clear_duel(seat)
            case TurnEnd():
                self._end_turn(before, event)

    def _own(self, event: Any) -> None:
        """Move the cards of the side that an event names."""
        box = self.boxes[event.seat]
        match event:
            case plays.Attempt():
                box.visible.remove(event.occasion)
            case plays.Advance():
                self._go(event)
            case plays.Oppose():
                self._put_down(event.seat, event.card)
            case plays.Support():
                for card in event.cards:
                    self._put_down(event.seat, card)
            case plays.Reveal():
                box.turned += 1
            case plays.Flip():
                box.visible.append(box.face_down.pop())
            case plays.Discard():
                box.discard_from_hand(event.cards)
            case Sanction(colour=Colour.YELLOW):
                box.discard_from_pile(event.discarded or 0)
            case Sanction():
                assert event.expelled is not None
                box.expel(event.expelled)
            case _:
                pass

    def _put_down(self, seat: Seat, card: CardRef) -> None:
        self.boxes[seat].put_down(card)
        self.boxes[seat].place_energy()

    def _go(self, event: plays.Advance) -> None:
        self._put_down(event.seat, event.card)
        if event.intent is plays.Intent.DRIBBLE and not self._sheet.has_icon(event.card, Icon.ENDURANCE):
            self.boxes[event.seat].spend_from_pile(1)

    def _clear_duel(self, seat: Seat) -> None:
        if seat in self.boxes:
            self.boxes[seat].clear_duel()

    def _shoot(self, before: State, event: plays.Shoot) -> None:
        box, goal = self.boxes.get(event.seat), self.boxes.get(event.seat.other)
        if before.phase is Phase.SHOT:
            if box is not None:
                self._put_down(event.seat, event.card)
            if goal is not None and goal.keepers and goal.energy_pile:
                goal.place_energy()
        elif before.phase is Phase.SET_PIECE and box is not None:
            box.put_down(event.card)

    def _stall(self, event: plays.Stall) -> None:
        box, other = self.boxes.get(event.seat), self.boxes.get(event.seat.other)
        if other is not None:
            other.recover(other.choose_to_recover(OTHER_RECOVERS))
        if box is None:
            return
        told = event.energies
        box.recover(box.choose_to_recover(RECOVERS[event.option]) if told is None else told)
        box.visible.remove(event.discard)
        box.used_occasions.append(event.discard)
        if event.option == "reshuffle":
            box.reshuffle()

    def _end_turn(self, before: State, event: TurnEnd) -> None:
        for seat, box in self.boxes.items():
            box.clear_table()
            box.fill(event.draw[seat])
        attacking = self.boxes.get(before.attacking)
        if self.in_play is not None and attacking is not None:
            attacking.used_occasions.append(self.in_play)
        self.in_play = None

    # --- set pieces and the shoot-out

    def _take_for_set_piece(self, state: State) -> None:
        takers = [state.attacking]
        if state.team(state.defending).keepers:
            takers.append(state.defending)
        self.borrowed = {
            seat for seat in takers if seat in self.boxes and self.boxes[seat].place_for_set_piece()
        }

    def _clear_set_piece(self) -> None:
        for seat, box in self.boxes.items():
            if box.placed and seat not in self.borrowed:
                box.return_bottom_energy()
            box.clear_duel()

    def _name(self, seat: Seat) -> None:
        self.named.add(seat)
        if len(self.named) == len(Seat):
            for box in self.boxes.values():
                box.gather_energies()

    # --- effects

    def _carry_out(self, event: EffectShown) -> None:
        """Carry out the deeds of actions, abilities and coaches' unique bonuses; other texts only change what is
        counted.
        """
        card = self._sheet.cards[event.card]
        assert event.seat is not None
        if isinstance(card, Coach) and event.number == 2 and card.unique is not None:
            for deed in card.unique.deeds:
                self._do(event.seat, deed)
        elif isinstance(card, Action | Footballer):
            effect = card.effects[event.number - 1]
            if isinstance(card, Action) or effect.announced is not None:
                for deed in effect.deeds:
                    self._do(event.seat, deed)
            is_from_hand = isinstance(card, Action) or effect.announced == IN_HAND
            if is_from_hand and event.seat in self.boxes:
                self.boxes[event.seat].discard_from_hand((event.card,))

    def _do(self, seat: Seat, deed: Deed) -> None:
        if deed.what == "opponent_discards_pile" and seat.other in self.boxes:
            self.boxes[seat.other].discard_from_pile(deed.value)
        if seat not in self.boxes:
            return
        box = self.boxes[seat]
        match deed.what:
            case "recover_energies":
                box.recover(box.choose_to_recover(deed.value))
            case "discard_energies":
                box.spend_from_pile(deed.value)
            case "draw":
                box.draw(deed.value)
            case "recover_card" if box.discard:
                box.take_back(self.players[seat].best_of(box.discard))
            case "extra_occasion":
                is_own = self.in_play in self._sheet.team(seat).occasions
                if not box.used_occasions and is_own and self.in_play is not None:
                    box.used_occasions.append(self.in_play)
                    self.in_play = None
                box.bring_back_occasion()
            case "reinstate":
                box.reinstate(self._sheet.team(seat))
            case _:
                pass
