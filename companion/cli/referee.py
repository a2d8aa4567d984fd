"""`companion referee`: plays a script, which is a match as text, and answers each line with a line of JSON."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, TextIO

from companion.cli.files import raw_lines, say, source_name
from companion.cli.main import called_as
from companion.cli.options import Said, add_data
from companion.errors import Malformed, ScriptError
from companion.event import public, write_event
from companion.ids import ObservationId
from companion.match import Match, Outcome, SetupRefused
from companion.notation import names_from, parsed
from companion.observation import Tap
from companion.play import MATCH_PLAYS, write_play
from companion.rules.engine import ErrorCode, Expectation, Json, Rules
from companion.rules.games import GAMES
from companion.showing.citations import tell_citation
from companion.storage import strict_json
from companion.storage.kept_files import expect_to_keep
from companion.storage.places import places
from companion.table.recorded_match import match_of
from companion.words import Text, translate

# --- script
# Reads scripts, which are matches as text: one JSON object a line, first the set-up, then plays and checks.
#
#     {"game": GAME, ...}                          the set-up
#     {"play": "attempt", "seat": "home", ...}     a play
#     {"expect": {"ok": true, ...}}                a check of the output right before it
#
# Blank lines and lines that begin with `#` are skipped. A play may also stand in its one-line notation, which begins
# with a letter: `reveal away EN010-901`.


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One object of a script, and its line number."""

    number: int
    data: Any

    @property
    def check(self) -> Any | None:
        """What this line expects, if it is a check."""
        if isinstance(self.data, dict) and "expect" in self.data and "play" not in self.data:
            return self.data["expect"]
        return None


def read_lines(raw: Iterable[bytes], game: Any = None, language: str = "en") -> Iterator[ScriptLine]:
    """Yield the objects of a script, line by line as they come.

    Without a `game` the set-up, which comes first, names it. A play in notation may name pieces as their tokens do, in
    `language`.

    Raises `ScriptError`.
    """
    for number, line in enumerate(raw, start=1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        rules = GAMES.get(game) if isinstance(game, str) else None
        data = _parse(text, number) if rules is None else _parse_play(rules, text, number, language)
        if game is None and isinstance(data, dict):
            game = data.get("game", "")
        if not isinstance(data, dict):
            raise _no_script(number, Text("each line must be a JSON object"))
        if "expect" in data and "play" not in data and not isinstance(data["expect"], dict):
            raise _no_script(number, Text("a check needs a JSON object"))
        yield ScriptLine(number, data)


def _parse(line: bytes, number: int) -> Any:
    try:
        return strict_json.parse(line, unique_keys=True)
    except Malformed as problem:
        raise _no_script(number, problem.message) from problem


def _parse_play(rules: Rules, line: bytes, number: int, language: str) -> Any:
    """Read a line of a match of this game: JSON, or a play in notation."""
    if not line[:1].isalpha():
        return _parse(line, number)
    try:
        names = names_from(language, rules.spoken)
        return parsed({**rules.play_kinds, **MATCH_PLAYS}, line.decode(), names)
    except UnicodeDecodeError as problem:
        raise _no_script(number, Text("this text is not in UTF-8")) from problem
    except Malformed as problem:
        raise _no_script(number, problem.message) from problem


def _no_script(number: int, problem: Text) -> ScriptError:
    return ScriptError(Text("line {number}: {problem}", number=number, problem=problem))


def read_setup(lines: Iterator[ScriptLine]) -> ScriptLine:
    """Read the set-up, which must come first. Raises `ScriptError`."""
    first = next(lines, None)
    if first is None:
        raise ScriptError(Text("there is no set-up in this file: a script begins with one, on line 1"))
    if "game" not in first.data:
        raise _no_script(first.number, Text('a script begins with its set-up: {"game": …}'))
    game = first.data["game"]
    if not isinstance(game, str) or game not in GAMES:
        known = ", ".join(GAMES)
        raise _no_script(
            first.number, Text("there is no game {game}; possible: {known}", game=str(game)[:40], known=known)
        )
    return first


def matches(want: Any, got: Any) -> bool:
    """Tell whether an output contains what a check expects.

    An object matches if every key it names matches; a list if its elements match elements of the other in the same
    order, others standing between or not; anything else must be equal.
    """
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            key in got and matches(item, got[key]) for key, item in want.items()
        )
    if isinstance(want, list):
        if not isinstance(got, list):
            return False
        rest = iter(got)
        return all(any(matches(item, other) for other in rest) for item in want)
    if isinstance(want, bool) or isinstance(got, bool):
        return want is got
    return bool(want == got)


# --- referee

ABOUT = (
    Text(
        "Each answer is one JSON object on a line, for programs and tests: what follows from the play, with the section of"
        " the rulebook, or why the play is refused. `companion matches show ID` tells a recorded match in sentences."
    ),
)
EXAMPLES = (
    (
        "referee --record match.jsonl",
        Text("judge a script and keep the match; its id is told at the beginning"),
    ),
    ("matches show ID", Text("read that match in sentences, play by play")),
)

EXIT_OK = 0
EXIT_CHECK_FAILED = 1
EXIT_NO_SCRIPT = 2


