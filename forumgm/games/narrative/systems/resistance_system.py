"""The row of the Resistance System (narrative.md B1; seed: Resistance Toolbox).

Built on the *Resistance Toolbox* by Rowan, Rook and Decard (CC BY 4.0); the words here are our own.
"""

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.sheets import ResistanceSheet
from forumgm.games.narrative.systems.base import System
from forumgm.games.narrative.systems.odds_words import plan_pool_odds
from forumgm.games.narrative.systems.pool_planning import plan_roll
from forumgm.games.narrative.systems.resistance_care import (
    plan_clear,
    plan_fallout,
    plan_lay_low,
    plan_refresh,
    plan_repair,
    plan_stress,
)
from forumgm.games.narrative.words import Verb

SYSTEM: System[ResistanceSheet, ResistanceOptions] = System(
    SystemName.RESISTANCE_SYSTEM,
    title="the Resistance System",
    verbs={
        Verb.ROLL: plan_roll,
        Verb.LEAD: plan_roll,
        Verb.FOLLOW: plan_roll,
        Verb.STRESS: plan_stress,
        Verb.CLEAR: plan_clear,
        Verb.REFRESH: plan_refresh,
        Verb.LAY_LOW: plan_lay_low,
        Verb.REPAIR: plan_repair,
        Verb.FALLOUT: plan_fallout,
        Verb.ODDS: plan_pool_odds,
    },
)
