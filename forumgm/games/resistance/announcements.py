"""What each event of a running game makes us say: one function an event type, rows in ``ANNOUNCEMENTS``.

Laws (resistance.md section 7): what is public here depends on no role and no mission vote before it is revealed. An
order that shows in a public post of the same step gets no other answer.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from forumgm.core.effects import Effect, Purpose
from forumgm.core.events import Event
from forumgm.core.orders import ActorKind
from forumgm.games.resistance import events as ev
from forumgm.games.resistance import reveals, views
from forumgm.games.resistance.asks import ask_all, left_orders
from forumgm.games.resistance.model import WINDOW_CARD
from forumgm.games.resistance.moment import Moment
from forumgm.games.resistance.rulebook import needed
from forumgm.games.resistance.terms import Card, NewLeader, Passed, Withdrawn

Effects = Iterable[Effect]


def round_started(m: Moment[ev.RoundStarted]) -> Effects:
    """The round's head: mission, Leader, team size, score."""
    players = len(m.after.table.order)
    yield m.post(
        "round",
        round=m.event.round,
        leader=m.event.leader,
        size=m.after.options.teams[players][m.event.round - 1],
        fails_needed=needed(m.after.options, players, m.event.round),
    )


def window_opened(m: Moment[ev.WindowOpened]) -> Effects:
    """The window in public, and one message to each holder who has left no order."""
    holders = list(m.event.holders)
    yield m.post("window_opened", opens=True, window=str(m.event.window), holders=holders, closes_at=m.event.closes_at)
    left = left_orders(m.after)
    yield from ask_all(m.after, [p for p in holders if p not in left], now=m.now)


def window_passed(m: Moment[ev.WindowPassed]) -> Effects:
    """A receipt for a pass that its holder gave."""
    if m.event.because == Passed.ANSWER and m.is_by(m.event.player):
        yield m.receipt("pass", player=m.event.player, card=str(WINDOW_CARD[m.event.window]))


def window_pass_withdrawn(m: Moment[ev.WindowPassWithdrawn]) -> Effects:
    """A receipt."""
    yield m.receipt("pass_withdrawn", player=m.event.player, card=str(WINDOW_CARD[m.event.window]))


def window_closed(m: Moment[ev.WindowClosed]) -> Effects:
    """That nobody played; what was played says so itself."""
    window = m.before.window
    if window is None or not window.plays:
        yield m.post("window_closed", window=str(m.event.window))


def leader_changed(m: Moment[ev.LeaderChanged]) -> Effects:
    """Who leads now, and why; after a mission the new round's head says so."""
    if m.event.because != NewLeader.MISSION_OVER:
        yield m.post("leader", leader=m.event.leader, because=str(m.event.because))


def cards_drawn(m: Moment[ev.CardsDrawn]) -> Effects:
    """The cards, what they do, and what the Leader has to do."""
    yield m.post("cards_drawn", drawn=[str(c) for c in m.event.cards])


def card_given(m: Moment[ev.CardGiven]) -> Effects:
    """Who holds the card, or must choose now."""
    undealt = [str(c) for c in m.after.cards.undealt]
    yield m.post("card_given", card=str(m.event.card), by=m.event.by, to=m.event.to, undealt=undealt)


_SAID_BY_ROLE_SHOWN = frozenset({Card.OVERHEARD_CONVERSATION, Card.OPEN_UP, Card.ESTABLISH_CONFIDENCE})


def card_played(m: Moment[ev.CardPlayed]) -> Effects:
    """The play. A Close Eye's target is hidden where the options say so."""
    card, target = m.event.card, m.event.target
    if card in _SAID_BY_ROLE_SHOWN:
        return
    if card == Card.CLOSE_EYE and not m.after.options.announce_close_eye:
        target = None
    yield m.post("card_played", card=str(card), player=m.event.player, target=target)


def card_taken(m: Moment[ev.CardTaken]) -> Effects:
    """What was taken from whom, or that there was nothing."""
    card = str(m.event.card) if m.event.card is not None else None
    yield m.post("card_taken", card=card, by=m.event.by, taken_from=m.event.from_)


def card_moved(m: Moment[ev.CardMoved]) -> Effects:
    """A moderator's correction of the hands."""
    yield m.post("card_moved", card=str(m.event.card), taken_from=m.event.from_, to=m.event.to)


def role_shown(m: Moment[ev.RoleShown]) -> Effects:
    """In public who was told whose role; the role to that one person alone."""
    facts: dict[str, Any] = {"of": m.event.of, "because": str(m.event.because)}
    yield m.post("role_shown", to=m.event.to, **facts)
    role = str(m.after.role_of(m.event.of))
    yield from m.note(m.event.to, "shown_role", Purpose.SHOWN, role=role, **facts)


def team_proposed(m: Moment[ev.TeamProposed]) -> Effects:
    """The team, how to vote and until when; one message to each voter."""
    makers = list(m.after.holders_of(Card.OPINION_MAKER))
    yield m.post("proposal", opens=True, closes_at=m.event.closes_at, opinion_makers=makers)
    yield from ask_all(m.after, m.after.table.order, now=m.now)


def proposal_voided(m: Moment[ev.ProposalVoided]) -> Effects:
    """That it counts for nothing."""
    yield m.post("voided", round=m.event.round, attempt=m.event.attempt)


