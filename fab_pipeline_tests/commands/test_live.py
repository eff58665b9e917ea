"""`run --live`, `sources check` and `sources` as a user meets them, against a mirror on loopback."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import fab_pipeline
from fab_pipeline.cli import main
from fab_pipeline.pipeline import collect_live as module
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import VendorServer, bytes_answer, json_answer, serving
from fab_pipeline_tests.sources.prices.look_alikes import oracle_price, oracle_product

ORACLE = "/apexapps.oracle.com/pls/apex/cetools/api/v1/products/"
PARTS = ("H100", "H200", "A100 - v2", "E4", "L40S", "B200", "GB200", "MI300X")
GOOD = {
    "items": [
        oracle_product(
            partNumber=f"B{number}", displayName=f"OCI - Compute - GPU - {part}", currencyCodeLocalizations=[oracle_price("USD", 4.0)]
        )
        for number, part in enumerate(PARTS)
    ]
}
Live = Callable[..., Result]


@pytest.fixture
def mirror() -> Iterator[VendorServer]:
    with serving() as server:
        server.routes[ORACLE] = json_answer(GOOD)
        yield server


@pytest.fixture
def live(own_home: Path, mirror: VendorServer, monkeypatch: pytest.MonkeyPatch) -> Live:
    """The command line with three sources: Oracle, Vast (not there) and Lambda's interface (needs a key)."""
    monkeypatch.setattr(module, "SOURCES", {name: SOURCES[name] for name in ("oracle", "vast", "lambda_api", "verda")})
    monkeypatch.setattr(module, "reference", lambda _settings: {"NVIDIA H100": 4.0})

    def call(*arguments: str, **environment: str) -> Result:
        told = {"FAB_HOME": str(own_home), "FAB_MIRROR": mirror.base, "FAB_CONTACT": "ops@lab.example", **environment}
        result = CliRunner().invoke(main, list(arguments), env=told)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


def test_run_live_asks_every_source_and_says_one_line_each(live: Live, own_home: Path) -> None:
    result = live("run", "--live")
    assert result.exit_code == 0
    lines = [line.split(maxsplit=2)[2] for line in result.stderr.splitlines() if " live " in line]
    assert sorted(line.partition(":")[0] for line in lines) == ["lambda_api", "oracle", "vast"]
    assert "oracle: 8 quotes" in lines
    assert any(line.startswith("vast: failed: http_404: ") for line in lines)
    assert "lambda_api: skipped: it needs a key: set FAB_KEY_LAMBDA" in lines
    assert "sealed   3 sources: 1 failed, 1 ok, 1 skipped" in result.stderr
    assert "failed: vast" in result.stdout
    board = {row["source"]: row for row in fab_pipeline.load("sources", home=own_home).to_dicts()}
    assert (board["oracle"]["source_status"], board["oracle"]["last_outcome"]) == ("verified", "ok")
    assert board["vast"]["last_outcome"] == "failed"


def test_a_failed_source_is_exit_code_3_only_when_strict(live: Live) -> None:
    assert live("run", "--live", "--strict").exit_code == 3
    assert live("run", "--live").exit_code == 0


