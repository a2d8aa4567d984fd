"""Prints what happens at a live table, as text for people or as JSON Lines for programs.

{"seq": 4, "ok": true, "play": {...}, "by": "camera", "evidence": [...], "events": [...], "expects": [...]}
{"question": {"key": ..., "asks": ..., "options": [...]}}   null: it is answered, or was withdrawn
{"so_far": ...}    {"puzzle": ...}    {"desync": [...]}                        null: no more
{"arms": {"request": ..., "dice": [...]}}    {"clock": {...}}    {"notice": {"device": ..., "says": ..., "words": ...}}
{"remark": ...}    {"final": VIEW}
"""

import dataclasses
from collections.abc import Sequence
from typing import Protocol, TextIO

from companion.cli.contest_columns import MARKS, print_contest
from companion.cli.paper import Ink, TerminalPaper
from companion.cli.referee import JsonAnswers
from companion.event import Event
from companion.match import Match, Outcome
from companion.notation import written
from companion.play import SaidPlay, kind_said, seat_said, write_play
from companion.reading.answer import SoFar, TableQuestion
from companion.rules.engine import Json
from companion.session import session_event
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Contest, Scene
from companion.storage.mats import mat_of
from companion.table.match_words import seat_name, standing
from companion.timers import Doing, clock_event_to_json
from companion.timers import told as clock_told
from companion.words import Text, Wording, clauses, joined, translate, word


class Narrator(Protocol):
    """Prints what happens at a live table."""

    def begin(self) -> None:
        """Print the beginning of a match, or its continuation."""

    def tell(self, told: session_event.SessionEvent) -> None:
        """Print one session event."""

    def end(self) -> None:
        """Print the end."""


class JsonNarrator:
    """Prints JSON Lines in the form of `companion referee`."""

    def __init__(self, match: Match, out: TextIO, language: str) -> None:
        self._match = match
        self._language = language
        self._answers = JsonAnswers(out, language, with_options=False)

    def begin(self) -> None:
        self._answers.write(self._answers.to_setup(self._match))

    def tell(self, told: session_event.SessionEvent) -> None:
        self._answers.write(self._json(told))

    def end(self) -> None:
        self._answers.write({"final": self._match.view()})

    def _json(self, told: session_event.SessionEvent) -> Json:
        match told:
            case session_event.RulingEvent():
                answer = self._answers.to_play(self._match, Outcome(told.seq, told.events, told.refusal))
                return {
                    **answer,
                    "play": write_play(told.play),
                    "by": told.by,
                    "evidence": list(told.evidence),
                }
            case session_event.QuestionEvent(question):
                return {
                    "question": None
                    if question is None
                    else {
                        "key": question.key,
                        "asks": self._said(question.asks),
                        "options": [write_play(option) for option in question.options],
                    }
                }
            case session_event.ProposalEvent(seq, voided):
                plays = [{"seq": play.seq, "reason": self._said(play.reason)} for play in voided]
                return {"proposed": {"seq": seq, "voided": plays}}
            case session_event.PuzzleEvent(puzzle):
                return {"puzzle": None if puzzle is None else self._said(puzzle.says)}
            case session_event.SoFarEvent(so_far):
                return {"so_far": None if so_far is None else self._so_far(so_far)}
            case session_event.DifferenceEvent(desync):
                return {"desync": None if desync is None else [self._said(says) for says in desync.says]}
            case session_event.TowerRequest(request, dice):
                return {"arms": {"request": request, "dice": list(dice)}}
            case session_event.ClockNotice(event):
                return {"clock": clock_event_to_json(event)}
            case session_event.NoticeEvent(notice, words):
                return {"notice": {"device": notice.device, "says": notice.says, "words": self._said(words)}}
            case session_event.RemarkEvent(says, is_trouble):
                return {"remark": self._said(says), "is_trouble": is_trouble}
            case session_event.LookedBack(seq):
                return {"looked_back": seq}
            case session_event.StaleTouch(_, seq):
                return {"stale": seq}

    def _so_far(self, so_far: SoFar) -> Json:
        return {
            "key": so_far.key,
            "things": self._said(so_far.things),
            "plays": [write_play(play) for play in so_far.row],
        }

    def _said(self, words: Text | Wording) -> str:
        return translate(words, self._language)


