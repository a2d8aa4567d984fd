"""Rates players from the confirmed results, by the Plackett-Luce model, which also works for tables of more than two.

The model is that of Weng and Lin (2011), as `openskill` computes it. A rating is a skill and how much it is in doubt; for an
order of players the skill less three times the doubt counts, so that nobody leads by one lucky match.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.hall.tournament.errors import PackageMissing
from companion.hall.tournament.events import EntrantNumber
from companion.hall.tournament.state import Tournament

CAUTION = 3
"""How many times the doubt is taken off the skill."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The estimated skill of a player, and the uncertainty of the estimate."""

    skill: float
    doubt: float

    @property
    def cautious(self) -> float:
        """The skill that the player has at least, almost certainly."""
        return self.skill - CAUTION * self.doubt


def ratings(state: Tournament) -> Mapping[EntrantNumber, PlayerRating]:
    """Return the rating of each player after all confirmed results, the best first.

    Everybody begins with the rating that the player brought along, or with that of a newcomer. Byes rate nobody. Raises
    `PackageMissing`.
    """
    try:
        # Imported here: it takes a while, and a table without a hall does not have it.
        from openskill.models import PlackettLuce  # noqa: PLC0415
    except ImportError as problem:
        raise PackageMissing("openskill") from problem
    model = PlackettLuce()
    known = {who: model.rating(mu=one.skill, sigma=one.doubt) for who, one in state.entrants.items()}
    for _, table in state.played():
        assert table.result is not None
        teams = [[known[who]] for who in table.players]
        rated = model.rate(teams, ranks=[float(place) for place in table.result.places])
        known.update(zip(table.players, (team[0] for team in rated), strict=True))
    made = {who: PlayerRating(one.mu, one.sigma) for who, one in known.items()}
    return dict(sorted(made.items(), key=lambda item: (-item[1].cautious, item[0])))
