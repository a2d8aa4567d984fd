"""The state of a match of OFUSAIDO as a referee knows it, and the moves of one side's cards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.ids import CardRef
from companion.rules.effects import Lasts
from companion.rules.ofusaido.cards import Target, Zone
from companion.rules.ofusaido.events import DuelPhase, Ending, EndReason
from companion.rules.ofusaido.sheet import AWAY, HOME, Seat, Sheet, TeamSheet
from companion.values import remembered_for_each, replace

HAND = 8
"""Number of cards in a full hand (§10)."""


class Phase(StrEnum):
    """What the table is doing."""

    TURN = "turn"
    ADVANCE = "advance"
    OPPOSE = "oppose"
    SUPPORT = "support"
    REVEAL = "reveal"
    SHOT = "shot"
    FREE_ADVANCE = "free_advance"
    SET_PIECE = "set_piece"
    FLIP = "flip"
    DISCARD = "discard"
    LEVEL = "level"
    SHOOTOUT = "shootout"
    OVER = "over"


class Contest(StrEnum):
    """What the duel on the table is about: a way to the next zone, or a kind of shot."""

    PASS = "pass"
    DRIBBLE = "dribble"
    CROSS = "cross"
    SHOT = "shot"
    PENALTY = "penalty"
    FREE_KICK = "free_kick"
    SHOOTOUT = "shootout"

    @property
    def phase(self) -> DuelPhase:
        return _PHASES[self]

    @property
    def is_progression(self) -> bool:
        return _PHASES[self] is DuelPhase.PROGRESSION

    @property
    def is_set_piece(self) -> bool:
        """Return whether it is played by §14: no placement, no target, no support, no foul."""
        return self in _SET_PIECES


_PHASES = {
    Contest.PASS: DuelPhase.PROGRESSION,
    Contest.DRIBBLE: DuelPhase.PROGRESSION,
    Contest.CROSS: DuelPhase.PROGRESSION,
    Contest.SHOT: DuelPhase.SHOT,
    Contest.PENALTY: DuelPhase.PENALTY,
    Contest.FREE_KICK: DuelPhase.FREE_KICK,
    Contest.SHOOTOUT: DuelPhase.SHOOTOUT,
}
_SET_PIECES = frozenset((Contest.PENALTY, Contest.FREE_KICK, Contest.SHOOTOUT))


@dataclass(frozen=True)
class Team:
    """One side's cards, as far as they are known. `table` holds the cards put down this turn, in order.
    `occasions_back` has, for each used occasion that an effect turned face down again, those among which it is.
    """

    hand: int
    hand_limit: int
    draw_pile: int
    energy_pile: int
    energy_spent: int
    occasions_left: int
    visible: tuple[CardRef, ...]
    keepers: tuple[CardRef, ...]
    score: int = 0
    table: tuple[CardRef, ...] = ()
    discard_known: tuple[CardRef, ...] = ()
    discard_unknown: int = 0
    energies_known: tuple[CardRef, ...] = ()
    occasions_used: tuple[CardRef, ...] = ()
    occasions_back: tuple[tuple[CardRef, ...], ...] = ()
    expelled: tuple[CardRef, ...] = ()
    coach_bonus_used: bool = False

    @property
    def goalkeeper(self) -> CardRef | None:
        """Return the keeper in goal; `keepers` holds him and then his replacement."""
        return self.keepers[0] if self.keepers else None

    @property
    def face_down_occasions(self) -> int:
        return self.occasions_left - len(self.visible)


@dataclass(frozen=True)
class Side:
    """One side of the duel on the table. `armed`: the base has an energy; each support has one of its own. `referee`:
    what the referee adds to its total.
    """

    base: CardRef | None
    armed: bool = True
    supports: tuple[CardRef, ...] = ()
    revealed: tuple[CardRef, ...] = ()
    from_spent: bool = False
    referee: int = 0

    @property
    def placed(self) -> int:
        """Return how many energies lie beside its cards."""
        return self.armed + len(self.supports)

    @property
    def base_energy(self) -> CardRef | None:
        return self.revealed[0] if self.armed and self.revealed else None


@dataclass(frozen=True)
class DuelOnTable:
    """The duel under way. `quiet` counts consecutive `no_support` plays; `to` is where a progression leads."""

    contest: Contest
    attack: Side
    defence: Side = Side(None, armed=False)
    to: str | None = None
    target: Target | None = None
    speaker: Seat | None = None
    quiet: int = 0


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that lasts: its card and number (from 0), its owner, and for how long."""

    seat: Seat
    card: CardRef
    index: int
    lasts: Lasts


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """The turn that has just ended, as long as nothing else was played; it holds what is needed to end the turn again
    (§16).
    """

    attacking: Seat
    turn: int
    reason: EndReason
    draw: Mapping[str, int]
    announced: tuple[Lasting, ...] = ()


