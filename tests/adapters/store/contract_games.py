"""What every store must do with transactions, games, logs and deadlines."""

import threading
from dataclasses import replace

import pytest

from forumgm.app.ports import Deadline, GameKind, GameStatus, StaleVersionError, Store, StoreError
from forumgm.core.items import Account
from tests.adapters.store.samples import a_game, add_games, comment, recorded


class TransactionContract:
    """Transactions (design.md section 1: one item is one transaction)."""

    def test_everything_of_a_transaction_happens(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            tx.see(comment(), now=60)
            tx.append("g1", [recorded(1)], expected=0)
        with store.transaction() as tx:
            assert (tx.log("g1"), tx.known_items(["t1_a"])) == (['{"seq": 1}'], {"t1_a"})

    def test_nothing_of_a_failed_transaction_happens(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")

        def fail() -> None:
            with store.transaction() as tx:
                tx.see(comment(), now=60)
                tx.append("g1", [recorded(1)], expected=0)
                tx.set_value("cursor", 7)
                raise LookupError

        with pytest.raises(LookupError):
            fail()
        with store.transaction() as tx:
            assert (tx.log("g1"), tx.known_items(["t1_a"]), tx.value("cursor")) == ([], set(), None)
            game = tx.game("g1")
            assert game is not None
            assert game.version == 0

    def test_a_database_error_that_is_swallowed_still_undoes_everything(self, store: Store) -> None:
        def swallow() -> None:
            with store.transaction() as tx:
                tx.set_value("cursor", 7)
                add_games(tx, "g1")
                with pytest.raises(StoreError):
                    add_games(tx, "g1")
                with pytest.raises(StoreError):
                    tx.set_value("cursor", 8)

        with pytest.raises(StoreError):
            swallow()
        with store.transaction() as tx:
            assert (tx.value("cursor"), tx.games()) == (None, [])

    def test_errors_do_not_quote_what_was_stored(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
        with pytest.raises(StoreError) as caught, store.transaction() as tx:
            tx.add_game(replace(a_game("g1"), phase="a secret word"))
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__

    def test_a_row_may_come_before_the_game_that_it_belongs_to(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.set_members("g1", ["t2_bob"])
            add_games(tx, "g1")
        with store.transaction() as tx:
            assert [g.id for g in tx.games_of("t2_bob")] == ["g1"]

    def test_a_row_of_a_game_that_never_comes_is_refused_at_the_end(self, store: Store) -> None:
        with pytest.raises(StoreError), store.transaction() as tx:
            tx.set_members("g1", ["t2_bob"])

    def test_a_transaction_within_a_transaction_is_a_mistake(self, store: Store) -> None:
        def nest() -> None:
            with store.transaction(), store.transaction():
                pass

        with pytest.raises(RuntimeError):
            nest()
        with store.transaction() as tx:
            assert tx.games() == []

    def test_threads_take_turns(self, store: Store) -> None:
        def count() -> None:
            for _ in range(10):
                with store.transaction() as tx:
                    tx.set_value("count", (tx.value("count") or 0) + 1)

        threads = [threading.Thread(target=count) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with store.transaction() as tx:
            assert tx.value("count") == 40


class GamesContract:
    """Games, members, logs, deadlines."""

    def test_ids_count_up_for_each_kind(self, store: Store) -> None:
        with store.transaction() as tx:
            ids = [tx.new_game_id(GameKind.RESISTANCE), tx.new_game_id(GameKind.NARRATIVE)]
        with store.transaction() as tx:
            ids.append(tx.new_game_id(GameKind.RESISTANCE))
        assert ids == ["g1", "s1", "g2"]

    def test_a_game_comes_back_as_it_was(self, store: Store) -> None:
        game = replace(a_game(), phase="voting", status_post="t1_s", error="KeyError", posts=4, status=GameStatus.ASIDE)
        with store.transaction() as tx:
            tx.add_game(game)
        with store.transaction() as tx:
            assert tx.game("g1") == game
            assert tx.game("g2") is None

    def test_saving_writes_all_but_the_version(self, store: Store) -> None:
        changed = replace(a_game(), thread="t3_two", host=Account("t2_c", "Cid"), status=GameStatus.ENDED, version=9)
        with store.transaction() as tx:
            tx.add_game(a_game())
            tx.append("g1", [recorded(1)], expected=0)
            tx.save_game(changed)
            assert tx.game("g1") == replace(changed, version=1)

    def test_saving_what_was_never_added_is_an_error(self, store: Store) -> None:
        with pytest.raises(StoreError), store.transaction() as tx:
            tx.save_game(a_game())

    def test_games_are_listed_oldest_first_and_g10_is_younger_than_g9(self, store: Store) -> None:
        with store.transaction() as tx:
            for game_id in ("g10", "g9", "s2"):
                tx.add_game(a_game(game_id, opened_at=10))
            tx.add_game(replace(a_game("g3", opened_at=5), status=GameStatus.ENDED, thread="t3_two"))
            assert [g.id for g in tx.games()] == ["g3", "s2", "g9", "g10"]
            assert [g.id for g in tx.games(GameStatus.OPEN)] == ["s2", "g9", "g10"]
            assert [g.id for g in tx.games_in_thread("t3_two")] == ["g3"]

    def test_members_are_replaced_and_ended_games_are_not_theirs(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2", "g3", "g4")
            for game_id in ("g1", "g2", "g3"):
                tx.set_members(game_id, ["t2_bob", "t2_ann", "t2_bob"])
            tx.set_members("g2", ["t2_ann"])
            tx.save_game(replace(a_game("g3"), status=GameStatus.ENDED))
            tx.set_members("g4", ["t2_ann"])
            tx.save_game(replace(a_game("g4", opened_at=99), status=GameStatus.ASIDE))
            assert [g.id for g in tx.games_of("t2_bob")] == ["g1"]
            assert [g.id for g in tx.games_of("t2_ann")] == ["g1", "g2", "g4"]
            assert tx.games_of("T2_BOB") == []

    def test_events_are_added_behind_the_version(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            tx.append("g1", [recorded(1), recorded(2)], expected=0)
            tx.append("g2", [recorded(1, line="other")], expected=0)
            tx.append("g1", [recorded(3, line="ü — \U0001f3b2 \\u0000")], expected=2)
            assert tx.log("g1") == ['{"seq": 1}', '{"seq": 2}', "ü — \U0001f3b2 \\u0000"]
            assert [g.version for g in tx.games()] == [3, 1]

    @pytest.mark.parametrize(("seq", "expected"), [(1, 0), (3, 2), (2, 0)])
    def test_a_stale_version_adds_nothing(self, store: Store, seq: int, expected: int) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            tx.append("g1", [recorded(1)], expected=0)
        with pytest.raises(StaleVersionError), store.transaction() as tx:
            tx.append("g1", [recorded(seq)], expected=expected)
        with store.transaction() as tx:
            assert tx.log("g1") == ['{"seq": 1}']

    def test_deadlines_are_replaced_and_listed_earliest_first(self, store: Store) -> None:
        late = Deadline("g1", "ceiling:4", 300, "close", {"ballot": 4, "team": ["Ann", "Bob"]}, ceiling=True)
        early = Deadline("g1", "reminder:4", 200, "remind", {})
        same = Deadline("g1", "a", 200, "remind", {})
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            tx.set_deadlines("g1", [Deadline("g1", "old", 1, "close", {})])
            tx.set_deadlines("g2", [Deadline("g2", "a", 250, "close", {})])
            tx.set_deadlines("g1", [late, early, same])
            assert tx.deadlines("g1") == [early, same, late]

    def test_only_open_games_have_something_due(self, store: Store) -> None:
        """design.md law 4; hosting.md: the clocks of a game set aside stop."""
        with store.transaction() as tx:
            add_games(tx, "g1", "g2", "g3")
            for game_id, due in (("g1", 200), ("g2", 100), ("g3", 200)):
                tx.set_deadlines(game_id, [Deadline(game_id, "k", due, "close", {})])
            assert [d.game for d in tx.due(199)] == ["g2"]
            assert [d.game for d in tx.due(200)] == ["g2", "g1", "g3"]
            tx.save_game(replace(a_game("g1"), status=GameStatus.ASIDE))
            tx.save_game(replace(a_game("g2"), status=GameStatus.ENDED))
            assert [d.game for d in tx.due(200)] == ["g3"]
