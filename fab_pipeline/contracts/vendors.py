"""Tables about vendors and cases: claims as read from pages, and the pages themselves.

A claim is what a page says, in the unit that it prints; a board is a view over claims by written rules. Fields and words follow the
labelled collection of claims. Nothing is compared here.
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Table, count, day, declare, flag, moment, number, text

VENDOR_CLAIMS: Final[Table] = declare(
    "vendor_claims",
    row="one claim of one page",
    key=("claim_id",),
    columns={
        "claim_id": text("<first 12 of capture_sha256>:<number of the claim on the page>"),
        "entity_kind": text("what the subject is", words=words.CLAIM_SUBJECTS, required=True),
        "vendor": text(
            "slug of the subject; _article where a text speaks of no vendor, _unnamed where the page does not say of which", required=True
        ),
        "vendor_zh": text("its Chinese name, where there is one"),
        "vendor_en": text("its English name, else the name as printed"),
        "product": text("product or model that the sentence speaks of, as printed"),
        "metric": text("name of the vocabulary of metrics; null where the claim cannot be read"),
        "value_kind": text("what kind of claim it is", words=words.CLAIM_VALUE_KINDS, required=True),
        "raw": text("number and unit as printed"),
        "value": number("the number in `unit`, Chinese multipliers applied; the lower end of a range", "see unit"),
        "value_max": number("upper end of a range", "see unit"),
        "value_bool": flag("yes or no, for capabilities"),
        "value_text": text("value of a claim without a number, or the unit of a class without one"),
        "unit": text("UCUM-like unit as printed: {accelerator}, {GPU}.h, PFLOP/s, %, 1 for a ratio"),
        "si_value": number("value in si_unit", "see si_unit"),
        "si_value_max": number("value_max in si_unit", "see si_unit"),
        "si_unit": text("base unit"),
        "comparator": text("how the number was stated; null for claims without one", words=words.COMPARATORS),
        "magnitude_class": flag(
            "true for an order of magnitude (万卡级): the interval [value, 10 value), not a measurement", required=True
        ),
        "precision": text("arithmetic precision stated with it, e.g. FP8"),
        "phase": text("which work it is about", words=words.CLAIM_PHASES),
        "baseline": text("what it is compared with, as printed"),
        "baseline_value": number("the number that it is compared with: A of 'from A to B'", "see unit"),
        "is_baseline": flag("true for A of 'from A to B': never enters a board", required=True),
        "conditions": text("conditions stated with it"),
        "as_of": text("date that it holds for, ISO form as exact as stated; null for relative dates without a page date"),
        "as_of_text": text("words that say when"),
        "modality": text("whether it was reached, can be reached, or is meant to be", words=words.MODALITIES, required=True),
        "dimension": text("dimension of a vendor ranking that its metric informs", words=words.RANKING_DIMENSIONS),
        "evidence_class": text("whose word it is", words=words.EVIDENCE_CLASSES, required=True),
        "source_cited": text("source that the sentence names"),
        "entities": text("names of the sentence, joined by '; '"),
        "ambiguous": flag("true where the number can be read in more than one way", required=True),
        "ambiguity": text("in which ways"),
        "duplicate_of": text("claim_id of an earlier claim of the page with the same subject, metric and value"),
        "span": text("the words that state it, at most 80 characters", required=True),
        "char_start": count("start of span in the extracted text, in code points", required=True),
        "char_end": count("its end", required=True),
        "line": count("line of the extracted text, counted from 1", minimum=1, required=True),
        "source": text("source name", required=True),
        "source_url": text("address that somebody opened"),
        "copied_from": text("text whose figures the page repeats, where that is known; pages that repeat one text are one source"),
        "origin": text("how the bytes came here", words=words.ORIGINS, required=True),
        "observed_at": moment("when the page was read", required=True),
        "capture_sha256": text("sha256 of the captured bytes", required=True),
        "parser_version": text("version of the parser that read it", required=True),
    },
)

VENDOR_PAGES: Final[Table] = declare(
    "vendor_pages",
    row="one page that was read for claims, with its extracted text",
    key=("capture_sha256", "source", "observed_at"),
    published=False,
    columns={
        "capture_sha256": text("sha256 of the captured bytes"),
        "source": text("source name"),
        "outcome": text("what the page gave", words=words.PAGE_OUTCOMES, required=True),
        "detail": text("one line for people: what was found, or why nothing was", required=True),
        "shape": text("where the text stood", words=words.PAGE_SHAPES, required=True),
        "encoding": text("encoding by which the bytes were read", required=True),
        "replaced_characters": count("characters that the bytes had lost before (U+FFFD)", required=True),
        "title": text("title of the page"),
        "publisher": text("site or organisation that publishes the page, as its head or JSON-LD names it"),
        "published": day("date that the page prints for itself"),
        "claims": count("claims read", required=True),
        "unparsed": count("numbers that were seen and not read", required=True),
        "images": count("pictures in the body of the page", required=True),
        "extracted_text": text("the text that spans point into", required=True),
        "surroundings": text("words around the text that are not read for claims: menus, headlines of other pages, promotions, footers"),
        "source_url": text("address that somebody opened"),
        "locator": text("where in the source"),
        "copied_from": text("text whose figures the page repeats, where that is known; pages that repeat one text are one source"),
        "origin": text("how the bytes came here", words=words.ORIGINS, required=True),
        "observed_at": moment("when the page was read", required=True),
    },
)
