"""Utilisation implied by parameters, tokens and accelerator-hours, against the accelerator's dense 16-bit peak.

Belongs here: 6 x N x D floating-point operations (Kaplan et al. 2020, https://arxiv.org/abs/2001.08361, section 2.1: about 6 per
parameter and token, forward and backward) over hours x 3600 s x peak. N are the parameters active per token where a source states them.
Does not belong here: peaks (vocabulary) and fine-tunes, whose base model was trained elsewhere; nothing here knows of them yet.
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import Evidence, ends, ends_zh
from fab_pipeline.leaderboards.quantities import Interval, interval, scope_status
from fab_pipeline.leaderboards.recompute import implied_hours
from fab_pipeline.vocabulary.accelerators import by_label

USUAL_FROM: Final = 0.05
USUAL_TO: Final = 0.60
DOUBTFUL_BELOW: Final = 0.01
"""Band of what training runs reach. Our own choice, tried on 259 rows of Epoch AI's notable models (CC BY 4.0, https://epoch.ai/data, copy
of 2026-01) without a base model: median 30 %, 10th percentile 12 %, 90th 50 %."""
_OPERATIONS: Final = 6.0
_SECONDS_PER_HOUR: Final = 3600.0
_TERA: Final = 1e12


def utilisation(evidence: Evidence) -> Iterator[FindingRow]:
    """A finding where the whole interval of the implied utilisation lies outside the usual band; bounds propagate.

    Raised as an error above 100 %, as a warning below 1 %, as information elsewhere outside 5 to 60 %. Arithmetic in 8 bits can exceed
    the 16-bit peak, which the message says.
    """
    peak, hours = _peak(evidence), _hours(evidence)
    work = _operations(evidence)
    if peak is None or hours is None or work is None:
        return
    used = work.over(hours, 1 / (_SECONDS_PER_HOUR * peak * _TERA))
    verdict = _verdict(used)
    if verdict is None:
        return
    code, severity = verdict
    shown, shown_zh = ends(_percent(used), decimals=2), ends_zh(_percent(used), decimals=2)
    impossible = code == "utilisation_above_one"
    judged = "more than the accelerators can do" if impossible else "outside the usual 5 to 60 %"
    judged_zh = "超过加速器的能力" if impossible else "不在通常的 5%–60% 之内"
    if impossible and evidence.quantity("parameters_active") is None:
        judged += ", unless only some parameters are active per token, which the source does not say"
        judged_zh += "，除非每个 token 只激活部分参数，而来源没有说明"
    message = Message(
        f"Parameters, tokens and accelerator-hours imply {shown} % of the dense 16-bit peak ({figure(peak)} TFLOP/s), {judged}.",
        f"参数量、token 数与卡时推算出的利用率为 16 位稠密峰值（{figure(peak)} TFLOP/s）的 {shown_zh}%，{judged_zh}。",
    )
    yield finding(
        code,
        severity,
        evidence.subject,
        message,
        evidence.claims("parameters_active", "parameters_total", "training_tokens", "accelerator_hours", "accelerators"),
        quantity="accelerator_hours",
        stated=evidence.run["accelerator_hours"],
        expected_low=_hours_at(work, peak, USUAL_TO).low,
        expected_high=_hours_at(work, peak, USUAL_FROM).high,
        arithmetic=f"6 × N × D = {_scientific(work)} FLOP; / ({ends(hours)} h × 3600 s × {figure(peak)} TFLOP/s) = {shown} %",
        effect="none: no board is computed from utilisation",
    )


def _verdict(used: Interval) -> tuple[str, str] | None:
    if used.low is not None and used.low > 1:
        return "utilisation_above_one", "error"
    if used.high is not None and used.high < DOUBTFUL_BELOW:
        return "utilisation_out_of_band", "warning"
    outside = (used.low is not None and used.low > USUAL_TO) or (used.high is not None and used.high < USUAL_FROM)
    return ("utilisation_out_of_band", "info") if outside else None


def _peak(evidence: Evidence) -> float | None:
    """Peak of the run's single accelerator: of its form where stated and known, else the highest of any form (never accuses wrongly)."""
    entry = by_label(evidence.run["accelerators"] or "")
    if entry is None or evidence.run["accelerator_problem"]:
        return None
    return entry.dense_bf16_tflops.get(evidence.run["accelerator_form_factor"] or "", entry.largest_dense_bf16_tflops)


def _hours(evidence: Evidence) -> Interval | None:
    """Stated hours, else those that count and duration imply."""
    stated, tokens = evidence.quantity("accelerator_hours"), evidence.quantity("training_tokens")
    if stated is None:
        implied = implied_hours(evidence.run)
        return implied if implied.known else None
    if tokens is not None and scope_status(stated.scope, tokens.scope) == "scope_mismatch":
        return None
    return interval(stated)


def _operations(evidence: Evidence) -> Interval | None:
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
