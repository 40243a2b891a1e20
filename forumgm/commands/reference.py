"""The reference pages, made from the code: ``make docs``.

Laws: nothing here says what a row of the code can say itself; the same code makes the same bytes; the diagrams of
``docs/architecture.md`` stand between marks and are replaced in place. A test fails where a page differs.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from forumgm.commands.diagrams import phases_diagram, rooms_diagram
from forumgm.commands.synopsis import commands_of

_ARCHITECTURE = Path("docs/architecture.md")
_MARK = re.compile(r"(<!-- made from the code: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_NOTE = "Made from the code by `make docs`; don't edit it by hand."


def pages(program: Any) -> dict[str, str]:
    """Return every reference page by its file name; ``program`` is the whole command line."""
    made = {
        "commands.md": _commands(program),
        "options.md": _options(),
        "templates.md": _templates(),
        "record.md": _record(),
        "metrics.md": _metrics(),
        "refusals.md": _refusals(),
    }
    return {name: text.rstrip("\n") + "\n" for name, text in made.items()}


def architecture(text: str, root: Path) -> str:
    """Return the architecture page with its diagrams made anew."""
    diagrams = {"rooms": lambda: rooms_diagram(root / "pyproject.toml"), "phases": phases_diagram}
    return _MARK.sub(lambda m: f"{m[1]}\n```mermaid\n{diagrams[m[2]]()}\n```\n\n{m[3]}", text)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "".join(f"{line}\n" for line in lines)


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(" ".join(str(cell).split()).replace("|", "\\|") for cell in cells) + " |"


def _page(title: str, *parts: str) -> str:
    return "\n".join([f"# {title}\n", f"{_NOTE}\n", *parts])


def _code(text: object) -> str:
    return f"`{text}`" if str(text) else ""


# --- commands ------------------------------------------------------------------------------------------------------


def _commands(program: Any) -> str:
    from forumgm.app.doorbell import WORDS
    from forumgm.games.resistance import vocabulary

    groups = {
        "Seats": vocabulary.SEATS,
        "Teams and votes": vocabulary.TEAMS,
        "Plot cards": vocabulary.CARDS,
        "Questions": vocabulary.QUESTIONS,
        "For moderators": vocabulary.OVERRIDES,
    }
    parts = ["## In a game\n", "In the thread or in a message, a line that begins with `!`.\n"]
    for title, rows in groups.items():
        parts += [
            f"### {title}\n",
            table(["Command", "Where", "Who", "What is true afterwards", "Example"], map(_verb, rows)),
        ]
    words = ", ".join(f"`!{word}`" for word in WORDS)
    parts += ["### Outside of a game\n", f"{words}: a moderator gets a one-time link to the moderators' page.\n"]
    return _page("Commands", *parts, *_scenes(), "## On the command line\n", *_command_line(program))


def _scenes() -> list[str]:
    from forumgm.games.narrative.words import GM_VERBS, VERBS, Verb

    rows = []
    for verb in Verb:
        words = [word for word, meant in VERBS.items() if meant is verb]
        rows.append([", ".join(f"`!{word}`" for word in words), "the scene's GM" if verb in GM_VERBS else "players"])
    return ["## In a narrative scene\n", table(["Command", "Who"], rows)]


def _verb(row: Any) -> list[str]:
    words = ", ".join(f"`!{word}`" for word in row.words)
    where = " or ".join(sorted({"thread": "thread", "private": "message"}[c.value] for c in row.channels))
    asks = " Asks for a yes first." if row.ask_first else ""
    return [words, where, row.who.value, row.summary + asks, _code(row.example)]


def _command_line(program: Any) -> Iterable[str]:
    for command in commands_of(program, "forumgm"):
        yield f"### `{command.line}`\n"
        yield command.about + "\n"
        if command.parameters:
            yield table(["Argument", "Meaning"], [[_code(name), meaning] for name, meaning in command.parameters])


# --- options -------------------------------------------------------------------------------------------------------


def _options() -> str:
    from forumgm.settings.model import Settings

    parts = ["## Of the games\n", "Under `[rules]`, in a preset, or behind `!host resistance`.\n", _rules()]
    parts.append("## Of the daemon\n")
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if name == "subreddit":
            from forumgm.settings.model import SubredditSettings

            parts += ["### `[subreddit.NAME]`\n", _section(SubredditSettings)]
        elif hasattr(section, "model_fields"):
            parts += [f"### `[{name}]`\n", _section(section)]
    return _page("Options", *parts)


def _rules() -> str:
    from forumgm.games.resistance.options import DEFAULTS, KEYS, parse_options

    rows = []
    for key in KEYS:
        _, problems = parse_options({key: object()})
        default = getattr(DEFAULTS, key)
        shown = "by the rules' table" if isinstance(default, Mapping) else _code(_value(key, default))
        rows.append([_code(key), shown, problems[0].allowed if problems else ""])
    return table(["Option", "Default", "Allowed"], rows)


def _value(key: str, value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_hours(v) for v in value) + "]"
    if isinstance(value, int) and (key.endswith("_ceiling") or key == "outage_limit"):
        return _hours(value)
    return "none" if value is None else str(value)


def _hours(seconds: int) -> str:
    return f"{seconds // 3600}h"


def _section(model: Any) -> str:
    rows = []
    for key, field in model.model_fields.items():
        secret = "SecretStr" in str(field.annotation)
        default = "" if secret else _code(_plain(field.get_default(call_default_factory=True)))
        meaning = "a secret: from the environment, `praw.ini` or systemd, never in the file" if secret else ""
        rows.append([_code(key), default, field.description or meaning])
    return table(["Key", "Default", "Meaning"], rows)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


# --- templates -----------------------------------------------------------------------------------------------------


def _templates() -> str:
    from jinja2 import Environment

    from forumgm.rendering.environment import SUFFIX, Renderer, package_templates

    environment = Environment(autoescape=True)
    rows = []
    for name in Renderer().names():
        source = (package_templates() / f"{name}{SUFFIX}").read_text("utf-8")
        rows.append([_code(name), ", ".join(_code(key) for key in _keys(environment.parse(source)))])
    intro = (
        "A template words one thing that the GM says. A file of the same name in the directory that\n"
        "`daemon.templates` names takes the place of ours. Keys are what the template reads from its view;\n"
        "`bot` is known everywhere.\n"
    )
    return _page("Templates", intro, table(["Template", "Keys"], rows))


def _keys(tree: Any) -> list[str]:
    from jinja2 import nodes

    names = list(tree.find_all(nodes.Name))
    own = {n.name for n in names if n.ctx != "load"} | {m.name for m in tree.find_all(nodes.Macro)}
    for imported in tree.find_all(nodes.FromImport):
        own |= {n if isinstance(n, str) else n[1] for n in imported.names}
    own |= {imported.target for imported in tree.find_all(nodes.Import)}
    own |= {"bot", "pages_at", "part"}  # what every template knows
    return sorted({n.name for n in names} - own - {"loop", "caller", "varargs", "range", "namespace"})


# --- record, metrics, refusals -------------------------------------------------------------------------------------


def _record() -> str:
    from forumgm.record.fields import FIELDS, OPTIONAL, WITHHELD

    intro = (
        "A record is JSON Lines, an event a line. Every line has `seq` (from 1), `at` (UTC), `type`, `prev` (the\n"
        "first 16 hex digits of the SHA-256 of the line before, empty in the first) and, where an item of the forum\n"
        "caused it, `source` with its `id` and `author`. `forumgm verify` judges a record by these rows and by the\n"
        "rules.\n"
    )
    parts = [intro]
    for type_, fields in FIELDS.items():
        parts.append(f"## `{type_}`\n")
        rows = []
        for name, kind in fields.items():
            notes = ["may be absent"] if name in OPTIONAL.get(type_, ()) else []
            notes += ["not in the public record of a running game"] if name in WITHHELD.get(type_, ()) else []
            rows.append([_code(name), kind.expects, ", ".join(notes)])
        parts.append(table(["Field", "Value", "Note"], rows) if rows else "No fields of its own.\n")
    return _page("Record", *parts)


def _metrics() -> str:
    from collections import Counter

    from forumgm.adapters.metrics import Metrics, Sources
    from forumgm.app.health import Census, Pulse

    counted = Census(
        games=Counter({("g", "open", "team_vote"): 1}), waiting=Counter(public=1, private=1),
        oldest={"public": 1, "private": 1},
    )  # fmt: skip
    metrics = Metrics(Sources(Pulse(lambda: 0.0, interval=30, patience=120), lambda: counted, lambda: None))
    intro = "At `/metrics` on the address of `web.listen`, to this machine only.\n"
    return _page("Metrics", intro, table(["Series", "Kind", "Labels", "Meaning"], _series(metrics.text().decode())))


def _series(text: str) -> list[list[str]]:
    """Return name, kind, labels and meaning of every series in Prometheus' text format."""
    labels: dict[str, str] = {}
    for found in re.finditer(r"^(\w+)\{([^}]*)\}", text, re.MULTILINE):
        labels[found[1]] = ", ".join(_code(name) for name in re.findall(r'(\w+)="', found[2]))
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    helps = re.findall(r"^# HELP (\w+) (.*)$", text, re.MULTILINE)
    return sorted([_code(name), kinds[name], labels.get(name, ""), meaning] for name, meaning in helps)


def _refusals() -> str:
    from forumgm.games.resistance.refusals import REFUSALS

    rows = [
        [_code(code), row.meaning, ", ".join(_code(f) for f in row.facts), "message" if row.private else ""]
        for code, row in REFUSALS.items()
    ]
    intro = "Why an order may be refused. Each code has a template `refusals/CODE` with these facts.\n"
    return _page("Refusals", intro, table(["Code", "Meaning", "Facts", "Always by"], rows))


def main(directory: Path, program: Any) -> None:
    """Write every page below ``directory`` and the diagrams of the architecture page."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in pages(program).items():
        (directory / name).write_text(text, "utf-8")
    root = Path(__file__).parents[2]
    page = root / _ARCHITECTURE
    page.write_text(architecture(page.read_text("utf-8"), root), "utf-8")


if __name__ == "__main__":
    import typer

    # Run as a program this stands above the command line, which it describes.
    main(Path(sys.argv[1]), typer.main.get_command(import_module("forumgm.cli").build()))
