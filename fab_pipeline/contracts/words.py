"""Closed word lists that tables share: qualifiers, scopes, price kinds and the other enumerations.

Belongs here: every string that a column of a published table may take, once, with its meaning. Does not belong here: names of
accelerators, providers or organisations (see `fab_pipeline.vocabulary`) and anything that reads text.
"""

from typing import Final

Words = dict[str, str]

QUALIFIERS: Final[Words] = {
    "exact": "the figure as stated",
    "approx": "stated as about; a duration in months is always approx, because a month has no fixed length",
    "lower_bound": "more than or at least; the bound is in min",
    "upper_bound": "less than or at most; the bound is in max",
    "range": "between min and max; value is null",
    "vague": "an order of magnitude or a plural: 'millions of' is at least two million",
}

SCOPES: Final[Words] = {
    "pretraining": "the pre-training phase only",
    "mid_training": "the mid-training (annealing, continued) phase only",
    "long_context": "the long-context extension phase only",
    "post_training": "fine-tuning, preference and reinforcement phases only",
    "all": "all phases of the training of this model",
    "cluster": "what the cluster has or could do, not what the run used",
    "project": "the whole project: several models, experiments, failed runs",
    "unknown": "the source does not say",
}

RUN_NUMBERS: Final[tuple[str, ...]] = (
    "parameters_total",
    "parameters_active",
    "training_tokens",
    "accelerator_count",
    "duration_days",
    "accelerator_hours",
    "disclosed_cost_usd",
)
"""Quantities of a training run that are figures: claims state them, boards show them, each with its qualifier and scope."""

CLAIM_STATUS: Final[Words] = {
    "disclosed": "the source states a figure that was read",
    "undisclosed": "the source says that it does not disclose this",
    "unreadable": "the source states something here that is not a figure",
}

PLACES: Final[Words] = {
    "cell": "a cell of a table of the text",
    "sentence": "a sentence of its prose",
}

STATED_BY: Final[Words] = {
    "developer": "the organisation that trained the model",
    "third_party": "somebody else: press, analysts, an aggregator's estimate",
    "unknown": "the source does not say whose figure it is",
}

ORIGINS: Final[Words] = {
    "fetched": "read from the URL by the pipeline's own session",
    "ingested": "handed in as a file",
    "transcribed": "written down by a person from a named source; no status, no headers, a locator and a date per fact",
}

ORIGINS_BY_PROVENANCE: Final[tuple[str, ...]] = ("fetched", "transcribed", "ingested")
"""Where equal bytes came in several ways: the first of these knows most about where they come from."""

LIVE_OUTCOMES: Final[Words] = {
    "ok": "bytes of the kind expected",
    "blocked": "the server answered with a refusal or a challenge; says nothing about offers",
    "empty": "nothing came, or a list without entries",
    "rejected": "refused before reading, e.g. too large or another document; the reason says why",
    "shrunken": "far fewer rows than the source had shortly before; kept, and not read",
    "failed": "no whole answer: no connection, an error, too slow, cut off; says nothing about offers",
}

PURCHASE_OPTIONS: Final[Words] = {
    "on_demand": "no commitment, not interruptible",
    "spot": "interruptible or preemptible",
    "reserved": "committed for term_months",
}

PRICE_KINDS: Final[Words] = {
    "list": "a published list price; can win",
    "live_offer": "an offer that could be taken when observed; can win",
    "dynamic": "a list price that the provider moves by demand; can win",
    "from_teaser": "'from' or 'starting at': a floor of unknown conditions; never wins",
    "bid": "an auction bid; never wins",
    "bid_floor": "the lowest admissible bid; never wins",
    "estimated": "computed or guessed by the publisher; never wins",
    "contact": "price on request; never wins",
    "implied": "implied by another page's arithmetic; reproduces that page, never wins",
}
WINNING_PRICE_KINDS: Final[tuple[str, ...]] = ("list", "live_offer", "dynamic")

HOLD_REASONS: Final[Words] = {
    "price_moved_alone": "the list price of an instance type moved by over 40 % in one region while its other regions did not follow",
    "spot_not_below_on_demand": "a spot price that is not below the on-demand price of the same instance in the same region",
    "price_far_from_others": "a price of no marketplace, outside 0.2 to 5 times the median of what at least five providers ask",
    "held_by_hand": "a person keeps the price back",
}
OVERRIDES: Final[Words] = {
    "released": "a person looked at it: the price takes part again",
    "held": "a person looked at it: the price wins nothing",
}

