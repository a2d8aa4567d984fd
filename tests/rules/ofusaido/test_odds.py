"""The odds of the duel on the table, against a count of every possible deal (`duel_model`)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from math import prod

import pytest

from tests.rules.ofusaido.cards import ENERGIES, PLAYERS, Json, changed, effect, modifier
from tests.rules.ofusaido.duel_model import CARDS, ModelSide, Place, chances, outcome, turn
from tests.rules.ofusaido.table import Table, a_table

STATS = {card["ref"]: card["stats"] for card in PLAYERS}
PLACES = {
    # In zone a of THROUGH: attack, defence. In front of the goal (BU/ATT, DC/DEF), and from afar (MO/MIL, MDC/MIL).
    "MARO": {"a": (2, 1), "near": (0, 0), "long": (1, 1)},
    "OTIS": {"a": (1, 1), "near": (0, 0), "long": (2, 1)},
    "VEGA": {"a": (0, 0), "near": (2, 0), "long": (0, 0)},
    "PAZ": {"a": (1, 2), "near": (0, 0), "long": (1, 2)},
    "BRIK": {"a": (0, 0), "near": (0, 2), "long": (0, 0)},
    "ENZO": {"a": (0, 0), "near": (0, 1), "long": (0, 0)},
    "JULI": {"a": (2, 1), "near": (0, 0), "long": (1, 1)},
}
FREE = [ref for ref, card in CARDS.items() if not card["whistle"]]


def combined(multipliers: Sequence[int], house: str) -> int:
    return prod(multipliers) if house == "multiply" else 1 + sum(m - 1 for m in multipliers)


class Duel:
    """A duel drawn by lot, on the table and in the model."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        lot = self.lot
        self.contest = lot.choice(["pass", "dribble", "cross", "near", "near", "long", "long"])
        self.mode = lot.choice(["ecole", "amateur", "amateur", "amateur"])
        if self.contest == "cross":
            self.mode = "amateur"
        self.both = lot.choice(["attack", "defence", "none"])
        self.multipliers = lot.choice(["multiply", "add"])
        self.effects = [lot.choice(EFFECTS) for _ in range(lot.choice([0, 0, 1, 2]))]
        self.is_let_pass = self.contest != "cross" and lot.random() < 0.3
        self.is_bare = self.contest in ("near", "long") and lot.random() < 0.2
        self.has_mercy = {"home": lot.random() < 0.2, "away": lot.random() < 0.2}
        self.energies = {seat: self._twelve() for seat in ("home", "away")}
        self.table = self._open()

    def _twelve(self) -> list[str]:
        few = self.lot.sample(list(CARDS), self.lot.randint(2, 5))
        return [self.lot.choice(few) for _ in range(12)]

    def _open(self) -> Table:
        cheer = changed("CHEER", effects=[effect(*(x for x, _ in self.effects), lasts="match")])
        occasions = {"near": "DIRECT", "long": "AFAR"}
        start = occasions.get(self.contest, "THROUGH")
        table = a_table(
            cheer,
            mode=self.mode,
            visible="THROUGH DIRECT" if start != "AFAR" else "AFAR DIRECT",
            house={"both_whistles": self.both, "multipliers": self.multipliers},
            home={"energies": self.energies["home"]},
            away={"energies": self.energies["away"]},
        )
        if self.effects:
            table.action("home", "CHEER")
        for seat, has in self.has_mercy.items():
            if has:
                table.action(seat, "MERCY")
        if self.is_bare:
            table.override(teams__away__energy_pile=0)
        return table.attempt("home", start)

    # --- on the table

    def place(self) -> None:
        """Put the bases down, then supports."""
        lot, table = self.lot, self.table
        if self.contest in ("near", "long"):
            table.shoot("home", lot.choice(["VEGA", "OTIS"]))
            home, away = lot.choice([[], ["MARO"]]), lot.choice([[], ["BRIK"], ["ENZO"]])
            away = [] if self.is_bare else away
        else:
            card = "OTIS" if self.contest == "cross" else lot.choice(["MARO", "OTIS"])
            table.advance("home", card, self.contest, "b")
            table.oppose("away", "BRIK" if self.contest == "cross" else lot.choice(["PAZ", "BRIK"]))
            home = lot.choice([[], ["VEGA"], ["VEGA", "JULI"]])
            away = lot.choice([[], ["ENZO"], ["ENZO", "JULI"]])
        if home:
            table.support("home", *home)
        else:
            table.no_support("home")
        self.check()
        if away:
            table.support("away", *away)
        else:
            table.no_support("away")

    def reveal_all(self) -> None:
        """Turn energies by lot, and hold the odds against the model after each."""
        attack, defence = self.model()
        both = None if self.mode == "ecole" else self.both
        while self.table.view("phase") in ("support", "reveal"):
            self.check()
            seat = self.table.turn_of if self.table.view("phase") == "reveal" else "home"
            side = attack if seat == "home" else defence
            energy = self.lot.choice(side.pool)
            self.table.reveal(energy)
            if seat == "home":
                attack = turn(attack, energy)
            else:
                defence = turn(defence, energy)
        expected = outcome_so_far(attack, defence, both)
        if expected.startswith("foul"):
            guilty = "home" if expected == "foul_by_attack" else "away"
            assert self.table.event("foul")["offender"] == guilty
        else:
            assert self.table.event("duel")["winner"] == expected
            mine = attack.result(attack.turned, "attack")
            theirs = defence.result(defence.turned, "defence")
            assert self.table.totals == (mine, theirs)

    def check(self) -> None:
        attack, defence = self.model()
        both = None if self.mode == "ecole" else self.both
        assert self.table.view("duel.odds") == chances(attack, defence, both), self

    # --- in the model

    def model(self) -> tuple[ModelSide, ModelSide]:
        attack, defence = self.table.view("duel.attack"), self.table.view("duel.defence")
        is_shot = self.contest in ("near", "long")
        zone = self.contest if is_shot else "a"
        stat = {"near": "TIR", "long": "TDL", "dribble": "DRB"}.get(self.contest, "PAS")
        my_times, their_times = [], []
        if is_shot:
            my_times += [2] if self.is_bare else []
            my_times += [2] if not defence["supports"] else []
            their_times += [2] if self.contest == "long" else []
        mine = self._side(
            "home", attack, STATS[attack["base"]][stat], PLACES[attack["base"]][zone][0], my_times
        )
        if not is_shot:
            other = "TAK" if self.contest == "dribble" else "INT"
            score, place = STATS[defence["base"]][other], PLACES[defence["base"]][zone][1]
            return mine, self._side("away", defence, score, place, [])
        place = PLACES[defence["supports"][0]][zone][1] if defence["supports"] else 0
        return mine, self._side("away", defence, 5, place, their_times)

    def _side(self, seat: str, shown: Json, score: int, place: int, times: list[int]) -> ModelSide:
        is_attack = seat == "home"
        is_shot = self.contest in ("near", "long")
        has_keeper = is_shot and not is_attack
        score_change, total = Gathered(), Gathered()
        base, supports = Gathered(times), [Gathered() for _ in shown["supports"]]
        if has_keeper and "BRIK" in shown["supports"] and self.mode != "ecole":
            supports[0].times.append(2)
        for change, (side, who) in self.effects:
            if side not in ("both", "attack" if is_attack else "defence"):
                continue
            on_base, on_supports = who in ("base", "any"), who in ("support", "any")
            if change["what"] == "energy":
                if on_base:
                    base.take(change)
                for place_of in supports if on_supports else ():
                    place_of.take(change)
            elif change["what"] == "total" and (on_base or (on_supports and supports)):
                total.take(change)
            elif on_base and change["what"] == ("save" if has_keeper else "score"):
                score_change.take(change)
        made = [one.made(self.multipliers) for one in (score_change, total, base, *supports)]
        turned = tuple(shown["revealed"])
        pool = list(self.energies[seat])
        for ref in turned:
            pool.remove(ref)
        return ModelSide(
            points=made[0].worth(score) + place,
            base=None if has_keeper and self.is_bare else made[2],
            supports=tuple(made[3:]),
            pool=tuple(pool),
            turned=turned,
            is_cancelled=self.has_mercy[seat],
            total=made[1],
        )

    def __repr__(self) -> str:
        return str({k: v for k, v in vars(self).items() if k != "table"} | {"duel": self.table.view("duel")})


