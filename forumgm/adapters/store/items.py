"""Items seen: what was written on the forum, as first read, and what became of it.

Laws: an item is stored once, under its id; what is seen again changes nothing (design.md law 6). Lists come in the
order of the rules: stamp, comment before message, id as a number (resistance.md section 3).
"""

from collections.abc import Collection
from itertools import islice
from typing import Any

from sqlalchemy import RowMapping, Select, select, update

from forumgm.adapters.store.columns import LARGEST
from forumgm.adapters.store.tables import items
from forumgm.adapters.store.work import CHUNK, Work
from forumgm.app.ports import ItemState, StoredItem
from forumgm.core.items import Account, Item, Via

_RULE_ORDER = (items.c.at, items.c.rank, items.c.number)


class ItemsPart(Work):
    """The part of a transaction that keeps items."""

    def known_items(self, ids: Collection[str]) -> set[str]:
        """Return those of the ids that were seen before."""
        known: set[str] = set()
        rest = iter(set(ids))
        while chunk := list(islice(rest, CHUNK)):
            known.update(row["id"] for row in self.rows(select(items.c.id).where(items.c.id.in_(chunk))))
        return known

    def see(self, item: Item, *, now: int, state: ItemState = ItemState.NEW) -> bool:
        """Store an item unless it is known; return whether it was new."""
        row = {**_fields(item), "seen_at": now, "state": state, "carried_order": False, "flagged": False}
        return self.add_once(items, row, key="id")

    def item(self, item_id: str) -> StoredItem | None:
        """Return an item as first read, None if it was never seen."""
        row = self.first(select(items).where(items.c.id == item_id))
        if row is None:
            return None
        return StoredItem(_item(row), row["state"], row["game"], row["carried_order"], row["flagged"])

    def new_items(self) -> list[Item]:
        """Return the items in state NEW in the order of the rules."""
        return self._items(select(items).where(items.c.state == ItemState.NEW))

    def settle_item(self, item_id: str, state: ItemState, *, game: str | None, order: bool) -> None:
        """Say what became of an item, whose game it meant and whether it carried an order."""
        values = {"state": state, "game": game, "carried_order": order}
        self.change(update(items).where(items.c.id == item_id).values(**values))

    def flag_item(self, item_id: str) -> bool:
        """Mark as flagged; return whether it was not before (False for an unknown item too)."""
        unflagged = update(items).where(items.c.id == item_id, items.c.flagged.is_(False))
        return self.change(unflagged.values(flagged=True)) == 1

    def held_items(self, game: str) -> list[Item]:
        """Return the items held for a game, in the order of the rules."""
        return self._items(select(items).where(items.c.game == game, items.c.state == ItemState.HELD))

    def recent_orders(self, game: str, limit: int) -> list[str]:
        """Return ids of the game's comments that carried orders, newest first."""
        carried = select(items.c.id).where(
            items.c.game == game, items.c.carried_order.is_(True), items.c.via == Via.COMMENT
        )
        newest = carried.order_by(items.c.at.desc(), items.c.number.desc()).limit(limit)
        return [row["id"] for row in self.rows(newest)]

    def _items(self, statement: Select[Any]) -> list[Item]:
        return [_item(row) for row in self.rows(statement.order_by(*_RULE_ORDER))]


def _fields(item: Item) -> dict[str, Any]:
    _, rank, number = item.sort_key
    return {
        "id": item.id,
        "via": item.via,
        "author_id": item.author.id if item.author else None,
        "author_name": item.author.name if item.author else None,
        "at": item.at,
        "rank": rank,
        "number": min(max(number, 0), LARGEST),
        "body": item.body,
        "thread": item.thread,
        "parent": item.parent,
        "subreddit": item.subreddit,
        "edited": item.edited,
        "conversation": item.conversation,
        "removed": item.removed,
    }


def _item(row: RowMapping) -> Item:
    return Item(
        id=row["id"],
        via=row["via"],
        author=None if row["author_id"] is None else Account(row["author_id"], row["author_name"]),
        at=row["at"],
        body=row["body"],
        thread=row["thread"],
        parent=row["parent"],
        subreddit=row["subreddit"],
        edited=row["edited"],
        conversation=row["conversation"],
        removed=row["removed"],
    )
