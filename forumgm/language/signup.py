"""Reading who wants a seat: in words, by habit (``/in``), with conditions; and the handshake.

Laws: a sentence counts only if it is nothing but the wish; ``in`` and ``out`` inside other sentences are prepositions.
The handshake is the code, or an answer to the message that asked for it; a new message without it proves nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from forumgm.core.reading import Command, Kind, Reading
from forumgm.language.arguments import introduced
from forumgm.language.desk import Desk
from forumgm.language.marked import read_marked_lines
from forumgm.language.normalise import normalise
from forumgm.language.orders import Finder
from forumgm.language.tokens import tokens

_SIGNUP, _HANDSHAKE = "signup", "handshake"
_GIVING_UP = frozenset({"leave", "move_to_reserve"})


def read_signup(desk: Desk) -> Reading | None:
    """Return what somebody wants with the list of players while it is open; None if it is talk."""
    if desk.context.phase != _SIGNUP:
        return None
    slashed = _slashed(desk)
    if slashed:
        return slashed
    nicks, rest = _nicknames(desk)
    wishes: list[tuple[str, bool]] = []
    for words in rest.sentences:
        wish = _wish(rest, words)
        if wish:
            wishes.append(wish)
    kinds = {kind for kind, _ in wishes}
    if len(kinds) != 1:
        return desk.say(Kind.ASK, "unclear", {"line": desk.example("sign_up")}) if kinds else None
    asked = any(clause.asked for clause in desk.clauses)
    certain = all(sure for _, sure in wishes) and not asked
    if asked and not certain and kinds == {"leave"}:
        return None
    kind = kinds.pop()
    args = {"nicknames": nicks} if nicks and kind == "sign_up" else {}
    return desk.carry([Command(kind, args, desk.page.text[:200])], certain=certain and not args)


def _nicknames(desk: Desk) -> tuple[tuple[str, ...], Desk]:
    """Return the nicknames of ``I'm in, call me Bex``, and the desk without these words."""
    text = desk.page.text[:_LONGEST]
    spans = tokens(text)
    hit = next(iter(desk.phrases("call_me").find([span.word for span in spans])), None)
    if hit is None:
        return (), desk
    nicks, _ = introduced(text, (), desk.words)
    return nicks, replace(desk, page=normalise(text[: spans[hit[0]].start]))


def _slashed(desk: Desk) -> Reading | None:
    """Read ``/in``, ``/out /reserve``, ``/in, or /reserve if it's full``, ``!in or !reserve``."""
    text = desk.page.text.lower()
    marks = {
        word
        for word in ("in", "join", "out", "leave", "reserve", "replace")
        if f"/{word}" in text or f"!{word}" in text
    }
    if not marks or not text.startswith(("/", "!", "#")):
        return None
    joins, leaves = marks & {"in", "join"}, marks & {"out", "leave"}
    reserve = bool(marks & {"reserve", "replace"})
    if joins and leaves:
        return desk.say(Kind.ASK, "unclear", {"line": desk.example("sign_up")})
    if joins and reserve:
        return desk.carry([Command("sign_up", {"reserve": True}, desk.page.text[:200])])
    if reserve and leaves:
        return desk.carry([Command("move_to_reserve", {}, desk.page.text[:200])])
    return None


def _wish(desk: Desk, words: Sequence[str]) -> tuple[str, bool] | None:
    """Return the wish of one sentence and whether it says nothing else."""
    for name, verb in (("sign_reserve", "move_to_reserve"), ("sign_in", "sign_up"), ("sign_out", "leave")):
        hits = list(desk.phrases(name).find(words))
        if not hits:
            continue
        start, length = max(hits, key=lambda hit: hit[1])
        rest = [*words[:start], *words[start + length :]]
        if name == "sign_reserve":  # ``sign me up as a reserve``
            joined = {i for at, size in desk.phrases("sign_in").find(rest) for i in range(at, at + size)}
            rest = [word for i, word in enumerate(rest) if i not in joined]
        small = length == 1
        if all(word in desk.phrases("sign_filler") or word in desk.phrases("polite") for word in rest):
            if small and len(rest) > _FEW:
                continue
            return verb, not desk.phrases("hedge").within(words)
        if not small and start == 0 and not desk.phrases("negation").within(words):
            doubtful = desk.phrases("hedge").within(words) or desk.phrases("condition").within(words)
            return (verb, False) if doubtful or words[start + length] in ("for", "but", "though") else None
    return None


_FEW = 3
_LONGEST = 1_000
"""Characters in which a nickname is looked for."""


def read_handshake(desk: Desk) -> Reading | None:
    """Return the answer to the GM's first message: its code anywhere, or any reply to it."""
    code = desk.context.handshake
    if not desk.private or code is None:
        return None
    if code.lower() in desk.page.text.lower():
        return desk.carry([Command(_HANDSHAKE, {"code": code}, desk.page.text[:200])])
    if desk.context.replies:
        return _reply(desk)
    finder = Finder(desk.context, desk.words)
    lines = enumerate(desk.page.lines[:_FEW])
    orders = (finder.at(line, index) or finder.bare(line, index) for index, line in lines)
    meant = any(order is not None and order.row.name == _HANDSHAKE for order in orders)
    return no_handshake(desk) if meant or desk.phrases("role_ok").covers(desk.said) else None


def _reply(desk: Desk) -> Reading:
    """Any answer to the GM's message makes the seat ready; a command in it is carried out too."""
    if desk.phrases("sign_out").covers(desk.said):
        return desk.carry([Command("leave", {}, desk.page.text[:200])], certain=False)
    marked = read_marked_lines(desk)
    commands = [] if marked is None else [c for c in marked.commands if c.verb != _HANDSHAKE]
    if marked is not None and any(c.verb in _GIVING_UP for c in commands):
        return marked
    if marked is not None and marked.kind is Kind.CONFIRM:
        commands = []
    return desk.carry([Command(_HANDSHAKE, {"code": None}, desk.page.text[:200]), *commands])


def no_handshake(desk: Desk) -> Reading:
    """Say what makes the seat ready to somebody whose new message does not."""
    line = f"!{_HANDSHAKE} {desk.context.handshake}"
    return desk.say(Kind.REFUSE, "wrong_code", {"line": line}, private=True)


def read_role_receipt(desk: Desk) -> Reading | None:
    """Return the confirmation of the role message, where the game waits for it."""
    if not desk.private or desk.context.phase != "role_confirm" or not desk.context.is_player:
        return None
    if any(clause.asked for clause in desk.clauses) or desk.phrases("negation").within(desk.said):
        return None
    if desk.phrases("role_ok").within(desk.said):
        return desk.carry([Command("confirm_role", {}, desk.page.text[:200])])
    return None
