"""Corrects errors in the blocks of a QR code, by Reed-Solomon over 256 values (ISO/IEC 18004, 7.5).

A word that is known to be unreadable (an erasure) costs one check word, a wrong one two. Some check words are always
kept to spare: they prove that the corrected block is what was printed, and not merely the nearest valid one.
"""

from collections.abc import Sequence

PRIME = 0x11D
SPARE = 4
"""The check words that no correction with erasures may use up."""
SPARE_WITHOUT_ERASURES = 2
"""The same where nothing is known of the errors, so that each takes two. Either way noise passes as a block once in three
thousand million tries at most: of version 1-L, which has 7 check words, two wrong words are corrected or three erasures.
"""


def _tables() -> tuple[list[int], list[int]]:
    powers, logs, value = [0] * 512, [0] * 256, 1
    for n in range(255):
        powers[n] = powers[n + 255] = value
        logs[value] = n
        value = value << 1 ^ (PRIME if value & 0x80 else 0)
    return powers, logs


POWERS, LOGS = _tables()


def corrected(block: Sequence[int], checks: int, erased: Sequence[int]) -> list[int] | None:
    """Returns a block, data words then check words, without its errors; None where there are too many to be sure.

    `erased` are the places of the words that could not be read.
    """
    syndromes = _syndromes(block, checks)
    if not any(syndromes):
        return list(block)
    usable = checks - (SPARE if erased else SPARE_WITHOUT_ERASURES)
    if len(erased) > usable:
        return None
    last = len(block) - 1
    locator = _locator(syndromes, [last - place for place in erased])
    wrong = [place for place in range(len(block)) if not _at(locator, POWERS[(255 - (last - place)) % 255])]
    known, errors = len(erased), len(locator) - 1 - len(erased)
    if len(wrong) != len(locator) - 1 or known + 2 * max(0, errors) > usable:
        return None
    mended = _mended(block, syndromes, locator, wrong)
    return None if any(_syndromes(mended, checks)) else mended


def _times(one: int, other: int) -> int:
    return POWERS[LOGS[one] + LOGS[other]] if one and other else 0


def _over(one: int, other: int) -> int:
    return POWERS[LOGS[one] + 255 - LOGS[other]] if one else 0


def _syndromes(block: Sequence[int], checks: int) -> list[int]:
    """Returns the block's values at the roots of the code: all 0 where it is without errors."""
    found = []
    for n in range(checks):
        value = 0
        for word in block:
            value = (POWERS[LOGS[value] + n] if value else 0) ^ word
        found.append(value)
    return found


def _at(polynomial: Sequence[int], x: int) -> int:
    """Returns a polynomial's value; lowest power first."""
    value = 0
    for factor in reversed(polynomial):
        value = _times(value, x) ^ factor
    return value


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    result = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] ^= _times(a, b)
    return result


def _locator(syndromes: Sequence[int], erased: Sequence[int]) -> list[int]:
    """Returns the polynomial whose roots say where errors are, by Berlekamp and Massey; it begins with the erasures."""
    locator = [1]
    for power in erased:
        locator = _product(locator, [1, POWERS[power]])
    before, length = list(locator), len(erased)
    for n in range(len(erased), len(syndromes)):
        before = [0, *before]
        off = 0
        for i, factor in enumerate(locator[: n + 1]):
            off ^= _times(factor, syndromes[n - i])
        if not off:
            continue
        longer = [0] * max(len(locator), len(before))
        for i, factor in enumerate(locator):
            longer[i] ^= factor
        for i, factor in enumerate(before):
            longer[i] ^= _times(off, factor)
        if 2 * length <= n + len(erased):
            length = n + 1 + len(erased) - length
            before = [_over(factor, off) for factor in locator]
        locator = longer
    while len(locator) > 1 and not locator[-1]:
        locator.pop()
    return locator


def _mended(
    block: Sequence[int], syndromes: Sequence[int], locator: Sequence[int], wrong: Sequence[int]
) -> list[int]:
    """Returns the block with its wrong words put right, by Forney."""
    evaluator = _product(syndromes, locator)[: len(syndromes)]
    slope = [factor if n % 2 else 0 for n, factor in enumerate(locator)][1:]
    mended = list(block)
    for place in wrong:
        power = len(block) - 1 - place
        inverse = POWERS[(255 - power) % 255]
        below = _at(slope, inverse)
        if below:
            mended[place] ^= _times(POWERS[power], _over(_at(evaluator, inverse), below))
    return mended
