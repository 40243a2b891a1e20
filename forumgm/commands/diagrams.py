"""Diagrams in Mermaid, made from the code: rooms from the import contract, phases from games as they are played."""

import re
import tomllib
from collections import Counter
from pathlib import Path

_GAMES = ((5, "diagram"), (7, "diagram"), (8, "diagram"), (10, "diagram"))
_EACH = 12
"""Simulated games of each size; what they walk through is what the diagram shows."""


def rooms_diagram(pyproject: Path) -> str:
    """Return the rooms in layers, as import-linter checks them: a room may import what is below it."""
    contracts = tomllib.loads(pyproject.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(c["layers"] for c in contracts if c["type"] == "layers")
    lines = ["flowchart TB"]
    for place, layer in enumerate(layers):
        rooms = [room.strip().removeprefix("forumgm.") for room in layer.split("|")]
        lines.append(f'  subgraph layer{place}[" "]')
        lines.append("    direction LR")
        lines += [f"    {room}" for room in rooms]
        lines.append("  end")
    lines += [f"  layer{place} --> layer{place + 1}" for place in range(len(layers) - 1)]
    return "\n".join(lines)


def phases_diagram() -> str:
    """Return the phases of The Resistance with the events that lead from one to the next."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for players, seed in _GAMES:
        seen += _walked(players, seed)
    edges: dict[tuple[str, str], list[str]] = {}
    for before, event, after in sorted(seen):
        edges.setdefault((before, after), []).append(_words(event))
    lines = ["stateDiagram-v2", "  [*] --> signup"]
    lines += [f"  {a} --> {b}: {', '.join(events)}" for (a, b), events in edges.items()]
    return "\n".join([*lines, "  ended --> [*]"])


def _walked(players: int, seed: str) -> Counter[tuple[str, str, str]]:
    from forumgm.app.resistance_house import ResistanceHouse
    from forumgm.games.resistance.simulate import simulate

    house = ResistanceHouse(bot="gm", defaults={})
    found: Counter[tuple[str, str, str]] = Counter()
    for played in simulate(players=players, games=_EACH, seed=seed):
        state = house.initial()
        for line in played.lines:
            recorded = house.codec.decode(line)
            before, state = house.phase(state), house.system.apply(state, recorded)
            if house.phase(state) != before:
                found[before, type(recorded.event).__name__, house.phase(state)] += 1
    return found


def _words(event: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", event).lower()
