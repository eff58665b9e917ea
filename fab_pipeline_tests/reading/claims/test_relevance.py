"""A page is weighed: evidence for it and against it, counted over the page against a threshold, and the reason is one line."""

from time import process_time

import pytest

from fab_pipeline.reading.claims.relevance import relevance
from fab_pipeline.vocabulary.page_evidence import page_evidence


def test_evidence_of_two_kinds_adds_up_and_is_told():
    weighed = relevance("任务中断后由人工智能调度系统恢复，模型的分布式训练不受影响。")
    assert weighed.is_of_the_field
    assert {piece.kind: piece.points for piece in weighed.pieces} == {
        "training of models": 4,
        "artificial intelligence": 2,
        "places and plumbing": 1,
    }
    assert str(weighed).startswith("7 of 6 points needed: training of models '分布式训练' +4")


def test_everyday_words_of_the_field_are_never_enough():
    weighed = relevance("大模型、语言模型、LLM；云服务、数据中心、服务器、节点。" * 20)
    assert (weighed.points, weighed.is_of_the_field) == (5, False)


def test_the_same_wording_counts_once_however_often_it_stands_and_whatever_its_figure():
    once, often = relevance("The hall has 64 GPUs."), relevance("The hall has 64 GPUs. The annex has 512 GPUs. " * 9)
    assert once.points == often.points


def test_a_longer_page_needs_more():
    assert [relevance("h" * size).needed for size in (10, 2_000, 4_000, 16_000, 60_000, 600_000)] == [6, 6, 7, 9, 10, 10]


def test_other_fields_speak_against_and_a_bank_that_trains_models_is_still_read():
    gamers = relevance("游戏本搭载 GPU，可运行大模型，屏幕 240Hz，续航 9 小时。")
    assert gamers.points < 0
    assert relevance("江岚银行总资产 9000 亿元。该行用 96 张 H800 训练信贷模型，贷款余额的预测更准。").is_of_the_field


def test_headlines_of_the_field_beside_another_text_are_a_few_lines_of_many():
    weighed = relevance(f"{'今天的天气晴朗，公园里的花都开了，孩子们在湖边放风筝。' * 20}\n万卡集群点亮，十万张加速卡在路上")
    assert (weighed.points >= weighed.needed, weighed.is_of_the_field) == (True, False)
    assert "in lines that are 3% of the text; 15% needed" in str(weighed)


def test_video_and_roads_have_no_petaflops():
    assert not relevance("支持 1080P，码率 4 兆；测试 720P 以上画质。").pieces


def test_no_evidence_weighs_more_than_it_may_give():
    kinds = page_evidence().kinds
    assert all(kind.weight <= kind.most for kind in kinds)
    assert {kind.against for kind in kinds} == {True, False}


@pytest.mark.parametrize("piece", ["9", "1 ", "3张", "1 a b c ", "train ", "训练", "ai ", "gpu "])
def test_weighing_takes_no_time_whatever_a_page_repeats(piece: str):
    begun = process_time()
    relevance(piece * (60_000 // len(piece)))
    assert process_time() - begun < 2, "quadratic in a run of digits: two minutes"
