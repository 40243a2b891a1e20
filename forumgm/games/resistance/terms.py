"""The words of the rules, as the record writes them (record.md).

Law: every member's value is the record's spelling; members are texts, so that events are plain JSON as they stand.
"""

from enum import StrEnum


class Card(StrEnum):
    """Card ids in the order of record.md, which is the order that the deck is made in."""

    STRONG_LEADER = "strong_leader"
    CLOSE_EYE = "close_eye"
    NO_CONFIDENCE = "no_confidence"
    OPINION_MAKER = "opinion_maker"
    TAKE_RESPONSIBILITY = "take_responsibility"
    OVERHEARD_CONVERSATION = "overheard_conversation"
    ESTABLISH_CONFIDENCE = "establish_confidence"
    OPEN_UP = "open_up"
    IN_THE_SPOTLIGHT = "in_the_spotlight"


class CardKind(StrEnum):
    """How a card is used (resistance.md section 4)."""

    ONE_USE = "one use"
    PERMANENT = "permanent"
    AT_ONCE = "at once"


class Role(StrEnum):
    """What a player secretly is."""

    RESISTANCE = "resistance"
    SPY = "spy"


class Side(StrEnum):
    """Who can win."""

    RESISTANCE = "resistance"
    SPIES = "spies"


class Vote(StrEnum):
    """A vote on a proposed team."""

    APPROVE = "approve"
    REJECT = "reject"


class Deed(StrEnum):
    """A vote on a mission."""

    SUPPORT = "support"
    SABOTAGE = "sabotage"


class Window(StrEnum):
    """A time in which a held card may be played."""

    STRONG_LEADER = "strong_leader"
    NO_CONFIDENCE = "no_confidence"
    SPOTLIGHT = "spotlight"
    CLOSE_EYE = "close_eye"


class Phase(StrEnum):
    """What the game waits for (names of the contract with the reader and the corpus)."""

    SIGNUP = "signup"
    ROLE_CONFIRM = "role_confirm"
    STRONG_LEADER_WINDOW = "strong_leader_window"
    PLOT_DEAL = "plot_deal"
    PROPOSAL = "proposal"
    TEAM_VOTE = "team_vote"
    NO_CONFIDENCE_WINDOW = "no_confidence_window"
    SPOTLIGHT_WINDOW = "spotlight_window"
    MISSION = "mission"
    CLOSE_EYE_WINDOW = "close_eye_window"
    ENDED = "ended"


CARD_CHOICE = "card_choice"
"""What a player sees instead of ``plot_deal`` when an at-once choice is awaited from him."""


class Passed(StrEnum):
    """Why a holder let a window go by."""

    ANSWER = "answer"
    STANDING_ORDER = "standing_order"
    CEILING = "ceiling"


class NewLeader(StrEnum):
    """Why the lead moved."""

    REJECTED = "rejected"
    MISSION_OVER = "mission_over"
    STRONG_LEADER = "strong_leader"
    IDLE = "idle"
    OVERRIDE = "override"


class Withdrawn(StrEnum):
    """Why a cast vote is gone."""

    PLAYER = "player"
    STRIKE = "strike"
    OPINION_MAKER = "opinion_maker"


class Ending(StrEnum):
    """Why the game is over."""

    THREE_MISSIONS = "three_missions"
    FIVE_REJECTIONS = "five_rejections"
    OVERRIDE = "override"


class NewCeiling(StrEnum):
    """Why a running period ends at another time."""

    OVERRIDE = "override"
    OUTAGE = "outage"
    REPLACED = "replaced"
    POSTED_LATE = "posted_late"
    ASKED_AGAIN = "asked_again"
    UNDONE = "undone"


class IdleAction(StrEnum):
    """What happens when somebody lets an action wait for too long (resistance.md section 3)."""

    ALERT = "alert"
    RANDOM = "random"
    PASS_LEAD = "pass_lead"  # noqa: S105


class Flagged(StrEnum):
    """What somebody did to an item after it was read."""

    EDITED = "edited"
    DELETED = "deleted"
