# ruff: noqa: E501 (markup and flattened rows stay on the line on which a page has them)
"""Other layouts of both forms: columns merged or apart, in any order, in Chinese or English; tables, blocks, cards, tabs, bars."""

import pytest

from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.sources.disclosures.training_cost_page import read_training_page
from fab_pipeline.sources.disclosures.training_page import PageRow, TrainingPage


def read(source: str) -> TrainingPage:
    return read_training_page(source.encode())


def figures(quantity: Quantity | None) -> tuple[float | None, float | None, float | None, str] | None:
    return (quantity.value, quantity.minimum, quantity.maximum, quantity.qualifier) if quantity else None


def rows(source: str) -> dict[str, PageRow]:
    return {row.model: row for row in read(source).rows}


def test_one_line_rows_with_english_labels() -> None:
    page = rows(
        "Training cost board\n"
        "3 rows| # | Model | Scale | Hardware and duration | Compute | Disclosed cost | Recomputed at today's rent | |\n"
        "|---|---|---|---|---|---|---|---|\n"
        "| 1 | Tern 540BGoogle · 2022-04 | 540Btraining tokens 780B | Google TPU v46,144 chips · duration ~57 days "
        "| 8,404,992 chip hourscost per million training tokens $3.20 | undisclosed | no live quote for TPU v4 | source → |\n"
        "| 2 | Hawk 180B open weightsTII · 2023-09 | 180Btraining tokens 3.5T "
        "| NVIDIA A100-40GBup to 4,096 GPUs · duration undisclosed (a blog says 2 months) "
        "| ~7,000,000 GPU hourscost per million training tokens — | $13,500,000public sources, marked as an estimate "
        "| $8,330,000about 0.62x the disclosed value | source → |\n"
        "| 3 | Wren-1xAI · 2023-11 | 314B (MoE, 25% active)training tokens undisclosed "
        "| undisclosedclusters of 8,000 GPUs were mentioned · duration two months "
        "| 1.2M accelerator-days (per xAI) | n/a ($5M rumoured) | — | source → |\n"
        "Notes\n"
    )
    tern, hawk, wren = page["Tern 540B"], page["Hawk 180B"], page["Wren-1"]
    assert (tern.organization, tern.accelerators, figures(tern.accelerator_count)) == (
        "Google",
        ("Google TPU v4",),
        (6144, None, None, "exact"),
    )
    assert (figures(tern.duration_days), figures(tern.accelerator_hours)) == ((57, None, None, "approx"), (8_404_992, None, None, "exact"))
    assert (tern.printed_cost_per_million_tokens_usd, tern.printed_no_recompute_reason) == (3.2, "no live quote for TPU v4")
    assert (hawk.open_weights, figures(hawk.accelerator_count), hawk.duration_days) == (True, (4096, None, 4096, "upper_bound"), None)
    assert (figures(hawk.disclosed_cost_usd), hawk.disclosed_cost_estimated, hawk.printed_ratio) == (
        (13.5e6, None, None, "exact"),
        True,
        0.62,
    )
    assert (wren.accelerators, wren.accelerator_count, wren.hardware_disclosed) == ((), None, False)
    assert (figures(wren.accelerator_hours), wren.disclosed_cost_usd) == ((28.8e6, None, None, "exact"), None)
    assert wren.undisclosed == {"accelerators", "training_tokens", "disclosed_cost_usd"}


def test_tabs_and_separate_columns_with_units_in_the_headings() -> None:
    page = rows(
        "训练成本榜\n#\t模型\t机构\t发布\t参数\t训练 token\t硬件\t卡数\t工期\tGPU 小时\t披露成本（美元）\n"
        "1\t玄鸟-Σ\t华为\t2023年3月\t1.085 万亿（MoE）\t3290 亿\t华为昇腾 910\t512\t约 100 天\t未披露\t未披露\n"
        "2\tRoc-34B\t01.AI\t2023-11\t34B\t3.1T\t未披露\t—\t未披露\t未披露\t¥3000 万\n"
        "3\tLOOM\tBigScience\t2022-07\t176B\t366B\tNVIDIA A100-80GB\t384\t3.5 个月\t1,082,990\t约 300 万\n"
    )
    assert figures(page["玄鸟-Σ"].parameters_total) == (1.085e12, None, None, "exact")
    assert (page["玄鸟-Σ"].accelerators, figures(page["玄鸟-Σ"].accelerator_count)) == (("Huawei Ascend 910",), (512, None, None, "exact"))
    assert page["Roc-34B"].unreadable == {"disclosed_cost_usd": "¥3000 万"}
    assert "accelerator_count" in page["Roc-34B"].undisclosed
    assert figures(page["LOOM"].accelerator_hours) == (1_082_990, None, None, "exact")
    assert figures(page["LOOM"].disclosed_cost_usd) == (3e6, None, None, "approx")
    assert page["LOOM"].organization == "BigScience"


