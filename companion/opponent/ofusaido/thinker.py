"""A player of OFUSAIDO who thinks: each play that a sensible player may make is tried in worlds that fit what he has seen, to the end
of the turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.ids import CardRef
from companion.opponent.choosing import Knowledge, Ranking, Thinker, tried
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.player import Glance, VirtualPlayer
from companion.opponent.ofusaido.worlds import dealt_table
from companion.opponent.value import Value
from companion.play import Play
from companion.rules.engine import Refusal
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State

LONGEST_TRY = 80
"""Plays of a try that does not come to the end of a turn."""
IDEAS = 12
"""So many times a player with a little chance is asked what he would do."""
MOST_PLAYS = 10
FEATURES = (
    "goals",
    "late_goals",
    "occasions",
    "energies",
    "few_energies",
    "hand",
    "draw_pile",
    "discard",
    "expelled",
    "bonus_left",
    "attacks_next",
)
SIMPLE = {"goals": 0.8, "late_goals": 1.5, "occasions": 0.1, "energies": 0.05, "attacks_next": 0.1}
CHOSEN = frozenset(plays.PLAYS) - {plays.Reveal.kind, plays.Flip.kind, plays.AcceptDraw.kind}
"""Energies and occasions are turned over as they lie, and a draw is accepted by both sides together."""


def measure(state: State, seat: str) -> Sequence[float]:
    """Return the features of a side: goals, what is left of the match, energies and cards."""
    team = state.team(Seat(seat))
    occasions = len(state.sheet.team(Seat(seat)).occasions) or 1
    gone = 1 - (state.home.occasions_left + state.away.occasions_left) / (2 * occasions)
    return (
        float(team.score),
        team.score * gone,
        team.occasions_left / occasions,
        team.energy_pile / 5,
        float(team.energy_pile <= 2),
        team.hand / 8,
        team.draw_pile / 10,
        (len(team.discard_known) + team.discard_unknown) / 10,
        float(len(team.expelled)),
        float(not team.coach_bonus_used),
        float(state.attacking is Seat(seat)),
    )


def winners(state: State) -> tuple[str, ...] | None:
    """Return who has won; None while the match goes on."""
    if state.phase is not Phase.OVER:
        return None
    best = winner(state)
    return () if best is None else (best,) if isinstance(best, str) else tuple(best)


def think(knowledge: Knowledge, value: Value, chance: Random) -> Iterator[Ranking]:
    """Yield rankings of the plays that a side may choose; none where its cards decide."""
    state, seat = knowledge.state, Seat(knowledge.seat)
    if state.phase in (Phase.REVEAL, Phase.FLIP):
        return

    def trial(play: Play, luck: Random) -> float:
        table = dealt_table(state, seat, knowledge.held, luck)
        return value.chance(_played_out(state, play, table), seat)

    yield from tried(_ideas(state, seat, knowledge.held, chance), trial, chance)


def _played_out(state: State, play: Play, table: DealtTable) -> State:
    """Return the state at the end of the turn that a play is made in."""
    turn, following = state.turn, play
    for _ in range(LONGEST_TRY):
        ruling = OFUSAIDO.judge(state, following)
        if isinstance(ruling, Refusal):
            break
        before = state
        for event in ruling.events:
            state = OFUSAIDO.evolve(state, event)
        table.follow(before, ruling.events, state)
        if state.turn != turn and state.phase in (Phase.TURN, Phase.LEVEL):
            break
        chosen = table.next_play(state)
        if chosen is None:
            break
        following = chosen
    return state


def _ideas(state: State, seat: Seat, held: Sequence[CardRef], chance: Random) -> list[Play]:
    """Return the plays that a sensible player thinks of, and a few others by chance."""
    table = dealt_table(state, seat, held, chance)
    waited = next((one for one in OFUSAIDO.expects(state) if one.seat == seat), None)
    kinds = [] if waited is None else [kind for kind in waited.plays if kind in CHOSEN]
    offers = {kind: table.possible(state, seat, kind) for kind in kinds}
    glance = Glance(OFUSAIDO.view(state), table.advance)
    found: dict[Play, Play] = {}
    for _ in range(IDEAS if any(offers.values()) else 0):
        player = VirtualPlayer(seat, state.sheet, table.boxes[seat], chance)
        play = _bare(player.choose(offers, glance))
        found[play] = play
    others = [play for some in offers.values() for play in some if _bare(play) not in found]
    chance.shuffle(others)
    return [*found.values(), *_sensible(others)][:MOST_PLAYS]


def _bare(play: Play) -> Play:
    """Leave out which energies come back in a stall: that is said when it is known which are there."""
    return replace(play, energies=None) if isinstance(play, plays.Stall) else play


def _sensible(others: Sequence[Play]) -> list[Play]:
    """Leave out what only a person without a player does, and supports of several players at once."""
    return [
        play
        for play in others
        if not isinstance(play, plays.GiveUp)
        and not (isinstance(play, plays.Support) and len(play.cards) > 1)
    ]


OFUSAIDO_THINKER = Thinker(
    rules=OFUSAIDO,
    features=FEATURES,
    simple=SIMPLE,
    measure=measure,
    winners=winners,
    chosen_kinds=CHOSEN,
    think=think,
)
