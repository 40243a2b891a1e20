"""What every store must do with items, people, questions and small values."""

from dataclasses import replace

import pytest

from forumgm.app.ports import ItemState, Person, Question, Store
from forumgm.core.items import Account, Item, Via
from tests.adapters.store.samples import ANN, BOB, add_games, comment, message


class ItemsContract:
    """Items (design.md law 6)."""

    def test_an_item_is_stored_once_as_first_read(self, store: Store) -> None:
        first = Item("mm_1", Via.MODMAIL, BOB, 9, "text", conversation="c1", edited=8, removed=True)
        with store.transaction() as tx:
            assert tx.see(first, now=10)
        with store.transaction() as tx:
            assert not tx.see(replace(first, body="changed"), now=20, state=ItemState.HELD)
            stored = tx.item("mm_1")
            assert stored is not None
            assert stored.item == first
            assert (stored.state, stored.game, stored.order, stored.flagged) == (ItemState.NEW, None, False, False)
            assert tx.item("mm_2") is None

    def test_an_unknown_author_stays_unknown(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.see(comment(author=None), now=10)
            assert [item.author for item in tx.new_items()] == [None]

    def test_known_items_of_many(self, store: Store) -> None:
        ids = [f"t1_{n}" for n in range(1200)]
        with store.transaction() as tx:
            for item_id in ids[::600]:
                tx.see(comment(item_id), now=10)
            assert tx.known_items(ids) == {"t1_0", "t1_600"}
            assert tx.known_items([]) == set()

    def test_new_items_come_in_the_order_of_the_rules(self, store: Store) -> None:
        """resistance.md section 3: by stamp, then comment before message, then id (as a base-36 number)."""
        expected = [
            comment("t1_zz", at=40),
            comment("t1_9", at=50),
            comment("t1_a", at=50),
            comment("t1_10", at=50),
            message("t4_1", at=50),
            comment("t1_1", at=51),
        ]
        with store.transaction() as tx:
            for item in sorted(expected, key=lambda item: item.id):
                tx.see(item, now=60)
            assert tx.new_items() == expected

    def test_settling(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1")
            for item_id in ("t1_1", "t1_2", "t1_3"):
                tx.see(comment(item_id), now=60)
            tx.settle_item("t1_1", ItemState.HANDLED, game="g1", order=True)
            tx.settle_item("t1_2", ItemState.HELD, game="g1", order=False)
            assert [item.id for item in tx.new_items()] == ["t1_3"]
            assert [item.id for item in tx.held_items("g1")] == ["t1_2"]
            assert tx.held_items("g2") == []
            stored = tx.item("t1_1")
            assert stored is not None
            assert (stored.state, stored.game, stored.order) == (ItemState.HANDLED, "g1", True)

    def test_an_item_is_flagged_once(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.see(comment(), now=60)
            assert [tx.flag_item("t1_a"), tx.flag_item("t1_a"), tx.flag_item("t1_b")] == [True, False, False]
            stored = tx.item("t1_a")
            assert stored is not None
            assert stored.flagged

    def test_recent_orders_are_comments_newest_first(self, store: Store) -> None:
        with store.transaction() as tx:
            add_games(tx, "g1", "g2")
            for number, item in enumerate((comment("t1_1"), comment("t1_2"), message("t4_3"), comment("t1_4"))):
                tx.see(replace(item, at=50 + number), now=60)
                tx.settle_item(item.id, ItemState.HANDLED, game="g1", order=item.id != "t1_4")
            tx.see(comment("t1_5"), now=60)
            tx.settle_item("t1_5", ItemState.HANDLED, game="g2", order=True)
            assert tx.recent_orders("g1", 10) == ["t1_2", "t1_1"]
            assert tx.recent_orders("g1", 1) == ["t1_2"]

    @pytest.mark.parametrize(
        "body", ["", "x" * 200_000, "a\r\nb\ttab", "'; DROP TABLE items; --", "\u202e\U0001f3b2 {{ 7 }} %s :x"]
    )
    def test_any_text_comes_back(self, store: Store, body: str) -> None:
        """design.md law 10: everything hostile is normal input."""
        with store.transaction() as tx:
            tx.see(comment(body=body), now=60)
        with store.transaction() as tx:
            assert [item.body for item in tx.new_items()] == [body]

    def test_what_no_database_takes_is_replaced(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.see(comment(body="a\x00b\ud800c", author=Account("t2_\x00", "x")), now=60)
        with store.transaction() as tx:
            assert [(i.body, i.author) for i in tx.new_items()] == [("a\ufffdb\ufffdc", Account("t2_\ufffd", "x"))]

    def test_an_id_beyond_all_bounds_is_stored(self, store: Store) -> None:
        with store.transaction() as tx:
            assert tx.see(comment("t1_" + "z" * 40), now=60)
            assert tx.see(comment("t1_-5"), now=60)
            assert len(tx.new_items()) == 2


class PeopleContract:
    """People, questions, small values, counts."""

    def test_a_person_is_known_by_the_account(self, store: Store) -> None:
        """design.md law 6: identity is the account id, never the name."""
        person = Person(ANN, last_message="t4_9", conversation="c1", quiet=True, unreachable=True)
        with store.transaction() as tx:
            assert tx.person(ANN.id) is None
            tx.save_person(Person(ANN))
            tx.save_person(person)
            assert tx.person(ANN.id) == person
            renamed = replace(person, account=Account(ANN.id, "ANN"), last_message=None)
            tx.save_person(renamed)
            assert tx.person(ANN.id) == renamed

    def test_only_the_newest_question_in_a_channel_waits(self, store: Store) -> None:
        first = Question("t2_a", "private", "g1", 5, 3, "voting", {"verbs": ["undo"], "to": None})
        with store.transaction() as tx:
            tx.ask(first)
            tx.ask(replace(first, channel="t3_one"))
            tx.ask(replace(first, asked_at=6))
            assert tx.question("t2_a", "private") == replace(first, asked_at=6)
            tx.drop_question("t2_a", "private")
            tx.drop_question("t2_a", "private")
            assert tx.question("t2_a", "private") is None
            assert tx.question("t2_a", "t3_one") == replace(first, channel="t3_one")

    @pytest.mark.parametrize("value", [0, "", False, [], 2**60, 1.5, {"a": [1, None, "\x00\ud800ü"]}])
    def test_values(self, store: Store, value: object) -> None:
        with store.transaction() as tx:
            tx.set_value("k", "before")
            tx.set_value("k", value)
        with store.transaction() as tx:
            assert tx.value("k") == value
            tx.set_value("k", None)
            assert tx.value("k") is None

    def test_values_are_found_by_the_beginning_of_their_keys(self, store: Store) -> None:
        kept = {"a_1:x": 1, "a_1:": [2], "a_1:\u00fc%": "three"}
        others = ("a_2:x", "ax1:x", "A_1:x", "b:a_1:x", "a_1")
        with store.transaction() as tx:
            for key, value in {**kept, **dict.fromkeys(others, 0)}.items():
                tx.set_value(key, value)
            tx.set_value("a_1:gone", 1)
            tx.set_value("a_1:gone", None)
        with store.transaction() as tx:
            assert list(tx.values("a_1:").items()) == sorted(kept.items())
            assert tx.values("a_1:\u00fc%") == {"a_1:\u00fc%": "three"}
            assert tx.values("%") == {}

    def test_answers_are_counted_by_person_kind_and_hour(self, store: Store) -> None:
        with store.transaction() as tx:
            calls = [("a", "help", 5), ("a", "help", 5), ("b", "help", 5), ("a", "rules", 5), ("a", "help", 6)]
            assert [tx.count_answer(a, k, span=h) for a, k, h in calls] == [1, 2, 1, 1, 1]
            assert tx.count_answer("a", "help", span=5) == 3
