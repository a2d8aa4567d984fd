"""A duty is done as soon as the camera sees it: nobody has to touch anything."""

from companion.ids import ObservationId
from companion.observation import Sighting, SightingState
from companion.opponent.seat import ProgramSeats
from companion.rules.lignes.board import Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import EndStrategy, KickoffRoll, Move, ShotRoll, StrategyRoll
from companion.session.inbox import PlayIntent, SightingReport
from companion.session.session_event import DifferenceEvent, QuestionEvent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.scene import Duty
from companion.storage.shipped_data import mat_of
from companion.words import translate
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


def test_all_that_the_program_moved_in_its_turn_is_to_be_moved_until_a_person_plays() -> None:
    sitting = begun(LIGNES)
    viewer = looking(sitting)
    for play in (KickoffRoll(1), StrategyRoll(3, 9)):
        sitting.take(PlayIntent(play))
    for move in (Move(Piece.R6, to=Cell("c13")), Move(Piece.R7, to=Cell("e15")), EndStrategy()):
        for told in sitting.take(PlayIntent(move, source="companion")):
            viewer.hear(told)
    (duty,) = duties(viewer)
    assert (
        translate(duty.says, "en")
        == "put Red no.\N{NO-BREAK SPACE}6 on c13, Red no.\N{NO-BREAK SPACE}7 on e15"
    )
    sitting.take(PlayIntent(ShotRoll(2)))
    assert not [one for one in duties(viewer) if "R6" in translate(one.says, "en")]


def test_the_board_shows_all_ways_of_the_program_until_a_person_plays() -> None:
    sitting = begun(LIGNES)
    viewer = looking(sitting)
    turn = (Move(Piece.R6, to=Cell("c13")), Move(Piece.R7, to=Cell("f13")), EndStrategy())
    shown = []
    for play in (KickoffRoll(1), StrategyRoll(3, 9), *turn, ShotRoll(2)):
        source = "companion" if play in turn else "hand"
        for told in sitting.take(PlayIntent(play, source=source)):
            viewer.hear(told)
        seen = viewer.look()
        assert seen is not None and seen.scene.board is not None
        shown.append([(way.cells[0], way.cells[-1]) for way in seen.scene.board.last])
    both = [("c15", "c13"), ("f15", "f13")]
    assert shown[2:] == [both[:1], both, both, []]


def test_plays_of_the_program_are_offered_to_nobody_and_its_dice_are_thrown_for_it() -> None:
    sitting = begun(LIGNES)
    viewer = looking(sitting)
    sitting.controller.program = ProgramSeats(frozenset(("red",)), frozenset((Move.kind, EndStrategy.kind)))
    sitting.take(PlayIntent(KickoffRoll(1)))
    snapshot = viewer.look()
    assert snapshot is not None
    (waited,) = snapshot.scene.waited
    assert translate(waited.says, "en").startswith("for Companion: roll the dice")
    assert snapshot.offers
    sitting.take(PlayIntent(StrategyRoll(3, 9)))
    snapshot = viewer.look()
    assert snapshot is not None
    (waited,) = snapshot.scene.waited
    assert translate(waited.says, "en") == "Companion is thinking"
    assert not {Move.kind, EndStrategy.kind} & {offer.kind for offer in snapshot.offers}
    sitting.controller.program = ProgramSeats()
    snapshot = viewer.look()
    assert snapshot is not None
    assert Move.kind in {offer.kind for offer in snapshot.offers}, "people play for it"


def test_a_piece_that_hands_put_beside_where_the_program_moved_it_is_no_play_of_the_program() -> None:
    sitting = begun(LIGNES)
    tags = {token.means: str(token.tag) for token in mat_of("lignes").tokens}
    pieces = sitting.controller.match.state.pieces
    things = {piece.value: sitting.lay(tags[piece.value], str(cell)) for piece, cell in pieces.items()}
    sitting.lay(tags["ball"], "g11")
    sitting.wait(2000)

    def carry(piece: str, cell: str) -> None:
        name = ObservationId(f"{piece}-{cell}")
        gone = Sighting(name, sitting.now_ms, tags[piece], state=SightingState.END, thing=things[piece])
        sitting.take(SightingReport(gone))
        sitting.lay(tags[piece], cell)

    sitting.controller.program = ProgramSeats(frozenset(("red",)), frozenset((Move.kind, EndStrategy.kind)))
    sitting.controller.play_for((), ())
    sitting.take(PlayIntent(KickoffRoll(1)))
    sitting.take(PlayIntent(StrategyRoll(3, 9)))
    carry("R9", "g11")
    sitting.wait(5000)
    sitting.take(PlayIntent(Move(Piece.R6, to=Cell("c13")), source="companion"))
    sitting.wait(500)
    carry("R6", "c12")
    sitting.wait(20_000)
    assert str(sitting.controller.match.state.pieces[Piece.R6]) == "c13"
    assert not [one for one in sitting.told if isinstance(one, QuestionEvent)]
    (differs,) = [one.desync for one in sitting.told if isinstance(one, DifferenceEvent)]
    assert differs is not None
    assert translate(differs.says[0], "en").startswith("R6 belongs on c13 and is on c12")
