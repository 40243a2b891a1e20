"""The Reddit adapter, over real PRAW against the sandbox, passes the forum contract."""

import pytest

from tests.adapters.forum.contract import ForumContract, Stage
from tests.adapters.reddit.stage import SandboxStage


class TestRedditForum(ForumContract):
    @pytest.fixture(autouse=True)
    def _on_the_sandbox(self, stage: SandboxStage) -> None:
        """Make ``stage`` the sandbox."""

    def test_is_a_stage(self, stage: SandboxStage) -> None:
        fits: Stage = stage
        assert fits.forum.me() == stage.account("gm_bot")
