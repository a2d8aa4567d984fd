"""The virtual table of OFUSAIDO: it asks the match whom it waits for, lets that player choose, and moves the real
cards.

    play = table.next_play()            what a player does now, with cards that are really there
    outcome = match.submit(play)        the referee judges it
    table.follow(outcome.events)        the cards move as the referee said

The table knows a match only as people around it do: whom it waits for, which plays it would accept, what everybody
sees, and the printed cards. It cannot follow an undo or a correction, because nobody puts its cards back.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.match import Match
from companion.play import Play, seat_said
from companion.rules.effects import Deed
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
from companion.rules.ofusaido.sheet import Seat, read_sheet
from companion.virtual.ofusaido.box import Box
from companion.virtual.ofusaido.player import Glance, VirtualPlayer

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


class VirtualPlayers:
    """Two boxes and two players, at the beginning of a match. The same seed plays the same match."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match = match
        self._sheet = read_sheet(match.setup, match.cards)
        chance = random.Random(seed)
        view = match.view()
        self.boxes = {seat: Box(self._sheet.team(seat), view["teams"][seat]["hand"], chance) for seat in Seat}
        self._players = {seat: VirtualPlayer(seat, self._sheet, self.boxes[seat], chance) for seat in Seat}
        self._view = view
        self._in_play: CardRef | None = None
        self._advance: plays.Advance | None = None
        self._borrowed: set[Seat] = set()
        """The sides whose energy for a set piece came from their discard."""
        self._named: set[Seat] = set()
        """The sides that have named their shooters."""

    # --- what happens next

    def next_play(self) -> plays.Play | None:
        """Return what a player does now; None once the match is over."""
        waited = self._match.expects()
        if not waited:
            return None
        seats = [Seat(one.seat) for one in waited if one.seat is not None]
        seat = seats[0] if seats else Seat.HOME
        offers = {
            kind: self._possible(one.seat, kind)
            for one in waited
            if one.seat is None or one.seat == seat
            for kind in one.plays
        }
        glance = Glance(self._view, self._advance)
        return self._players[seat].choose(offers, glance)

    def others(self, play: Play, luck: random.Random) -> list[plays.Play]:
        """Return what the player could do instead of a play: plays of other kinds first, then by chance."""
        kinds = next((kinds for kinds in ALTERNATIVES if play.kind in kinds), ())
        offered = [
            other
            for one in self._match.expects()
            if one.seat == seat_said(play)
            for kind in one.plays
            if kind in kinds
            for other in self._possible(one.seat, kind)
        ]
        luck.shuffle(offered)
        return sorted(offered, key=lambda other: other.kind == play.kind)

    def _possible(self, seat: str | None, kind: str) -> list[plays.Play]:
        """Return the plays of one kind that the rules would accept and the real cards allow."""
        match = self._match
        offered: list[plays.Play] = match.rules.options(match.state, seat, kind)
        return [play for play in offered if self._is_there(play)]

    def _is_there(self, play: plays.Play) -> bool:
        match play:
            case plays.Advance() | plays.Shoot() if self._view["phase"] != "shootout":
                box = self.boxes[play.seat]
                return play.card in box.hand or play.card in box.table
            case plays.Oppose():
                return play.card in self.boxes[play.seat].hand
            case plays.ActionPlay():
                return self._is_in_hand(play)
            case plays.Ability():
                return self._announces_from_table(play) or self._is_in_hand(play)
            case plays.Support():
                return all(card in self.boxes[play.seat].hand for card in play.cards)
            case plays.Reveal():
                box = self.boxes[play.seat]
                return play.energy == box.placed[box.turned]
            case plays.Flip():
                return play.occasion == self.boxes[play.seat].face_down[-1]
            case _:
                return True

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

    def follow(self, events: Sequence[Event]) -> None:
        """Move the real cards as the referee's events say."""
        for event in events:
            if getattr(event, "before_draw", False):
                for box in self.boxes.values():
                    box.empty_again()
            self._move(event)
        self._view = self._match.view()
        in_duel = any(box.placed for box in self.boxes.values())
        if self._view["phase"] == "reveal" and not in_duel:
            self._take_for_set_piece()

    def _move(self, event: Any) -> None:
        match event:
            case plays.Attempt():
                self.boxes[event.seat].visible.remove(event.occasion)
                self._in_play = event.occasion
            case plays.Stall():
                self._stall(event)
            case plays.Advance():
                self._go(event)
            case plays.Oppose():
                self._put_down(event.seat, event.card)
            case plays.Support():
                for card in event.cards:
                    self._put_down(event.seat, card)
            case plays.Shoot():
                self._shoot(event)
            case plays.Reveal():
                self.boxes[event.seat].turned += 1
            case plays.LetPass():
                self.boxes[event.seat.other].clear_duel()
            case plays.Flip():
                self.boxes[event.seat].visible.append(self.boxes[event.seat].face_down.pop())
            case plays.Discard():
                self.boxes[event.seat].discard_from_hand(event.cards)
            case plays.Shootout():
                self._name(event.seat)
            case Duel() | Foul() | Sanction() | TurnEnd() | EffectShown():
                self._consequence(event)
            case _:
                pass

    def _consequence(self, event: Duel | Foul | Sanction | TurnEnd | EffectShown) -> None:
        match event:
            case Duel(phase=DuelPhase.PENALTY | DuelPhase.FREE_KICK | DuelPhase.SHOOTOUT):
                self._clear_set_piece()
            case Duel() | Foul():
                for box in self.boxes.values():
                    box.clear_duel()
            case Sanction(colour=Colour.YELLOW):
                self.boxes[event.seat].discard_from_pile(event.discarded or 0)
            case Sanction():
                assert event.expelled is not None
                self.boxes[event.seat].expel(event.expelled)
            case TurnEnd():
                self._end_turn(event)
            case EffectShown():
                self._carry_out(event)

    def _put_down(self, seat: Seat, card: CardRef) -> None:
        self.boxes[seat].put_down(card)
        self.boxes[seat].place_energy()

    def _go(self, event: plays.Advance) -> None:
        self._put_down(event.seat, event.card)
        if event.intent is plays.Intent.DRIBBLE and not self._sheet.has_icon(event.card, Icon.ENDURANCE):
            self.boxes[event.seat].spend_from_pile(1)
        self._advance = event

    def _shoot(self, event: plays.Shoot) -> None:
        box, goal = self.boxes[event.seat], self.boxes[event.seat.other]
        match self._view["phase"]:
            case "shot":
                self._put_down(event.seat, event.card)
                if goal.keepers and goal.energy_pile:
                    goal.place_energy()
            case "set_piece":
                box.put_down(event.card)
            case _:
                pass

    def _stall(self, event: plays.Stall) -> None:
        box, other = self.boxes[event.seat], self.boxes[event.seat.other]
        told = event.energies
        box.recover(box.choose_to_recover(RECOVERS[event.option]) if told is None else told)
        other.recover(other.choose_to_recover(OTHER_RECOVERS))
        box.visible.remove(event.discard)
        box.used_occasions.append(event.discard)
        if event.option == "reshuffle":
            box.reshuffle()

    def _end_turn(self, event: TurnEnd) -> None:
        for seat, box in self.boxes.items():
            box.clear_table()
            box.fill(event.draw[seat])
        if self._in_play is not None:
            self.boxes[Seat(self._view["active"])].used_occasions.append(self._in_play)
        self._in_play = None

    # --- set pieces and the shoot-out

    def _take_for_set_piece(self) -> None:
        kicker = Seat(self._view["active"])
        takers = [kicker]
        if self.boxes[kicker.other].keepers:
            takers.append(kicker.other)
        self._borrowed = {seat for seat in takers if self.boxes[seat].place_for_set_piece()}

    def _clear_set_piece(self) -> None:
        for seat, box in self.boxes.items():
            if box.placed and seat not in self._borrowed:
                box.return_bottom_energy()
            box.clear_duel()

    def _name(self, seat: Seat) -> None:
        self._named.add(seat)
        if len(self._named) == len(Seat):
            for box in self.boxes.values():
                box.gather_energies()

    # --- effects

    def _carry_out(self, event: EffectShown) -> None:
        """Carry out the deeds of actions, abilities and coaches' unique bonuses; other texts only change what is
        counted.
        """
        card = self._sheet.cards[event.card]
        if event.seat is None:
            return
        if isinstance(card, Coach) and event.number == 2 and card.unique is not None:
            for deed in card.unique.deeds:
                self._do(event.seat, deed)
        elif isinstance(card, Action | Footballer):
            effect = card.effects[event.number - 1]
            if isinstance(card, Action) or effect.announced is not None:
                for deed in effect.deeds:
                    self._do(event.seat, deed)
            if isinstance(card, Action) or effect.announced == IN_HAND:
                self.boxes[event.seat].discard_from_hand((event.card,))

    def _do(self, seat: Seat, deed: Deed) -> None:
        box = self.boxes[seat]
        match deed.what:
            case "recover_energies":
                box.recover(box.choose_to_recover(deed.value))
            case "discard_energies":
                box.spend_from_pile(deed.value)
            case "draw":
                box.draw(deed.value)
            case "opponent_discards_pile":
                self.boxes[seat.other].discard_from_pile(deed.value)
            case "recover_card" if box.discard:
                box.take_back(self._players[seat].best_of(box.discard))
            case "extra_occasion":
                box.bring_back_occasion()
            case "reinstate":
                box.reinstate(self._sheet.team(seat))
            case _:
                pass
