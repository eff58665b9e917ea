"""Bad input: one clear line, an entry in quarantine, and the last good release stays."""

import os
import time
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fab_pipeline
from fab_pipeline.pipeline.parsed import ParsedArchive
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.commands.conftest import call
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer, settings_at


def quarantine_of(home: Path) -> pl.DataFrame:
    settings = settings_at(home)
    return ParsedArchive(settings, Pipeline(settings).archive).frames()["quarantine"]


def truncated_parquet() -> bytes:
    buffer = pa.BufferOutputStream()
    pq.write_table(pa.table({"source": ["a"] * 100}), buffer)
    return buffer.getvalue().to_pybytes()[:-20]


UNREADABLE = {
    "empty.csv": (b"", "empty_file"),
    "truncated.parquet": (truncated_parquet(), None),
    "latin1.csv": (csv_bytes(offer(provider="Z\N{LATIN SMALL LETTER U WITH DIAERESIS}rich Cloud")).decode().encode("latin-1"), None),
    "one_long_line.csv": (b"source,provider\n" + b"x" * 2_000_000, "line_too_long"),
    "no_table.html": (b"<html><body><p>We do not rank anything.</p></body></html>", None),
    "header_only.csv": (csv_bytes(), None),
    "not_a_table.csv": (b"hello\nworld\n", None),
}

BAD_PRICES = {
    "negative": ("-1", "price_not_positive"),
    "zero": ("0", "price_not_positive"),
    "nan": ("NaN", "price_not_finite"),
    "infinite": ("inf", "price_not_finite"),
    "text": ("ask sales", "price_not_a_number"),
    "blank": ("", None),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_read_changes_no_release(own_home: Path, tmp_path: Path, name: str):
    body, reason = UNREADABLE[name]
    file = tmp_path / name
    file.write_bytes(body)
    before = fab_pipeline.open_release(home=own_home).release_id

    result = call(own_home, "ingest", str(file))

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert name in result.stderr
    rejected = quarantine_of(own_home)
    assert rejected.height == 1
    assert rejected["row_number"].to_list() == [0]
    assert reason is None or rejected["reason"].to_list() == [reason]
    assert fab_pipeline.open_release(home=own_home).release_id == before
    assert call(own_home, "run").exit_code == 0


@pytest.mark.parametrize("name", BAD_PRICES)
def test_a_row_with_a_bad_price_is_quarantined_and_named(own_home: Path, tmp_path: Path, name: str):
    price, reason = BAD_PRICES[name]
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(price_per_instance_hour=price)))
    before = fab_pipeline.open_release(home=own_home).release_id

    result = call(own_home, "ingest", str(file))

    assert result.exit_code == 1
    assert result.stderr.count("quarantine: row 1") == 1
    assert fab_pipeline.open_release(home=own_home).release_id == before
    row = quarantine_of(own_home).to_dicts()[0]
    assert (row["row_number"], row["row_name"]) == (1, "alpha-h100-8")
    assert reason is None or row["reason"] == reason


def test_good_rows_beside_bad_ones_are_used(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(), offer(price_per_instance_hour=-5, instance_type="alpha-h100-bad")))
    result = call(own_home, "ingest", str(file))
    assert result.exit_code == 0
    release = fab_pipeline.open_release(home=own_home)
    assert release.read("quarantine")["row_name"].to_list() == ["alpha-h100-bad"]
    assert "alpha_prices" in release.read("sources")["source"].to_list()


def test_an_unknown_accelerator_is_reported_and_never_guessed(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(accelerator_model="H1000 Ultra"), offer()))
    assert call(own_home, "ingest", str(file)).exit_code == 0
    row = fab_pipeline.load("quarantine", home=own_home).to_dicts()[0]
    assert row["reason"] == "unknown_accelerator"
    doctor = call(own_home, "doctor")
    assert doctor.exit_code == 1
    assert "unknown names in quarantine" in doctor.stdout


def test_a_price_in_another_currency_is_kept_and_wins_nothing(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(currency="EUR", price_per_instance_hour=1.0)))
    before = fab_pipeline.open_release(home=own_home).release_id
    result = call(own_home, "ingest", str(file))
    assert result.exit_code == 1
    assert "none of its 1 quotes has a price in USD, and money is never converted" in result.stderr
    assert fab_pipeline.open_release(home=own_home).release_id == before
    board_date = fab_pipeline.open_release(home=own_home).board_date
    assert call(own_home, "run").exit_code == 0
    assert fab_pipeline.open_release(home=own_home).board_date == board_date
    quotes = ParsedArchive(settings_at(own_home), Pipeline(settings_at(own_home)).archive).frames()["price_quotes"]
    kept = quotes.filter(pl.col("source") == "alpha_prices").to_dicts()
    assert [(row["currency"], row["price_per_accelerator_hour_usd"]) for row in kept] == [("EUR", None)]


def test_one_offer_with_two_prices_is_not_decided(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(price_per_instance_hour=20.0), offer(price_per_instance_hour=21.0), offer(instance_type="other")))
    assert call(own_home, "ingest", str(file)).exit_code == 0
    assert fab_pipeline.load("quarantine", home=own_home)["row_number"].to_list() == [1, 2]


def test_a_huge_file_is_refused_by_its_size(own_home: Path, tmp_path: Path):
    file = tmp_path / "huge.csv"
    with file.open("wb") as handle:
        handle.truncate(1_000_000_000)
    result = call(own_home, "ingest", str(file))
    assert result.exit_code == 1
    assert "1,000,000,000" in result.stderr
    assert quarantine_of(own_home)["reason"].to_list() == ["file_too_large"]


