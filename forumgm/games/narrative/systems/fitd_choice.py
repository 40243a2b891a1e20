"""The row of `fitd_choice` (narrative.md B2; seed 002, an "In the Dark" site)."""

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.options import FitdOptions
from forumgm.games.narrative.sheets import FitdSheet
from forumgm.games.narrative.systems.base import System
from forumgm.games.narrative.systems.fitd import plan_decline, plan_pay, plan_resist
from forumgm.games.narrative.systems.fitd_boxes import plan_accept, plan_armour, plan_repair_armour, plan_restock
from forumgm.games.narrative.systems.fitd_gm import plan_force
from forumgm.games.narrative.words import Verb

SYSTEM: System[FitdSheet, FitdOptions] = System(
    SystemName.FITD_CHOICE,
    title="the choice rules",
    verbs={
        Verb.RESIST: plan_resist,
        Verb.ARMOUR: plan_armour,
        Verb.ACCEPT: plan_accept,
        Verb.PAY: plan_pay,
        Verb.DECLINE: plan_decline,
        Verb.RESTOCK: plan_restock,
        Verb.LOAD: plan_restock,
        Verb.REPAIR: plan_repair_armour,
        Verb.FORCE: plan_force,
    },
)
