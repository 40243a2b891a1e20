"""Private messages and modmail: who may write to whom, and where an answer goes.

Laws:
* An answer to a message goes to the author of that message, even when that is oneself (reddit.md 6.5).
* What a subreddit sends is a modmail conversation; its participant finds it among the private messages and answers
  there.
* ``messages`` holds what lies in inboxes; ``mails`` what lies in conversations.
"""

import re
from dataclasses import replace

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.ids import Kind
from forumgm.sandbox.things import Account, Conversation, Mail, Message, Subreddit
from forumgm.sandbox.writing import (
    COMMENT_LIMIT,
    Barred,
    Refused,
    check_body,
    check_standing,
    check_text,
)

SUBJECT_LIMIT = 100
REFUSALS = {
    "RESTRICTED_TO_PM": "User doesn't accept direct messages. Try sending a chat request instead.",
    "NOT_WHITELISTED_BY_USER_MESSAGE": "can't send a message to that user",
    "USER_BLOCKED_MESSAGE": "can't send a message to that user",
    "INVALID_USER": "that user can't be messaged",
}
TO_SUBREDDIT = re.compile(r"(?:#|/?r/)(\w+)", re.ASCII)


def compose(
    forum: ForumState, author: Account, *, to: str, subject: str, text: str, from_sub: str | None = None
) -> Message:
    """A new message lies in the inbox of ``to`` (an account, or ``/r/name`` for its moderators)."""
    check_standing(author)
    _check_letter(subject, text)
    place = TO_SUBREDDIT.fullmatch(to)
    if place:
        return _write_to_moderators(forum, author, place=place, subject=subject, text=text)
    target = forum.find_account(to.removeprefix("/").removeprefix("u/"))
    if target is None:
        raise Refused("USER_DOESNT_EXIST", "that user doesn't exist", "to")
    sub = forum.find_subreddit(from_sub) if from_sub else None
    if from_sub and (sub is None or not forum.is_moderator(author, sub.id)):
        raise Barred(403)
    if sub is None:
        _check_welcome(target)
        return _deliver(forum, author.id, target=target, subject=subject, text=text)
    conversation = start_conversation(forum, author, sub=sub, target=target, subject=subject, text=text, hidden=False)
    return forum.messages[forum.at.letters[conversation.id][0]]


def reply(forum: ForumState, author: Account, *, parent: Message, text: str) -> Message:
    """An answer to ``parent`` lies in the inbox of that message's author, or in its modmail conversation."""
    check_standing(author)
    if author.id not in (parent.author, parent.to_account):
        raise Barred(403)
    check_body(text, limit=COMMENT_LIMIT)
    subject = parent.subject if parent.subject.startswith("re: ") else f"re: {parent.subject}"
    first = parent.first or parent.id
    if parent.conversation:
        conversation = forum.conversations[parent.conversation]
        sub = forum.subreddits[conversation.sub]
        answer = _to_subreddit(forum, author, sub=sub, subject=subject, text=text, parent=parent, first=first)
        add_mail(forum, conversation, author=author, text=text)
        forum.put(replace(forum.conversations[conversation.id], unread=True))
        return answer
    if parent.author is None:
        raise Barred(403)
    target = forum.accounts[parent.author]
    return _deliver(forum, author.id, target=target, subject=subject, text=text, parent=parent.fullname, first=first)


def start_conversation(
    forum: ForumState,
    author: Account,
    *,
    sub: Subreddit,
    target: Account,
    subject: str,
    text: str,
    hidden: bool,
) -> Conversation:
    """A moderator's letter opens a conversation and lies in the target's inbox."""
    if not forum.is_moderator(author, sub.id):
        raise Barred(403)
    _check_letter(subject, text)
    conversation = _open(forum, sub=sub, subject=subject, participant=target, unread=False)
    add_mail(forum, conversation, author=author, text=text, hidden=hidden)
    _deliver(
        forum,
        None if hidden else author.id,
        target=target,
        subject=subject,
        text=text,
        from_sub=sub.id,
        conversation=conversation.id,
    )
    return conversation


