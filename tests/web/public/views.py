"""Public views of matches that were played by chance, made as a table makes them."""

from collections.abc import Iterator
from random import Random

from companion.bus.messages import PublicView, ViewClock, ViewPlay, ViewSide
from companion.session.inbox import PlayIntent
from companion.table.hall.teller import view_of
from companion.virtual.chance import random_plays
from companion.words import Wording
from tests.ui.referee.watching import Watching


def played_views(game: str, plays: int, seed: int = 4) -> Iterator[PublicView]:
    """The views of a match from its beginning, one a play."""
    watching, chance = Watching(game, 0), Random(seed)
    yield view_of(watching.look())
    for _ in range(plays):
        watching.take(PlayIntent(next(random_plays(watching.match, chance))))
        yield view_of(watching.look())


def view(seq: int = 1, score: int = 0, *, match: str = "m", name: str = "Ann", **more: object) -> PublicView:
    """A plain view with two sides."""
    sides = (
        ViewSide("home", Wording.plain(name), "home", score, True),
        ViewSide("away", Wording.plain("Bob"), "away", 0),
    )
    given = {"clocks": (ViewClock("turn", 65_000, True, Wording("Turn clock", "Tour")),), **more}
    return PublicView(match, seq, "ouaf", Wording("turn 2", "tour 2"), sides, **given)  # type: ignore[arg-type]


def ruling(seq: int, score: int = 0) -> PublicView:
    return view(seq, score, last=ViewPlay(Wording("the referee decided", "l’arbitre a tranché"), True))
