"""What a Leader writes without a mark: a clear wish is stated back, thinking aloud is left alone.

Law: an unmarked team is never accepted, at best confirmed; a team list in talk is talk (hosts.md 11.3).
"""

from collections.abc import Sequence

from forumgm.core.items import Channel
from forumgm.core.reading import Command, Kind, Reading
from forumgm.language.desk import Desk
from forumgm.language.normalise import Line
from forumgm.language.proposals import Team, read_team
from forumgm.language.tokens import tokens


def read_unmarked_team(desk: Desk) -> Reading | None:
    """Return the team that the awaited Leader seems to name; None if he only talks."""
    if not desk.awaited_leader or desk.context.needed is None:
        return None
    if desk.phrases("no_delegation").within(desk.said):
        return desk.say(Kind.REFUSE, "no_delegation", {"line": desk.example("propose")})
    if desk.phrases("no_pass").within(desk.said) and not any(c.asked for c in desk.clauses):
        return desk.say(Kind.ASK, "no_such_action", {"line": desk.example("propose")})
    for index, line in enumerate(desk.page.lines[:_MOST_LINES]):
        if len(line.text) > _LONGEST:
            continue
        team = _in_line(desk, line, desk.page.lines[index + 1 :])
        if team is None:
            continue
        if desk.context.channel is Channel.PRIVATE:
            return desk.say(Kind.REFUSE, "thread_only", _wanted(desk, team))
        if line.hidden or line.false_link is not None:
            return desk.say(Kind.ASK, "hidden_characters", _wanted(desk, team))
        return desk.carry([Command("propose", {"team": team.players}, line.text[:200])], certain=False)
    return None


_MOST_LINES, _LONGEST = 60, 400
"""A team without a mark is looked for in this many lines that are short enough to be one."""


def _wanted(desk: Desk, team: Team) -> dict[str, object]:
    mark = (desk.example("propose") or "!propose").split()[0]
    return {"understood": ", ".join(team.players), "line": f"{mark} {' '.join('@' + p for p in team.players)}"}


def _in_line(desk: Desk, line: Line, below: Sequence[Line]) -> Team | None:
    spans = tokens(line.text)
    said = [span.word for span in spans]
    if "?" in said:
        return None
    starts: list[int] = []
    hit = next(iter(desk.phrases("commit").find(said)), None)
    thinks = desk.phrases("thinking").within(said)
    if hit and not thinks:
        starts.append(spans[sum(hit) - 1].end)
    marked = _inner_mark(desk, line.text)
    if marked is not None:
        starts.append(marked)
    if not starts and not thinks:
        starts.append(0)
    for start in starts:
        rest = Line(line.text[start:].strip(" :-,."), "")
        team = read_team(
            [rest, *below] if not rest.text else [rest],
            names=desk.names,
            words=desk.words,
            needed=desk.context.needed,
            roster=[seat.name for seat in desk.context.roster],
        )
        if team.problem is None and (start or team.certain) and (start or _is_all(desk, line)):
            return team
    return None


def _inner_mark(desk: Desk, text: str) -> int | None:
    """Return where the text goes on behind ``##propose`` in the middle of a line."""
    lowered = text.lower()
    for row in desk.context.rows:
        if row.name == "propose":
            for word in row.words:
                for mark in ("##", "!"):
                    at = lowered.find(f"{mark}{word}")
                    if at > 0:
                        return at + len(mark) + len(word)
    return None


def _is_all(desk: Desk, line: Line) -> bool:
    """True if the comment is nothing but this line."""
    return len(desk.page.lines) == 1 and line is desk.page.lines[0]
