"""Utilisation implied by the work and the accelerator-hours of a run, against the accelerator's dense 16-bit peak.

Belongs here: the operations that the source states, else 6 x N x D (Kaplan et al. 2020, https://arxiv.org/abs/2001.08361, section 2.1:
about 6 per parameter and token, forward and backward), over hours x 3600 s x peak. N are the parameters active per token where a source
states them. A run that names its base model is a fine-tune: its stated operations may count the base model, which its hours do not, so
it is warned of and never called impossible. Does not belong here: peaks (see the vocabulary).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import Evidence, ends, ends_zh
from fab_pipeline.leaderboards.findings.likely_slips import bringing_into, in_words, slips
from fab_pipeline.leaderboards.quantities import Interval, interval, scope_status, single
from fab_pipeline.leaderboards.recompute import implied_hours
from fab_pipeline.vocabulary.accelerators import accelerators, by_label

USUAL_FROM: Final = 0.05
USUAL_TO: Final = 0.60
USUAL: Final = 0.30
DOUBTFUL_BELOW: Final = 0.01
"""Band of what training runs reach. Our own choice, tried on 259 rows of Epoch AI's notable models (CC BY 4.0, https://epoch.ai/data, copy
of 2026-01) without a base model: median 30 %, 10th percentile 12 %, 90th 50 %."""
_OPERATIONS: Final = 6.0
_SECONDS_PER_HOUR: Final = 3600.0
_TERA: Final = 1e12
_TRILLION: Final = 1e12
_OPERANDS: Final = {True: ("training_compute_flop",), False: ("parameters_active", "parameters_total", "training_tokens")}
_WHOLE: Final = ("unknown", "all", "project")
_IMPLYING: Final = {True: ("accelerator_count", "duration_days"), False: ()}
"""Quantities behind the operations (whether they are stated), and behind hours that are not stated."""


def utilisation(evidence: Evidence) -> Iterator[FindingRow]:
    """A finding where the whole interval of the implied utilisation lies outside the usual band; bounds propagate.

    Raised as an error above 100 %, as a warning below 1 %, as information elsewhere outside 5 to 60 %. Arithmetic in 8 bits can exceed
    the 16-bit peak, which the message says.
    """
    found, hours = _peak(evidence), _hours(evidence)
    work, used = _operations(evidence), implied_utilisation(evidence)
    if found is None or hours is None or work is None or used is None:
        return
    peak, limit = found
    verdict = _verdict(used)
    if verdict is None or (limit and verdict[0] != "utilisation_above_one"):
        return
    code, severity = verdict
    if code == "utilisation_above_one" and _may_count_more(evidence):
        return
    tuned = code == "utilisation_above_one" and evidence.run["base_model"] is not None
    severity = "warning" if tuned else severity
    shown = ends(_percent(used), decimals=2)
    by_source = _stated_operations(evidence) is not None
    message = _message(evidence, used, (peak, limit), code)
    yield finding(
        code,
        severity,
        evidence.subject,
        message,
        evidence.claims(
            *_OPERANDS[by_source], "accelerator_hours", *_IMPLYING[evidence.quantity("accelerator_hours") is None], "accelerators"
        ),
        quantity="accelerator_hours",
        stated=evidence.run["accelerator_hours"],
        expected_low=_hours_at(work, peak, USUAL_TO).low,
        expected_high=_hours_at(work, peak, USUAL_FROM).high,
        arithmetic=f"{'stated' if by_source else '6 × N × D'} = {_scientific(work)} FLOP;"
        f" / ({ends(hours)} h × 3600 s × {figure(peak)} TFLOP/s) = {shown} %",
        effect="none: no board is computed from utilisation",
    )


def _may_count_more(evidence: Evidence) -> bool:
    """Whether the operations, of another text, may be those of all stages while the hours are known to be those of one."""
    hours = evidence.quantity("accelerator_hours")
    operands = _OPERANDS[_stated_operations(evidence) is not None]
    return hours is not None and hours.scope not in _WHOLE and not evidence.of_one_text("accelerator_hours", *operands)


def implied_utilisation(evidence: Evidence) -> Interval | None:
    """Share of the dense 16-bit peak that work and hours imply; None where one of them, or the peak, is not known."""
    found, hours, work = _peak(evidence), _hours(evidence), _operations(evidence)
    return None if found is None or hours is None or work is None else work.over(hours, 1 / (_SECONDS_PER_HOUR * found[0] * _TERA))


def _message(evidence: Evidence, used: Interval, peak: tuple[float, str], code: str) -> Message:
    impossible, base = code == "utilisation_above_one", evidence.run["base_model"]
    judged = ("more than the accelerators can do" if impossible else "outside the usual 5 to 60 %") + peak[1]
    judged_zh = "超过加速器的能力" if impossible else "不在通常的 5%–60% 之内"
    by_source = _stated_operations(evidence) is not None
    if impossible and base:
        judged += f"; the run builds on {base}, whose training the operations may count and the hours do not"
        judged_zh += f"；该模型基于 {base}，运算量可能计入其训练，而卡时不计"
    elif impossible and not by_source and evidence.quantity("parameters_active") is None:
        judged += ", unless only some parameters are active per token, which the source does not say"
        judged_zh += "，除非每个 token 只激活部分参数，而来源没有说明"
    slip = _likely_slip(evidence, used) if impossible and not base else in_words([])
    source, source_zh = ("Stated operations", "披露的运算量") if by_source else ("Parameters, tokens", "参数量、token 数")
    shown, shown_zh = ends(_percent(used), decimals=2), ends_zh(_percent(used), decimals=2)
    at = figure(peak[0])
    return Message(
        f"{source} and accelerator-hours imply {shown} % of the dense 16-bit peak ({at} TFLOP/s), {judged}.{slip['en']}",
        f"{source_zh}与卡时推算出的利用率为 16 位稠密峰值（{at} TFLOP/s）的 {shown_zh}%，{judged_zh}。{slip['zh']}",
    )


def _verdict(used: Interval) -> tuple[str, str] | None:
    if used.low is not None and used.low > 1:
        return "utilisation_above_one", "error"
    if used.high is not None and used.high < DOUBTFUL_BELOW:
        return "utilisation_out_of_band", "warning"
    outside = (used.low is not None and used.low > USUAL_TO) or (used.high is not None and used.high < USUAL_FROM)
    return ("utilisation_out_of_band", "info") if outside else None


def _peak(evidence: Evidence) -> tuple[float, str] | None:
    """Peak of the run's single accelerator, in TFLOP/s: of its form where stated and known, else the highest of any form.

    Where none is listed for it: the highest that any accelerator of its forms is listed with, and a remark that says so. That can show what
    is impossible, and nothing else.
    """
    entry = by_label(evidence.run["accelerators"] or "")
    if entry is None or evidence.run["accelerator_problem"]:
        return None
    own = entry.dense_bf16_tflops.get(evidence.run["accelerator_form_factor"] or "", entry.largest_dense_bf16_tflops)
    if own is not None:
        return own, ""
    alike = [peak for other in accelerators() for form, peak in other.dense_bf16_tflops.items() if form in entry.forms]
    return (max(alike), f"; no peak of {entry.label} is listed, {figure(max(alike))} is the highest of its forms") if alike else None


def _hours(evidence: Evidence) -> Interval | None:
    """Stated hours, else those that count and duration imply."""
    stated, tokens = evidence.quantity("accelerator_hours"), evidence.quantity("training_tokens")
    if stated is None:
        implied = implied_hours(evidence.run)
        return implied if implied.known else None
    if tokens is not None and scope_status(stated.scope, tokens.scope) == "scope_mismatch":
        return None
    return interval(stated)


def _stated_operations(evidence: Evidence) -> Interval | None:
    """Operations that the source states; their bounds where it gives both, else the figure."""
    stated = evidence.quantity("training_compute_flop")
    return None if stated is None else interval(stated)


def _likely_slip(evidence: Evidence, used: Interval) -> Mapping[str, str]:
    """The slips that would bring the utilisation into the usual band, in words."""
    tokens = single(evidence.quantity("training_tokens")) or single(evidence.quantity("dataset_size"))
    count = single(evidence.quantity("accelerator_count")) if evidence.quantity("accelerator_hours") is not None else None
    known = slips(count, tokens / _TRILLION if tokens else None)
    return in_words(bringing_into(USUAL_FROM, USUAL_TO, USUAL, used.low or 1.0, known))


def _operations(evidence: Evidence) -> Interval | None:
    if (stated := _stated_operations(evidence)) is not None:
        return stated
    active, total = evidence.quantity("parameters_active"), evidence.quantity("parameters_total")
    tokens = evidence.quantity("training_tokens")
    if tokens is None or (active is None and total is None):
        return None
    parameters = interval(active) if active is not None else interval(total) if total is not None else Interval(None, None)
    if active is None and evidence.run["parameters_active_status"] is not None:
        parameters = Interval(None, parameters.high)
    work = parameters.times(interval(tokens), _OPERATIONS)
    return work if work.known else None


def _hours_at(work: Interval, peak: float, share: float) -> Interval:
    """Accelerator-hours in which the work is done at a share of the peak."""
    speed = peak * _TERA * share * _SECONDS_PER_HOUR
    return work.over(Interval(speed, speed))


def _percent(used: Interval) -> Interval:
    return used.times(Interval(100.0, 100.0))


def _scientific(work: Interval) -> str:
    return "–".join(dict.fromkeys(f"{end:.3g}" for end in work if end is not None))