@pytest.mark.parametrize(
    ("size", "hardware", "compute"),
    [
        ("7.3Bdata 36T", "NVIDIA H1003,072 GPUstime 46 天", "7.7M GPU hours训练成本 / 百万 token $4"),
        ("7.3Btrained on 36T", "NVIDIA H1003,072 GPUs / time 46 days", "7.7M GPU hours$/M tokens $4"),
        ("7.3B数据 36T", "NVIDIA H1003,072 卡用时 46 天", "770 万卡时每百万 token $4"),
    ],
)
def test_other_labels_in_merged_cells(size: str, hardware: str, compute: str) -> None:
    page = rows(
        f"| 模型 | 规模 | 硬件与工期 | 算力 |\n|---|---|---|---|\n| Elm [开放权重]Ai2; 2024-12 | {size} | {hardware} | {compute} |\n"
    )
    elm = page["Elm"]
    assert (elm.organization, elm.open_weights, elm.printed_cost_per_million_tokens_usd) == ("Ai2", True, 4.0)
    stated = (elm.parameters_total, elm.training_tokens, elm.accelerator_count, elm.duration_days, elm.accelerator_hours)
    assert [figures(quantity) for quantity in stated] == [
        (value, None, None, "exact") for value in (7.3e9, 36e12, 3072, 46, pytest.approx(7.7e6))
    ]


def test_undisclosed_behind_a_short_label_wins() -> None:
    page = rows("| 模型 | 规模 | 硬件与工期 |\n|---|---|---|\n| Elm | 7B | NVIDIA A100512 卡 · time 未披露（博客提到 2 个月） |\n")
    assert (page["Elm"].duration_days, page["Elm"].undisclosed) == (None, {"duration_days"})


def test_units_and_parts_of_headings_go_to_the_figures_that_lack_them() -> None:
    page = rows(
        "Model | Org | Params (total / active) | Accelerator | Days | GPU hours | Estimated cost\n--- | --- | --- | --- | --- | --- | ---\n"
        "Elm | Ai2 | 57B / 14B | 992 A100 | 33 (plus 2 months of restarts) | 809,472 | $2.5M\n"
        "Oak | IBM | undisclosed / 20B | 128 H100 | 90-100 | undisclosed (1M rumoured) | undisclosed\n"
    )
    elm, oak = page["Elm"], page["Oak"]
    assert (figures(elm.parameters_total), figures(elm.parameters_active)) == ((57e9, None, None, "exact"), (14e9, None, None, "exact"))
    assert (oak.parameters_total, figures(oak.parameters_active)) == (None, (20e9, None, None, "exact"))
    assert (figures(elm.duration_days), figures(oak.duration_days)) == ((33, None, None, "exact"), (None, 90, 100, "range"))
    assert (elm.disclosed_cost_estimated, oak.disclosed_cost_estimated) == (True, None)


def test_bars_without_outer_bars() -> None:
    page = read(
        "# Training costs\n\nModel | Org | Params | Tokens | Accelerators | GPU hours | Cost\n--- | --- | --- | --- | --- | --- | ---\n"
        "Elm 7B | Allen AI | 7B | 2.46T | 27 nodes x 8 A100 | undisclosed | $—\nOak-30B | MosaicML | 30B | 1T | 256 H100 | 0.5M | $0.8M\n\n"
        "after the table\nmore\n"
    )
    elm, oak = page.rows
    assert (elm.accelerator_count, elm.undisclosed) == (None, {"accelerator_hours", "disclosed_cost_usd"})
    assert (figures(oak.accelerator_hours), figures(oak.accelerator_count)) == ((5e5, None, None, "exact"), (256, None, None, "exact"))
    assert page.title == "Training costs"
    assert [block.text for block in page.blocks] == ["# Training costs", "after the table", "more"]