@dataclass(frozen=True, slots=True)
class Kick:
    """One kick of a shoot-out."""

    seat: Seat
    card: CardRef
    scored: bool


@dataclass(frozen=True)
class ShootoutState:
    """The five shooters each side named (empty until it has), and the kicks taken."""

    home: tuple[CardRef, ...] = ()
    away: tuple[CardRef, ...] = ()
    kicks: tuple[Kick, ...] = ()

    def shooters(self, seat: Seat) -> tuple[CardRef, ...]:
        return self.home if seat is HOME else self.away

    def goals(self, seat: Seat) -> int:
        return sum(kick.scored for kick in self.kicks if kick.seat is seat)

    def taken(self, seat: Seat) -> int:
        return sum(kick.seat is seat for kick in self.kicks)


@dataclass(frozen=True)
class State:
    """A match between two plays. `carrier` is the dribbler who must be the next base player. `announced` has the
    abilities that cannot be announced again, and for how long; `ended` is the turn that just ended, if a card may
    still be played before its draw.
    """

    sheet: Sheet = field(compare=False, repr=False)
    home: Team
    away: Team
    attacking: Seat
    phase: Phase = Phase.TURN
    turn: int = 1
    occasion: CardRef | None = None
    zone: str | None = None
    carrier: CardRef | None = None
    let_pass: bool = False
    duel: DuelOnTable | None = None
    set_piece: Contest | None = None
    lasting: tuple[Lasting, ...] = ()
    used_once: tuple[str, ...] = ()
    announced: tuple[Lasting, ...] = ()
    ended: EndedTurn | None = None
    shootout: ShootoutState | None = None
    ending: Ending | None = None
    conceded: Seat | None = None

    def team(self, seat: Seat) -> Team:
        return self.home if seat is HOME else self.away

    @property
    def defending(self) -> Seat:
        return AWAY if self.attacking is HOME else HOME

    @property
    def zone_now(self) -> Zone | None:
        """Return the zone where the attack is."""
        if self.occasion is None or self.zone is None:
            return None
        return self.sheet.zones[self.occasion][self.zone]

    @property
    def score(self) -> dict[str, int]:
        return {"home": self.home.score, "away": self.away.score}


def copies_not_in_hand(team: Team, ref: CardRef) -> int:
    """Return how many copies of a card are certainly not in a hand or a draw pile."""
    return team.table.count(ref) + team.discard_known.count(ref) + team.expelled.count(ref)


def could_be_in_hand(sheet: TeamSheet, team: Team, ref: CardRef) -> bool:
    """Return whether a copy of a card may be in that hand, as far as a referee knows."""
    return team.hand > 0 and copies_not_in_hand(team, ref) < sheet.deck.get(ref, 0)


def players_in_hand(sheet: TeamSheet, team: Team) -> Iterator[CardRef]:
    """Return the field players that may be in hand."""
    if team.hand <= 0:
        return
    gone = {*team.table, *team.discard_known, *team.expelled}
    for ref in sheet.players:
        if ref not in gone:
            yield ref


def actions_in_hand(sheet: TeamSheet, team: Team) -> Iterator[CardRef]:
    """Return the actions that may be in hand, each once."""
    if team.hand <= 0:
        return
    gone = (*team.table, *team.discard_known, *team.expelled)
    for ref in sheet.actions:
        if ref not in gone or gone.count(ref) < sheet.deck[ref]:
            yield ref


@remembered_for_each
def possible_energies(state: State, seat: Seat) -> Mapping[CardRef, int]:
    """Return the energies that a face-down energy may be, with their copies: all except those known to be spent or
    turned.

    If none is left, a count was overridden and the knowledge is wrong: then it may be any energy.
    """
    energies = state.sheet.team(seat).energies
    team, duel = state.team(seat), state.duel
    turned: tuple[CardRef, ...] = ()
    if duel is not None:
        turned = (duel.attack if seat is state.attacking else duel.defence).revealed
    possible = dict(energies)
    for ref in (*team.energies_known, *turned):
        if ref in possible:
            possible[ref] -= 1
    possible = {ref: copies for ref, copies in possible.items() if copies > 0}
    return possible or energies


def excess(state: State, seat: Seat) -> int:
    """Return how many cards a hand must discard at the end of a turn (§10), at most as many as may be in it."""
    team = state.team(seat)
    if team.hand <= team.hand_limit:
        return 0
    sheet = state.sheet.team(seat)
    possible = sum(sheet.deck.values()) - sum(copies_not_in_hand(team, ref) for ref in sheet.deck)
    return max(0, min(team.hand - team.hand_limit, possible))


