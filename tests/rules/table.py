"""A table for tests, whatever the game: what is seen, any play, and what must be refused. Each game adds its verbs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from companion.event import public, write_event
from companion.match import Match, Outcome, SetupRefused
from companion.rules.engine import Rules, SetUp
from companion.words import translate
from tests.rules.citations import assert_it_names_its_section

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a play or a set-up was refused."""

    code: str
    message: str
    cite: str | None = None


def refused_setup(rules: Rules, setup: Json, cards: Sequence[Json]) -> str:
    """The message with which a set-up is refused."""
    try:
        Match(rules, setup, cards)
    except SetupRefused as problem:
        return translate(problem.message, "en")
    raise AssertionError("the set-up was accepted")


_OPENINGS: dict[tuple[str, str], SetUp] = {}


def _opened(rules: Rules, setup: Json, cards: Sequence[Json]) -> SetUp:
    """The opening of a match; of the same set-up and cards it is worked out once, which is half of a small test's time."""
    key = (rules.game, json.dumps([setup, cards], default=repr))
    if key not in _OPENINGS:
        _OPENINGS[key] = rules.opening(setup, cards)
    return _OPENINGS[key]


class Table:
    """A match under way. A verb makes a play and fails the test if it is refused; `refused` wants a refusal."""

    def __init__(self, rules: Rules, setup: Json, cards: Sequence[Json]) -> None:
        self.match = Match(replace(rules, opening=partial(_opened, rules)), setup, cards)
        self.match.rules = rules
        self.events: list[Json] = [public(write_event(x), "en") for x in self.match.opening.events]

    # --- what is seen

    def view(self, path: str = "") -> Any:
        """The view, or what stands there under a path: `teams.home.hand`."""
        found: Any = self.match.view()
        for name in path.split(".") if path else ():
            found = found[name]
        return found

    def event(self, kind: str) -> Json:
        """The only event of this kind that followed from the last play."""
        (found,) = (event for event in self.events if event["kind"] == kind)
        return found

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]

    @property
    def waited(self) -> dict[str | None, set[str]]:
        """Whom the table waits for, and for what."""
        return {x.seat: set(x.plays) for x in self.match.expects()}

    @property
    def turn_of(self) -> str:
        """The only seat that the table waits for."""
        (waited,) = self.match.expects()
        assert waited.seat is not None
        return waited.seat

    # --- any play

    def submit(self, data: Json) -> Outcome:
        return self.match.submit_json({name: item for name, item in data.items() if item is not None})

    def play(self, kind: str, **fields: Any) -> Self:
        outcome = self.submit({"play": kind, **fields})
        message = "" if outcome.refusal is None else translate(outcome.refusal.message, "en")
        assert outcome.ok, f"{kind} {fields}: {message}"
        self.events = [public(write_event(event), "en") for event in outcome.events]
        return self

    def refused(self, kind: str, **fields: Any) -> Refused:
        """Make a play that must be refused, and must change nothing."""
        before = self.match.view(), self.match.expects()
        outcome = self.submit({"play": kind, **fields})
        assert outcome.refusal is not None, f"{kind} {fields} was accepted"
        assert (self.match.view(), self.match.expects()) == before
        refusal = outcome.refusal
        assert_it_names_its_section(refusal)
        return Refused(refusal.code.value, translate(refusal.message, "en"), refusal.cite)

    def illegal(self, kind: str, **fields: Any) -> str | None:
        """Make a play that the rules must forbid, and say which section does."""
        refused = self.refused(kind, **fields)
        assert refused.code == "illegal_play", refused
        return refused.cite

    def override(self, **changes: Any) -> Self:
        """The referee's word; paths are written `teams__home__hand`."""
        paths = {name.replace("__", "."): value for name, value in changes.items()}
        return self.play("override", set=paths, reason="the referee saw it")
