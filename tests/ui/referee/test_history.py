"""The referee's list, its keys and its lock, without a window."""

from datetime import UTC, timedelta, timezone

from companion.kiosk import PinAnswer, Tries, new_pin
from companion.play import Note, Override, Play, Undo
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.session.history_rows import (
    Badge,
    Detail,
    PlayRow,
    badges_for,
    badges_of,
    is_secret,
    line_of,
    may,
    refused_play,
    rows,
    score_steps,
    sentence,
    step,
    story,
    time_of_day,
)
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    ClockOrder,
    MissedPlay,
    PastRequest,
    PlayIntent,
)
from companion.session.remarks import Protest, ReviewBegins, Settled, note_of
from companion.session.snapshot import Fate, Snapshot
from companion.timers import Clock, Clocks
from companion.words import Text, Wording, translate
from tests.plays import play_of
from tests.rules.lignes.table import yellow_shoots
from tests.showing.sitting import Sitting
from tests.ui.referee.watching import NOON_MS, Watching
from ui.presenters.hotkeys import HOTKEYS, Act, act_of, figure_of
from ui.referee.conversation import GOOD_FOR_MS, Lock

PIN = new_pin("2580", bytes(16))


def told(snapshot: Snapshot, seq: int) -> str:
    line = line_of(snapshot.history, seq)
    assert line is not None
    return " | ".join(translate(words, "en") for words in story(snapshot, line, UTC))


def under(snapshot: Snapshot, seq: int) -> str:
    """What the row of a play says became of it."""
    row = next(row for row in rows(snapshot, seq, UTC) if isinstance(row, PlayRow) and row.seq == seq)
    return translate(row.under, "en")


def _move(piece: str, cell: str) -> Play:
    return play_of("lignes", {"play": "move", "piece": piece, "path": [cell]})


def _with_a_missed_play() -> Watching:
    """Three plays, and a fourth that was inserted before the third."""
    watching = Watching("lignes", 0)
    watching.say(KickoffRoll(3))
    watching.say(StrategyRoll(6, 6))
    watching.say(_move("R11", "k14"))
    watching.take(MissedPlay(3, _move("R6", "c14"), "nobody entered it"))
    return watching


def test_each_play_has_a_row_and_the_chosen_one_its_arithmetic() -> None:
    seen = Watching("lignes", 12).look()
    found = rows(seen, 12, UTC)
    assert [row.seq for row in found if isinstance(row, PlayRow)] == list(range(1, 13))
    details = [row for row in found if isinstance(row, Detail)]
    assert details
    assert {row.seq for row in details} == {12}
    assert any(row.cite for row in details)


def test_the_sums_of_a_duel_stand_below_the_side_whose_they_are() -> None:
    seen = Watching("ofusaido", 40).look()
    duel = next(one for line in seen.history for one in line.consequences if one.kind == "duel" and one.sums)
    told = [(translate(line.says, "en"), line.value or "") for line in duel.sums]
    sides = [(says, total) for says, total in told if total.startswith("= ")]
    assert [says.split(",")[0] for says, _ in sides] == ["attack", "defence"]
    assert told[0] == sides[0], "no line stands without its side"
    assert {says.split(", ")[1] for says, _ in sides} == {"Bellecombre", "Fontesorda"}


def test_plays_are_found_by_what_they_are_remembered_for() -> None:
    watching = Watching("lignes", 6)
    watching.take(Amendment(2, StrategyRoll(6, 12), "misread"))
    seen = watching.look()
    badges = {row.seq: row.badges for row in rows(seen, None, UTC) if isinstance(row, PlayRow)}
    assert badges[2] == badges[7] == {Badge.CORRECTED}
    assert badges[3] == frozenset()
    only = [row.seq for row in rows(seen, None, UTC, only=Badge.CORRECTED) if isinstance(row, PlayRow)]
    assert only == [2, 7]
    assert {row.seq for row in rows(seen, 3, UTC, only=Badge.CORRECTED)} == {2, 7}, "not the chosen one"
    (none,) = rows(seen, 3, UTC, only=Badge.ASKED)
    assert isinstance(none, Detail) and translate(none.says, "en") == "no play of this kind"
    (ruling,) = (row for row in rows(seen, None, UTC) if isinstance(row, PlayRow) and row.seq == 7)
    assert (translate(ruling.says, "en"), translate(ruling.under, "en")) == ("play 2 corrected", "misread")
    whole = sentence(next(line for line in seen.history if line.seq == 7))
    assert translate(whole, "en") == (
        "play 2: “the dice show 6 + 12 = 18” instead of “the dice show 5 + 3 = 8” (misread)"
    )


