"""The ledger: what contradicts, what was rejected, where everything came from, and what changed since the last release."""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Table, count, declare, flag, moment, number, text

FINDINGS: Final[Table] = declare(
    "findings",
    row="one contradiction, impossibility, scope gap or rendering fault",
    key=("finding_id",),
    columns={
        "finding_id": text("<code>:<subject_table>:<subject_key>[:<detail>]"),
        "code": text("which general check raised it", required=True),
        "severity": text("how bad", words=words.SEVERITIES, required=True),
        "subject_table": text("table of the subject", required=True),
        "subject_key": text("key of the subject in that table", required=True),
        "quantity": text("column or quantity concerned"),
        "stated": number("the figure as stated", "of the quantity"),
        "expected_low": number("lowest figure the check would accept", "of the quantity"),
        "expected_high": number("highest figure the check would accept", "of the quantity"),
        "arithmetic": text("the calculation, with its numbers"),
        "message_en": text("one sentence, English", required=True),
        "message_zh": text("one sentence, Chinese", required=True),
        "effect": text("what it does to the boards, e.g. 'recomputed_cost_usd would be 64.3–65.2 M instead of 321.3 M'"),
        "sources": text("claim ids, statement ids or quote ids it rests on, joined by '; '", required=True),
    },
)

PAGE_STATEMENTS: Final[Table] = declare(
    "page_statements",
    row="one figure or sentence that a training-cost page prints about its own rows",
    key=("statement_id",),
    columns={
        "statement_id": text("<first 12 of capture_sha256>:<kind>:<code>[:<subject>]"),
        "capture_sha256": text("sha256 of the page", required=True),
        "kind": text("where it stands", words=("tile", "row_figure", "group", "order", "sentence", "rendering"), required=True),
        "code": text("what it states, e.g. tile runs_total, row_figure recomputed_cost_usd, sentence rest_disclose_only", required=True),
        "run_id": text("run concerned, for a row figure or a tile that names one"),
        "subject": text("model, group or dimension named"),
        "value": number("figure printed", "of the code"),
        "value_text": text("words printed in place of a figure: members of a group, dimensions of a sentence; joined by '; '"),
        "text_as_printed": text("the words", required=True),
        "char_start": count("start in the extracted text, in code points"),
        "char_end": count("its end"),
        "source": text("source name", required=True),
        "observed_at": moment("when the page was read", required=True),
    },
)

REPRODUCTION: Final[Table] = declare(
    "reproduction",
    row="one figure or statement of a training-cost page, rebuilt from the page's own claims and implied rents",
    key=("statement_id",),
    published=False,
    columns={
        "statement_id": text("page_statements.statement_id; of what follows from several statements: made up in the same form"),
        "kind": text("where it stands", words=("tile", "row_figure", "group", "order", "sentence", "implied"), required=True),
        "code": text("what it states", required=True),
        "run_id": text("run concerned, where there is one"),
        "subject": text("model, group, accelerator or kind named"),
        "text_as_printed": text("the words; empty for an implied rent"),
        "printed": number("figure printed, or implied", "of the code"),
        "recomputed": number("figure that the page's own rows give", "of the code"),
        "recomputed_text": text("the same in words: members of a group, keys of the order"),
        "arithmetic": text("the calculation with its numbers, or why there is none"),
        "verdict": text("whether it holds at its printed digits", words=("holds", "fails", "not_checkable"), required=True),
        "explained": flag(
            "for what fails: whether a general check says what is wrong (a count can be counted again, a false product cannot be mended);"
            " null otherwise"
        ),
        "finding_ids": text("findings about it, joined by '; '"),
    },
)

QUARANTINE: Final[Table] = declare(
    "quarantine",
    row="one rejected row with its reason",
    key=("capture_sha256", "row_number", "reason"),
    columns={
        "source": text("source name", required=True),
        "capture_sha256": text("sha256 of the captured bytes"),
        "row_number": count("row in the capture, counted from 1; 0 = the file as a whole"),
        "reason": text("code, e.g. price_not_positive, unknown_accelerator, unreadable_file"),
        "detail": text("one line: what is wrong and what was found", required=True),
        "row_name": text("the row's own name: SKU, model, instance type"),
        "row_text": text("the row as read, shortened to 500 characters"),
        "locator": text("where in the source"),
        "snapshot_id": text("observation it came with", required=True),
        "observed_at": moment("when it was observed", required=True),
        "table": text("table it was meant for", required=True),
    },
)

SOURCES: Final[Table] = declare(
    "sources",
    row="one source: status, last capture and observation, rows",
    key=("source",),
    columns={
        "source": text("source name"),
        "kind": text("what it carries", words=("prices", "disclosures", "vendors"), required=True),
        "title": text("what it is", required=True),
        "source_status": text("how far its reading is proven", words=words.SOURCE_STATUS, required=True),
        "url": text("where it lives"),
        "last_asked_at": moment("when it was asked live for the last time"),
        "last_outcome": text("what came of that", words=words.LIVE_OUTCOMES),
        "last_reason": text("one line: why nothing came of it, or what the integrity tests found"),
        "last_observed_at": moment("newest observation that gave rows"),
        "last_capture_sha256": text("its bytes"),
        "captures": count("observations in the archive", required=True),
        "rows": count("rows of its newest observation", required=True),
        "expected_rows": count("rows of the observation before; null = none"),
        "quarantined_rows": count("rejected rows of its newest observation", required=True),
        "license": text("terms or licence of the data", required=True),
        "redistribution": flag("whether its rows may be published", required=True),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

RELEASE_CHANGES: Final[Table] = declare(
    "release_changes",
    row="one cell that differs from the previous release",
    key=("table", "key", "column"),
    columns={
        "table": text("table"),
        "key": text("key of the row, joined by ' | '"),
        "column": text("column; '*' for a row that came or went"),
        "change": text("what happened", words=("added", "removed", "changed"), required=True),
        "before": text("value in the previous release, as text"),
        "after": text("value in this release, as text"),
        "previous_release_id": text("release compared with", required=True),
    },
)