def test_columns_in_another_order_and_rows_over_several_lines() -> None:
    page = rows(
        "训练成本榜\n2 条| 披露成本 | 模型 | 算力 | 硬件与工期 | 规模 |\n|---|---|---|---|---|\n"
        "| ~$4.6M公开来源标注为估算 |\nThrush-3OpenAI · 2020-06 |\n"
        "3,640 PF-days每百万 token 训练成本 $15.3 | NVIDIA V10010,000 卡 · 工期 未披露 | 175B训练 token 300B |\n"
        "| 未披露 |\n风信 4.5 开放权重百度 · 2025-06 |\n"
        "未披露每百万 token 训练成本 — | 百度昆仑芯 P80030,000 卡 · 工期 数月 | 424B（MoE，激活 47B）训练 token 数万亿 |\n按硬件分组\n"
    )
    thrush, hyacinth = page["Thrush-3"], page["风信 4.5"]
    assert (figures(thrush.disclosed_cost_usd), thrush.disclosed_cost_note) == ((4.6e6, None, None, "approx"), "公开来源标注为估算")
    assert thrush.unreadable == {"accelerator_hours": "3,640 PF-days"}
    assert (hyacinth.organization, hyacinth.accelerators, figures(hyacinth.accelerator_count)) == (
        "百度",
        ("Baidu Kunlun P800",),
        (30_000, None, None, "exact"),
    )
    assert hyacinth.unreadable == {"training_tokens": "数万亿", "duration_days": "数月"}


def test_full_width_bars_digits_and_scopes() -> None:
    page = rows(
        "｜ # ｜ 模型 ｜ 规模 ｜ 硬件与工期 ｜ 算力 ｜ 披露成本 ｜\n｜---｜---｜---｜---｜---｜---｜\n"
        "｜ 1 ｜ Quill-235B-A22B 开放权重阿里 · ２０２５－０４ ｜ ２３５Ｂ（ＭｏＥ，激活 ２２Ｂ）训练 token ３６Ｔ ｜ 未披露工期 未披露 ｜ 未披露 ｜ 未披露 ｜\n"
        "｜ 2 ｜ Deep R1 开放权重DeepSeek · 2025-01 ｜ 671B（MoE，激活 37B）训练 token 14.8T "
        "｜ NVIDIA H８００５１２ 卡 · 工期 198 小时 ｜ 101,000 GPU 小时（后训练） ｜ $294,000 ｜\n"
    )
    quill, deep = page["Quill-235B-A22B"], page["Deep R1"]
    assert (figures(quill.parameters_active), figures(quill.training_tokens)) == ((22e9, None, None, "exact"), (36e12, None, None, "exact"))
    assert (deep.accelerators, figures(deep.accelerator_count)) == (("NVIDIA H800",), (512, None, None, "exact"))
    assert deep.accelerator_hours is not None
    assert (deep.accelerator_hours.value, deep.accelerator_hours.scope) == (101_000, "post_training")


BLOCKS = """<html><body><h1>What training cost</h1><p>Two models.</p>
<div class="grid"><div class="row head"><div>Model</div><div>Developer</div><div>Released</div><div>Parameters</div><div>Training tokens</div>
<div>Accelerators</div><div>Count</div><div>Duration</div><div>Accelerator-hours</div><div>Disclosed cost</div><div>Source</div></div>
<div class="row"><div><b>Hawk</b> <i>180B</i> <span class="badge">open weights</span></div><div>TII</div><div>Sep 2023</div><div>180B</div><div>3.5T</div>
<div>NVIDIA <i>A100</i> 40GB</div><div>up to 4,096</div><div>not disclosed</div><div>~7M</div><div>—</div><div><a href="https://example.org/hawk">card</a></div></div>
<div class="row"><div><b>Jay 30B</b></div><div>G42</div><div>2023-11-08</div><div>30B</div><div>427B</div><div>Cerebras CS-2</div><div>16</div>
<div>2–3 weeks</div><div>unknown</div><div>$1.5–2M</div><div></div></div></div><p>After.</p></body></html>"""


