"""Findings about claims of vendors, each from the claims that raise it, and what raises none."""

from pathlib import Path

import pytest

from fab_pipeline.leaderboards.findings.vendors import vendor_findings
from fab_pipeline_tests.leaderboards.vendor_claims import Row, claim, frame


def found(*rows: Row) -> list[tuple[str, str]]:
    return [(row["code"], row["severity"]) for row in vendor_findings(frame(*rows)).to_dicts()]


def cluster(value: float, **cells: object) -> Row:
    return claim("acme", "max_cluster_accelerators", value, **cells)


def customers(value: float, as_of: str | None, **cells: object) -> Row:
    return claim("acme", "customers", value, as_of=as_of, span="付费客户", **cells)


def test_two_figures_that_cannot_both_hold_are_a_warning_in_one_text_and_in_two():
    assert found(cluster(1e4), cluster(5e4)) == [("stated_twice_differently", "warning")]
    assert found(cluster(1e4), cluster(5e4, page="other")) == [("sources_disagree", "warning")]
    copies: dict[str, object] = {"copied_from": "a report"}
    codes = found(cluster(1e4, **copies), cluster(5e4, page="other", **copies))
    assert ("stated_twice_differently", "warning") in codes


def test_figures_that_may_be_of_different_things_are_told_for_information():
    rows = [claim("acme", "training_cost_reduction", value) for value in (70.0, 50.0)]
    (row,) = vendor_findings(frame(*rows)).to_dicts()
    assert (row["code"], row["severity"], row["arithmetic"]) in [
        ("stated_twice_differently", "info", "50 % against 70 %"),
        ("stated_twice_differently", "info", "70 % against 50 %"),
    ]
    assert "no stated condition tells them apart" in row["message_en"]
    assert "没有可区分二者的条件" in row["message_zh"]


@pytest.mark.parametrize(
    "rows",
    [
        (cluster(1e4), cluster(1e4, page="copy")),
        (cluster(1e4), claim("birch", "max_cluster_accelerators", 5e4)),
        (cluster(1e4), cluster(5e4, modality="target")),
        (cluster(1e4), cluster(5e4, is_baseline=True)),
        (cluster(1e4, product="One"), cluster(5e4, product="Two")),
        (cluster(1e4, comparator="ge"), cluster(5e4, comparator="up_to")),
        (claim("acme", "accelerator_memory", 48.0), claim("acme", "accelerator_memory", 96.0)),
        (claim("acme", "scaling_efficiency", 95.0, conditions="万卡"), claim("acme", "scaling_efficiency", 97.0, conditions="千卡")),
        (customers(5.0, "2024"), claim("acme", "customers", 9.0, as_of="2025", span="注册客户")),
    ],
)
def test_nothing_is_found_where_figures_agree_or_conditions_tell_them_apart(rows: tuple[Row, ...]):
    assert found(*rows) == []


def test_of_two_dated_figures_the_older_one_is_superseded():
    old, new = customers(5.0, "2024"), customers(9.0, "2025")
    (row,) = vendor_findings(frame(new, old)).to_dicts()
    assert (row["code"], row["severity"], row["subject_key"]) == ("figure_superseded", "info", f"{old['claim_id']}:1")


def test_a_claim_about_training_that_cites_a_title_about_inference():
    assert found(claim("acme", "training_cost_reduction", 70.0, source_cited="《大模型推理成本下降 70%》")) == [
        ("cited_title_is_about_inference", "warning")
    ]
    assert found(claim("acme", "training_cost_reduction", 70.0, source_cited="《训练与推理成本》")) == []
    assert found(claim("acme", "inference_cost_reduction", 70.0, source_cited="《大模型推理成本》")) == []


def test_pages_that_repeat_one_text_are_named_once():
    rows = [claim(name, "customers", 5.0, copied_from="a report", page=name) for name in ("acme", "birch", "cedar")]
    (row,) = vendor_findings(frame(*rows)).to_dicts()
    assert (row["code"], row["severity"], len(row["sources"].split("; "))) == ("same_text_many_sources", "info", 3)


def test_the_order_of_the_claims_changes_nothing():
    claims = frame(cluster(1e4), cluster(5e4), cluster(7e4, page="other"), customers(5.0, "2024"), customers(9.0, "2025"))
    assert vendor_findings(claims).equals(vendor_findings(claims.reverse()))


def test_on_the_ranking_article_figures_given_twice_are_found(shared: Path):
    from fab_pipeline_tests.leaderboards.article import article_claims

    rows = vendor_findings(article_claims(shared)).to_dicts()
    given = {(row["quantity"], row["arithmetic"]) for row in rows}
    assert ("customers", "1714 {customer} against > 1300 {customer}") in given
    assert ("inference_throughput_ratio", "up to 14.45 against 10") in given
    assert {row["severity"] for row in rows} == {"info"}
