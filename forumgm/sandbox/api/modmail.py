"""Modmail endpoints: conversations of the subreddits that the viewer moderates.

Law: a list honours ``after`` (PRAW always asks again with the last id, reddit.md 2).
"""

from dataclasses import replace

from forumgm.sandbox import letters
from forumgm.sandbox.api.call import EMPTY, Answer, Call, Row
from forumgm.sandbox.shapes import Json
from forumgm.sandbox.stamps import iso
from forumgm.sandbox.things import Account, Conversation, Mail
from forumgm.sandbox.writing import Barred, Refused

LARGEST_PAGE = 100
USUAL_PAGE = 25


def _person(call: Call, account: Account, conversation: Conversation, *, hidden: bool = False) -> Json:
    return {
        "name": account.name,
        "id": int(account.id, 36),
        "isMod": call.forum.is_moderator(account, conversation.sub),
        "isAdmin": False,
        "isOp": False,
        "isParticipant": account.id == conversation.participant,
        "isHidden": hidden,
        "isDeleted": False,
    }


def _mail(call: Call, mail: Mail, conversation: Conversation) -> Json:
    author = call.forum.accounts[mail.author]
    is_moderator = call.forum.is_moderator(author, conversation.sub)
    return {
        "id": mail.id,
        "body": mail.text,
        "bodyMarkdown": mail.text,
        "author": _person(call, author, conversation, hidden=mail.hidden),
        "isInternal": mail.internal,
        "date": iso(mail.created),
        "participatingAs": "moderator" if is_moderator else "participant_user",
    }


def _shape(call: Call, conversation: Conversation) -> Json:
    forum = call.forum
    mails = [forum.mails[identity] for identity in forum.at.mail[conversation.id]]
    writers = [forum.accounts[identity] for identity in dict.fromkeys(mail.author for mail in mails)]
    sub = forum.subreddits[conversation.sub]
    person = forum.accounts[conversation.participant] if conversation.participant else None
    return {
        "id": conversation.id,
        "subject": conversation.subject,
        "objIds": [{"id": mail.id, "key": "messages"} for mail in mails],
        "numMessages": len(mails),
        "authors": [_person(call, writer, conversation) for writer in writers],
        "participant": _person(call, person, conversation) if person else {},
        "owner": {"displayName": sub.name, "type": "subreddit", "id": sub.fullname},
        "state": 2 if conversation.archived else 1 if len(mails) > 1 else 0,
        "isAuto": False,
        "isRepliable": True,
        "isInternal": person is None,
        "isHighlighted": False,
        "conversationType": "sr_user" if person else "internal",
        "lastUpdated": iso(conversation.updated),
        "lastUserUpdate": _last(mails, person),
        "lastModUpdate": _last([mail for mail in mails if not person or mail.author != person.id], None),
        "lastUnread": iso(conversation.updated) if conversation.unread else None,
        "legacyFirstMessageId": next(iter(forum.at.letters[conversation.id]), None),
    }


def _last(mails: list[Mail], writer: Account | None) -> str | None:
    times = [mail.created for mail in mails if writer is None or mail.author == writer.id]
    return iso(times[-1]) if times else None


def _whole(call: Call, conversation: Conversation) -> Json:
    mails = [call.forum.mails[identity] for identity in call.forum.at.mail[conversation.id]]
    return {mail.id: _mail(call, mail, conversation) for mail in mails}


def _visible(call: Call) -> list[Conversation]:
    forum = call.forum
    asked = {name.lower() for name in call.query.get("entity", "").split(",") if name}
    subs = [sub for sub in forum.subreddits.values() if forum.is_moderator(call.viewer, sub.id)]
    chosen = [sub for sub in subs if not asked or sub.name.lower() in asked]
    found = [forum.conversations[identity] for sub in chosen for identity in forum.at.conversations_in[sub.id]]
    return sorted(found, key=lambda one: (one.updated, one.id), reverse=True)


def _conversation(call: Call) -> Conversation:
    found = call.forum.conversations.get(call.parts[0])
    if found is None:
        raise Barred(404)
    if not call.forum.is_moderator(call.viewer, found.sub):
        raise Barred(403)
    return found


