"""``forumgm roll``, ``odds`` and ``try``: the dice engine and one narrative comment, without a forum."""

import json
import secrets
import sys
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import typer

from forumgm.core.chance import SECRET_BYTES, Stream
from forumgm.dice import DiceError, canonical_text, draw_from, evaluate, odds, parse
from forumgm.dice.odds import mean
from forumgm.games.narrative.attempt import TryResult, try_comment
from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.faces import BadFacesError, Faces, ScriptedFaces, StreamFaces
from forumgm.games.narrative.sheet_reader import SheetError
from forumgm.language.normalise import normalise

USAGE_ERROR = 2
MAX_SHEET = 100_000


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    expression = {"ignore_unknown_options": True}
    app.command("roll", context_settings=expression)(roll)
    app.command("odds", context_settings=expression)(chances)
    app.command("try")(attempt)


def roll(
    expression: str = typer.Argument(help="Dice, as '4d6kh3+1', '2d20kl1', 'd%', '4dF', '6x 3d6', '1d20 adv'."),
    as_json: bool = typer.Option(False, "--json", help="Machine output."),
) -> None:
    """Roll dice with chance from the operating system."""
    try:
        parsed = parse(expression)
        stream = Stream(secrets.token_bytes(SECRET_BYTES), "forumgm/roll/command")
        rolled = evaluate(parsed, draw_from(stream))
    except DiceError as refused:
        _refuse(refused.message, code=str(refused.code), as_json=as_json)
    if as_json:
        runs = [{"value": run.value, "text": run.text} for run in rolled.runs]
        found = {
            "expr": canonical_text(parsed),
            "dice": list(rolled.faces),
            "values": list(rolled.values),
            "runs": runs,
        }
        typer.echo(json.dumps(found))
        return
    for run in rolled.runs:
        typer.echo(f"{run.text.replace('~~', '~')} = {run.value}")


def chances(
    expression: str = typer.Argument(help="Dice, as for 'roll'."),
    as_json: bool = typer.Option(False, "--json", help="Machine output."),
) -> None:
    """Show the exact odds of an expression."""
    try:
        parsed = parse(expression)
        found = odds(parsed)
    except DiceError as refused:
        _refuse(refused.message, code=str(refused.code), as_json=as_json)
    if as_json:
        exact = {str(value): f"{chance.numerator}/{chance.denominator}" for value, chance in found.items()}
        typer.echo(json.dumps({"expr": canonical_text(parsed), "mean": str(mean(found)), "odds": exact}))
        return
    typer.echo(f"mean {_decimal(mean(found), places=4)}")
    for value, chance in found.items():
        typer.echo(f"{value:>6}  {_decimal(chance * 100, places=3):>8}%  {chance}")


def attempt(
    text: str = typer.Argument(help="A comment, as '!roll sneak docks vs Ogre -- quietly'."),
    system: SystemName = typer.Option(..., "--system", help="The rules system."),
    sheet: Path | None = typer.Option(None, "--sheet", help="The character and the table, a TOML file."),
    faces: str | None = typer.Option(None, "--faces", help="The dice in order of need, as '7,4,8'."),
    as_json: bool = typer.Option(False, "--json", help="Machine output."),
) -> None:
    """Try one narrative comment on a sheet, without a forum."""
    source, scripted = _faces(faces, as_json=as_json)
    try:
        result = try_comment(system, _sheet(sheet, as_json=as_json), normalise(text).lines, faces=source)
        if scripted is not None:
            scripted.finish()
    except SheetError as refused:
        where = "" if sheet is None else f"{sheet}: "
        _refuse("\n".join(f"{where}{problem}" for problem in refused.problems), code="bad_sheet", as_json=as_json)
    except BadFacesError as refused:
        _refuse(str(refused), code="bad_faces", as_json=as_json)
    _show(result, as_json=as_json)


def _show(result: TryResult, *, as_json: bool) -> None:
    typer.echo(json.dumps(result.as_json(), ensure_ascii=False) if as_json else result.reply)


def _faces(given: str | None, *, as_json: bool) -> tuple[Faces, ScriptedFaces | None]:
    if given is None:
        secret = secrets.token_bytes(SECRET_BYTES)
        return StreamFaces(secret, scene="try", comment="none", command=0), None
    pieces = [piece.strip() for piece in given.split(",") if piece.strip()]
    if not all(piece.isascii() and piece.isdigit() and len(piece) <= 3 for piece in pieces):
        _refuse("--faces takes whole numbers, as '7,4,8'", code="bad_faces", as_json=as_json)
    scripted = ScriptedFaces([int(piece) for piece in pieces])
    return scripted, scripted


def _sheet(path: Path | None, *, as_json: bool) -> Mapping[str, object]:
    if path is None:
        return {}
    try:
        raw = path.read_bytes()
        if len(raw) > MAX_SHEET:
            _refuse(f"{path}: a sheet has at most {MAX_SHEET} bytes", code="bad_sheet", as_json=as_json)
        return tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as problem:
        _refuse(f"{path}: {problem.strerror}", code="bad_sheet", as_json=as_json)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        _refuse(f"{path}: {problem}", code="bad_sheet", as_json=as_json)


def _refuse(message: str, *, code: str, as_json: bool) -> NoReturn:
    text = json.dumps({"error": code, "message": message}) if as_json else f"forumgm: {message} ({code})"
    sys.stderr.write(text + "\n")
    raise typer.Exit(USAGE_ERROR)


def _decimal(value: Fraction, *, places: int) -> str:
    """Return a fraction in decimals, rounded half up, without a float."""
    scaled = int(abs(value) * 10**places + Fraction(1, 2))
    sign = "-" if value < 0 and scaled else ""
    whole, part = divmod(scaled, 10**places)
    return f"{sign}{whole}.{part:0{places}d}"
