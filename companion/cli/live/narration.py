"""Prints what happens at a live table: for people, for programs as JSON Lines, and for those who see the game for the first
time.
"""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol, TextIO

from companion.cli.paper import NBSP, Column, Ink, PrintedSum, TerminalPaper
from companion.cli.referee import JsonAnswers
from companion.event import Event
from companion.match import Match, Outcome
from companion.notation import written
from companion.opponent.sealed_card import seal_told
from companion.opponent.seat import BY
from companion.play import Correct, Insert, SaidPlay, Undo, UnreadablePlay, kind_said, seat_said, write_play
from companion.reading.answer import SoFar, TableQuestion
from companion.rules.engine import Json
from companion.session import session_event
from companion.session.session_event import RulingEvent
from companion.showing.by_itself import ITSELF
from companion.showing.duties import TABLE_FOLLOWS, duty_rows
from companion.showing.games import SCENE_BUILDERS
from companion.showing.house_rules import value_words
from companion.showing.scene import Contest, Role, Scale, Scene, Side, Words, in_order, told_lines
from companion.storage.shipped_data import mat_of
from companion.table.recorded_match import seat_name, standing
from companion.timers import Doing, clock_event_to_json
from companion.timers import told as clock_told
from companion.words import Text, Wording, clauses, joined, translate, word

# --- contest columns
# Prints the sides of a match in a terminal with their marks, and a settled contest in columns.

MARKS: Mapping[Role, tuple[str, Ink]] = {
    "home": ("▲", Ink.HOME),
    "away": ("●", Ink.AWAY),
    "red": ("●", Ink.RED),
    "yellow": ("▲", Ink.YELLOW),
    "gold": ("■", Ink.YELLOW),
    "green": ("◆", Ink.GREEN),
    "blue": ("■", Ink.BLUE),
    "purple": ("⬟", Ink.PURPLE),
    "orange": ("✚", Ink.ORANGE),
}
"""Each side's shape is the one that it has on the screens (`ui.presenters.palette`)."""


def marked(side: Side) -> Text:
    """Return a side's name with its mark: `▲ Lyon`, on one line."""
    return Text(f"{MARKS[side.role][0]}{NBSP}{{name}}", name=side.called)


def print_contest(paper: TerminalPaper, scene: Scene, contest: Contest | None) -> None:
    """Print a contest that was settled; nothing if there is none, or nothing was added up."""
    if contest is None or contest.outcome is None:
        return
    match [_column(scene, scale) for scale in in_order(contest, scene)]:
        case [left, right]:
            paper.columns(left, right)
        case columns:
            for column in columns[:1]:
                paper.column(column)


def _column(scene: Scene, scale: Scale) -> Column:
    title, ink = scale.role, Ink.BOLD
    if scale.seat is not None:
        side = scene.side(scale.seat)
        title = Text("{team}, {role}", team=marked(side), role=scale.role)
        ink = MARKS[side.role][1]
    # Reasons alone add up to nothing; the events that follow tell them.
    lines = told_lines(scale) if any(not line.is_reason for line in scale.lines) else ()
    rows = [PrintedSum(one.says, one.amount, indented=one.is_under) for one in lines]
    total = None if scale.total is None else PrintedSum(Text("total"), str(scale.total), indented=False)
    return Column(title, ink, rows, total)


