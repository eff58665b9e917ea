"""Under which conditions a claimed figure holds, as far as the claim states them.

Belongs here: reading the facets of `vocabulary.comparability` from the columns of one claim. A facet that is not stated, or stated in two
ways at once, is None. Does not belong here: which facets a metric needs (see the vocabulary) and what follows (see `claim_gate`).
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fab_pipeline.reading.numbers import number_phrases
from fab_pipeline.vocabulary.accelerators import Mention, find_accelerators
from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.comparability import Facet, facets
from fab_pipeline.vocabulary.vendors import VendorMention, find_vendors

Claim = Mapping[str, Any]

_COUNTED: Final = re.compile(
    r"[\s-]?(?:张|块|颗|枚|片|个)?\s?(?:卡|加速卡|GPUs?|NPUs?|芯片|cards?\b|accelerators?\b|chips?\b|\x00)", re.I | re.A
)
_HIDDEN: Final = "\x00"
_NAME: Final = re.compile(
    r"[A-Za-z]+[a-z]*[A-Z][A-Za-z]*(?:[- ]?v?\d[\w.]*)?|[A-Z][A-Za-z]*[- ]?v?\d[\w.]*|[A-Z][a-z]+(?:-[A-Z]+)+|[A-Z]{3,}", re.A
)
"""Names of products by their form: inner capitals (PyTorch, DeepSpeed), a version (NCCL 2.18, A100), capitals alone (NCCL)."""
_CIRCUMSTANCE: Final = re.compile(r"\s(?:on|in|for|when|with|at|under|while)\s|上(?!一|代)|(?<!现)在")
_SHARE: Final = re.compile(r"\d\s?%")
_KIND_WORDS: Final = re.compile(
    r"(?:AI|[GCNT]PUS?|HPC|RDMA|TCO|IDC|AIDC|LLMS?|MOE|API|SLA|IT|FP\d+|BF16|INT\d|TCP|IP|[TPE]?FLOPS)\Z", re.I | re.A
)
"""Capitals that name a kind of thing and no product."""


def facet(name: str, claim: Claim) -> str | None:
    """Value of one facet of a claim; None where it is not stated, or not clearly.

    Args:
        name: a facet of `vocabulary.comparability`.
        claim: a row of VENDOR_CLAIMS.
    """
    if name in _BY_RULE:
        return _BY_RULE[name](claim)
    return _by_words(facets()[name], _words(claim))


def accelerator_counts(text: str) -> set[float]:
    """Numbers of accelerators that a text states: 万卡规模, 1,024 H100 GPUs."""
    words = fold(text)
    words = _hidden(words, find_accelerators(words))
    return {
        phrase.quantity.value
        for phrase in number_phrases(words, scales_alone=True)
        if phrase.quantity.value is not None and _COUNTED.match(words, phrase.figure_end)
    }


def _by_words(known: Facet, words: str) -> str | None:
    named = {value for value, pattern in known.words if pattern.search(words)}
    captured = {_same(hit[0]) for pattern in known.captures for hit in pattern.finditer(words)}
    stated = named | {value for value in captured if not any(value != other and value in other for other in captured)}
    return stated.pop() if len(stated) == 1 else None


def _words(claim: Claim) -> str:
    """The sentence and its conditions without what the figure is compared with."""
    span = claim["span"] or ""
    if baseline := _compared_with(claim):
        span = span.replace(baseline, " ")
    return fold("; ".join(part for part in (span, claim["conditions"], claim["as_of_text"]) if part))


def _same(text: str) -> str:
    return "".join(text.split()).casefold()


def _names(text: str) -> tuple[str, ...]:
    folded = fold(text)
    accelerators = find_accelerators(folded)
    folded = _hidden(folded, accelerators)
    vendors = find_vendors(folded)
    folded = _hidden(folded, vendors)
    found = {_same(mention.accelerator.label) for mention in accelerators} | {mention.vendor.slug for mention in vendors}
    found |= {_same(hit[0]) for hit in _NAME.finditer(folded) if not _KIND_WORDS.match(hit[0])}
    return tuple(sorted(found))


def _hidden(text: str, mentions: Sequence[Mention] | Sequence[VendorMention]) -> str:
    """Text of the same length in which each mention is one sign and spaces."""
    for mention in mentions:
        text = text[: mention.start] + _HIDDEN + " " * (mention.end - mention.start - 1) + text[mention.end :]
    return text


def _compared_with(claim: Claim) -> str:
    """The baseline without the words behind it that say under which conditions: "A100" of "A100 on Llama-3-70B"."""
    return _CIRCUMSTANCE.split(claim["baseline"] or "")[0].strip()


def _baseline(claim: Claim) -> str | None:
    """What a named baseline names: an accelerator, a vendor, a product; "主流框架" and "the previous generation" are not named."""
    return "+".join(_names(_compared_with(claim))) or None


def _accelerator(claim: Claim) -> str | None:
    labels = {mention.accelerator.label for mention in find_accelerators(_words(claim))}
    return labels.pop() if len(labels) == 1 else None


def _accelerator_count(claim: Claim) -> str | None:
    counts = accelerator_counts(_words(claim))
    return f"{counts.pop():.10g}" if len(counts) == 1 else None


def _cluster_class(claim: Claim) -> str | None:
    classes = {math.floor(math.log10(count)) for count in accelerator_counts(_words(claim)) if count >= 1}
    return f"10^{classes.pop()}" if len(classes) == 1 else None


def _period(claim: Claim) -> str | None:
    """The date that was resolved, with the words that say which part of it; without a date the words have no anchor."""
    if not claim["as_of"]:
        return None
    part = re.search(r"[上下]半年|第[一二三四]季度|(?<![A-Za-z])[HQ][1-4]", fold(claim["as_of_text"] or claim["span"] or ""))
    several = len(set(re.findall(r"[上下]半年", fold(claim["span"] or "")))) > 1
    return None if several and not claim["as_of_text"] else f"{claim['as_of']}{f' {part[0]}' if part else ''}"


def _source(claim: Claim) -> str | None:
    """Who is cited: the name before the title of a report, else the title."""
    cited = fold(claim["source_cited"] or "")
    return _same(cited.partition("《")[0].strip(" :：,，") or cited) or None


def _market(claim: Claim) -> str | None:
    """The market behind the figure, else the one before it: a sentence may tell of two."""
    words, raw = _words(claim), fold(claim["raw"] or "")
    before, _, behind = words.partition(raw) if raw else ("", "", words)
    known = facets()["market"]
    return _by_words(known, behind) or (None if _SHARE.search(before) else _by_words(known, before))


def _precision(claim: Claim) -> str | None:
    return claim["precision"]


_BY_RULE: Final = {
    "accelerator": _accelerator,
    "accelerator_count": _accelerator_count,
    "baseline": _baseline,
    "cluster_class": _cluster_class,
    "market": _market,
    "period": _period,
    "precision": _precision,
    "source": _source,
}