def test_strict_is_content_when_nothing_failed(live: Live, mirror: VendorServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOURCES", {name: SOURCES[name] for name in ("oracle", "lambda_api")})
    assert live("run", "--live", "--strict").exit_code == 0


def test_run_live_gives_programs_one_json_line(live: Live) -> None:
    facts = json.loads(live("run", "--live", "--format", "json").stdout)
    assert facts["sources"] == {"lambda_api": "skipped", "oracle": "ok", "vast": "failed"}
    assert facts["collection_id"]


def test_run_without_live_asks_nobody(live: Live, mirror: VendorServer) -> None:
    assert live("run").exit_code == 0
    assert mirror.asked == []


def test_live_needs_somebody_who_can_be_reached(live: Live, mirror: VendorServer) -> None:
    result = live("run", "--live", FAB_CONTACT="")
    assert result.exit_code == 1
    assert "set FAB_CONTACT" in result.stderr
    assert mirror.asked == []


def test_live_and_known_at_contradict_each_other(live: Live) -> None:
    result = live("run", "--live", "--known-at", "2026-10-10T12:00:00Z")
    assert (result.exit_code, "leave one of them out" in result.stderr) == (2, True)


def test_a_check_that_passes_promotes_the_source_and_the_next_run_follows(live: Live, own_home: Path) -> None:
    result = live("sources", "check", "oracle")
    assert result.exit_code == 0
    assert result.stdout.startswith("oracle: passed: 8 quotes; H100, A100 among them; 4 to 4 USD per accelerator-hour")
    assert result.stdout.rstrip().endswith("[sampled → verified]")
    assert live("run").exit_code == 0
    assert "verified" in fab_pipeline.load("sources", home=own_home).filter(source="oracle")["source_status"]
    assert live("sources", "check", "oracle").stdout.rstrip().endswith("[verified]")


def test_a_check_without_others_to_compare_with_passes_and_promotes_nothing(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "reference", lambda _settings: {})
    result = live("sources", "check", "oracle")
    assert result.exit_code == 0
    assert "0 accelerators compared with other sources; not verified by that" in result.stdout
    assert result.stdout.rstrip().endswith("[sampled]")


def test_a_check_says_that_the_disk_budget_of_a_source_is_nearly_spent(live: Live) -> None:
    told = live("sources", "check", "oracle", FAB_SOURCE_BUDGET_BYTES="650").stderr
    assert told.startswith("budget: oracle: ")
    assert "raise FAB_SOURCE_BUDGET_BYTES" in told


def test_a_check_that_fails_is_exit_code_1_and_one_line(live: Live, mirror: VendorServer) -> None:
    mirror.routes[ORACLE] = json_answer({"items": GOOD["items"][:2]})
    result = live("sources", "check", "oracle")
    assert result.exit_code == 1
    assert result.stdout == "oracle: failed: 2 of at least 8 quotes; without A100 [sampled]\n"


def test_a_blocked_check_says_so(live: Live, mirror: VendorServer) -> None:
    mirror.routes[ORACLE] = bytes_answer(b"no", "text/plain", 403)
    result = live("sources", "check", "oracle")
    assert result.exit_code == 1
    assert result.stdout.startswith("oracle: failed: blocked: http_403: ")


def test_a_check_of_all_passes_over_sources_without_a_key(live: Live, mirror: VendorServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOURCES", {name: SOURCES[name] for name in ("oracle", "lambda_api")})
    result = live("sources", "check")
    assert result.exit_code == 0
    assert "lambda_api: skipped: it needs a key: set FAB_KEY_LAMBDA [documented]" in result.stdout
    assert live("sources", "check", "lambda_api").exit_code == 1


def test_a_check_gives_programs_json_lines(live: Live) -> None:
    [facts] = [json.loads(line) for line in live("sources", "check", "oracle", "--format", "json").stdout.splitlines()]
    assert (facts["source"], facts["passed"], facts["quotes"], facts["status_before"], facts["status"]) == (
        "oracle", True, 8, "sampled", "verified",
    )  # fmt: skip


@pytest.mark.parametrize(("name", "words"), [("orakle", "did you mean oracle"), ("verda", "only comes as files")])
def test_a_source_that_cannot_be_asked_is_wrong_usage(live: Live, name: str, words: str) -> None:
    result = live("sources", "check", name)
    assert (result.exit_code, words in result.stderr, result.stderr.count("\n")) == (2, True, 1)


def test_sources_shows_status_age_and_what_came_of_asking(live: Live) -> None:
    live("run", "--live")
    shown = live("sources").stdout
    for column in ("source_status", "age_days", "last_asked_at", "last_outcome"):
        assert column in shown


def test_doctor_says_what_live_collecting_would_do(live: Live) -> None:
    told = live("doctor", FAB_KEY_GCP="secret").stdout
    assert "live collecting as ops@lab.example" in told
    assert "FAB_KEY_LAMBDA" in told
    assert "FAB_KEY_GCP" not in told
    assert "secret" not in told
    assert "set FAB_CONTACT" in live("doctor", FAB_CONTACT="").stdout