def flippable(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return the face-down occasions of which one may be turned over now."""
    team = state.team(seat)
    hidden = tuple(ref for ref in state.sheet.team(seat).occasions if ref not in team.visible)
    back = {ref for some in team.occasions_back for ref in some}
    return tuple(ref for ref in hidden if ref in back or ref not in team.occasions_used) or hidden


def effect_key(seat: Seat | None, card: CardRef, index: int) -> str:
    """Return the name under which an effect marked `once` is noted as used up."""
    return f"{seat or 'table'}:{card}:{index}"


# --- teams
# Moves one side's cards: put down, spent, recovered.


def opening_team(sheet: Sheet, seat: Seat) -> Team:
    """Return a team at kick-off: a full hand, and all other cards in its piles (§03, §10)."""
    team = sheet.team(seat)
    return Team(
        hand=HAND,
        hand_limit=HAND,
        draw_pile=sum(team.deck.values()) - HAND,
        energy_pile=sum(team.energies.values()),
        energy_spent=0,
        occasions_left=len(team.occasions),
        visible=team.visible,
        keepers=team.goalkeepers,
    )


def teams_with(state: State, seat: Seat, team: Team) -> tuple[Team, Team]:
    """Return both teams, home first, with one side's replaced: for a state in which more than that changes."""
    return (team, state.away) if seat is HOME else (state.home, team)


def with_team(state: State, seat: Seat, team: Team) -> State:
    """Return the state with one side's team replaced."""
    return replace(state, home=team) if seat is HOME else replace(state, away=team)


def known_to_be_back(team: Team, occasion: CardRef) -> Team:
    """Note that an occasion is turned over. A used one must have come back by an effect; the others stay used."""
    if occasion not in team.occasions_used:
        return team
    back = list(team.occasions_back)
    # Each row contains the row before it, so the first row with this occasion leaves the most possibilities.
    found = next((n for n, some in enumerate(back) if occasion in some), None)
    if found is not None:
        del back[found]
    left = (tuple(ref for ref in some if ref != occasion) for some in back)
    return replace(
        team,
        occasions_used=without(team.occasions_used, occasion),
        occasions_back=tuple(some for some in left if some),
    )


def put_down(team: Team, *cards: CardRef, energies: int = 0) -> Team:
    """Put cards from the hand on the table, with so many energies from the pile."""
    return replace(
        team,
        hand=team.hand - len(cards),
        table=(*team.table, *cards),
        energy_pile=team.energy_pile - energies,
    )


def spend_unseen(team: Team, n: int) -> Team:
    """Move energies from the pile to the discard, face down."""
    return replace(team, energy_pile=team.energy_pile - n, energy_spent=team.energy_spent + n)


def lose_energies(team: Team, side: Side) -> Team:
    """Spend the energy cards placed in a duel; the ones that were turned over are known from then on."""
    if not side.placed:
        return team
    return replace(
        team,
        energy_spent=team.energy_spent + side.placed,
        energies_known=(*team.energies_known, *side.revealed),
    )


def return_set_piece_energy(team: Team, side: Side) -> Team:
    """Put away the energy of a set piece: the bottom of the discard goes under the pile, the used energy to the
    discard (§14).

    A side with an empty pile had taken the bottom energy of its discard: that energy only goes back.
    """
    if side.armed and not side.from_spent and team.energy_spent > 0:
        team = recover_energies(team, 1, None)
    return lose_energies(team, side)


def recover_energies(team: Team, most: int, told: Sequence[CardRef] | None) -> Team:
    """Put spent energies under the pile: those that are named, or as many as there are, up to `most`.

    If they are not named, no energy is known to be spent any more.
    """
    n = min(most, team.energy_spent) if told is None else len(told)
    if n == 0:
        return team
    known = () if told is None else tuple((Counter(team.energies_known) - Counter(told)).elements())
    return replace(
        team, energy_pile=team.energy_pile + n, energy_spent=team.energy_spent - n, energies_known=known
    )


def take_for_set_piece(team: Team) -> tuple[Team, bool, bool]:
    """Take the top energy, or with an empty pile the bottom one of the discard (§14). Returns the team, whether it
    has one, and whether it comes from the discard.
    """
    if team.energy_pile > 0:
        return replace(team, energy_pile=team.energy_pile - 1), True, False
    if team.energy_spent > 0:
        return replace(team, energy_spent=team.energy_spent - 1, energies_known=()), True, True
    return team, False, False


def without(refs: tuple[CardRef, ...], ref: CardRef) -> tuple[CardRef, ...]:
    """Return the row without the first copy of a card."""
    if ref not in refs:
        return refs
    at = refs.index(ref)
    return refs[:at] + refs[at + 1 :]
