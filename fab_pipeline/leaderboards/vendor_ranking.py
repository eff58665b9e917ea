"""The board `vendor_ranking`: what each vendor covers, and as much of an order as comparable claims support.

Belongs here: the rows and the verdict. Nothing is imputed, no weight is chosen, and what is not known counts as anything; where that
leaves more than two ranks there is no position. Third parties and the vendors' own word are ranked apart. Does not belong here: the
method (`acceptability`), scores (`vendor_scores`), words (`ranking_words`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import polars as pl

from fab_pipeline.contracts import VENDOR_RANKING
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claim_gate import THIRD_PARTY, VENDOR_WORD, Judged, is_vendor, judge_claims
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.ranking_words import DimensionFacts, Place, nothing_known, why
from fab_pipeline.leaderboards.vendor_metrics import names_of
from fab_pipeline.leaderboards.vendor_scores import TierScores
from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline.vocabulary.ranking import dimensions, goalposts, metrics_needed, thresholds

ARTICLE_RANK: Final = "article_rank"
POSITION: Final = "position"
INSUFFICIENT: Final = "insufficient evidence"
NO_EVIDENCE: Final = "no evidence"
_RANKED: Final = (
    "rank_low", "rank_high", "rank_acceptability", "ahead_in", "surely_ahead_of", "surely_behind", "decisive_claims", "rank_low_without",
    "rank_high_without",
)  # fmt: skip


def vendor_ranking(claims: pl.DataFrame, draws: int | None = None) -> pl.DataFrame:
    """The board.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.
        draws: draws behind each rank interval; the declared number unless told.

    Returns:
        Frame of VENDOR_RANKING in the order of names: a table of vendors, not a podium. A vendor of whom nothing counts as coverage, and
        that no article places, has no row.
    """
    judged = [one for one in judge_claims(claims) if is_vendor(one.claim)]
    draws = draws or thresholds().draws
    tiers = {"": TierScores(judged, VENDOR_WORD, draws), "third_party_": TierScores(judged, THIRD_PARTY, draws)}
    names = names_of(judged)
    rows: list[dict[str, object]] = []
    placed = {one.claim["vendor"] for one in judged if one.claim["metric"] == ARTICLE_RANK}
    for vendor in sorted(placed.union(*(tier.vendors for tier in tiers.values()))):
        row = BoardRow()
        row.put("vendor", vendor)
        row.put("vendor_zh", names[vendor][0], "not_stated")
        row.put("vendor_en", names[vendor][1])
        for prefix, tier in tiers.items():
            _put_tier(row, prefix, tier, vendor)
        _put_article(row, [one for one in judged if one.claim["vendor"] == vendor])
        row.put("draws", draws)
        rows.append(row.finished(VENDOR_RANKING))
    return typed(VENDOR_RANKING, rows).sort(VENDOR_RANKING.key)


def _put_tier(row: BoardRow, prefix: str, tier: TierScores, vendor: str) -> None:
    known = _known(tier, vendor)
    _put_matrix(row, prefix, tier, vendor)
    row.put(f"{prefix}ranked_vendors", len(tier.vendors))
    if vendor not in tier.vendors:
        row.put(f"{prefix}verdict", NO_EVIDENCE)
        for column in ("position", *_RANKED):
            row.put(f"{prefix}{column}", None, "no_evidence_of_this_kind")
        row.put(f"{prefix}why_en", nothing_known()[0])
        row.put(f"{prefix}why_zh", nothing_known()[1])
        return
    low, high = tier.interval(tier.ranks[vendor])
    compared = sum(bool(facts.met) for facts in known.values())
    is_placed = compared >= thresholds().dimensions and high - low < thresholds().positions
    shares = tier.ranks[vendor].shares
    position = max(shares, key=lambda rank: (shares[rank], -rank)) if is_placed else None
    row.put(f"{prefix}verdict", POSITION if is_placed else INSUFFICIENT)
    row.put(f"{prefix}position", position, "insufficient_evidence")
    row.put(f"{prefix}rank_low", low)
    row.put(f"{prefix}rank_high", high)
    english, chinese = why(Place(low, high, len(tier.vendors)), known, position)
    row.put(f"{prefix}why_en", english)
    row.put(f"{prefix}why_zh", chinese)
    _put_order(row, prefix, tier, vendor)
    _put_decisive(row, prefix, tier, vendor)


def _put_order(row: BoardRow, prefix: str, tier: TierScores, vendor: str) -> None:
    ranks, scores = tier.ranks[vendor], tier.scores
    others = [other for other in tier.vendors if other != vendor]
    ahead = [other for other in others if tier.analysis.surely_ahead(scores[vendor], scores[other])]
    behind = [other for other in others if tier.analysis.surely_ahead(scores[other], scores[vendor])]
    row.put(f"{prefix}rank_acceptability", _listed(f"{rank}: {share:.3f}" for rank, share in ranks.shares.items()))
    row.put(f"{prefix}ahead_in", _listed(f"{other}: {ranks.wins[other]:.3f}" for other in others), "no_other_vendor")
    row.put(f"{prefix}surely_ahead_of", _listed(ahead), "none_is_surely_worse" if others else "no_other_vendor")
    row.put(f"{prefix}surely_behind", _listed(behind), "none_is_surely_better" if others else "no_other_vendor")


def _put_decisive(row: BoardRow, prefix: str, tier: TierScores, vendor: str) -> None:
    found = tier.decisive(vendor)
    row.put(f"{prefix}decisive_claims", _listed(found.claim_ids) if found else None, "no_single_figure_moves_it")
    row.put(f"{prefix}rank_low_without", found.low if found else None, "no_single_figure_moves_it")
    row.put(f"{prefix}rank_high_without", found.high if found else None, "no_single_figure_moves_it")


def _put_matrix(row: BoardRow, prefix: str, tier: TierScores, vendor: str) -> None:
    met = tier.met.get(vendor, {})
    compared = _compared(tier, vendor)
    for name, dimension in dimensions().items():
        own = {one.claim["metric"] for one in tier.judged if one.covers and one.claim["vendor"] == vendor and _dimension(one) == name}
        row.put(f"{prefix}coverage_{name}", len(own))
        row.put(f"{prefix}compared_{name}", sum(metrics()[metric].dimension == name for metric in compared))
        spans = [tier.scores[vendor][criterion] for criterion in met.get(name, ())]
        reason = "no_published_goalposts" if dimension.unscored_en else "too_few_comparable_figures"
        row.put(f"{prefix}score_low_{name}", min((span.low for span in spans), default=None), reason)
        row.put(f"{prefix}score_high_{name}", max((span.high for span in spans), default=None), reason)


def _known(tier: TierScores, vendor: str) -> dict[str, DimensionFacts]:
    met = tier.met.get(vendor, {})
    compared = _compared(tier, vendor)
    found: dict[str, DimensionFacts] = {}
    for name in metrics_needed():
        mine = [one for one in tier.judged if one.claim["vendor"] == vendor and _dimension(one) == name and one.interval is not None]
        near = sorted(metric for metric in compared if metric in goalposts() and metrics()[metric].dimension == name)
        by = sorted({criterion.metric for criterion in met.get(name, ())})
        found[name] = DimensionFacts(tuple(by), tuple(near), Counter(one.reasons[0] for one in mine if one.reasons))
    return found


def _compared(tier: TierScores, vendor: str) -> set[str]:
    """Metrics in which the vendor stands beside another one."""
    return {key.metric for key, vendors in tier.standings.items() if vendor in vendors and len(vendors) > 1}


def _dimension(one: Judged) -> str | None:
    metric = metrics().get(one.claim["metric"] or "")
    return metric.dimension if metric else None


def _put_article(row: BoardRow, own: Iterable[Judged]) -> None:
    ranks = [one.claim for one in own if one.claim["metric"] == ARTICLE_RANK and one.claim["value"] is not None]
    places = sorted({(f"{claim['value']:g}", claim["source_url"] or claim["copied_from"] or claim["claim_id"]) for claim in ranks})
    row.put("article_position", _listed(dict.fromkeys(place for place, _ in places)), "in_no_ranking_article")
    row.put("article_position_source", _listed(dict.fromkeys(source for _, source in places)), "in_no_ranking_article")


def _listed(parts: Iterable[str] | Mapping[str, None]) -> str | None:
    return "; ".join(parts) or None
