"""The doctor: checks every stored game by replay and says what differs.

Law: it only reads. The log is the truth; everything else that is stored about a game must follow from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forumgm.adapters.store import PSEUDONYM
from forumgm.app import marks
from forumgm.app.house import House
from forumgm.app.ports import Deadline, Game, GameKind, GameStatus, Store, Transaction
from forumgm.core.errors import ForumGmError
from forumgm.core.events import Recorded, digest
from forumgm.core.kernel import replay
from forumgm.record.lines import read_record
from forumgm.record.verdict import Findings
from forumgm.record.verify import verify_text


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is stored about a game and does not follow from its log."""

    game: str
    code: str
    text: str


def examine(store: Store, houses: Mapping[GameKind, House]) -> Iterator[Difference]:
    """Yield what differs, game by game."""
    with store.transaction() as tx:
        games = tx.games()
    for game in games:
        with store.transaction() as tx:
            current = tx.game(game.id) or game
            found = list(_of_game(tx, current, houses.get(current.kind)))
        yield from found


def _of_game(tx: Transaction, game: Game, house: House | None) -> Iterator[Difference]:
    lines = tx.log(game.id)
    yield from _chain(game, lines)
    if house is None:
        yield Difference(game.id, "no_rules", "this program has no rules for this kind of game")
        return
    log: list[Recorded] = []
    for number, line in enumerate(lines, start=1):
        try:
            log.append(house.codec.decode(line))
        except ForumGmError as error:
            yield Difference(game.id, "unreadable", f"event {number}: {error}")
            return
    try:
        state = replay(house.system, house.initial(), log)
        yield from _row(tx, game, house, state)
        if game.status is GameStatus.OPEN:
            yield from _deadlines(tx, game, house, state)
    except Exception as error:  # noqa: BLE001 - whatever a replay raises is what the doctor is asked for
        yield Difference(game.id, "replay", f"the replay fails with {type(error).__name__}")
    yield from _record(game, lines)


def _chain(game: Game, lines: list[str]) -> Iterator[Difference]:
    if game.version != len(lines):
        yield Difference(game.id, "version", f"the game is at version {game.version}, its log has {len(lines)} events")
    record = read_record("".join(f"{line}\n" for line in lines), found=Findings())
    before = ""
    for number, (event, line) in enumerate(zip(record.events, lines, strict=False), start=1):
        if event.data.get("seq") != number:
            yield Difference(game.id, "sequence", f"event {number} is numbered {event.data.get('seq')!r}")
        if event.data.get("prev") != before:
            yield Difference(game.id, "chain", f"event {number} does not continue the one before")
        before = digest(line)


def _row(tx: Transaction, game: Game, house: House, state: Any) -> Iterator[Difference]:
    if game.version and game.phase != house.phase(state):
        yield Difference(game.id, "phase", f"stored is {game.phase!r}, the log says {house.phase(state)!r}")
    over = bool(game.version) and house.is_over(state)
    if over != (game.status is GameStatus.ENDED):
        yield Difference(
            game.id, "status", f"stored is {game.status.value}, by the log it is {'' if over else 'not '}over"
        )
    if game.version and not _are_seats(marks.seats(tx, game.id), house.seats(state)):
        yield Difference(game.id, "seats", "the stored seats are not those of the log")


def _are_seats(stored: Sequence[str], by_log: Sequence[str]) -> bool:
    """Whether these are the log's seats, but for people who were forgotten since: the log keeps them."""
    left = [account for account in stored if not account.startswith(PSEUDONYM)]
    return len(stored) == len(by_log) and set(left) <= set(by_log)


def _deadlines(tx: Transaction, game: Game, house: House, state: Any) -> Iterator[Difference]:
    struck = marks.struck(tx, game.id)
    due = house.due(state) if game.version else ()
    wanted = {d.key: (d.at, d.verb, d.ceiling) for d in due if d.key not in struck}
    stored = {d.key: _told(d) for d in tx.deadlines(game.id)}
    for key in sorted(wanted.keys() | stored.keys()):
        if key not in stored:
            yield Difference(game.id, "deadline_missing", f"{key} is not stored")
        elif key not in wanted:
            yield Difference(game.id, "deadline_extra", f"{key} is stored, but nothing is due")
        elif wanted[key] != stored[key]:
            yield Difference(game.id, "deadline_differs", f"{key} is stored as {stored[key]}, due is {wanted[key]}")


def _told(deadline: Deadline) -> tuple[int, str, bool]:
    return deadline.due, deadline.verb, deadline.ceiling


def _record(game: Game, lines: list[str]) -> Iterator[Difference]:
    if not lines:
        return
    verdict = verify_text("".join(f"{line}\n" for line in lines), running=game.status is not GameStatus.ENDED)
    for problem in verdict.problems:
        yield Difference(game.id, f"record_{problem.code}", f"line {problem.seq}: {problem.text}")