class Gathered:
    """What effects and rules do to one number."""

    def __init__(self, times: Sequence[int] = ()) -> None:
        self.fixed: int | None = None
        self.add = 0
        self.times = list(times)

    def take(self, change: Json) -> None:
        match change["op"]:
            case "set":
                self.fixed = change["value"]
            case "add":
                self.add += change["value"]
            case _:
                self.times.append(change["value"])

    def made(self, house: str) -> Place:
        return Place(combined(self.times, house), self.add, self.fixed)


def outcome_so_far(attack: ModelSide, defence: ModelSide, both: str | None) -> str:
    """What has come of the energies turned: a foul may have ended the duel before its last energy."""
    fill = "free"
    CARDS[fill] = {"attack": 0, "defence": 0, "colour": None, "whistle": False}
    try:
        rows = [(*x.turned, *[fill] * (len(x.places) - len(x.turned))) for x in (attack, defence)]
        return outcome(attack, defence, rows[0], rows[1], both)
    finally:
        del CARDS[fill]


def _effect(side: str, who: str, what: str, op: str, value: int) -> tuple[Json, tuple[str, str]]:
    """A change of numbers on `home`'s card: its attack is its own, and the defence is the opponent's."""
    word = {"attack": "own_attack", "defence": "opponent", "both": "both"}[side]
    return modifier(f"duel {word} {who}", what, op, value), (side, who)


