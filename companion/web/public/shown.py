"""What the public pages show, as values: tables, the states of a match to step back through, and delays."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.bus.messages import PublicView, payload_of, read_message
from companion.errors import ScriptError
from companion.words import Text

MOST_STEPS = 400
"""States of a match that are kept to step back through; the oldest go first."""
LONGEST_DELAY_S = 3_600


class PageKind(StrEnum):
    """The kinds of public pages. Each may show what happened some time later."""

    SPECTATOR = "spectator"
    """A phone: texts. The list of tables belongs to it."""
    TABLE = "table"
    """One match with its history."""
    OVERLAY = "overlay"
    """Laid over the film of a stream."""
    WALL = "wall"
    """The screen of a hall."""


class StepMark(StrEnum):
    """What makes a step worth looking for."""

    SCORE = "score"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class TrailStep:
    """A state of a match that was shown: its play's number and its view, packed, because a hall keeps thousands."""

    seq: int
    mark: StepMark | None
    packed: bytes

    @property
    def view(self) -> PublicView:
        return read_message(PublicView, zlib.decompress(self.packed))


@dataclass(frozen=True, slots=True)
class Trail:
    """The states of one match that were shown, the oldest first."""

    match: str = ""
    steps: tuple[TrailStep, ...] = ()

    def then(self, before: PublicView | None, view: PublicView) -> "Trail":
        """Return the trail with one state more; of another match it begins anew, and a state of the same play replaces it."""
        is_same = view.match == self.match
        steps = self.steps if is_same else ()
        mark = _mark(before if is_same else None, view)
        if steps and steps[-1].seq == view.seq:
            mark, steps = mark or steps[-1].mark, steps[:-1]
        step = TrailStep(view.seq, mark, zlib.compress(payload_of(view)))
        return Trail(view.match, (*steps, step)[-MOST_STEPS:])

    def after(self, views: Sequence[PublicView]) -> "Trail":
        """Return the trail with earlier states of its match before those that it has."""
        known = self.steps[0].seq if self.steps else 0
        earlier = Trail(self.match)
        for before, view in zip((None, *views), views, strict=False):
            if view.match == self.match and view.seq < known:
                earlier = earlier.then(before, view)
        return Trail(self.match, (*earlier.steps, *self.steps)[-MOST_STEPS:])

    def at(self, seq: int) -> int | None:
        """Return the place of the state after a play."""
        return next((n for n, step in enumerate(self.steps) if step.seq == seq), None)


def _mark(before: PublicView | None, view: PublicView) -> StepMark | None:
    if before is None:
        return None
    if view.last is not None and view.last.is_ruling and view.seq != before.seq:
        return StepMark.RULING
    scores = {side.seat: side.score for side in before.sides}
    has_scored = any(
        side.score is not None and side.score > (scores.get(side.seat) or 0) for side in view.sides
    )
    return StepMark.SCORE if has_scored else None


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as a page shows it. `silent_s`: nothing was heard of it for this many seconds, so that what is shown is
    old.
    """

    number: str
    view: PublicView | None = None
    silent_s: int = 0
    trail: Trail = field(default_factory=Trail)


FacePainter = Callable[[str, str, str, str | None], bytes | None]
"""Returns the face of a card as PNG, for a game, the card's reference, a language, and the value that counts (None: the best
one); None for a card that it does not know.
"""

CrestPictures = Callable[[str], bytes | None]
"""Returns the picture of a team's crest as PNG, by its name in the view."""
PastViews = Callable[[str], Sequence[PublicView]]
"""Returns the states of a match before the pages began, the oldest first, by the match's name. It may take seconds."""
EndedPage = Callable[[str, int, str], str | None]
"""Returns the page of a match that has ended, for its name, its last play and a language; None if it cannot be told. It may
take seconds."""


@dataclass(frozen=True, slots=True)
class PublicPlan:
    """Where the public pages are served, and how much later than it happened each kind of page shows it, in seconds.

    `faces` draws the cards that lie open; None: pages have their names alone. `crests` has the pictures of the owners'
    teams; None: pages draw their shields. `past` tells what came before of a match that goes on. `ended` tells what a match
    was worth; None: no page does.
    """

    port: int
    delays_s: Mapping[PageKind, int] = field(default_factory=dict)
    host: str = "0.0.0.0"  # noqa: S104 - spectators come from the network
    faces: FacePainter | None = field(default=None, compare=False)
    crests: CrestPictures | None = field(default=None, compare=False)
    past: PastViews | None = field(default=None, compare=False)
    ended: EndedPage | None = field(default=None, compare=False)

    def delay_ms(self, page: PageKind) -> int:
        return 1000 * self.delays_s.get(page, 0)


def read_delays(given: list[str]) -> dict[PageKind, int]:
    """Read delays: `30` for all pages, `overlay=30` for one; the later one counts. Raises `ScriptError`."""
    delays: dict[PageKind, int] = {}
    for words in given:
        name, _, seconds = words.rpartition("=")
        if not (seconds.isdecimal() and len(seconds) < 6 and int(seconds) <= LONGEST_DELAY_S):
            raise ScriptError(
                Text(
                    "a delay is written like 30 or overlay=30, in seconds, at most {most}; here: {got}",
                    most=LONGEST_DELAY_S,
                    got=words[:40],
                )
            )
        if name not in ("", *PageKind):
            raise ScriptError(
                Text("there is no page {got}; known: {known}", got=name[:40], known=", ".join(PageKind))
            )
        for page in PageKind if not name else (PageKind(name),):
            delays[page] = int(seconds)
    return delays
