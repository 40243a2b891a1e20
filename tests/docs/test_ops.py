"""The example alert rules and the dashboard: they can be imported and name only what is measured."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from forumgm.adapters.metrics import Metrics, Sources
from forumgm.app.health import Census, Pulse

OPS = Path(__file__).parents[2] / "docs" / "ops"
_SERIES = re.compile(r"\bforumgm_[a-z_]+")
_LABELS = re.compile(r"(forumgm_[a-z_]+)\{([^}]*)\}")


@pytest.fixture(scope="module")
def measured() -> set[str]:
    metrics = Metrics(Sources(Pulse(lambda: 0.0, interval=30, patience=120), Census, lambda: None))
    return metrics.names()


def _dashboard() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((OPS / "grafana.json").read_text())
    return loaded


def _rules() -> list[dict[str, str]]:
    """Read the rules: our file keeps one key a line, so no YAML library is needed."""
    rules: list[dict[str, str]] = []
    for line in (OPS / "alerts.yml").read_text().splitlines():
        assert "\t" not in line
        key, colon, value = line.strip().removeprefix("- ").partition(": ")
        if line.strip().startswith("- alert:"):
            rules.append({})
        if rules and colon:
            assert key not in rules[-1], f"{key} stands twice"
            rules[-1][key] = value
    return rules


def test_rules_name_only_what_is_measured(measured: set[str]) -> None:
    assert len(_rules()) >= 8
    for rule in _rules():
        series = set(_SERIES.findall(rule["expr"]))
        assert series
        assert series <= measured, rule["alert"]


def test_rules_say_what_happened_and_what_to_do() -> None:
    for rule in _rules():
        assert {"alert", "expr", "labels", "summary", "description"} <= set(rule)
        assert re.fullmatch(r"Forumgm[A-Za-z]+", rule["alert"])
        assert rule["labels"] in ("{severity: page}", "{severity: ticket}")
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
        for key in ("summary", "description"):
            assert rule[key].startswith('"') or not set(rule[key]) & set("`:#{}[]&*!|>%@") - set(":`"), rule[key]
            assert rule[key].startswith('"') or ": " not in rule[key]


def test_the_dashboard_imports(measured: set[str]) -> None:
    """What Grafana asks of a file to import: no id, its data source as an input, panels with targets."""
    board = _dashboard()
    assert board["id"] is None
    assert board["title"] == "forumgm"
    assert board["schemaVersion"] >= 30
    (source,) = board["__inputs"]
    assert (source["type"], source["pluginId"]) == ("datasource", "prometheus")
    assert len({p["id"] for p in board["panels"]}) == len(board["panels"])
    places = {(p["gridPos"]["x"], p["gridPos"]["y"]) for p in board["panels"]}
    assert len(places) == len(board["panels"])
    for panel in board["panels"]:
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
        for target in panel["targets"]:
            assert target["datasource"]["uid"] == f"${{{source['name']}}}"
            assert set(_SERIES.findall(target["expr"])) <= measured, panel["title"]


def test_every_series_that_an_issue_asks_for_is_on_the_dashboard(measured: set[str]) -> None:
    shown = set(_SERIES.findall((OPS / "grafana.json").read_text()))
    assert measured - shown <= {
        "forumgm_build_info",
        "forumgm_request_budget_resets_seconds",
        "forumgm_store_up",
    }
