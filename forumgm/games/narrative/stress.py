"""Stress, slots, fallout and recovery of the Resistance System (B1.7, B1.8, B1.10).

Laws: stress never falls below 0; slot marks never count towards the total; a check follows new stress only. Faces are
drawn here only through `Faces`; everything else is a function of the sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import (
    CheckPer,
    CheckWhen,
    ClearOrder,
    Compare,
    FalloutType,
    Level,
    RemovalBasis,
    RemovalFrom,
    Upgrade,
)
from forumgm.games.narrative.faces import Faces, fallout_purpose
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.sheets import Boxes, Fallout, Given, ResistanceSheet, frozen

CHECK_DIE = 10


@dataclass(frozen=True, slots=True)
class Hit:
    """Stress against one resistance, before slots."""

    resistance: str
    amount: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A hit as it was marked: ``absorbed`` by slots, ``before`` and ``after`` counted."""

    resistance: str
    amount: int
    absorbed: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Check:
    """One fallout check: the d10 against the total; ``level`` None is safe (R21, R22)."""

    face: int
    total: int
    level: Level | None
    resistance: str
    removed: int
    replaced: Fallout | None = None
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Suffered:
    """What one event did to one character; ``total`` is T after marking, ``after`` the sheet at the end."""

    who: str
    marked: tuple[Marked, ...]
    checks: tuple[Check, ...]
    total: int
    after: ResistanceSheet
    given: Given | None

    @property
    def amount(self) -> int:
        """Stress marked in all, slots included."""
        return sum(hit.amount for hit in self.marked)

    @property
    def level(self) -> Level | None:
        """The fallout, or None."""
        return next((check.level for check in reversed(self.checks) if check.level), None)


def suffer(
    sheet: ResistanceSheet,
    hits: Sequence[Hit],
    *,
    faces: Faces,
    options: ResistanceOptions,
    source: str | None = None,
) -> Suffered:
    """Mark the hits, check for fallout, remove what fallout removes (R18-R27)."""
    marked: list[Marked] = []
    checks: list[Check] = []
    given: Given | None = None
    total = sheet.total
    for hit in hits:
        if hit.amount <= 0:
            continue
        sheet, mark = _mark(sheet, hit)
        marked.append(mark)
        total = sheet.total
        if options.check_per is CheckPer.RESISTANCE:
            sheet, given = _checked(sheet, [mark], checks, given, faces=faces, options=options, source=source)
    if options.check_per is CheckPer.EVENT:
        sheet, given = _checked(sheet, marked, checks, given, faces=faces, options=options, source=source)
    return Suffered(sheet.name, tuple(marked), tuple(checks), total, sheet, given)


def level_at(total: int, options: ResistanceOptions) -> Level:
    """Return the level of a fallout that triggers at this total (R22); below the first threshold it is minor."""
    found = Level.MINOR
    for level in Level:
        if total >= options.levels[level]:
            found = level
    return found


def is_fallout(face: int, total: int, options: ResistanceOptions) -> bool:
    """True when this d10 means fallout at this total: lower, equal is safe (R21)."""
    if options.compare is Compare.LOWER_OR_EQUAL:
        return face <= total
    # No d10 is below 1, so totals 0 and 1 are safe by themselves.
    return face < total


def _mark(sheet: ResistanceSheet, hit: Hit) -> tuple[ResistanceSheet, Marked]:
    slots = sheet.slots.get(hit.resistance, Boxes(0))
    absorbed = min(slots.free, hit.amount)
    before = sheet.stress.get(hit.resistance, 0)
    after = before + hit.amount - absorbed
    changed = replace(sheet, stress=frozen({**sheet.stress, hit.resistance: after}))
    if absorbed:
        filled = replace(slots, used=slots.used + absorbed)
        changed = replace(changed, slots=frozen({**sheet.slots, hit.resistance: filled}))
    return changed, Marked(hit.resistance, hit.amount, absorbed, before, after)


