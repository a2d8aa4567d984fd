"""A set-up, step by step, without a window: what is chosen stands in the match that is begun."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.backend.interface import GameOffer
from companion.backend.offers import games
from companion.rules.description import MatchSetting, RuleChoice
from companion.rules.games import GAMES
from companion.storage.places import Places
from companion.table.new_match import match_of
from companion.words import Text, translate
from ui.presenters.lines import MenuLine, Words
from ui.presenters.page_requests import PageRequest, PageWish
from ui.setup.match_setup import MatchSetup, SetupStage
from ui.setup.setup_lines import SHOWN, lines, page_count
from ui.setup.table_typing import TableTyping


@pytest.fixture(scope="module")
def offered() -> dict[str, GameOffer]:
    return {game.name: game for game in games()}


def at(stage: SetupStage, game: GameOffer, mode: str = "demo-match") -> MatchSetup:
    """A set-up at a step, everything before as usual."""
    setup = MatchSetup.of(game)
    names = [one.name for one in game.modes]
    return replace(setup.choose("mode", names.index(mode)), stage=stage)


def line(setup: MatchSetup, key: str) -> MenuLine:
    return next(one for one in lines(setup) if one.key == key)


def in_english(words: Words) -> str:
    return words if isinstance(words, str) else translate(words, "en")


def begun(setup: MatchSetup) -> Any:
    """The set-up of the match, as the rules have taken it."""
    return match_of(setup.request.setup, Places(Path("nowhere"))).setup


@pytest.mark.parametrize("game", GAMES)
def test_every_mode_begins_as_it_is_offered(game: str, offered: dict[str, GameOffer]) -> None:
    for mode in offered[game].modes:
        assert begun(at(SetupStage.READY, offered[game], mode.name))["game"] == game


def test_how_many_goals_win_is_touched_or_typed(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["lignes"])
    assert [option.is_chosen for option in line(setup, "end.goals").options].index(True) == 0
    assert begun(setup.choose("end.goals", 2))["end"] == {"goals": 2}
    typed = setup.set_to("end.goals", 7)
    assert begun(typed)["end"] == {"goals": 7}
    other = line(typed, "end.goals").options[-1]
    assert (other.value, other.is_chosen) == (PageRequest(PageWish.NUMBER, "end.goals"), True)


def test_halves_and_their_minutes_are_chosen(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["lignes"], "demo-match-halves").choose("end.halves", 1)
    timed = replace(setup, stage=SetupStage.CLOCKS).choose("half", 10)
    assert begun(timed)["end"] == {"halves": 1, "minutes": 10}


def test_the_stadium_is_another_one_or_none(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["ofusaido"])
    options = line(setup, "stadium").options
    assert begun(setup.choose("stadium", 1))["stadium"] != begun(setup)["stadium"]
    assert begun(setup.choose("stadium", len(options) - 1)).get("stadium") is None


def test_a_school_has_no_stadium_to_choose(offered: dict[str, GameOffer]) -> None:
    assert SetupStage.MATCH not in at(SetupStage.MODE, offered["ofusaido"], "demo-match-ecole").stages
    assert begun(at(SetupStage.READY, offered["ofusaido"], "demo-match-amateur"))["mode"] == "amateur"


def test_a_long_match_with_fewer_action_cards(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["boufbowl"]).choose("length", 1).set_to("teams.red.deck", 40)
    taken = begun(setup)
    assert (taken["length"], taken["teams"]["red"]["deck"], taken["teams"]["blue"]["deck"]) == (
        "long",
        40,
        43,
    )


def test_the_board_says_that_it_is_invented_where_there_is_no_other(offered: dict[str, GameOffer]) -> None:
    board = line(at(SetupStage.MATCH, offered["lignes"]), "board")
    assert in_english(board.says) == "Demonstration board, after Bonal: drawn for this program; measure yours"
    assert board.options == ()
    assert (
        begun(at(SetupStage.READY, offered["lignes"]))["board"]["title"]["en"]
        == "Demonstration board, after Bonal"
    )


def test_what_each_step_of_reputation_pays_is_typed_as_numbers(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.RULES, offered["ouaf"])
    usual, typed = line(setup, "reputation_points").options
    assert usual.is_chosen
    assert typed.value == PageRequest(PageWish.TABLE, "reputation_points")
    rule = next(rule for rule in offered["ouaf"].house_rules if rule.name == "reputation_points")
    assert rule.table is not None
    typing = TableTyping(rule, rule.table, setup.agreed_of(rule))
    *buttons, usual = [option for row in typing.lines for option in row.options]
    assert [in_english(one.says) for one in buttons] == [str(n) for n in range(10, 0, -1)] + ["0"] * 11
    assert in_english(buttons[-1].under) == "for −10"
    assert usual.is_chosen
    typing = typing.with_number("7", 8).with_number("-1", 3).with_number("2", 9).with_number("2", 2)
    agreed = setup.agree("reputation_points", typing.typed)
    assert begun(agreed)["house"] == {"reputation_points": {"7": 8, "-1": 3}}
    assert [option.is_chosen for option in line(agreed, "reputation_points").options] == [False, True]
    assert typing.as_usual().typed == {}


def test_more_choices_than_have_room_stand_on_further_pages(offered: dict[str, GameOffer]) -> None:
    choices = tuple(RuleChoice(str(n), Text("{n}", n=n)) for n in range(SHOWN + 4))
    stadiums = MatchSetting(("stadium",), Text("stadium"), "", choices)
    setup = at(SetupStage.MATCH, offered["ofusaido"])
    setup = replace(setup, mode=replace(setup.mode, settings=(stadiums,)))
    assert [option.value for option in line(setup, "stadium").options[:-1]] == list(range(SHOWN))
    turned = setup.turn("stadium", page_count(stadiums))
    assert [option.value for option in line(turned, "stadium").options[:-1]] == list(range(SHOWN, SHOWN + 4))
