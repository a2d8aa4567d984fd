"""A match of OFUSAIDO told to somebody who sees it for the first time: each turn, each duel, and the end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cli.ofusaido.names import BOLD_INKS, INKS, MARKS, Names
from companion.cli.ofusaido.sums import column
from companion.cli.ofusaido.zones import zone_words
from companion.cli.paper import NBSP, Ink, TerminalPaper
from companion.event import Event
from companion.match import Match
from companion.rules.ofusaido.cards import Action
from companion.rules.ofusaido.events import (
    Duel,
    DuelPhase,
    EffectShown,
    EnergyCount,
    Foul,
    Goal,
    MatchEnd,
    NoGoal,
    Progress,
    Sanction,
    TurnEnd,
)
from companion.rules.ofusaido.plays import Attempt, Discard, Flip, NoSupport, Reveal, Stall
from companion.rules.ofusaido.sheet import Seat, read_sheet
from companion.words import Text

FOUL, GOAL = " !!", " ★"
OF_SET_PIECE = {
    DuelPhase.PENALTY: Text("penalty"),
    DuelPhase.FREE_KICK: Text("free kick"),
}
QUIET = (NoSupport, Flip, Discard)
"""What is said in a low voice."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A goal for the final list."""

    turn: int
    goal: Goal
    how: DuelPhase


