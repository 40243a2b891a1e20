"""``forumgm read``: what the GM would make of each text, changing nothing (interfaces.md).

Laws: JSON lines in, JSON lines out in the same order; a line that is no JSON object is a usage error that names it.
The world file gives the cast; each line's ``ctx`` gives what is special about its moment. With ``--game`` one text is
read at the present moment of a stored game, which is opened for reading only.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from forumgm.commands.common import CONFIG
from forumgm.commands.live import read_live
from forumgm.commands.worlds import context_of
from forumgm.core.errors import ForumGmError
from forumgm.core.items import Channel
from forumgm.core.reading import Command, Kind, Reading
from forumgm.games.resistance.vocabulary import QUESTIONS, ROWS
from forumgm.language.read import read
from forumgm.language.words import Words
from forumgm.reader import load_words

_WITH_ACTION = (Kind.ACCEPT, Kind.ACCEPT_MANY, Kind.CONFIRM)


def shown(reading: Reading, words: Words) -> dict[str, Any]:
    """Return a reading as the fields of interfaces.md."""
    fields: dict[str, Any] = {"kind": reading.kind.value}
    asked = reading.commands[0].verb if len(reading.commands) == 1 else ""
    if reading.kind is Kind.ACCEPT and asked in _ANSWERS:
        fields.update({"kind": "answer", "from": "rules", "topic": reading.commands[0].args.get("topic") or asked})
    elif reading.kind is Kind.ACCEPT and asked in _STATUS:
        fields.update({"kind": "status", "what": asked})
    elif reading.kind in _WITH_ACTION:
        actions = [_action(command, words) for command in reading.commands]
        if len(actions) == 1:
            fields.update(actions[0])
        if len(actions) > 1 or reading.kind is Kind.ACCEPT_MANY:
            fields["actions"] = actions
    elif reading.kind is Kind.STATUS:
        fields["what"] = reading.code
    elif reading.kind is Kind.ANSWER:
        fields.update({"from": "rules", "topic": reading.code})
    elif reading.code:
        fields["reason"] = reading.code
    if reading.kind in (Kind.ASK, Kind.REFUSE):
        fields["facts"] = {key: value for key, value in reading.facts.items() if value is not None}
    if reading.left_over:
        fields["left_over"] = [problem.code for problem in reading.left_over]
    return fields


_ANSWERS = frozenset({"help", "rules"})
_STATUS = frozenset(row.name for row in QUESTIONS) - _ANSWERS
"""Commands that only ask: what interfaces.md calls ``answer`` and ``status``."""
_OVERRIDES = frozenset(row.name for row in ROWS if row.who.value == "moderator")


def _action(command: Command, words: Words) -> dict[str, Any]:
    args: dict[str, Any] = {
        key: list(value) if isinstance(value, tuple) else value for key, value in command.args.items()
    }
    for key in ("card", "takes"):
        if isinstance(args.get(key), str):
            args[key] = words.title(args[key])
    if command.verb in _OVERRIDES:
        return {"action": "override", "what": command.verb, **args}
    action = "use_card" if command.verb == "play_card" and args.get("target") else command.verb
    return {"action": action, **args}


def read_lines(lines: Iterable[str], world: Mapping[str, Any], words: Words) -> Iterator[dict[str, Any]]:
    """Yield what the GM makes of each line. Raises ForumGmError on a line that is no input."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            context = context_of(row, world)
            text = row["text"]
            if not isinstance(text, str):
                raise TypeError("its text is none")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ForumGmError(f"line {number} is no input: {error!r}") from error
        yield {"id": row.get("id"), **shown(read(text, context, words), words)}


def register(app: typer.Typer) -> None:
    """Add the command to a program."""
    app.command("read")(read_command)


def read_command(
    source: Annotated[
        str | None, typer.Argument(metavar="INPUTS|TEXT", help="A file of JSON lines, or with --game the text.")
    ] = None,
    world: Annotated[Path | None, typer.Option(help="The cast, as the fixture world.json.")] = None,
    game: Annotated[str | None, typer.Option(help="A running game, as G7, instead of a world.")] = None,
    name: Annotated[str | None, typer.Option("--as", help="Who writes (with --game).")] = None,
    private: Annotated[bool, typer.Option("--pm", help="As a message to the GM, not in the thread.")] = False,
    config: Path | None = CONFIG,
) -> None:
    """Say what the GM would make of each text, changing nothing; without INPUTS, of standard input."""
    if (world is None) == (game is None) or (game is not None and name is None):
        typer.echo("forumgm read: either --world FILE, or --game GAME with --as NAME, is needed", err=True)
        raise typer.Exit(2)
    try:
        if game is not None and name is not None:
            text = source if source is not None else sys.stdin.read()
            channel = Channel.PRIVATE if private else Channel.THREAD
            words = load_words()
            live = read_live(text, game=game, name=name, channel=channel, config=config, words=words)
            results = iter([shown(live, words)])
        else:
            assert world is not None, "one of the two was given"
            cast = json.loads(world.read_bytes().decode("utf-8-sig"))
            given = Path(source).read_bytes() if source else sys.stdin.buffer.read()
            text = given.decode("utf-8-sig")
            results = read_lines(text.split("\n"), cast, load_words())
        for result in results:
            typer.echo(json.dumps(result, ensure_ascii=False))
    except (OSError, ValueError, ForumGmError) as error:
        typer.echo(f"forumgm read: {error}", err=True)
        raise typer.Exit(2) from error
