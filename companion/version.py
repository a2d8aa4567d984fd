"""The version of this program, which table and hall tell each other."""

from functools import cache
from importlib.metadata import version


@cache
def program_version() -> str:
    """Return the version as it was installed, such as 0.2.0."""
    return version("companion")
