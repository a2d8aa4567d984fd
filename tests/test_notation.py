"""A play as one line of text, and back: for every kind of play of every game."""

import dataclasses
import enum
import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import Range
from companion.errors import Malformed
from companion.notation import line_of, names_from, names_in, parsed, written
from companion.play import MATCH_PLAYS, SaidPlay, read_play, write_play
from companion.rules.games import GAMES

OFUSAIDO = {**GAMES["ofusaido"].play_kinds, **MATCH_PLAYS}
EVERY_KIND = [(game, name) for game, rules in GAMES.items() for name in {**rules.play_kinds, **MATCH_PLAYS}]
"""A registered game whose plays cannot be written down is found here."""
EXAMPLES = 30
"""Plays of each kind that are tried."""


def there_and_back(play: dict[str, Any]) -> str:
    line = line_of(OFUSAIDO, play)
    assert line is not None
    return line


def test_a_play_is_its_kind_and_what_it_must_say_in_order() -> None:
    assert (
        there_and_back({"play": "reveal", "seat": "away", "energy": "EN010-901"}) == "reveal away EN010-901"
    )


def test_what_a_play_may_say_stands_by_name() -> None:
    play = {"play": "shoot", "seat": "home", "card": "AC001-241", "target": "top_left"}
    assert there_and_back(play) == "shoot home AC001-241 target=top_left"
    assert there_and_back({"play": "undo"}) == "undo"
    assert there_and_back({"play": "undo", "to": 12}) == "undo to=12"


@pytest.mark.parametrize(
    ("play", "line"),
    [
        ({"play": "work", "cards": {"red": 3, "blue": 7}}, "work red:3,blue:7"),
        ({"play": "work", "refs": ["TR106-901"]}, "work refs=TR106-901"),
        ({"play": "work", "cards": {"red": 3}, "refs": ["TR507-901"]}, "work red:3 refs=TR507-901"),
        ({"play": "discard", "seat": "red", "value": 4}, "discard red 4"),
        ({"play": "discard", "seat": "red", "ref": "TR104-901"}, "discard red ref=TR104-901"),
    ],
)
def test_what_is_mostly_said_of_several_things_stands_without_its_name(
    play: dict[str, Any], line: str
) -> None:
    assert line_of(GAMES["ouaf"].play_kinds, play) == line
    assert parsed(GAMES["ouaf"].play_kinds, line) == play


def test_several_cards_stand_in_a_row() -> None:
    play = {"play": "support", "seat": "away", "cards": ["AC002-101", "AC002-102"]}
    assert there_and_back(play) == "support away AC002-101,AC002-102"
    assert there_and_back({**play, "cards": []}) == "support away []"


def test_a_correction_holds_the_play_that_stands_instead() -> None:
    play = {"play": "reveal", "seat": "away", "energy": "EN010-902"}
    line = there_and_back({"play": "correct", "seq": 12, "with": play})
    assert line == "correct 12 {reveal away EN010-902}"
    line = there_and_back({"play": "insert", "before": 12, "with": play, "reason": "missed"})
    assert line == "insert 12 {reveal away EN010-902} reason=missed"


def test_the_referees_word_names_paths_and_a_reason_in_quotes() -> None:
    play = {
        "play": "override",
        "set": {"score.home": 2, "teams.away.discard_known": ["AC002-101"]},
        "reason": 'he said: "a goal = a goal"',
    }
    line = there_and_back(play)
    assert line.startswith('override score.home:2,teams.away.discard_known:["AC002-101"] "he said:')


def test_an_explicit_null_is_what_is_not_said() -> None:
    assert written(OFUSAIDO, {"play": "undo", "to": None}) == "undo"


