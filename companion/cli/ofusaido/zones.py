"""A zone of an occasion in words: where it leads, and which posts and lines are ideal there."""

from collections.abc import Sequence

from companion.cli.paper import NBSP
from companion.rules.ofusaido.cards import Shot, Zone
from companion.words import Text, joined


def zone_words(zone: Zone) -> Text:
    """What a zone asks for, so that the placement in the sums is no riddle."""
    told = Text(
        "zone {zone}, {what}. Ideal for the attack: {attack}; for the defence: {defence}",
        zone=zone.id,
        what=_what(zone),
        attack=_ideal(zone.attack.posts, zone.attack.lines),
        defence=_ideal(zone.defence.posts, zone.defence.lines),
    )
    if zone.times > 1:
        told = Text("{zone}. The attack's energy counts x{times}", zone=told, times=zone.times)
    return told


def _what(zone: Zone) -> Text:
    if zone.shot is None:
        ways = [Text("{zone}", zone=name) for name in zone.next]
        if len(ways) > 1:
            ways[-2:] = [Text("{one} or {other}", one=ways[-2], other=ways[-1])]
        return Text("leads to {zones}", zones=joined(ways))
    return Text("shot in the box") if zone.shot is Shot.NEAR else Text("long shot")


def _ideal(posts: Sequence[str], lines: Sequence[str]) -> str:
    told = [f"{'/'.join(posts)}{NBSP}+2"] if posts else []
    told += [f"{'/'.join(lines)}{NBSP}+1"] if lines else []
    return ", ".join(told) or "-"