class Teller:
    """Tells one match as it is played, and keeps the count for the end."""

    def __init__(self, match: Match, paper: TerminalPaper) -> None:
        self._match = match
        self._paper = paper
        self._sheet = read_sheet(match.setup, match.cards)
        self._names = Names(self._sheet)
        self._view = match.view()
        self._goals: list[Scored] = []
        self._duels_won: Counter[Seat] = Counter()
        self._fouls: Counter[Seat] = Counter()
        self._last_duel: DuelPhase | None = None

    # --- during the match

    def kick_off(self) -> None:
        """The first turn begins."""
        self._turn_heading(self._view)

    def tell(self, events: Sequence[Event]) -> None:
        """What followed from one play, and then the odds, or the next turn."""
        before, after = self._view, self._match.view()
        for event in events:
            self._event(event)
        self._view = after
        if self._is_before_reveal(after):
            self._odds(after)
        if after["phase"] == "level" and before["phase"] != "level":
            self._paper.heading(Text("level: draw or shoot-out?"))
        elif after["phase"] == "turn" and after["turn"] != before["turn"]:
            self._turn_heading(after)

    def _event(self, event: Any) -> None:
        match event:
            case EnergyCount():
                pass
            case Duel():
                self._duel(event)
            case Foul():
                self._fouls[event.offender] += 1
                self._line(event, event.offender, Ink.ALARM, sign=FOUL, cite=event.cite, beats=3)
            case Goal():
                self._goal(event)
            case NoGoal():
                self._no_goal(event)
            case Sanction():
                self._line(event, event.seat, Ink.BOLD, cite=event.cite)
            case TurnEnd():
                self._turn_end(event)
            case MatchEnd():
                self._paper.heading(self._label(event))
            case Attempt():
                self._line(event, event.seat, BOLD_INKS[event.seat])
                self._zone(event.occasion, event.zone)
            case Progress():
                self._line(event, event.seat)
                self._zone(self._view["occasion"], event.to)
            case Stall():
                self._line(event, event.seat, BOLD_INKS[event.seat], cite=event.cite)
            case EffectShown():
                self._effect(event)
            case Reveal():
                self._line(event, event.seat, beats=0.8)
            case _:
                seat = getattr(event, "seat", None)
                self._line(event, seat, Ink.DIM if isinstance(event, QUIET) else Ink.PLAIN)

    def _effect(self, event: EffectShown) -> None:
        """A card's text; an action's name was said as it was played."""
        is_action = isinstance(self._sheet.cards[event.card], Action)
        told = event.text if is_action else self._label(event)
        self._paper.say(told, Ink.DIM, indent=4)
        self._paper.pause(1.5)

    def _line(
        self,
        event: Event,
        seat: Seat | None,
        ink: Ink = Ink.PLAIN,
        *,
        sign: str = "",
        cite: str | None = None,
        beats: float = 1,
    ) -> None:
        mark = f"{MARKS[seat]}{sign}" if seat is not None else " "
        mark_ink = INKS[seat] if seat is not None and ink is Ink.PLAIN else ink
        self._paper.say(self._label(event), ink, mark=mark, mark_ink=mark_ink, cite=cite)
        self._paper.pause(beats)

    def _label(self, event: Event) -> Text:
        return self._match.label(event)

    def _turn_heading(self, view: Mapping[str, Any]) -> None:
        seat = Seat(view["active"])
        told = Text(
            "turn {turn}: {mark} {team} attacks",
            turn=view["turn"],
            mark=MARKS[seat],
            team=self._names.side(seat),
        )
        self._paper.heading(told, BOLD_INKS[seat])
        self._paper.pause(1)

    def _zone(self, occasion: str | None, name: str | None) -> None:
        """What the zone asks for, so that the placement in the sums is no riddle."""
        if occasion is None or name is None:
            return
        told = zone_words(self._sheet.zones[occasion][name])
        self._paper.say(told, Ink.DIM, indent=4)

    def _is_before_reveal(self, view: Mapping[str, Any]) -> bool:
        duel = view.get("duel")
        if duel is None or view["phase"] != "reveal":
            return False
        return not duel["attack"]["revealed"] and not duel["defence"]["revealed"]

    def _odds(self, view: Mapping[str, Any]) -> None:
        odds = view["duel"]["odds"]
        attack = Seat(view["active"])
        foul = odds["foul_by_attack"] + odds["foul_by_defence"]
        wins, losses, fouls = percents((odds["attack"], odds["defence"], foul))
        figures = {"one": f"{MARKS[attack]}{NBSP}{wins}", "other": f"{MARKS[attack.other]}{NBSP}{losses}"}
        told = Text("odds before the reveal: {one} / {other}", **figures)
        if foul:
            told = Text("odds before the reveal: {one} / {other} / foul {foul}", foul=fouls, **figures)
        self._paper.say(told, Ink.BOLD, indent=4)
        self._paper.pause(2)

    # --- duels, goals, ends

    def _duel(self, event: Duel) -> None:
        seats = {"attack": event.attack.seat, "defence": event.defence.seat}
        winner = seats[event.winner]
        if event.phase is not DuelPhase.SHOOTOUT:
            self._duels_won[winner] += 1
        self._last_duel = event.phase
        duel = self._view.get("duel") or {}
        self._paper.columns(
            column(self._names, event.attack, Text("attack"), duel.get("attack")),
            column(self._names, event.defence, Text("defence"), duel.get("defence")),
        )
        told = Text("{team} wins the duel by {margin}", team=self._names.side(winner), margin=event.margin)
        if event.margin == 0:
            told = Text("level: the duel goes to the defence, {team}", team=self._names.side(winner))
        self._paper.say(told, BOLD_INKS[winner], mark=MARKS[winner], cite=event.cite, indent=4)
        self._paper.pause(3)

    def _goal(self, event: Goal) -> None:
        if self._last_duel is DuelPhase.SHOOTOUT:
            self._kick(event)
            return
        assert self._last_duel is not None
        self._goals.append(Scored(self._view["turn"], event, self._last_duel))
        self._line(event, event.seat, BOLD_INKS[event.seat], sign=GOAL, beats=5)

    def _no_goal(self, event: NoGoal) -> None:
        if self._last_duel is DuelPhase.SHOOTOUT:
            self._kick(event)
        else:
            self._line(event, event.seat, Ink.BOLD)

    def _kick(self, event: Goal | NoGoal) -> None:
        """A kick of the shoot-out: the match's score stays, the kicks are counted."""
        card = self._names.card(event.card)
        told = (
            Text("{card} scores", card=card) if isinstance(event, Goal) else Text("{card} misses", card=card)
        )
        kicks = self._match.view()["shootout"]
        score = {seat: sum(kicks[seat]["kicks"]) for seat in Seat}
        told = Text("{kick}. Shoot-out: {score}", kick=told, score=self._names.score(score))
        sign = GOAL if isinstance(event, Goal) else ""
        self._paper.say(told, BOLD_INKS[event.seat], mark=f"{MARKS[event.seat]}{sign}")
        self._paper.pause(3)

    def _turn_end(self, event: TurnEnd) -> None:
        self._line(event, None, Ink.DIM)
        view = self._match.view()
        told = Text(
            "score: {score}; energies left: {home}, {away}",
            score=self._names.score(view["score"]),
            home=f"{MARKS[Seat.HOME]}{NBSP}{view['teams']['home']['energy_pile']}",
            away=f"{MARKS[Seat.AWAY]}{NBSP}{view['teams']['away']['energy_pile']}",
        )
        self._paper.say(told, Ink.BOLD)
        self._paper.pause(2)

    # --- after the match

    def summary(self) -> None:
        """The score, and what led to it."""
        view, paper = self._match.view(), self._paper
        paper.say(Text("final score: {score}", score=self._names.score(view["score"])), Ink.BOLD)
        if "shootout" in view:
            kicks = {seat: sum(view["shootout"][seat]["kicks"]) for seat in Seat}
            paper.say(Text("shoot-out: {score}", score=self._names.score(kicks)), Ink.BOLD)
        for scored in self._goals:
            self._scorer(scored)
        if not self._goals:
            paper.say(Text("no goals"))
        paper.say(Text("duels won: {counts}", counts=self._names.counts(self._duels_won)))
        if self._sheet.has_fouls:
            paper.say(Text("fouls: {counts}", counts=self._names.counts(self._fouls)))
        paper.say(Text("turns: {turns}; plays judged: {plays}", turns=view["turn"], plays=self._match.seq))

    def _scorer(self, scored: Scored) -> None:
        seat = scored.goal.seat
        told = Text(
            "goal in turn {turn}: {card}, {team}",
            turn=scored.turn,
            card=self._names.card(scored.goal.card),
            team=self._names.side(seat),
        )
        if scored.how in OF_SET_PIECE:
            told = Text("{goal} ({how})", goal=told, how=OF_SET_PIECE[scored.how])
        self._paper.say(told, INKS[seat], mark=MARKS[seat])


def percents(odds: Sequence[float]) -> list[str]:
    """Odds in whole percents that add up to 100: what rounding leaves goes to those it cut most."""
    shares = [100 * one for one in odds]
    whole = [int(share) for share in shares]
    by_loss = sorted(range(len(odds)), key=lambda n: whole[n] - shares[n])
    for n in by_loss[: 100 - sum(whole)]:
        whole[n] += 1
    return [f"{n}{NBSP}%" for n in whole]
