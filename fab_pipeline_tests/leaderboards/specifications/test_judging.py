"""The rules over figures of several texts hold for any figures: nothing is lost, and the order in which texts are read decides nothing."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts.words import SPECIFICATION_STATUS
from fab_pipeline.leaderboards.specifications.judging import Figure, judged

VALUES = st.sampled_from([312.0, 494.7, 989.0, 989.4, 1000.0, 1978.9, 1979.0, 133.8, 133.0])
CLASSES = st.sampled_from(["maker", "repeats_maker", "third_party"])
QUALIFIERS = st.sampled_from(["exact", "approx", "lower_bound", "upper_bound"])
FIGURES = st.lists(st.tuples(VALUES, st.sampled_from("abcd"), CLASSES, QUALIFIERS), min_size=1, max_size=7).map(
    lambda rows: [Figure(f"{number}", value, text, stated, qualifier) for number, (value, text, stated, qualifier) in enumerate(rows)]
)
SPARSE = [Figure("s", 1978.9, "sheet", "third_party")]
VECTOR = [Figure("v", 133.8, "sheet", "third_party")]


@given(FIGURES)
@settings(max_examples=100, deadline=None)
def test_every_figure_has_a_status_and_at_most_one_is_chosen(figures: list[Figure]) -> None:
    chosen, status = judged(figures, SPARSE, VECTOR, doubling=True)
    assert status.keys() == {figure.fact_id for figure in figures}
    assert set(status.values()) <= SPECIFICATION_STATUS.keys()
    assert [name for name, word in status.items() if word == "chosen"] == ([chosen.fact_id] if chosen else [])


@given(FIGURES, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_texts_changes_nothing(figures: list[Figure], random: Random) -> None:
    shuffled = random.sample(figures, len(figures))
    assert judged(shuffled, SPARSE, VECTOR, doubling=True) == judged(figures, SPARSE, VECTOR, doubling=True)


def test_figures_that_condemn_each_other_are_all_kept() -> None:
    condemned = [Figure("1", 1978.9, "shop", "third_party"), Figure("2", 133.0, "blog", "third_party")]
    chosen, status = judged(condemned, SPARSE, VECTOR, doubling=True)
    assert (chosen, status) == (None, {"1": "undecided", "2": "undecided"})