# --- saying
# Prints what happens at a live table, as text for people or as JSON Lines for programs.
#
# {"seq": 4, "ok": true, "play": {...}, "by": "camera", "evidence": [...], "events": [...], "expects": [...]}
# {"question": {"key": ..., "asks": ..., "options": [...]}}   null: it is answered, or was withdrawn
# {"so_far": ...}    {"puzzle": ...}    {"desync": [...]}                        null: no more
# {"arms": {"request": ..., "dice": [...]}}    {"clock": {...}}    {"notice": {"device": ..., "says": ..., "words":
# ...}}
# {"remark": ...}    {"locked": {"number": 1, "act": "undo", "says": ...}}    {"final": VIEW}


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
            case session_event.RemarkEvent(says) | session_event.WentOn(says):
                is_trouble = isinstance(told, session_event.RemarkEvent) and told.is_trouble
                return {"remark": self._said(says), "is_trouble": is_trouble}
            case session_event.LookedBack(seq):
                return {"looked_back": seq}
            case session_event.StaleTouch(_, seq):
                return {"stale": seq}
            case session_event.HintAsked():
                return {"hint": "asked"}
            case session_event.LeaveAsked(number, act, says):
                return {"locked": {"number": number, "act": act, "says": self._said(says)}}

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
        headline = seal_told(told.play, lambda seat: seat_name(self._match.setup, seat)) or (
            self._match.label(told.events[0]) if is_own else play_told(told.play, self._match)
        )
        if told.by == BY:
            headline = Text("Companion: {play}", play=headline)
        if told.by == ITSELF:
            headline = Text("by itself: {play}", play=headline)
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
        if self._can_type and isinstance(told, session_event.LeaveAsked) and told.opens_with_pin:
            self._paper.say(Text("type pin and its digits, such as: pin 2580"), Ink.DIM, indent=4)
        if isinstance(told, session_event.TowerRequest) and told.dice and self._by_hand is not None:
            self._ask_for_dice(told.dice, self._by_hand)

    def end(self) -> None:
        self._say_standing()

    def _ruled(self, told: session_event.RulingEvent) -> None:
        before = self._before
        super()._ruled(told)
        if told.refusal is not None:
            return
        is_earlier = isinstance(told.play, Undo | Correct | Insert)
        duties = (
            [TABLE_FOLLOWS] if is_earlier else self._builder.duties(before, self._match.state, told.events)
        )
        for row in duty_rows(list(duties)):
            mark = "☐" if row.seat is None else f"☐ {MARKS[self._scene.side(row.seat).role][0]}"
            self._paper.say(row.says, mark=mark, indent=4)

    def _ask(self, question: TableQuestion) -> None:
        self._paper.say(Text("a question: {asks}", asks=question.asks), Ink.BOLD, mark="?")
        for number, option in enumerate(question.options, start=1):
            self._paper.say(self._match.rules.label(self._match.state, option), mark=f"{number}", indent=4)
        self._paper.say(Text("type the number of the answer; 0: none of these"), Ink.DIM, indent=4)

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
            options = clauses([match.rules.label(match.state, option) for option in question.options])
            return Text("a question: {asks} {options}", asks=question.asks, options=options)
        case session_event.SoFarEvent(so_far) if so_far is not None and so_far.row:
            return Text("so far: {play}", play=match.rules.label(match.state, so_far.row[-1]))
        case session_event.PuzzleEvent(puzzle) if puzzle is not None:
            return puzzle.says
        case session_event.DifferenceEvent(desync):
            return Text("table and match agree again") if desync is None else clauses(desync.says)
        case session_event.NoticeEvent(_, words):
            return words
        case session_event.RemarkEvent(says) | session_event.LeaveAsked(says=says):
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
        seat_name(match.setup, str(one))
        if name == "seats"
        else match.rules.spoken.get(str(one), Text("{name}", name=str(one)))
        for name, item in play.items()
        if name not in ("play", "seat") and item is not None and not isinstance(item, dict)
        for one in (item if isinstance(item, list) else [item])
    ]
    said = Text("{play} {rest}", play=kind, rest=joined(rest, " ")) if rest else kind
    if not isinstance(seat, str):
        return said
    return Text("{seat}: {play}", seat=seat_name(match.setup, seat), play=said)


# --- demo narrator
# Tells a demonstration to a person who sees the game for the first time: programme, turns, sums and final count.