PROVIDER_KINDS: Final[Words] = {
    "hyperscaler": "a general cloud with accelerators among many services",
    "neocloud": "a cloud built around accelerators",
    "marketplace": "a place where third parties offer their machines",
    "reseller": "sells capacity of another provider under its own price",
}

MARKETS: Final[Words] = {
    "commercial": "open to every customer; the only one that can win",
    "government": "regions that only a government and its contractors may rent in; never wins",
    "china": "regions in mainland China that a local company runs as a cloud of its own; never wins",
}
WINNING_MARKETS: Final[tuple[str, ...]] = ("commercial",)

SOURCE_STATUS: Final[Words] = {
    "verified": "a recorded live check passed in this installation, with prices of other sources to compare with",
    "sampled": "read right on real captures, or transcribed facts with address and date",
    "documented": "built from documentation only: parsed and shown, wins nothing until a live check passes",
}
WINNING_SOURCE_STATUS: Final[tuple[str, ...]] = ("verified", "sampled")

FORM_FACTORS: Final[Words] = {
    "sxm": "socketed module on an HGX or DGX board",
    "pcie": "PCI Express card",
    "nvl": "PCI Express card with NVLink bridge, sold as NVL",
    "oam": "OCP accelerator module",
    "superchip": "CPU and accelerator on one module (GH200, GB200, GB300)",
    "unknown": "the source does not say",
}
ANY_FORM: Final = "any"

STATISTICS: Final[Words] = {
    "lowest_on_demand": "lowest winning on-demand price of any provider",
    "lowest_no_marketplace": "lowest on-demand price without marketplaces",
    "lowest_8_accelerator_node": "lowest on-demand price of a node with eight accelerators",
    "lowest_cluster": "lowest on-demand price of an eight-accelerator node without marketplaces and resellers",
    "lowest_hyperscaler": "lowest on-demand price of a hyperscaler",
    "median_of_provider_lowest": "median over providers of each provider's lowest on-demand price",
    "p10_on_demand": "10th percentile (linear) of all winning on-demand quotes",
    "p90_on_demand": "90th percentile (linear) of all winning on-demand quotes",
    "lowest_spot": "lowest spot price",
    "lowest_reserved_12_months": "lowest price with a 12-month commitment",
    "lowest_reserved_36_months": "lowest price with a 36-month commitment",
}

PRICE_WINDOWS: Final[Words] = {
    "day": "quotes in force on as_of_date",
    "month_to_date": "first day of the month to as_of_date: the lowest daily value (lowest_*), else the median of the daily values",
}

RECOMPUTE_STATUS: Final[Words] = {
    "recomputed": "accelerator-hours times today's rent",
    "no_accelerator_hours": "no single accelerator-hours figure is disclosed",
    "accelerator_undisclosed": "the accelerator is not disclosed or not named",
    "accelerator_unmapped": "the accelerator is named but cannot be priced as one kind: unknown to the vocabulary, or several kinds",
    "no_live_quote": "no quote for this accelerator is in force on the date",
}

SEVERITIES: Final[Words] = {
    "error": "impossible or contradictory",
    "warning": "doubtful: outside a usual band, or figures of different meaning meet",
    "info": "worth knowing when the number is used",
}

COMPARATORS: Final[Words] = {
    "eq": "the number as stated; a range is eq with value_max",
    "ge": "at least: 以上, N+",
    "gt": "more than: 余, 超过, 突破, 逾",
    "le": "at most: 以内, under",
    "approx": "about: 近, 接近, 约; also an order of magnitude",
    "up_to": "stated as the best case, whatever the direction: 最高, 高达, 可达, up to",
}

CLAIM_VALUE_KINDS: Final[Words] = {
    "number": "a figure",
    "rank": "a position",
    "class": "an order of magnitude without a figure: 毫秒级",
    "boolean": "a capability that is there or not",
    "text": "something named",
    "category": "a category of somebody's scheme",
    "superlative": "first, only, largest: cannot be verified",
    "qualitative": "a comparison without a figure",
    "unparsed": "a number that was seen and could not be read",
}

CLAIM_SUBJECTS: Final[Words] = {
    "vendor": "who offers training infrastructure",
    "case": "an organisation whose use of accelerators is told",
    "hardware": "an accelerator or system",
    "article": "the text itself, or the field: advice, definitions, industry figures",
}

