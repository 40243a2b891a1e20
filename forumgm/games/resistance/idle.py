"""Acting for somebody who lets an action wait for too long (resistance.md section 3, record.md fine print).

Laws: random draws use the label ``idle|{seq of idle_acted}``: a team is the first of the shuffled player order, a
receiver or target the first of the shuffle of those allowed, in player order. Passing the lead is no rejection.
"""

from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.dealing import deal, receivers
from forumgm.games.resistance.events import IdleActed, LeaderChanged
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Choice
from forumgm.games.resistance.pieces import Use
from forumgm.games.resistance.terms import Card, IdleAction, NewLeader, Phase
from forumgm.games.resistance.voting import propose


def act_for_leader(ledger: Ledger, *, at: int) -> None:
    """Deal, propose or pass the lead in the idle Leader's place, as the options say."""
    leader = ledger.state.round.leader
    if ledger.state.options.idle_action is IdleAction.PASS_LEAD:
        ledger.write(IdleActed(IdleAction.PASS_LEAD, leader), at=at)
        ledger.write(LeaderChanged(ledger.state.next_leader(), NewLeader.IDLE), at=ledger.now)
    elif ledger.state.phase is Phase.PROPOSAL:
        ledger.write(IdleActed(IdleAction.RANDOM, leader), at=at)
        order = ledger.idle_stream().shuffle(ledger.state.table.order)
        propose(ledger, tuple(order[: ledger.state.team_size()]), at=at)
    else:
        for card in ledger.state.cards.undealt:
            ledger.write(IdleActed(IdleAction.RANDOM, leader), at=at)
            chosen = ledger.idle_stream().shuffle(receivers(ledger.state, card))[0]
            deal(ledger, card, chosen, at=at)


def act_for_receiver(ledger: Ledger, choice: Choice, *, at: int) -> None:
    """Make an at-once choice at random in the idle receiver's place."""
    row = CARDS[choice.card]
    assert row.play is not None
    ledger.write(IdleActed(IdleAction.RANDOM, choice.player), at=at)
    stream = ledger.idle_stream()
    target = stream.shuffle(row.targets(ledger.state, choice.player))[0]
    takes = None
    if choice.card is Card.TAKE_RESPONSIBILITY:
        takes = stream.shuffle(tuple(dict.fromkeys(ledger.state.hand(target))))[0]
    row.play(ledger, Use(choice.player, target, at, takes))