def test_a_missed_play_that_was_inserted_is_one_line_in_its_place_and_can_be_changed_again() -> None:
    watching = _with_a_missed_play()
    seen = watching.look()
    numbers = [row.seq for row in rows(seen, None, UTC) if isinstance(row, PlayRow)]
    assert numbers == [1, 2, 4, 3]
    inserted = line_of(seen.history, 4)
    assert inserted is not None and inserted.play == _move("R6", "c14")
    says = translate(sentence(inserted), "en")
    assert says == f"missed before play 3: {translate(inserted.says, 'en')} (nobody entered it)"
    assert badges_of(inserted) == {Badge.CORRECTED} and may(seen, inserted).change
    assert [line.fate for line in seen.history] == [Fate.IN_FORCE] * 4

    watching.take(Amendment(4, Note("did not happen"), "it was not missed"))
    seen = watching.look()
    assert under(seen, 4) == "undone by play 5"
    fates = [line.fate for line in seen.history]
    assert fates == [Fate.IN_FORCE, Fate.IN_FORCE, Fate.TAKEN_BACK, Fate.IN_FORCE, Fate.ABOVE]

    watching.say(Undo(3))
    assert under(watching.look(), 3) == "undone by play 6"


def test_an_older_log_that_entered_all_again_after_a_missed_play_is_told_as_it_was() -> None:
    watching = Watching("lignes", 0)
    watching.say(KickoffRoll(3))
    watching.say(StrategyRoll(6, 6))
    watching.say(_move("R11", "k14"))
    watching.take(PlayIntent(Undo(3, "nobody entered it"), source="amendment"))
    watching.take(PlayIntent(_move("R6", "c14"), source="amendment"))
    watching.take(PlayIntent(_move("R11", "k14"), source="again"))
    seen = watching.look()
    again = "play 6, 12:00:00: entered again after a play that was missing before it"
    assert told(seen, 6).startswith(again)
    assert under(seen, 3) == "undone by play 4"


def test_to_undo_an_inserted_play_undoes_those_that_stand_after_it_and_no_others() -> None:
    watching = _with_a_missed_play()
    watching.say(Undo(4, "nothing of it"))
    seen = watching.look()
    fates = {line.seq: line.fate for line in seen.history}
    assert fates == {
        1: Fate.IN_FORCE,
        2: Fate.IN_FORCE,
        3: Fate.TAKEN_BACK,
        4: Fate.TAKEN_BACK,
        5: Fate.ABOVE,
    }
    assert [entry.seq for entry in watching.match.entries] == [1, 2]


def test_a_missed_play_that_the_rules_refuse_says_why_and_cannot_be_let_stand() -> None:
    watching = Watching("lignes", 6)
    watching.take(MissedPlay(3, KickoffRoll(2), "nobody entered it"))
    seen = watching.look()
    assert seen.history[-1].fate is Fate.REFUSED
    assert under(seen, 7).startswith("refused: ")
    assert translate(sentence(seen.history[-1]), "en").startswith("missed before play 3: ")
    assert refused_play(seen.history, 7) is None