class PersonNarrator:
    """Prints lines for a person, in any game: each play, who entered it, its events, and the section of the rulebook."""

    def __init__(self, match: Match, paper: TerminalPaper) -> None:
        self._match = match
        self._paper = paper
        self._builder = SCENE_BUILDERS[match.rules.game]
        self._before = match.state
        """The state before the ruling that is told."""
        self._scene = self._scene_after(())

    def begin(self) -> None:
        pass

    def tell(self, told: session_event.SessionEvent) -> None:
        if isinstance(told, session_event.RulingEvent):
            self._ruled(told)
            return
        line = aside(told, self._match)
        if line is not None:
            self._paper.say(line, Ink.DIM, mark="·")

    def end(self) -> None:
        pass

    def _ruled(self, told: session_event.RulingEvent) -> None:
        if told.refusal is not None:
            said = Text(
                "{play}: refused: {why}", play=play_told(told.play, self._match), why=told.refusal.message
            )
            self._paper.say(said, mark="✗", cite=told.refusal.cite)
            return
        is_own = bool(told.events) and told.events[0].kind == kind_said(told.play)
        headline = self._match.label(told.events[0]) if is_own else play_told(told.play, self._match)
        before, self._scene = self._scene, self._scene_after(told.events)
        seat = seat_said(told.play)
        mark, ink = next(
            (MARKS[side.role] for side in self._scene.sides if side.seat == seat), ("", Ink.BOLD)
        )
        cite = getattr(told.events[0], "cite", None) if is_own else None
        self._paper.say(headline, Ink.BOLD, mark=f"{told.seq} {mark}".rstrip(), mark_ink=ink, cite=cite)
        is_of_game = kind_said(told.play) in self._match.rules.play_kinds
        settled = self._builder.settled(self._before, told.events) if is_of_game else None
        self._say_events(told, before, settled, is_own=is_own)
        if settled is None:
            print_contest(self._paper, self._scene, self._scene.contest)
        self._before = self._match.state

    def _say_events(
        self, told: session_event.RulingEvent, _before: Scene, settled: Contest | None, *, is_own: bool
    ) -> None:
        """Tell the events of a play. `is_own`: the first event is the play itself, which was told already."""
        for event in told.events[is_own:]:
            self._say_event(event, settled)

    def _say_event(self, event: Event, settled: Contest | None) -> None:
        """Tell one event; and its sum in columns, if it settled a contest that the following scene does not show."""
        cite = getattr(event, "cite", None)
        has_columns = settled is not None and bool(self._builder.arithmetic(self._match.state, event))
        says: Text | Wording = self._match.label(event)
        if settled is not None and has_columns:
            says = Text("{what}: {words}", what=settled.title, words=settled.outcome or "")
        self._paper.say(says, cite=cite, indent=4)
        if has_columns:
            print_contest(self._paper, self._scene, settled)

    def _scene_after(self, last: Sequence[Event]) -> Scene:
        """Return the present scene, after the events of the last play."""
        rules = self._match.rules
        return self._builder.scene(rules, self._match.state, last, mat_of(rules.game))


