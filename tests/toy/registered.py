"""The toys put into the registries: Summit as docs/adding-a-game.md says, the pedal as docs/adding-a-device.md says."""

import sys
from pathlib import Path
from typing import Any

import pytest

from calibration.printing.game_print import GamePrint
from calibration.printing.games import PRINTS
from companion.backend.devices.registry import DEVICES
from companion.counting.games import COUNTS
from companion.cue import Cue
from companion.reading.games import MEANINGS
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.sounding.games import CUES, CueRule, GameCues
from companion.storage.catalogue import SHIPPED
from companion.virtual.acting.games import ACTORS
from tests.toy.pedal import kind
from tests.toy.summit.acting import SummitActor
from tests.toy.summit.counting import COUNT
from tests.toy.summit.printing import draw_ground, sides
from tests.toy.summit.reading import SummitTable
from tests.toy.summit.rules import SUMMIT
from tests.toy.summit.showing import SummitSceneBuilder

DATA = Path(__file__).parent / "summit" / "data"
ENTRIES: tuple[tuple[Any, Any], ...] = (
    (GAMES, SUMMIT),
    (MEANINGS, SummitTable()),
    (SCENE_BUILDERS, SummitSceneBuilder()),
    (ACTORS, SummitActor),
    (COUNTS, COUNT),
    (CUES, GameCues((CueRule("point", Cue.GOAL), CueRule("match_end", Cue.WHISTLE_DOUBLE)), Cue.TURN)),
    (PRINTS, GamePrint(draw_ground, sides=sides)),
)


def register_summit(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make Summit one of the games, with its data beside that of the others in a folder."""
    for registry, entry in ENTRIES:
        patch.setitem(registry, SUMMIT.game, entry)
    for data in (*SHIPPED.iterdir(), DATA):
        (folder / (SUMMIT.game if data == DATA else data.name)).symlink_to(data)
    shipping = [module for module in list(sys.modules.values()) if module.__dict__.get("SHIPPED") is SHIPPED]
    for module in shipping:
        patch.setattr(module, "SHIPPED", folder)


def register_pedal(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make the pedal one of the kinds of devices, which is looked for in a folder."""
    patch.setitem(DEVICES, kind.PEDAL, kind.PEDAL_KIND)
    patch.setattr(kind, "NODES", folder)
