"""Computes the places of a contest's parts on the screen, the dice beside a board, and the stages over time of a reveal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from companion.play import Play, UnreadablePlay, leaves_of
from companion.session.snapshot import Fate, HiddenPlay, Snapshot
from companion.showing.scene import Scene, ScoreChange, ShownDie, SumLine, Words
from companion.showing.scene_builder import unbroken_score
from companion.words import Text, in_a_row, joined
from ui.presenters.buttons import DICE
from ui.presenters.plan import Rectangle

# --- reveal
# The stages of a contest's reveal over time: cards slide in, what was hidden turns, totals count up, the winner takes
# his colour.

SLIDE_MS, TURN_MS, COUNT_MS, COLOUR_MS = 200, 250, 400, 150
REVEAL_MS = SLIDE_MS + TURN_MS + COUNT_MS + COLOUR_MS


@dataclass(frozen=True, slots=True)
class RevealFrame:
    """How far each step of a reveal is: 0 before it, 1 when it is over."""

    slid: float = 1.0
    turned: float = 1.0
    counted: float = 1.0
    coloured: float = 1.0


REVEALED = RevealFrame()


def reveal_at(ms: float) -> RevealFrame:
    """Return the frame after so many milliseconds."""
    return RevealFrame(
        _eased(ms / SLIDE_MS),
        _part((ms - SLIDE_MS) / TURN_MS),
        _part((ms - SLIDE_MS - TURN_MS) / COUNT_MS),
        _part((ms - SLIDE_MS - TURN_MS - COUNT_MS) / COLOUR_MS),
    )


def counted_total(frame: RevealFrame, first: int, last: int) -> int:
    """Return the total that is shown while it counts up from the first to the last."""
    return first + round((last - first) * frame.counted)


def _part(share: float) -> float:
    return min(1.0, max(0.0, share))


def _eased(share: float) -> float:
    """Fast at first, and slower towards the end."""
    return 1 - (1 - _part(share)) ** 3


# --- cry
# The stages of the word for a goal over time: it comes in with the new score, and fades.

CRY_MS = 2_500
COME_MS, FADE_MS = 200, 150
GLANCE_MS = 1_000
"""For so long it stands over a board that is to be touched next."""


@dataclass(frozen=True, slots=True)
class CryFrame:
    """How much of the word is there, 0 to 1."""

    shown: float


def cry_at(ms: float) -> CryFrame:
    """Return the frame after so many milliseconds."""
    coming, fading = ms / COME_MS, (CRY_MS - ms) / FADE_MS
    return CryFrame(min(1.0, max(0.0, min(coming, fading))))


STILL = CryFrame(1.0)
"""What is shown instead of all frames with reduced motion."""


def score_says(scores: tuple[ScoreChange, ...]) -> str:
    """Return the score as it stands now: `1 – 0`. The head says it too, and two scores at once would contradict each other."""
    return unbroken_score(one.after for one in scores)


# --- last dice
# The dice that fell last, to be drawn beside a board.


def last_dice(snapshot: Snapshot) -> tuple[ShownDie, ...]:
    """Return the dice of the last play that counts. There are none if nothing was rolled in it, or if the match waits for
    dice now: the old ones would look as if they had just fallen.
    """
    scene = snapshot.scene
    line = next((one for one in reversed(snapshot.history) if one.fate is Fate.IN_FORCE), None)
    waited = (offer.plays[:1] for offer in snapshot.offers if not offer.is_aside)
    if any(dice_of(choosable.play, scene) for plays in waited for choosable in plays):
        return ()
    if line is None or isinstance(line.play, UnreadablePlay | HiddenPlay):
        return ()
    return dice_of(line.play, scene)


def dice_of(play: Play, scene: Scene) -> tuple[ShownDie, ...]:
    """Return the dice of a play, in their order."""
    return tuple(
        ShownDie(name, str(value), scene.name(name, value) or Text("{value}", value=value))
        for path, value in leaves_of(play)
        if (name := str(path[0])) in DICE
    )


# --- duel plan

NOWHERE = Rectangle(0, 0, 0, 0)
MOST_ROWS = 5
"""More would be too small to be read across a table: what came first is drawn together."""
GAP, PAD = 12, 12
ODDS, ODDS_LOW, OUTCOME = 56, 44, 56
"""Heights of what stands below both sides. All lengths here are those of a screen whose shorter side is 800."""
ABOVE_BOARD = 240
"""In a lower room, such as that above a board, the odds are lower too."""
PITCH, PITCH_TALL = 216, 120
"""The widest that the pitch may be, between the sides, and beside both."""
PITCH_SHARE = 0.75
"""The greatest width of a pitch, as a share of its height."""
ABREAST = 800
"""Two sides stand beside each other on so much width, else one above the other."""
ALONE = 760
"""The widest that one side alone may be."""
TITLE, TITLE_LOW = 46, 32
LOW, FLAT = 195, 230
"""Below these heights a side has a small title, and its face stands beside its sum."""
TOTAL, TOTAL_SMALL = 220, 124
ONE_DIGIT = 0.62
"""The share of their width that one digit takes."""
TOTAL_HIGH = 170
"""Two digits in the largest size and in the next one, and the height of the largest."""
LAID, LAID_GAP = 92, 10
"""The height of laid cards below a total, and what is left free between both."""
LEAST_LAID = 64
"""Where less is left below a total, laid cards stand with the side's face."""
LEAST_LAID_ALONE = 44
"""The same of a side without faces."""
MORE, MORE_LOW = 62, 26
"""What stands behind a total needs so much height below it, in large and in small letters."""
LEAST_ROW = 27
"""The height of a line of a sum without its reason, at least."""
REASON = 22
"""The height of a line of a reason under it."""
FACE_HIGH = 98
FACE_WIDE, FACE_LOW = 124, 116
FACE_BESIDE = 240
"""Where the room is low, a face stands beside its sum only in so much width: lines of a sum come first."""
TOTAL_LOW = 96
"""The height of the second size of totals."""
CENTRED = 3
"""A total that is alone stands in the middle of a side that is at most so many times as wide as high."""
BESIDE_TITLE = 0.72
"""So much of the free width is between it and a title beside it."""
LOUD_OUTCOME, LOUD_SHARE = 130, 0.26
"""The height of an outcome that is read from the other end of a hall, and the share of the room that it takes at most."""
NAMES = 28
NOTES = 56
"""The height of what follows from an outcome, below it: two lines."""


