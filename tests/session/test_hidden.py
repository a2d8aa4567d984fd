"""What is hidden from a seat is nowhere in what its screen is told: scene, offers, history, news, evidence, what is heard;
nor in what the public sees.

All seats share one table and one screen, so that what one of them must not see nobody is shown. Two matches that differ only
in what lies face down are told alike, at every play until it is turned.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play, Undo, write_play
from companion.rules.boufbowl.plays import Bonus, Order
from companion.rules.boufbowl.state import Stage
from companion.rules.games import GAMES
from companion.rules.ouaf.cards import WorkCard
from companion.rules.ouaf.events import Reveal
from companion.rules.ouaf.plays import Work
from companion.session.history_rows import is_secret, rows, story
from companion.session.inbox import Amendment, Item, PastRequest, PlayIntent
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.showing.by_itself import is_by_itself
from companion.storage.shipped_data import demonstrations
from companion.table.hall.teller import view_of
from companion.table.loudspeaker import Sounds
from companion.virtual.chance import chosen_play
from companion.words import Text, Wording, translate
from tests.showing.sitting import Sitting
from tests.table.test_sounds import Tape
from ui.presenters.sentences import happening

SEEDS = (1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow))
FOLLOWED = 4
"""Plays after the hidden one, in which it may come out."""
REFERENCE = re.compile(r"\b[A-Z]{2}[0-9]{3}-[0-9]{3}\b")


class Told(Sitting):
    """A controller with all that anybody at its table sees and hears."""

    def __init__(self, game: str, name: str = "demo-match") -> None:
        super().__init__(Match(GAMES[game], *demonstrations(game)[name]))
        self.tape = Tape()
        self.sounds = Sounds(game, MatchId("table1"), self.tape)
        self.news: list[Any] = []

    def take(self, item: Item) -> None:
        for told in self.controller.take(item, 0):
            self.viewer.hear(told)
            self.sounds.hear(told)
            self.news.append(happening(told))

    def play_all(self, plays: list[Play]) -> "Told":
        for play in plays:
            self.take(PlayIntent(play))
        return self

    def everything(self) -> Any:
        """All of it as plain data, the words of the referee's list too."""
        seen = self.seen
        lines = [(is_secret(seen.history, line), story(seen, line)) for line in seen.history]
        last = seen.history[-1].seq if seen.history else None
        return plain(
            (seen, rows(seen, last), lines, self.news, self.tape.sounding, view_of(seen), refusals(seen))
        )


def refusals(seen: Snapshot) -> list[Any]:
    """What is answered to every two touches of the board."""
    board = seen.scene.board
    if board is None:
        return []
    pieces = [piece.name for piece in board.pieces]
    places = [*pieces, *(cell.name for cell in board.cells)]
    return [seen.why_not(piece, place) for piece in (None, *pieces) for place in places]


def plain(value: Any) -> Any:
    match value:
        case None | str() | int() | float():
            return value
        case Text() | Wording():
            return [translate(value, language) for language in ("en", "fr")]
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case frozenset():
            return sorted(map(str, value))
        case _ if is_dataclass(value):
            return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
        case _ if callable(value):
            return None
        case _:
            return [plain(bit) for bit in value.next(())]


def random_match(game: str, name: str, seed: int) -> list[Play]:
    """The plays of people; what follows by itself follows again."""
    told, chance = Told(game, name), Random(seed)
    while (play := chosen_play(told.match, chance)) is not None:
        told.submit(play)
    return [entry.play for entry in told.match.entries if not is_by_itself(entry)]


def what_may_lie_there(match: Match, play: Play) -> list[Play]:
    """The same play with each card that may lie face down: of L'Ouaf those the rules take, of Boufbowl any of a coach's that
    he may still have.
    """
    if isinstance(play, Order):
        letters = f"A{match.state.active.value[0].upper()}"
        cards = sorted(ref for ref in match.state.sheet.cards if ref.startswith(letters))
        named = [replace(play, card=card) for card in cards]
        return [one for one in named if isinstance(match.preview(one), tuple)]
    assert isinstance(play, Work | Bonus)
    return [
        other
        for waited in match.expects()
        if play.kind in waited.plays
        for other in match.rules.options(match.state, waited.seat, play.kind)
        if (
            other.cards.keys() == play.cards.keys()
            if isinstance(play, Work)
            else (other.seat, len(other.cards)) == (play.seat, len(play.cards))
        )
    ]


def forks(game: str, name: str, kind: str, seed: int) -> Iterator[tuple[list[Play], list[Play], list[Play]]]:
    """Each hidden play of a random match: what was played before, two cards that may lie there, what is played then."""
    plays = random_match(game, name, seed)
    told = Told(game, name)
    for n, play in enumerate(plays):
        if play.kind == kind and len(several := what_may_lie_there(told.match, play)) > 1:
            yield plays[:n], [several[0], several[-1]], plays[n + 1 : n + 1 + FOLLOWED]
        told.submit(play)