CLAIM_PHASES: Final[Words] = {
    "training": "training, pre-training or fine-tuning",
    "inference": "inference",
    "training_and_inference": "both in one figure",
}

MODALITIES: Final[Words] = {
    "achieved": "was reached or done",
    "capability": "can be done, or is there",
    "best_case": "was reached at best",
    "target": "is planned",
    "guideline": "is advised",
    "definition": "defines a term",
}

EVIDENCE_CLASSES: Final[Words] = {
    "vendor_claim": "the vendor's own word, also where a text repeats it",
    "media": "the author of a text about others",
    "article_statement": "the author's own statement, without a source",
    "analyst_report": "an analyst's report that the sentence names",
    "third_party_evaluation": "a test by somebody else that the sentence names",
    "certification": "a certificate that the sentence names",
}

RANKING_DIMENSIONS: Final[Words] = {
    "tech_self_developed": "what the vendor made itself",
    "scale_stability": "size and steadiness",
    "efficiency_cost": "efficiency and cost",
    "service_ecosystem": "service and ecosystem",
    "industry_track_record": "work done in industries",
}

EVIDENCE_TIERS: Final[Words] = {
    "third_party": "analysts, tests and certificates of somebody else",
    "vendor_word": "what the vendor says of itself, also where media repeat it",
}

CLAIM_USES: Final[Words] = {
    "compared": "its figure meets one of another vendor inside one comparability key",
    "alone": "its figure could meet others, and no other vendor states one inside the key",
    "coverage": "it has no figure, and counts as coverage of its dimension",
    "excluded": "it enters no comparison; the reasons say why",
}

COMPARISON_BASES: Final[Words] = {
    "stated": "the vendor has a figure inside this key",
    "dominance": "a figure under harder conditions, which bounds what it would be under these",
}

RANKING_VERDICTS: Final[Words] = {
    "position": "the claims support a position: its 5 to 95 % interval covers at most two ranks",
    "insufficient evidence": "no position is supported; `why` says what is missing",
    "no evidence": "nobody of this kind says anything about the vendor",
}

EXCLUSIONS: Final[Words] = {
    "not_a_vendor": "the subject is an article, a case, hardware, or not named",
    "is_a_baseline": "it is the number that another figure is compared with",
    "is_a_target": "a plan is no evidence",
    "is_a_guideline": "advice is no evidence",
    "is_a_definition": "a definition is no evidence",
    "author_without_source": "an author's own statement, without a source",
    "not_understood": "the number or what it is about could not be read",
    "position_of_an_article": "the order of an article is shown as its claim, and is never an input",
    "no_figure": "there is no figure to compare",
    "relative_or_points": "a relative change and percentage points would be different figures, and the text does not say which",
    "length_of_a_list": "a count of the examples that a text gives is no measurement",
    "size_is_a_condition": "the size at which another figure of the same words holds, not a size that is claimed",
    "never_comparable": "figures under this metric are never compared: the vocabulary of metrics says why",
    "no_direction": "more of it is not better",
    "phase_not_stated": "training or inference is not said",
    "not_about_training": "a figure about inference, of a metric that is about training",
    "not_about_inference": "a figure that is not about inference alone, of a metric that is about inference",
    "baseline_not_named": "what it is compared with is not named, only described",
    "<condition>_not_stated": "what two figures of this metric must share is not stated, or not clearly; not stated equals nothing",
}
"""Why a claim enters no comparison. Conditions are those of vocabulary/comparability.yaml."""

CASE_ROWS: Final[Words] = {
    "case": "an organisation used accelerators",
    "guideline": "advice of a text: how many accelerators for which size of model; no run",
}

CASE_USES: Final[Words] = {
    "training_run": "a training: its accelerators, time, hours or tokens are told",
    "cluster": "what a cluster or system has; nothing is told of a run on it",
    "other": "no figure of accelerators, time or hours is told",
}

SECTORS: Final[Words] = {
    "manufacturing": "manufacturing and semiconductors",
    "commerce": "commerce and retail",
    "finance": "banks, payments, insurance",
    "drug_discovery": "pharmaceuticals and drug discovery",
    "life_sciences": "biology and life sciences",
    "health_care": "medicine and hospitals",
    "automotive": "vehicles and autonomous driving",
    "telecommunications": "telecommunications",
    "energy": "energy and power",
    "media": "media, games, publishing",
    "education": "education",
    "government": "public sector",
    "science": "science, weather, climate",
    "logistics": "logistics and transport of goods",
    "agriculture": "agriculture",
    "law": "law",
    "software": "software",
}

