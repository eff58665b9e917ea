"""The Dagster UI in a real browser: everything materialized by clicking, green checks, table and plot; a dropped snapshot and its run.

Needs Debian's Chromium (`apt-get install chromium`); the screenshots stay in the test's folder, or in $FAB_SCREENSHOTS.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

import fab_pipeline
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.slow.services import FAB_PIPELINE, OTHERS_AT_WORK, START_SECONDS, Service, alive, drop, pointed_at, service, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

RUN_SECONDS = 90.0
"""From a click, or the drop of a file, to the end of the run, on two cores that do nothing else."""

PATIENCE_MS = 30_000 * OTHERS_AT_WORK

LEAN = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--js-flags=--max-old-space-size=512")
"""In CI the browser runs as root and in little memory."""


@dataclass
class Ui:
    """The page, and where its pictures go."""

    page: Page
    service: Service
    pictures: Path

    def open(self, path: str) -> None:
        self.page.goto(self.service.url + path)

    def see(self, text: str) -> None:
        expect(self.page.get_by_text(text, exact=True).first).to_be_visible()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def picture(self, name: str) -> None:
        self.page.screenshot(path=self.pictures / f"{name}.png")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser") / "home"


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Service]:
    """`fab-pipeline serve` on an empty data folder, after the release that it makes by itself. It asks nobody: no contact is set."""
    with service([*FAB_PIPELINE, "serve"], home, home.parent, {"FAB_CONTACT": ""}) as running:
        running.wait_until_up()
        until((home / "latest.json").is_file, START_SECONDS, "the first release", running.log)
        yield running
        assert running.stop() == 0, running.log.read_text()[-5000:]
        assert alive(home) == []


@pytest.fixture
def ui(served: Service, home: Path) -> Iterator[Ui]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Debian's chromium")
    pictures = Path(os.environ.get("FAB_SCREENSHOTS") or home.parent / "pictures")
    pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=LEAN)
        try:
            page = browser.new_page(viewport={"width": 1500, "height": 950})
            page.set_default_timeout(PATIENCE_MS)
            expect.set_options(timeout=PATIENCE_MS)
            page.goto(f"{served.url}/asset-groups")
            yield Ui(page, served, pictures)
        finally:
            browser.close()


def test_everything_is_materialized_by_clicking_and_its_checks_are_green(ui: Ui, home: Path):
    known = set(ui.service.runs())
    ui.page.get_by_text("Materialize all", exact=False).first.click()
    ui.click("Latest")
    ui.click("Launch 1 run")
    run = ui.service.wait_for_run(lambda run: run["runId"] not in known, RUN_SECONDS, "the run that was clicked")
    assert run["status"] == "SUCCESS", ui.service.log.read_text()[-5000:]
    assert run["tags"]["fab_pipeline/release_id"] == pointed_at(home)

    ui.open(f"/runs/{run['runId']}")
    ui.see("Success")
    ui.picture("run")
    ui.open("/asset-groups")
    for group in ("live", "captures", "quotes", "boards", "release"):
        ui.see(group)
    ui.page.wait_for_timeout(3000)  # for the picture: the counts come after the graph
    ui.picture("groups")
    ui.open("/assets/accelerator_prices?view=checks")
    for check in ("keeps_contract", "only_winning_kinds_win", "prices_have_values", "winner_has_the_price", "winners_exist"):
        ui.see(check)
    expect(ui.page.get_by_text("Passed", exact=True).first).to_be_visible()
    assert ui.page.get_by_text("Failed", exact=True).count() == 0
    ui.picture("checks")


def test_a_materialization_shows_the_moves_as_a_table_and_the_prices_as_a_plot(ui: Ui):
    ui.open("/assets/accelerator_prices?view=events")
    ui.see("price_moves_count")
    shown = ui.page.get_by_text("[Show Markdown]")
    shown.nth(0).click()
    dialog = ui.page.get_by_role("dialog")
    expect(dialog.get_by_role("columnheader", name="statistic")).to_be_visible()
    assert dialog.get_by_role("row").count() > 5
    ui.picture("moves")
    dialog.get_by_role("button", name="Close").click()

    shown.nth(1).click()
    plot = ui.page.get_by_role("img", name="lowest_on_demand")
    expect(plot).to_be_visible()
    assert plot.evaluate("image => [image.complete, image.naturalWidth, image.naturalHeight]") == [True, 860, 340]
    ui.picture("plot")


def test_a_dropped_snapshot_starts_a_run_that_can_be_watched_to_its_end(ui: Ui, home: Path):
    known, before = set(ui.service.runs()), pointed_at(home)
    drop(home, "new.csv", csv_bytes(offer(observed_at="2026-10-12T08:00:00Z", price_per_instance_hour=16.0)))
    ui.open("/runs")
    run = ui.service.wait_for_run(lambda run: run["runId"] not in known, RUN_SECONDS, "the run of the sensor")
    assert (run["status"], run["jobName"]) == ("SUCCESS", "process_snapshots"), ui.service.log.read_text()[-5000:]
    assert run["tags"]["fab_pipeline/snapshot_id"].startswith("price_table-")
    assert pointed_at(home) == run["tags"]["fab_pipeline/release_id"] != before
    assert fab_pipeline.open_release(home=home).board_date.isoformat() == "2026-10-12"

    expect(ui.page.get_by_text(run["runId"][:8]).first).to_be_visible()
    expect(ui.page.get_by_text("new_observations").first).to_be_visible()
    ui.picture("runs")


def test_sensors_and_housekeeping_are_on_and_the_daily_collection_says_why_it_is_off(ui: Ui):
    ui.open("/automation")
    for name in ("new_observations", "tell_failed_runs", "tell_stale_sources", "daily", "daily_housekeeping"):
        ui.see(name)
    ui.see("At 04:15 AM UTC")
    ui.picture("automation")
    ui.open("/locations/__repository__@fab_pipeline/schedules/daily")
    expect(ui.page.get_by_text("FAB_CONTACT").first).to_be_visible()
    ui.picture("schedule")
