"""Compiles the French catalogue as the project is installed or packed: the tree keeps what people write, no binary."""

from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileWords(BuildHookInterface[Any]):
    """Runs before hatchling makes a wheel, an editable one included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        for catalogue in Path(self.root, "companion", "locale").glob("*/LC_MESSAGES/*.po"):
            polib.pofile(catalogue).save_as_mofile(catalogue.with_suffix(".mo"))
