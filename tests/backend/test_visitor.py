"""A visitor chooses for the first seat of a match that is acted out: what he chose is done, read and played as any play is."""

import time
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from companion.backend.interface import Invitation
from companion.backend.shown_match import SETTLED_MS, ShownMatch, Visitor
from companion.match import Match
from companion.play import Play, seat_said
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.show import Scenery
from companion.virtual.acting.actor import Actor, parts
from companion.virtual.acting.games import ACTORS
from companion.virtual.chance import chosen_play
from companion.words import LANGUAGES, translate
from tests.quick import first_quick
from tests.reading.perfect import SEEN_FROM_THE_FIRST_MS, Performance

pytestmark = pytest.mark.drawn

SEATS = {"ofusaido": "home", "lignes": "yellow", "ouaf": "red", "boufbowl": "red"}
MODE = "demo-match"
SHORT = ("ouaf", "ofusaido")
"""Games whose matches are over soon."""
BY_LENGTH = (*SHORT, *(game for game in ACTORS if game not in SHORT))
CHOICES = 6
"""So many are chosen before pictures."""
LONGEST_S = 300.0
FIRST_SIGN_MS, BETWEEN_MS = 2_000, 15_000
"""What somebody who has just touched the screen waits at most: for something to happen, and from one choice to the next."""
WATCHED_MS = 60_000


class Decided(Visitor):
    """A visitor who makes up his mind at once: mostly for what the player would not have done."""

    def __init__(self, seat: str, seed: int, others: Sequence[str] = (), *, decides: bool = True) -> None:
        super().__init__(seat, others)
        self._decides = decides
        self._luck = Random(seed)
        self.asked: list[Invitation] = []
        self.asked_ms: list[int] = []
        self.said: list[Play] = []

    def is_awaited(self, match: Match, actor: Actor, now_ms: int) -> bool:
        is_waiting = super().is_awaited(match, actor, now_ms)
        asked = self.invitation
        if asked is None:
            return is_waiting
        choice = self._luck.randrange(1, len(asked.choices))
        self.asked.append(asked)
        self.asked_ms.append(now_ms)
        self.said.append(asked.choices[choice].play)
        self.choose(asked.number, choice if self._decides else None)
        return super().is_awaited(match, actor, now_ms)


@cache
def performed(game: str, seed: int) -> tuple[Performance, Decided]:
    """A whole match before a perfect camera, at which somebody chooses."""
    guest = Decided(SEATS[game], seed)
    performance = Performance(game, *demonstrations(game)[MODE], seed, guest=guest)
    while not performance.acted.is_over:
        performance.step()
    return performance, guest


@first_quick("game", BY_LENGTH, len(SHORT))
def test_something_happens_at_once_and_nobody_waits_long_for_the_next_choice(game: str) -> None:
    setup, cards = demonstrations(game)[GAMES[game].description.lesson]
    own, *others = GAMES[game].seats(Match(GAMES[game], setup, cards).state)
    guest = Decided(own, 4, () if SCENE_BUILDERS[game].hides else others)
    performance = Performance(game, setup, cards, 4, guest=guest, opens=True)
    first_ms = None
    while performance.stage.now_ms < WATCHED_MS and not performance.acted.is_over:
        performance.step()
        if first_ms is None and performance.stage.are_hands_over:
            first_ms = performance.stage.now_ms - SEEN_FROM_THE_FIRST_MS
    assert first_ms is not None and first_ms <= FIRST_SIGN_MS
    times = [SEEN_FROM_THE_FIRST_MS, *guest.asked_ms]
    assert max(later - before for before, later in pairwise(times)) <= BETWEEN_MS


@pytest.mark.slow
@first_quick("game", BY_LENGTH, len(SHORT))
def test_every_choice_that_moves_something_on_a_board_says_where_it_goes(game: str) -> None:
    _, guest = performed(game, 2)
    moves = [
        ways
        for asked in guest.asked
        for choice, ways in zip(asked.choices, asked.ways, strict=True)
        if choice.play.kind in ("move", "pass", "send", "relay")
    ]
    assert all(ways and len(ways[0].cells) > 1 for ways in moves)
    assert bool(moves) is (game in ("lignes", "boufbowl"))


@first_quick("game", BY_LENGTH, len(SHORT))
def test_what_a_visitor_chooses_is_acted_out_read_and_played(game: str) -> None:
    performance, guest = performed(game, 2)
    assert performance.acted.broken is None
    assert performance.acted.score.wrong == []
    assert len(guest.said) >= 3
    kinds = GAMES[game].play_kinds
    played = [
        part for entry in performance.truth.entries if entry.play.kind in kinds for part in parts(entry.play)
    ]
    assert [one for one in guest.said if one not in played] == []
    assert performance.controller.match.view() == performance.truth.view()


def test_who_has_chosen_is_asked_about_every_play_and_so_plays_the_match() -> None:
    performance, guest = performed("ofusaido", 2)
    own = [one for one in performance.truth.entries if seat_said(one.play) == SEATS["ofusaido"]]
    assert len(guest.asked) > len(own) / 3
    assert [one.number for one in guest.asked] == list(range(1, len(guest.asked) + 1))