PAGE_OUTCOMES: Final[Words] = {
    "claims": "claims were read",
    "no_claims": "text was read and claims nothing about training infrastructure",
    "image_only": "the body is pictures: what they say is lost",
    "blocked": "a page that keeps robots out, and says nothing about the vendor",
}

PAGE_SHAPES: Final[Words] = {
    "html": "elements of an HTML page",
    "script_state": "state that a script of the page would have shown",
    "json_ld": "a JSON-LD block",
    "markdown": "Markdown",
    "text": "plain text",
}

SPECIFICATIONS: Final[Words] = {
    "peak_matrix_rate": "peak rate of matrix (tensor) arithmetic of one accelerator, TFLOP/s; for integers 10^12 operations per second",
    "peak_vector_rate": "peak rate of vector arithmetic: never compared with a matrix rate",
    "memory": "memory of one accelerator, GB",
    "memory_bandwidth": "bandwidth of that memory, GB/s",
    "interconnect_bandwidth": "bandwidth of the links between accelerators (NVLink, Infinity Fabric, ICI), both directions together, GB/s",
    "power": "largest power of one accelerator (TDP, TBP, TGP), W",
}

PRECISIONS: Final[Words] = {
    "fp64": "64-bit floating point",
    "fp32": "32-bit floating point",
    "tf32": "TensorFloat-32",
    "bf16": "bfloat16",
    "fp16": "float16",
    "fp16_or_bf16": "one 16-bit figure of a source that does not tell float16 from bfloat16; no text prints a bfloat16 figure of the part",
    "fp8": "8-bit floating point",
    "fp6": "6-bit floating point",
    "fp4": "4-bit floating point",
    "int8": "8-bit integers",
    "int4": "4-bit integers",
    "not_applicable": "the specification has no precision",
}

DENSITIES: Final[Words] = {
    "dense": "every product counts and is computed",
    "sparse": "with 2:4 structured sparsity: up to twice the dense figure, of use to pruned weights only",
    "not_applicable": "the specification is no rate",
}

DIRECTIONS: Final[Words] = {
    "both_directions": "the sum of both directions, as the boards show it",
    "one_direction": "one direction; the boards show twice the figure",
    "not_said": "the text does not say; taken as printed",
}

SPECIFICATION_STATED_BY: Final[Words] = {
    "maker": "the maker of the accelerator, or a reprint of its document",
    "repeats_maker": "a text that names the maker's document as its source",
    "third_party": "somebody else, who does not say where the figure stands",
}

SPECIFICATION_STATUS: Final[Words] = {
    "chosen": "the figure that the board shows",
    "agrees": "the same figure within rounding (0.5 %)",
    "differs": "another figure; it widens the range that the board shows",
    "bound": "an upper or lower bound that the board's figure keeps; it widens nothing",
    "sparse_as_dense": "called dense, and equal to the sparse figure, or to twice the dense figure, of other texts",
    "vector_as_matrix": "called a matrix rate, and equal to the vector rate of another text",
    "half_of_both_directions": "half of what other texts print for both directions, and the text does not say which it means",
    "far_off": "at least twice, or at most half, of the board's figure",
    "undecided": "no figure has more support than another: the board shows the range only",
}

SPEED_VERDICTS: Final[Words] = {
    "supported": "not above what the specifications allow, at the precision stated (16-bit where none is), dense",
    "supported_at_lower_precision": "only within what the specifications allow if the faster accelerator computes at a lower precision",
    "partly_supported": "the lower part of the range stated is within what the specifications allow, the upper part is not",
    "above_specifications": "above the largest ratio of any rate of the specifications; hardware alone cannot explain it",
    "not_comparable": "no ratio of specifications corresponds to it; the reason says why",
}

CRITERION_KINDS: Final[Words] = {
    "consideration": "one of the five things that a buyer is advised to weigh",
    "performance_metric": "one of the four measures by which a platform's performance can be judged",
    "buyer": "what a buyer of a certain size is advised to prefer",
    "billing_mode": "a way in which use is billed, and what to ask about it",
    "caution": "what to take care of",
}
