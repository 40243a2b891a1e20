"""Questions to the GM: the state of the game, the rules, secrets; and news that only moderators decide about.

Laws: in the thread only what is plainly meant for the GM is answered: it is addressed, or the comment is one short
question and nothing else. A question about secrets is refused the same way whatever the truth is.
"""

from forumgm.core.reading import Command, Kind, Reading
from forumgm.language.desk import Desk
from forumgm.language.tokens import tokens

_SHORT_QUESTION = 14
_LONG = 60


def _topic(desk: Desk, group: str) -> str | None:
    for words in desk.sentences[:_LONG]:
        if len(words) <= _LONG:
            topic = desk.words.topic(group, words)
            if topic:
                return topic
    return None


def _addressed(desk: Desk) -> bool:
    bot = desk.context.bot.lower()
    called = bool(bot) and bot in desk.page.text.lower()
    return desk.private or called or any(word in desk.phrases("gm_names") for word in desk.said)


def _asks(desk: Desk) -> bool:
    """True if there is a question: a mark, or a word that opens one."""
    if any(clause.asked for clause in desk.clauses):
        return True
    return any(words and words[0] in desk.phrases("question_words") for words in desk.sentences)


def _is_one_question(desk: Desk) -> bool:
    """True for a comment that is one short sentence and nothing else."""
    return len(desk.said) <= _SHORT_QUESTION and len(desk.page.lines) == 1 and len(desk.sentences) == 1


def is_rules_question(desk: Desk) -> bool:
    """True for a question in a private message that is about a rule, not a ballot with a question mark."""
    questions = [c for c in desk.clauses if c.asked]
    if not questions or len(desk.said) <= _TINY:
        return False
    return all(clause.asked for clause in desk.clauses) and _topic(desk, "rules") is not None


_TINY = 3


def read_status(desk: Desk) -> Reading | None:
    """Return which part of the game's state is asked for."""
    if not _addressed(desk) and not (_is_one_question(desk) and _asks(desk)):
        return None
    if len(desk.said) > _LONG:
        return None
    topic = _topic(desk, "status")
    if topic is None or (topic == "all_votes" and not desk.context.moderator):
        return None
    if not _asks(desk) and not _addressed(desk):
        return None
    return desk.say(Kind.STATUS, topic)


def read_rules(desk: Desk) -> Reading | None:
    """Return the topic of a question about the rules."""
    if not _asks(desk) or len(desk.said) > _LONG:
        return None
    if not _addressed(desk) and not _is_one_question(desk):
        return None
    topic = _topic(desk, "rules")
    opinion = any(words[0] in desk.phrases("opinion_words") for words in desk.sentences)
    if topic is None or (not _addressed(desk) and (opinion or not _is_about_play(desk))):
        return None
    return desk.say(Kind.ANSWER, topic)


def _is_about_play(desk: Desk) -> bool:
    return any(word in desk.phrases("play_words") for word in desk.said)


def read_skip(desk: Desk) -> Reading | None:
    """A comment that is only ``skip``: people know it from other forums, here the clock follows the rules."""
    said = [word for word in desk.said if word[0].isalnum()]
    if desk.context.is_player and desk.phrases("skip_words").is_whole(said):
        return desk.say(Kind.ASK, "no_such_action", {"line": "!help"})
    return None


def read_secret(desk: Desk) -> Reading | None:
    """Refuse a request for what the GM may not tell."""
    if not _addressed(desk) or len(desk.said) > _LONG or desk.context.moderator:
        return None
    topic = _topic(desk, "refusals")
    if topic is None or (not desk.private and not _asks(desk)):
        return None
    return desk.say(Kind.REFUSE, topic, private=desk.private)


def read_news(desk: Desk) -> Reading | None:
    """Return what moderators should hear of, or an absence to note down."""
    if not desk.context.is_player or desk.context.moderator:
        return None
    text = desk.page.text
    topic = _topic(desk, "flags")
    hedged = desk.phrases("not_yet").within(desk.said)
    if topic == "extension_request" and (desk.private or _addressed(desk)):
        return desk.say(Kind.FLAG, topic)
    if topic == "wants_replacement" and not hedged and not any(c.asked for c in desk.clauses):
        return desk.say(Kind.FLAG, topic)
    absence = _topic(desk, "absences")
    if absence and not any(clause.asked for clause in desk.clauses) and len(desk.said) <= _LONG:
        own = desk.said[0] in desk.phrases("absence_opening")
        return (
            desk.carry([Command(absence, {"text": text[:200]}, text[:200])], certain=own)
            if own or desk.private
            else None
        )
    return None


def read_quote(desk: Desk) -> Reading | None:
    """Words of the GM's private message in the thread, true or invented (hosts.md section 7)."""
    if not desk.context.is_player or desk.context.moderator or _topic(desk, "flags") != "quotes_private_message":
        return None
    said = [token.word for token in tokens(desk.page.text[:2_000])]
    if desk.private or ('"' not in said and ":" not in said and not desk.phrases("verbatim").within(said)):
        return None
    return desk.say(Kind.FLAG, "quotes_private_message", private=True)
