"""Describes how table and match differ, and what to put right."""

from collections.abc import Callable, Sequence

from companion.reading.answer import Desync, Missing
from companion.reading.game_reading import Holds
from companion.reading.identity import Identities
from companion.words import Text, Wording

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
