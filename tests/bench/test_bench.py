"""The benches: every game there is, and what is seen."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.games import GAMES
from tests.bench.__main__ import main
from tests.bench.pictures.code_photographs import Trouble
from tests.bench.pictures.drawn_play import ViewingConditions
from tests.bench.trials import dice, references, tags
from tests.bench.trials.cards import OVER_LAMP, USUAL, LightCondition, measured
from tests.bench.trials.count import upper_bound
from tests.bench.trials.readers import drawn_photographs, drawn_play, photographs
from tests.devices.tower.firmware_port import micropython

pytestmark = [pytest.mark.drawn, pytest.mark.process]


def test_the_bench_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--matches", "2", "--runs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(GAMES)
    assert all("plays judged a second" in line for line in lines)


@pytest.mark.slow
def test_to_measure_the_rules_no_camera_library_is_loaded() -> None:
    doing = (
        "import sys; from tests.bench.__main__ import main;"
        "main(['rules', '--matches', '1', '--runs', '1']); sys.exit('cv2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", doing], check=False, capture_output=True).returncode == 0


def test_help_of_a_subject_shows_its_own_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["truth", "--help"])
    assert "--tries" in capsys.readouterr().out


def test_a_subject_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
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


@pytest.mark.slow
def test_cards_at_three_pixels_a_module_are_read_and_none_misread() -> None:
    count = measured(LightCondition("usual", USUAL), 24)
    assert (count.tries, count.read, count.wrong) == (24, 24, 0)


@pytest.mark.slow
def test_sleeves_under_a_lamp_are_read_with_a_bracket() -> None:
    conditions = replace(USUAL, is_sleeved=True, light=OVER_LAMP)
    count = measured(LightCondition("glare", conditions, has_bracket=True), 12)
    assert (count.tries, count.read, count.wrong) == (12, 12, 0)


@pytest.mark.slow
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
    bench = ["truth", "--live", "--game", "ouaf", "--light", "usual", "--matches", "1"]
    assert main([*bench, "--seed", "4000"]) == 0
    told = capsys.readouterr()
    assert "ouaf, seed 4000: 12 plays, 12 read" in told.err
    assert "| ouaf | 1 | 12 | 100.0 % |" in told.out


@pytest.mark.slow
def test_a_match_with_sleeves_under_a_lamp_is_read_by_a_camera_whose_exposure_can_be_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench = ["truth", "--live", "--game", "ouaf", "--light", "bracket", "--matches", "1"]
    assert main([*bench, "--seed", "6001"]) == 0
    assert "ouaf, seed 6001: 12 plays, 12 read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hits", "tries", "bound"),
    # Clopper and Pearson: 1 - 0.05^(1/n) for none; tables of the binomial otherwise.
    [(0, 1, 0.95), (0, 100, 0.02951), (0, 600, 0.00498), (1, 100, 0.04656), (5, 50, 0.19883), (3, 3, 1.0)],
)
def test_a_rate_is_below_its_bound_with_95_percent_certainty(hits: int, tries: int, bound: float) -> None:
    assert upper_bound(hits, tries) == pytest.approx(bound, abs=2e-4)


def test_the_pairing_of_a_small_field_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pairing", "--players", "9", "--rounds", "3"]) == 0
    assert capsys.readouterr().out.startswith("9 players, 3 rounds: a round is paired in ")


# --- the tower


@pytest.mark.parametrize("damage", ["0%", "0.2%"])
def test_a_short_soak_keeps_every_roll_once(capsys: pytest.CaptureFixture[str], damage: str) -> None:
    assert main(["tower", "--rolls", "40", "--restarts", "4", "--damage", damage, "--speed", "20"]) == 0
    assert capsys.readouterr().out.startswith(
        "40 rolls made, 40 in the log: 0 missing, 0 twice, 0 false, in order"
    )


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("damage", ["0%", "0.2%", "1%", "2%"])
def test_a_long_soak_keeps_every_roll_once(capsys: pytest.CaptureFixture[str], damage: str) -> None:
    assert main(["tower", "--rolls", "400", "--damage", damage]) == 0, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("firmware", ["python", "micropython"])
def test_a_soak_of_the_real_firmware_keeps_every_roll_once(firmware: str) -> None:
    if firmware == "micropython" and micropython() is None:
        pytest.skip("no MicroPython for this machine: the same soak ran the firmware under CPython")
    assert main(["tower", "--rolls", "200", "--firmware", firmware]) == 0
