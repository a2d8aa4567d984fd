"""Names the states of the tower: one word for the program, one sentence for a player. Pure.

No state stops a match: dice can always be entered by hand.
"""

from enum import StrEnum

from companion.words import N_, Text


class TowerStatus(StrEnum):
    """The states of the tower, from no tower at all to dice inside."""

    NO_LIBRARY = "no-library"
    NOT_FOUND = "not-found"
    FORBIDDEN = "forbidden"
    TAKEN = "taken"
    GREETING = "greeting"
    STRANGER = "stranger"
    OTHER_VERSION = "other-version"
    SILENT = "silent"
    UNPLUGGED = "unplugged"
    NOT_KEPT = "not-kept"
    FULL = "full"
    WRONG_DICE = "wrong-dice"
    NOISY = "noisy"
    SLOW = "slow"
    ARMED = "armed"
    READY = "ready"

    @property
    def is_well(self) -> bool:
        """Whether rolls arrive, perhaps late."""
        return self in (TowerStatus.READY, TowerStatus.ARMED, TowerStatus.NOISY, TowerStatus.SLOW)


_BY_HAND = Text("until then, enter the dice by hand")
_SENTENCES: dict[TowerStatus, str] = {
    TowerStatus.NO_LIBRARY: N_(
        "the dice tower cannot be used: the library pyserial is missing; run the set-up again; {by_hand}"
    ),
    TowerStatus.NOT_FOUND: N_("no dice tower is plugged in: plug it in at any time; {by_hand}"),
    TowerStatus.FORBIDDEN: N_(
        "no permission to use {port}: run `sudo usermod -aG dialout $USER`, log out and in again; {by_hand}"
    ),
    TowerStatus.TAKEN: N_("another program is using {port}: close that program; {by_hand}"),
    TowerStatus.GREETING: N_("the program is connecting to the dice tower on {port}"),
    TowerStatus.STRANGER: N_(
        "the device on {port} does not answer like a dice tower: check that it is the tower, and check its "
        "cable; {by_hand}"
    ),
    TowerStatus.OTHER_VERSION: N_(
        "the dice tower on {port} speaks another version of the protocol: update its firmware or this "
        "program; {by_hand}"
    ),
    TowerStatus.SILENT: N_("the dice tower on {port} does not answer: the program keeps trying; {by_hand}"),
    TowerStatus.UNPLUGGED: N_("the dice tower was unplugged: plug it in again, no roll is lost; {by_hand}"),
    TowerStatus.NOT_KEPT: N_(
        "rolls cannot be saved in the log now: the tower keeps them until they can be; {by_hand}"
    ),
    TowerStatus.FULL: N_(
        "the memory of the dice tower is full: wait until its rolls have arrived, then roll"
    ),
    TowerStatus.WRONG_DICE: N_("the dice tower cannot read the dice that are asked for; {by_hand}"),
    TowerStatus.NOISY: N_(
        "the connection to the dice tower is disturbed: rolls arrive, but later; check the cable"
    ),
    TowerStatus.SLOW: N_("the dice tower answers slowly: give the dice a moment"),
    TowerStatus.ARMED: N_("the dice tower waits for the dice"),
    TowerStatus.READY: N_("the dice tower is ready"),
}


def tower_sentence(status: TowerStatus, port: str) -> Text:
    """Tells a player what is wrong with the tower, and what to do."""
    return Text(_SENTENCES[status], port=port, by_hand=_BY_HAND)