@dataclass(frozen=True, slots=True)
class DuelPlan:
    """The places of a contest's parts, in pixels; a part that is not shown has none."""

    sides: tuple[Rectangle, ...]
    pitch: Rectangle = NOWHERE
    odds: Rectangle = NOWHERE
    outcome: Rectangle = NOWHERE
    notes: Rectangle = NOWHERE


@dataclass(frozen=True, slots=True)
class DuelParts:
    """What a contest has to show."""

    sides: int
    has_pitch: bool = False
    has_odds: bool = False
    has_outcome: bool = False
    has_notes: bool = False
    is_loud: bool = False
    """Its outcome is read from the other end of a hall."""


def duel_plan(room: Rectangle, unit: float, parts: DuelParts) -> DuelPlan:
    """Lay a contest out; `unit` is the pixels of a pixel of the grid."""
    gap, bottom = GAP * unit, room.y
    plan = DuelPlan(())
    if parts.has_odds:
        odds = (ODDS_LOW if room.height < ABOVE_BOARD * unit else ODDS) * unit
        plan = replace(plan, odds=Rectangle(room.x, bottom, room.width, odds))
        bottom += odds
    if parts.has_notes:
        plan = replace(plan, notes=Rectangle(room.x, bottom, room.width, NOTES * unit))
        bottom += NOTES * unit
    if parts.has_outcome:
        high = min(LOUD_OUTCOME * unit, LOUD_SHARE * room.height) if parts.is_loud else OUTCOME * unit
        plan = replace(plan, outcome=Rectangle(room.x, bottom, room.width, high))
        bottom += high
    if parts.has_odds and not parts.has_outcome:
        bottom += gap / 2
    height = max(1.0, room.y + room.height - bottom)
    is_abreast = room.width >= ABREAST * unit
    pitch = min((PITCH if is_abreast else PITCH_TALL) * unit, height * PITCH_SHARE) if parts.has_pitch else 0
    left = room.width - (pitch + gap if pitch else 0)
    if is_abreast and parts.sides > 1:
        width = (left - gap) / 2
        if pitch:
            plan = replace(plan, pitch=Rectangle(room.x + width + gap, bottom, pitch, height))
        away = Rectangle(room.x + room.width - width, bottom, width, height)
        return replace(plan, sides=(Rectangle(room.x, bottom, width, height), away))
    if pitch:
        plan = replace(plan, pitch=Rectangle(room.x + left + gap, bottom, pitch, height))
    if is_abreast:
        # A line whose number stands far away from its words is hard to read.
        room = replace(room, x=room.x + (left - min(left, ALONE * unit)) / 2)
        left = min(left, ALONE * unit)
    each = (height - gap * max(0, parts.sides - 1)) / max(1, parts.sides)
    return replace(
        plan,
        sides=tuple(
            Rectangle(room.x, bottom + (parts.sides - 1 - n) * (each + gap), left, each)
            for n in range(parts.sides)
        ),
    )