EFFECTS = [
    _effect("attack", "base", "energy", "multiply", 2),
    _effect("attack", "support", "energy", "add", 1),
    _effect("attack", "base", "score", "set", 9),
    _effect("attack", "any", "total", "add", -2),
    _effect("attack", "any", "energy", "set", 2),
    _effect("defence", "base", "energy", "add", -1),
    _effect("defence", "base", "save", "add", 2),
    _effect("defence", "any", "energy", "multiply", 3),
    _effect("defence", "support", "total", "multiply", 2),
    _effect("defence", "base", "total", "set", 10),
    _effect("both", "any", "energy", "add", 2),
    _effect("both", "base", "score", "multiply", 2),
]


@pytest.mark.parametrize("seed", range(60))
def test_odds_are_those_of_every_possible_deal(seed: int) -> None:
    duel = Duel(seed)
    duel.place()
    duel.reveal_all()


def opposed(**setup: object) -> Table:
    return a_table(**setup).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


ALL = tuple(card["ref"] for card in ENERGIES)
MARO_PASSES, PAZ_OPPOSES = ModelSide(8, Place()), ModelSide(8, Place())


def test_the_twelve_energies_of_a_box_are_equally_likely() -> None:
    assert opposed().view("duel.odds") == chances(MARO_PASSES, PAZ_OPPOSES, "attack")


def test_odds_are_as_if_support_closed_now() -> None:
    table = opposed().support("home", "OTIS")
    with_support = replace(MARO_PASSES, supports=(Place(),))
    assert table.view("duel.odds") == chances(with_support, PAZ_OPPOSES, "attack")


def test_an_energy_known_to_be_spent_is_out_of_the_odds() -> None:
    table = opposed().reveal("Y30", "R12").shoot("home", "VEGA", "top_left").no_support("home")
    table.support("away", "BRIK")
    attack = ModelSide(9, Place(), pool=tuple(ref for ref in ALL if ref != "Y30"))
    defence = ModelSide(8, Place(), (Place(2),), pool=tuple(ref for ref in ALL if ref != "R12"))
    assert table.view("duel.odds") == chances(attack, defence, "attack")


def test_an_energy_spent_unseen_is_still_in_the_odds() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA", "dribble").oppose("away", "KANT")
    attack, defence = ModelSide(5, Place()), ModelSide(7, Place())
    assert table.view("duel.odds") == chances(attack, defence, "attack")


def test_after_a_base_is_turned_the_odds_are_given_it() -> None:
    table = opposed().reveal("B21W")
    assert table.view("duel.odds") == chances(turn(MARO_PASSES, "B21W"), PAZ_OPPOSES, "attack")


def test_in_the_odds_of_a_set_piece_there_is_no_foul() -> None:
    """Penalty: TIR 7, energy x2, against 5. The shot's energies are known: Y30 and Y03W."""
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "Y03W").shoot("home", "VEGA")
    attack = ModelSide(7, Place(2), pool=tuple(ref for ref in ALL if ref != "Y30"))
    defence = ModelSide(5, Place(), pool=tuple(ref for ref in ALL if ref != "Y03W"))
    odds = table.view("duel.odds")
    assert odds == chances(attack, defence, None)
    assert (odds["foul_by_attack"], odds["foul_by_defence"]) == (0, 0)


def test_in_the_odds_of_a_free_kick_the_keeper_counts_twice() -> None:
    table = (
        a_table(visible="AFAR DIRECT")
        .attempt("home", "AFAR")
        .shot("OTIS", "Y30", "Y03W")
        .shoot("home", "OTIS")
    )
    attack = ModelSide(6, Place(), pool=tuple(ref for ref in ALL if ref != "Y30"))
    defence = ModelSide(5, Place(2), pool=tuple(ref for ref in ALL if ref != "Y03W"))
    assert table.view("duel.odds") == chances(attack, defence, None)


def test_odds_are_rounded_half_up() -> None:
    """Four energies of each side are known to be spent, and of the 8 x 8 deals that are left 2 win: 0.03125."""
    home = ["B30"] * 4 + ["Y03W"] + ["R-14"] * 7
    away = ["Y30"] * 4 + ["R12"] * 2 + ["Y03W"] * 6
    table = a_table(mode="ecole", home={"energies": home}, away={"energies": away}).attempt("home", "THROUGH")
    table.advance("home", "MARO").oppose("away", "KANT").support("home", "OTIS", "JULI", "KOLO")
    table.support("away", "PAZ", "ENZO", "DARO").no_support("home", "away").reveal(*["B30", "Y30"] * 4)
    # VEGA 7 + 2 + 0x2 = 9 beats SAMS 5 + 1 + 2 = 8, and nothing else beats anything.
    odds = table.shoot("home", "VEGA", "top_left").view("duel.odds")
    assert (odds["attack"], odds["defence"]) == (0.0313, 0.9688)


def test_the_odds_stand_in_support_and_reveal_only() -> None:
    table = a_table()
    assert "duel" not in table.view()
    table.attempt("home", "THROUGH").advance("home", "MARO")
    assert "duel" not in table.view()
    assert "duel" in table.oppose("away", "PAZ").view()
    assert "duel" in table.reveal("Y21").view()
    assert "duel" not in table.reveal("B30").view()
