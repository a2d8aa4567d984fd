"""The version of this program, which table and hall tell each other."""

from functools import cache


@cache
def program_version() -> str:
    """Return the version as it was installed, such as 0.2.0."""
    # A window opens sooner without it: it reads mail headers.
    from importlib.metadata import version  # noqa: PLC0415

    return version("companion")
