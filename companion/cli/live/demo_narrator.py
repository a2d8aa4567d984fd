"""Tells a demonstration to a person who sees the game for the first time: programme, turns, sums and final count."""

from collections import Counter

from companion.cli.contest_columns import MARKS, marked
from companion.cli.live.saying import PersonNarrator
from companion.cli.paper import Ink, TerminalPaper
from companion.event import Event
from companion.match import Match
from companion.play import SaidPlay, UnreadablePlay, kind_said, seat_said
from companion.session.session_event import RulingEvent
from companion.showing.house_rules import value_words
from companion.showing.scene import Contest, Scene, Side, Words
from companion.words import Text, clauses, joined


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
                "Virtual players play with the invented cards and the virtual dice of the demonstration; the seed {seed}"
                " decides what they do. A drawn camera looks at the table. The companion sees its picture and nothing"
                " else: it reads what lies there, judges every play, adds up every sum and says which section of the"
                " rulebook it goes by.",
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
        odds = tuple(scale.chance_percent for scale in contest.scales)
        if odds == self._odds or None in odds:
            return
        self._odds = odds
        shares = [
            Text("{mark} {percent} %", mark=self._mark(scale.seat), percent=scale.chance_percent or 0)
            for scale in contest.scales
        ]
        if contest.foul_percent is not None:
            shares.append(Text("foul {percent} %", percent=contest.foul_percent))
        if contest.level_percent is not None:
            shares.append(Text("level {percent} %", percent=contest.level_percent))
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
    told = Text("{name}", name=side.name)
    if side.role == "home":
        told = Text("{name}, at home", name=side.name)
    if side.role == "away":
        told = Text("{name}, away", name=side.name)
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