@dataclass(frozen=True, slots=True)
class SidePlan:
    """The places of one side's parts, in pixels. `is_low`: there is room for small titles and sums only. `is_flat`: its face
    stands beside its sum.
    """

    title: Rectangle
    faces: Rectangle
    names: Rectangle
    rows: Rectangle
    total: Rectangle
    more: Rectangle
    laid: Rectangle
    is_low: bool
    is_flat: bool


@dataclass(frozen=True, slots=True)
class SideParts:
    """What one side has to show. `has_more`: something stands behind its total. `has_laid`: cards that were laid down do."""

    has_faces: bool
    has_names: bool
    has_rows: bool
    has_total: bool
    has_more: bool
    is_mirrored: bool = False
    has_laid: bool = False
    row_count: int = 0
    is_one_digit: bool = False
    """Its total has one digit, and leaves more room to the lines of its sum."""


def side_plan(box: Rectangle, unit: float, parts: SideParts) -> SidePlan:
    """Lay one side out as if it were the left one, and mirror it."""
    is_low, is_flat = box.height < LOW * unit, box.height < FLAT * unit
    pad, gap = (PAD * unit) / (2 if is_low else 1), GAP * unit
    inner = Rectangle(box.x + pad, box.y + pad / 2, box.width - 2 * pad, box.height - 1.5 * pad)
    high = (TITLE_LOW if is_low else TITLE) * unit
    title = Rectangle(inner.x, inner.y + inner.height - high, inner.width, high)
    width = inner.width
    # Where only the second size of totals has room, it stands below the title, which keeps the whole width.
    has_small = is_low and not _is_large(inner, unit, parts) and inner.height - high >= TOTAL_LOW * unit
    is_under = not is_flat or has_small
    total, more, laid = _totals_and_laid(_below(inner, high) if is_under else inner, unit, parts)
    is_alone = not (parts.has_rows or parts.has_faces or parts.has_names)
    is_wide = box.width > CENTRED * box.height
    if is_alone and (is_under or not is_wide):
        # In a wide box it stands under the title, away from the other side's number; beside a title it is farther from it.
        share = (0.0 if is_wide else 0.5) if is_under else BESIDE_TITLE
        total, more = (_placed(one, inner, share) for one in (total, more))
    elif total.width or more.width:
        width = min(one.x for one in (total, more) if one.width) - gap - inner.x
    if not is_under:
        title = replace(title, width=width)
    free = Rectangle(inner.x, inner.y, width, title.y - gap / 2 - inner.y)
    faces, names = NOWHERE, NOWHERE
    if parts.has_faces and not (is_low and parts.has_rows and width < FACE_BESIDE * unit):
        if is_flat:
            faces, laid, free = _faces_beside(free, unit, parts, laid, is_low=is_low)
        else:
            faces, laid, free = _faces_above(free, unit, parts, laid)
    elif parts.has_laid and laid == NOWHERE:
        laid = replace(free, width=LAID * unit)
        free = replace(free, x=free.x + (LAID + GAP) * unit, width=free.width - (LAID + GAP) * unit)
    if parts.has_names and not is_low:
        # Where no card has its face, all of them are named, which takes two lines.
        high = NAMES * unit * (1 if faces.width else 2)
        names = Rectangle(free.x, free.y + free.height - high, free.width, high)
        free = _below(free, high)
    rows = replace(free, width=max(1.0, free.width), height=max(1.0, free.height))
    plan = SidePlan(title, faces, names, rows, total, more, laid, is_low, is_flat)
    return _mirrored(plan, box) if parts.is_mirrored else plan


