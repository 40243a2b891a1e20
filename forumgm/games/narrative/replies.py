"""Words of the answers: one bold line for each roll, names and notes made harmless (narrative.md C8).

Laws: what a person wrote is text: Markdown signs are escaped and ``u/``, ``r/`` and ``@`` do not ping; a reply stays
under the forum's limit.
"""

import re
import unicodedata
from collections.abc import Sequence

from forumgm.games.narrative.choices import Row
from forumgm.games.narrative.sheets import Npc
from forumgm.games.narrative.stress import Check, Suffered

MAX_REPLY = 9_500
MAX_QUOTE = 200
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~^&=])")
_MENTION = re.compile(r"(?<![\w])(/?)([ur])/", re.IGNORECASE)
_AT = re.compile(r"@(?=\w)")

ROW_WORDS = {
    Row.CRITICAL_FAILURE: "Critical failure",
    Row.FAILURE: "Failure",
    Row.SUCCESS_AT_COST: "Success at a cost",
    Row.SUCCESS: "Success",
    Row.CRITICAL_SUCCESS: "Critical success",
}


def harmless(text: str, *, limit: int = MAX_QUOTE) -> str:
    """Return a person's text on one line, shortened, without any power over Markdown or mentions."""
    line = "".join(" " if char.isspace() else char for char in text[: 8 * limit] if not _is_hidden(char))
    line = " ".join(line.split())
    if len(line) > limit:
        line = line[: limit - 1].rstrip() + "\u2026"
    # A word joiner behind the slash keeps the words readable and makes no link.
    line = _MENTION.sub("\\g<1>\\g<2>\u2060/\u2060", _SPECIAL.sub(r"\\\1", line).replace("\\/", "/"))
    return _AT.sub("@\u2060", line.replace("://", ":\u2060//"))


def _is_hidden(char: str) -> bool:
    """True for what nobody sees: control, zero-width and direction characters."""
    return not char.isspace() and unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn")


def dice_words(dice: Sequence[int], counts: int) -> str:
    """Return dice in the order rolled, the first that counts in bold."""
    at = dice.index(counts)
    return ", ".join(f"**{face}**" if i == at else str(face) for i, face in enumerate(dice))


def stress_line(suffered: Suffered, *, die: int | None, who: str = "") -> str:
    """Return what a character suffered: die, marks, total, check."""
    marks = "; ".join(
        f"{mark.amount} {harmless(mark.resistance)}"
        + (f" ({mark.absorbed} into slots)" if mark.absorbed else "")
        + f" ({mark.before} -> {mark.after})"
        for mark in suffered.marked
    )
    shown = "below the lowest die is a flat 1: " if die == 0 else f"D{die} -> " if die else ""
    start = f"{who}: " if who else "Stress: "
    checks = "".join(f" {check_words(check)}" for check in suffered.checks)
    return f"{start}{shown}{marks}, total {suffered.total}.{checks}"


def stress_table(hurt: Sequence[Suffered], *, die: int | None) -> str:
    """Return what several people suffered, a narrow row for each (C8)."""
    hit = {mark.resistance for each in hurt for mark in each.marked}
    kind = f" {harmless(next(iter(hit)))}" if len(hit) == 1 else ""
    head = f"flat 1{kind}" if die == 0 else f"D{die}{kind}" if die else f"stress{kind}"
    rows = [f"| who | {head} | total | check |", "|:--|:--|:--|:--|"]
    for each in hurt:
        before = each.total - sum(mark.after - mark.before for mark in each.marked)
        amount = str(each.amount) if kind else ", ".join(f"{m.amount} {harmless(m.resistance)}" for m in each.marked)
        checks = "; ".join(_check_cell(check, each) for check in each.checks) or "none"
        rows.append(f"| {harmless(each.who)} | {amount} | {before} -> {each.total} | {checks} |")
    return "\n".join(rows)


def _check_cell(check: Check, suffered: Suffered) -> str:
    if check.level is None:
        return f"d10 {check.face}, safe"
    off = f", -{check.removed} -> {suffered.after.total}" if check.removed else ""
    return f"d10 {check.face}, **{check.level}** {harmless(check.resistance)}{off}"


def check_words(check: Check) -> str:
    """Return a fallout check in words."""
    if check.level is None:
        return f"Fallout check d10: {check.face}, safe."
    removed = f", -{check.removed} stress" if check.removed else ""
    waits = f"; say where {check.owed} stress comes off" if check.owed else ""
    replaced = f" instead of {harmless(check.replaced.name)}" if check.replaced else ""
    return (
        f"Fallout check d10: {check.face}, **{check.level}** {harmless(check.resistance)} fallout"
        f"{replaced}{removed}{waits}. Describe it."
    )


def npc_line(npc: Npc, *, die: int, shown: int, tens: int) -> str:
    """Return what an opponent took; ``npc`` is as it is afterwards."""
    extra = f", +{tens} for {'a ten' if tens == 1 else f'{tens} tens'} = {shown + tens}" if tens else ""
    mercy = ": at your mercy" if npc.is_at_mercy else ""
    return f"{harmless(npc.name)} takes D{die} -> {shown}{extra} ({npc.marked} of {npc.resistance}){mercy}."


def unused_line(words: Sequence[str]) -> str:
    """Return the words that played no part (C4), or nothing."""
    return "not used: " + ", ".join(harmless(word, limit=40) for word in words) if words else ""


def joined(lines: Sequence[str]) -> str:
    """Return a reply of these lines, a paragraph each, never over the limit."""
    text = "\n\n".join(line for line in lines if line)
    return text if len(text) <= MAX_REPLY else text[: MAX_REPLY - 1].rstrip() + "\u2026"


def count_words(number: int, noun: str) -> str:
    """Return a number of things: ``1 die``, ``3 dice``."""
    plural = {"die": "dice"}.get(noun, noun + "s")
    return f"{number} {noun if number == 1 else plural}"