class JsonAnswers:
    """Writes the referee's answers, one JSON object a line, in one language."""

    def __init__(self, out: TextIO, language: str, *, with_options: bool) -> None:
        self._out = out
        self._language = language
        self._with_options = with_options
        self.checks_failed = 0

    def write(self, answer: Json) -> None:
        """Write one line and flush it."""
        say(strict_json.readable(answer), self._out)

    def to_setup(self, match: Match) -> Json:
        """Return the answer to an accepted set-up, with the house rules that apply."""
        events = self._events(match, match.opening.events)
        house = match.view().get("house", {})
        return {"seq": 0, "ok": True, "house": house, "events": events, "expects": self._expects(match)}

    def to_resumed(self, match: Match) -> Json:
        """Return the first answer for a continued match: its last play number, and whom it waits for."""
        return {"seq": match.seq, "ok": True, "events": [], "expects": self._expects(match)}

    def to_refused_setup(self, problem: SetupRefused) -> Json:
        """Return the answer to a refused set-up."""
        message = translate(problem.message, self._language)
        return {"seq": 0, "ok": False, "error": {"code": ErrorCode.BAD_SETUP.value, "message": message}}

    def to_play(self, match: Match, outcome: Outcome) -> Json:
        """Return the answer to a play."""
        if outcome.refusal is None:
            events = self._events(match, outcome.events)
            return {"seq": outcome.seq, "ok": True, "events": events, "expects": self._expects(match)}
        error = {
            "code": outcome.refusal.code.value,
            "message": translate(outcome.refusal.message, self._language),
        }
        if outcome.refusal.cite is not None:
            error |= self._cited(outcome.refusal.cite)
        return {"seq": outcome.seq, "ok": False, "error": error}

    def check(self, want: Any, answer: Json, match: Match | None) -> None:
        """Compare a check with the answer before it, and write a line if they differ."""
        got = dict(answer)
        if match is not None:
            got.setdefault("expects", self._expects(match))
            if "view" in want:
                got["view"] = match.view()
        if not matches(want, got):
            self.checks_failed += 1
            seen = {key: got.get(key) for key in want}
            self.write({"seq": answer["seq"], "check": "failed", "want": want, "got": seen})

    def _events(self, match: Match, events: Sequence[Any]) -> list[Json]:
        told = []
        for event in events:
            data = public(write_event(event), self._language)
            cited = self._cited(data["cite"]) if data.get("cite") else {}
            told.append({**data, "label": translate(match.label(event), self._language), **cited})
        return told

    def _cited(self, cite: str) -> Json:
        """Return a citation as programs compare it, and beside it as people read it."""
        return {"cite": cite, "rule": translate(tell_citation(cite), self._language)}

    def _expects(self, match: Match) -> list[Json]:
        return [self._expectation(match, waited) for waited in match.expects()]

    def _expectation(self, match: Match, waited: Expectation) -> Json:
        data: Json = {"seat": waited.seat, "plays": list(waited.plays)}
        if self._with_options:
            data["options"] = {
                kind: [write_play(play) for play in match.rules.options(match.state, waited.seat, kind)]
                for kind in waited.plays
            }
        return data


def tap_of(line: ScriptLine, seq: int, source: str) -> Tap:
    """Return a line of a script as an observation of a hand."""
    return Tap(
        id=ObservationId(f"tap-{seq}"),
        at_ms=time.time_ns() // 1_000_000,
        said=line.data,
        source=f"{source}:{line.number}",
    )


def follow(match: Match, lines: Iterator[ScriptLine], answers: JsonAnswers, last: Json, source: str) -> None:
    """Play the rest of a script, answer each line, and end with the view."""
    for line in lines:
        if line.check is not None:
            answers.check(line.check, last, match)
            continue
        outcome = match.submit_json(line.data, (tap_of(line, match.seq + 1, source),))
        last = answers.to_play(match, outcome)
        answers.write(last)
    answers.write({"final": match.view()})


def refuse(problem: SetupRefused, lines: Iterator[ScriptLine], answers: JsonAnswers) -> None:
    """Answer a refused set-up and the checks right after it; nothing else can follow."""
    answer = answers.to_refused_setup(problem)
    answers.write(answer)
    for line in lines:
        if line.check is None:
            break
        answers.check(line.check, answer, None)
    print(f"companion: {answer['error']['message']}", file=sys.stderr)


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "file", metavar="FILE", help=said(Text("the script; - reads it as it is typed or sent"))
    )
    parser.add_argument(
        "--options",
        action="store_true",
        help=said(Text("also list the complete plays that would be accepted now")),
    )
    parser.add_argument(
        "--record", action="store_true", help=said(Text("keep the match in the log, and print its id"))
    )
    add_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Play the script; 0, or 1 when a check failed, or 2 when its set-up was refused."""
    where = places(args.data)
    if args.record:
        expect_to_keep(where.matches)
    lines = read_lines(raw_lines(args.file), language=args.lang)
    setup = read_setup(lines)
    answers = JsonAnswers(sys.stdout, args.lang, with_options=args.options)
    try:
        match = match_of(setup.data, where)
    except SetupRefused as problem:
        refuse(problem, lines, answers)
        return EXIT_NO_SCRIPT
    with ExitStack() as stack:
        if args.record:
            # Imported here: a match that nobody keeps does not wait for the database.
            from companion.storage.claim import ClaimedLog  # noqa: PLC0415
            from companion.storage.log import MatchStore  # noqa: PLC0415
            from companion.table.recorded_match import claimed  # noqa: PLC0415

            store = stack.enter_context(MatchStore(where.matches))
            log = store.begin(match.rules, match.setup, match.cards)
            match.log_to(ClaimedLog(log, stack.enter_context(claimed(log.id, where, "companion referee"))))
            again = called_as("matches", "resume", data=args.data)
            told = Text(
                "recording as match {id}; go on with it later: {command}",
                id=log.id,
                command=f"{again} {log.id}",
            )
            print(f"companion: {translate(told, args.lang)}", file=sys.stderr, flush=True)
        first = answers.to_setup(match)
        answers.write(first)
        follow(match, lines, answers, first, source_name(args.file))
    return EXIT_CHECK_FAILED if answers.checks_failed else EXIT_OK
