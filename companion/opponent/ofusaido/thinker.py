"""The program as a player of OFUSAIDO: it tries each sensible play in worlds that fit what it has seen, to the end of the
turn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean

from companion.event import Event
from companion.ids import CardRef
from companion.opponent.choosing import Knowledge, Ranking, RatedPlay, Thinker, tried
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.opponent.ofusaido.player import SPOKEN, Glance
from companion.opponent.ofusaido.sense import Prospects
from companion.opponent.ofusaido.worlds import dealt_table, unseen_cards
from companion.opponent.value import TurnStage, WinningValue
from companion.play import Play
from companion.rules.effects import Effect
from companion.rules.engine import Refusal
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.events import MatchEnd
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.rules.ofusaido.state import Phase, State

LONGEST_TRY = 80
"""Plays of a try that does not come to the end of a turn."""
IDEAS = 12
"""So many times a player with a little chance is asked what he would do."""
MOST_PLAYS, FEWEST_OTHERS = 8, 2
GIVES_AWAY = {1: 0.15, 2: 0.08, 3: 0.06, 4: 0.04, 5: 0.0}
"""A larger last step than elsewhere: between 8 and 10 points level 2 won 54.8 % of 500 matches against level 1."""
EXPECTED = 0.08
"""What is expected of a play that a sensible player would always make, in chances of winning."""
KEPT_STRENGTHS = 16
FEATURES = (
    "goals",
    "late_goals",
    "occasions",
    "goals_to_come",
    "attacks_next",
    "energies",
    "first_energies",
    "cards",
    "expelled",
)
SIMPLE = {"goals": 0.9, "late_goals": 1.4, "goals_to_come": 1.5, "energies": 0.4, "first_energies": 0.5}
TURNED = frozenset((plays.Reveal.kind, plays.Flip.kind))
CHOSEN = frozenset(plays.PLAYS) - TURNED - {plays.AcceptDraw.kind}
"""Energies and occasions are turned over as they lie, and a draw is accepted by both sides together."""


def measure(state: State, seat: str) -> Sequence[float]:
    """Return the features of a side: goals, those that its attacks may bring still, energies and cards. What energies and
    cards are worth goes down to nothing with the last attack.
    """
    side = Seat(seat)
    team = state.team(side)
    occasions = len(state.sheet.team(side).occasions) or 1
    left = (state.home.occasions_left + state.away.occasions_left) / (2 * occasions)
    strength = _strength(state.sheet, side, state.team(side.other).goalkeeper)
    return (
        float(team.score),
        team.score * (1 - left),
        team.occasions_left / occasions,
        team.occasions_left * strength,
        float(state.attacking is side),
        team.energy_pile / 5 * left,
        min(team.energy_pile, 4) / 4 * sqrt(left),
        (team.hand + team.draw_pile) / 10 * left,
        len(team.expelled) * left,
    )


def stage(state: State) -> TurnStage | None:
    """Return what is going on in an attack, and what the duel is about."""
    if state.phase in (Phase.TURN, Phase.OVER):
        return None
    about = "" if state.duel is None else f" {state.duel.contest}"
    return TurnStage(f"{state.phase}{about}", state.attacking.value)


_STRENGTHS: dict[tuple[int, Seat, CardRef | None], tuple[Sheet, float]] = {}


def _strength(sheet: Sheet, seat: Seat, keeper: CardRef | None) -> float:
    """Return how likely an attack of a side scores by rule of thumb: the mean over its occasions, with its whole squad to
    choose from.
    """
    key = (id(sheet), seat, keeper)
    found = _STRENGTHS.get(key)
    if found is None:
        if len(_STRENGTHS) >= KEPT_STRENGTHS:
            _STRENGTHS.clear()
        team = sheet.team(seat)
        attacks = [Prospects(sheet, sheet.zones[one], team.players, keeper) for one in team.occasions]
        # The sheet is kept with it, so that no other gets its id.
        found = _STRENGTHS[key] = sheet, mean(attack.from_start() for attack in attacks) if attacks else 0.0
    return found[1]


def winners(state: State) -> tuple[str, ...] | None:
    """Return who has won; None while the match goes on."""
    if state.phase is not Phase.OVER:
        return None
    best = winner(state)
    return () if best is None else (best,) if isinstance(best, str) else tuple(best)


class SideCards:
    """The cards of one side, shuffled and dealt: what the program holds and turns over."""

    def __init__(self, state: State, seat: str, chance: Random) -> None:
        self._seat = Seat(seat)
        self._box = DeckBox(state.sheet.team(self._seat), state.team(self._seat).hand, chance)
        self._table = DealtTable(OFUSAIDO, state.sheet, {self._seat: self._box}, chance)

    def held(self) -> tuple[CardRef, ...]:
        return tuple(self._box.hand)

    def follow(self, before: State, events: Sequence[Event], after: State) -> None:
        self._table.follow(before, events, after)

    def own_play(self, state: State) -> Play | None:
        """Return the energy or the occasion that this side turns over."""
        if state.phase not in (Phase.REVEAL, Phase.FLIP):
            return None
        kind = plays.Reveal.kind if state.phase is Phase.REVEAL else plays.Flip.kind
        if not any(one.seat == self._seat and kind in one.plays for one in OFUSAIDO.expects(state)):
            return None
        return next(iter(self._table.possible(state, self._seat, kind)), None)


def unused(state: State, seat: str) -> tuple[CardRef, ...]:
    """Return the staff cards and footballers with a text that only people can carry out."""
    team = state.sheet.team(Seat(seat))
    told = [ref for ref in team.actions if any(map(_is_told, state.sheet.action(ref).effects))]
    told += [ability.card for ability in team.abilities if _is_told(ability.effect)]
    return tuple(dict.fromkeys(told))


def own_cards(state: State, seats: Collection[str]) -> frozenset[str]:
    """Return the cards of these sides that no other side has too."""
    of = {seat: _all_cards(state, seat) for seat in Seat}
    own = frozenset[str]().union(*(cards for seat, cards in of.items() if seat in seats))
    return own.difference(*(cards for seat, cards in of.items() if seat not in seats))


def _all_cards(state: State, seat: Seat) -> frozenset[str]:
    team = state.sheet.team(seat)
    return frozenset((*team.deck, *team.energies, *team.goalkeepers, *team.occasions))


def _is_told(effect: Effect) -> bool:
    return not effect.modifiers and not effect.deeds


def think(knowledge: Knowledge, value: WinningValue, chance: Random) -> Iterator[Ranking]:
    """Yield rankings of the plays that a side may choose; none where its cards decide."""
    state, seat = knowledge.state, Seat(knowledge.seat)
    if state.phase in (Phase.REVEAL, Phase.FLIP):
        return

    def trial(play: Play, luck: Random) -> float:
        return value.chance(play_on(knowledge, play, 1, luck), seat)

    ideas, decided = _ideas(state, seat, knowledge.held, chance)
    won = tuple(RatedPlay(play, 1.0) for play, is_win in decided.items() if is_win)
    lost = tuple(RatedPlay(play, 0.0) for play, is_win in decided.items() if not is_win)
    if not ideas:
        yield (*won, *lost)
        return
    for ranking in tried(list(ideas), trial, chance, ideas):
        yield (*won, *ranking, *lost)


def play_on(knowledge: Knowledge, play: Play, turns: int, luck: Random) -> State:
    """Return the state at the end of the turn that a play is made in, or of a later one."""
    state: State = knowledge.state
    table = dealt_table(state, Seat(knowledge.seat), knowledge.held, luck)
    last, following = state.turn + turns - 1, _bare(play)
    for _ in range(LONGEST_TRY * turns):
        ruling = OFUSAIDO.judge(state, following)
        if isinstance(ruling, Refusal):
            break
        before, state = state, ruling.after
        table.follow(before, ruling.events, state)
        if state.turn > last and state.phase in (Phase.TURN, Phase.LEVEL):
            break
        chosen = table.next_play(state)
        if chosen is None:
            break
        following = chosen
    return state


def _ideas(
    state: State, seat: Seat, held: Sequence[CardRef], chance: Random
) -> tuple[dict[Play, float], dict[Play, bool]]:
    """Return the plays that a sensible player thinks of, and a few others by chance, each with what is expected of it; and
    apart from them the plays that win or lose the match at once.
    """
    table = dealt_table(state, seat, held, chance)
    waited = next((one for one in OFUSAIDO.expects(state) if one.seat == seat), None)
    kinds = [] if waited is None else [kind for kind in waited.plays if kind in CHOSEN]
    offers = {kind: table.possible(state, seat, kind) for kind in kinds}
    glance = Glance(OFUSAIDO.view(state), table.advance)
    player = table.players[seat]
    decided = _deciding(state, seat, offers)
    found: dict[Play, float] = {}
    for _ in range(IDEAS if any(offers.values()) else 0):
        play = _bare(player.choose(offers, glance))
        if play.kind in CHOSEN and play not in decided and not getattr(play, "before_draw", False):
            found[play] = found.get(play, 0.0) + EXPECTED / IDEAS
    others = [
        play
        for some in offers.values()
        for play in some
        if _bare(play) not in found and play not in decided and _is_sensible(state, play)
    ]
    of_use = [play for play in others if player.is_of_use(play, glance)]
    # Where all else loses at once, any card may be the way out.
    if of_use or found or any(decided.values()):
        others = of_use
    chance.shuffle(others)
    # A card that helps leaves all other plays possible, and another is drawn for it: it is expected to be worth as much as
    # they are.
    others.sort(key=lambda play: play.kind not in SPOKEN)
    for play in others[: max(FEWEST_OTHERS, MOST_PLAYS - len(found))]:
        found[play] = EXPECTED * (play.kind in SPOKEN)
    return found, decided


def _deciding(state: State, seat: Seat, offers: Mapping[str, Sequence[Play]]) -> dict[Play, bool]:
    """Return the plays that end the match at once, and whether the seat wins by them: they need no try."""
    decided: dict[Play, bool] = {}
    if state.home.occasions_left + state.away.occasions_left > 1:
        return decided
    for play in (play for some in offers.values() for play in some if _is_sensible(state, play)):
        ruling = OFUSAIDO.judge(state, play)
        ends = () if isinstance(ruling, Refusal) else ruling.events
        for winner_told in (event.winner for event in ends if isinstance(event, MatchEnd)):
            if isinstance(winner_told, str):
                decided[play] = winner_told == seat
    return decided


def _bare(play: Play) -> Play:
    """Leave out which energies come back in a stall: that is said when it is known which are there."""
    return replace(play, energies=None) if isinstance(play, plays.Stall) else play


def _is_sensible(state: State, play: Play) -> bool:
    """Leave out what only a person without a player does, supports of several players at once, cards before the draw, and
    texts that only people can carry out.
    """
    match play:
        case plays.GiveUp() | plays.Discard() | plays.Shootout():
            return False
        case plays.Support(cards=cards):
            return len(cards) == 1
        case plays.ActionPlay(card=card, choice=choice):
            return not play.before_draw and not _is_told(state.sheet.action(card).effects[choice - 1])
        case plays.Ability() | plays.CoachBonus():
            return not play.before_draw and getattr(play, "card", None) not in unused(state, play.seat)
        case _:
            return True


OFUSAIDO_THINKER = Thinker(
    rules=OFUSAIDO,
    features=FEATURES,
    simple=SIMPLE,
    measure=measure,
    stage=stage,
    winners=winners,
    chosen_kinds=CHOSEN,
    think=think,
    gives_away=GIVES_AWAY,
    play_on=play_on,
    hand_size=lambda state, seat: int(state.team(Seat(seat)).hand),
    looks=12,
    # A card that is kept helps in one of the next turns.
    turns_replayed=6,
    cards=SideCards,
    unused=unused,
    chance_kinds=TURNED,
    pile_kinds=TURNED,
    own_cards=own_cards,
    may_hold=lambda state, seat: tuple(unseen_cards(state, Seat(seat))),
    from_hand=frozenset((plays.Oppose.kind, plays.Support.kind, plays.ActionPlay.kind, plays.Discard.kind)),
)
