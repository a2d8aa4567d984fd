"""Matches played by chance from what the rules offer: what must be true of every game, at every play."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.codec import write
from companion.ids import ObservationId
from companion.match import Entry, Match, differences
from companion.notation import parsed, written
from companion.observation import Tap
from companion.play import MATCH_PLAYS, Play, Undo, read_play, write_play
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.storage.record import MemoryLog
from companion.virtual.chance import chosen_play
from tests.rules.citations import assert_it_names_its_section
from tests.rules.demonstration import demonstrations

LONGEST = 3000
QUICK, USUAL, SOAK = 60, 300, 5000
"""Matches of each game."""
CORE = 2
"""Matches of each demonstration that are also among the core's tests."""
MEDDLED, QUICK_MEDDLED = 15, 4
"""Matches of each demonstration in which the referee meddles."""
EACH = 5
"""Of so many plays one is written down, undone and played again, beside all that bring a kind that is new in their match."""
FOLDED = 3
"""Of so many matches of a demonstration one is replayed from its log."""
SHUT_OUT: Mapping[str, frozenset[str]] = {
    # The carrier would have to be shut in by pieces on every line, and the edge of the board with him.
    "lignes": frozenset({"hold"}),
}
"""Kinds of plays, by game, that matches by chance do not bring about: their scenarios do."""
SCENARIOS = Path(__file__).parents[1] / "scenarios"
DEMONSTRATIONS = [(game, name) for game in GAMES for name in demonstrations(game)]


def share(game: str, matches: int) -> int:
    """How many of so many matches of a game are of each of its demonstrations."""
    return matches // len(demonstrations(game)) + 1


def each(matches: int | None = None, quick: int | None = None) -> list[Any]:
    """The matches of every demonstration: a case each, so that the workers share them evenly. Those after the first
    `quick` are slow.
    """
    return [
        pytest.param(game, name, seed, marks=marks_of(seed, quick or share(game, QUICK)))
        for game, name in DEMONSTRATIONS
        for seed in range(matches or share(game, USUAL))
    ]


def marks_of(seed: int, quick: int) -> list[pytest.MarkDecorator]:
    many = [pytest.mark.many] if seed >= CORE else []
    return [*many, pytest.mark.slow] if seed >= quick else many


def begin(game: str, name: str, chance: Random) -> tuple[Match, MemoryLog]:
    setup, cards = demonstrations(game)[name]
    rules = GAMES[game]
    house = {rule.name: chance.choice(rule.choices) for rule in rules.house_rules}
    log = MemoryLog()
    return Match(rules, {**setup, "house": house}, cards, log), log


def play_to_the_end(game: str, name: str, seed: int) -> None:
    """What can go wrong at any play is looked at after each; what goes wrong with a kind of play, event or state,
    whenever a kind is new in the match, and after each fifth play.
    """
    chance = Random(seed)
    match, log = begin(game, name, chance)
    known: set[str] = set()
    for n in range(LONGEST):
        play = chosen_play(match, chance)
        if play is None:
            break
        before = match.state
        outcome = match.submit(play, (Tap(ObservationId(f"tap-{match.seq + 1}"), 0, write_play(play)),))
        assert outcome.ok, (play, outcome.refusal)
        if n % EACH == seed % EACH or not kinds_of(match.entries[-1]) <= known:
            known |= kinds_of(match.entries[-1])
            json.dumps(match.view())
            assert_one_line_says_it(match, play)
            assert_undone_and_played_again_it_is_the_same(match, play, before)
        if chance.random() < 0.05:
            assert_all_that_is_offered_is_accepted(match)
        assert_what_is_not_offered_is_refused(match, chance)
    assert match.is_over, f"no end after {LONGEST} plays"
    assert match.expects() == ()
    if seed % FOLDED == 0:
        assert_the_log_folds_to_the_same(match, log)


def kinds_of(entry: Entry) -> set[str]:
    """The kinds of a play and of its events."""
    return {entry.play.kind, *(event.kind for event in entry.events)}


