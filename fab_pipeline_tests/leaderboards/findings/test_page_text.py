"""What the printed words of a row say beside, or against, the figure read from them."""

from fab_pipeline.leaderboards.findings.common import FindingRow
from fab_pipeline.leaderboards.findings.page_text import text_findings
from fab_pipeline.reading.quantity import approx, exact
from fab_pipeline_tests.leaderboards.claims import Claim, Words, claim, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints, says


def found(claims: list[list[Claim]], *said: Said) -> list[FindingRow]:
    return list(text_findings(page_of(claims, *(said or (says("runs_total", 1),)))))


def test_an_amount_of_time_beside_undisclosed() -> None:
    words = claim("acme-brook", "duration_days", "undisclosed", text_as_printed="未披露（报告提到 40 天窗口）")
    [row] = found([[words, *run("acme-brook", accelerator_hours=exact(2.4e6), accelerator_count=exact(1000))]])
    assert (row["code"], row["stated"], row["expected_low"]) == ("figure_beside_undisclosed", 40, 100)
    assert "of which it is 40 %" in str(row["arithmetic"])
    assert found([[claim("acme-brook", "duration_days", "undisclosed", text_as_printed="未披露")]]) == []


def test_words_in_a_column_of_numbers() -> None:
    claims = run("acme-brook", accelerator_hours=Words("millions of GPU-days"), accelerator_count=exact(50_000))
    [row] = found([claims])
    assert (row["code"], row["quantity"]) == ("text_in_number_column", "accelerator_hours")
    assert "2,000,000 accelerator-days = 48,000,000 h = 40 d on 50,000" in str(row["arithmetic"])
    assert "2,000,000 h = 1.7 d on 50,000" in str(row["arithmetic"])


def test_a_cost_in_another_currency_is_no_fault() -> None:
    [row] = found([run("acme-brook", disclosed_cost_usd=Words("€2.1M"))])
    assert (row["code"], row["severity"], row["quantity"]) == ("cost_in_other_currency", "info", "disclosed_cost_usd")
    assert "EUR" in str(row["message_en"])
    [vague] = found([run("acme-brook", disclosed_cost_usd=Words("tens of millions of dollars"))])
    assert vague["code"] == "text_in_number_column"


def test_a_duration_stated_twice() -> None:
    [weeks] = found([run("acme-brook", duration_days=approx(49, "~7 weeks (March 24 to May 13, 2026)"))])
    assert (weeks["code"], weeks["severity"]) == ("stated_twice_differently", "info")
    assert (weeks["stated"], weeks["expected_low"], weeks["expected_high"]) == (49, 50, 51)
    [days] = found([run("acme-brook", duration_days=exact(20, "20 days (600 hours)"))])
    assert (days["severity"], days["expected_low"]) == ("warning", 25)
    assert found([run("acme-brook", duration_days=exact(511 / 24, "21 days (511 hours) pretraining"))]) == []


def test_a_priced_accelerator_whose_memory_is_not_said() -> None:
    product = prints("acme-brook", "recomputed_cost_usd", 1190.0)
    bare = [claim("acme-brook", "accelerators", "NVIDIA A100", text_as_printed="NVIDIA A100")]
    sized = [claim("acme-brook", "accelerators", "NVIDIA A100", text_as_printed="NVIDIA A100 80GB")]
    assert [row["code"] for row in found([bare], product)] == ["configuration_not_stated"]
    assert found([sized], product) == []
    assert found([bare]) == []


def test_labels_that_a_group_puts_together() -> None:
    claims = [run("acme-brook", accelerators="NVIDIA H100"), run("acme-lake", accelerators="NVIDIA H100")]
    card = [
        says("group_runs", 2, kind="group", subject="NVIDIA H100"),
        says("group_members", kind="group", subject="NVIDIA H100", value_text="brook; lake"),
    ]
    first = prints("acme-brook", "accelerator_labels", value_text="NVIDIA H100-80GB")
    assert [row["code"] for row in found(claims, *card, first, prints("acme-lake", "accelerator_labels", value_text="NVIDIA H100"))] == [
        "labels_merged"
    ]
    assert found(claims, *card, first, prints("acme-lake", "accelerator_labels", value_text="NVIDIA H100-80GB")) == []