def conversations(call: Call) -> Answer:
    """GET api/mod/conversations: newest first."""
    state = call.query.get("state", "all")
    found = [one for one in _visible(call) if _fits(one, state)]
    ids = [one.id for one in found]
    if call.query.get("after") in ids:
        found = found[ids.index(call.query["after"]) + 1 :]
    asked = call.query.get("limit", "")
    limit = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 8 else USUAL_PAGE
    found = found[: min(max(limit, 1), LARGEST_PAGE)]
    mails = [entry for one in found for entry in _whole(call, one).items()]
    return Answer(
        {
            "conversationIds": [one.id for one in found],
            "conversations": {one.id: _shape(call, one) for one in found},
            "messages": dict(mails),
            "viewerId": call.me().fullname,
        }
    )


def _fits(conversation: Conversation, state: str) -> bool:
    if conversation.archived or state == "archived":
        return conversation.archived and state == "archived"
    return state != "highlighted"  # nothing here highlights


def create(call: Call) -> Answer:
    """POST api/mod/conversations: 201 and the conversation."""
    sub = call.forum.find_subreddit(call.need("srName"))
    if sub is None:
        raise Barred(403)
    target = call.forum.find_account(call.need("to").removeprefix("/").removeprefix("u/"))
    if target is None:
        raise Refused("USER_DOESNT_EXIST", "that user doesn't exist", "to")
    made = letters.start_conversation(
        call.forum,
        call.me(),
        sub=sub,
        target=target,
        subject=call.form.get("subject", ""),
        text=call.form.get("body", ""),
        hidden=call.flag("isAuthorHidden", default=False),
    )
    stored = call.forum.conversations[made.id]
    body = {"conversation": _shape(call, stored), "messages": _whole(call, stored), "modActions": {}}
    return Answer(body, 201)


def read(call: Call) -> Answer:
    """GET api/mod/conversations/{id}, marking it read when asked to."""
    found = _conversation(call)
    if call.query.get("markRead", "").lower() == "true":
        found = replace(found, unread=False)
        call.forum.put(found)
    return Answer({"conversation": _shape(call, found), "messages": _whole(call, found), "modActions": {}})


def answer(call: Call) -> Answer:
    """POST api/mod/conversations/{id}: 201 and the new letter."""
    found = _conversation(call)
    mail = letters.answer_conversation(
        call.forum,
        call.me(),
        conversation=found,
        text=call.form.get("body", ""),
        internal=call.flag("isInternal", default=False),
        hidden=call.flag("isAuthorHidden", default=False),
    )
    stored = call.forum.conversations[found.id]
    body = {"conversation": _shape(call, stored), "messages": {mail.id: _mail(call, mail, stored)}}
    return Answer(body, 201)


def file_away(call: Call) -> Answer:
    """POST api/mod/conversations/{id}/archive or unarchive."""
    found = replace(_conversation(call), archived=call.parts[1] == "archive")
    call.forum.put(found)
    return Answer({"conversation": _shape(call, found), "messages": _whole(call, found), "modActions": {}})


def mark(call: Call) -> Answer:
    """POST api/mod/conversations/read and unread."""
    for identity in call.form.get("conversationIds", "").split(","):
        found = call.forum.conversations.get(identity)
        if found and call.forum.is_moderator(call.viewer, found.sub):
            call.forum.put(replace(found, unread=call.parts[0] == "unread"))
    return EMPTY


def unread_count(call: Call) -> Answer:
    """GET api/mod/conversations/unread/count."""
    unread = sum(one.unread for one in _visible(call) if not one.archived)
    states = ("archived", "appeals", "highlighted", "notifications", "join_requests", "filtered", "inprogress", "mod")
    return Answer({"new": unread, **dict.fromkeys(states, 0)})


ROWS = (
    Row("GET", r"/api/mod/conversations", conversations),
    Row("POST", r"/api/mod/conversations", create),
    Row("GET", r"/api/mod/conversations/unread/count", unread_count),
    Row("POST", r"/api/mod/conversations/(read|unread)", mark),
    Row("GET", r"/api/mod/conversations/([a-z0-9]+)", read),
    Row("POST", r"/api/mod/conversations/([a-z0-9]+)", answer),
    Row("POST", r"/api/mod/conversations/([a-z0-9]+)/(archive|unarchive)", file_away),
)
