"""What the GM does of itself: one step for each ``Next``, run until others must act (resistance.md section 2).

Laws: every step writes at least one event. What the GM decides is dated now; what follows by rule from a closing is
dated as that. Nothing follows while the game is paused.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from forumgm.games.resistance.events import (
    CardsDrawn,
    CardTaken,
    GameEnded,
    LeaderChanged,
    RoundStarted,
    TeamCancelled,
    TeamVoteWithdrawn,
)
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Next
from forumgm.games.resistance.phases import private_opinions
from forumgm.games.resistance.tables import MISSIONS_TO_WIN, deck_list
from forumgm.games.resistance.terms import Card, Ending, NewLeader, Side, Window, Withdrawn
from forumgm.games.resistance.voting import (
    close_mission,
    close_team_vote,
    complete_mission_vote_end,
    end_mission_vote,
    start_mission,
    team_vote_end,
)
from forumgm.games.resistance.windows import close_window, open_window


def follow_up(ledger: Ledger) -> None:
    """Do everything that follows until others must act."""
    while ledger.state.next is not Next.WAIT and not ledger.state.is_paused:
        STEPS[ledger.state.next](ledger)


def _start_round(ledger: Ledger) -> None:
    state = ledger.state
    ledger.write(RoundStarted(state.round.number + 1, state.round.leader), at=ledger.now)


def _ask_strong_leaders(ledger: Ledger) -> None:
    open_window(ledger, Window.STRONG_LEADER, ledger.state.leader_window_holders())


def _crown(ledger: Ledger) -> None:
    window = ledger.state.window
    assert window is not None
    ledger.write(LeaderChanged(window.plays[-1].player, NewLeader.STRONG_LEADER), at=ledger.now)


def remaining_deck(ledger: Ledger) -> list[Card]:
    """Return what is left of the deck, front first. It is made again from the secret each time and never stored."""
    state = ledger.state
    table = state.options.deck[len(state.table.roster)]
    deck = ledger.chance.for_roster(state.table.roster).stream("deck").shuffle(deck_list(table))
    return deck[state.cards.drawn :]


def _draw(ledger: Ledger) -> None:
    number = ledger.state.options.cards_per_round[len(ledger.state.table.order)]
    ledger.write(CardsDrawn(tuple(remaining_deck(ledger)[:number])), at=ledger.now)


def _take_nothing(ledger: Ledger) -> None:
    state = ledger.state
    for choice in state.cards.choices:
        if choice.card is Card.TAKE_RESPONSIBILITY and not state.takeable_from(choice.player):
            ledger.write(CardTaken(None, choice.player, None), at=max(choice.since, state.at))
            return


def _close_ballot(ledger: Ledger) -> None:
    close_team_vote(ledger, at=team_vote_end(ledger.state))


def _drop_private_vote(ledger: Ledger) -> None:
    for player in private_opinions(ledger.state):
        ledger.write(TeamVoteWithdrawn(player, Withdrawn.OPINION_MAKER), at=ledger.now)


def _ask_confidence(ledger: Ledger) -> None:
    holders = ledger.state.holders_of(Card.NO_CONFIDENCE)
    if holders:
        open_window(ledger, Window.NO_CONFIDENCE, holders)
    else:
        _ask_spotlight(ledger)


def _cancel_team(ledger: Ledger) -> None:
    state = ledger.state
    window = state.window
    assert window is not None
    assert window.closed_at is not None
    player = window.plays[-1].player
    ledger.write(TeamCancelled(player, state.round.rejections + 1), at=window.closed_at)


def _ask_spotlight(ledger: Ledger) -> None:
    holders = ledger.state.holders_of(Card.IN_THE_SPOTLIGHT)
    if holders:
        open_window(ledger, Window.SPOTLIGHT, holders)
    else:
        start_mission(ledger)


def _end_mission_vote(ledger: Ledger) -> None:
    end_mission_vote(ledger, at=complete_mission_vote_end(ledger.state))


def _tell_result(ledger: Ledger) -> None:
    window = ledger.state.window
    assert window is not None
    assert window.closed_at is not None
    close_mission(ledger, at=window.closed_at)


def _lead_on(ledger: Ledger) -> None:
    ledger.write(LeaderChanged(ledger.state.next_leader(), NewLeader.REJECTED), at=ledger.now)


def _round_over(ledger: Ledger) -> None:
    ledger.write(LeaderChanged(ledger.state.next_leader(), NewLeader.MISSION_OVER), at=ledger.now)


def _end_game(ledger: Ledger) -> None:
    score = ledger.state.score()
    winner, because = Side.SPIES, Ending.FIVE_REJECTIONS
    for side, missions in score.items():
        if missions >= MISSIONS_TO_WIN:
            winner, because = side, Ending.THREE_MISSIONS
    ledger.write(GameEnded(winner, because, ledger.chance.reveal()), at=ledger.state.last_end())


STEPS: Mapping[Next, Callable[[Ledger], None]] = MappingProxyType(
    {
        Next.START_ROUND: _start_round,
        Next.ASK_STRONG_LEADERS: _ask_strong_leaders,
        Next.CROWN: _crown,
        Next.DRAW: _draw,
        Next.TAKE_NOTHING: _take_nothing,
        Next.CLOSE_BALLOT: _close_ballot,
        Next.DROP_PRIVATE_VOTE: _drop_private_vote,
        Next.ASK_CONFIDENCE: _ask_confidence,
        Next.CANCEL_TEAM: _cancel_team,
        Next.ASK_SPOTLIGHT: _ask_spotlight,
        Next.START_MISSION: start_mission,
        Next.END_MISSION_VOTE: _end_mission_vote,
        Next.TELL_RESULT: _tell_result,
        Next.CLOSE_WINDOW: close_window,
        Next.LEAD_ON: _lead_on,
        Next.ROUND_OVER: _round_over,
        Next.END_GAME: _end_game,
    }
)
