"""What a referee reads of a play's evidence: names of cards, tokens and places, and how sure the camera was."""

from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Sighting, What
from companion.play import Correct, Insert
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll, Move, StrategyRoll
from companion.session.history import brief_reading, observation_told
from companion.session.history_rows import refused_play
from companion.session.inbox import MissedPlay
from companion.session.snapshot import Fate
from companion.session.snapshot_builder import look_back
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.recorded_match import identities_of
from companion.words import translate
from tests.plays import play_of
from tests.rules.lignes.table import yellow_plays
from tests.showing.sitting import Sitting as Shown

THINGS = identities_of(Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"]), {})


def told(reads: str, what: What = What.QR, *, percent: int = 97, candidates: tuple[str, ...] = ()) -> str:
    seen = Sighting(
        ObservationId("sight-1"), 0, reads, "ball", what, confidence_percent=percent, candidates=candidates
    )
    return translate(observation_told(seen, THINGS), "en")


def test_a_card_is_told_by_its_name_and_how_surely_it_was_read() -> None:
    ref, name = next((ref, name) for ref, name in THINGS.names.items() if isinstance(name, str) and name)
    assert told(ref).startswith(f"the camera read {name} ({ref}) on ")
    assert told(ref).endswith("it is 97% sure")


def test_command_cards_and_tokens_have_the_words_that_are_printed_on_them() -> None:
    assert "read “Let pass” on" in told("CMD:LET-PASS")
    assert "read “Ball” on" in told("20", What.TAG)


def test_what_is_not_in_the_match_is_said_to_be_so() -> None:
    assert "http://poster, which is not in this match" in told("http://poster")


def test_a_doubtful_face_names_the_cards_that_it_may_be() -> None:
    named = [ref for ref, name in THINGS.names.items() if isinstance(name, str) and name][:2]
    says = told("", What.FACE, candidates=tuple(named))
    assert all(str(THINGS.names[ref]) in says for ref in named)


def test_the_short_form_names_the_card_too() -> None:
    ref, name = next((ref, name) for ref, name in THINGS.names.items() if isinstance(name, str) and name)
    short = brief_reading(Sighting(ObservationId("sight-1"), 0, ref, confidence_percent=97), THINGS)
    assert short is not None
    assert translate(short, "en") == f"{name} (97% sure)"


def a_roll_too_many() -> Shown:
    shown = Shown(Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"]))
    shown.play("kickoff_roll", d6=2).submit(KickoffRoll(2))
    return shown


def test_a_refused_play_may_be_let_stand_but_no_play_that_was_missed() -> None:
    shown = a_roll_too_many()
    shown.take(MissedPlay(1, StrategyRoll(1, 1), "nobody entered it"))
    history = shown.seen.history
    assert [line.fate for line in history if line.seq in (2, 3)] == [Fate.REFUSED, Fate.REFUSED]
    assert [refused_play(history, seq) for seq in (1, 2, 3, 4)] == [None, 2, None, None]


def test_what_an_amendment_would_make_of_a_play_is_told_apart_from_what_would_follow() -> None:
    chronicle = a_roll_too_many().viewer.chronicle
    (says,) = chronicle.would_make(Correct(1, KickoffRoll(3)))
    assert translate(says, "en").startswith("play 1 would then be: ")
    shown = Shown(yellow_plays().play("move", piece="Y9", to="h12").match)
    walk = play_of("lignes", {"play": "move", "piece": "Y6", "to": "c9"})
    says, *_ = shown.viewer.chronicle.would_make(Insert(3, walk))
    assert translate(says, "en").startswith("the missed play would be: ")


def test_the_walks_that_a_walk_may_have_been_are_told_from_the_most_similar_on() -> None:
    match = yellow_plays().play("move", piece="Y9", path=["h12"]).match
    past = look_back(match, SCENE_BUILDERS["lignes"], mat_of("lignes"), match.entries[-1].seq)
    assert past is not None
    walks = [one.play for one in past.likely if isinstance(one.play, Move) and one.play.piece == "Y9"]
    is_alike = [walk.path is not None and walk.path[-1].startswith("h1") for walk in walks]
    assert any(is_alike) and not all(is_alike)
    assert is_alike == sorted(is_alike, reverse=True)
