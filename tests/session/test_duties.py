"""A duty is done as soon as the camera sees it: nobody has to touch anything."""

from companion.rules.lignes.plays import KickoffRoll
from companion.session.inbox import PlayIntent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.scene import Duty
from companion.storage.shipped_data import mat_of
from tests.session.sitting import LIGNES, Sitting, begun


def looking(sitting: Sitting) -> SnapshotBuilder:
    viewer = SnapshotBuilder(sitting.controller, mat_of(sitting.controller.match.rules.game), lambda: 0)
    viewer.look()
    return viewer


def duties(viewer: SnapshotBuilder, before: tuple[Duty, ...] = ()) -> tuple[Duty, ...]:
    """The duties of the newest snapshot; without news those of before."""
    seen = viewer.look()
    return before if seen is None else seen.scene.duties


def test_a_piece_that_is_seen_where_a_ruling_has_it_is_done() -> None:
    sitting = begun(LIGNES)
    viewer = looking(sitting)
    for told in sitting.take(PlayIntent(KickoffRoll(6))):
        viewer.hear(told)
    (duty,) = duties(viewer)
    assert not duty.is_done
    tags = {token.means: str(token.tag) for token in mat_of("lignes").tokens}
    sitting.lay(tags["Y9"], "g11")
    sitting.wait(500)
    (duty,) = duties(viewer)
    assert duty.is_done
