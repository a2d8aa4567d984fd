"""The scene builder of OFUSAIDO: the score, the duel with its known totals, and what each side has left."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.play import Play
from companion.rules.engine import Expectation, Rules
from companion.rules.ofusaido.cards import Energy, Occasion, Shot, Stat, Target, places_of
from companion.rules.ofusaido.events import (
    Duel,
    DuelPhase,
    EffectShown,
    Ending,
    EnergyCount,
    Foul,
    Goal,
    Line,
    NoGoal,
    Tally,
    TurnEnd,
)
from companion.rules.ofusaido.evolve import evolve
from companion.rules.ofusaido.odds import odds
from companion.rules.ofusaido.play_rules import side_name
from companion.rules.ofusaido.plays import Advance, Stall
from companion.rules.ofusaido.scoring import Scale as Weighed
from companion.rules.ofusaido.scoring import attack_alone, tally, weigh
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Contest as Kind
from companion.rules.ofusaido.state import DuelOnTable, Phase, State
from companion.rules.ofusaido.state import Side as DuelSide
from companion.rules.ofusaido.words import LINE_WORDS, card_called
from companion.showing.ofusaido.duties import duties
from companion.showing.ofusaido.faces import faces_of
from companion.showing.ofusaido.ways import ofusaido_aside, ofusaido_ways, weights
from companion.showing.ofusaido.words import (
    beside,
    card_name,
    counted,
    details_of,
    highlight,
    names_of,
    programme,
)
from companion.showing.scene import (
    CardSide,
    Contest,
    Count,
    Duty,
    Highlight,
    LaidCard,
    Pitch,
    PitchZone,
    Scale,
    Scene,
    Side,
    SumLine,
    Words,
    ZoneTone,
)
from companion.showing.scene_builder import BaseSceneBuilder, percent_of, unbroken_score, waits
from companion.showing.ways import Ways, Weight
from companion.words import Text, word

SIGNED = ("post", "line", "target", "effect")
PLACED_CITE = "OFUSAIDO §08"

_CONTESTS = {
    Kind.PASS: Text("pass"),
    Kind.CROSS: Text("cross"),
    Kind.DRIBBLE: Text("dribble"),
    Kind.SHOT: Text("shot"),
    Kind.PENALTY: Text("penalty"),
    Kind.FREE_KICK: Text("free kick"),
    Kind.SHOOTOUT: Text("shoot-out"),
}
_LINE_WORDS: dict[str, Words] = {
    **LINE_WORDS,
    "TIR": Text("shot (TIR)"),
    "TDL": Text("long shot (TDL)"),
    "DRB": Text("dribble (DRB)"),
    "PAS": Text("pass (PAS)"),
    "TAK": Text("tackle (TAK)"),
    "INT": Text("interception (INT)"),
}
"""What the lines of a sum are called on screens, for people who do not know the letters on the cards."""
_STATS = {Kind.PASS: Text("interception"), Kind.CROSS: Text("interception"), Kind.DRIBBLE: Text("tackle")}
_WAITED = {
    Phase.TURN: Text("start an attack, or stall"),
    Phase.ADVANCE: Text("choose a player, and the zone where the ball goes"),
    Phase.SHOT: Text("choose who shoots"),
    Phase.FREE_ADVANCE: Text("go on freely: say where to"),
    Phase.SET_PIECE: Text("choose who shoots"),
    Phase.FLIP: Text("turn over a new occasion card"),
    Phase.DISCARD: Text("discard down to the hand limit"),
    Phase.SUPPORT: Text("add support players, each with an energy card, or none"),
    Phase.REVEAL: Text("turn over your energy card"),
    Phase.LEVEL: Text("the score is level: accept the tie, or name five shooters"),
    Phase.SHOOTOUT: Text("take the shot"),
}

_ONE_SUPPORT = Text("add one support player with an energy card, or none")
_LAST_DEFENDER = Text("add a last defender with an energy card, or none")
SEVERAL = 2
"""From so many energies of a side on it is said whose is turned over."""
_TONES: Mapping[Shot | None, ZoneTone] = {None: "way", Shot.NEAR: "near", Shot.LONG: "far"}


CONFIRMED = frozenset(("give_up", "accept_draw", "coach_bonus"))
RARE = frozenset(("action", "ability", "coach_bonus"))


class OfusaidoSceneBuilder(BaseSceneBuilder):
    """The scene builder of OFUSAIDO. See `showing.scene_builder.SceneBuilder`."""

    game = "ofusaido"
    goals = frozenset((Goal.kind,))
    stats: frozenset[str] = frozenset(Stat)
    fouls = frozenset((Foul.kind,))
    draw_says: Text | None = Text("the draw was accepted, there is no shoot-out")
    run_up = frozenset(("attempt", "advance", "free_advance", "shoot"))
    notable: frozenset[str] = frozenset(("goal", "no_goal", "foul", "sanction"))

    def scene(self, rules: Rules, state: State, last: Sequence[Event], mat: Mat) -> Scene:
        del mat
        is_over = rules.is_over(state)
        return Scene(
            self.game,
            _headline(state),
            tuple(_side(state, seat) for seat in Seat),
            waits(rules, state, lambda seat, plays: _waited(state, seat, plays)),
            contest=_contest(state, last),
            pitch=_pitch(state),
            visible=() if state.occasion is None else (CardSide(state.occasion),),
            is_over=is_over,
            result=_result(state, last) if is_over else None,
            why_over=Text("no occasion left") if state.ending is Ending.SCORE else None,
            names=names_of(state),
            details=details_of(state),
            confirmed=CONFIRMED,
            rare=RARE,
            faces=faces_of(state, last),
            bold=frozenset(ref for ref, card in state.sheet.cards.items() if isinstance(card, Energy)),
        )

    def arithmetic(self, state: State, event: Event) -> tuple[SumLine, ...]:
        if not isinstance(event, Duel):
            return ()
        found: list[SumLine] = []
        for role, one in ((Text("attack"), event.attack), (Text("defence"), event.defence)):
            whose = Text("{role}, {side}", role=role, side=side_name(state, one.seat))
            found += [SumLine(whose, f"= {one.total}"), *_tally_lines(state, one, event.cite)]
        return tuple(found)

    def aside(self, rules: Rules, state: State) -> tuple[Expectation, ...]:
        del rules
        return ofusaido_aside(state)

    def ways(self, rules: Rules, state: State, seat: str | None, kind: str) -> Ways | None:
        return None if seat is None else ofusaido_ways(rules, state, Seat(seat), kind)

    def weights(self, state: State, plays: Sequence[Play]) -> Sequence[Weight | None]:
        return weights(state, plays)

    def worth_after(self, after: State, play: Play) -> Text | None:
        """Return the points of the base player after a play, as long as nobody opposes him."""
        if not isinstance(play, Advance) or after.duel is None:
            return None
        return Text("{n} + energy", n=attack_alone(after, after.duel).of(()))

    def matters(self, event: Event, play: Play, seat: str) -> bool:
        """Return whether an event is worth telling; counts of energies are only for a stall, and its turn ends in any case."""
        if isinstance(play, Stall) and isinstance(event, TurnEnd):
            return False
        return not isinstance(event, EnergyCount) or (isinstance(play, Stall) and event.seat == seat)

    def in_brief(self, state: State, event: Event) -> Text | None:
        if isinstance(event, Foul):
            return Text("foul by {card}", card=card_called(state, event.card))
        if not isinstance(event, Goal) or event.phase is DuelPhase.SHOOTOUT:
            return None
        score = unbroken_score(event.score[seat.value] for seat in Seat)
        return Text("goal by {card} ({score})", card=card_called(state, event.card), score=score)

    def shortly(self, _state: State, event: Event, _play: Play) -> Text | None:
        """Return an event in short: a card's text without its name, as the play tells the name."""
        return Text("{text}", text=event.text) if isinstance(event, EffectShown) and event.text.en else None

    def settled(self, before: State, last: Sequence[Event]) -> Contest | None:
        """Return the settled duel with the name of each card; only the state before the play knows whose energies
        they were.
        """
        state = before
        for event in last:
            if isinstance(event, Duel):
                contest = _settled(state, event, last, state.duel)
                return replace(contest, outcome=_winner(state, event))
            state = evolve(state, event)
        return None

    def duties(self, before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
        return duties(before, after, last)

    def highlight(self, state: State, last: Sequence[Event]) -> Highlight | None:
        return highlight(state, last)

    def programme(self, state: State) -> Iterator[Words]:
        return programme(state)

    def beside(self, state: State, event: Event) -> Words | None:
        return beside(state, event)

    def counted(self, event: Event) -> tuple[Words, str] | None:
        return counted(event)


# --- where the match is


def _headline(state: State) -> Text:
    """Return the headline. Each attack is one turn; a tour of the rulebook is two turns."""
    if state.phase is Phase.OVER:
        return Text("full time")
    if state.occasion is not None and state.zone is not None:
        return Text(
            "turn {n}, {occasion}, zone {zone}",
            n=state.turn,
            occasion=card_name(state, state.occasion),
            zone=state.zone.upper(),
        )
    return Text("turn {n}", n=state.turn)


def _side(state: State, seat: Seat) -> Side:
    team = state.team(seat)
    over = max(0, team.hand - team.hand_limit)
    counts = (
        Count("energies", Text("energy cards"), team.energy_pile),
        # A hand may be above its limit until the turn ends.
        Count("hand", Text("hand"), team.hand, None if over else team.hand_limit),
        Count("draw", Text("draw pile"), team.draw_pile),
        Count("occasions", Text("occasions"), team.occasions_left),
    )
    discards = (Text("to discard when the turn ends: {n}", n=over),) if over else ()
    sent_off = tuple(Text("{card} sent off", card=card_name(state, ref)) for ref in team.expelled)
    bonus = (
        (Text("coach's bonus available"),)
        if state.sheet.team(seat).coach is not None and not team.coach_bonus_used
        else ()
    )
    return Side(
        seat.value,
        side_name(state, seat),
        "home" if seat is Seat.HOME else "away",
        team.score,
        state.phase not in (Phase.OVER, Phase.LEVEL) and state.attacking is seat,
        counts,
        (*discards, *sent_off, *bonus),
    )


def _waited(state: State, seat: str | None, plays: Sequence[str]) -> Words:
    if state.phase is Phase.OPPOSE:
        if "redirect" in plays:
            return Text("the wall stops the cross: say which way the attack goes")
        return Text("choose a defender, or let it pass") if "oppose" in plays else Text("let it pass")
    if state.phase is Phase.SUPPORT and "support" not in plays:
        return Text("nobody can be added: turn over the energy cards")
    if state.phase is Phase.TURN and "attempt" not in plays:
        return Text("stall: no energy card is left")
    if state.phase is Phase.SHOOTOUT and seat is None:
        return Text("or accept the draw")
    if state.phase is Phase.SUPPORT and state.duel is not None and state.duel.contest is Kind.SHOT:
        return _ONE_SUPPORT if seat == state.attacking else _LAST_DEFENDER
    if state.phase is Phase.SUPPORT and state.duel is not None and seat is not None:
        return _to_support(state, state.duel, Seat(seat))
    if state.phase is Phase.REVEAL and seat is not None and state.duel is not None:
        return _to_turn(state, state.duel, seat)
    return _WAITED[state.phase]


def _to_support(state: State, duel: DuelOnTable, seat: Seat) -> Words:
    """Ask for support players. Who is asked because the other side has just added some is told so: he may have said before
    that he adds nobody.
    """
    other = duel.defence if seat is state.attacking else duel.attack
    if duel.quiet or not other.supports:
        return _WAITED[Phase.SUPPORT]
    return Text("{side} has added a player: add one more, or nobody", side=side_name(state, seat.other))


def _to_turn(state: State, duel: DuelOnTable, seat: str) -> Words:
    """Say which energy is turned over next: beside whom it lies, where a side has laid several."""
    is_attack = seat == state.attacking
    balance = weigh(state, duel)
    slots = (balance.attack if is_attack else balance.defence).slots
    turned = len((duel.attack if is_attack else duel.defence).revealed)
    if len(slots) < SEVERAL or turned >= len(slots):
        return _WAITED[Phase.REVEAL]
    return Text(
        "turn over the energy card of {card}: {n} of {most}",
        card=card_name(state, slots[turned].card),
        n=turned + 1,
        most=len(slots),
    )


def _result(state: State, last: Sequence[Event]) -> Text:
    del last
    home, away = state.home.score, state.away.score
    best = state.conceded.other if state.conceded else None
    if best is None and home != away:
        best = Seat.HOME if home > away else Seat.AWAY
    if best is None and state.shootout is not None:
        kicks = {seat: state.shootout.goals(seat) for seat in Seat}
        if kicks[Seat.HOME] != kicks[Seat.AWAY]:
            best = max(kicks, key=kicks.__getitem__)
    if best is None:
        return Text("a draw")
    return Text("{seat} wins", seat=_side(state, best).name)


def _pitch(state: State) -> Pitch | None:
    """Return the pitch of the current occasion; None if the ball is in none of its zones."""
    if state.occasion is None or state.zone is None:
        return None
    occasion = state.sheet.cards[state.occasion]
    assert isinstance(occasion, Occasion)
    places = places_of(occasion)
    zones = tuple(
        PitchZone(
            zone.id,
            Text("{zone} ×{times}", zone=zone.id.upper(), times=zone.times)
            if zone.times > 1
            else Text("{zone}", zone=zone.id.upper()),
            *places[zone.id],
            zone.next,
            _TONES[zone.shot],
        )
        for zone in occasion.zones
    )
    areas = tuple(area.value for area in Target)
    return Pitch(card_name(state, occasion.ref), zones, state.zone, state.attacking.value, areas)


# --- the duel


def _contest(state: State, last: Sequence[Event]) -> Contest | None:
    if state.duel is not None and state.phase in (Phase.SUPPORT, Phase.REVEAL):
        return _open_duel(state, state.duel)
    settled = next((event for event in last if isinstance(event, Duel)), None)
    if settled is not None:
        return _settled(state, settled, last)
    foul = next((event for event in last if isinstance(event, Foul)), None)
    if foul is not None:
        says = Text(
            "foul by {card}, {colour}", card=card_name(state, foul.card), colour=word(foul.colour.value)
        )
        return Contest(Text("foul"), (), outcome=says)
    return None


def _open_duel(state: State, duel: DuelOnTable) -> Contest:
    balance = weigh(state, duel)
    chances = odds(state, duel, balance)
    fouls = chances.foul_by_attack + chances.foul_by_defence
    attack_percent, defence_percent = percent_of(chances.attack), percent_of(chances.defence)
    attack = _open_scale(state, duel, duel.attack, balance.attack, attack_percent)
    defence = _open_scale(state, duel, duel.defence, balance.defence, defence_percent)
    foul_percent = 100 - attack_percent - defence_percent if fouls > 0 else None
    return Contest(_CONTESTS[duel.contest], (attack, defence), foul_percent)


def _open_scale(state: State, duel: DuelOnTable, side: DuelSide, scale: Weighed, percent: int) -> Scale:
    is_attack = side is duel.attack
    counted = tally(state, scale, side, attacking=is_attack)
    lines = [*_tally_lines(state, counted, None), *_unturned(state, side, scale)]
    turned = len(side.revealed)
    return Scale(
        scale.seat.value,
        _role(duel, is_attack=is_attack),
        tuple(ref for ref in (side.base, *side.supports) if ref is not None),
        tuple(lines),
        counted.total,
        is_open=turned < len(scale.slots),
        chance_percent=percent,
        laid=_laid(state, scale.seat, [*side.revealed, *(None for _ in scale.slots[turned:])]),
    )


def _laid(state: State, seat: Seat, energies: Sequence[CardRef | None]) -> tuple[LaidCard, ...]:
    """Return the energies of a side in the order of the reveal; None: it is still face down. All backs of a side are alike."""
    back = next((CardSide(ref, is_back=True) for ref in state.sheet.team(seat).energies), None)
    if back is None:
        return ()
    return tuple(LaidCard(back, None if ref is None else CardSide(ref)) for ref in energies)


def _role(duel: DuelOnTable, *, is_attack: bool) -> Text:
    if is_attack:
        return _CONTESTS[duel.contest]
    return _STATS.get(duel.contest, Text("goalkeeper"))


def _unturned(state: State, side: DuelSide, scale: Weighed) -> Iterator[SumLine]:
    """Return the line of an energy that is still face down: its card, and what multiplies it."""
    first = len(side.revealed)
    for slot in scale.slots[first:]:
        yield SumLine(Text("energy"), "?", times=slot.change.times)
        yield from (_reason(state, line) for line in slot.lines if line.value == 0)


def _tally_lines(
    state: State, counted: Tally, cite: str | None, bearers: Iterable[CardRef] = ()
) -> Iterator[SumLine]:
    """Return the lines of a tally. `bearers` are the cards beside which the energies lay, in the order in which they
    were turned.
    """
    beside_it = iter(bearers)
    for line in counted.lines:
        if line.of is not None or (line.value == 0 and line.times != 1 and line.what != "energy"):
            yield _reason(state, line)
            continue
        value = f"{line.value:+d}" if line.what in SIGNED or line.value < 0 else str(line.value)
        card = next(beside_it, None) if line.what == "energy" else line.card
        yield SumLine(
            _line_says(state, line),
            value,
            PLACED_CITE if line.what in ("post", "line") else cite,
            card=None if card is None or line.what == "effect" else card_name(state, card),
            times=line.times,
            is_turned=line.what == "energy",
        )


def _line_says(state: State, line: Line) -> Words:
    what = _LINE_WORDS.get(line.what, Text(line.what))
    return card_name(state, line.card) if line.what == "effect" and line.card is not None else what


def _reason(state: State, line: Line) -> SumLine:
    what = (
        card_name(state, line.card)
        if line.what == "effect" and line.card is not None
        else _LINE_WORDS.get(line.what, Text(line.what))
    )
    return SumLine(Text("{what}", what=what), is_reason=True, times=line.times)


def _settled(state: State, duel: Duel, last: Sequence[Event], laid: DuelOnTable | None = None) -> Contest:
    sides = (None, None) if laid is None else (laid.attack, laid.defence)
    winner = _winning_seat(duel)
    scales = tuple(
        Scale(
            one.seat.value,
            role,
            _cards_of(state, one),
            tuple(_tally_lines(state, one, duel.cite, () if side is None else _bearers(side))),
            one.total,
            is_open=False,
            has_won=one.seat is winner,
            laid=_laid(state, one.seat, [line.card for line in one.lines if line.what == "energy"]),
        )
        for one, role, side in zip(
            (duel.attack, duel.defence), (Text("attack"), Text("defence")), sides, strict=True
        )
    )
    return Contest(word(duel.phase.value), scales, outcome=_outcome(state, duel, last))


def _cards_of(state: State, counted: Tally) -> tuple[CardRef, ...]:
    """Return the footballers of a side whose numbers counted: an effect of the other side's counts here, and is not here."""
    team = state.sheet.team(counted.seat)
    refs = dict.fromkeys(line.card for line in counted.lines if line.card is not None)
    return tuple(ref for ref in refs if ref in (*team.players, *team.goalkeepers))


def _bearers(side: DuelSide) -> tuple[CardRef, ...]:
    return (side.base, *side.supports) if side.armed and side.base is not None else side.supports


def _outcome(state: State, duel: Duel, last: Sequence[Event]) -> Text:
    if any(isinstance(event, Goal) for event in last):
        return Text("GOAL!")
    if any(isinstance(event, NoGoal) for event in last):
        is_level = duel.winner == "defence" and duel.margin == 0
        return Text("no goal: level, so the defence wins") if is_level else Text("no goal")
    return _winner(state, duel)


def _winning_seat(duel: Duel) -> Seat:
    return duel.attack.seat if duel.winner == "attack" else duel.defence.seat


def _winner(state: State, duel: Duel) -> Text:
    name = _side(state, _winning_seat(duel)).name
    if duel.margin == 0:
        return Text("level, so the defence wins: {seat}", seat=name)
    return Text("{seat} wins by {margin}", seat=name, margin=duel.margin)
