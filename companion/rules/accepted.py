"""Accepted plays of kinds that several sections of a rulebook rule: each carries the section of its own situation.

A player never tells that section, so a play as it is told has no field for it; the accepted play, which is the first
event of its ruling, has one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field, make_dataclass
from typing import Any, TypeVar

P = TypeVar("P")
AcceptedForms = Mapping[type[Any], type[Any]]
"""For a kind of play as it is told, the form in which it is accepted."""


def accepted_forms(kinds: Iterable[type[Any]]) -> AcceptedForms:
    """Return the accepted forms of kinds of play: each is the play with a field `section`. None stands for the usual section."""
    return {kind: _accepted_form(kind) for kind in kinds}


def _accepted_form(kind: type[Any]) -> type[Any]:
    usual: str = kind.cite
    return make_dataclass(
        f"Accepted{kind.__name__}",
        [("section", str | None, field(default=None))],
        bases=(kind,),
        namespace={"__doc__": kind.__doc__, "cite": property(lambda play: play.section or usual)},
        frozen=True,
        slots=True,
    )


def accepted(forms: AcceptedForms, play: P, section: str | None) -> P:
    """Return a play of such a kind in its accepted form, with the section that rules it; None: the usual one."""
    form = forms[type(play)]
    made: P = form(*[getattr(play, name) for name in type(play).__match_args__], section)  # type: ignore[attr-defined]
    return made


def with_accepted_forms(by_kind: Mapping[type[Any], Any], forms: AcceptedForms) -> dict[type[Any], Any]:
    """Return these kinds of event with the accepted forms of their plays added."""
    return {**by_kind, **{form: by_kind[kind] for kind, form in forms.items() if kind in by_kind}}
