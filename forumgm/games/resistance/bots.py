"""What simulated players want to do, from what they may know.

Law: a bot sees a ``Sight``: the public state, its own role, what was shown to it. Its wish depends on nothing else but
the bytes it draws. When it acts, and whether it forgets to, is the driver's affair (``simulate``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from forumgm.core.chance import Stream
from forumgm.core.items import Channel
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.dealing import receivers
from forumgm.games.resistance.model import WINDOW_CARD, Choice, State
from forumgm.games.resistance.terms import Card, Deed, Phase, Role, Vote

PERCENT = 100
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Wish:
    """One order that a bot wants to give."""

    verb: str
    args: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    channel: Channel = Channel.PRIVATE


def suspicion_of_all(state: State) -> dict[str, int]:
    """Return how suspicious the missions make each player to everybody, in hundredths."""
    suspicion = dict.fromkeys(state.table.order, 0)
    for mission in state.chronicle.missions:
        weight = PERCENT * mission.sabotages // len(mission.team) if mission.sabotages else -15
        for member in mission.team:
            suspicion[member] += weight
    return suspicion


@dataclass(slots=True)
class Sight:
    """What one player may know."""

    state: State
    player: str
    suspicion: Mapping[str, int]

    @property
    def is_spy(self) -> bool:
        """Whether the player himself is a spy."""
        return self.state.table.roles[self.player] is Role.SPY

    def suspects(self) -> dict[str, int]:
        """Return how suspicious each player is to this one, with what was shown to him."""
        known = dict(self.suspicion)
        known[self.player] = -PERCENT
        for shown in self.state.chronicle.shown:
            if shown.to == self.player and shown.of != self.player:
                spy = shown.deed is Deed.SABOTAGE if shown.deed else self.state.role_of(shown.of) is Role.SPY
                known[shown.of] = known.get(shown.of, 0) + (3 * PERCENT if spy else -PERCENT // 2)
        return known


def chance_in_hundred(stream: Stream, percent: int) -> bool:
    """Draw a yes with this chance."""
    return stream.below(PERCENT) < percent


def pick(stream: Stream, options: Sequence[str]) -> str:
    """Draw one of these."""
    return options[stream.below(len(options))]


def choose_team(sight: Sight, stream: Stream) -> Wish:
    """Propose oneself and those one trusts, spies those that trust hides behind."""
    suspects = sight.suspects()
    noise = {p: suspects[p] + stream.below(60) for p in sight.state.table.order if p != sight.player}
    trusted = sorted(noise, key=lambda p: noise[p])
    team = (sight.player, *trusted[: sight.state.team_size() - 1])
    return Wish("propose", {"team": team}, Channel.THREAD)


def choose_vote(sight: Sight, stream: Stream) -> Wish:
    """Approve teams one trusts; a spy those with himself on them. Nobody of the Resistance lets the last one fail."""
    state = sight.state
    proposal = state.proposal
    assert proposal is not None
    last = state.round.rejections == state.options.rejections_to_lose - 1
    if sight.is_spy:
        approves = not last and (sight.player in proposal.team or chance_in_hundred(stream, 30))
    else:
        suspects = sight.suspects()
        worst = max(suspects[p] for p in proposal.team)
        approves = last or worst + stream.below(70) < (80 if sight.player in proposal.team else 45)
    channel = Channel.THREAD if state.must_vote_in_public(sight.player) else Channel.PRIVATE
    return Wish("vote", {"value": (Vote.APPROVE if approves else Vote.REJECT).value}, channel)


def choose_deed(sight: Sight, stream: Stream) -> Wish:
    """Support, unless one is a spy and in the mood; more so as the missions go by."""
    mood = 30 + 10 * sight.state.round.number
    deed = Deed.SABOTAGE if sight.is_spy and chance_in_hundred(stream, mood) else Deed.SUPPORT
    return Wish("mission", {"value": deed.value})


def choose_deal(sight: Sight, stream: Stream) -> Wish:
    """Deal the first card that is left to somebody one rather trusts."""
    card = sight.state.cards.undealt[0]
    suspects = sight.suspects()
    noise = {p: suspects[p] + stream.below(PERCENT) for p in receivers(sight.state, card)}
    return Wish("deal_card", {"card": card, "to": min(noise, key=lambda p: noise[p])}, Channel.THREAD)


def choose_target(sight: Sight, choice: Choice, stream: Stream) -> Wish:
    """Make the choice of an at-once card."""
    row, suspects = CARDS[choice.card], sight.suspects()
    noise = {p: suspects[p] + stream.below(PERCENT) for p in row.targets(sight.state, sight.player)}
    target = min(noise, key=lambda p: noise[p])
    args: dict[str, Any] = {"card": choice.card, "target": target}
    if choice.card is Card.TAKE_RESPONSIBILITY:
        args["takes"] = pick(stream, tuple(dict.fromkeys(sight.state.hand(target))))
    return Wish("use_card", args, Channel.THREAD)


_EAGER: Mapping[Card, int] = MappingProxyType(
    {Card.STRONG_LEADER: 35, Card.NO_CONFIDENCE: 25, Card.IN_THE_SPOTLIGHT: 55, Card.CLOSE_EYE: 65}
)
"""How often in a hundred a window's card is played rather than passed."""


