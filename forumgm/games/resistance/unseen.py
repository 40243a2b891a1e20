"""What an undo takes back, and what it cannot: people have seen it (hosting.md, "Undo").

Law: the words name nobody's role and no mission vote, for a moderator may hold a seat; what is said to everybody names
no vote on a team either.
"""

from collections import Counter

from forumgm.games.resistance.model import State

_NOTHING_CLOSED = "the last thing that was sent; no vote was closed by it"


def taken_back(before: State, after: State) -> str:
    """Return in words what counts no more, for a moderator."""
    return "; ".join([*_public(before, after), *_votes(before, after)]) or _NOTHING_CLOSED


def taken_back_in_public(before: State, after: State) -> str:
    """Return in words what everybody knows to count no more; empty if that is nothing."""
    return "; ".join(_public(before, after))


def _public(before: State, after: State) -> list[str]:
    parts: list[str] = []
    ballots = before.chronicle.ballots[len(after.chronicle.ballots) :]
    for ballot in ballots:
        verdict = "approved" if ballot.approved else "rejected"
        parts.append(f"the vote on proposal {ballot.attempt} of mission {ballot.round} ({verdict})")
    missions = before.chronicle.missions[len(after.chronicle.missions) :]
    parts += [f"the result of mission {mission.round}" for mission in missions]
    plays = before.chronicle.plays[len(after.chronicle.plays) :]
    parts += [f"a card that {play.player} played ({_words(play.card)})" for play in plays]
    if before.proposal is not None and after.proposal is None:
        parts.append(f"the proposal of {before.proposal.leader}")
    if before.cards.drawn > after.cards.drawn:
        parts.append("the cards drawn since (the deck gives the same ones again)")
    if before.round.leader != after.round.leader and not ballots:
        parts.append(f"the lead of {before.round.leader}")
    return parts + _moves(before, after)


def _moves(before: State, after: State) -> list[str]:
    """Which hands change, apart from cards that were played."""
    parts: list[str] = []
    for player in after.table.order:
        held, holds = Counter(before.hand(player)), Counter(after.hand(player))
        parts += [f"{_words(card)} leaves the hand of {player}" for card in (held - holds).elements()]
        parts += [f"{_words(card)} is in the hand of {player} again" for card in (holds - held).elements()]
    return parts


def _votes(before: State, after: State) -> list[str]:
    """Who voted on the team that is open before and after; never how."""
    old, new = before.proposal, after.proposal
    if old is None or new is None or (old.attempt, before.round.number) != (new.attempt, after.round.number):
        return []
    return [f"the latest vote of {p}" for p in after.players if old.votes.get(p) != new.votes.get(p)]


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
