"""Settings: one TOML file, overridable by the environment, checked as a whole before anything starts.

Map: ``model`` (sections and keys), ``sources`` (file, environment, credentials, praw.ini), ``presets`` (named options),
``loading`` (puts them together), ``problems``, ``example`` (the commented file that ``forumgm init`` writes).
"""

from forumgm.settings.loading import DEFAULT_FILE, load, to_run
from forumgm.settings.model import Settings
from forumgm.settings.presets import presets
from forumgm.settings.problems import Problem, SettingsError

__all__ = ["DEFAULT_FILE", "Problem", "Settings", "SettingsError", "load", "presets", "to_run"]
