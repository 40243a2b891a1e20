"""Near misses: is an unknown word a slip of a known one? (narrative.md C4)

Law: distance 1 from five letters, 2 from eight; work is bounded by the longest known word, whatever was typed.
"""

from collections.abc import Iterable

MAX_LETTERS = 24


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that this one nearly is, or None; the first of the nearest."""
    typed = word.casefold()
    if not 5 <= len(typed) <= MAX_LETTERS:
        return None
    allowed = 2 if len(typed) >= 8 else 1
    best: tuple[int, str] | None = None
    for candidate in known:
        spelled = candidate.casefold()
        if abs(len(spelled) - len(typed)) > allowed:
            continue
        far = distance(typed, spelled)
        if 0 < far <= allowed and (best is None or far < best[0]):
            best = (far, candidate)
    return best[1] if best else None


def distance(one: str, other: str) -> int:
    """Return the edit distance: insert, delete, replace, or swap two neighbours, each 1."""
    older: list[int] = []
    old = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        new = [i]
        for j, b in enumerate(other, 1):
            cost = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            new.append(cost)
        older, old = old, new
    return old[-1]
