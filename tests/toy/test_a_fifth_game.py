"""A fifth game goes through every layer by one entry in each registry: docs/adding-a-game.md, done."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from calibration.printing.deck.deck import draw_deck, list_entries
from calibration.printing.mats.sheet import draw_mat_on_one_sheet
from calibration.printing.paper import A4
from calibration.printing.typesetting import PrintLanguage
from companion.backend.offers import game_title, games
from companion.counting.games import COUNTS
from companion.cue import Cue, EventId
from companion.ids import MatchId
from companion.match import Match
from companion.notation import line_of, parsed
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.session.session_event import DifferenceEvent
from companion.showing.settable import settable
from companion.sounding.sounding import opening, sounding
from companion.storage import catalogue
from companion.storage.catalogue import load_catalogue
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.recorded_match import match_of
from companion.virtual.chance import random_plays
from companion.words import LANGUAGES, translate
from tests.calibration.printing.rasters import words
from tests.plays import play_of
from tests.reading.perfect import act_out
from tests.showing.sitting import Sitting, en
from tests.toy.registered import register_summit
from tests.ui.presenters.test_choosing import by_chance, choosing
from ui.setup.match_setup import MatchSetup
from ui.setup.setup_lines import lines

GAME, MODE = "summit", "demo-match"


@pytest.fixture(autouse=True)
def summit(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    demonstrations.cache_clear()
    register_summit(monkeypatch, tmp_path_factory.mktemp("shipped"))
    yield
    demonstrations.cache_clear()


def a_match() -> Match:
    return Match(GAMES[GAME], *demonstrations(GAME)[MODE])


def lay(seat: str, n: int) -> dict[str, str]:
    return {"play": "lay", "seat": seat, "card": f"SU00{n}-00{1 if seat == 'red' else 2}"}


def test_the_higher_peak_scores_and_level_ones_ask_for_the_die() -> None:
    match = a_match()
    for play in (lay("red", 2), lay("blue", 3), lay("red", 1), lay("blue", 1)):
        assert match.submit(play_of(GAME, play)).ok
    assert match.view()["score"] == {"red": 0, "blue": 1}
    assert [one.plays for one in match.expects()] == [("climb",)]
    assert match.submit(play_of(GAME, {"play": "climb", "d6": 5})).ok
    assert match.view()["score"] == {"red": 1, "blue": 1}
    assert not match.submit(play_of(GAME, lay("blue", 2))).ok


def test_its_plays_are_written_in_notation_and_read_again() -> None:
    for play in (lay("red", 2), {"play": "skip", "seat": "blue"}, {"play": "climb", "d6": 3}):
        line = line_of(GAMES[GAME].play_kinds, play)
        assert line is not None and parsed(GAMES[GAME].play_kinds, line) == play


def test_its_cards_are_entered_and_shipped_like_those_of_the_others() -> None:
    assert GAME in games_with_cards()
    assert forms_of(GAME)["peak"].has_reference
    assert len(load_catalogue(GAME, [catalogue.SHIPPED])) == 6


def test_it_is_set_up_at_the_screen_by_touches() -> None:
    offer = next(one for one in games() if one.name == GAME)
    assert (offer.dice, [mode.name for mode in offer.modes]) == (("d6",), [MODE])
    setup = MatchSetup.of(offer)
    for language in LANGUAGES:
        assert lines(setup)
        assert "{" not in translate(offer.says, language)
    taken = match_of(setup.request.setup, Places(Path("nowhere")))
    assert taken.setup["game"] == GAME
    assert en(game_title(GAME)) == "Summit"


def test_a_whole_match_is_played_by_touches_and_shown_in_both_languages() -> None:
    sitting, chance = Sitting(a_match()), Random(1)
    said: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    while not sitting.match.is_over:
        sitting.submit(by_chance(choosing(sitting), chance))
        assert sitting.viewer.chronicle.lines[-1].refusal is None
        for language, sentences in said.items():
            sentences.append(translate(sitting.scene.headline, language))
    assert sitting.scene.is_over and en(sitting.scene.result) == "it is over"
    assert "round 2" in said["en"] and "manche 2" in said["fr"]


def test_a_referee_may_set_its_scores() -> None:
    sitting = Sitting(a_match())
    paths = [
        one.path for one in settable(sitting.match.rules.override_paths, sitting.match.view(), sitting.scene)
    ]
    assert paths == ["score.red", "score.blue"]
    sitting.override(score__red=2)
    assert sitting.match.view()["score"]["red"] == 2


@pytest.mark.parametrize("seed", range(4))
def test_a_match_acted_out_before_a_camera_is_read_whole(seed: int) -> None:
    acted, controller, told = act_out(GAME, *demonstrations(GAME)[MODE], seed)
    assert (acted.broken, acted.score.wrong, acted.score.missed, acted.score.asked) == (None, [], [], [])
    assert not [one for one in told if isinstance(one, DifferenceEvent) and one.desync is not None]
    assert controller.match.is_over and controller.match.view() == acted.match.view()


def test_it_sounds() -> None:
    match = a_match()
    assert opening(GAME, MatchId("k3f7ab")).cue is Cue.TURN
    heard = []
    for play in random_plays(match, Random(3)):
        outcome = match.submit(play)
        heard.append(sounding(GAME, EventId(MatchId("k3f7ab"), outcome.seq), play, outcome.events).cue)
    assert Cue.GOAL in heard or Cue.WHISTLE_DOUBLE in heard


def test_its_result_counts_in_a_tournament() -> None:
    match = a_match()
    events = [event for play in random_plays(match, Random(3)) for event in match.submit(play).events]
    result = COUNTS[GAME].read(match.state, events)
    assert result.numbers == {"points": tuple(match.view()["score"].values())}
    best = max(result.numbers["points"])
    assert [place == 1 for place in result.places] == [n == best for n in result.numbers["points"]]


@pytest.mark.parametrize("tongue", PrintLanguage)
def test_its_mat_and_its_cards_are_printed(tongue: PrintLanguage) -> None:
    drawn = words(draw_mat_on_one_sheet(mat_of(GAME), tongue, None), 0)
    assert "Sommet rouge" in drawn or "Red’s peak" in drawn
    cards, _ = read_cards(load_catalogue(GAME, [catalogue.SHIPPED]), GAMES[GAME].check_card)
    setups = [setup for setup, _ in demonstrations(GAME).values()]
    printed = words(draw_deck(GAME, list_entries(GAME, cards, setups), tongue, A4), 0)
    assert "SU001-001" in printed and "SU003-002" in printed