def test_spaces_count_once_and_a_name_may_come_early() -> None:
    play = {"play": "shoot", "seat": "home", "card": "AC001-241", "target": "top_left"}
    assert parsed(OFUSAIDO, "  shoot   target=top_left home  AC001-241 ") == play


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "there is no play"),
        ("fly home", "there is no play fly"),
        ("undo to=1 2", "one word too many"),
        ('note "half', "is missing"),
        ("correct 3 {undo", "is missing"),
        ("correct 3 undo}", "without its beginning"),
        ("correct 3 {fly}", "there is no play fly"),
    ],
)
def test_a_line_that_is_none_says_why(line: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        parsed(OFUSAIDO, line)


def test_a_play_with_something_missing_or_wrong_is_the_reader_of_plays_to_refuse() -> None:
    for line in ("reveal away", "undo to=soon", "reveal away EN010-901 colour=red", 'undo to="1"'):
        with pytest.raises(Malformed):
            read_play(OFUSAIDO, parsed(OFUSAIDO, line))


@given(st.text(max_size=40))
def test_no_line_whatever_is_an_accident(line: str) -> None:
    for text in (line, f"note {line}", f"correct 1 {line}", f"override {line} because"):
        try:
            data = parsed(OFUSAIDO, text)
        except Malformed:
            continue
        assert data["play"] in OFUSAIDO


# --- every kind of play, with anything its fields may hold

_WORDS = st.text(max_size=8) | st.sampled_from(
    ["g10", "4/6", "home", "AC001-241", "{", "a b", "x=1", "[]", '"', ","]
)
_JSON = st.none() | st.booleans() | st.integers(-99, 99) | _WORDS | st.lists(_WORDS, max_size=2)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """JSON of any value of a type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        limits = args[1]
        assert isinstance(limits, Range)
        return st.integers(limits.least, limits.most)
    if origin is Literal:
        return st.sampled_from(args)
    if hint == SaidPlay:
        return _JSON
    if origin in (Union, types.UnionType):
        return values(next(item for item in args if item is not type(None)))
    if hasattr(hint, "__supertype__"):
        return values(hint.__supertype__)
    if origin is tuple:
        return st.lists(values(args[0]), max_size=3)
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(values(args[0]), values(args[1]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        return st.sampled_from([item.value for item in hint])
    if dataclasses.is_dataclass(hint):
        return fields_of(hint)
    return {int: st.integers(-99, 99), bool: st.booleans(), str: _WORDS, Any: _JSON}[hint]


def fields_of(kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    required: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in dataclasses.fields(kind):
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        place = required if needed else optional
        place[str(field.metadata.get("json", field.name))] = values(hints[field.name])
    return st.fixed_dictionaries(required, optional=optional)


@pytest.mark.many
@pytest.mark.parametrize(("game", "name"), EVERY_KIND)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_every_play_of_every_game_is_one_line_of_text_and_back(
    game: str, name: str, data: st.DataObject
) -> None:
    kinds = {**GAMES[game].play_kinds, **MATCH_PLAYS}
    play = {"play": name, **data.draw(fields_of(kinds[name]))}
    line = written(kinds, play)
    assert "\n" not in line
    assert parsed(kinds, line) == play


def test_a_play_is_written_as_it_was_read() -> None:
    line = "shoot home AC001-241 target=top_left"
    assert written(OFUSAIDO, write_play(read_play(OFUSAIDO, parsed(OFUSAIDO, line)))) == line


@pytest.mark.parametrize(
    "said",
    [
        None,
        3,
        {},
        {"play": None},
        {"play": "fly"},
        {"play": "undo", "odd": 1},
        {"play": "support", "cards": 3},
    ],
)
def test_what_was_no_play_has_no_line(said: Any) -> None:
    assert line_of(OFUSAIDO, said) is None


LIGNES = {**GAMES["lignes"].play_kinds, **MATCH_PLAYS}
PIECES = GAMES["lignes"].spoken


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("move Y9 to=g11", "move J9 to=g11"),
        ("move R3 path=j9,j10", "move R3 path=j9,j10"),
        ("restart_at piece=Y10", "restart_at piece=J10"),
        ('override pieces.Y9:"g11",points:3 J9', 'override pieces.J9:"g11",points:3 J9'),
        ("correct 12 {move Y1 to=j9}", "correct 12 {move J1 to=j9}"),
        ('note "Y9 was here"', 'note "Y9 was here"'),
    ],
)
def test_a_french_line_calls_pieces_as_their_tokens_do_and_cells_and_free_words_stay(
    english: str, french: str
) -> None:
    play = parsed(LIGNES, english)
    assert parsed(LIGNES, french, names_from("fr", PIECES)) == play
    # Who writes the pieces as plays keep them is understood in French too.
    assert parsed(LIGNES, english, names_from("fr", PIECES)) == play
    assert line_of(LIGNES, play, names_in("fr", PIECES)) == french
    assert line_of(LIGNES, play) == english


def test_english_calls_pieces_as_plays_do() -> None:
    assert names_in("en", PIECES) == {}
    with pytest.raises(Malformed):
        read_play(LIGNES, parsed(LIGNES, "move J9 to=g11", names_from("en", PIECES)))


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"lignes"}))
def test_other_games_call_everything_alike_in_both_languages(game: str) -> None:
    assert GAMES[game].spoken == {}