def choose_in_window(sight: Sight, stream: Stream) -> Wish:
    """Play the window's card or pass."""
    window = sight.state.window
    assert window is not None
    card = WINDOW_CARD[window.window]
    target = _target(sight, card, stream)
    wants = chance_in_hundred(stream, _EAGER[card])
    if not wants or (CARDS[card].needs_target and target is None):
        return Wish("decline_card", {"card": card})
    channel = Channel.PRIVATE if Channel.PRIVATE in CARDS[card].channels else Channel.THREAD
    return Wish("play_card", {"card": card, "target": target} if target else {"card": card}, channel)


def _target(sight: Sight, card: Card, stream: Stream) -> str | None:
    options = [p for p in CARDS[card].targets(sight.state, sight.player) if p != sight.player]
    if not options:
        return None
    suspects = sight.suspects()
    noise = {p: suspects[p] + stream.below(40) for p in options}
    return max(noise, key=lambda p: noise[p])


def choose_early_look(sight: Sight, stream: Stream) -> Wish | None:
    """Name the target of a Close Eye while the mission still runs."""
    target = _target(sight, Card.CLOSE_EYE, stream)
    return Wish("play_card", {"card": Card.CLOSE_EYE, "target": target}) if target else None


def choose_standing(sight: Sight, stream: Stream) -> Wish | None:
    """Leave an order for a held card or for the votes of the round."""
    held = [c for c in sight.state.hand(sight.player) if CARDS[c].window is not None]
    if held and chance_in_hundred(stream, 60):
        card = held[0]
        if CARDS[card].needs_target and chance_in_hundred(stream, 50):
            return Wish("standing", {"what": "use", "card": card, "target": pick(stream, sight.state.table.order)})
        what = "use" if not CARDS[card].needs_target and chance_in_hundred(stream, 40) else "pass"
        return Wish("standing", {"what": what, "card": card})
    if sight.state.must_vote_in_public(sight.player):
        return None
    if sight.is_spy:
        return Wish("standing", {"what": "approve", "on": (sight.player,)})
    suspects = sight.suspects()
    worst = max((p for p in sight.state.table.order if p != sight.player), key=lambda p: suspects[p])
    if chance_in_hundred(stream, 50):
        return Wish("standing", {"what": "reject", "on": (worst,)})
    return Wish("standing", {"what": "approve", "unless_on": (worst,)})


def wish(sight: Sight, stream: Stream) -> Wish | None:
    """Return what this player wants to do about what the game waits for; None if it does not wait for him."""
    state, player = sight.state, sight.player
    if player not in state.awaited():
        return None
    match state.phase:
        case Phase.TEAM_VOTE:
            return choose_vote(sight, stream)
        case Phase.MISSION:
            return choose_deed(sight, stream)
        case Phase.PROPOSAL:
            return choose_team(sight, stream)
        case Phase.ROLE_CONFIRM:
            return Wish("confirm_role")
        case Phase.PLOT_DEAL:
            choice = next((c for c in state.cards.choices if c.player == player), None)
            return choose_target(sight, choice, stream) if choice is not None else choose_deal(sight, stream)
        case _:
            return choose_in_window(sight, stream)