def assert_one_line_says_it(match: Match, play: Play) -> None:
    kinds = {**match.rules.play_kinds, **MATCH_PLAYS}
    data = write_play(play)
    assert parsed(kinds, written(kinds, data)) == data


def assert_undone_and_played_again_it_is_the_same(match: Match, play: Play, before: Any) -> None:
    after, events = match.state, match.entries[-1].events
    assert match.submit(Undo()).ok
    assert match.state == before
    again = match.submit(play)
    assert again.events == events
    assert match.state == after


def offered_now(match: Match, *kinds: str) -> list[Any]:
    """What the rules offer: of these kinds, or of all that the match waits for."""
    return [
        play
        for waited in match.expects()
        for kind in waited.plays
        if not kinds or kind in kinds
        for play in match.rules.options(match.state, waited.seat, kind)
    ]


def assert_all_that_is_offered_is_accepted(match: Match) -> None:
    for play in offered_now(match):
        ruling = match.rules.judge(match.state, play)
        assert not isinstance(ruling, Refusal), (play, ruling)


def assert_what_is_not_offered_is_refused(match: Match, chance: Random) -> None:
    """A play of another moment of this same match: accepted only if the options cover it."""
    kinds = match.rules.play_kinds
    while (past := chance.choice(match.entries).play).kind not in kinds:
        pass
    play = read_play(kinds, changed(past, match, chance))
    ruling = match.rules.judge(match.state, play)
    if isinstance(ruling, Refusal):
        assert_it_names_its_section(ruling)
    else:
        assert is_covered(match, play), play


def changed(play: Play, match: Match, chance: Random) -> dict[str, Any]:
    """The play, sometimes from the other seat, or with another card."""
    changed: dict[str, Any] = write_play(play)
    if "seat" in changed and chance.random() < 0.5:
        changed["seat"] = chance.choice(match.rules.seats(match.state))
    if "card" in changed and chance.random() < 0.5:
        refs = [card["ref"] for card in match.cards if "ref" in card]
        changed["card"] = chance.choice(refs)
    return changed


def is_covered(match: Match, play: Any) -> bool:
    """Whether the options name this play, or its beginning, or one for each of its single cards, or the same bought
    with the fervour of others, or it is either seat's to make.
    """
    if play.kind in ("action", "ability", "coach_bonus", "card"):
        return True
    offered = [write_play(option) for option in offered_now(match, play.kind)]
    data = write_play(play)
    if any(data.items() <= option.items() or begins(option, data) for option in offered):
        return True
    if play.kind in ("clean_orders", "buy_training"):
        return any({**option, "from": data["from"]} == data for option in offered)
    if play.kind == "reveal":
        return any("support" in waited.plays or "no_support" in waited.plays for waited in match.expects())
    if play.kind in ("clean_orders", "buy_training"):
        payers = {ref for option in offered if option["play"] == play.kind for ref in option["from"]}
        return set(data["from"]) <= payers
    if play.kind in ("support", "discard", "shootout"):
        field = "shooters" if play.kind == "shootout" else "cards"
        single = {ref for option in offered if option["play"] == play.kind for ref in option[field]}
        return set(data[field]) <= single
    return False


def begins(option: dict[str, Any], play: dict[str, Any]) -> bool:
    """Whether a play goes on as an option begins: a path of several cells as the step of one."""
    return option.keys() == play.keys() and all(
        play[name][: len(item)] == item if isinstance(item, list) else play[name] == item
        for name, item in option.items()
    )


def assert_the_log_folds_to_the_same(match: Match, log: MemoryLog) -> None:
    again = Match(match.rules, match.setup, match.cards)
    for record in log.records():
        again.restore(record)
    assert again.state == match.state
    assert again.entries == match.entries
    assert write(again.view()) == write(match.view())
    assert differences(match.rules, match.setup, match.cards, log.records()) == []


@pytest.mark.parametrize(("game", "name", "seed"), each())
def test_a_random_match_ends_and_can_be_replayed_undone_and_written_down(
    game: str, name: str, seed: int
) -> None:
    play_to_the_end(game, name, seed)


