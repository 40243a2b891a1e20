"""Words: how simulated players put things, with chatter, nicknames and typos, the way people write.

Law: what is written here is only ever text on the forum; the daemon gets no hint beyond it.
"""

from collections.abc import Sequence

from forumgm.core.chance import Stream

CARD_NAMES = {
    "strong_leader": "Strong Leader",
    "close_eye": "Close Eye",
    "no_confidence": "No Confidence",
    "opinion_maker": "Opinion Maker",
    "take_responsibility": "Take Responsibility",
    "overheard_conversation": "Overheard Conversation",
    "establish_confidence": "Establish Confidence",
    "open_up": "Open Up",
    "in_the_spotlight": "In the Spotlight",
}

_APPROVE = (
    "approve",
    "Approve!",
    "APPROVE",
    "yes",
    "aye",
    "In favour.",
    "aprove",
    "I approve this team",
    "**approve**",
)
_REJECT = ("reject", "Reject.", "REJECT", "no", "nay", "Against.", "rejct", "I reject, sorry", "**reject**")
_SUPPORT = ("support", "Support", "success", "SUPPORT!", "suport", "I support the mission")
_SABOTAGE = ("sabotage", "Sabotage.", "SABOTAGE", "sabotage it")
_BEFORE = (
    "",
    "",
    "Right, I have read the whole thread twice.\n\n",
    "Sorry for the wait, busy day.\n\n",
    "No idea who to trust here, so:\n\n",
)
_AFTER = ("", "", "\n\nVote quickly please, I'm off on Thursday.", "\n\nIf it fails we at least learn something.")
_TALK = (
    "I would approve nearly anything at this point.",
    "Somebody voted against a perfectly good team. Why?",
    "I don't have a good feeling about mission two.",
    "lol",
    "Whoever rejects this is a spy, mark my words.",
    "Is anyone else watching the final tonight?",
    "> ##propose someone else\n\nWould you all have hated that one?",
    "I voted approve last round and look where it got me.",
)


def pick(stream: Stream, options: Sequence[str]) -> str:
    """Return one of the options."""
    return options[stream.below(len(options))]


def ballot(stream: Stream, value: str) -> str:
    """A vote in a private message."""
    words = {"approve": _APPROVE, "reject": _REJECT, "support": _SUPPORT, "sabotage": _SABOTAGE}[value]
    return pick(stream, words)


def public_vote(value: str) -> str:
    """An Opinion Maker's vote in the thread."""
    return f"**{value.capitalize()}**"


def proposal(stream: Stream, team: Sequence[str], names: Sequence[str]) -> str:
    """A Leader's proposal; ``names`` are what he calls the team's members."""
    line = pick(
        stream,
        (
            f"!propose {', '.join(names)}",
            f"##propose {' '.join('u/' + n for n in team)}",
            f"**Propose: {', '.join(team)}**",
            "##propose\n\n" + "\n".join(f"* {n}" for n in names),
        ),
    )
    return pick(stream, _BEFORE) + line + pick(stream, _AFTER)


def deal(card: str, player: str) -> str:
    """A Leader deals a card."""
    return f"!deal {CARD_NAMES[card]} to {player}"


def play(card: str, target: str | None) -> str:
    """Somebody plays a card."""
    return f"!play {CARD_NAMES[card]}" + (f" on {target}" if target else "")


def use(card: str, target: str, takes: str | None) -> str:
    """Somebody answers an at-once choice."""
    if takes is not None:
        return f"!use {CARD_NAMES[card]} on {target} {CARD_NAMES[takes]}"
    return f"!use {CARD_NAMES[card]} on {target}"


def decline(stream: Stream, card: str) -> str:
    """Somebody lets a window go by."""
    return pick(stream, (f"!pass {CARD_NAMES[card]}", f"pass on {CARD_NAMES[card]}", "pass"))


def talk(stream: Stream) -> str:
    """Something that is no order at all."""
    return pick(stream, _TALK)