@pytest.mark.many
@pytest.mark.parametrize(
    ("seed", "every"),
    [(1, 4), pytest.param(2, 1, marks=pytest.mark.slow), pytest.param(3, 1, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize(
    ("game", "name", "kind", "turned"),
    [
        ("ouaf", "demo-match", "work", "reveal"),
        ("boufbowl", "demo-match-expert", "order", ""),
        ("boufbowl", "demo-match", "bonus", "bonus"),
    ],
)
def test_matches_that_differ_in_what_lies_face_down_are_told_alike(
    game: str, name: str, kind: str, turned: str, seed: int, every: int
) -> None:
    found = 0
    for before, (first, second), later in islice(forks(game, name, kind, seed), 0, None, every):
        one, same = (Told(game, name).play_all([*before, play]) for play in (first, second))
        assert one.seen.history[-1].refusal is None
        if is_turned(one, turned):
            continue
        found += 1
        assert one.everything() == same.everything()
        for play in later:
            one.submit(play)
            same.submit(play)
            if is_turned(one, turned) or is_refused(one) or is_refused(same):
                break
            assert one.everything() == same.everything()
    assert found


def is_turned(one: Told, by: str) -> bool:
    """Tell whether the last play showed the cards to all; in Boufbowl, as soon as both coaches have named theirs (p. 6)."""
    return one.match.state.stage is not Stage.BONUS if by == Bonus.kind else by in happened(one)


def is_refused(one: Told) -> bool:
    return one.seen.history[-1].refusal is not None


def happened(one: Told) -> list[str]:
    """The kinds of events that followed from the last play."""
    return [event.kind for event in one.seen.history[-1].consequences]


def test_what_may_have_lain_there_instead_is_not_told_to_who_looks_back_or_amends() -> None:
    before, (first, second), _ = next(forks("ouaf", "demo-match", "work", 1))
    one, same = (Told("ouaf").play_all([*before, play]) for play in (first, second))
    seq = len(before) + 1
    for mine, other in (
        (PastRequest(seq), PastRequest(seq)),
        (Amendment(seq, second), Amendment(seq, first)),
        (PastRequest(seq), PastRequest(seq)),
    ):
        one.take(mine)
        same.take(other)
        assert one.everything() == same.everything()


def test_who_looks_back_at_cards_that_lie_open_now_reads_which_they_were() -> None:
    told = Told("ouaf").play_all(random_match("ouaf", "demo-match", 1)[:12])
    lines = told.seen.history
    revealed = next(n for n, line in enumerate(lines) if "reveal" in [one.kind for one in line.consequences])
    laid = [line for line in lines[: revealed + 1] if line.is_hidden]
    assert laid and all("lays the" in translate(line.says, "en") for line in laid)
    told.take(PastRequest(laid[0].seq))
    past = told.seen.past
    assert past is not None and not past.is_secret
    words = [translate(one.says, "en") for one in past.likely]
    assert words and all("lays the" in one for one in words)
    assert len(set(words)) == len(words), "no two buttons say the same"
    told.submit(Undo(laid[-1].seq))
    again = [line for line in told.seen.history if line.is_hidden and line.fate is Fate.IN_FORCE]
    assert again and all("lays the" not in translate(line.says, "en") for line in again)


def test_a_card_that_still_lies_face_down_is_not_told_to_who_looks_back() -> None:
    before, (first, _), _ = next(forks("ouaf", "demo-match", "work", 1))
    told = Told("ouaf").play_all([*before, first])
    told.take(PastRequest(len(before) + 1))
    past = told.seen.past
    assert past is not None and past.is_secret and past.likely == ()


@pytest.mark.many
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("game", "name"),
    [("ofusaido", "demo-match"), ("boufbowl", "demo-match-expert"), ("ouaf", "demo-match")],
)
def test_no_card_of_a_hand_or_a_pile_is_told_before_it_was_played(game: str, name: str, seed: int) -> None:
    """Name of all cards, and what would be taken of any, stand there from the start: they say nothing of where a card is."""
    match, chance = Match(GAMES[game], *demonstrations(game)[name]), Random(seed)
    sitting = Sitting(match)
    known = set(REFERENCE.findall(str(match.view()))) | backs_of(match)
    while (play := chosen_play(match, chance)) is not None:
        sitting.submit(play)
        known |= set(REFERENCE.findall(str(write_play(play))))
        known |= turned_over(match)
        assert said(sitting.seen, sitting.seen.history[-1:]) <= known | laid_out(sitting.seen)
    assert said(sitting.seen, sitting.seen.history) <= known | laid_out(sitting.seen)


def backs_of(match: Match) -> set[str]:
    """The first energy of each squad: the back of any energy is drawn from it, whichever card lies there."""
    if match.rules.game != "ofusaido":
        return set()
    return {next(iter(team.energies)) for team in (match.state.sheet.home, match.state.sheet.away)}


def turned_over(match: Match) -> set[str]:
    """Work cards that the last play turned over, which plays tell by seat and value."""
    reveals = [event for event in match.entries[-1].events if isinstance(event, Reveal)]
    return {
        card.ref
        for event in reveals
        for card in match.state.sheet.cards.values()
        if isinstance(card, WorkCard) and event.cards.get(card.seat) == card.value
    }


def laid_out(seen: Snapshot) -> set[str]:
    """Players on the field or the bench, and occasions: they are laid out for all."""
    return {
        ref for ref in REFERENCE.findall(str(seen.setup)) if ref[:2] in ("JO", "GB", "OC", "EL", "CO", "ST")
    }


def said(seen: Snapshot, lines: Sequence[HistoryLine]) -> set[str]:
    """Cards that are named anywhere but in the squads, the names and the offers; of the history in these lines."""
    scene = seen.scene
    told = (
        scene.headline, scene.sides, scene.waited, scene.contest, scene.board, scene.terms, scene.visible,
        scene.order, scene.tracks, scene.placed, scene.result, lines, seen.asking, seen.puzzle,
    )  # fmt: skip
    return set(REFERENCE.findall(str(plain(told))))


def test_the_sum_of_what_lies_face_down_is_nowhere_before_it_is_turned() -> None:
    before, (first, _), _ = next(forks("ouaf", "demo-match", "work", 1))
    scene = Told("ouaf").play_all([*before, first]).scene
    assert scene.contest is None
    assert [one.has_placed for one in scene.placed].count(True) == 1