def test_a_clock_that_the_referee_corrects_has_a_row_in_both_languages() -> None:
    watching = Watching("lignes", 3, Clocks((Clock("turn", Wording("Turn", "Tour"), per="turn"),)))
    watching.take(ClockOrder("set", "turn", 125_000))
    seen = watching.look()
    row = next(row for row in rows(seen, None, UTC) if isinstance(row, PlayRow) and row.seq == 4)
    assert row.badges == {Badge.CORRECTED}
    assert translate(row.says, "en") == "clock corrected (turn): 2:05 instead of 0:00"
    assert translate(row.says, "fr") == "horloge corrigée (tour)\u00a0: 2:05 au lieu de 0:00"
    assert "entered by the referee" in told(seen, 4)


def test_a_goal_has_its_badge_and_the_score_before_and_after_it() -> None:
    sitting = Sitting(yellow_shoots(9, ball="g17").shoot("g21").match)
    sitting.play("save_roll", d6=3)
    line = sitting.seen.history[-1]
    assert badges_of(line) == {Badge.GOAL}
    steps = score_steps(line, sitting.scene)
    assert steps is not None
    assert translate(steps, "en") == "score 0\u00a0–\u00a00 › 1\u00a0–\u00a00"
    sitting.play("undo")
    assert badges_of(sitting.seen.history[0]) == frozenset()


def test_badges_are_those_that_plays_of_the_game_can_have() -> None:
    said = {game: [translate(one, "en") for one in badges_for(game).values()] for game in GAMES}
    assert said["lignes"] == said["ofusaido"] == ["Goal", "Foul", "Corrected", "Asked"]
    assert said["boufbowl"] == ["Try", "Corrected", "Asked"]
    assert said["ouaf"] == ["Corrected", "Asked"]


def test_who_took_back_what_and_when_is_told() -> None:
    watching = Watching("lignes", 6)
    watching.say(Undo(4))
    seen = watching.look()
    assert told(seen, 5) == (
        "play 5, 12:00:00: entered by touch | undone by play 7 | changed by play 7, 12:00:00: entered by the referee"
    )
    assert [row.is_quiet for row in rows(seen, None, UTC) if isinstance(row, PlayRow)] == [False] * 3 + [
        True
    ] * 3 + [False]
    assert not may(seen, line_of(seen.history, 5)).change


def test_a_corrected_play_says_what_it_said_before() -> None:
    watching = Watching("lignes", 1)
    watching.take(Amendment(1, KickoffRoll(4)))
    assert "this play was corrected by play 2; before that it was: the die shows 2, even" in told(
        watching.look(), 1
    )
    assert "amended by the referee" in told(watching.look(), 1)
    assert under(watching.look(), 1) == "corrected by play 2"


def test_the_line_of_a_correction_names_the_new_card_once_the_cards_lie_open() -> None:
    watching = Watching("ouaf", 9)
    was = line_of(watching.look().history, 2)
    watching.take(PastRequest(2))
    past = watching.look().past
    assert was is not None and past is not None
    watching.take(Amendment(2, past.likely[0].play, "misread"))
    if watching.look().proposal is not None:
        watching.take(AmendmentDecision(AmendmentChoice.DROP))
    seen = watching.look()
    now, correction = line_of(seen.history, 2), line_of(seen.history, 10)
    assert now is not None and correction is not None
    new, old = translate(now.says, "en"), translate(was.says, "en")
    assert " lays the " in new and " lays the " in old and new != old
    assert translate(sentence(correction), "en") == f"play 2: “{new}” instead of “{old}” (misread)"


def test_a_play_that_became_impossible_says_why() -> None:
    watching = Watching("lignes", 12)
    watching.take(Amendment(2, StrategyRoll(1, 1)))
    proposal = watching.look().proposal
    assert proposal is not None
    watching.take(AmendmentDecision(AmendmentChoice.DROP))
    seen = watching.look()
    first = proposal.voided[0]
    assert f"this play has been impossible since play 13: {first.reason.en}" in told(seen, first.seq)
    assert under(seen, first.seq) == "no longer possible since play 13"


