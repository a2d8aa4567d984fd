"""A review blames nobody for a play that replays do not confirm."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.match import Match
from companion.opponent.choosing import Knowledge, knowledge_of
from companion.opponent.games import THINKERS, value_of
from companion.opponent.mistakes import LEAST_COST, Mistake, cards_shown, mistake_in
from companion.opponent.review import MatchReview, reviewed
from companion.opponent.seat import steps_of
from companion.play import leaves_of, seat_said
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import submit, table_of, virtual_match
from tests.quick import first_quick


def review_of(game: str, seed: int) -> tuple[Match, MatchReview]:
    thinker, match = THINKERS[game], virtual_match(game, *demonstrations(game)["demo-match"], seed)
    value, _ = value_of(thinker, value_data(game))
    return match, reviewed(thinker, value, match.opening.state, steps_of(match.entries))


def test_a_discard_that_costs_the_match_is_named() -> None:
    _, review = review_of("ouaf", 7001)
    swing = review.swings[17]
    assert swing.cost > 0.2
    assert swing.mistake is not None
    assert swing.mistake.gain > 0.05
    assert not swing.is_doubted
    assert swing in review.largest(3, rolls=False)


def test_a_stall_that_costs_by_the_value_alone_is_not_named() -> None:
    """Energies are worth more than the value knows: two hundred replays found the stall better than the attempt."""
    match, review = review_of("ofusaido", 7004)
    swing = review.swings[95]
    assert match.entries[95].play.kind == "stall"
    assert swing.cost > LEAST_COST
    assert swing.is_doubted
    assert swing not in review.largest(len(review.swings), rolls=False)


def test_three_plays_are_confirmed_at_most_and_the_others_that_cost_as_much_are_not_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replayed: list[str] = []

    def confirm(*about: Any) -> Mistake:
        replayed.append(about[-1])
        return Mistake("pass", "move", 0.1)

    monkeypatch.setattr("companion.opponent.review.mistake_in", confirm)
    _, review = review_of("boufbowl", 7001)
    blamed = [swing for swing in review.swings if swing.cost >= LEAST_COST]
    standing = [swing for swing in blamed if not swing.is_doubted]
    assert len(blamed) > 3
    assert len(replayed) == len(standing) <= 3
    assert min(swing.cost for swing in standing) >= max(swing.cost for swing in blamed if swing.is_doubted)


@first_quick("game", ["boufbowl", "ofusaido"])
def test_cards_that_a_seat_is_known_to_hold_are_in_its_hand(game: str) -> None:
    thinker, whole = THINKERS[game], virtual_match(game, *demonstrations(game)["demo-match"], 5)
    match, steps = Match(GAMES[game], *demonstrations(game)["demo-match"]), steps_of(whole.entries)
    table, found = table_of(match, 5), 0
    for n, entry in enumerate(whole.entries):
        assert table.next_play() == entry.play
        seat = seat_said(entry.play)
        if seat is not None and entry.play.kind in thinker.chosen_kinds:
            shown = cards_shown(thinker, match.state, steps[n:], seat)
            assert not shown - Counter(table.held(seat))
            found += shown.total()
        submit(match, table, entry.play)
    assert found > 50


def test_nobody_is_blamed_for_a_card_that_he_may_not_have_held() -> None:
    match = virtual_match("ofusaido", *demonstrations("ofusaido")["demo-match"], 5)
    thinker, steps, tried = THINKERS["ofusaido"], steps_of(match.entries), set[Any]()
    value, _ = value_of(thinker, value_data("ofusaido"))

    def play_on(known: Knowledge, play: Any, *_about: Any) -> Any:
        tried.add(play)
        return known.state

    watched = replace(thinker, play_on=play_on)
    before, seen = match.opening.state, 0
    for n, step in enumerate(steps[:40]):
        seat = seat_said(step.play)
        if seat is not None and step.play.kind in ("support", "no_support", "advance"):
            tried.clear()
            mistake_in(watched, value, before, steps[n:], seat)
            unsure = set(thinker.may_hold(before, seat)) - set(cards_shown(thinker, before, steps[n:], seat))
            assert step.play in tried
            assert not [play for play in tried if unsure.intersection(leaf for _, leaf in leaves_of(play))]
            seen += len(tried) > 1
        before = step.after
    assert seen > 1


@pytest.mark.parametrize("game", THINKERS)
def test_a_match_can_be_played_on_from_anywhere_to_its_end(game: str) -> None:
    thinker, match = THINKERS[game], Match(GAMES[game], *demonstrations(game)["demo-match"])
    table, ended, asked = table_of(match, 3), 0, 0
    while (play := table.next_play()) is not None:
        seat = seat_said(play) or next((one.seat for one in match.expects() if play.kind in one.plays), None)
        if seat is not None and play.kind in thinker.chosen_kinds and len(match.entries) % 9 == 0:
            known = knowledge_of(thinker, match.state, seat, table.held(seat))
            end = thinker.play_on(known, play, 99, Random(asked))
            asked, ended = asked + 1, ended + (thinker.winners(end) is not None)
        submit(match, table, play)
    assert asked > 1
    assert ended >= 0.9 * asked