class TextNarrator(PersonNarrator):
    """Prints lines for a person at a watched table; adds what the match waits for, and which dice.

    `by_hand` is the command that takes typed dice; None: there is a tower. `can_type`: the person may type dice here,
    and the number of an option.
    """

    def __init__(
        self,
        match: Match,
        paper: TerminalPaper,
        language: str,
        by_hand: str | None,
        *,
        can_type: bool = False,
    ) -> None:
        super().__init__(match, paper)
        self._language = language
        self._by_hand = by_hand
        self._can_type = can_type

    def begin(self) -> None:
        self._say_standing()

    def tell(self, told: session_event.SessionEvent) -> None:
        if self._can_type and isinstance(told, session_event.QuestionEvent) and told.question is not None:
            self._ask(told.question)
            return
        super().tell(told)
        if isinstance(told, session_event.TowerRequest) and told.dice and self._by_hand is not None:
            self._ask_for_dice(told.dice, self._by_hand)

    def end(self) -> None:
        self._say_standing()

    def _ask(self, question: TableQuestion) -> None:
        self._paper.say(Text("a question: {asks}", asks=question.asks), Ink.BOLD, mark="?")
        for number, option in enumerate(question.options, start=1):
            self._paper.say(play_told(option, self._match), mark=f"{number}", indent=4)
        self._paper.say(Text("type its number; 0: none of these"), Ink.DIM, indent=4)

    def _ask_for_dice(self, dice: tuple[str, ...], by_hand: str) -> None:
        named = ", ".join(dice)
        roll = self._roll_of(dice) if self._can_type else None
        if roll is not None:
            says = Text(
                "the match waits for dice ({dice}), and there is no tower: name its port with "
                "--tower, or type here what the dice show, such as:",
                dice=named,
            )
            self._paper.command(says, roll)
            return
        says = Text(
            "the match waits for dice ({dice}), and there is no tower: name its port with "
            "--tower, or stop here and type what the dice show:",
            dice=named,
        )
        self._paper.command(says, by_hand)

    def _roll_of(self, dice: tuple[str, ...]) -> str | None:
        """Return the line to type for the expected roll, with a three on each die; None where a roll needs more than dice."""
        kinds = self._match.rules.play_kinds
        for expectation in self._match.expects():
            for kind in expectation.plays:
                if {field.name for field in dataclasses.fields(kinds[kind])} >= set(dice):
                    return written(kinds, {"play": kind, **dict.fromkeys(dice, 3)})
        return None

    def _say_standing(self) -> None:
        self._paper.say(standing(self._match, self._match.setup, self._language), Ink.DIM, mark="·")


def aside(told: session_event.SessionEvent, match: Match) -> Text | None:
    """Return one line for a session event that is not a ruling; None if people need not read it."""
    match told:
        case session_event.QuestionEvent(question) if question is not None:
            options = clauses([play_told(option, match) for option in question.options])
            return Text("a question: {asks} {options}", asks=question.asks, options=options)
        case session_event.SoFarEvent(so_far) if so_far is not None and so_far.row:
            return Text("so far: {play}", play=match.rules.label(match.state, so_far.row[-1]))
        case session_event.PuzzleEvent(puzzle) if puzzle is not None:
            return puzzle.says
        case session_event.DifferenceEvent(desync):
            return Text("table and match agree again") if desync is None else clauses(desync.says)
        case session_event.NoticeEvent(_, words):
            return words
        case session_event.RemarkEvent(says):
            return says
        case session_event.ClockNotice(event) if event.doing in (Doing.WARN, Doing.EXPIRE):
            return clock_told(event, ())
        case _:
            return None


def play_told(said_play: SaidPlay, match: Match) -> Text:
    """Describe a play in a few words: its seat, its kind, and its cards."""
    play = write_play(said_play)
    if not isinstance(play, dict):
        return Text("no play")
    kind, seat = word(str(play.get("play"))), play.get("seat")
    rest = [
        match.rules.spoken.get(str(one), Text("{name}", name=str(one)))
        for name, item in play.items()
        if name not in ("play", "seat") and item is not None and not isinstance(item, dict)
        for one in (item if isinstance(item, list) else [item])
    ]
    said = Text("{play} {rest}", play=kind, rest=joined(rest, " ")) if rest else kind
    if not isinstance(seat, str):
        return said
    return Text("{seat}: {play}", seat=seat_name(match.setup, seat), play=said)
