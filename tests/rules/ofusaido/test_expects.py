"""Whom the table waits for, and for what; and codes of refusal."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.play import write_play
from tests.rules.ofusaido.cards import Json
from tests.rules.ofusaido.table import Table, a_table

ANY = {"action"}
FIVE = ["VEGA", "IVAN", "SILO", "OTIS", "HUGO"]


def opposed() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


MOMENTS: dict[str, tuple[Callable[[], Table], dict[str | None, set[str]]]] = {
    "turn": (a_table, {"home": {"attempt", "stall"} | ANY}),
    "advance": (lambda: a_table().attempt("home", "THROUGH"), {"home": {"advance", "give_up"} | ANY}),
    "oppose": (
        lambda: a_table().attempt("home", "THROUGH").advance("home", "MARO"),
        {"away": {"oppose", "let_pass"} | ANY},
    ),
    "support, attack": (opposed, {"home": {"support", "no_support", "reveal"} | ANY}),
    "support, defence": (lambda: opposed().no_support("home"), {"away": {"support", "no_support"} | ANY}),
    "reveal": (lambda: opposed().reveal("Y30"), {"away": {"reveal"}}),
    "shot": (lambda: a_table().attempt("home", "DIRECT"), {"home": {"shoot", "give_up"} | ANY}),
    "free_advance": (lambda: opposed().reveal("B30", "B12W"), {"home": {"free_advance"} | ANY}),
    "set_piece": (
        lambda: a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W"),
        {"home": {"shoot"} | ANY},
    ),
    "redirect": (
        lambda: (
            a_table(visible="FORK DIRECT")
            .attempt("home", "FORK")
            .advance("home", "OTIS", "cross", "b")
            .oppose("away", "BRIK")
        ),
        {"home": {"redirect"} | ANY},
    ),
    "flip": (lambda: a_table().attempt("home", "DIRECT").give_up("home"), {"home": {"flip"} | ANY}),
    "discard": (
        lambda: a_table().override(teams__away__hand=9).attempt("home", "DIRECT").give_up("home").flip_any(),
        {"away": {"discard"}},
    ),
    "level": (
        lambda: a_table().waste_all(),
        {None: {"accept_draw"}, "home": {"shootout"} | ANY, "away": {"shootout"} | ANY},
    ),
    "kick": (
        lambda: a_table().waste_all().shootout("home", *FIVE).shootout("away", *FIVE),
        {"home": {"reveal"} | ANY},
    ),
    "kick under way": (
        lambda: a_table().waste_all().shootout("home", *FIVE).shootout("away", *FIVE).reveal("Y30"),
        {"away": {"reveal"}},
    ),
    "over": (lambda: a_table().play("concede", seat="away"), {}),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_waits_for(moment: str) -> None:
    begin, waited = MOMENTS[moment]
    table = begin()
    assert table.waited == waited


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_offered_is_accepted(moment: str) -> None:
    begin, _ = MOMENTS[moment]
    table = begin()
    rules, state = table.match.rules, table.match.state
    for waited in table.match.expects():
        for kind in waited.plays:
            offered = rules.options(state, waited.seat, kind)
            assert offered, kind
            for play in offered:
                data = write_play(play)
                assert table.submit(data).ok, data
                assert table.submit({"play": "undo"}).ok


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kind_that_is_not_waited_for_is_illegal(moment: str) -> None:
    begin, _ = MOMENTS[moment]
    table = begin()
    plays: dict[str, dict[str, Any]] = {
        "attempt": {"occasion": "DIRECT"},
        "stall": {"option": "energies", "discard": "DIRECT"},
        "advance": {"card": "VEGA", "intent": "pass"},
        "oppose": {"card": "BRIK"},
        "let_pass": {},
        "redirect": {"to": "b"},
        "support": {"cards": ["KOLO"]},
        "no_support": {},
        "reveal": {"energy": "B21W"},
        "shoot": {"card": "VEGA"},
        "give_up": {},
        "free_advance": {"to": "b"},
        "flip": {"occasion": "AFAR"},
        "discard": {"cards": ["VEGA"]},
        "shootout": {"shooters": FIVE},
    }
    for seat in ("home", "away"):
        for kind, fields in plays.items():
            if kind in table.waited.get(seat, set()) or (moment == "support, defence" and kind == "reveal"):
                continue
            table.illegal(kind, seat=seat, **fields)


def test_an_action_is_offered_only_while_one_may_be_in_hand() -> None:
    nine = list(a_table().match.setup["teams"]["home"]["actions"])
    table = a_table().override(teams__home__discard_known=nine)
    assert table.waited == {"home": {"attempt", "stall"}}


def test_the_coachs_bonus_is_offered_until_it_is_used() -> None:
    table = a_table(mode="pro", home={"coach": "BOSS"})
    assert "coach_bonus" in table.waited["home"]
    assert "coach_bonus" not in table.coach_bonus("home").waited["home"]


# --- codes


@pytest.mark.parametrize(
    "play",
    [
        {"play": "wave", "seat": "home"},
        {"play": "attempt", "seat": "home"},
        {"play": "attempt", "seat": "home", "occasion": "THROUGH", "colour": "red"},
        {"play": "attempt", "seat": "home", "occasion": 7},
        {"play": "attempt", "seat": "nobody", "occasion": "THROUGH"},
        {"play": "advance", "seat": "home", "card": "MARO", "intent": "shot"},
        {"play": "support", "seat": "home", "cards": "MARO"},
        {"play": "shoot", "seat": "home", "card": "MARO", "target": "middle"},
        {"play": "stall", "seat": "home", "option": "nap", "discard": "DIRECT"},
        {"play": "concede", "seat": "nobody"},
        {"play": "accept_draw", "seat": "home"},
        {"seat": "home"},
        {},
    ],
)
def test_a_play_that_is_no_play_is_bad(play: Json) -> None:
    outcome = a_table().submit(play)
    assert outcome.refusal is not None
    assert outcome.refusal.code.value == "bad_play"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("attempt", {"occasion": "OC009-901"}),
        ("advance", {"card": "OC009-901", "intent": "pass"}),
        ("support", {"cards": ["MARO", "OC009-901"]}),
        ("reveal", {"energy": "OC009-901"}),
        ("flip", {"occasion": "OC009-901"}),
        ("discard", {"cards": ["OC009-901"]}),
        ("stall", {"option": "energies", "discard": "OC009-901"}),
    ],
)
def test_a_reference_of_no_catalogue_is_unknown_even_out_of_place(kind: str, fields: dict[str, Any]) -> None:
    for table in (a_table(), opposed()):
        assert table.refused(kind, seat="home", **fields).code == "unknown_card"


def test_a_refusal_says_why_and_where() -> None:
    refused = a_table().refused("attempt", seat="home", occasion="FORK")
    assert (refused.code, refused.cite) == ("illegal_play", "OFUSAIDO §11")
    assert "FORK" in refused.message
