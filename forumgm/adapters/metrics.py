"""Metrics for Prometheus: counted from the journal, the pulse, the wire and a census of the store.

Law (resistance.md 7): nothing here depends on a role or a mission vote. Public orders and refusals are told apart by
reading and code; of private orders only that one was answered.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from forumgm.app.health import Census, Pulse
from forumgm.app.journal import Journal
from forumgm.app.ports import StoreError


class Quota(Protocol):
    """What the forum said of our request quota."""

    @property
    def remaining(self) -> int:
        """Return the requests left in this window."""
        ...

    @property
    def resets_in(self) -> int:
        """Return the seconds until the window starts anew."""
        ...


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the values of the moment come from; each is asked when somebody looks."""

    pulse: Pulse
    census: Callable[[], Census]
    """May raise StoreError."""
    quota: Callable[[], Quota | None]


class Metrics:
    """Everything that is measured."""

    def __init__(self, sources: Sources) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # when a counter began is of no use
        self._registry = CollectorRegistry()
        self.public_orders = self._counter(
            "public_orders", "Comments in game threads, by what they were read as", "reading"
        )
        self.public_refusals = self._counter("public_refusals", "Orders in game threads that were refused", "code")
        self.private_orders = self._counter("private_orders_answered", "Private messages that were answered")
        self.sent = self._counter("sent", "Writings carried out", "audience")
        self.errors = self._counter("errors", "Things that went wrong, by kind", "kind")
        self.errors.labels("login")  # shown from the start: a rule sees the first one only as a step up from 0
        self.cycles = self._counter("cycles", "Cycles by outcome", "outcome")
        info = Gauge("forumgm_build_info", "The program that runs", ["version"], registry=self._registry)
        info.labels(version("forumgm")).set(1)
        self._registry.register(_Moment(sources))

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"forumgm_{name}", text, labels, registry=self._registry)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def names(self) -> set[str]:
        """Return the name of every series, for documentation and checks."""
        found: set[str] = set()
        for metric in self._registry.collect():
            found.add(f"{metric.name}_total" if metric.type == "counter" else metric.name)
        return found


class _Moment:
    """Values that are asked for when somebody looks."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def collect(self) -> Iterable[Metric]:
        """Yield the values of this moment; those that nobody knows are left out."""
        pulse = self._sources.pulse
        yield _one("cycle_age_seconds", "Seconds since a cycle came to its end", pulse.cycle_age)
        yield _one("poll_age_seconds", "Seconds since the forum was read whole", pulse.poll_age)
        yield _one("alive", "1 if the daemon makes progress", float(pulse.alive().ok))
        yield _one("ready", "1 if games go on", float(pulse.ready().ok))
        quota = self._sources.quota()
        yield _one("request_budget_remaining", "Requests left in this window", quota.remaining if quota else None)
        yield _one("request_budget_resets_seconds", "Length left of the window", quota.resets_in if quota else None)
        try:
            counted = self._sources.census()
        except StoreError:
            yield _one("store_up", "1 if the database can be read", 0)
            return
        yield _one("store_up", "1 if the database can be read", 1)
        yield from _counted(counted)


def _counted(counted: Census) -> Iterable[Metric]:
    yield _one("outbox_in_doubt", "Writings that may or may not have been carried out", counted.in_doubt)
    yield _one("outbox_failed", "Writings that the forum refused for good", counted.failed)
    yield _one("items_waiting", "Items read and not yet handled", counted.unread)
    yield _one("items_oldest_seconds", "Age of the oldest of them", counted.unread_oldest)
    yield _one("deadlines_overdue", "Deadlines whose time has passed", counted.overdue)
    waiting = GaugeMetricFamily("forumgm_outbox_waiting", "Writings not yet sent", labels=["audience"])
    oldest = GaugeMetricFamily("forumgm_outbox_oldest_seconds", "Age of the oldest of them", labels=["audience"])
    for audience, age in counted.oldest.items():
        waiting.add_metric([audience], counted.waiting[audience])
        oldest.add_metric([audience], age)
    games = GaugeMetricFamily("forumgm_games", "Games by kind, status and phase", labels=["kind", "status", "phase"])
    for labels, number in counted.games.items():
        games.add_metric(list(labels), number)
    yield from (waiting, oldest, games)


def _one(name: str, text: str, value: float | None) -> Metric:
    family = GaugeMetricFamily(f"forumgm_{name}", text)
    if value is not None:
        family.add_metric([], value)
    return family


class Meter:
    """Counts what is noted and passes it on. Fulfils ``forumgm.app.journal.Journal``."""

    def __init__(self, journal: Journal, metrics: Metrics, *, progress: Callable[[], None]) -> None:
        self._journal = journal
        self._metrics = metrics
        self._progress = progress

    def note(self, what: str, *, game: str | None = None, item: str | None = None, **facts: str | float | bool) -> None:
        """Count it if it is one of the things that are counted."""
        metrics = self._metrics
        match what:
            case "read":
                metrics.public_orders.labels(str(facts["reading"])).inc()
            case "refused":
                metrics.public_refusals.labels(str(facts["code"])).inc()
            case "answered":
                metrics.private_orders.inc()
            case "sent":
                metrics.sent.labels("private" if facts["road"] == "message" else "public").inc()
                self._progress()
            case "forum unreachable" | "no login yet":
                metrics.errors.labels("forum").inc()
            case "login refused":
                metrics.errors.labels("login").inc()
            case "unreachable" | "refused for good" | "thread closed":
                metrics.errors.labels(what.replace(" ", "_")).inc()
        self._journal.note(what, game=game, item=item, **facts)

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        """Count an error by its kind."""
        self._metrics.errors.labels(type(error).__name__).inc()
        self._journal.trouble(what, error, game=game, item=item)
