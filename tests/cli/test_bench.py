"""The benches: every game there is, and what is seen."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.rules.games import GAMES
from companion.trials import dice, references, tags
from companion.trials.cards import OVER_LAMP, USUAL, LightCondition, measured
from companion.trials.count import upper_bound
from companion.trials.readers import drawn_photographs, drawn_play, photographs
from companion.words import Text
from vision.virtual.code_photographs import Trouble
from vision.virtual.drawn_play import ViewingConditions

pytestmark = [pytest.mark.drawn, pytest.mark.process]


def test_the_bench_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--matches", "2", "--runs", "1", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(GAMES)
    assert all("plays judged a second" in line for line in lines)


def test_to_measure_the_rules_no_camera_library_is_loaded() -> None:
    doing = (
        "import sys; from companion.cli.main import main;"
        "main(['bench', 'rules', '--matches', '1', '--runs', '1']); sys.exit('cv2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", doing], check=False, capture_output=True).returncode == 0


def test_help_of_a_subject_shows_its_own_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "truth", "--help"])
    assert "--tries" in capsys.readouterr().out


def test_a_subject_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bench", "--lang", "en"])
    assert left.value.code == 2


# --- vision: on the drawn play, a short one


@pytest.mark.slow
def test_on_a_drawn_play_every_card_is_seen_and_none_that_is_not_there() -> None:
    ours, _pyzbar, whole = drawn_play(ViewingConditions(2.5, 1.0), seed=3)
    assert (ours.right, ours.wrong, ours.missed) == (15, 0, 0)
    assert whole.wrong == 0
    assert sorted(ours.delays)[len(ours.delays) // 2] <= 3


def test_photographs_without_labels_are_left_out(tmp_path: Path) -> None:
    assert list(photographs(tmp_path)) == []
    (tmp_path / "zxing-qrcode-9").mkdir()
    assert list(photographs(tmp_path)) == []


def test_a_drawn_photograph_is_counted_once_for_each_reader() -> None:
    ours, _pyzbar, whole = drawn_photographs(Trouble.BEND, [5])
    assert (ours.right, ours.wrong, ours.missed, ours.pictures) == (1, 0, 0, 1)
    assert (whole.right, whole.wrong, whole.missed, whole.pictures) == (0, 0, 1, 1)


# --- truth


def test_cards_at_three_pixels_a_module_are_read_and_none_misread() -> None:
    count = measured(LightCondition(Text("usual"), USUAL), 24)
    assert (count.tries, count.read, count.wrong) == (24, 24, 0)


def test_sleeves_under_a_lamp_are_read_with_a_bracket() -> None:
    conditions = replace(USUAL, is_sleeved=True, light=OVER_LAMP)
    count = measured(LightCondition(Text("glare"), conditions, has_bracket=True), 12)
    assert (count.tries, count.read, count.wrong) == (12, 12, 0)


def test_tokens_at_two_and_a_half_pixels_a_module_are_read_and_none_misread() -> None:
    count = tags.measured(2.5, 12)
    assert (count.tries, count.read, count.wrong) == (12, 12, 0)


@pytest.mark.slow
def test_references_with_capitals_of_12_pixels_are_read_and_none_misread() -> None:
    count = references.measured(12, 20)
    assert (count.tries, count.read, count.wrong) == (20, 20, 0)


@pytest.mark.slow
@pytest.mark.parametrize("die", ["d6", "boufbowl-action", "boufbowl-damage"])
def test_dice_on_the_virtual_tray_are_read_and_none_misread(die: str) -> None:
    count = dice.measured(die, 480, 40)
    assert count.tries == 40
    assert count.read >= 39
    assert count.wrong == 0


@pytest.mark.slow
def test_the_first_seed_of_whole_matches_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ["bench", "truth", "--live", "--game", "ouaf", "--light", "usual", "--matches", "1"]
    assert main([*bench, "--seed", "4000", "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert "ouaf, seed 4000: 12 plays, 12 read" in told.err
    assert "| ouaf | 1 | 12 | 100.0 % |" in told.out


@pytest.mark.slow
def test_a_match_with_sleeves_under_a_lamp_is_read_by_a_camera_whose_exposure_can_be_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench = ["bench", "truth", "--live", "--game", "ouaf", "--light", "bracket", "--matches", "1"]
    assert main([*bench, "--seed", "6001", "--lang", "en"]) == 0
    assert "ouaf, seed 6001: 12 plays, 12 read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hits", "tries", "bound"),
    # Clopper and Pearson: 1 - 0.05^(1/n) for none; tables of the binomial otherwise.
    [(0, 1, 0.95), (0, 100, 0.02951), (0, 600, 0.00498), (1, 100, 0.04656), (5, 50, 0.19883), (3, 3, 1.0)],
)
def test_a_rate_is_below_its_bound_with_95_percent_certainty(hits: int, tries: int, bound: float) -> None:
    assert upper_bound(hits, tries) == pytest.approx(bound, abs=2e-4)


def test_the_pairing_of_a_small_field_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "pairing", "--players", "9", "--rounds", "3", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("9 players, 3 rounds: a round is paired in ")