def test_a_refused_file_of_the_inbox_is_put_aside_with_its_reason(own_home: Path):
    inbox = own_home / "inbox" / "prices"
    inbox.mkdir(parents=True, exist_ok=True)
    empty = inbox / "empty.csv"
    empty.write_bytes(b"")
    os.utime(empty, (1_700_000_000, 1_700_000_000))
    time.sleep(1.1)
    result = call(own_home, "run")
    assert result.exit_code == 0
    assert "refused: empty.csv: the file is empty" in result.stderr
    assert (own_home / "inbox" / "rejected" / "prices" / "empty.csv.reason.txt").is_file()
    assert fab_pipeline.load("quarantine", home=own_home)["reason"].to_list() == ["empty_file"]


def test_the_same_file_twice_counts_once(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(), offer(instance_type="alpha-h100-8-b", price_per_instance_hour=32)))
    assert call(own_home, "ingest", str(file)).exit_code == 0
    first = fab_pipeline.open_release(home=own_home)
    assert call(own_home, "ingest", str(file)).exit_code == 0
    assert fab_pipeline.open_release(home=own_home).release_id == first.release_id
    assert first.read("sources").filter(pl.col("source") == "alpha_prices")["rows"].to_list() == [2]


IMPOSSIBLE_TIMES = {
    "tomorrow, and a year later": "2099-01-01T00:00:00Z",
    "end of the calendar": "9999-12-31T23:59:59Z",
    "past its end": "9999-12-31T23:59:59-14:00",
    "before its beginning": "0001-01-01T00:00:00+14:00",
    "before clouds": "1999-01-01T00:00:00Z",
    "no zone": "2026-10-12T08:00:00",
    "no time": "yesterday",
    "nothing": "",
}


@pytest.mark.parametrize("name", IMPOSSIBLE_TIMES)
def test_nobody_saw_it_then(own_home: Path, tmp_path: Path, name: str):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer()))
    captures = sorted((own_home / "captures").rglob("*.json"))
    for command in (("ingest",), ("read", "prices")):
        result = call(own_home, *command, "--observed-at", IMPOSSIBLE_TIMES[name], str(file))
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
    assert sorted((own_home / "captures").rglob("*.json")) == captures


def test_two_refused_files_of_one_moment_are_two_refusals(own_home: Path, tmp_path: Path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_bytes(b"")
        result = call(own_home, "ingest", "--observed-at", "2026-10-12T08:00:00Z", str(tmp_path / name))
        assert f"{name}: the file is empty" in result.stderr
    assert quarantine_of(own_home)["detail"].to_list() == ["a.csv: the file is empty; b.csv: the file is empty"]


def test_the_same_bad_bytes_seen_earlier_are_explained_again(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer(price_per_instance_hour=-1)))
    for moment in ("2026-10-13T08:00:00Z", "2026-10-12T08:00:00Z"):
        result = call(own_home, "ingest", "--observed-at", moment, str(file))
        assert "quarantine: row 1: price_not_positive" in result.stderr


def test_an_unknown_source_is_wrong_usage(own_home: Path, tmp_path: Path):
    file = tmp_path / "prices.csv"
    file.write_bytes(csv_bytes(offer()))
    assert call(own_home, "ingest", "--source", "nobody", str(file)).exit_code == 2


def test_a_file_of_the_inbox_for_an_unknown_source_is_in_quarantine(own_home: Path):
    folder = own_home / "inbox" / "prices" / "nobody"
    folder.mkdir(parents=True)
    (folder / "prices.csv").write_bytes(csv_bytes(offer()))
    (own_home / "inbox" / "stray.csv").write_bytes(csv_bytes(offer()))
    time.sleep(1.1)
    result = call(own_home, "run")
    assert result.exit_code == 0
    assert "refused: prices.csv: there is no source 'nobody' that reads files" in result.stderr
    assert "not read: stray.csv: put files into prices/" in result.stderr
    assert fab_pipeline.load("quarantine", home=own_home)["reason"].to_list() == ["unknown_source"]
    assert "unknown names" not in call(own_home, "doctor").stdout.replace("no unknown names", "")


@pytest.mark.parametrize("name", ["pages/training_cost.html", "prices/2026-10-10.csv", "prices/list_price_changes.csv"])
def test_what_is_bundled_already_says_nothing_new_when_handed_in_again(own_home: Path, name: str):
    before = fab_pipeline.open_release(home=own_home)
    result = call(own_home, "ingest", str(settings_at(own_home).bundled / name))
    assert result.exit_code == 0
    after = fab_pipeline.open_release(home=own_home)
    for table in ("training_cost", "accelerator_prices", "price_changes", "price_quotes", "findings"):
        assert after.read(table).equals(before.read(table)), table


def test_a_vendor_page_without_its_source_is_told_how_to_be_ingested(own_home: Path, tmp_path: Path):
    file = tmp_path / "platform page.html"
    file.write_text("<h1>苍梧智算平台</h1><p>单集群最大支持 2.4 万卡，有效训练时长占比 98.4%。</p>", "utf-8")
    result = call(own_home, "ingest", str(file))
    assert result.exit_code == 1
    assert f"it gives 2 claims: fab-pipeline ingest --source vendor_page '{file}'" in result.stderr
    assert "Traceback" not in result.output


def test_a_page_of_another_kind_is_told_why_it_claims_nothing(own_home: Path, tmp_path: Path):
    file = tmp_path / "dumplings.html"
    file.write_text("<h1>三鲜水饺</h1><p>面粉 500 克，小火煮 8 分钟，4 人份。</p>", "utf-8")
    result = call(own_home, "ingest", "--source", "vendor_page", str(file))
    assert result.exit_code == 1
    assert "dumplings.html: no claim was read: another kind: " in result.stderr
    assert "in quarantine" not in result.stderr
    assert "--source" not in call(own_home, "ingest", str(file)).stderr
