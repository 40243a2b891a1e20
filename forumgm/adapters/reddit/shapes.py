"""Reddit's JSON, read once at the edge and copied into our own values (failure 29).

Laws: a field that is absent, null or of an odd type costs this one thing and no other: functions here raise one of
``ODD``. What the forum only shows as "[deleted]" or "[removed]" is no text of anybody.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from forumgm.app.ports import Change, ChangeKind
from forumgm.core.items import Account, Item, Via

Json = Mapping[str, Any]

ODD = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
"""What reading a malformed thing raises."""
NOBODY = "[deleted]"
_PLACEHOLDERS = frozenset({"[deleted]", "[removed]"})
_SYSTEM_AUTHORS = frozenset({"reddit", "automoderator"})
_FULLNAME = re.compile(r"(t[1-6])_([0-9a-z]{1,13})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def children(listing: Any) -> list[Any]:
    """Return the elements of a Listing, kinds and all. Raises ValueError if it is none."""
    if isinstance(listing, dict) and isinstance(listing.get("data"), dict):
        found = listing["data"].get("children")
        if isinstance(found, list):
            return found
    raise ValueError("not a listing")


def after(listing: Json) -> str | None:
    """Return the cursor to the next older page, None on the last one."""
    cursor = listing["data"].get("after")
    return cursor if isinstance(cursor, str) and cursor else None


def of_kind(elements: list[Any], kind: str) -> Iterator[Json]:
    """Yield the data of all elements of one kind that have a fullname of it."""
    for element in elements:
        if isinstance(element, dict) and element.get("kind") == kind and isinstance(element.get("data"), dict):
            data = element["data"]
            if is_fullname(data.get("name"), kind):
                yield data


def is_fullname(text: Any, kind: str) -> bool:
    """Return whether this is a fullname of that kind, safe to stand in a path."""
    found = _FULLNAME.fullmatch(text) if isinstance(text, str) else None
    return found is not None and found[1] == kind


def author_name(data: Json) -> str | None:
    """Return the author's name, None when the forum no longer tells it."""
    name = data.get("author")
    return name if isinstance(name, str) and name and name != NOBODY else None


def stamp(value: Any) -> int:
    """Return a time in whole seconds. Raises TypeError or ValueError."""
    if isinstance(value, bool):
        raise TypeError("a truth value is no time")
    return int(float(value))


def edited(data: Json) -> int | None:
    """Return the time of the last edit; ``true``, as on very old texts, tells none."""
    value = data.get("edited")
    return None if value is None or isinstance(value, bool) else stamp(value)


def is_removed(data: Json) -> bool:
    """Return whether it was removed or is held by a filter, as far as we are shown (a moderator is)."""
    return bool(data.get("removed") or data.get("spam") or data.get("banned_by"))


def is_text(data: Json) -> bool:
    """Return whether the body is what the author wrote and no placeholder."""
    return not (data["body"] in _PLACEHOLDERS and author_name(data) is None)


def comment(data: Json, author: Account | None) -> Item:
    """Return a comment as an item; one that was edited before we read it counts as sent at its edit (design law 6)."""
    changed = edited(data)
    return Item(
        id=data["name"],
        via=Via.COMMENT,
        author=author,
        at=changed if changed is not None else stamp(data["created_utc"]),
        body=_text(data["body"]),
        thread=_text(data["link_id"]),
        parent=_text(data["parent_id"]),
        subreddit=_text(data["subreddit"]),
        edited=changed,
        removed=is_removed(data),
    )


def changes(data: Json) -> Iterator[Change]:
    """Yield what has become of a comment that was read before. The same news may come again and again."""
    name, moment = data["name"], edited(data)
    if not is_text(data):
        yield Change(name, ChangeKind.REMOVED if data["body"] == "[removed]" else ChangeKind.DELETED)
        return
    if moment is not None:
        yield Change(name, ChangeKind.EDITED, moment)
    if is_removed(data):
        yield Change(name, ChangeKind.REMOVED)
    elif data.get("approved") or data.get("approved_by"):
        yield Change(name, ChangeKind.APPROVED)


def is_from_person(data: Json) -> bool:
    """Return whether a private message comes from somebody who can be answered (failure 25)."""
    name, to = author_name(data), data.get("dest")
    if name is None or name.lower() in _SYSTEM_AUTHORS or data.get("distinguished") == "admin":
        return False
    return not (isinstance(to, str) and to.startswith("#"))


def message(data: Json, author: Account | None) -> Item:
    """Return a private message as an item. In a chat only the first message of the conversation is told as parent."""
    parent = data.get("parent_id") or data.get("first_message_name")
    return Item(
        id=data["name"],
        via=Via.MESSAGE,
        author=author,
        at=stamp(data["created_utc"]),
        body=_text(data["body"]),
        parent=parent if isinstance(parent, str) else None,
    )


def modmail(data: Json, author: Account, *, conversation: str, subreddit: str | None) -> Item:
    """Return a message of a mod mail conversation as an item."""
    return Item(
        id=modmail_id(data),
        via=Via.MODMAIL,
        author=author,
        at=iso_stamp(data["date"]),
        body=_text(data["bodyMarkdown"]),
        subreddit=subreddit,
        conversation=conversation,
    )


def modmail_id(data: Json) -> str:
    """Return the id under which a mod mail message is known to us."""
    return f"mm_{_text(data['id'])}"


def iso_stamp(text: Any) -> int:
    """Return the epoch seconds of an ISO time with a zone, as mod mail has them."""
    moment = datetime.fromisoformat(_text(text))
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return int(moment.timestamp())


def account_id(value: Any) -> str:
    """Return an account id as ``t2_...``; mod mail tells it as a number."""
    if isinstance(value, bool):
        raise TypeError("a truth value is no id")
    if isinstance(value, int) and value > 0:
        text = ""
        while value:
            value, digit = divmod(value, 36)
            text = _DIGITS[digit] + text
        return f"t2_{text}"
    text = _text(value)
    return text if text.startswith("t2_") else f"t2_{text}"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