def _checked(
    sheet: ResistanceSheet,
    marked: Sequence[Marked],
    checks: list[Check],
    given: Given | None,
    *,
    faces: Faces,
    options: ResistanceOptions,
    source: str | None,
) -> tuple[ResistanceSheet, Given | None]:
    counted = sum(mark.amount - mark.absorbed for mark in marked)
    if not marked or (options.check_when is CheckWhen.COUNTED_STRESS and not counted):
        return sheet, given
    face = faces.draw(fallout_purpose(sheet.name), sides=CHECK_DIE)
    total = sheet.total
    kind = _fallout_resistance(sheet, marked, options)
    if not is_fallout(face, total, options):
        checks.append(Check(face, total, None, kind, 0))
        return sheet, given
    level = level_at(total, options)
    replaced = _repeated(sheet, level, source, options)
    final = level.above if replaced and level.above else level
    basis = level if options.removal_basis is RemovalBasis.ROLLED_LEVEL else final
    removal = options.removal[basis]
    waits = options.removal_from is RemovalFrom.GM
    name = f"{final} {kind} fallout"
    fallouts = (*without(sheet.fallouts, replaced), Fallout(name, final, source))
    after = replace(sheet, fallouts=fallouts)
    if not waits:
        after = take_off(after, removal, first=kind, options=options)
    checks.append(Check(face, total, final, kind, total - after.total, replaced=replaced, owed=removal if waits else 0))
    return after, Given(final, kind, name, owed=removal if waits else 0)


def _fallout_resistance(sheet: ResistanceSheet, marked: Sequence[Marked], options: ResistanceOptions) -> str:
    """Which kind (R24): most counted stress; ties to what was just hit, then by the list."""
    hit = [mark.resistance for mark in marked]
    if options.fallout_type is FalloutType.SOURCE:
        return hit[-1]
    order = list(sheet.stress)
    return max(order, key=lambda name: (sheet.stress[name], name in hit, -order.index(name)))


def _repeated(sheet: ResistanceSheet, level: Level, source: str | None, options: ResistanceOptions) -> Fallout | None:
    """The fallout that an automatic upgrade replaces (R26), or None."""
    if options.upgrade is not Upgrade.AUTO or level.above is None:
        return None
    return repeated_fallout(sheet, level, source=source, options=options)


def repeated_fallout(
    sheet: ResistanceSheet, level: Level, *, source: str | None, options: ResistanceOptions
) -> Fallout | None:
    """Return an earlier fallout that allows an upgrade: same level (by option), same source where both are known."""
    for fallout in sheet.fallouts:
        same_level = fallout.level is level or not options.upgrade_same_level
        same_source = source is None or fallout.source is None or source == fallout.source
        if same_level and same_source:
            return fallout
    return None


def just_given(sheet: ResistanceSheet, given: Given) -> Fallout:
    """Return the fallout on the sheet that was given last; of equal names the newest."""
    return next(each for each in reversed(sheet.fallouts) if each.name == given.name)


def without(fallouts: tuple[Fallout, ...], gone: Fallout | None) -> tuple[Fallout, ...]:
    """Return the fallouts without this one, the newest of equal ones."""
    if gone is None:
        return fallouts
    at = len(fallouts) - 1 - fallouts[::-1].index(gone)
    return fallouts[:at] + fallouts[at + 1 :]


def take_off(sheet: ResistanceSheet, points: int, *, first: str, options: ResistanceOptions) -> ResistanceSheet:
    """Remove stress for a fallout: from ``first``, then from the others by size (R23); slots only by option."""
    rest = sorted((name for name in sheet.stress if name != first), key=lambda name: -sheet.stress[name])
    stress, slots = dict(sheet.stress), dict(sheet.slots)
    for name in (first, *rest):
        points -= _lower(stress, name, points)
    if options.removal_includes_slots:
        for name in (first, *rest):
            points -= _free(slots, name, points)
    return replace(sheet, stress=frozen(stress), slots=frozen(slots))


def _lower(stress: dict[str, int], name: str, points: int) -> int:
    taken = min(points, stress.get(name, 0))
    if taken:
        stress[name] -= taken
    return taken


def _free(slots: dict[str, Boxes], name: str, points: int) -> int:
    row = slots.get(name, Boxes(0))
    taken = min(points, row.used)
    if taken:
        slots[name] = replace(row, used=row.used - taken)
    return taken


