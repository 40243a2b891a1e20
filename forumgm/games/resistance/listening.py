"""Listening: what the reader must know to understand one person at this moment, made from the state.

Law: the context holds what this person may know and nothing of anybody's role: a reading never depends on a secret.
"""

from collections.abc import Mapping

from forumgm.core.items import Account, Channel
from forumgm.core.reading import Ballot, CardOption, ReadContext, Reading, Seat, Standing
from forumgm.games.resistance import model, views
from forumgm.games.resistance.dealing import receivers
from forumgm.games.resistance.model import AT_ONCE, CARD_WINDOW, WINDOW_CARD, Choice, State
from forumgm.games.resistance.options import VoteChange
from forumgm.games.resistance.terms import CARD_CHOICE, Card, Deed, Phase, Vote, Window
from forumgm.games.resistance.vocabulary import ROWS

_OFF_TARGET = {
    Card.OVERHEARD_CONVERSATION: "not_adjacent",
    Card.CLOSE_EYE: "target_not_on_team",
    Card.IN_THE_SPOTLIGHT: "target_not_on_team",
}
_ON_TEAM = frozenset({Card.CLOSE_EYE, Card.IN_THE_SPOTLIGHT})


def context(
    state: State, who: Account, *, channel: Channel, moderator: bool, bot: str, pending: Reading | None
) -> ReadContext:
    """Return the context in which ``who`` is read; ``bot`` is the GM's own name."""
    seat = state.seat_of(who.id)
    player = seat.name if seat is not None else None
    running = state.has_started and not state.is_over
    return ReadContext(
        author=player or who.name,
        channel=channel,
        phase=_phase(state, player),
        game=state.opening.game,
        is_bot=who.name.lower() == bot.lower(),
        standing=_standing(state, who),
        leader=state.round.leader or None,
        moderator=moderator,
        bot=bot,
        roster=tuple(Seat(s.name, s.nicknames, tuple(f.name for f in s.former)) for s in _seats(state)),
        reserves=tuple(s.name for s in state.table.reserves),
        rows=ROWS,
        needed=state.team_size() if running and state.round.number else None,
        team=tuple(views.team(state)),
        ballot=_ballot(state, player),
        drawn=tuple(str(c) for c in state.cards.undealt),
        at_once=frozenset(str(c) for c in AT_ONCE),
        leader_may_keep=state.options.leader_may_keep_cards,
        hands=_hands(state),
        options=_options(state, player) if player is not None and running else (),
        handshake=_handshake(state, who),
        pending=pending,
    )


def _phase(state: State, player: str | None) -> str:
    if state.phase is Phase.PLOT_DEAL and any(c.player == player for c in state.cards.choices):
        return CARD_CHOICE
    return str(state.phase)


def _standing(state: State, who: Account) -> Standing:
    if state.seat_of(who.id) is not None:
        return Standing.PLAYER
    if state.reserve_of(who.id) is not None:
        return Standing.RESERVE
    if any(f.account == who.id for seat in state.table.seats for f in seat.former):
        return Standing.FORMER
    return Standing.OUTSIDER


def _seats(state: State) -> list[model.Seat]:
    """The seats in the order of the player list, so that seat numbers are those that were posted."""
    by_name = {seat.name: seat for seat in state.table.seats}
    return [by_name[name] for name in state.players if name in by_name]


def _hands(state: State) -> Mapping[str, tuple[str, ...]]:
    return {player: tuple(str(c) for c in cards) for player, cards in state.cards.hands.items() if cards}


def _handshake(state: State, who: Account) -> str | None:
    if state.has_started or not state.options.handshake:
        return None
    seat = state.seat_of(who.id)
    return views.handshake_code(state, who.id) if seat is not None and not seat.ready else None


def _ballot(state: State, player: str | None) -> Ballot | None:
    """The ballot that is open, as it looks from this player."""
    if state.phase is Phase.TEAM_VOTE and state.proposal is not None:
        mine = player in state.table.order
        public = player is not None and mine and state.must_vote_in_public(player)
        return Ballot(
            verb="vote",
            values=(str(Vote.APPROVE), str(Vote.REJECT)),
            mine=mine,
            roads=frozenset({Channel.THREAD if public else Channel.PRIVATE}),
            own=views.own_vote(state, player) if player is not None else None,
            final=state.options.vote_change is VoteChange.NEVER,
        )
    if state.phase is Phase.MISSION and state.mission is not None:
        spotlight = player is not None and state.mission.spotlight == player
        return Ballot(
            verb="mission",
            values=(str(Deed.SUPPORT), str(Deed.SABOTAGE)),
            mine=player in state.mission.team,
            roads=frozenset(Channel) if spotlight else frozenset({Channel.PRIVATE}),
            own=views.own_vote(state, player) if player is not None else None,
            final=state.options.vote_change is VoteChange.NEVER,
            guarded=True,
        )
    return None


def _options(state: State, player: str) -> tuple[CardOption, ...]:
    """What the player may do with cards at this moment: choices first, then the open window, then the rest."""
    options = [_choice(state, choice) for choice in state.cards.choices if choice.player == player]
    options.extend(_shown_by_leader(state, player))
    window = state.window if state.window is not None and state.window.closed_at is None else None
    for card in dict.fromkeys(state.hand(player)):
        if card not in CARD_WINDOW:
            continue
        asked = window is not None and WINDOW_CARD[window.window] is card and player in window.holders
        if asked or _may_play_early(state, player, card):
            awaited = asked and player in state.unanswered()
            options.append(
                CardOption(
                    card=str(card),
                    verb="play_card",
                    targets=tuple(views.team(state)) if card in _ON_TEAM else None,
                    off_target=_OFF_TARGET.get(card, "target_not_allowed"),
                    may_pass=asked,
                    awaited=awaited,
                )
            )
    return tuple(options)


def _shown_by_leader(state: State, player: str) -> list[CardOption]:
    """A drawn Establish Confidence: the Leader deals it by saying to whom he shows his role (section 4)."""
    card = Card.ESTABLISH_CONFIDENCE
    if player != state.round.leader or state.phase is not Phase.PLOT_DEAL or card not in state.cards.undealt:
        return []
    alone = set(state.cards.undealt) == {card}
    return [CardOption(str(card), "use_card", targets=receivers(state, card), awaited=alone)]


def _may_play_early(state: State, player: str, card: Card) -> bool:
    """Close Eye may be aimed while the mission runs, Strong Leader announced before its window (section 4).

    The Leader's own Strong Leader goes to the rules too: they tell him that he leads already.
    """
    if card is Card.STRONG_LEADER and player == state.round.leader and state.phase is Phase.STRONG_LEADER_WINDOW:
        return True
    if CARD_WINDOW[card] is Window.CLOSE_EYE:
        return state.phase is Phase.MISSION
    return CARD_WINDOW[card] is Window.STRONG_LEADER and state.phase is Phase.CLOSE_EYE_WINDOW


def _choice(state: State, choice: Choice) -> CardOption:
    player, card = choice.player, choice.card
    if card is Card.TAKE_RESPONSIBILITY:
        targets = state.takeable_from(player)
        takes = {p: tuple(str(c) for c in dict.fromkeys(state.hand(p))) for p in targets}
        return CardOption(str(card), "use_card", targets=targets, takes=takes)
    if card is Card.OVERHEARD_CONVERSATION:
        targets = state.neighbours(player)
    else:
        targets = tuple(p for p in state.table.order if p != player)
    return CardOption(str(card), "use_card", targets=targets, off_target=_OFF_TARGET.get(card, "target_not_allowed"))
