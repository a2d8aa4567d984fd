"""What files, networks and keyboards say is shown as words, whatever signs it holds."""

import pytest

from companion.storage import strict_json
from companion.words import Text, Wording, as_sentence, translate


@pytest.mark.parametrize("trick", ["\x1b[2J", "\x07", "\r", "\x9b31m", "\u202e", "\x00", "\x7f"])
def test_no_sign_of_others_commands_a_terminal(trick: str) -> None:
    said = translate(Text("{url} answers {status} {reason}", url="u", status=404, reason=f"No{trick}t"), "fr")
    assert trick[0] not in said and "No·" in said
    assert trick[0] not in translate(Wording.plain(f"Team {trick}"), "en")


@pytest.mark.parametrize("trick", ["\x1b", "\x9b", "\u202e", "\ud800"])
def test_no_sign_of_others_commands_a_terminal_that_shows_json(trick: str) -> None:
    line = strict_json.readable({"name": f"Zoé{trick}"})
    assert trick not in line and "Zoé" in line and strict_json.parse(line) == {"name": f"Zoé{trick}"}


def test_words_of_others_break_no_line() -> None:
    assert translate(Text("there is no game {name}", name="a\nb"), "en") == "there is no game a·b"


def test_what_we_set_in_lines_ourselves_stays_in_lines() -> None:
    assert translate(Text("{one}\n{two}", one=Text("a"), two=Wording.plain("b\nc")), "en") == "a\nb\nc"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nobody answers", "Nobody answers"),
        ("http://192.168.1.7/video answers 404", "http://192.168.1.7/video answers 404"),
        ("film.mp4 is no video", "film.mp4 is no video"),
        ("équipe rouge", "Équipe rouge"),
        ("", ""),
    ],
)
def test_a_sentence_has_a_capital_and_an_address_has_none(words: str, sentence: str) -> None:
    assert as_sentence(words) == sentence
