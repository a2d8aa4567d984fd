"""House rules and clocks that a hall's office sent: the commands that begin a match use them."""

import json
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from companion.cli.hall import leaving
from companion.cli.live.match import plan_of
from companion.storage.places import Places
from companion.storage.settings import Agreements, AgreementStore
from companion.storage.shipped_data import demonstrations
from companion.words import translate

ANY_LINE = Agreements({"trajectory": "any"}, {"turn": 2}, "Anna")


def test_watching_a_table_begins_with_them_too_and_says_so(tmp_path: Path) -> None:
    where = Places(tmp_path)
    AgreementStore(where.agreements).take("o1", "lignes", ANY_LINE)
    setup, _ = next(iter(demonstrations("lignes").values()))
    file = tmp_path / "match.json"
    file.write_text(json.dumps(setup))
    args = Namespace(resume=None, setup=str(file), clock=[], take_over=False)
    plan = plan_of(args, where)
    assert plan.warns is not None
    assert "hall's office" in translate(plan.warns, "en")
    with closing(plan.open_controller()) as controller:
        assert controller.match.setup["house"]["trajectory"] == "any"
        assert {one.clock.name: one.left_ms for one in controller.clocks.readings(controller.view())}[
            "turn"
        ] == 120_000


def test_a_table_that_leaves_its_hall_forgets_what_the_office_sent(tmp_path: Path) -> None:
    where = Places(tmp_path)
    AgreementStore(where.agreements).take("o1", "lignes", ANY_LINE)
    leaving.run(Namespace(data=str(tmp_path), lang="en"))
    assert AgreementStore(where.agreements).load() == {}


def test_a_length_that_is_typed_with_the_command_is_stronger(tmp_path: Path) -> None:
    where = Places(tmp_path)
    AgreementStore(where.agreements).take("o1", "lignes", ANY_LINE)
    setup, _ = next(iter(demonstrations("lignes").values()))
    file = tmp_path / "match.json"
    file.write_text(json.dumps(setup))
    args = Namespace(resume=None, setup=str(file), clock=["turn=45"], take_over=False)
    with closing(plan_of(args, where).open_controller()) as controller:
        assert {one.clock.name: one.left_ms for one in controller.clocks.readings(controller.view())}[
            "turn"
        ] == 45_000
