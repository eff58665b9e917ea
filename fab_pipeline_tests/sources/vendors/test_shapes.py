"""One text in every encoding and shape that pages have; pages that say nothing, and say so."""

import json
from time import process_time

import pytest

from fab_pipeline.settings import Settings
from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline_tests.sources.vendors.reading import numbers, read

TITLE = "<title>霁云智算 - 大模型训练平台</title>"
BODY = "<h1>霁云智算训练平台</h1><p>单集群最大支持 3 万卡，集群有效训练时长占比达到 98.7%，由朱镕团队打造。</p>"
EXPECTED = [("max_cluster_accelerators", 30_000, "{accelerator}", "up_to"), ("effective_training_time_ratio", 98.7, "%", "eq")]


def html(meta: str = '<meta charset="utf-8">', body: str = BODY, head: str = "") -> str:
    return f"<!DOCTYPE html><html><head>{meta}{TITLE}{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    ("body", "media_type", "encoding"),
    [
        (html().encode(), None, "utf-8"),
        (html('<meta charset="gb2312">').encode(), None, "utf-8"),
        (html('<meta http-equiv="Content-Type" content="text/html; charset=gb2312">').encode("gb18030"), None, "gb18030"),
        (html("").encode("gb18030"), "text/html; charset=gbk", "gb18030"),
        (html("").encode("gb18030"), None, "gb18030"),
        (html("").encode("utf-16"), None, "utf-16"),
        ("\ufeff".encode() + html('<meta charset="gbk">').encode(), None, "utf-8"),
    ],
    ids=["utf-8", "gb2312 over utf-8", "gb2312 with a character outside of it", "header", "undeclared", "utf-16", "mark against meta"],
)
def test_every_encoding_gives_the_same_claims(body: bytes, media_type: str | None, encoding: str):
    rows, page = read(body, media_type=media_type)
    assert numbers(rows) == EXPECTED
    assert str(page["encoding"]).startswith(encoding)
    assert "朱镕" in str(page["extracted_text"])


def test_big5():
    body = "<h1>霽雲智算訓練平台</h1><p>單一叢集最大支援 3 萬張 GPU，有效訓練時間占比達到 98.7%。</p>"
    rows, _ = read(f'<html><head><meta charset="big5"></head><body>{body}</body></html>'.encode("big5"))
    assert numbers(rows) == [("max_cluster_accelerators", 30_000, "{accelerator}", "up_to"), EXPECTED[1]]


def test_lost_characters_are_counted_and_many_are_refused():
    raw = html().encode().replace("由朱镕团队".encode(), b"\xff\xfe" + "团队".encode()) + b" " * 400
    rows, page = read(raw)
    assert numbers(rows) == EXPECTED
    assert page["replaced_characters"] == 2
    with pytest.raises(UnreadableCaptureError):
        read(bytes(range(128, 256)) * 40)


def test_script_state_is_read_where_the_elements_say_nothing():
    state = {
        "props": {
            "pageProps": {
                "nav": {"items": [{"title": "限时优惠 99 元训练 GPU 服务器"}]},
                "title": "霁云智算训练平台",
                "content": "<h2>能力</h2><p>单集群最大支持 3 万卡，训练任务自动容错。</p>",
                "stats": [{"id": 7, "value": "98.7%", "label": "有效训练时长占比"}],
            }
        }
    }
    script = f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{json.dumps(state, ensure_ascii=False)}</script>'
    rows, page = read(html(body=script))
    assert numbers(rows) == EXPECTED
    assert page["shape"] == "script_state"


def test_assigned_state():
    words = "霁云智算训练平台单集群最大支持 3 万卡，GPU 集群有效训练时长占比达到 98.7%"
    script = f'<div id="app"></div><script>window.__INITIAL_STATE__={{"detail":{{"body":"{words}"}}}};</script>'
    rows, _ = read(html(body=script))
    assert numbers(rows) == EXPECTED


