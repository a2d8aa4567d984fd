"""Puts the face that a dice walkthrough asks for into the virtual table's tray, each time in another place."""

from random import Random

from calibration.walkthrough import Walkthrough, WalkthroughReply, WalkthroughStep
from vision.detectors.dice.definition import DieDefinition, FaceKind
from vision.frame import Frame
from vision.virtual.named_tables import MAT
from vision.virtual.scene import DieKind
from vision.virtual.table import VirtualTable

AT_ONCE = 2
"""Dice in the tray."""
APART_MM = 90.0
"""Distance between two dice."""
PATIENCE = 12
"""Frames after which the dice are moved again: about a second."""
KINDS = {"boufbowl-action": DieKind.STARS, "boufbowl-damage": DieKind.DAMAGE, "d12": DieKind.D12}


class VirtualDice:
    """Follows a walkthrough of dice and does what its steps ask for; all samples are passed on to it."""

    def __init__(self, walk: Walkthrough[Frame], die: DieDefinition, table: VirtualTable) -> None:
        self._walk = walk
        self._table = table
        self._kind = DieKind.PIPS if die.kind is FaceKind.PIPS else KINDS.get(die.name, DieKind.D6)
        self._chance = Random(7)
        self._lying: list[int] = []
        self._done = -1
        self._looks = 0
        self._faces = list(die.values)
        self._is_asked_for = walk.step.waits

    @property
    def step(self) -> WalkthroughStep:
        """Do what the walkthrough asks for, and return its next step, so that it never waits for a person."""
        if self._walk.step.waits:
            self._put(self._faces.pop(0))
            self._walk.answer(WalkthroughReply.READY)
        elif self._walk.step.done > self._done or self._looks >= PATIENCE:
            self._put(None)
        self._done = self._walk.step.done
        return self._walk.step

    def feed(self, seen: Frame) -> WalkthroughStep:
        self._looks += 1
        return self._walk.feed(seen)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        return self._walk.answer(answer)

    def _put(self, face: str | None) -> None:
        """Put the dice to other places, turned; the face stays the same if it was asked for."""
        self._looks = 0
        before = [thing for thing in self._table.things if thing.name in self._lying]
        for thing in before:
            self._table.take(thing.name)
        shown = face or (getattr(before[0], "face", None) if before and self._is_asked_for else None)
        self._lying = [
            self._table.put_die(
                self._kind,
                shown or self._chance.choice(self._kind.faces),
                (
                    MAT.width_mm / 2 + (n - (AT_ONCE - 1) / 2) * APART_MM + self._chance.uniform(-20, 20),
                    MAT.height_mm / 2 + self._chance.uniform(-45, 45),
                ),
                self._chance.uniform(0, 360),
            )
            for n in range(AT_ONCE)
        ]
