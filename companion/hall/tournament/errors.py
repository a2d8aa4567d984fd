"""The errors of the tournament, besides those of files.

CompanionError
  PackageMissing      a package that only tournaments need is not installed
"""

from companion.errors import CompanionError
from companion.words import Text


class PackageMissing(CompanionError):
    """A package that only tournaments need is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(
            Text(
                "{package} is not installed; in the folder of the program, type: "
                ".venv/bin/pip install --no-deps --require-hashes -r .locks/hall.txt",
                package=package,
            )
        )
