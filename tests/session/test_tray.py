"""Dice in the tray: a roll is believed when all its dice rest there and were read, asked about when unsure, and told when
they make no roll.
"""

from dataclasses import replace

from companion.ids import ObservationId
from companion.observation import ReadingStatus, Roll, Sighting, SightingState, What
from companion.reading.dice import TrayDice, TrayRoll
from companion.rules.lignes import plays
from companion.session.inbox import PlayIntent, QuestionAnswer, SightingReport
from companion.session.match_clocks import Kept
from companion.session.session_event import QuestionEvent, RemarkEvent, RulingEvent
from tests.session.sitting import LIGNES, begun, last


class TraySitting:
    """Lignes d'Attaque, which begins with a d6, and hands that throw into the tray."""

    def __init__(self, kept: Kept | None = None) -> None:
        self.sitting = begun(LIGNES, kept)
        self._things = 100
        self._sightings = 0

    def lies(
        self,
        reads: str,
        at_mm: tuple[int, int] = (100, 80),
        *,
        reading: ReadingStatus = ReadingStatus.READ,
        candidates: tuple[str, ...] = (),
        zone: str | None = "dice",
    ) -> Sighting:
        """A die comes to rest."""
        self._things += 1
        self._sightings += 1
        seen = Sighting(
            ObservationId(f"die-{self._sightings}"), self.sitting.now_ms, reads, zone, What.DIE, thing=self._things,
            at_mm=at_mm, reading=reading, candidates=candidates,
        )  # fmt: skip
        self.sitting.take(SightingReport(seen, b"jpeg"))
        return seen

    def goes(self, die: Sighting, state: SightingState = SightingState.END) -> None:
        self.sitting.take(SightingReport(replace(die, state=state, at_ms=self.sitting.now_ms), None))

    def rolls(self) -> list[RulingEvent]:
        return [one for one in self.sitting.ruled() if one.refusal is None]

    @property
    def question(self) -> QuestionEvent | None:
        asked = [one for one in self.sitting.told if isinstance(one, QuestionEvent)]
        return asked[-1] if asked and asked[-1].question is not None else None

    def remarks(self) -> list[str]:
        return [one.says.template for one in self.sitting.told if isinstance(one, RemarkEvent)]


def test_a_die_that_rests_in_the_tray_is_the_roll_that_the_match_waits_for() -> None:
    table = TraySitting()
    table.lies("d6:4")
    table.sitting.wait(200)
    assert not table.rolls()
    table.sitting.wait(300)
    (ruled,) = table.rolls()
    assert (ruled.play, ruled.by) == (plays.KickoffRoll(4), "tray")


def test_the_roll_keeps_what_it_was_read_from_with_its_picture() -> None:
    kept: list[tuple[str, bytes]] = []

    class Pictures:
        def keep(self, match: str, name: str, jpeg: bytes) -> None:
            kept.append((name, jpeg))

    table = TraySitting(Kept(pictures=Pictures()))
    die = table.lies("d6:4")
    table.sitting.wait(500)
    evidence = table.rolls()[0].evidence
    assert evidence == (die.id, f"roll-{die.id}-0")
    assert kept == [(die.id, b"jpeg")]


def test_dice_that_were_counted_are_no_second_roll() -> None:
    table = TraySitting()
    table.lies("d6:4")
    table.sitting.wait(500)
    table.lies("d12:7", (160, 80))
    table.sitting.wait(5000)
    assert len(table.rolls()) == 1
    assert any("of {count} dice" in one for one in table.remarks())


def test_both_dice_are_taken_out_and_thrown_again_for_the_next_roll() -> None:
    table = TraySitting()
    first = table.lies("d6:4")
    table.sitting.wait(500)
    table.goes(first)
    table.sitting.wait(1000)
    table.lies("d6:4")
    table.sitting.wait(700)
    table.lies("d12:7", (160, 80))
    table.sitting.wait(500)
    assert [ruled.play for ruled in table.rolls()] == [plays.KickoffRoll(4), plays.StrategyRoll(4, 7)]


def test_a_counted_die_that_was_only_pushed_is_asked_about() -> None:
    table = TraySitting()
    first = table.lies("d6:4")
    table.sitting.wait(500)
    table.lies("d6:4", (118, 80))
    table.lies("d12:7", (160, 80))
    table.goes(first)
    table.sitting.wait(500)
    assert len(table.rolls()) == 1
    assert table.question is not None and table.question.question is not None
    assert table.question.question.options == (plays.StrategyRoll(4, 7),)


def test_another_die_at_the_place_of_a_counted_one_is_new_even_if_it_is_not_read() -> None:
    table = TraySitting()
    first = table.lies("d6:4")
    table.sitting.wait(500)
    unread = replace(first, reads="", reading=ReadingStatus.UNSURE, candidates=("d12:6", "d12:9"))
    table.lies("d6:1", (160, 80))
    table.goes(unread, SightingState.UPDATE)
    table.sitting.wait(500)
    assert table.question is not None and table.question.question is not None
    assert table.question.question.options == (plays.StrategyRoll(1, 6), plays.StrategyRoll(1, 9))


