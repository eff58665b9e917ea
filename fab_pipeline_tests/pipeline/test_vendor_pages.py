"""A page dropped into the inbox becomes claims of a release, with its text kept beside it."""

from datetime import UTC, datetime
from pathlib import Path

from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.settings import Settings
from fab_pipeline_tests.sources.vendors.reading import PAGES

MOMENT = datetime(2026, 11, 30, tzinfo=UTC)


def test_a_page_in_the_inbox_becomes_claims_and_its_text_is_kept(tmp_path: Path):
    settings = Settings(home=tmp_path, shipped=Settings.from_environment({}).shipped)
    pipeline = Pipeline(settings)
    body = (PAGES / "english_case.html").read_bytes()
    pipeline.archive.record(body, source="vendor_page", observed_at=MOMENT, origin="ingested", filename="case.html")
    pipeline.parse_vendor_pages()
    claims, pages = pipeline.evidence["vendor_claims"], pipeline.evidence["vendor_pages"]
    assert claims.filter(metric="accelerators_used")["value"].to_list() == [512]
    assert pages["outcome"].to_list() == ["claims"]
    text = pages["extracted_text"].item()
    assert [text[row["char_start"] : row["char_end"]] for row in claims.to_dicts()] == claims["span"].to_list()
