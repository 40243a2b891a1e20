"""What all tests share: random examples are the same in every run of CI, so that only a change can break it."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")
