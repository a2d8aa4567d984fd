"""Hints come in three steps, for the one person who has to choose."""

from pathlib import Path

from companion.opponent.seat import Seating
from companion.play import Note, Undo
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.plays import Down
from companion.session.inbox import HintRequest
from companion.session.session_event import NoticeEvent
from companion.table.adviser import DEVICE, Adviser
from companion.table.live_table import TableEquipment
from companion.words import translate
from tests.table.test_machine_player import Evening, new_round


class Advised(Evening):
    """The same, with hints."""

    def __init__(self, game: str, folder: Path, *seatings: Seating) -> None:
        super().__init__(game, folder, *seatings)
        adviser = Adviser(lambda: self.player.seats, seconds=0.0)
        self.table._equipment = TableEquipment(None, (self.player, adviser))

    def hint(self) -> str:
        self.table.session.put(HintRequest())
        told = self.until(lambda one: isinstance(one, NoticeEvent) and one.notice.device == DEVICE)
        return translate(told.words, "en")


def test_a_hint_says_more_each_time_until_it_names_the_play(tmp_path: Path) -> None:
    with Advised("ouaf", tmp_path, *map(Seating, ("yellow", "green", "blue"))) as evening:
        evening.play(new_round(evening.match))
        for _ in range(3):
            evening.until_played("down")
        general, kind, play, again = (evening.hint() for _ in range(4))
    assert "to win" in general
    assert "one of these" in kind, "all plays are of one kind, so that its name would say nothing"
    assert again == f"{play} (no further hint)"
    assert any(sign.isdigit() for sign in play), "the card is named, though it lies face down"
    assert len({general, kind, play}) == 3


def test_what_all_hear_who_choose_at_once_is_the_same_for_each(tmp_path: Path) -> None:
    with Advised("ouaf", tmp_path) as evening:
        evening.play(new_round(evening.match))
        evening.until_played("round", by="tap")
        order, effect, card, again = (evening.hint() for _ in range(4))
        state = evening.match.state
        average = state.sheet.average(state.order)
    assert f"{average} from each make {state.sheet.totals[state.order]}; if one lays 0" in order
    assert "highest card" in effect and "lowest" in effect
    assert f"{average}, or the next higher" in card and again == f"{card} (no further hint)"


def test_nobody_is_advised_who_has_nothing_to_choose(tmp_path: Path) -> None:
    with Advised("ouaf", tmp_path) as evening:
        assert "there is nothing to choose" in evening.hint()


def test_a_hint_begins_anew_with_another_choice_and_goes_on_after_a_note(tmp_path: Path) -> None:
    with Advised("ouaf", tmp_path, *map(Seating, ("yellow", "green", "blue"))) as evening:
        evening.play(new_round(evening.match))
        for _ in range(3):
            evening.until_played("down")
        first = evening.hint()
        assert evening.hint() != first
        evening.play(Note("a pause"))
        evening.until_played("note", by="tap")
        assert any(sign.isdigit() for sign in evening.hint()), (
            "the third step: a note changes nothing of the choice"
        )
        evening.play(Undo(evening.match.entries[0].seq))
        evening.until_played("undo", by="tap")
        evening.play(new_round(evening.match))
        for _ in range(3):
            evening.until_played("down")
        assert "to win" in evening.hint()


def test_who_has_laid_a_card_face_down_has_chosen_and_the_last_one_is_advised(tmp_path: Path) -> None:
    with Advised("ouaf", tmp_path, *map(Seating, ("green", "blue"))) as evening:
        evening.play(new_round(evening.match))
        for _ in range(2):
            evening.until_played("down")
        assert "if one lays 0" in evening.hint()
        evening.play(Down((Seat.RED,)))
        evening.until_played("down", by="tap")
        assert "to win" in evening.hint()
