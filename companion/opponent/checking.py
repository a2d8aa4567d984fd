"""Checks a match against its seals: whether each card that the program played lay in its hand by the seed that it sealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.ids import CardRef
from companion.opponent.choosing import Thinker
from companion.opponent.sealed_card import card_seals, is_before_others
from companion.opponent.seat import MatchStep, Seal, opened_in, seal_in, seal_of
from companion.play import leaves_of
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SealCheck:
    """What was found about a machine seat. `fault`: what is wrong; None: all agrees.

    `sealed_cards`: how many of its cards that are turned with the others' were sealed before these were played, out of all;
    none in a game without such cards.
    """

    seal: Seal
    plays: int
    fault: Text | None = None
    sealed_cards: tuple[int, int] = (0, 0)


def checked(
    thinker: Thinker, opening: Any, steps: Sequence[MatchStep], notes: Mapping[int, Any]
) -> list[SealCheck]:
    """Check all machine seats of a match. `notes` are all notes of its log by their numbers, including those that were taken
    back.
    """
    opened = dict(found for note in notes.values() if (found := opened_in(note)) is not None)
    seals: dict[str, Seal] = {}
    for _, note in sorted(notes.items()):
        if (seal := seal_in(note)) is not None:
            # Only the first seal counts: a later one could hide another seed.
            seals.setdefault(seal.seat, seal)
    return [
        _with_cards(
            _checked(thinker, opening, steps, seal, opened.get(seal.seat)), thinker, steps, notes, opened
        )
        for seal in seals.values()
    ]


def _with_cards(
    check: SealCheck,
    thinker: Thinker,
    steps: Sequence[MatchStep],
    notes: Mapping[int, Any],
    opened: Mapping[str, str],
) -> SealCheck:
    """Add which of the cards that are turned with the others' were sealed before."""
    if check.fault is not None or not thinker.sealed_kinds:
        return check
    seat = check.seal.seat
    seals, seed = card_seals(notes, seat), opened[seat]
    sealed = played = 0
    for n, step in enumerate(steps):
        if not step.is_own or step.play.kind not in thinker.sealed_kinds or not _is_of(step.play, seat):
            continue
        played += 1
        before = [one for one in seals if is_before_others(one, thinker, steps, n)]
        sealed += any(one.fits(seed, step.play) for one in before)
        if before and not any(one.fits(seed, step.play) for one in before):
            fault = Text("play {n}: another card was sealed than the one that was turned", n=step.seq)
            return replace(check, fault=fault)
    return replace(check, sealed_cards=(sealed, played))


def _checked(
    thinker: Thinker, opening: Any, steps: Sequence[MatchStep], seal: Seal, seed: str | None
) -> SealCheck:
    if seed is None:
        return SealCheck(seal, 0, Text("its seed is not opened yet: that is done when the match is over"))
    if seal_of(seed) != seal.seal:
        return SealCheck(seal, 0, Text("the seed that was opened is not the one that was sealed"))
    cards = thinker.cards(opening, seal.seat, Random(seed))
    before, plays = opening, 0
    for number, step in enumerate(steps, start=1):
        is_own = _is_of(step.play, seal.seat)
        held = set(cards.held())
        missing = [card for card in _from_hand(step.play, thinker) if is_own and held and card not in held]
        own = cards.own_play(before)
        if own is not None and own.kind == step.play.kind:
            by_seed = set(leaves_of(own))
            missing += [
                CardRef(str(leaf)) for place, leaf in leaves_of(step.play) if (place, leaf) not in by_seed
            ]
        if missing:
            return SealCheck(
                seal,
                plays,
                Text("play {n}: {card} was not where the seed puts it", n=number, card=missing[0]),
            )
        plays += is_own and step.is_own
        try:
            cards.follow(before, step.events, step.after)
        except ValueError:
            return SealCheck(seal, plays, Text("play {n}: the cards of the seed do not allow it", n=number))
        before = step.after
    return SealCheck(seal, plays)


def _is_of(play: Any, seat: str) -> bool:
    """Return whether a play is one of a seat; plays of games in which they name no seat are of any."""
    cards = getattr(play, "cards", None)
    if isinstance(cards, Mapping):
        return seat in cards
    return getattr(play, "seat", seat) == seat


def _from_hand(play: Any, thinker: Thinker) -> tuple[CardRef, ...]:
    """Return the cards that a play takes from the hand."""
    if play.kind not in thinker.from_hand:
        return ()
    named = getattr(play, "cards", None) or getattr(play, "card", None) or getattr(play, "ref", None) or ()
    return (CardRef(named),) if isinstance(named, str) else tuple(named)
