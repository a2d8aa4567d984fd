"""The locks of a table: what players may do by themselves, what a referee has to allow, and what nobody does there.

An owner chooses them in the settings. A hall's office may send others, which hold in their place until it takes them back:

    {"undo": "free", "hint": "off"}       what it does not name is as the table's owner chose

Plain values; `storage.locks` reads those that hold, and `session.match_controller` alone decides by them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.words import Text, clauses


class PlayerAct(StrEnum):
    """What may be locked."""

    UNDO = "undo"
    CORRECT = "correct"
    ODDS = "odds"
    HINT = "hint"
    OVERRIDE = "override"
    PAUSE = "pause"


class Freedom(StrEnum):
    """Whether players may do something by themselves."""

    FREE = "free"
    ASKS = "asks"
    """A referee allows it each time: with the PIN at the table, or by doing it from the hall."""
    OFF = "off"
    """Nobody does it at the table."""


ACT_TITLES: Mapping[PlayerAct, Text] = {
    PlayerAct.UNDO: Text("taking back the last play"),
    PlayerAct.CORRECT: Text("changing earlier plays and clocks"),
    PlayerAct.ODDS: Text("the odds of a contest"),
    PlayerAct.HINT: Text("hints"),
    PlayerAct.OVERRIDE: Text("setting values against the rules"),
    PlayerAct.PAUSE: Text("stopping the clocks"),
}
FREEDOM_TITLES: Mapping[Freedom, Text] = {
    Freedom.FREE: Text("free"),
    Freedom.ASKS: Text("with the PIN"),
    Freedom.OFF: Text("off"),
}


@dataclass(frozen=True, slots=True)
class Locks:
    """What an owner chose. The usual choice protects the past and gives no help unless staff allow it."""

    undo: Freedom = Freedom.FREE
    correct: Freedom = Freedom.ASKS
    odds: Freedom = Freedom.FREE
    hint: Freedom = Freedom.ASKS
    override: Freedom = Freedom.ASKS
    pause: Freedom = Freedom.FREE

    def of(self, act: PlayerAct) -> Freedom:
        return Freedom(getattr(self, act.value))


USUAL_LOCKS = Locks()
OfficeLocks = Mapping[PlayerAct, Freedom]
"""The locks that a hall's office decides; what is missing, each owner decides."""


@dataclass(frozen=True, slots=True)
class TableLocks:
    """The locks that hold at a table now. `has_pin`: somebody at the table can allow what asks the referee."""

    owner: Locks = USUAL_LOCKS
    office: OfficeLocks = field(default_factory=dict)
    has_pin: bool = False

    def freedom(self, act: PlayerAct) -> Freedom:
        """Return whether players may do something. Without a PIN and without a hall's word there is nobody to ask."""
        if act in self.office:
            return self.office[act]
        chosen = self.owner.of(act)
        return Freedom.FREE if chosen is Freedom.ASKS and not self.has_pin else chosen

    def opens_with_pin(self, act: PlayerAct) -> bool:
        return self.has_pin and self.freedom(act) is Freedom.ASKS

    def says(self, act: PlayerAct) -> Text:
        """Return why something is not done, and who can change that."""
        what = ACT_TITLES[act]
        match self.freedom(act):
            case Freedom.OFF if act in self.office:
                return Text("locked by the hall: {what}; only its office can unlock this", what=what)
            case Freedom.OFF:
                return Text(
                    "locked: {what}; the owner of this table can unlock this in the settings", what=what
                )
            case _ if self.has_pin:
                return Text("locked: {what}; a referee unlocks this with the PIN", what=what)
            case _:
                return Text(
                    "locked by the hall: {what}; call a referee of the hall, who can do it", what=what
                )


NOTHING_LOCKED = TableLocks()
"""Where nobody chose anything: what asks the referee is free, because there is no PIN."""


def locks_told(locks: OfficeLocks) -> Text:
    """Return in one sentence what a hall's office decided."""
    if not locks:
        return Text("locks: as each owner chose")
    told = [
        Text("{what}: {words}", what=ACT_TITLES[act], words=FREEDOM_TITLES[locks[act]])
        for act in PlayerAct
        if act in locks
    ]
    return Text("locks: {locks}", locks=clauses(told))
