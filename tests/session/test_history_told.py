"""What a referee reads of a play's evidence: names of cards, tokens and places, and how sure the camera was."""

from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Sighting, What
from companion.rules.games import GAMES
from companion.session.history import brief_reading, observation_told
from companion.storage.shipped_data import demonstrations
from companion.table.recorded_match import identities_of
from companion.words import translate

THINGS = identities_of(Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"]), {})


def told(reads: str, what: What = What.QR, *, percent: int = 97, candidates: tuple[str, ...] = ()) -> str:
    seen = Sighting(
        ObservationId("sight-1"), 0, reads, "ball", what, confidence_percent=percent, candidates=candidates
    )
    return translate(observation_told(seen, THINGS), "en")


def test_a_card_is_told_by_its_name_and_how_surely_it_was_read() -> None:
    ref, name = next((ref, name) for ref, name in THINGS.names.items() if isinstance(name, str) and name)
    assert told(ref).startswith(f"the camera read {name} ({ref}) on ")
    assert told(ref).endswith("it is 97 % sure")


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
    assert translate(short, "en") == f"{name} 97 %"