# The GM's word on a fallout (R25-R27) -----------------------------------------------------------------------------


def split_fallout(
    sheet: ResistanceSheet, given: Given, names: Sequence[str], options: ResistanceOptions
) -> ResistanceSheet:
    """Replace the given fallout by two of the level below; `given.level` must have one."""
    lower = given.level.below
    assert lower is not None, "the caller refuses to split a minor"
    own = just_given(sheet, given)
    labels = list(names[:2]) + [f"{lower} {given.resistance} fallout"] * (2 - len(names[:2]))
    pair = tuple(Fallout(label, lower, own.source) for label in labels)
    after = replace(sheet, fallouts=(*without(sheet.fallouts, own), *pair))
    if options.removal_basis is RemovalBasis.EACH_RESULT:
        more = 2 * options.removal[lower] - options.removal[given.level]
        after = take_off(after, max(0, more), first=given.resistance, options=options)
    return after


def upgrade_fallout(
    sheet: ResistanceSheet, given: Given, earlier: Fallout, *, name: str | None, options: ResistanceOptions
) -> ResistanceSheet:
    """Replace the given fallout and an earlier one by one of the next level, and take off the difference."""
    higher = given.level.above
    assert higher is not None, "the caller refuses to upgrade a severe"
    own = just_given(sheet, given)
    left = without(without(sheet.fallouts, own), earlier)
    label = name or f"{higher} {given.resistance} fallout"
    after = replace(sheet, fallouts=(*left, Fallout(label, higher, own.source)))
    if options.removal_basis is RemovalBasis.ROLLED_LEVEL:
        return after
    more = options.removal[higher] - options.removal[given.level]
    return take_off(after, more, first=given.resistance, options=options)


# Recovery (R28, R31-R34) ------------------------------------------------------------------------------------------


def lay_low(sheet: ResistanceSheet) -> ResistanceSheet:
    """All stress goes, slot marks too; fallout stays (R31, R34)."""
    return replace(
        sheet,
        stress=frozen(dict.fromkeys(sheet.stress, 0)),
        slots=frozen({name: replace(row, used=0) for name, row in sheet.slots.items()}),
    )


def relieve(
    sheet: ResistanceSheet, points: int, resistances: Sequence[str], *, options: ResistanceOptions
) -> tuple[ResistanceSheet, int]:
    """Remove points from these resistances in order; returns the sheet and the points not used (R32-R34)."""
    stress, slots = dict(sheet.stress), dict(sheet.slots)
    for name in resistances:
        if options.clear_order is ClearOrder.COUNTED_FIRST:
            points -= _lower(stress, name, points)
            points -= _free(slots, name, points)
        else:
            points -= _free(slots, name, points)
            points -= _lower(stress, name, points)
    return replace(sheet, stress=frozen(stress), slots=frozen(slots)), points


def largest_first(sheet: ResistanceSheet, first: Sequence[str] = ()) -> tuple[str, ...]:
    """Return all resistances: those named, then the others by counted stress and slot marks."""

    def size(name: str) -> tuple[int, int]:
        return sheet.stress[name], sheet.slots.get(name, Boxes(0)).used

    rest = sorted((name for name in sheet.stress if name not in first), key=size, reverse=True)
    return (*first, *rest)


def repair(
    sheet: ResistanceSheet, fallout: Fallout, points: int, *, options: ResistanceOptions
) -> tuple[ResistanceSheet, bool, int]:
    """Spend points on a fallout; returns the sheet, whether it is gone, and the points left over (R28)."""
    needed = options.removal[fallout.level]
    have = points + (fallout.repaired if options.repair_may_accumulate else 0)
    if have >= needed:
        return replace(sheet, fallouts=without(sheet.fallouts, fallout)), True, have - needed
    if not options.repair_may_accumulate:
        return sheet, False, 0
    at = sheet.fallouts.index(fallout)
    kept = (*sheet.fallouts[:at], replace(fallout, repaired=have), *sheet.fallouts[at + 1 :])
    return replace(sheet, fallouts=kept), False, 0
