"""Words of many patterns are found where `finditer` finds them, but for Latin words that begin inside another."""

import re

import pytest

from fab_pipeline.reading.claims.sentences import hidden
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline.vocabulary.openings import Finder, Finders, openings

SENTENCES = (
    "GPU 利用率提升至 85%，训练成本降低 40%，故障 3 分钟内恢复，Token 吞吐提升 2.3 倍。",
    "99.98% cluster uptime, restarts in under 5 minutes and 35% lower training costs at pre-training scale",
    "超节点内卡间带宽 900GB/s，存储 IOPS 超过 2000 万，研发人员占比 60%，PUE 低至 1.12",
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("abc|d?ef", {"ab", "de", "ef"}),
        ("(?:训练|推理)+x", {"训练", "推理"}),
        ("(?<![a-z])[ab]c(?!d)", {"ac", "bc"}),
        ("故.{0,3}障", {"故", "故障"}),
        ("a+b", {"a", "ab"}),
        (r"[^,]{2}x|y\.", {"", "y."}),
        (r"(?P<n>[a-c]\s?)z", {f"{letter}{behind}" for letter in "abc" for behind in " \t\n\r\f\vz"}),
    ],
)
def test_a_match_begins_with_one_or_two_characters(source: str, expected: set[str]):
    assert openings(source) == expected


@pytest.mark.parametrize("sentence", SENTENCES)
def test_many_patterns_at_once_find_what_each_finds_alone(sentence: str):
    small = lowered(sentence)
    patterns = [metric.words for metric in metrics().values() if metric.words]
    alone = [(index, *hit.span()) for index, words in enumerate(patterns) for hit in words.finditer(small) if hit[0]]
    begins_a_word = [one for one in alone if not re.match("[a-z]{2}", small[max(0, one[1] - 1) :]) or not one[1]]
    assert sorted(Finders(patterns).find(small)) == sorted(begins_a_word)


def test_one_pattern_finds_the_same_and_in_order():
    pattern = re.compile(r"故障|\d+\s?%|(?:cluster|restart)s?")
    for sentence in SENTENCES:
        assert [hit.span() for hit in Finder(pattern).finditer(sentence)] == [hit.span() for hit in pattern.finditer(sentence)]
        first = pattern.search(sentence, 9)
        assert (Finder(pattern).search(sentence, 9) or [""])[0] == (first or [""])[0]


def test_what_states_no_figure_is_still_masked():
    assert "@" not in hidden("联系 sales2024@example.com 或 13800138000")
    assert "138" not in hidden("联系 sales2024@example.com 或 13800138000")
