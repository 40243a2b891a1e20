"""Metrics: what is counted, and that nothing in them tells a secret (resistance.md section 7)."""

import re

import pytest

from forumgm.adapters.metrics import Meter, Metrics, Sources
from forumgm.app.health import Census, Pulse
from forumgm.app.journal import SilentJournal
from forumgm.app.ports import StoreError


class Quota:
    remaining = 993
    resets_in = 120


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pulse(clock: Clock) -> Pulse:
    return Pulse(clock, interval=30, patience=120)


def _census() -> Census:
    census = Census(oldest={"public": 5, "private": 70}, in_doubt=1, failed=2, unread=3, overdue=4)
    census.games[("g", "open", "team_vote")] = 2
    census.waiting["private"] = 6
    return census


@pytest.fixture
def metrics(pulse: Pulse) -> Metrics:
    return Metrics(Sources(pulse, _census, Quota))


def _value(metrics: Metrics, series: str) -> float | None:
    found = re.search(rf"^{re.escape(series)} (\S+)$", metrics.text().decode(), re.MULTILINE)
    return float(found[1]) if found else None


def test_the_values_of_the_moment(metrics: Metrics, pulse: Pulse, clock: Clock) -> None:
    """Cycle age, request budget left, queue depths and ages, games by phase, deadlines overdue."""
    assert _value(metrics, "forumgm_cycle_age_seconds") is None
    pulse.cycled(read=True)
    clock.seconds = 42
    assert _value(metrics, "forumgm_cycle_age_seconds") == 42
    assert _value(metrics, "forumgm_poll_age_seconds") == 42
    assert _value(metrics, "forumgm_request_budget_remaining") == 993
    assert _value(metrics, 'forumgm_outbox_waiting{audience="private"}') == 6
    assert _value(metrics, 'forumgm_outbox_waiting{audience="public"}') == 0
    assert _value(metrics, 'forumgm_outbox_oldest_seconds{audience="private"}') == 70
    assert _value(metrics, 'forumgm_games{kind="g",phase="team_vote",status="open"}') == 2
    assert _value(metrics, "forumgm_deadlines_overdue") == 4
    assert _value(metrics, "forumgm_store_up") == 1


def test_a_database_that_fails_is_told(pulse: Pulse) -> None:
    def fails() -> Census:
        raise StoreError("no")

    metrics = Metrics(Sources(pulse, fails, lambda: None))
    assert _value(metrics, "forumgm_store_up") == 0
    assert _value(metrics, "forumgm_deadlines_overdue") is None


def test_orders_refusals_and_errors_are_counted(metrics: Metrics, pulse: Pulse) -> None:
    """Public orders by reading, public refusals, private orders only as answered, errors by kind."""
    meter = Meter(SilentJournal(), metrics, progress=pulse.progress)
    meter.note("read", game="g1", item="t1_a", reading="accept", code="")
    meter.note("refused", game="g1", item="t1_a", code="not_leader")
    meter.note("answered", game="g1", item="t4_a")
    meter.note("sent", game="g1", road="message", waited=3)
    meter.note("sent", game="g1", road="post", waited=3)
    meter.note("forum unreachable", reason="x", wait=1.0)
    assert _value(metrics, 'forumgm_errors_total{kind="login"}') == 0
    meter.note("login refused", reason="no token: invalid_grant", wait=3600.0)
    meter.trouble("item failed", KeyError("bob is a spy"))
    assert _value(metrics, 'forumgm_public_orders_total{reading="accept"}') == 1
    assert _value(metrics, 'forumgm_public_refusals_total{code="not_leader"}') == 1
    assert _value(metrics, "forumgm_private_orders_answered_total") == 1
    assert _value(metrics, 'forumgm_sent_total{audience="private"}') == 1
    assert _value(metrics, 'forumgm_sent_total{audience="public"}') == 1
    assert _value(metrics, 'forumgm_errors_total{kind="forum"}') == 1
    assert _value(metrics, 'forumgm_errors_total{kind="login"}') == 1
    assert _value(metrics, 'forumgm_errors_total{kind="KeyError"}') == 1
    assert "spy" not in metrics.text().decode()


def test_a_writing_carried_out_is_progress(metrics: Metrics, pulse: Pulse) -> None:
    meter = Meter(SilentJournal(), metrics, progress=pulse.progress)
    meter.note("sent", game="g1", road="post", waited=3)
    assert pulse.steps == 1
