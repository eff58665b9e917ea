"""Traditional characters and regional words as the cue words are written, same length."""

from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.vocabulary.traditional import plain


def test_characters_and_words_of_the_field():
    assert plain("單一叢集採用 400Gbps 網路，推論效能提升") == "单一集群采用 400Gbps 网络,推理性能提升"


def test_simplified_text_is_only_folded():
    assert plain("训练集群（万卡）") == "训练集群(万卡)"


@given(st.text())
def test_length_stays(text: str):
    assert len(plain(text)) == len(text)
