"""Marks: the small values that more than one module reads, each with its key, its type and its meaning.

Laws: such a key is spelled here and nowhere else; one that a single module needs stands in that module. The parts of
every key are joined by colons, and an account's id is a part of its own: that is how whoever is forgotten is found.
"""

from collections.abc import Collection, Sequence

from forumgm.app.ports import Transaction


def seats(tx: Transaction, game_id: str) -> list[str]:
    """Return the accounts that hold a seat in a game, as of its last event."""
    return list(tx.value(_seats(game_id)) or ())


def set_seats(tx: Transaction, game_id: str, accounts: Sequence[str]) -> None:
    """Note who holds a seat."""
    tx.set_value(_seats(game_id), list(accounts))


def struck(tx: Transaction, game_id: str) -> set[str]:
    """Return the keys of those deadlines of a game that changed nothing and were struck: none strikes twice."""
    return set(tx.value(_struck(game_id)) or ())


def set_struck(tx: Transaction, game_id: str, keys: Collection[str]) -> None:
    """Note which deadlines were struck."""
    tx.set_value(_struck(game_id), sorted(keys))


def tree_read(tx: Transaction, thread: str) -> int:
    """Return the forum time at which the last poll began that read a thread's whole tree, 0 before the first."""
    return tx.value(_tree(thread)) or 0


def set_tree_read(tx: Transaction, thread: str, began: int) -> None:
    """Note that a poll read a thread's whole tree."""
    tx.set_value(_tree(thread), began)


def status_edited(tx: Transaction, game_id: str) -> int:
    """Return the forum time of the last edit of a game's status comment, 0 before the first."""
    return tx.value(_status_edit(game_id)) or 0


def set_status_edited(tx: Transaction, game_id: str, at: int) -> None:
    """Note that a game's status comment was edited."""
    tx.set_value(_status_edit(game_id), at)


def is_moderated(tx: Transaction, subreddit: str) -> bool:
    """Return whether the bot itself moderates a subreddit, by its list as last read."""
    return bool(tx.value(_moderated(subreddit)))


def set_moderated(tx: Transaction, subreddit: str, *, holds: bool) -> None:
    """Note whether the bot moderates a subreddit."""
    tx.set_value(_moderated(subreddit), holds or None)


def _seats(game_id: str) -> str:
    return f"seats:{game_id}"


def _struck(game_id: str) -> str:
    return f"struck:{game_id}"


def _tree(thread: str) -> str:
    return f"tree:{thread}"


def _status_edit(game_id: str) -> str:
    return f"status-edit:{game_id}"


def _moderated(subreddit: str) -> str:
    return f"moderated:{subreddit.lower()}"