def _faces_beside(
    free: Rectangle, unit: float, parts: SideParts, laid: Rectangle, *, is_low: bool
) -> tuple[Rectangle, Rectangle, Rectangle]:
    """Return the places of faces left of the sum and of laid cards below them, and what is left free."""
    gap = GAP * unit
    wide = min((FACE_LOW if is_low else FACE_WIDE) * unit, free.width * 0.5) if parts.has_rows else free.width
    faces = replace(free, width=wide)
    if parts.has_laid:
        each = (faces.height - gap / 2) / 2
        laid = replace(faces, height=each)
        faces = replace(faces, y=faces.y + faces.height - each, height=each)
    return faces, laid, replace(free, x=free.x + wide + gap, width=free.width - wide - gap)


def _faces_above(
    free: Rectangle, unit: float, parts: SideParts, laid: Rectangle
) -> tuple[Rectangle, Rectangle, Rectangle]:
    """Return the places of faces above the sum, of laid cards beside them unless they have a place, and what is left free."""
    gap = GAP * unit
    left = free.height - gap / 3 - parts.row_count * LEAST_ROW * unit
    tall = min(FACE_HIGH * unit, free.height * 0.5, left) if parts.has_rows else free.height
    tall = max(1.0, tall)
    faces = Rectangle(free.x, free.y + free.height - tall, free.width, tall)
    if parts.has_laid and laid == NOWHERE:
        each = (free.width - gap) / 2
        laid = replace(faces, x=free.x + free.width - each, width=each)
        faces = replace(faces, width=each)
    return faces, laid, _below(free, tall + gap / 3)


def _placed(part: Rectangle, inner: Rectangle, share: float) -> Rectangle:
    """Return a part with so much of the free width on its left."""
    return part if part == NOWHERE else replace(part, x=inner.x + (inner.width - part.width) * share)


def _below(inner: Rectangle, title: float) -> Rectangle:
    return replace(inner, height=inner.height - title)


def _is_large(inner: Rectangle, unit: float, parts: SideParts) -> bool:
    """Tell whether a total in the largest size has room, with what stands behind it below."""
    below = MORE_LOW if parts.has_more and parts.has_total else 0
    return inner.height - below * unit >= TOTAL_HIGH * unit


def _totals(inner: Rectangle, unit: float, parts: SideParts) -> tuple[Rectangle, Rectangle]:
    """Return the places of the total and of what stands behind it: below, or beside where the room is low."""
    if not parts.has_total and not parts.has_more:
        return NOWHERE, NOWHERE
    right = inner.x + inner.width
    has_both = parts.has_more and parts.has_total
    is_large = _is_large(inner, unit, parts)
    high = min((LAID if parts.has_laid else MORE) * unit, inner.height - TOTAL_HIGH * unit)
    below, beside = (high if has_both and is_large else 0), (MORE * unit if has_both and not is_large else 0)
    digits = ONE_DIGIT if parts.is_one_digit else 1
    wide = min((TOTAL if is_large else TOTAL_SMALL) * unit, inner.width * 0.5) * digits
    place = Rectangle(right - beside - wide, inner.y + below, wide, inner.height - below)
    if not parts.has_total:
        return NOWHERE, place
    if not parts.has_more:
        return place, NOWHERE
    if not is_large:
        return place, Rectangle(right - beside, inner.y, beside, inner.height)
    return place, Rectangle(place.x, inner.y, wide, below)


def _totals_and_laid(
    inner: Rectangle, unit: float, parts: SideParts
) -> tuple[Rectangle, Rectangle, Rectangle]:
    """Return the places of the total, of what stands behind it, and of laid cards where these have room below the total."""
    least = LEAST_LAID if parts.has_faces else LEAST_LAID_ALONE
    if parts.has_laid and inner.height >= (TOTAL_HIGH + least) * unit:
        # Where cards lie below the total, they say that more may come.
        total, laid = _totals(inner, unit, replace(parts, has_more=True))
        return total, NOWHERE, replace(laid, height=laid.height - LAID_GAP * unit)
    return *_totals(inner, unit, parts), NOWHERE


def _mirrored(plan: SidePlan, box: Rectangle) -> SidePlan:
    def across(part: Rectangle) -> Rectangle:
        if part == NOWHERE:
            return part
        return replace(part, x=2 * box.x + box.width - part.x - part.width)

    return SidePlan(
        across(plan.title),
        across(plan.faces),
        across(plan.names),
        across(plan.rows),
        across(plan.total),
        across(plan.more),
        across(plan.laid),
        plan.is_low,
        plan.is_flat,
    )


