"""Matches whose dice are thrown onto the printed tray of the virtual table, and read there by the camera."""

from pathlib import Path

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play, UnreadablePlay
from companion.rules.boufbowl.plays import Dice
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import demonstrations
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from vision.pictures import use_one_thread

pytestmark = [pytest.mark.drawn]


def is_rolled(play: Play) -> bool:
    """Tell whether dice made a play."""
    return isinstance(play, Dice) or play.kind.endswith("_roll")


class TrayShow:
    """A match that is acted out with a tray beside its mat."""

    def __init__(self, game: str, seed: int, folder: Path) -> None:
        use_one_thread()
        self.truth, match = (Match(GAMES[game], *demonstrations(game)["demo-match"]) for _ in range(2))
        self.controller: MatchController = bare_controller(MatchId("tray"), match)
        self.rolled: list[tuple[Play, str]] = []
        self.show = Show(
            self.truth, self.controller, Scenery(seed, has_tray=True), self._hear, folder / "rolls.db"
        )

    def play(self, most_rolls: int | None = None) -> None:
        """Act the match out, to its end or until so many rolls were read."""
        with self.show as show:
            for _ in show.frames():
                if len(self.rolled) == most_rolls:
                    break

    def _hear(self, told: SessionEvent) -> None:
        if (
            isinstance(told, RulingEvent)
            and not isinstance(told.play, UnreadablePlay)
            and is_rolled(told.play)
        ):
            self.rolled.append((told.play, told.by))


@pytest.mark.slow
def test_the_first_die_of_a_match_is_read_on_the_tray_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kick-off takes the d6 alone; examples of a d12 take seconds to draw.
    monkeypatch.setattr("companion.table.show.dice_of_game", lambda _rules: ("d6",))
    tray = TrayShow("lignes", 7, tmp_path)
    tray.play(most_rolls=1)
    ((rolled, by),) = tray.rolled
    assert isinstance(rolled, KickoffRoll)
    assert [entry.play for entry in tray.truth.entries] == [rolled]
    assert by == "tray"
    assert tray.show.acted.score.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["boufbowl", "lignes"])
def test_a_whole_match_is_read_with_its_dice_on_the_tray(game: str, tmp_path: Path) -> None:
    tray = TrayShow(game, 7, tmp_path)
    tray.play()
    score = tray.show.acted.score
    assert tray.show.acted.broken is None
    assert score.wrong == []
    assert tray.controller.match.is_over
    assert tray.controller.match.view() == tray.truth.view()
    by_tray = [by for _, by in tray.rolled if by == "tray"]
    assert len(by_tray) >= 0.8 * len(tray.rolled) > 0
