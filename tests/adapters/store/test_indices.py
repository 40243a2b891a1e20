"""Every query of the port finds its rows by an index, so that years of old games cost nothing."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from forumgm.adapters.store import SqlStore, open_store
from forumgm.adapters.store.store import SqlTransaction
from forumgm.app.ports import Deadline, GameKind, GameStatus, ItemState, Question, RowState
from tests.adapters.store.samples import a_game, add_games, comment, note, post, recorded

QUERIES: dict[str, Callable[[SqlTransaction], object]] = {
    "new_game_id": lambda tx: tx.new_game_id(GameKind.RESISTANCE),
    "save_game": lambda tx: tx.save_game(a_game()),
    "game": lambda tx: tx.game("g1"),
    "games": lambda tx: tx.games(GameStatus.OPEN),
    "games_in_thread": lambda tx: tx.games_in_thread("t3_one"),
    "set_members": lambda tx: tx.set_members("g1", ["t2_bob"]),
    "games_of": lambda tx: tx.games_of("t2_bob"),
    "append": lambda tx: tx.append("g1", [recorded(1)], expected=0),
    "log": lambda tx: tx.log("g1"),
    "known_items": lambda tx: tx.known_items(["t1_a", "t1_b"]),
    "see": lambda tx: tx.see(comment(), now=60),
    "item": lambda tx: tx.item("t1_a"),
    "new_items": lambda tx: tx.new_items(),
    "settle_item": lambda tx: tx.settle_item("t1_a", ItemState.HANDLED, game="g1", order=True),
    "flag_item": lambda tx: tx.flag_item("t1_a"),
    "held_items": lambda tx: tx.held_items("g1"),
    "recent_orders": lambda tx: tx.recent_orders("g1", 10),
    "set_deadlines": lambda tx: tx.set_deadlines("g1", [Deadline("g1", "k", 1, "close", {})]),
    "deadlines": lambda tx: tx.deadlines("g1"),
    "due": lambda tx: tx.due(100),
    "queue": lambda tx: tx.queue(note("k", slot="s")),
    "save_row": lambda tx: tx.save_row(post(1)),
    "row": lambda tx: tx.row("k"),
    "sendable": lambda tx: tx.sendable(100, 50),
    "rows_in": lambda tx: tx.rows_in(RowState.SENDING),
    "rows_of": lambda tx: tx.rows_of("g1"),
    "person": lambda tx: tx.person("t2_bob"),
    "question": lambda tx: tx.question("t2_bob", "private"),
    "ask": lambda tx: tx.ask(Question("t2_bob", "private", "g1", 1, 1, "voting", {})),
    "drop_question": lambda tx: tx.drop_question("t2_bob", "private"),
    "value": lambda tx: tx.value("k"),
    "values": lambda tx: tx.values("alert:g1:"),
    "set_value": lambda tx: tx.set_value("k", None),
    "count_answer": lambda tx: tx.count_answer("t2_bob", "help", span=5),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    folder: Path = tmp_path_factory.mktemp("indices")
    store = open_store(f"sqlite:///{folder}/store.sqlite3")
    with store.transaction() as tx:
        add_games(tx, "g1")
        tx.queue(post(1))
    yield store
    store.close()


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_reads_a_whole_table(store: SqlStore, name: str) -> None:
    plans: list[str] = []

    def explain(connection: Any, cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
            return
        with closing(connection.connection.cursor()) as other:
            values = parameters[0] if parameters and isinstance(parameters[0], tuple) else parameters
            plans.extend(row[3] for row in other.execute("EXPLAIN QUERY PLAN " + statement, values).fetchall())

    event.listen(store._engine, "before_cursor_execute", explain)
    try:
        with store.transaction() as tx:
            QUERIES[name](tx)
    finally:
        event.remove(store._engine, "before_cursor_execute", explain)
    # A query of which no plan was seen would pass unproven; an insert has none.
    assert plans or name in {"see", "ask"}
    assert [plan for plan in plans if plan.startswith("SCAN")] == []


def test_the_list_above_is_whole() -> None:
    """A new method of the transaction must show its plan here; the rest are for operators or insert only."""
    public = {name for name in dir(SqlTransaction) if not name.startswith("_")}
    work = {"rows", "first", "change", "add", "add_once", "put"}
    operators = {"purge_private", "accounts_named", "export_person", "forget_person"}
    assert public - work - operators - {"add_game", "save_person"} == set(QUERIES)