def test_a_die_read_unsurely_is_asked_about_with_its_likely_faces() -> None:
    table = TraySitting()
    table.lies("", reading=ReadingStatus.UNSURE, candidates=("d6:6", "d6:5"))
    table.sitting.wait(500)
    question = last(table.sitting.told, QuestionEvent).question
    assert question.options == (plays.KickoffRoll(6), plays.KickoffRoll(5))
    table.sitting.take(QuestionAnswer(question.key, 1))
    assert [ruled.play for ruled in table.rolls()] == [plays.KickoffRoll(5)]
    table.sitting.wait(3000)
    assert table.question is None and len(table.rolls()) == 1


def test_a_roll_typed_by_hand_counts_while_the_tray_asks_and_its_dice_with_it() -> None:
    table = TraySitting()
    table.lies("", reading=ReadingStatus.UNSURE, candidates=("d6:6", "d6:5"))
    table.sitting.wait(500)
    table.sitting.take(PlayIntent(plays.KickoffRoll(3)))
    table.lies("d12:7", (160, 80))
    table.sitting.wait(5000)
    assert [ruled.play for ruled in table.rolls()] == [plays.KickoffRoll(3)]
    assert table.question is None


def test_none_of_these_leaves_the_roll_to_hands() -> None:
    table = TraySitting()
    table.lies("", reading=ReadingStatus.UNSURE, candidates=("d6:6",))
    table.sitting.wait(500)
    table.sitting.take(QuestionAnswer(last(table.sitting.told, QuestionEvent).question.key, None))
    table.sitting.wait(3000)
    assert not table.rolls() and table.question is None


def test_a_leaning_die_is_told_and_no_roll() -> None:
    table = TraySitting()
    table.lies("", reading=ReadingStatus.COCKED)
    table.sitting.wait(4000)
    assert not table.rolls()
    assert table.remarks() == ["a die in the tray leans: throw it again, or enter what the dice show"]


def test_a_die_outside_the_line_is_told_and_no_roll() -> None:
    table = TraySitting()
    table.lies("d6:2", zone=None)
    table.sitting.wait(4000)
    assert not table.rolls()
    assert table.remarks() == ["a die lies outside the line of the tray: throw it again"]


def test_too_many_dice_are_told_and_count_once_the_others_are_gone() -> None:
    table = TraySitting()
    table.lies("d6:2")
    other = table.lies("d12:11", (160, 80))
    table.sitting.wait(2500)
    assert not table.rolls()
    assert table.remarks() == ["{n} dice lie in the tray, and {dice} are waited for: take the others out"]
    table.goes(other)
    table.sitting.wait(500)
    assert [ruled.play for ruled in table.rolls()] == [plays.KickoffRoll(2)]


def test_a_covered_die_is_waited_for() -> None:
    table = TraySitting()
    die = table.lies("d6:2")
    table.goes(die, SightingState.HIDDEN)
    table.sitting.wait(4000)
    assert not table.rolls()
    table.goes(die, SightingState.UPDATE)
    table.sitting.wait(500)
    assert len(table.rolls()) == 1


def test_another_die_than_the_one_waited_for_is_told() -> None:
    table = TraySitting()
    table.lies("d12:2")
    table.sitting.wait(2500)
    assert not table.rolls()
    assert table.remarks() == ["the dice in the tray are not those that are waited for: {dice}"]


def test_dice_that_lay_there_before_the_camera_saw_are_asked_about() -> None:
    table = TraySitting()
    table.sitting.now_ms = 500
    table.lies("d6:2")
    table.sitting.now_ms = 2000
    table.sitting.wait(500)
    assert not table.rolls()
    assert table.question is not None and table.question.question is not None
    assert table.question.question.options == (plays.KickoffRoll(2),)


def test_dice_that_rested_long_before_the_match_waited_for_them_are_asked_about() -> None:
    table = TraySitting()
    table.sitting.take(PlayIntent(plays.KickoffRoll(3)))
    table.sitting.wait(4000)
    table.lies("d6:5")
    table.lies("d12:5", (160, 80))
    table.sitting.wait(500)
    assert [ruled.play for ruled in table.rolls()] == [plays.KickoffRoll(3), plays.StrategyRoll(5, 5)]
    # Somebody goes on rolling while the match waits for walks, and later for dice again.
    waited = table.sitting.controller.match.expects()
    assert all("roll" not in kind for one in waited for kind in one.plays)


def test_two_bare_dice_are_told_apart_by_what_is_waited_for() -> None:
    tray = TrayDice()
    tray.sees(0, is_seeing=True)
    bare = ("stars:0", "damage:none")
    for thing, (reads, candidates) in enumerate((("stars:2", ()), ("", bare), ("", bare))):
        reading = ReadingStatus.READ if reads else ReadingStatus.AMBIGUOUS
        tray.see(
            Sighting(
                ObservationId(f"die-{thing}"),
                2000,
                reads,
                "dice",
                What.DIE,
                thing=thing,
                at_mm=(60 * thing, 80),
                reading=reading,
                candidates=candidates,
            )
        )
    answer = tray.read(1, ("stars", "stars", "damage"), 2500)
    assert isinstance(answer, TrayRoll)
    assert isinstance(answer.roll, Roll)
    assert list(zip(answer.roll.dice, answer.roll.faces, strict=True)) == [
        ("stars", "0"), ("stars", "2"), ("damage", "none"),
    ]  # fmt: skip