def answer_conversation(
    forum: ForumState, author: Account, *, conversation: Conversation, text: str, internal: bool, hidden: bool
) -> Mail:
    """A moderator's answer stands in the conversation; unless internal, it lies in the participant's inbox."""
    if not forum.is_moderator(author, conversation.sub):
        raise Barred(403)
    check_body(text, limit=COMMENT_LIMIT)
    mail = add_mail(forum, conversation, author=author, text=text, internal=internal, hidden=hidden)
    if conversation.participant and not internal:
        letters = forum.at.letters[conversation.id]
        first = forum.messages[letters[0]] if letters else None
        _deliver(
            forum,
            None if hidden else author.id,
            target=forum.accounts[conversation.participant],
            subject=f"re: {conversation.subject}",
            text=text,
            parent=forum.messages[letters[-1]].fullname if letters else None,
            first=first.id if first else None,
            from_sub=conversation.sub,
            conversation=conversation.id,
        )
    return mail


def add_mail(
    forum: ForumState,
    conversation: Conversation,
    *,
    author: Account,
    text: str,
    internal: bool = False,
    hidden: bool = False,
) -> Mail:
    """One more letter stands in the conversation, which is the newest of its subreddit now."""
    now = forum.clock.stamp()
    mail = Mail(
        id=forum.counters.take(Kind.MAIL),
        conversation=conversation.id,
        author=author.id,
        text=text,
        created=now,
        internal=internal,
        hidden=hidden,
    )
    forum.put(mail)
    forum.put(replace(conversation, updated=now))
    return mail


def _check_letter(subject: str, text: str) -> None:
    if not subject.strip():
        raise Refused("NO_SUBJECT", "please enter a subject", "subject")
    check_text(subject, limit=SUBJECT_LIMIT, field="subject")
    check_body(text, limit=COMMENT_LIMIT)


def _check_welcome(target: Account) -> None:
    code = "INVALID_USER" if target.suspended else target.refusal
    if code:
        raise Refused(code, REFUSALS.get(code, "can't send a message to that user"), "to")


def _write_to_moderators(
    forum: ForumState, author: Account, *, place: re.Match[str], subject: str, text: str
) -> Message:
    sub = forum.find_subreddit(place[1])
    if sub is None or (forum.settings.chat and place[0].startswith("#")):
        raise Refused("USER_DOESNT_EXIST", "that user doesn't exist", "to")  # reddit.md 4.2: "#name" no longer works
    conversation = _open(forum, sub=sub, subject=subject, participant=author, unread=True)
    letter = _to_subreddit(forum, author, sub=sub, subject=subject, text=text, conversation=conversation.id)
    add_mail(forum, conversation, author=author, text=text)
    return letter


def _open(forum: ForumState, *, sub: Subreddit, subject: str, participant: Account, unread: bool) -> Conversation:
    now = forum.clock.stamp()
    conversation = Conversation(
        id=forum.counters.take(Kind.CONVERSATION),
        sub=sub.id,
        subject=subject,
        participant=participant.id,
        created=now,
        updated=now,
        unread=unread,
    )
    forum.put(conversation)
    return conversation


def _deliver(
    forum: ForumState,
    author: str | None,
    *,
    target: Account,
    subject: str,
    text: str,
    parent: str | None = None,
    first: str | None = None,
    from_sub: str | None = None,
    conversation: str | None = None,
) -> Message:
    message = Message(
        id=forum.counters.take(Kind.MESSAGE),
        author=author,
        to_account=target.id,
        to_sub=None,
        subject=subject,
        text=text,
        created=forum.clock.stamp(),
        parent=parent,
        first=first,
        from_sub=from_sub,
        conversation=conversation,
    )
    forum.put(message)
    return message


def _to_subreddit(
    forum: ForumState,
    author: Account,
    *,
    sub: Subreddit,
    subject: str,
    text: str,
    parent: Message | None = None,
    first: str | None = None,
    conversation: str | None = None,
) -> Message:
    message = Message(
        id=forum.counters.take(Kind.MESSAGE),
        author=author.id,
        to_account=None,
        to_sub=sub.id,
        subject=subject,
        text=text,
        created=forum.clock.stamp(),
        parent=parent.fullname if parent else None,
        first=first,
        from_sub=sub.id,
        conversation=conversation or (parent.conversation if parent else None),
        unread=False,
    )
    forum.put(message)
    return message
