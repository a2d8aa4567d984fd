"""A public screen follows the log of a match that another program plays, and stands still while a play is reviewed."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from companion.backend.followed_match import FollowedMatch, clocks_now
from companion.backend.interface import TableDevices
from companion.backend.listed_match import MatchStatus
from companion.backend.local import LocalBackend
from companion.errors import LogDamaged, NoSuchMatch, StorageError
from companion.ids import MatchId
from companion.match import Match
from companion.play import Note
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.match_controller import MatchController
from companion.storage.clocks import clocks_of
from companion.storage.log import Beginning, MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.opening import begun, resumed
from companion.timers import Clocks
from companion.virtual.chance import chosen_play

MINUTES = 60_000


Begin = Callable[..., tuple[MatchController, Random]]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Begin]:
    """Begin the matches of the other program, which are left when the test ends."""
    with ExitStack() as desks:

        def begin(game: str = "ofusaido") -> tuple[MatchController, Random]:
            setup, cards = demonstrations(game)["demo-match"]
            controller = begun(Match(GAMES[game], setup, cards), Places(tmp_path), {}, "companion play")
            desks.callback(controller.close)
            return controller, Random(5)

        yield begin


def play(controller: MatchController, chance: Random, count: int, now_ms: int = 0) -> None:
    for _ in range(count):
        chosen = chosen_play(controller.match, chance)
        assert chosen is not None
        controller.take(PlayIntent(chosen, source="hand"), now_ms)


def test_before_anything_is_played_there_is_nothing_to_see(tmp_path: Path) -> None:
    followed = FollowedMatch(Places(tmp_path))
    followed.look()
    assert followed.newest() is None
    assert not (tmp_path / "matches.db").exists(), "who looks on makes no file"


def test_a_match_that_nobody_recorded_is_not_followed(tmp_path: Path) -> None:
    with pytest.raises(NoSuchMatch):
        FollowedMatch(Places(tmp_path), "abcdef").start()


@pytest.mark.parametrize("game", GAMES)
def test_it_shows_what_the_other_program_has_played(tmp_path: Path, played: Begin, game: str) -> None:
    controller, chance = played(game)
    followed = FollowedMatch(Places(tmp_path))
    for count in (1, 12):
        play(controller, chance, count)
        followed.look()
        seen = followed.newest()
        assert seen is not None
        assert seen.seq == controller.match.seq
        assert {side.seat: side.score for side in seen.scene.sides} == dict(controller.match.view()["score"])


def kept_as_a_copy(folder: Path) -> MatchId:
    """A match that was imported, and that the rules never judged."""
    setup, cards = demonstrations("lignes")["demo-match"]
    with MatchStore(folder / "matches.db") as store:
        return store.keep(Beginning("lignes", "lignes-0", setup, cards, 5, is_judged=False), ())


@pytest.mark.parametrize("is_judged", [True, False])
def test_a_match_that_was_never_judged_here_is_shown_as_such(
    tmp_path: Path, played: Begin, *, is_judged: bool
) -> None:
    if is_judged:
        played("lignes")
    else:
        kept_as_a_copy(tmp_path)
    followed = FollowedMatch(Places(tmp_path))
    followed.look()
    seen = followed.newest()
    assert seen is not None
    assert (seen.unjudged is None) == is_judged


def test_a_match_that_was_never_judged_here_is_not_gone_on_with_at_a_table(tmp_path: Path) -> None:
    name = kept_as_a_copy(tmp_path)
    with pytest.raises(StorageError, match="it can be shown and exported, not resumed"):
        resumed(name, Places(tmp_path), {}, "companion play")
    assert LocalBackend(Places(tmp_path)).matches(9).matches == ()


def test_a_damaged_match_is_told_among_those_that_were_interrupted(tmp_path: Path, played: Begin) -> None:
    controller, chance = played()
    play(controller, chance, 3)
    controller.close()
    with closing(sqlite3.connect(tmp_path / "matches.db")) as db, db:
        db.execute("DROP TRIGGER observations_never_DELETE")
        db.execute("DELETE FROM observations WHERE seq = 2")
    (one,) = LocalBackend(Places(tmp_path)).matches(9).matches
    assert one.standing is MatchStatus.DAMAGED
    with pytest.raises(LogDamaged, match="play 2 is not what was kept"):
        resumed(one.match, Places(tmp_path), {}, "companion play")


def test_a_match_whose_set_up_is_gone_is_told_among_those_that_were_interrupted(
    tmp_path: Path, played: Begin
) -> None:
    for _ in range(2):
        controller, chance = played()
        play(controller, chance, 3)
        controller.close()
    with closing(sqlite3.connect(tmp_path / "matches.db")) as db, db:
        db.execute("DROP TRIGGER matches_never_UPDATE")
        db.execute("UPDATE matches SET setup = '[' WHERE rowid = 1")
    backend = LocalBackend(Places(tmp_path))
    whole, lost = backend.matches(9).matches
    assert (whole.standing, lost.standing) == (MatchStatus.UNFINISHED, MatchStatus.DAMAGED)
    with pytest.raises(LogDamaged, match=f"match {lost.match} cannot be read"):
        backend.resume(lost.match, TableDevices())


def test_while_a_play_is_reviewed_it_stands_as_it_did_before(tmp_path: Path, played: Begin) -> None:
    controller, chance = played()
    followed = FollowedMatch(Places(tmp_path))
    play(controller, chance, 5)
    followed.look()
    before = followed.newest()
    assert before is not None
    controller.take(PlayIntent(Note("[review] the line"), source="referee"), 0)
    play(controller, chance, 3)
    followed.look()
    frozen = followed.newest()
    assert frozen is not None
    assert followed.is_frozen
    assert frozen.seq == before.seq
    controller.take(PlayIntent(Note("[review over] it stands"), source="referee"), 0)
    followed.look()
    after = followed.newest()
    assert after is not None
    assert after.seq == controller.match.seq


def test_the_newest_match_is_followed_once_it_is_begun(tmp_path: Path, played: Begin) -> None:
    first, chance = played()
    play(first, chance, 2)
    followed = FollowedMatch(Places(tmp_path))
    followed.look()
    second, _ = played("lignes")
    followed.look()
    assert followed.name == second.name


def test_clocks_run_on_between_what_is_kept_of_them(played: Begin) -> None:
    controller, _ = played()
    view, begun_ms = controller.view(), 1_000_000
    clocks = Clocks(clocks_of(controller.match.setup, {}))
    running, events = clocks.started()
    for now_ms in range(0, 21_000, 1_000):
        running, _ = running.ticked(view, now_ms)
    kept = [(begun_ms, events[0]), (begun_ms, running.kept())]

    def spent_ms(now_ms: int) -> list[int]:
        return [one.spent_ms for one in clocks_now(clocks, kept, view, now_ms).readings(view)]

    assert 27_000 in spent_ms(begun_ms + 7_000)
    assert 20_000 in spent_ms(begun_ms + 5 * MINUTES), "nobody plays any more"
    _, paused = running.paused("hand")
    kept += [(begun_ms, paused[0]), (begun_ms, running.kept())]
    assert 20_000 in spent_ms(begun_ms + 7_000)
