"""``forumgm sandbox``: the local Reddit-compatible forum alone."""

from pathlib import Path

import typer


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("sandbox")(sandbox)


def sandbox(
    host: str = typer.Option("127.0.0.1", help="Address to listen on; loopback unless you know what you do."),
    port: int = typer.Option(8099, min=0, max=65535, help="Port; 0 takes a free one."),
    data: Path | None = typer.Option(None, help="Keep the forum in this file instead of in memory."),
    faults: str | None = typer.Option(None, help="Trouble to make, as 'timeout=0.02,5xx-after=0.01'."),
    manual_clock: bool = typer.Option(False, "--manual-clock", help="Time stands still until told to move on."),
) -> None:
    """Run the stand-in forum: Reddit's API for programs, web pages for people."""
    from forumgm.sandbox.server import serve

    def announce(url: str) -> None:
        typer.echo(f"sandbox forum on {url}", err=True)

    try:
        serve(host=host, port=port, data=data, faults=faults, manual_clock=manual_clock, announce=announce)
    except (ValueError, OSError) as problem:
        raise typer.BadParameter(str(problem)) from problem