def test_blocks_that_look_like_a_table() -> None:
    page = rows(BLOCKS)
    hawk, jay = page["Hawk 180B"], page["Jay 30B"]
    assert (hawk.organization, hawk.open_weights, hawk.source_url) == ("TII", True, "https://example.org/hawk")
    assert (hawk.accelerators, figures(hawk.accelerator_hours)) == (("NVIDIA A100",), (7e6, None, None, "approx"))
    assert (jay.released_precision, figures(jay.duration_days)) == ("day", (None, 14, 21, "range"))
    assert figures(jay.disclosed_cost_usd) == (None, 1.5e6, 2e6, "range")


TWO_HEADINGS = """<html><body><h2>训练成本榜</h2><table><thead>
<tr><th rowspan=2>模型</th><th colspan=2>规模</th><th colspan=3>硬件</th><th rowspan=2>GPU 小时（万）</th><th rowspan=2>披露成本（百万美元）</th></tr>
<tr><th>参数（B）</th><th>token（T）</th><th>卡型</th><th>卡数</th><th>工期（天）</th></tr></thead><tbody>
<tr><td>Alpaca 2 70B<br>Meta · 2023-07<br><span style="display:none">隐藏 999</span><em>开放权重</em></td><td>70</td><td>2</td><td>A100-80GB</td>
<td>未披露</td><td>—</td><td>172.032</td><td>未披露</td></tr>
<tr><td>书生 20B<br>上海人工智能实验室 · 2024-01</td><td>20</td><td>2.6</td><td>NVIDIA A800</td><td>1024</td><td>30–35</td><td>~80</td><td>1.2</td></tr>
<tr><td colspan=8>合计 2 个模型</td></tr></tbody></table></body></html>"""


def test_headings_in_two_rows_give_scale_and_unit() -> None:
    page = rows(TWO_HEADINGS)
    alpaca, scholar = page["Alpaca 2 70B"], page["书生 20B"]
    assert (alpaca.organization, alpaca.open_weights, figures(alpaca.parameters_total)) == ("Meta", True, (70e9, None, None, "exact"))
    assert (figures(alpaca.training_tokens), figures(alpaca.accelerator_hours)) == (
        (2e12, None, None, "exact"),
        (1_720_320, None, None, "exact"),
    )
    assert alpaca.undisclosed == {"accelerator_count", "duration_days", "disclosed_cost_usd"}
    assert (scholar.organization, figures(scholar.duration_days)) == ("上海人工智能实验室", (None, 30, 35, "range"))
    assert (figures(scholar.accelerator_hours), figures(scholar.disclosed_cost_usd)) == (
        (8e5, None, None, "approx"),
        (1.2e6, None, None, "exact"),
    )


def test_a_row_that_is_no_run_is_told() -> None:
    assert [(row.position, row.reason) for row in read(TWO_HEADINGS).unread] == [(3, "no_figures")]


def test_hidden_elements_are_not_read() -> None:
    assert "999" not in read(TWO_HEADINGS).text


def test_roles_of_elements() -> None:
    page = rows(
        '<html><body><div role="table"><div role="row"><span role="columnheader">Run</span><span role="columnheader">Size (params / tokens)</span>'
        '<span role="columnheader">Hardware &amp; duration</span><span role="columnheader">Compute</span><span role="columnheader">Cost</span></div>'
        '<div role="row"><div role="cell"><a href="https://x.example/a">Vole 280B</a><small>DeepMind · Dec 2021</small></div>'
        '<div role="cell"><span>280B</span><span>300B tokens</span></div>'
        '<div role="cell"><span>Google TPU v3 and v4</span><span>4,096 chips</span><span>920 hours</span></div>'
        '<div role="cell">3,768,320 chip-hours</div><div role="cell">undisclosed</div></div></div></body></html>'
    )
    vole = page["Vole 280B"]
    assert (vole.organization, vole.source_url, figures(vole.training_tokens)) == (
        "DeepMind",
        "https://x.example/a",
        (300e9, None, None, "exact"),
    )
    assert (vole.accelerators, figures(vole.accelerator_count)) == (("Google TPU v3", "Google TPU v4"), (4096, None, None, "exact"))
    assert figures(vole.duration_days) == (920 / 24, None, None, "exact")


