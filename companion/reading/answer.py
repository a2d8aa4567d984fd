"""The answers of the reading to the session: a play, a question, a puzzle, or how table and match differ."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.mat import Zone
from companion.observation import Observation
from companion.play import Play
from companion.reading.game_reading import ExpectedPlace, Holds
from companion.reading.identity import Identities
from companion.reading.table_sightings import PlacedThing
from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class SureReading:
    """The only legal reading with enough evidence. `before` holds plays that it implies, to be submitted first."""

    play: Play
    evidence: tuple[Observation, ...]
    says: tuple[PlacedThing, ...]
    before: tuple[Play, ...] = ()
    """The plays that this one implies, which are played first."""
    grows: bool = False
    """Things that are laid later join the play."""
    instead: int = 0
    """How many of the last plays it replaces: it is the same plays with the things that were laid since."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question to the table: several readings, or an unsure one, the likeliest first; «none of these» is always
    possible.

    `key` is the same while the same is asked. `befores` is empty where no option makes another play plain.
    """

    key: str
    asks: Text
    options: tuple[Play, ...]
    says: tuple[PlacedThing, ...]
    befores: tuple[tuple[Play, ...], ...] = ()
    """For each option the plays that it makes plain, and that are played first."""

    def row(self, option: int) -> tuple[Play, ...]:
        """Return all plays of an option, in order."""
        return (*(self.befores[option] if self.befores else ()), self.options[option])


@dataclass(frozen=True, slots=True)
class SoFar:
    """What the table is understood to mean so far: things that were just laid, and the play that they seem to make.

    Something may still follow that changes the play, or the hand may take the things back. A person may say that it is
    meant. `row` holds the plays that are played then; it is empty as long as the things make none.
    """

    key: str
    says: tuple[PlacedThing, ...]
    things: Text
    """What people call them."""
    places: Text
    """What the mat calls the zones in which they lie."""
    row: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Something on the table that cannot be played, with the reason in the players' words."""

    key: str
    says: Text
    dazzled: Zone | None = None
    """The zone in which a reflected light hides a card."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A thing that was played and does not lie where the match has it, with the zone where such a thing lies now."""

    place: ExpectedPlace
    now_in: str | None


@dataclass(frozen=True, slots=True)
class Desync:
    """A difference between table and match: nothing is read until they agree, or a person says that the table is right."""

    key: str
    says: tuple[Text, ...]
    missing: tuple[Missing, ...]


Answer = SureReading | TableQuestion | Puzzle | Desync


def key_of(open_now: TableQuestion | Puzzle | Desync | None) -> str | None:
    """Return the key of what is open at the table; None if nothing is."""
    return None if open_now is None else open_now.key


# --- difference
# Describes how table and match differ, and what to put right.

Told = Callable[[Missing, Identities], Text]


def differs(missing: Sequence[Missing], identities: Identities, told: Told) -> Desync | None:
    """Return a difference for the missing things; None if nothing is missing."""
    if not missing:
        return None
    key = "|".join(f"{one.place.key}:{one.now_in}" for one in missing)
    return Desync(key, tuple(told(one, identities) for one in missing), tuple(missing))


def missing_told(missing: Missing, identities: Identities) -> Text:
    """Describe things that were played and no longer lie in their places."""
    thing = identities.called(missing.place.key)
    zone = identities.zones_told(sorted(missing.place.zones))
    now = identities.zones_told((missing.now_in,)) if missing.now_in else None
    if missing.place.holds is Holds.PIECE:
        return _astray(thing, zone, now)
    if now is not None:
        return Text(
            "{thing} was played on {zone} and lies on {now} now: put it back, or take the play back",
            thing=thing,
            zone=zone,
            now=now,
        )
    if len(missing.place.zones) > 1:
        return Text("{thing} was played and is gone: put it back, or take the play back", thing=thing)
    return Text(
        "{thing} was played on {zone} and is gone: put it back, or take the play back", thing=thing, zone=zone
    )


def due_told(missing: Missing, identities: Identities) -> Text:
    """Describe the things that players must still lay where the match has them."""
    thing = identities.called(missing.place.key)
    zone = identities.zones_told(sorted(missing.place.zones))
    if missing.now_in:
        now = identities.zones_told((missing.now_in,))
        return Text("{thing} belongs on {zone} and lies on {now}: move it", thing=thing, zone=zone, now=now)
    return Text("{thing} belongs on {zone}: put it there", thing=thing, zone=zone)


def _astray(piece: Text | Wording, where: Text, now: Text | None) -> Text:
    """Return the sentence for a piece on a wrong cell of the board; None if it is on no cell."""
    if now is not None:
        return Text(
            "{thing} belongs on {zone} and is on {now}: put it back, or take the play back",
            thing=piece,
            zone=where,
            now=now,
        )
    return Text(
        "{thing} belongs on {zone} and is not there: put it back, or take the play back",
        thing=piece,
        zone=where,
    )
