"""The bench measures every game there is."""

import pytest

from companion.cli.main import main
from companion.rules.games import GAMES


def test_the_bench_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--matches", "2", "--runs", "1", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(GAMES)
    assert all("plays judged a second" in line for line in lines)
