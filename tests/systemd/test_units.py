"""The units: systemd accepts them, their hardening is rated, and they are installed where they belong."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from forumgm.settings import load

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "systemd"
SERVICES = ("forumgm.service", "forumgm-backup.service")
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed (.ci/run installs it)")
NEWER = {"RestartSteps", "RestartMaxDelaySec"}
"""Keys of systemd 254, which older ones say they ignore."""
LARGEST_EXPOSURE = 2.0


class _Unit(dict[str, list[str]]):
    """The keys of a unit, each with all its values."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        for line in file.read_text().splitlines():
            key, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                self.setdefault(key, []).append(value)


def _staged(folder: Path) -> Path:
    """Install into a staging folder with a program that is there; return where the units are."""
    subprocess.run(["make", "-s", "install", f"DESTDIR={folder}"], cwd=ROOT, check=True, capture_output=True)
    units = folder / "etc" / "systemd" / "system"
    program = folder / "usr" / "local" / "bin" / "forumgm"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in units.glob("*.service"):
        unit.write_text(unit.read_text().replace("/usr/local/bin/forumgm", str(program)))
    return units


@needs_systemd
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    units = _staged(tmp_path)
    names = sorted(unit.name for unit in units.iterdir())
    done = subprocess.run(
        [str(ANALYZE), "verify", *(str(units / name) for name in names)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for line in done.stderr.splitlines():
        ignored = re.search(r"Unknown key(?: name)? '(\w+)' in section \[?'?Service", line)
        assert ignored, line
        assert ignored[1] in NEWER, line


@needs_systemd
@pytest.mark.parametrize("name", SERVICES)
def test_hardening_is_rated_at_most_2(name: str) -> None:
    done = subprocess.run(
        [str(ANALYZE), "security", "--offline=yes", "--no-pager", str(UNITS / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    rated = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert rated, done.stdout + done.stderr
    assert float(rated[1]) <= LARGEST_EXPOSURE


def test_the_service_is_what_the_program_expects() -> None:
    unit = _Unit(UNITS / "forumgm.service")
    assert unit["Type"] == ["notify"]
    assert unit["WatchdogSec"]
    assert unit["Restart"] == ["on-failure"]
    assert unit["RestartPreventExitStatus"] == ["2"]  # bad configuration, or another daemon has the database
    assert unit["RestartSteps"]
    assert unit["RestartMaxDelaySec"]
    assert unit["StateDirectory"] == ["forumgm"]
    assert unit["ConfigurationDirectory"] == ["forumgm"]
    assert unit["ExecReload"] == ["/bin/kill -HUP $MAINPID"]
    secrets = {value.partition(":")[0] for value in unit["LoadCredential"]}
    assert secrets == {"forumgm.client_id", "forumgm.client_secret", "forumgm.refresh_token"}


def test_stopping_is_given_more_time_than_the_program_takes() -> None:
    from forumgm.service.process import LAST_SECONDS

    (seconds,) = _Unit(UNITS / "forumgm.service")["TimeoutStopSec"]
    assert int(seconds.removesuffix("s")) > LAST_SECONDS


def test_the_watchdog_leaves_time_for_a_slow_cycle() -> None:
    from forumgm.app.health import STALLED_AFTER

    (minutes,) = _Unit(UNITS / "forumgm.service")["WatchdogSec"]
    assert int(minutes.removesuffix("min")) * 60 > STALLED_AFTER + 30


def test_backups_run_by_a_timer_that_catches_up() -> None:
    timer = configparser.ConfigParser(interpolation=None)
    timer.optionxform = str  # type: ignore[assignment,method-assign]
    timer.read(UNITS / "forumgm-backup.timer")
    assert timer["Timer"]["Persistent"] == "yes"
    assert timer["Timer"]["OnCalendar"]
    service = _Unit(UNITS / "forumgm-backup.service")
    assert service["Type"] == ["oneshot"]
    assert service["User"] == ["forumgm"]  # the dynamic user of forumgm.service
    assert " backup " in service["ExecStart"][0]


def test_installing_into_a_staging_folder(tmp_path: Path) -> None:
    """Everything lands below DESTDIR; what an operator changed stays."""
    command = ["make", "-s", "install", f"DESTDIR={tmp_path}", "PREFIX=/opt/gm"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    config = tmp_path / "etc" / "forumgm" / "forumgm.toml"
    assert load(config, environment={}).storage.url == "sqlite:////var/lib/forumgm/forumgm.sqlite3"
    config.write_text("# mine\n")
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    found = {str(f.relative_to(tmp_path)) for f in tmp_path.rglob("*") if f.is_file()}
    assert found == {
        "etc/forumgm/forumgm.toml",
        "etc/forumgm/presets/classic.toml",
        "etc/forumgm/presets/forum.toml",
        "etc/systemd/system/forumgm-backup.service",
        "etc/systemd/system/forumgm-backup.timer",
        "etc/systemd/system/forumgm.service",
        "opt/gm/share/bash-completion/completions/forumgm",
        "opt/gm/share/fish/vendor_completions.d/forumgm.fish",
        "opt/gm/share/zsh/site-functions/_forumgm",
        "opt/gm/share/forumgm/alerts.yml",
        "opt/gm/share/forumgm/grafana.json",
        "opt/gm/share/man/man1/forumgm.1",
    }
    assert config.read_text() == "# mine\n"
    unit = (tmp_path / "etc/systemd/system/forumgm.service").read_text()
    assert "ExecStart=/opt/gm/bin/forumgm run" in unit
    assert (tmp_path / "etc/forumgm/credentials").stat().st_mode & 0o777 == 0o700
