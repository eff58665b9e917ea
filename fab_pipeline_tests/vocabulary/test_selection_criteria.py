"""The criteria of the buyer's guide: in two languages, and answered by metrics that the vocabulary has."""

from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline.vocabulary.selection_criteria import selection_criteria


def test_every_criterion_has_both_languages_and_known_metrics() -> None:
    for criterion in selection_criteria():
        assert all((criterion.name_en, criterion.name_zh, criterion.advice_en, criterion.advice_zh)), criterion.key
        assert set(criterion.metrics) <= metrics().keys(), criterion.key
        assert len(set(criterion.metrics)) == len(criterion.metrics), criterion.key


def test_the_four_performance_metrics_are_those_of_the_guide() -> None:
    measures = [criterion.key for criterion in selection_criteria() if criterion.kind == "performance_metric"]
    assert measures == ["effective_utilisation", "training_throughput", "scaling_efficiency", "fault_recovery"]


def test_no_advice_is_answered_by_a_guideline_or_a_definition() -> None:
    advice = {
        name for criterion in selection_criteria() for name in criterion.metrics if name.startswith("guideline_") or "definition" in name
    }
    assert not advice
