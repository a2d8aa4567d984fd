"""The virtual table of OFUSAIDO: its real cards always agree with the referee's counts, and its matches end."""

from collections import Counter

import pytest

from companion.match import Match
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.rules.games import GAMES
from companion.rules.ofusaido.plays import Shoot
from companion.rules.ofusaido.sheet import Seat, TeamSheet, read_sheet
from companion.storage.shipped_data import demonstrations
from companion.virtual.ofusaido import VirtualPlayers
from tests.quick import first_quick

MOST_PLAYS = 1000
"""No match takes so many: 13 turns of some ten plays, and perhaps a shoot-out."""
MODES = {
    "pro": "demo-match",
    "elite": "demo-match",
    "ecole": "demo-match-ecole",
    "amateur": "demo-match-amateur",
}
SEEN_KINDS = {
    "attempt",
    "stall",
    "advance",
    "oppose",
    "let_pass",
    "redirect",
    "support",
    "no_support",
    "reveal",
    "shoot",
    "free_advance",
    "flip",
    "action",
    "ability",
    "coach_bonus",
    "shootout",
}
"""What players with sense do in an evening; giving up and discarding are rare."""


SHIPPED = demonstrations("ofusaido")


def a_match(mode: str = "pro") -> Match:
    setup, cards = SHIPPED[MODES[mode]]
    return Match(GAMES["ofusaido"], {**setup, "mode": mode}, cards)


def whole_match(mode: str, seed: int) -> tuple[Match, Counter[str]]:
    """Play a match to its end, holding the real cards against the referee's view after every play."""
    match = a_match(mode)
    table = VirtualPlayers(match, seed)
    sheet = read_sheet(match.setup, match.cards)
    kinds: Counter[str] = Counter()
    agree(table, match)
    while (play := table.next_play()) is not None:
        outcome = match.submit(play)
        assert outcome.refusal is None, (mode, seed, play, outcome.refusal)
        table.follow(outcome.events)
        agree(table, match)
        for seat in Seat:
            is_whole(table.boxes[seat], sheet.team(seat))
        kinds[play.kind] += 1
        assert match.seq < MOST_PLAYS, (mode, seed)
    return match, kinds


def agree(table: VirtualPlayers, match: Match) -> None:
    """What the referee counts is what really lies there."""
    view = match.view()
    for seat, box in table.boxes.items():
        team = view["teams"][seat]
        really = {
            "hand": len(box.hand),
            "draw_pile": len(box.draw_pile),
            "energy_pile": len(box.energy_pile),
            "energy_spent": len(box.energy_spent),
            "visible": sorted(box.visible),
            "expelled": box.expelled,
            "goalkeeper": box.keepers[0] if box.keepers else None,
        }
        assert {name: sorted(team[name]) if name == "visible" else team[name] for name in really} == really
        assert len(box.discard) == len(team["discard_known"]) + team["discard_unknown"]
        assert not Counter(team["discard_known"]) - Counter(box.discard)
        in_play = view["active"] == seat and view["occasion"] is not None
        assert len(box.visible) + len(box.face_down) == team["occasions_left"]
        assert len(box.used_occasions) + in_play == 6 - team["occasions_left"]


def is_whole(box: DeckBox, team: TeamSheet) -> None:
    """No card is lost or doubled."""
    players = Counter((*box.draw_pile, *box.hand, *box.table, *box.discard, *box.expelled, *box.keepers))
    assert players == Counter(team.deck) + Counter(team.goalkeepers)
    assert Counter((*box.energy_pile, *box.placed, *box.energy_spent)) == Counter(team.energies)


@pytest.mark.parametrize("mode", MODES)
@first_quick("seed", range(8), 2)
def test_the_real_cards_agree_with_the_referee_after_every_play(mode: str, seed: int) -> None:
    match, _ = whole_match(mode, seed)

    assert match.is_over


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_real_cards_agree_with_the_referee_in_hundreds_of_matches(mode: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(100, 175):
        match, played = whole_match(mode, seed)
        assert match.is_over
        kinds += played

    if mode == "pro":
        assert set(kinds) >= SEEN_KINDS


@pytest.mark.slow
def test_the_same_seed_plays_the_same_match() -> None:
    one, other = (whole_match("pro", 5)[0] for _ in range(2))

    assert [entry.play for entry in one.entries] == [entry.play for entry in other.entries]


def test_another_seed_plays_another_match() -> None:
    one, other = (whole_match("pro", seed)[0] for seed in (5, 6))

    assert [entry.play for entry in one.entries] != [entry.play for entry in other.entries]


def test_a_hand_holds_eight_real_cards_at_kick_off() -> None:
    match = a_match()
    boxes = VirtualPlayers(match, 1).boxes

    assert [len(boxes[seat].hand) for seat in Seat] == [8, 8]
    assert set(boxes[Seat.HOME].hand) <= set(match.setup["teams"]["home"]["players"]) | set(
        match.setup["teams"]["home"]["actions"]
    )


def test_nothing_is_played_once_the_match_is_over() -> None:
    match = a_match()
    table = VirtualPlayers(match, 3)
    match.submit_json({"play": "concede", "seat": "home"})

    assert table.next_play() is None


@pytest.mark.slow
def test_good_shooters_take_the_shots() -> None:
    """The players choose with sense: those who shoot are better at it than their squads."""
    shooters: list[int] = []
    squad: list[int] = []
    for seed in range(4):
        match, _ = whole_match("ecole", seed)
        sheet = read_sheet(match.setup, match.cards)
        squad += [sheet.player(ref).stats.TIR for seat in Seat for ref in sheet.team(seat).players]
        shooters += [sheet.player(e.play.card).stats.TIR for e in match.entries if isinstance(e.play, Shoot)]

    assert sum(shooters) / len(shooters) > sum(squad) / len(squad) + 1