WORDS = "霁云智算训练平台单集群最大支持 3 万卡，GPU 集群有效训练时长占比达到 98.7%"
RECORD = json.dumps({"view": {"text": WORDS}})
STREAM = json.dumps("7:" + json.dumps(["$", "p", None, {"children": WORDS}]) + "\n")
SCRIPTS = {
    "JSON in a string": f"window.__STATE__ = JSON.parse({json.dumps(RECORD)});",
    "streamed records": f"self.__next_f.push([1,{STREAM}])",
    "names without quotes": f'window.__NUXT__={{data:[{{text:"{WORDS}",error:"Cannot read property of undefined"}}]}}',
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_strings_of_scripts_are_read_where_no_script_is_json(script: str):
    rows, page = read(html(body=f'<div id="root"></div><script>{script}</script>'))
    assert numbers(rows) == EXPECTED
    assert page["extracted_text"] == WORDS


def test_half_a_character_in_a_script_is_a_lost_one():
    state = RECORD.replace("\\u5355", "\\ud83d", 1)
    rows, page = read(html(body=f'<div></div><script type="application/json">{state}</script>'))
    assert numbers(rows) == EXPECTED
    assert (page["replaced_characters"], "\ufffd" in str(page["extracted_text"])) == (1, True)


def test_a_page_that_its_scripts_make_says_so():
    rows, page = read(html(body='<div id="app"></div><script src="/app.js"></script>'))
    assert (rows, page["outcome"]) == ([], "no_claims")
    assert str(page["detail"]).startswith("the page has no text of its own, its scripts make it")


def test_a_damaged_page_is_read_by_the_encoding_that_loses_least_whatever_it_declares():
    raw = html('<meta charset="gb2312">', BODY + "<p>平台面向大模型训练，任务自动容错。</p>" * 20).encode()
    rows, page = read(raw.replace("由朱镕".encode(), b"\xff\xfe" + "朱镕".encode()))
    assert numbers(rows) == EXPECTED
    assert (page["encoding"], page["replaced_characters"]) == ("utf-8", 2)


def test_json_ld():
    data = {
        "@type": "NewsArticle",
        "datePublished": "2026-04-02T09:00:00+08:00",
        "publisher": {"name": "霁云智算"},
        "articleBody": "霁云智算训练平台单集群最大支持 3 万卡。目前 GPU 集群有效训练时长占比达到 98.7%。",
    }
    head = f'<script type="application/ld+json">{json.dumps(data, ensure_ascii=False)}</script>'
    rows, page = read(html(body="<div></div>", head=head))
    assert numbers(rows) == EXPECTED
    assert (page["shape"], str(page["published"])) == ("json_ld", "2026-04-02")
    assert [row["as_of"] for row in rows if row["value"] == 98.7] == ["2026-04-02"]


def test_a_relative_date_without_a_page_date_stays_without_a_date():
    rows, _ = read(html(body="<h1>霁云智算训练平台</h1><p>目前 GPU 集群有效训练时长占比达到 98.7%。</p>"))
    assert [(row["as_of"], row["as_of_text"]) for row in rows if row["value"] == 98.7] == [(None, "目前")]


HIDDEN = [
    '<p style="display:none">推理成本降低 40%。</p>',
    "<p hidden>推理成本降低 40%。</p>",
    '<div class="hide"><p>推理成本降低 40%。</p></div>',
    '<div class="tpl"><p>推理成本降低 40%。</p></div>',
    '<div aria-hidden="true">推理成本降低 40%。</div>',
    "<!-- <p>推理成本降低 40%。</p> -->",
    "<template><p>推理成本降低 40%。</p></template>",
    "<aside class='sidebar'><p>推理成本降低 40%。</p></aside>",
    "<div class='recommend-list'><a>友商推理成本降低 40%</a></div>",
    "<del>推理成本降低 40%。</del>",
    '<span style="font-size:0">推理成本降低 40%。</span>',
    '<p style="position:absolute; left:-9999px">推理成本降低 40%。</p>',
]


@pytest.mark.parametrize("leftover", HIDDEN)
def test_what_nobody_sees_is_no_claim(leftover: str):
    rows, _ = read(html(body=BODY + leftover, head="<style>.tpl{display:none} @media print{.x{display:none}}</style>"))
    assert numbers(rows) == EXPECTED


def test_a_body_that_a_script_makes_visible_is_read_and_its_pictures_are_told():
    article = f'<div id="js_content" style="visibility: hidden; opacity: 0;">{BODY}<img data-src="https://img.example/1.png"></div>'
    rows, page = read(html(body=article))
    assert numbers(rows) == EXPECTED
    assert page["images"] == 1
    assert "1 pictures of the body are not read" in str(page["detail"])


def test_a_body_of_pictures_is_image_only():
    pictures = "".join(f'<img data-src="https://img.example/{number}.png">' for number in range(6))
    rows, page = read(html(body=f"<div id='js_content'><p>一图看懂训练平台</p>{pictures}</div>"))
    assert rows == []
    assert page["outcome"] == "image_only"
    assert "6 pictures" in str(page["detail"])


@pytest.mark.parametrize("words", ["请完成安全验证后继续访问", "Just a moment... Checking your browser before accessing the GPU cloud"])
def test_a_block_page_is_blocked_and_not_without_claims(words: str):
    rows, page = read(html(body=f"<p>{words}</p>"))
    assert (rows, page["outcome"]) == ([], "blocked")


def test_a_page_of_another_kind_claims_nothing_and_says_so():
    recipe = (
        "<h1>红烧肉</h1><p>五花肉 500 克，冰糖 30 克，小火炖 90 分钟，热量降低 20%，比传统做法省时 2 倍。深受超过 1000 家餐厅欢迎。</p>"
    )
    rows, page = read(f"<html><head><title>家常菜</title></head><body>{recipe}</body></html>")
    assert (rows, page["outcome"]) == ([], "no_claims")
    assert str(page["detail"]).startswith("another kind: 69 characters were read, which are not about training infrastructure (-")
    assert "food '冰糖', '小火'" in str(page["detail"])


PHONE = "新款手机发布：GPU 性能提升 20%，AI 算力达到 80 TOPS，可运行端侧大模型，起售价 3999 元，首日销量突破 50 万台。"
MARATHON = "马拉松训练指南：训练周期 16 周，完赛时间缩短 15 分钟，训练平台提供 24 小时教练服务，超过 3000 名跑者参加。"
SOCCER = "The team trained for 12 days, up to 30% faster than last season, and 4 players reached a new record."


RECIPE = "红烧牛腩：牛腩 800 克，小火炖 90 分钟，热量降低 20%，厨艺训练提升 2 倍，适合 4 人份。"
NOTICE = "We keep your data for up to 24 months; servers stand in 3 regions and the cloud provider runs the data center."
LAPTOP = "轻薄本 Pro 14 搭载 RTX 5070 8GB 显存，内存 32GB，性能提升 35%，续航 18 小时，GPU 功耗 115W，可本地运行大模型，售价 8999 元起。"
NOTEBOOK = (
    "With an RTX 5080 GPU, 32 GB of memory and a 240 Hz display, this laptop runs large language models up to 2x faster. From $1,999."
)
OTHERS = {
    "phone": PHONE,
    "marathon": MARATHON,
    "soccer": SOCCER,
    "recipe": RECIPE,
    "notice": NOTICE,
    "laptop": LAPTOP,
    "notebook": NOTEBOOK,
}


@pytest.mark.parametrize("words", OTHERS.values(), ids=OTHERS)
def test_texts_that_share_words_with_the_field_are_still_of_another_kind(words: str):
    rows, page = read(words)
    assert (rows, page["outcome"]) == ([], "no_claims")


def test_a_table_of_training_runs_is_told_what_reads_it():
    bundled = Settings.from_environment({}).shipped / "bundled" / "pages" / "training_cost.html"
    rows, page = read(bundled.read_bytes())
    assert (rows, page["outcome"]) == ([], "no_claims")
    assert "fab-pipeline read page" in str(page["detail"])


MARKDOWN = """---
title: 霁云智算训练平台
date: 2026-05-06
---
# 霁云智算训练平台

- **规模**：单集群最大支持 `3 万卡`
- **稳定性**：集群有效训练时长占比达到 **98.7%** ([说明](https://example.org/docs/12345))

| 规格 | 单机卡数 | 显存 |
|---|---|---|
| J8 | 8 | 141GB |
"""


def test_markdown_without_its_marks():
    rows, page = read(MARKDOWN, filename="page.md")
    assert numbers(rows) == [*EXPECTED, ("accelerators_per_node", 8, "{accelerator}", "eq"), ("accelerator_memory", 141, "GB", "eq")]
    assert (page["shape"], str(page["published"])) == ("markdown", "2026-05-06")
    assert "**" not in str(page["extracted_text"])


def test_spans_of_plain_text_point_into_the_file_itself():
    text = "霁云智算训练平台\n\n  单集群最大支持 3 万卡，GPU 集群有效训练时长占比达到 98.7%。\n"
    rows, page = read(text)
    assert page["extracted_text"] == text
    assert [(row["line"], text[row["char_start"] : row["char_end"]]) for row in rows if row["value"]] == [  # pyright: ignore[reportArgumentType]
        (3, "单集群最大支持 3 万卡"),
        (3, "GPU 集群有效训练时长占比达到 98.7%"),
    ]


def test_empty_bytes_and_pictures_are_refused_with_one_line():
    for raw in (b"", b"   \n", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"):
        with pytest.raises(UnreadableCaptureError) as caught:
            read(raw)
        assert "\n" not in caught.value.detail


@pytest.mark.parametrize("body", ["[@" * 40_000, "\n" * 80_000 + "x", "| " * 40_000, "**" * 40_000, "# " * 40_000])
def test_marks_without_end_take_no_time(body: str):
    begun = process_time()
    assert read(body)[1]["outcome"] == "no_claims"
    assert process_time() - begun < 2, "quadratic in the marks: five seconds and more"


@pytest.mark.parametrize(
    "body",
    [
        "曜石科技的平台兼容英伟达、昇腾等12+种AI芯片，资源利用率提升65%，暂不支持FP8训练。",
        "曜石云推理速度提升8倍以上，推理成本最高下降40%。",
        "曜石云已建成三个万卡智算中心。",
        "Obsidian Supercluster delivers 40 exaFLOPS.",
    ],
)
def test_a_few_words_of_the_field_are_enough(body: str):
    assert read(body, filename="a.txt")[1]["outcome"] == "claims"


def test_elements_nested_without_end_are_one_line():
    with pytest.raises(UnreadableCaptureError, match="nested more than 256 deep"):
        read(html(body="<p>万卡集群训练</p>" + "<b>" * 9_000))