class DemoNarrator(PersonNarrator):
    """Tells one match from its scenes, and keeps the count for the end."""

    def __init__(self, match: Match, paper: TerminalPaper, mode: str, seed: int) -> None:
        super().__init__(match, paper)
        self._mode = match.rules.description.modes[mode]
        self._seed = seed
        self._points: list[Text] = []
        self._counts: dict[Words, Counter[str]] = {}
        self._odds: tuple[int | None, ...] = ()
        self._headed: Words | None = None

    def begin(self) -> None:
        """Tell what this is, who plays, by which rules, and how to follow the match."""
        rules, paper = self._match.rules, self._paper
        paper.heading(Text("{title}: a demonstration match", title=rules.description.title))
        paper.say(
            Text(
                "Virtual players play with what the demonstration has invented; the seed {seed} decides what they do. A drawn"
                " camera looks at the table. The companion sees its picture and nothing else: it reads what lies there,"
                " judges every play, adds up every sum and says which section of the rulebook it goes by.",
                seed=self._seed,
            )
        )
        paper.blank()
        for side in self._scene.sides:
            mark, ink = MARKS[side.role]
            paper.say(_introduction(self._scene, side), ink, mark=mark)
        paper.blank()
        paper.say(Text("{what}: {words}", what=self._mode.title, words=self._mode.says))
        for says in self._builder.programme(self._match.state):
            paper.say(says)
        paper.say(Text("house rules, where the rulebook leaves a choice:"))
        played = self._match.view()["house"]
        for rule in rules.house_rules:
            choice = value_words(rule, played[rule.name])
            paper.say(Text("{says} Here: {choice}.", says=rule.says, choice=choice), mark="-", indent=4)
        self._turn_heading()

    def _ruled(self, told: RulingEvent) -> None:
        before = self._scene
        super()._ruled(told)
        self._say_odds(self._scene.contest)
        is_same = [side.is_active for side in before.sides] == [side.is_active for side in self._scene.sides]
        if not (is_same or self._match.is_over or self._scene.headline == self._headed):
            self._turn_heading()

    def _say_events(self, told: RulingEvent, before: Scene, settled: Contest | None, *, is_own: bool) -> None:
        """Tell the events with the demands of a place.

        Events that only count cards are left out; points are kept for the end.
        """
        state, rules = self._before, self._match.rules
        for number, event in enumerate(told.events):
            is_said = number >= is_own and not self._goes_without_saying(event, told.play)
            if is_said:
                self._say_event(event, settled)
            if event.kind not in rules.event_kinds or kind_said(told.play) not in rules.play_kinds:
                continue
            after = rules.evolve(state, event)
            if rules.view(after)["score"] != rules.view(state)["score"]:
                self._points.append(_point(before, self._match.label(event)))
            state = after
            counted = self._builder.counted(event)
            if counted is not None:
                self._counts.setdefault(counted[0], Counter())[counted[1]] += 1
            beside = self._builder.beside(state, event)
            if beside is not None:
                self._paper.say(beside, Ink.DIM, indent=4)

    def _goes_without_saying(self, event: Event, play: SaidPlay) -> bool:
        seat = seat_said(play)
        if isinstance(play, UnreadablePlay) or seat is None:
            return False
        return not self._builder.matters(event, play, seat)

    def _turn_heading(self) -> None:
        self._headed = self._scene.headline
        active = [side for side in self._scene.sides if side.is_active]
        says, ink = self._scene.headline, Ink.BOLD
        if len(active) == 1:
            says, ink = Text("{what}: {words}", what=says, words=marked(active[0])), MARKS[active[0].role][1]
        self._paper.heading(says, ink)
        self._paper.say(_standing(self._scene), Ink.DIM, indent=4)

    def _say_odds(self, contest: Contest | None) -> None:
        """Tell the chances of an open contest when they have changed."""
        if contest is None or contest.outcome is not None:
            self._odds = ()
            return
        scales = in_order(contest, self._scene)
        odds = tuple(scale.chance_percent for scale in scales)
        if odds == self._odds or None in odds:
            return
        self._odds = odds
        shares = [
            Text("{mark} {percent}%", mark=self._mark(scale.seat), percent=scale.chance_percent or 0)
            for scale in scales
        ]
        if contest.foul_percent is not None:
            shares.append(Text("foul {percent}%", percent=contest.foul_percent))
        if contest.level_percent is not None:
            shares.append(Text("tie {percent}%", percent=contest.level_percent))
        self._paper.say(Text("odds: {shares}", shares=joined(shares, " / ")), Ink.BOLD, indent=4)

    def end(self) -> None:
        """Tell how the match ended, and what led to it."""
        scene, paper = self._scene, self._paper
        ended = Text("{what}: {words}", what=scene.headline, words=scene.result or "")
        paper.heading(scene.headline if scene.result is None else ended)
        paper.say(_standing(scene), Ink.BOLD)
        for says in self._points:
            paper.say(says)
        for title, counts in self._counts.items():
            sides = [Text("{side} {n}", side=marked(side), n=counts[side.seat]) for side in scene.sides]
            paper.say(Text("{what}: {words}", what=title, words=joined(sides)))
        paper.say(Text("plays judged: {plays}", plays=self._match.seq))

    def _mark(self, seat: str | None) -> str:
        return "" if seat is None else MARKS[self._scene.side(seat).role][0]


def _introduction(scene: Scene, side: Side) -> Text:
    told = Text("{name}", name=side.who)
    if side.role == "home":
        told = Text("{name}, at home", name=side.who)
    if side.role == "away":
        told = Text("{name}, away", name=side.who)
    begins = [one.seat for one in scene.sides if one.is_active] == [side.seat]
    return Text("{team}: begins", team=told) if begins else told


def _point(before: Scene, label: Text) -> Text:
    """Return when points were scored, in which contest, and how."""
    when = before.headline
    if before.contest is not None and before.contest.outcome is None:
        when = Text("{when}, {contest}", when=when, contest=before.contest.title)
    return Text("{what}: {words}", what=when, words=label)


def _standing(scene: Scene) -> Text:
    """Return the score, and what each side has left."""
    sides = []
    for side in scene.sides:
        counts = [
            Text(
                "{title} {value}",
                title=count.title,
                value=str(count.value) if count.of is None else f"{count.value}/{count.of}",
            )
            for count in side.counts
        ]
        score = Text("{side} {n}", side=marked(side), n=side.score or 0)
        sides.append(Text("{score} ({counts})", score=score, counts=joined(counts)) if counts else score)
    return Text("score: {score}", score=clauses(sides))
