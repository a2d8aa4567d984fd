"""Whole matches between players: each seat has somebody who chooses, and a virtual table has the cards and the dice."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from companion.ids import CardRef
from companion.match import Match
from companion.opponent.choosing import Thinker, choose, is_asked, knowledge_of, picked
from companion.opponent.games import THINKERS, value_of
from companion.opponent.value import WinningValue
from companion.play import Play
from companion.rules.games import GAMES
from companion.rules.ouaf.plays import RoundPlay
from companion.rules.ouaf.state import next_orders
from companion.virtual.boufbowl.table import VirtualCoaches
from companion.virtual.chance import chosen_play
from companion.virtual.ofusaido.table import VirtualPlayers


class Table(Protocol):
    """A virtual table: what is played there if no other player is asked, and the cards that a seat holds."""

    def next_play(self) -> Play | None:
        """Return the play of whoever is waited for."""

    def held(self, seat: str) -> tuple[CardRef, ...]:
        """Return the cards of a seat."""

    def follow(self, play: Play, events: Any) -> None:
        """Move the cards as the referee said."""

    def deal_anew(self, seat: str, chance: Random) -> None:
        """Exchange all cards that a seat cannot see."""

    def throw_anew(self, seed: int) -> None:
        """From now on, let other dice fall, and let those who choose by chance choose otherwise."""


class OpenTable:
    """A table without cards in hands."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match, self._chance = match, Random(seed)

    def next_play(self) -> Play | None:
        state = self._match.state
        if self._match.rules.game == "ouaf" and state.phase == "round":
            order = state.order or self._chance.choice(state.sheet.usable)
            return RoundPlay(order, self._chance.choice(next_orders(state, order)))
        return chosen_play(self._match, self._chance)

    def held(self, seat: str) -> tuple[CardRef, ...]:
        return ()

    def follow(self, play: Play, events: Any) -> None:
        pass

    def deal_anew(self, seat: str, chance: Random) -> None:
        pass

    def throw_anew(self, seed: int) -> None:
        self._chance.seed(seed)


class BoufbowlTable:
    """Two coaches with their decks."""

    def __init__(self, match: Match, seed: int) -> None:
        self._coaches = VirtualCoaches(match, seed)

    def next_play(self) -> Play | None:
        return self._coaches.next_play()

    def held(self, seat: str) -> tuple[CardRef, ...]:
        return tuple(self._coaches.decks[seat].hand)  # type: ignore[index]

    def follow(self, play: Play, events: Any) -> None:
        self._coaches.follow(events)

    def deal_anew(self, seat: str, chance: Random) -> None:
        for side, deck in self._coaches.decks.items():
            if side == seat:
                chance.shuffle(deck.pile)
                continue
            cards = [*deck.hand, *deck.pile]
            chance.shuffle(cards)
            deck.hand, deck.pile = cards[: len(deck.hand)], cards[len(deck.hand) :]

    def throw_anew(self, seed: int) -> None:
        self._coaches.chance.seed(seed)


class OfusaidoTable:
    """Two players with their boxes."""

    def __init__(self, match: Match, seed: int) -> None:
        self._players = VirtualPlayers(match, seed)

    def next_play(self) -> Play | None:
        return self._players.next_play()

    def held(self, seat: str) -> tuple[CardRef, ...]:
        return tuple(self._players.boxes[seat].hand)  # type: ignore[index]

    def follow(self, play: Play, events: Any) -> None:
        self._players.follow(events)

    def deal_anew(self, seat: str, chance: Random) -> None:
        for side, box in self._players.boxes.items():
            chance.shuffle(box.energy_pile)
            if side == seat:
                chance.shuffle(box.draw_pile)
                continue
            cards = [*box.hand, *box.draw_pile]
            chance.shuffle(cards)
            box.hand, box.draw_pile = cards[: len(box.hand)], cards[len(box.hand) :]

    def throw_anew(self, seed: int) -> None:
        self._players.chance.seed(seed)


def table_of(match: Match, seed: int) -> Table:
    """Return a table for a match that is about to begin."""
    made: Table = TABLES.get(match.rules.game, OpenTable)(match, seed)
    return made


def virtual_match(game: str, setup: Any, cards: Any, seed: int) -> Match:
    """Return a match that virtual players have played to its end."""
    match = Match(GAMES[game], setup, cards)
    table = table_of(match, seed)
    while (play := table.next_play()) is not None:
        submit(match, table, play)
    return match


def submit(match: Match, table: Table, play: Play) -> None:
    """Submit a play, and let the table follow it."""
    outcome = match.submit(play)
    assert outcome.ok, (play, outcome.refusal)
    table.follow(play, outcome.events)


TABLES: Mapping[str, type[Any]] = {"boufbowl": BoufbowlTable, "ofusaido": OfusaidoTable}


@dataclass(frozen=True, slots=True)
class Seated:
    """A thinking player: his value, his time for a choice in seconds of the processor, and his level.

    `gives_away`: what his choices may give away instead of what his level's may.
    """

    value: WinningValue
    seconds: float
    level: int = 5
    gives_away: float | None = None

    def steps(self, thinker: Thinker) -> Thinker:
        """Return a game's player with his steps."""
        if self.gives_away is None:
            return thinker
        return replace(thinker, gives_away={self.level: self.gives_away})


@dataclass(slots=True)
class Played:
    """A match that was played: its states at the ends of turns, who won, and what choosing cost."""

    winners: tuple[str, ...]
    states: list[Any]
    plays: int
    choices_s: list[float] = field(default_factory=list)


def fitted(game: str, data: Any) -> WinningValue:
    """Return the value with the weights of a file, or the simple one."""
    return value_of(THINKERS[game], data)[0]


def played(game: str, setup: Any, cards: Any, seated: Mapping[str, Seated], seed: int) -> Played:
    """Play a match to its end. Seats without a thinking player are played by the virtual table's own."""
    thinker, match = THINKERS[game], Match(GAMES[game], setup, cards)
    table = table_of(match, seed)
    luck = Random(seed + 1)
    done = Played((), [match.state], 0)
    while (play := _next(thinker, match, table, seated, luck, done)) is not None:
        submit(match, table, play)
        done.plays += 1
        done.states.append(match.state)
    done.winners = thinker.winners(match.state) or ()
    return done


def _next(
    thinker: Any, match: Match, table: Table, seated: Mapping[str, Seated], luck: Random, done: Played
) -> Play | None:
    usual = table.next_play()
    if usual is None or usual.kind in ("concede", "time_up"):
        return usual
    for seat, player in _asked(thinker, match, seated):
        begun_s = time.process_time()
        known = knowledge_of(thinker, match.state, seat, table.held(seat))
        ranking = choose(thinker, player.value, known, player.seconds, time.process_time)
        if ranking:
            if len(ranking) > 1:
                done.choices_s.append(time.process_time() - begun_s)
            return picked(player.steps(thinker), ranking, player.level, luck).play
    return usual


def _asked(thinker: Any, match: Match, seated: Mapping[str, Seated]) -> Iterator[tuple[str, Seated]]:
    """Yield the thinking players whom the match waits for; the others' turn comes when none of them is."""
    for seat, player in seated.items():
        if is_asked(thinker, match.state, seat):
            yield seat, player