def team_vote_cast(m: Moment[ev.TeamVoteCast]) -> Effects:
    """A receipt where the vote came from; a message where a standing order or a moderator gave it."""
    facts: dict[str, Any] = {"player": m.event.player, "vote": str(m.event.vote)}
    if m.is_by(m.event.player, "vote"):
        yield m.receipt("public_vote" if m.event.public else "vote", **facts)
    else:
        yield from m.note(m.event.player, "vote_set", _for_a_set_vote(m), vote=str(m.event.vote))


def _for_a_set_vote(m: Moment[Any]) -> Purpose:
    """By a standing order of his own it is a receipt, by a moderator it is news."""
    by_moderator = m.order is not None and m.order.by.kind is ActorKind.MODERATOR
    return Purpose.NEWS if by_moderator else Purpose.RECEIPT


def team_vote_withdrawn(m: Moment[ev.TeamVoteWithdrawn]) -> Effects:
    """A receipt, or a message to whom it was taken from."""
    if m.event.because == Withdrawn.PLAYER:
        yield m.receipt("withdrawn", player=m.event.player)
    else:
        yield from m.note(m.event.player, "vote_dropped", Purpose.NEWS, because=str(m.event.because))


def team_vote_closed(m: Moment[ev.TeamVoteClosed]) -> Effects:
    """Every vote by name, and what it comes to."""
    yield m.post("vote_result", **views.ballot_view(m.after, m.after.chronicle.ballots[-1], m.now))


def team_cancelled(m: Moment[ev.TeamCancelled]) -> Effects:
    """The count after No Confidence."""
    yield m.post("team_cancelled", rejections=m.event.rejections)


def mission_started(m: Moment[ev.MissionStarted]) -> Effects:
    """The mission in public; the same question to every member, whatever his role."""
    yield m.post("mission_started", opens=True, team_now=list(m.event.team), closes_at=m.event.closes_at)
    yield from ask_all(m.after, m.event.team, now=m.now)


def mission_vote_cast(m: Moment[ev.MissionVoteCast]) -> Effects:
    """A private receipt, never in the thread."""
    if m.is_by(m.event.player, "mission"):
        yield m.receipt("mission", private=True, player=m.event.player, vote=str(m.event.vote))
    else:
        yield from m.note(m.event.player, "vote_set", _for_a_set_vote(m), vote=str(m.event.vote))


def mission_vote_withdrawn(m: Moment[ev.MissionVoteWithdrawn]) -> Effects:
    """A private receipt, or a message to whom it was taken from."""
    if m.event.because == Withdrawn.PLAYER:
        yield m.receipt("withdrawn", private=True, player=m.event.player)
    else:
        yield from m.note(m.event.player, "vote_dropped", Purpose.NEWS, because=str(m.event.because))


def mission_vote_shown(m: Moment[ev.MissionVoteShown]) -> Effects:
    """In the Spotlight to everybody; a Close Eye's look to its holder alone."""
    shown = m.after.chronicle.shown[-1]
    facts: dict[str, Any] = {"of": m.event.of, "vote": str(shown.deed), "because": str(m.event.because)}
    if m.event.to is None:
        yield m.post("mission_vote_shown", **facts)
    else:
        yield from m.note(m.event.to, "shown_vote", Purpose.SHOWN, round=shown.round, **facts)


def mission_closed(m: Moment[ev.MissionClosed]) -> Effects:
    """The result; that the time was up, but neither whose nor how many votes were missing."""
    players = len(m.after.table.order)
    yield m.post(
        "mission_closed",
        round=m.event.round,
        team_now=list(m.after.chronicle.missions[-1].team),
        succeeded=m.event.succeeded,
        sabotages=m.event.sabotages if m.after.options.announce_sabotages else None,
        fails_needed=needed(m.after.options, players, m.event.round),
        at_ceiling=bool(m.event.missing),
    )


def idle_acted(m: Moment[ev.IdleActed]) -> Effects:
    """Why something happens that nobody ordered."""
    yield m.post("idle", action=str(m.event.action), player=m.event.player)


def game_ended(m: Moment[ev.GameEnded]) -> Effects:
    """Everything, with the digest of the record's last line."""
    yield m.post("end", **reveals.end_view(m.after, digest=m.recorded.digest, now=m.now))


Announce = Callable[[Moment[Any]], Effects]

ANNOUNCEMENTS: Mapping[type[Event], Announce] = {
    ev.RoundStarted: round_started,
    ev.WindowOpened: window_opened,
    ev.WindowPassed: window_passed,
    ev.WindowPassWithdrawn: window_pass_withdrawn,
    ev.WindowClosed: window_closed,
    ev.LeaderChanged: leader_changed,
    ev.CardsDrawn: cards_drawn,
    ev.CardGiven: card_given,
    ev.CardPlayed: card_played,
    ev.CardTaken: card_taken,
    ev.CardMoved: card_moved,
    ev.RoleShown: role_shown,
    ev.TeamProposed: team_proposed,
    ev.ProposalVoided: proposal_voided,
    ev.TeamVoteCast: team_vote_cast,
    ev.TeamVoteWithdrawn: team_vote_withdrawn,
    ev.TeamVoteClosed: team_vote_closed,
    ev.TeamCancelled: team_cancelled,
    ev.MissionStarted: mission_started,
    ev.MissionVoteCast: mission_vote_cast,
    ev.MissionVoteWithdrawn: mission_vote_withdrawn,
    ev.MissionVoteShown: mission_vote_shown,
    ev.MissionClosed: mission_closed,
    ev.IdleActed: idle_acted,
    ev.GameEnded: game_ended,
}
