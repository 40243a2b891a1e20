"""The rules in force as plain data: options, tables and the first post's view. Wording is the templates'.

Law: what the first post says is made from the options (resistance.md section 1), so that no rule in force is unsaid.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from forumgm.core.effects import PublicPost
from forumgm.games.resistance.options import Options, fails_needed
from forumgm.games.resistance.tables import CRITICAL_MISSION, MAX_PLAYERS, MIN_PLAYERS, ROUNDS
from forumgm.games.resistance.terms import Card

STAR = "*"
"""Marks a mission that needs two sabotages."""
_TABLES = ("roles", "teams", "cards_per_round", "deck")


def options_view(options: Options) -> dict[str, Any]:
    """Return every option that is no table, as plain data."""
    view: dict[str, Any] = {}
    for key in Options.__dataclass_fields__:
        if key in _TABLES:
            continue
        value = getattr(options, key)
        if isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, str):
            value = str(value)
        view[key] = value
    return view


def numbers_table(options: Options, counts: Sequence[int]) -> dict[str, Any]:
    """Return roles, cards and team sizes for these player counts, as head and rows of text."""
    rows = [
        ["Resistance", *(str(options.roles[n].resistance) for n in counts)],
        ["spies", *(str(options.roles[n].spies) for n in counts)],
    ]
    if options.plot:
        rows.append(["plot cards a round", *(str(options.cards_per_round[n]) for n in counts)])
    rows += [
        [f"team, mission {mission}", *(_size(options, n, mission) for n in counts)] for mission in range(1, ROUNDS + 1)
    ]
    return {"head": ["players", *(str(n) for n in counts)], "rows": rows}


def _size(options: Options, players: int, mission: int) -> str:
    size = str(options.teams[players][mission - 1])
    return size + STAR if needed(options, players, mission) > 1 else size


def needed(options: Options, players: int, mission: int) -> int:
    """Return how many sabotages make this mission fail."""
    return fails_needed(players, mission, options.two_fails_from, CRITICAL_MISSION)


def deck_rows(options: Options) -> list[dict[str, str]]:
    """Return each card that can turn up with its copies in words (``1 (5-7), 3 (8-10)``)."""
    counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    rows = []
    for card in Card:
        copies = [(n, options.deck[n].get(card, 0)) for n in counts]
        if any(number for _, number in copies):
            rows.append({"card": str(card), "copies": _copies(copies)})
    return rows


def _copies(copies: Sequence[tuple[int, int]]) -> str:
    groups = [(number, [n for n, _ in group]) for number, group in groupby(copies, key=lambda pair: pair[1])]
    if len(groups) == 1:
        return str(groups[0][0])
    return ", ".join(f"{number} ({_span(counts)})" for number, counts in groups)


def _span(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"


def first_post(options: Options, *, game: str, host: str, commitment: str) -> tuple[str, PublicPost]:
    """Return the thread's title and the first post, before anybody has signed up.

    ``game`` is the id in lower case (``g7``), ``commitment`` the fingerprint of the game's secret in hex.
    """
    view: Mapping[str, Any] = {
        "game": game.upper(),
        "host": host,
        "commitment": commitment,
        "options": options_view(options),
        "table": numbers_table(options, range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        "starred": options.two_fails_from <= MAX_PLAYERS,
        "deck": deck_rows(options),
    }
    plot = " with plot cards" if options.plot else ""
    title = f"The Resistance{plot}, game {game.upper()}: sign-up, {MIN_PLAYERS} to {MAX_PLAYERS} players"
    return title, PublicPost("resistance/first_post", view)
