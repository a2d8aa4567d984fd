"""A hint for a seat in up to three steps, each asked for: how much the choice matters, where to look, the play."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from companion.ids import CardRef
from companion.opponent.choosing import HintStep, Ranking, RatedPlay
from companion.play import Play, leaves_of
from companion.rules.play_rules import play_named
from companion.words import Text, clauses, joined

ALIKE = 0.02
"""Plays that give away less are about as good as the best."""
PAIR, MOST = 2, 3
"""Two plays, and so many that are named at most."""


def hint_steps(
    ranking: Ranking,
    told: Callable[[Play], Text],
    names: Mapping[str, Text],
    hand: Collection[CardRef] = (),
) -> tuple[HintStep, ...]:
    """Return the steps of a hint. `told` tells a play, `names` are those of the kinds of play. `hand`: cards of which the
    seat holds some; a play that needs one of them may not be possible.
    """
    told = _by_name(told, names)
    ranked = sorted(ranking, key=lambda choice: -choice.chance)
    good = [choice for choice in ranked if choice.chance >= ranked[0].chance - ALIKE]
    if len(ranked) == 1:
        only = ranked[0].play
        return (HintStep(Text("hint: only one play is possible: {play}", play=told(only)), _parts((only,))),)
    if len(good) == len(ranked):
        free = [choice for choice in good if not _names_one_of(choice.play, hand)]
        keeps = 0 < len(free) < len(good)
        best = (free or good)[0].play
        named = (
            _named_best(best, told, hand, _ALIKE)
            if _names_one_of(best, hand)
            else Text("hint: if you hesitate: {play} ({reason})", play=told(best), reason=_ALIKE)
        )
        return HintStep(_no_matter(ranked[0], keeps=keeps), frozenset()), HintStep(named, _parts((best,)))
    few = _candidates(ranked, told, hand)
    # An order helps more than a kind where the best play may not be possible.
    kind = None if few and hand else _place_to_look(ranked, good, names)
    best = ranked[0].play
    play = HintStep(_named_best(best, told, hand, _reason(ranked, good)), _parts((best,)))
    weight, where = HintStep(_weight(ranked, good, told), frozenset()), kind or few
    return (weight, play) if where is None else (weight, where, play)


def _by_name(told: Callable[[Play], Text], names: Mapping[str, Text]) -> Callable[[Play], Text]:
    """Tell plays that are nothing but their kind by its name: `end the turn`, and not `the turn is over`."""

    def say(play: Play) -> Text:
        name = names.get(play.kind)
        return told(play) if name is None or any(True for _ in leaves_of(play)) else name

    return say


def _parts(plays: Iterable[Play]) -> frozenset[str]:
    """Return the kinds of plays, and all that they name."""
    return frozenset(
        part for play in plays for part in (play.kind, *(str(leaf) for _, leaf in leaves_of(play)))
    )


def _no_matter(best: RatedPlay, *, keeps: bool) -> Text:
    """Say that all plays are alike. `keeps`: some of them need a card, and others none."""
    if keeps:
        return Text(
            "hint: no play changes much here, so keep your cards: about {n}% to win with each",
            n=_percent(best),
        )
    return Text("hint: no play changes much here: about {n}% to win with each", n=_percent(best))


def _weight(ranked: Sequence[RatedPlay], good: Sequence[RatedPlay], told: Callable[[Play], Text]) -> Text:
    """Say how much the choice matters, and which play is the poorest, unless that leaves only the best."""
    if len(ranked) == PAIR:
        return Text(
            "hint: this choice matters: {n}% to win with one of the two plays, {other}% with the other",
            n=_percent(ranked[0]),
            other=_percent(ranked[1]),
        )
    poorest = _without_side(told(ranked[-1].play))
    if len(good) == 1:
        return Text(
            "hint: one play is the best, with {n}% to win; avoid: {play} ({other}%)",
            n=_percent(ranked[0]),
            play=poorest,
            other=_percent(ranked[-1]),
        )
    return Text(
        "hint: several plays are good, with about {n}% to win; avoid: {play} ({other}%)",
        n=_percent(ranked[0]),
        play=poorest,
        other=_percent(ranked[-1]),
    )


def _place_to_look(
    ranked: Sequence[RatedPlay], good: Sequence[RatedPlay], names: Mapping[str, Text]
) -> HintStep | None:
    """Name the kinds of the good plays; None if that leaves out less than half of the kinds, or of the plays."""
    kinds = list(dict.fromkeys(choice.play.kind for choice in good))[:MOST]
    among = sum(choice.play.kind in kinds for choice in ranked)
    if 2 * among > len(ranked) or 2 * len(kinds) > len({choice.play.kind for choice in ranked}):
        return None
    says = Text("hint: look at {kinds}", kinds=joined([play_named(names, kind) for kind in kinds]))
    return HintStep(says, frozenset(kinds))


def _candidates(
    ranked: Sequence[RatedPlay], told: Callable[[Play], Text], hand: Collection[CardRef]
) -> HintStep | None:
    """Name the best plays, in an order that does not tell which is best; None if there are no others. Where the best may not
    be possible, name the next ones in their order, up to one that surely is.
    """
    if hand:
        ordered = _up_to_sure(ranked, told, hand)
        if len(ordered) < PAIR:
            return None
        in_order = Text("hint: in this order: {plays}", plays=clauses([says for says, _ in ordered]))
        return HintStep(in_order, _parts(play for _, play in ordered))
    if len(ranked) <= MOST:
        return None
    plays = sorted((choice.play for choice in ranked[:MOST]), key=lambda play: (len(str(play)), str(play)))
    says = Text("hint: it is one of these: {plays}", plays=clauses([told(play) for play in plays]))
    return HintStep(says, _parts(plays))


def _up_to_sure(
    ranked: Sequence[RatedPlay], told: Callable[[Play], Text], hand: Collection[CardRef]
) -> list[tuple[Text, Play]]:
    """Tell the best plays, up to one that surely is possible, without the side that they all name."""
    named: list[tuple[Text, Play]] = []
    for choice in ranked:
        says = _without_side(told(choice.play))
        if says not in [one for one, _ in named]:
            named.append((says, choice.play))
        if len(named) == MOST or not _names_one_of(choice.play, hand):
            break
    return named


def _without_side(sentence: Text) -> Text:
    does = sentence.args.get("does")
    return does if isinstance(does, Text) else sentence


def _named_best(play: Play, told: Callable[[Play], Text], hand: Collection[CardRef], reason: Text) -> Text:
    """Name the best play and why, and say if it needs a card that the seat may not have."""
    does = _without_side(told(play))
    if _names_one_of(play, hand):
        return Text("hint, if you can: {play} ({reason})", play=does, reason=reason)
    return Text("hint: {play} ({reason})", play=does, reason=reason)


_ALIKE = Text("any other play is about as good")


def _reason(ranked: Sequence[RatedPlay], good: Sequence[RatedPlay]) -> Text:
    """Say in one clause what the best play is worth, and what the next one is worth where that is less."""
    best = _percent(ranked[0])
    if len(good) == 1:
        return Text("{n}% to win, the next best: {other}%", n=best, other=_percent(ranked[1]))
    return Text("{n}% to win", n=best)


def _names_one_of(play: Play, hand: Collection[CardRef]) -> bool:
    """Tell whether a play names one of these cards."""
    return bool(hand) and any(leaf in hand for _, leaf in leaves_of(play))


def _percent(choice: RatedPlay) -> int:
    return round(100 * choice.chance)