def things_of(game: str) -> set[str]:
    """Every kind of play and of event of a game, and every value of its house rules, in words."""
    rules = GAMES[game]
    kinds = {*rules.play_kinds, *rules.event_kinds} - SHUT_OUT.get(game, frozenset())
    return kinds | {f"{rule.name}={value!r}" for rule in rules.house_rules for value in rule.choices}


def things_in_random_matches(game: str) -> Iterator[set[str]]:
    """What occurs in each match that is replayed: kinds of plays and events, and values of house rules."""
    for seed in range(0, share(game, USUAL), FOLDED):
        for name in demonstrations(game):
            chance = Random(seed)
            match, _ = begin(game, name, chance)
            while (play := chosen_play(match, chance)) is not None:
                assert match.submit(play).ok, (name, seed, play)
            house = {f"{rule}={value!r}" for rule, value in match.setup["house"].items()}
            told = (one for entry in match.entries for one in (entry.play, *entry.events))
            yield house | {one.kind for one in (*match.opening.events, *told)}


@pytest.mark.many
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_play_and_event_and_every_house_value_occurs_in_random_matches(game: str) -> None:
    missing = things_of(game)
    for seen in things_in_random_matches(game):
        missing -= seen
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("game", SHUT_OUT)
def test_what_random_matches_do_not_bring_about_has_a_scenario(game: str) -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (SCENARIOS / game).glob("*.jsonl"))
    assert [kind for kind in SHUT_OUT[game] if f'"play": "{kind}"' not in scripts] == []


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), DEMONSTRATIONS)
def test_thousands_of_random_matches_do_too(game: str, name: str) -> None:
    usual = share(game, USUAL)
    for seed in range(usual, usual + share(game, SOAK)):
        play_to_the_end(game, name, seed)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ships_a_demonstration(game: str) -> None:
    assert demonstrations(game)


def counts(view: Any, path: str = "") -> list[str]:
    """The paths of all whole numbers of a view."""
    if isinstance(view, dict):
        return [
            found for key, item in view.items() for found in counts(item, f"{path}.{key}" if path else key)
        ]
    return [path] if isinstance(view, int) and not isinstance(view, bool) else []


def meddle(match: Match, chance: Random) -> None:
    """A referee's hand in a match: undo, correct, override, note; accepted or refused, never an accident."""
    entry = chance.choice(match.entries)
    other = chance.choice(match.entries).play
    path = chance.choice(counts(match.view()))
    value = chance.choice((0, 0, 1, 1, 2, 3, 5, 12, 40))
    match.submit_json(
        chance.choice(
            (
                {"play": "undo"},
                {"play": "undo", "to": entry.seq},
                {"play": "correct", "seq": entry.seq, "with": changed(other, match, chance)},
                {"play": "correct", "seq": entry.seq, "with": changed(entry.play, match, chance)},
                {"play": "override", "set": {path: value}, "reason": "by chance"},
                {"play": "note", "text": "é"},
                {"play": "time_up", "clock": "half"},
            )
        )
    )


@pytest.mark.many
@pytest.mark.parametrize(("game", "name", "seed"), each(MEDDLED, QUICK_MEDDLED))
def test_a_match_that_the_referee_meddles_with_still_ends_and_folds_the_same(
    game: str, name: str, seed: int
) -> None:
    chance = Random(seed)
    match, log = begin(game, name, chance)
    meddling = 60
    for n in range(LONGEST):
        has_meddled = bool(meddling and match.entries and chance.random() < 0.2)
        if has_meddled:
            meddling -= 1
            meddle(match, chance)
        play = chosen_play(match, chance)
        if play is None:
            break
        outcome = match.submit(play)
        assert outcome.ok, (play, outcome.refusal)
        if has_meddled or n % EACH == seed % EACH:
            json.dumps(match.view())
    assert match.is_over
    assert_the_log_folds_to_the_same(match, log)
