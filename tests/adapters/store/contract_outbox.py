"""What every store must do with the outbox (reddit.md 6.1) and with private texts."""

from dataclasses import replace

import pytest

from forumgm.adapters.store import SqlStore
from forumgm.app.ports import GameStatus, ItemState, OutboxRow, Person, Question, Road, RowState, Store, StoreError
from forumgm.core.items import Account
from tests.adapters.store.samples import ANN, BOB, a_game, add_games, comment, message, note, post, recorded


class OutboxContract:
    """Queuing, sending, settling."""

    def test_a_row_comes_back_as_it_was(self, store: Store) -> None:
        row = replace(note("k"), subreddit="play", target="t4_1", opens_period=3, next_try=5, rung=2, number=7)
        saved = replace(row, state=RowState.SENT, attempts=2, looks=1, sent_id="t4_2", sent_at=9, error="RATELIMIT")
        with store.transaction() as tx:
            add_games(tx, "g1")
            assert tx.queue(row)
            assert tx.row("k") == row
            tx.save_row(saved)
        with store.transaction() as tx:
            assert tx.row("k") == saved
            assert tx.row("l") is None

    def test_a_key_is_queued_once(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            assert tx.queue(note("k"))
            assert not tx.queue(replace(note("k"), text="other"))
            assert [row.text for row in tx.rows_of("g1")] == ["you are a spy"]

    def test_saving_what_was_never_queued_is_an_error(self, store: Store) -> None:
        with pytest.raises(StoreError), store.transaction() as tx:
            tx.save_row(note("k", game=None))

    def test_the_newer_row_in_a_slot_takes_the_place_of_those_still_queued(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            for key in ("a", "b"):
                tx.queue(note(key, slot="s"))
            tx.save_row(replace(note("b", slot="s"), state=RowState.SENDING))
            for key in ("c", "d"):
                tx.queue(note(key, slot="s"))
            tx.queue(note("e", slot="t"))
            tx.queue(note("f"))
            assert not tx.queue(note("c", slot="s"))
            dropped, queued = RowState.DROPPED, RowState.QUEUED
            states = [dropped, RowState.SENDING, dropped, queued, queued, queued]
            assert [row.state for row in tx.rows_of("g1")] == states

    def test_public_rows_leave_first_then_the_older_ones(self, store: Store) -> None:
        edit = OutboxRow(key="edit", road=Road.EDIT, game="g1", text="status", tag="", created=98)
        answer = OutboxRow(key="answer", road=Road.ANSWER, game=None, text="no", tag="", created=99)
        with store.transaction() as tx:
            add_games(tx, "g1", "g2", "g3")
            for row in (note("old", created=1), note("oldest", created=0), post(1), post(1, game="g2", created=90)):
                tx.queue(row)
            tx.queue(answer)
            tx.queue(edit)
            keys = ["g2:post:1", "edit", "answer", "g1:post:1", "oldest", "old"]
            assert [row.key for row in tx.sendable(100, 50)] == keys
            assert [row.key for row in tx.sendable(100, 2)] == keys[:2]

    def test_rows_of_one_moment_leave_as_they_were_queued(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            for key in ("c", "a", "b"):
                tx.queue(note(key))
            assert [row.key for row in tx.sendable(100, 50)] == ["c", "a", "b"]

    def test_only_the_lowest_unsent_post_of_each_game_is_sendable(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2", "g3")
            for number, game in ((2, "g1"), (1, "g1"), (3, "g1"), (8, "g2"), (9, "g2"), (10, "g3")):
                tx.queue(post(number, game=game, created=100 + number))
            assert [row.key for row in tx.sendable(200, 50)] == ["g1:post:1", "g2:post:8", "g3:post:10"]
            tx.save_row(replace(post(1), state=RowState.SENT))
            tx.save_row(replace(post(8, game="g2"), state=RowState.FAILED))
            assert [row.key for row in tx.sendable(200, 50)] == ["g1:post:2", "g2:post:9", "g3:post:10"]

    def test_a_post_in_doubt_or_put_off_holds_up_the_later_ones_of_its_game(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            for game in ("g1", "g2"):
                for number in (1, 2):
                    tx.queue(post(number, game=game))
            tx.queue(note("private"))
            tx.save_row(replace(post(1), state=RowState.SENDING))
            tx.save_row(replace(post(1, game="g2"), next_try=500))
            assert [row.key for row in tx.sendable(499, 50)] == ["private"]
            assert [row.key for row in tx.sendable(500, 50)] == ["g2:post:1", "private"]

    def test_rows_by_state_and_game(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            for row in (post(1), note("a"), post(1, game="g2"), note("b", game=None)):
                tx.queue(row)
            tx.save_row(replace(note("a"), state=RowState.SENDING))
            assert [row.key for row in tx.rows_in(RowState.SENDING)] == ["a"]
            assert [row.key for row in tx.rows_in(RowState.QUEUED)] == ["g1:post:1", "g2:post:1", "b"]
            assert [row.key for row in tx.rows_of("g1")] == ["g1:post:1", "a"]


class PrivacyContract:
    """Retention, handing out, forgetting."""

    def _two_games(self, store: SqlStore) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            for game_id, ended in (("g1", 100), ("g2", 200)):
                tx.append(game_id, [recorded(1, at=ended)], expected=0)
                tx.save_game(replace(a_game(game_id), status=GameStatus.ENDED))
                tx.set_members(game_id, [BOB.id])
                tx.queue(note(f"{game_id}:note", game=game_id))
                tx.save_row(replace(note(f"{game_id}:note", game=game_id), state=RowState.SENT))
                for item in (message(f"t4_{game_id}"), comment(f"t1_{game_id}")):
                    tx.see(item, now=60)
                    tx.settle_item(item.id, ItemState.HANDLED, game=game_id, order=True)
            tx.queue(note("g1:waiting"))
            tx.queue(post(1))

    def test_purging_blanks_private_texts_of_games_long_over(self, store: SqlStore) -> None:
        self._two_games(store)
        with store.transaction() as tx:
            tx.see(message("t4_new", at=1), now=60)
            purged = tx.purge_private(150)
            assert (purged.items, purged.texts, purged.questions) == (1, 1, 0)
            assert tx.purge_private(150) == replace(purged, items=0, texts=0)
            bodies = {i: s.item.body for i in ("t4_g1", "t1_g1", "t4_g2", "t4_new") if (s := tx.item(i)) is not None}
            assert bodies == {"t4_g1": "", "t1_g1": "!join", "t4_g2": "!vote yes", "t4_new": "!vote yes"}
            texts = {row.key: row.text for row in [*tx.rows_of("g1"), *tx.rows_of("g2")]}
            spy = "you are a spy"
            assert texts == {"g1:note": "", "g1:waiting": spy, "g1:post:1": "words", "g2:note": spy}

    def test_purging_spares_games_that_run_and_goes_by_time_without_a_game(self, store: SqlStore) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            for item_id, at, game in (("t4_1", 10, "g1"), ("t4_2", 10, None), ("t4_3", 99, None)):
                tx.see(message(item_id, at=at), now=60)
                tx.settle_item(item_id, ItemState.HANDLED, game=game, order=False)
            tx.ask(Question(BOB.id, "private", "g1", 10, 1, "voting", {}))
            purged = tx.purge_private(50)
            assert (purged.items, purged.texts, purged.questions) == (1, 0, 1)
            assert tx.known_items(["t4_2"]) == {"t4_2"}

    def test_everything_about_a_person_is_handed_out(self, store: SqlStore) -> None:
        self._two_games(store)
        with store.transaction() as tx:
            tx.save_person(Person(BOB, quiet=True))
            tx.count_answer(BOB.id, "help", span=4)
            tx.set_value(f"born:{BOB.id}", {"created": 5})
            data = tx.export_person(BOB.id)
            nobody = tx.export_person("t2_nobody")
        assert data["games"] == ["g1", "g2"]
        assert data["hosted"] == []
        assert data["remembered"]["quiet"] is True
        assert sorted(item["id"] for item in data["written"]) == ["t1_g1", "t1_g2", "t4_g1", "t4_g2"]
        assert [row["text"] for row in data["received"]] == ["you are a spy"] * 3
        assert len(data["answers"]) == 1
        assert data["kept"] == {f"born:{BOB.id}": {"created": 5}}
        assert nobody["written"] == nobody["received"] == nobody["games"] == []

    def test_accounts_are_found_by_any_name_they_had_in_any_case(self, store: SqlStore) -> None:
        """A name may have passed from one account to another (design.md law 6)."""
        with store.transaction() as tx:
            tx.see(comment("t1_1"), now=60)
            tx.see(comment("t1_2"), now=60)
            tx.see(comment("t1_3", author=None), now=60)
            tx.save_person(Person(Account("t2_other", "BOB")))
            tx.save_person(Person(Account(BOB.id, "Robert")))
            assert tx.accounts_named("bob") == ["t2_bob", "t2_other"]
            assert tx.accounts_named("ROBERT") == ["t2_bob"]
            assert tx.accounts_named("nobody") == []

    def test_a_forgotten_person_leaves_a_pseudonym(self, store: SqlStore) -> None:
        self._two_games(store)
        with store.transaction() as tx:
            tx.save_person(Person(BOB))
            tx.set_value("seats:g1", [BOB.id, "t2_x"])
            tx.set_value(f"warned:{BOB.id}", 5)
            assert tx.forget_person(BOB.id, "gone-1") == ["g1", "g2"]
            stored = tx.item("t4_g1")
            assert stored is not None
            assert (stored.item.author and stored.item.author.id, stored.item.body) == ("gone-1", "")
            assert tx.person(BOB.id) is None
            assert (tx.value("seats:g1"), tx.value(f"warned:{BOB.id}")) == (["gone-1", "t2_x"], None)
            assert {(row.to, row.account, row.text) for row in tx.rows_of("g2")} == {("gone-1", "gone-1", "")}
            waiting = tx.row("g1:waiting")
            assert waiting is not None
            assert waiting.state is RowState.DROPPED
            left = tx.export_person(BOB.id)
            assert not any(left[part] for part in left if part != "account")
            assert tx.export_person("gone-1")["games"] == ["g1", "g2"]

    def test_whoever_plays_or_hosts_is_not_forgotten(self, store: SqlStore) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            tx.set_members("g1", [BOB.id])
        for account in (BOB.id, ANN.id):
            with pytest.raises(StoreError, match="g1"), store.transaction() as tx:
                tx.forget_person(account, "gone-1")

    def test_a_pseudonym_is_nobody_else(self, store: SqlStore) -> None:
        self._two_games(store)
        with pytest.raises(StoreError, match="taken"), store.transaction() as tx:
            tx.forget_person("t2_nobody", BOB.id)