@pytest.mark.slow
def test_who_lets_questions_pass_watches_and_is_asked_now_and_then() -> None:
    guest = Decided(SEATS["ofusaido"], 2, decides=False)
    performance = Performance("ofusaido", *demonstrations("ofusaido")[MODE], 2, guest=guest)
    while performance.acted.score.acted < 60 and not performance.acted.is_over:
        performance.step()
    assert 0 < len(guest.asked) < performance.acted.score.acted / 3


@first_quick("game", BY_LENGTH, len(SHORT))
def test_every_choice_has_a_sentence_in_both_languages(game: str) -> None:
    _, guest = performed(game, 2)
    assert all(asked.asks for asked in guest.asked), "what is to be done is said too"
    for asked in guest.asked:
        for language in LANGUAGES:
            sentences = [translate(choice.says, language) for choice in asked.choices]
            assert all(sentences)
            assert asked.is_hidden or len(set(sentences)) == len(sentences)
    of_them = [choice.worth for asked in guest.asked for choice in asked.choices]
    assert sum(worth is not None for worth in of_them) > len(of_them) / 3, (
        "what most of them are worth is said"
    )


def test_only_cards_that_lie_face_down_are_hidden() -> None:
    assert all(asked.is_hidden for asked in performed("ouaf", 2)[1].asked if _kind(asked) == "work")
    assert not any(asked.is_hidden for asked in performed("ofusaido", 2)[1].asked)


def test_an_answer_that_comes_too_late_chooses_nothing() -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[MODE])
    actor = ACTORS["ofusaido"](match, mat_of("ofusaido"), 1)
    first = actor.next_play()
    assert first is not None
    visitor = Visitor(str(seat_said(first)))
    assert not visitor.is_awaited(match, actor, 0), "who has just come looks at it first"
    assert visitor.is_awaited(match, actor, 60_000)
    asked = visitor.invitation
    assert asked is not None
    visitor.choose(asked.number + 1, 0)
    visitor.choose(asked.number, len(asked.choices))
    assert visitor.is_awaited(match, actor, 60_000)
    visitor.choose(asked.number, None)
    assert not visitor.is_awaited(match, actor, 60_000)
    assert actor.next_play() == first


@pytest.mark.slow
@pytest.mark.parametrize("game", list(ACTORS))
def test_a_chosen_play_is_read_from_pictures(game: str) -> None:
    shown, luck = ShownMatch(game, MODE, Scenery(3), is_guided=True), Random(3)
    shown.start()
    said: list[Play] = []
    numbers: set[int] = set()
    until_s = time.monotonic() + LONGEST_S
    while len(said) <= CHOICES and shown.is_running and time.monotonic() < until_s:
        asked = shown.invitation()
        if asked is not None and asked.number not in numbers:
            choice = luck.randrange(1, len(asked.choices))
            numbers.add(asked.number)
            said.append(asked.choices[choice].play)
            shown.choose(asked.number, choice)
        time.sleep(0.01)
    is_over = not shown.is_running
    shown.stop()
    score, are_together = shown.score
    assert are_together
    # A match of L'Ouaf has fewer choices for one seat.
    assert len(said) > (CHOICES // 2 if is_over else CHOICES)
    # The last may still be on its way.
    assert [play for play in said[:-1] if play in score.missed] == []


def test_a_visitor_is_asked_in_his_own_time_while_a_busy_machine_draws_the_table_late() -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[MODE])
    actor = ACTORS["ofusaido"](match, mat_of("ofusaido"), 1)
    first = actor.next_play()
    assert first is not None
    own_ms = 5_000
    visitor = Visitor(str(seat_said(first)), own_ms=lambda: own_ms)
    assert not visitor.is_awaited(match, actor, 0), "who has just come looks at it first"
    own_ms += 10_000
    assert visitor.is_awaited(match, actor, 200)


def _kind(asked: Invitation) -> str:
    return str(asked.choices[0].play.kind)


def test_the_table_rests_until_the_result_of_a_contest_is_read() -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[MODE])
    actor = ACTORS["ofusaido"](match, mat_of("ofusaido"), 1)
    truth = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[MODE])
    shower, chance = SCENE_BUILDERS["ofusaido"], Random(1)
    visitor = Visitor("home")
    is_settled = False
    while not is_settled:
        before, play = truth.state, chosen_play(truth, chance)
        assert play is not None and truth.submit(play).ok
        is_settled = shower.settled(before, truth.entries[-1].events) is not None
    assert visitor.is_awaited(truth, actor, 60_000)
    assert visitor.invitation is None, "nothing is asked meanwhile"
    assert visitor.is_awaited(truth, actor, 60_000 + SETTLED_MS - 1)
    assert visitor.invitation is None
    visitor.is_awaited(truth, actor, 60_000 + SETTLED_MS)
    assert visitor.invitation is not None
