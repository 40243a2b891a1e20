"""What an undo takes back, and what it cannot: people have seen it (hosting.md, "Undo").

Law: the words name nobody's role and no mission vote, for a moderator may hold a seat.
"""

from forumgm.games.resistance.model import State

_NOTHING_CLOSED = "what was sent and done since then; no vote was closed"


def taken_back(before: State, after: State) -> str:
    """Return in words what counts no more."""
    parts: list[str] = []
    for ballot in before.chronicle.ballots[len(after.chronicle.ballots) :]:
        verdict = "approved" if ballot.approved else "rejected"
        parts.append(f"the vote on proposal {ballot.attempt} of mission {ballot.round} ({verdict})")
    missions = before.chronicle.missions[len(after.chronicle.missions) :]
    parts += [f"the result of mission {mission.round}" for mission in missions]
    plays = before.chronicle.plays[len(after.chronicle.plays) :]
    parts += [f"a card that {play.player} played ({_words(play.card)})" for play in plays]
    if before.proposal is not None and after.proposal is None:
        parts.append(f"the proposal of {before.proposal.leader}")
    if before.cards.drawn > after.cards.drawn:
        parts.append("the cards drawn since; the deck gives the same ones again")
    return "; ".join(parts) or _NOTHING_CLOSED


def cannot_unsee(before: State, after: State) -> list[str]:
    """Return what was shown in the stretch, and to whom; never what it was."""
    ballots = before.chronicle.ballots[len(after.chronicle.ballots) :]
    seen = [f"every vote on proposal {b.attempt} of mission {b.round} was published" for b in ballots]
    missions = before.chronicle.missions[len(after.chronicle.missions) :]
    seen += [f"the result of mission {mission.round} was published" for mission in missions]
    if before.cards.drawn > after.cards.drawn:
        seen.append("the cards drawn were shown to everybody")
    closed = len(after.chronicle.plays)
    looks = [play for play in before.chronicle.plays[closed:] if _words(play.card) in _LOOKS]
    seen += [f"{play.player} used {_words(play.card)}, and something secret was shown for it" for play in looks]
    return seen


def _words(card: str) -> str:
    return str(card).replace("_", " ")


_LOOKS = frozenset({"close eye", "overheard conversation", "open up", "in the spotlight"})