@dataclass(frozen=True, slots=True)
class SumText:
    """A line of a sum as it is drawn, with the reason why it is multiplied. `is_turned`: a card or a die showed it.
    `dice` are drawn in place of the value; `cards` brought some of them.
    """

    says: Words
    value: str
    why: Words | str = ""
    is_turned: bool = False
    dice: tuple[ShownDie, ...] = ()
    cards: tuple[Words, ...] = ()
    brief: Words | str = ""
    """The words without the cards."""

    def is_of(self, line: SumLine) -> bool:
        """Tell whether it draws dice of the same kind as another line, both thrown or both not: one line draws all of them."""
        return (
            bool(self.dice)
            and self.is_turned is line.is_turned
            and {die.die for die in self.dice} == {die.die for die in line.dice}
        )


_DICE = Text("dice")


def sum_texts(lines: Sequence[SumLine]) -> tuple[SumText, ...]:
    """Return the lines as they are drawn: a reason stands under the line that it explains, and has no number of its own
    where it is the only one.
    """
    texts: list[SumText] = []
    reasons: list[SumLine] = []
    for line in reversed(_counted(lines)):
        if line.is_reason and not line.dice:
            reasons.insert(0, line)
            continue
        if line.dice and texts and texts[0].is_of(line):
            cards = (*_givers(line), *texts[0].cards)
            says, dice = _with_cards(_DICE, cards), (*line.dice, *texts[0].dice)
            texts[0] = replace(texts[0], says=says, dice=dice, cards=cards, brief=_DICE)
            continue
        amount, givers = "" if line.dice else _amount(line, reasons), _givers(line)
        says = _with_cards(line.says, givers)
        texts.insert(0, SumText(says, amount, _why(reasons), line.is_turned, line.dice, givers, line.says))
        reasons = []
    # A reason before every line explains none of them.
    return shortened((*(SumText(line.says, line.amount) for line in reasons), *texts))


def _counted(lines: Sequence[SumLine]) -> list[SumLine]:
    """Return the lines of a sum; several copies of a card that count the same are one line, where the first one stands."""
    counts = Counter(line for line in lines if _may_be_counted(line))
    told: list[SumLine] = []
    for line in lines:
        count = counts.pop(line, 0) if _may_be_counted(line) else 1
        if count > 1:
            says = Text("{card} ×{n}", card=line.says, n=count)
            told.append(replace(line, says=says, value=f"{count * int(line.value or 0):+d}"))
        elif count:
            told.append(line)
    return told


def _may_be_counted(line: SumLine) -> bool:
    """Tell whether a line is a number of its own: no die, no card that was turned, and nothing that is multiplied."""
    is_number = (line.value or "").lstrip("+-").isdigit()
    return is_number and not (line.is_reason or line.dice or line.is_turned or line.times != 1)


def _givers(line: SumLine) -> tuple[Words, ...]:
    """Return the card that gave the dice in a line of a sum; nothing if no card did."""
    return (line.card,) if line.dice and line.card is not None else ()


def _with_cards(dice: Words, cards: Sequence[Words]) -> Words:
    """Return the words of dice with the cards that brought some of them, each once."""
    if not cards:
        return dice
    told = [
        Text("{card}", card=card) if n == 1 else Text("{card} ×{n}", card=card, n=n)
        for card, n in Counter(cards).items()
    ]
    return Text("{dice}: {cards}", dice=dice, cards=joined(told))


def _amount(line: SumLine, reasons: Sequence[SumLine]) -> str:
    """Return the value of a line with each factor that has a reason of its own: `4 ×2 ×2`."""
    if len(reasons) > 1 and prod(reason.times for reason in reasons) == line.times:
        return " ".join([line.value or "", *(f"×{reason.times}" for reason in reasons)])
    return line.amount


def _why(reasons: Sequence[SumLine]) -> Words | str:
    if not reasons:
        return ""
    if len(reasons) == 1:
        return reasons[0].says
    return in_a_row([Text("{line} {amount}", line=line.says, amount=line.amount) for line in reasons])


def shortened(texts: tuple[SumText, ...]) -> tuple[SumText, ...]:
    """Return as many lines as can be read; of too many the oldest are drawn together."""
    if len(texts) <= MOST_ROWS:
        return texts
    hidden = len(texts) - MOST_ROWS + 1
    return (SumText(Text("{n} more lines above", n=hidden), "…"), *texts[hidden:])
