"""A table for tests: a match of OFUSAIDO with the box of `cards`, and the plays as verbs."""

from collections.abc import Sequence
from typing import Any

from companion.rules.ofusaido.rules import OFUSAIDO
from tests.rules import table
from tests.rules.ofusaido.cards import ACTIONS, ENERGIES, OCCASIONS, PLAYERS, Json, box

TEAM: Json = {
    "players": [card["ref"] for card in PLAYERS],
    "goalkeepers": ["SAMS", "TONI"],
    "actions": [card["ref"] for card in ACTIONS],
    "energies": [card["ref"] for card in ENERGIES],
    "occasions": [card["ref"] for card in OCCASIONS],
    "visible": ["THROUGH", "DIRECT"],
}


def a_setup(
    *, home: Json | None = None, away: Json | None = None, visible: str = "THROUGH DIRECT", **fields: Any
) -> Json:
    """A set-up in mode `amateur` where `home` begins; `home` and `away` change fields of a team."""
    both = {**TEAM, "visible": visible.split()}
    teams = {"home": {**both, **(home or {})}, "away": {**both, **(away or {})}}
    return {"game": "ofusaido", "mode": "amateur", "kickoff": "home", "teams": teams, **fields}


def refused_setup(setup: Json, *cards: Json) -> str:
    """The message with which a set-up is refused."""
    return table.refused_setup(OFUSAIDO, setup, box(*cards))


class Table(table.Table):
    """A match of OFUSAIDO under way."""

    def __init__(self, setup: Json, cards: Sequence[Json]) -> None:
        super().__init__(OFUSAIDO, setup, cards)

    @property
    def totals(self) -> tuple[int, int]:
        """Attack and defence of the duel just settled."""
        duel = self.event("duel")
        return duel["attack"]["total"], duel["defence"]["total"]

    def counts(self, seat: str) -> tuple[int, int]:
        """A side's energies: in the pile, and spent."""
        return self.view(f"teams.{seat}.energy_pile"), self.view(f"teams.{seat}.energy_spent")

    # --- the verbs

    def attempt(self, seat: str, occasion: str, zone: str | None = None) -> "Table":
        return self.play("attempt", seat=seat, occasion=occasion, zone=zone)

    def stall(
        self, seat: str, option: str, discard: str = "DIRECT", energies: list[str] | None = None
    ) -> "Table":
        return self.play("stall", seat=seat, option=option, discard=discard, energies=energies)

    def advance(self, seat: str, card: str, intent: str = "pass", to: str | None = None) -> "Table":
        return self.play("advance", seat=seat, card=card, intent=intent, to=to)

    def oppose(self, seat: str, card: str) -> "Table":
        return self.play("oppose", seat=seat, card=card)

    def let_pass(self, seat: str) -> "Table":
        return self.play("let_pass", seat=seat)

    def redirect(self, seat: str, to: str) -> "Table":
        return self.play("redirect", seat=seat, to=to)

    def support(self, seat: str, *cards: str) -> "Table":
        return self.play("support", seat=seat, cards=list(cards))

    def no_support(self, *seats: str) -> "Table":
        for seat in seats:
            self.play("no_support", seat=seat)
        return self

    def reveal(self, *energies: str) -> "Table":
        """Energies are turned by whoever must turn one."""
        for energy in energies:
            seat = self.view("active") if self.view("phase") == "support" else self.turn_of
            self.play("reveal", seat=seat, energy=energy)
        return self

    def shoot(self, seat: str, card: str, target: str | None = None) -> "Table":
        return self.play("shoot", seat=seat, card=card, target=target)

    def free_advance(self, seat: str, to: str) -> "Table":
        return self.play("free_advance", seat=seat, to=to)

    def give_up(self, seat: str) -> "Table":
        return self.play("give_up", seat=seat)

    def flip(self, seat: str, occasion: str) -> "Table":
        return self.play("flip", seat=seat, occasion=occasion)

    def discard(self, seat: str, *cards: str) -> "Table":
        return self.play("discard", seat=seat, cards=list(cards))

    def action(self, seat: str, card: str, choice: int = 1) -> "Table":
        return self.play("action", seat=seat, card=card, choice=choice)

    def coach_bonus(self, seat: str) -> "Table":
        return self.play("coach_bonus", seat=seat)

    def accept_draw(self) -> "Table":
        return self.play("accept_draw")

    def shootout(self, seat: str, *shooters: str) -> "Table":
        return self.play("shootout", seat=seat, shooters=list(shooters))

    # --- whole stretches

    def flip_any(self) -> "Table":
        """Turn over whatever occasions are to be turned."""
        while self.view("phase") == "flip":
            seat = self.turn_of
            options = self.match.rules.options(self.match.state, seat, "flip")
            self.flip(seat, options[0].occasion)
        return self

    def waste_turn(self) -> "Table":
        """The attack attempts an occasion and gives it up at once."""
        seat = self.view("active")
        occasion = self.view(f"teams.{seat}.visible")[0]
        self.attempt(seat, occasion, "a").give_up(seat)
        return self.flip_any()

    def waste_all(self) -> "Table":
        """Both sides waste all the occasions that are left."""
        while self.view("phase") == "turn":
            self.waste_turn()
        return self

    def contest(
        self, base: str, opponent: str, *energies: str, intent: str = "pass", to: str | None = None
    ) -> "Table":
        """A progression of `home` against one opponent of `away`, with nobody in support."""
        self.advance("home", base, intent, to).oppose("away", opponent)
        return self.reveal(*energies)

    def shot(
        self, shooter: str, *energies: str, target: str | None = None, last: str | None = None
    ) -> "Table":
        """A shot of `home`, with a last defender of `away` or none."""
        self.shoot("home", shooter, target).no_support("home")
        if last is None:
            self.no_support("away")
        else:
            self.support("away", last)
        return self.reveal(*energies)


def a_table(*cards: Json, **setup: Any) -> Table:
    """A table at kick-off; `cards` are added to the box or stand in the place of others."""
    return Table(a_setup(**setup), box(*cards))