def test_cards_with_labels() -> None:
    card = "<article><h3>{}</h3><dl><dt>Organization</dt><dd>{}</dd><dt>Hardware</dt><dd>{}</dd><dt>Number of chips</dt><dd>{}</dd><dt>GPU hours</dt><dd>{}</dd></dl></article>"
    page = rows(
        "<html><body><section>"
        + card.format("Nova", "Amazon", "AWS Trainium2", "16,384", "undisclosed")
        + card.format("Aper 70B", "Swiss AI", "NVIDIA GH200", "4,096", "6,000,000")
        + "</section></body></html>"
    )
    assert (page["Nova"].organization, page["Nova"].accelerators) == ("Amazon", ("AWS Trainium2",))
    assert figures(page["Aper 70B"].accelerator_hours) == (6e6, None, None, "exact")


def test_a_table_turned_on_its_side() -> None:
    page = rows(
        "<html><body><table><tr><th>Model</th><td>A-1 7B</td><td>B-2 13B</td></tr><tr><th>Parameters</th><td>7B</td><td>13B</td></tr>"
        "<tr><th>GPU hours</th><td>82,432 GPU hours</td><td>135,168 GPU hours</td></tr>"
        "<tr><th>Hardware</th><td>2,048 A100</td><td>2,048 A100</td></tr></table></body></html>"
    )
    assert {model: figures(row.accelerator_hours) for model, row in page.items()} == {
        "A-1 7B": (82_432, None, None, "exact"),
        "B-2 13B": (135_168, None, None, "exact"),
    }


def test_a_list_whose_headings_stand_before_it() -> None:
    page = rows(
        '<html><body><div class="head"><span>#</span><span>模型</span><span>规模</span><span>硬件与工期</span><span>算力</span><span>披露成本</span></div><ul>'
        "<li><span>1</span><div><span>Mist-Large</span><span>腾讯 · 2024-11</span><span>开放权重</span></div>"
        "<div><p>389B（MoE，激活 52B）</p><p>训练 token 7T</p></div><div><p>未披露</p><p>工期 未披露</p></div><div><p>未披露</p></div><span>未披露</span></li>"
        "<li><span>2</span><div><span>Step 2</span><span>阶跃星辰 · 2024-07</span></div><div><p>1T（MoE）</p><p>训练 token 未披露</p></div>"
        "<div><p>NVIDIA H800</p><p>2,560 卡 · 工期 约 4 个月</p></div><div><p>6,000,000 卡时</p></div><span>约 4000 万元</span></li></ul></body></html>"
    )
    assert (page["Mist-Large"].organization, page["Mist-Large"].open_weights) == ("腾讯", True)
    assert figures(page["Step 2"].accelerator_hours) == (6e6, None, None, "exact")
    assert page["Step 2"].unreadable == {"disclosed_cost_usd": "约 4000 万元"}


def test_the_table_is_chosen_by_its_headings_and_continues_in_equal_ones() -> None:
    head = "<tr><th>模型</th><th>参数</th><th>GPU 小时</th></tr>"
    page = read(
        "<html><body><table><tr><th>指标</th><th>数值</th></tr><tr><td>模型</td><td>2</td></tr></table>"
        f"<h2>2024</h2><table>{head}<tr><td>甲 7B</td><td>7B</td><td>1,000,000</td></tr></table>"
        f"<h2>2025</h2><table>{head}<tr><td>乙 9B</td><td>9B</td><td>2,000,000</td></tr></table></body></html>"
    )
    assert [(row.position, row.model, figures(row.accelerator_hours)) for row in page.rows] == [
        (1, "甲 7B", (1e6, None, None, "exact")),
        (2, "乙 9B", (2e6, None, None, "exact")),
    ]
    assert [block.section for block in page.blocks if block.text == "指标"] == [None]


@pytest.mark.parametrize(
    ("cell", "value", "upper"),
    [("$60M", 60e6, None), ("under $60M", 60e6, 60e6), ("60M USD（估算）", 60e6, None), ("6000 万美元", 60e6, None)],
)
def test_costs_in_other_words(cell: str, value: float, upper: float | None) -> None:
    (row,) = read(f"| 模型 | 规模 | 算力 | 披露成本 |\n|---|---|---|---|\n| 甲 7B | 7B | 未披露 | {cell} |\n").rows
    assert row.disclosed_cost_usd is not None
    assert (row.disclosed_cost_usd.value, row.disclosed_cost_usd.maximum) == (value, upper)
