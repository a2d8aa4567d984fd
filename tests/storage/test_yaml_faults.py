"""A file that is no YAML is told by the kind of its fault and its place, in words of this program's own."""

import pytest
import yaml

from companion.errors import Malformed
from companion.storage import yaml_text
from companion.storage.yaml_text import fault_of
from companion.words import Text


def told(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        yaml_text.parse(text.encode())
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind", "place"),
    [
        ("- name: a: b", "a colon is not allowed here", "line 1, column 10"),
        ("cards:\n- kind: energy\n   ref: x", "check the indentation", "line 3, column 7"),
        ("a:\n  - b\n c: d", "check the indentation", "line 3, column 2"),
        ("- a\nb: 1", "check the indentation", "line 2, column 1"),
        ("a: - b", "a list cannot begin here", "line 1, column 4"),
        ("a: 1\nname\nb: 2", "a colon is missing", "line 2, column 1"),
        ("posts: @BU", "nothing can begin with this character", "line 1, column 8"),
        ("a:\n\tb: 1", "indent lines with spaces", "line 2, column 1"),
        ("- a\n\t- b", "indent lines with spaces", "line 2, column 1"),
        ("a: 'x\nb: 2\nc: 3", "begins here and does not end", "line 1, column 4"),
        ("a: 'x\n---\nb: 2", "begins here and does not end", "line 1, column 4"),
        ('- "a\\q"', "of the backslash", "line 1, column 5"),
        ('- "\\u12"', "of the backslash", "line 1, column 6"),
        ("cards:\n- posts: [BU, AG\n  ref: b", "a list begins here", "line 2, column 10"),
        ("- {a: 1\n- c", "an object begins here", "line 1, column 3"),
        ("a: ]", "a value should begin", "line 1, column 4"),
        ('a: "b" c', "the quotes before it", "line 1, column 8"),
        ("- &a 1\n- &a 2", "for the second time", "line 2, column 3"),
        ("- !!seq {a: 1}", "a meaning in YAML", "line 1, column 3"),
        ("- !!bool [yes]", "a meaning in YAML", "line 1, column 3"),
        ("a: >9z\n", "not written as YAML requires", "line 1, column 6"),
        ("- ok\n- bell\a", "this character cannot be part of a text", "line 2, column 7"),
    ],
)
def test_a_fault_is_told_with_its_kind_and_its_place(text: str, kind: str, place: str) -> None:
    said = told(text)
    assert said.startswith("this is not YAML: ")
    assert kind in said
    assert said.endswith(f"({place})")


@pytest.mark.parametrize("text", ["a: b: c", "- [a, b\n- c", "- - a\n  b", "- a\nb: 1", "a: ]"])
def test_the_library_that_is_written_in_python_is_understood_too(text: str) -> None:
    with pytest.raises(yaml.MarkedYAMLError) as caught:
        yaml.load(text, Loader=yaml.SafeLoader)
    assert "not written as YAML requires" not in str(fault_of(caught.value, text))


def test_nothing_of_what_the_library_says_is_handed_on() -> None:
    odd = yaml.MarkedYAMLError("while sleeping", None, "an error of tomorrow", None)
    assert fault_of(odd, "").problem == Text(
        "this is not YAML: {problem}", problem=Text("this part is not written as YAML requires")
    )