def test_a_protest_stands_by_its_play_until_it_is_settled() -> None:
    watching = Watching("lignes", 3)
    watching.say(note_of(Protest(2, "the die was cocked")))
    seen = watching.look()
    assert [row.seq for row in rows(seen, None, UTC) if isinstance(row, PlayRow) and row.is_protested] == [2]
    assert may(seen, line_of(seen.history, 2)).settle
    watching.say(note_of(Settled(2, "it counts")))
    seen = watching.look()
    assert may(seen, line_of(seen.history, 2)).protest
    assert "protest at 12:00:00: the die was cocked; settled at 12:00:00: it counts" in told(seen, 2)


def test_remarks_have_words_of_their_own_and_nobody_protests_against_them() -> None:
    watching = Watching("lignes", 1)
    watching.say(note_of(ReviewBegins("the line")))
    seen = watching.look()
    last = rows(seen, None, UTC)[-1]
    assert isinstance(last, PlayRow)
    assert translate(last.says, "en") == "review: the public score is frozen: the line"
    assert not may(seen, line_of(seen.history, 2)).protest


def test_what_lies_face_down_is_secret_until_all_cards_are_turned() -> None:
    few, all_of_it = Watching("ouaf", 2).look(), Watching("ouaf", 9).look()
    work_then, work_now = line_of(few.history, 2), line_of(all_of_it.history, 2)
    assert work_then is not None
    assert work_now is not None
    assert is_secret(few.history, work_then)
    assert not is_secret(all_of_it.history, work_now)


def test_steps_end_where_the_list_ends() -> None:
    seen = Watching("lignes", 5).look()
    assert [step(seen, None, 0), step(seen, 5, 1), step(seen, 2, -10), step(seen, 2, 1)] == [5, 5, 1, 3]


def test_the_time_of_day_is_that_of_the_table() -> None:
    assert time_of_day(NOON_MS + 7_000, timezone(timedelta(hours=2))) == "14:00:07"


def test_no_two_keys_are_the_same_and_everything_has_one() -> None:
    names = [name for key in HOTKEYS for name in key.names]
    assert len(names) == len(set(names))
    assert {key.act for key in HOTKEYS} == set(Act)


def test_keys_mean_the_same_on_a_french_keyboard() -> None:
    assert [figure_of(name) for name in ("1", "&", "é", "ç", "numpad7", "0", "a")] == [
        1,
        1,
        2,
        9,
        7,
        None,
        None,
    ]
    assert act_of(",", ("shift",)) is Act.KEYS
    assert act_of("U") is Act.UNDO
    assert act_of("u", ("ctrl",)) is None


def test_the_lock_is_open_for_a_while_and_then_asks_again() -> None:
    lock = Lock()
    assert not lock.asks(None, 0)
    assert lock.asks(PIN, 0)
    opened = lock.answered(PinAnswer(is_right=True, tries=Tries()), 1_000)
    assert not opened.asks(PIN, 1_000 + GOOD_FOR_MS - 1)
    assert opened.asks(PIN, 1_000 + GOOD_FOR_MS)


def test_wrong_tries_make_one_wait_and_say_so() -> None:
    tries = Tries()
    for _ in range(3):
        tries = tries.after_wrong(0)
    lock = Lock().answered(PinAnswer(is_right=False, tries=tries), 0)
    assert lock.says(0) == Text("wrong PIN; wait {seconds} s before the next try", seconds=30)
    assert lock.asks(PIN, 0)


def test_a_refused_play_says_by_whose_word_it_stands_until_that_is_taken_back() -> None:
    watching = Watching("lignes", 1)
    watching.say(StrategyRoll(1, 1))
    watching.say(StrategyRoll(1, 1))
    refused = next(line.seq for line in watching.look().history if line.fate is Fate.REFUSED)
    assert refused_play(watching.look().history, refused) == refused
    watching.say(Override({"score.red": 1}, "agreed", refused))
    seen = watching.look()
    assert f"this play was refused, and then the referee let it stand with play {refused + 1}" in told(
        seen, refused
    )
    assert under(seen, refused) == f"the referee let it stand, play {refused + 1}"
    assert refused_play(seen.history, refused) is None
    watching.say(Undo())
    assert refused_play(watching.look().history, refused) == refused
