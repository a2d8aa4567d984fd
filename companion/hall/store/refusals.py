"""Describes in words why a database refuses: SQLite by its kinds of errors, PostgreSQL by its error codes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.storage.border import sqlite_says
from companion.system_errors import system_says
from companion.words import N_, Text

LONGEST = 160
_CODES = {
    "28P01": N_("the password is wrong, or there is no such user"),
    "28000": N_("the server does not let this user in from here"),
    "3D000": N_("there is no such database on the server: make it with `createdb`"),
    "42501": N_("this user has no permission"),
    "53100": N_("the disk is full"),
    "53300": N_("the server has too many connections"),
    "55P03": N_("another program is using it"),
    "57P01": N_("the server was stopped"),
    "57P02": N_("the server was stopped"),
    "57P03": N_("the server is starting or ending: try again"),
    "25006": N_("the disk can only be read, not written"),
}
"""PostgreSQL's codes (appendix A of its manual) as the ends of sentences."""


def database_says(problem: BaseException, file: Path | None) -> Text:
    """Describe an error of the database as the end of a sentence. `file` is that of a store in SQLite."""
    for one in _causes(problem):
        if file is not None and (told := sqlite_says(file, one)) is not None:
            return told
        fields = _server_said(one)
        code = fields.get("C", "")
        if code in _CODES:
            return Text(_CODES[code])
        if fields:
            return _unusual(fields.get("M", ""))
        if isinstance(one, OSError):
            return system_says(one)
    return _unusual(str(getattr(problem, "orig", None) or problem))


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """Yield an error and what led to it, such as the server's own error inside SQLAlchemy's."""
    one: BaseException | None = problem
    while one is not None:
        yield one
        one = getattr(one, "orig", None) or one.__cause__ or one.__context__


def _server_said(problem: BaseException) -> dict[str, str]:
    """Return the fields of an error of PostgreSQL's server: `C` is its code, `M` its message. Empty for other errors."""
    said: Any = problem.args[0] if problem.args else None
    return {str(key): str(value) for key, value in said.items()} if isinstance(said, dict) else {}


def _unusual(words: str) -> Text:
    first = next(iter(words.splitlines()), "-")
    return Text("an unusual fault of the database ({words})", words=first[:LONGEST])
