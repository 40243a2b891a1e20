"""The rules systems, a row each. A new one is a file here and its row."""

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.options import FitdOptions, ResistanceOptions
from forumgm.games.narrative.sheets import FitdSheet, ResistanceSheet
from forumgm.games.narrative.systems import blades, fitd_choice, fitd_protection, resistance_system
from forumgm.games.narrative.systems.base import No, Outcome, Plan, Refusal, Settled, System

RESISTANCE: dict[SystemName, System[ResistanceSheet, ResistanceOptions]] = {
    row.name: row for row in (resistance_system.SYSTEM,)
}
FITD: dict[SystemName, System[FitdSheet, FitdOptions]] = {
    row.name: row for row in (fitd_protection.SYSTEM, fitd_choice.SYSTEM, blades.SYSTEM)
}

__all__ = ["FITD", "RESISTANCE", "No", "Outcome", "Plan", "Refusal", "Settled", "System"]
