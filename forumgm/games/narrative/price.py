"""What resisting costs, and the stress track in Forged in the Dark (F2, F4, F5, F12, F13).

Laws: a cost is never negative; the track never passes its last box; with zero dice there is no critical.
"""

from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import Critical, Overflow, ZeroDice
from forumgm.games.narrative.faces import POOL, Faces
from forumgm.games.narrative.options import FitdOptions
from forumgm.games.narrative.sheets import FitdSheet

DIE = 6
MAX_DICE = 12


@dataclass(frozen=True, slots=True)
class Price:
    """What the dice say: the die that counts (None without dice), the cost, whether it was a critical."""

    dice: tuple[int, ...]
    counts: int | None
    cost: int
    critical: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """The track after a cost: ``track`` before trauma takes it back, ``after`` at the end (F12, F13)."""

    track: int
    after: int
    lost: int
    has_trauma: bool


def roll_price(rating: int, *, faces: Faces, options: FitdOptions) -> Price:
    """Roll a rating and read the cost (F2, F4, F5); the caller has refused what has no dice."""
    if rating <= 0 and options.zero_dice is ZeroDice.FLAT_SIX:
        return Price((), None, options.base_cost, critical=False)
    dice = tuple(faces.draw(POOL, sides=DIE) for _ in range(rating if rating > 0 else 2))
    counts = max(dice) if rating > 0 else min(dice)
    critical = rating > 0 and options.critical is Critical.TWO_SIXES and dice.count(DIE) >= 2
    return Price(dice, counts, max(0, options.base_cost - counts), critical)


def mark(track: int, price: Price, options: FitdOptions) -> Marked:
    """Return the track after the price (F12, F13)."""
    if price.critical:
        cleared = max(0, track - options.critical_clears)
        return Marked(cleared, cleared, 0, has_trauma=False)
    full = min(options.track_size, track + price.cost)
    lost = track + price.cost - full
    if price.cost and full == options.track_size and options.trauma:
        carried = min(lost, options.track_size) if options.overflow is Overflow.CARRIED else 0
        return Marked(full, carried, lost - carried, has_trauma=True)
    return Marked(full, full, lost, has_trauma=False)


def pay_price(sheet: FitdSheet, price: Price, options: FitdOptions) -> tuple[FitdSheet, Marked]:
    """Return the sheet after the price."""
    marked = mark(sheet.track, price, options)
    return replace(sheet, track=marked.after, trauma=sheet.trauma + marked.has_trauma), marked
