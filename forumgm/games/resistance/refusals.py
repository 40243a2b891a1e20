"""Every way to say no: code, meaning, and the facts that a template gets. Templates and docs come from this table.

Laws: facts are plain and public knowledge but where ``private`` is set; nothing in a public refusal depends on a role.
A mission vote is never answered in the thread, accepted or not (resistance.md section 4, Spotlight).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order


@dataclass(frozen=True, slots=True)
class Row:
    """What a code means."""

    meaning: str
    facts: tuple[str, ...] = ()
    private: bool = False
    """Answered in a message even if the order came by the thread."""


REFUSALS: Mapping[str, Row] = MappingProxyType(
    {
        # --- the ladder: game, person, channel, phase, time
        "no_such_action": Row("This game knows no such order."),
        "not_open": Row("No game is open here yet."),
        "game_over": Row("The game has ended."),
        "game_paused": Row("The game is paused; only votes, passes and standing orders are taken.", ("since",)),
        "not_a_player": Row("Somebody without a seat in this game gave a player's order."),
        "not_moderator": Row("Only a moderator may do that."),
        "wrong_channel": Row("The order belongs in the other channel.", ("where",)),
        "wrong_phase": Row("The game waits for something else.", ("current",)),
        "period_over": Row("It was stamped after the period's end.", ("ended_at", "current")),
        "closing_recorded": Row(
            "It was stamped in time but turned up after the closing was recorded; moderators are told.",
            ("ended_at", "current"),
        ),
        "late_for_previous": Row("It was stamped before the open ballot was opened.", ("opened_at", "current")),
        "too_early": Row("It was stamped before there was anything to do.", ("since",)),
        # --- names
        "unknown_name": Row("A name is no player of this game.", ("name", "players")),
        # --- teams and votes
        "not_leader": Row("Only the Leader may do that.", ("leader",)),
        "cards_undealt": Row("Drawn cards must be dealt before a team is proposed.", ("cards",)),
        "choice_awaited": Row("An at-once card waits for its receiver.", ("player", "card")),
        "wrong_size": Row("The team has the wrong number of members.", ("need", "got")),
        "duplicate_member": Row("A member is named twice.", ("member",)),
        "wrong_ballot_word": Row("The word does not belong to the open ballot.", ("options",)),
        "votes_public": Row("This player's team votes belong in the thread.", ("card",)),
        "votes_private": Row("Team votes belong in a private message."),
        "votes_final": Row("In this game a vote cannot be changed."),
        "superseded": Row("A vote or withdrawal with a later stamp counts already.", ("at",)),
        "no_vote": Row("There is no vote to take back."),
        "not_on_team": Row("The player is not on the team.", private=True),
        "resistance_must_support": Row("The Resistance cannot sabotage; nothing was recorded.", private=True),
        "mission_votes_private": Row("Mission votes are sent in a message.", private=True),
        # --- cards
        "card_not_drawn": Row("That card is not among those to be dealt.", ("card", "options")),
        "leader_keeps_no_card": Row("The Leader deals to another player.", ("card",)),
        "does_not_hold_card": Row("The player does not hold that card.", ("card",)),
        "leads_already": Row("The Leader's own Strong Leader is kept: he leads already."),
        "window_closed": Row("The card's window is not open.", ("card", "closed_at", "current")),
        "not_awaited": Row("No choice for that card is awaited from this player.", ("card",)),
        "target_needed": Row("The card needs a target.", ("card", "options")),
        "target_not_allowed": Row("That player cannot be chosen.", ("card", "wrong", "options")),
        "target_not_on_team": Row("The target is not on the team.", ("card", "wrong", "options")),
        "not_adjacent": Row("The target is not a neighbour on the player list.", ("card", "wrong", "options")),
        "already_looked_at": Row("Another look at this member was earlier.", ("wrong", "options")),
        "which_card": Row("Several cards are possible.", ("options",)),
        "nothing_to_pass": Row("No window waits for this player's answer."),
        "already_passed": Row("The player has passed already.", ("card",)),
        "no_pass": Row("There is no pass to take back."),
        # --- standing orders
        "standing_order": Row("The order in advance is not one that can be checked.", ("card",)),
        "no_standing_order": Row("There is no standing order to clear."),
        # --- seats
        "signup_over": Row("The game has started; seats are no longer given.", ("reserve",)),
        "already_seated": Row("This account has a seat already."),
        "already_reserve": Row("This account is a reserve already."),
        "no_seat": Row("This account has no seat to leave."),
        "seat_stays": Row("In a running game a seat stays its player's until a substitute takes it over."),
        "saw_secrets": Row("Whoever looked at this game's secrets can take no seat in it."),
        "account_too_young": Row("The account is younger than the subreddit asks for a seat.", ("at",)),
        "name_taken": Row(
            "A nickname equals or is one typo from another player's name or nickname.", ("nickname", "taken")
        ),
        "name_is_command": Row("A nickname is a word of the vocabulary.", ("nickname",)),
        "wrong_code": Row("The code is not the one that was asked for.", private=True),
        "already_ready": Row("The seat is ready already.", private=True),
        "too_few": Row("Too few seats are ready.", ("need", "got")),
        # --- hosting
        "bad_options": Row("The options cannot be used.", ("problems",)),
        "already_open": Row("The game is open already."),
        "already_started": Row("The game has started already."),
        "not_started": Row("The game has not started."),
        "already_paused": Row("The game is paused already.", ("since",)),
        "not_paused": Row("The game is not paused."),
        "seated_moderator": Row(
            "A moderator who holds a seat neither sees nor sets secrets of the game.", private=True
        ),
        "nothing_to_void": Row("No proposal is open; a result that is out is taken back with an undo."),
        "leader_not_now": Row("The lead can be moved only while cards or a team are awaited.", ("current",)),
        "no_such_copy": Row("No copy of that card is held or used.", ("card",)),
        "seat_needs_somebody": Row("In a running game a seat needs a player; replace him.", ("player",)),
        "nothing_runs": Row("No period with a ceiling runs.", ("current",)),
        # --- overrides
        "card_works_at_once": Row("The card takes effect when it is dealt and is never held.", ("card",)),
        "take_first": Row("Several players hold the card; it is taken from one of them first.", ("card", "options")),
        "leads_anyway": Row("That player leads already.", ("leader",)),
        "nobody_awaited": Row("The game waits for nobody."),
        "no_reserve": Row("There is no reserve who could move up.", ("player",)),
        "newcomer_is_bot": Row("The GM itself cannot play."),
        "newcomer_plays": Row("The newcomer has a seat in this game already.", ("player",)),
        "undo_past_start": Row("Nothing is undone past the start of the game."),
        "nothing_to_undo": Row("Nothing stands behind that point, or it counts no more."),
        "no_such_post": Row("No public post of this game has that number.", ("number",)),
        "question_lapsed": Row("Something else happened since the question; it is asked again."),
        # --- the GM to itself
        "not_due": Row("The clock struck for a period that is over, or too early."),
        "no_time_back": Row("The outage gives no time back to this period."),
    }
)

MISSION_VERBS = frozenset({"mission"})


def refuse(code: str, **facts: Any) -> Refusal:
    """Return a refusal whose facts are those of its row."""
    row = REFUSALS[code]
    assert set(facts) <= set(row.facts), f"{code} has other facts: {sorted(facts)}"
    return Refusal(code, MappingProxyType(facts))


def answers_privately(order: Order, refusal: Refusal) -> bool:
    """Whether this refusal must go by private message, whatever road the order came by."""
    row = REFUSALS.get(refusal.code)
    return order.verb in MISSION_VERBS or (row is not None and row.private)
