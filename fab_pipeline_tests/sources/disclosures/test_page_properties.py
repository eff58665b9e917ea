"""Whatever the runs and the layout: what was written is what is read, from HTML and from flattened text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.sources.disclosures.training_cost_page import read_training_page
from fab_pipeline.sources.disclosures.training_page import PageRow
from fab_pipeline.vocabulary.accelerators import accelerators
from fab_pipeline_tests.sources.disclosures.look_alikes import Facts, flattened, html_blocks, html_table

COLUMNS = ["model", "size", "hardware", "compute", "cost", "recompute"]
NAMES = st.sampled_from(["Aurora 70B", "Bison-2", "Cirrus 3.5 Max", "Dune 30B-A3B", "Esker M1", "风信子 4.5"])
LABS = st.sampled_from(["OpenAI", "Mistral", "Allen AI", "DeepSeek", "百度", "xAI", "Technology Innovation Institute"])
MAYBE_COUNT = st.none() | st.integers(min_value=1000, max_value=200_000)
RUNS = st.builds(
    Facts,
    model=NAMES,
    organization=LABS,
    month=st.builds("{:04}-{:02}".format, st.integers(2019, 2027), st.integers(1, 12)),
    open_weights=st.booleans(),
    billions=st.none() | st.integers(1, 3000),
    active_billions=st.none(),
    trillion_tokens=st.none() | st.integers(1, 60),
    accelerator=st.none() | st.sampled_from([entry.label for entry in accelerators() if not entry.family]),
    count=MAYBE_COUNT,
    days=st.none() | st.integers(1, 200),
    hours=st.none() | st.integers(1000, 10**9),
    dollars=st.none() | st.integers(10_000, 10**9),
    recomputed=st.none() | st.integers(10_000, 10**9),
)


def runs_with_active() -> st.SearchStrategy[Facts]:
    def add(run: Facts, active: int) -> Facts:
        fits = run.billions is not None and active < run.billions
        return Facts(**{**vars(run), "active_billions": active if fits else None})

    return st.builds(add, RUNS, st.integers(1, 100))


PAGES = st.lists(runs_with_active(), min_size=1, max_size=4, unique_by=lambda run: (run.organization, run.model))


def read_back(row: PageRow) -> Facts:
    def figure(name: str, scale: float = 1) -> int | None:
        quantity = getattr(row, name)
        return None if quantity is None else round(quantity.value / scale)

    return Facts(
        model=row.model,
        organization=row.organization or "",
        month=row.released.isoformat()[:7] if row.released else "",
        open_weights=row.open_weights,
        billions=figure("parameters_total", 1e9),
        active_billions=figure("parameters_active", 1e9),
        trillion_tokens=figure("training_tokens", 1e12),
        accelerator=" + ".join(row.accelerators) or None,
        count=figure("accelerator_count"),
        days=figure("duration_days"),
        hours=figure("accelerator_hours"),
        dollars=figure("disclosed_cost_usd"),
        recomputed=None if row.printed_recomputed_cost_usd is None else round(row.printed_recomputed_cost_usd),
    )


@settings(max_examples=30, deadline=None)
@given(PAGES, st.permutations(COLUMNS), st.sampled_from(["zh", "en"]), st.booleans())
def test_flattened_pages_read_back(runs: list[Facts], columns: list[str], language: str, one_line: bool) -> None:
    page = read_training_page(flattened(runs, columns, language, one_line=one_line))
    assert [read_back(row) for row in page.rows] == runs
    assert (page.form, page.unread) == ("text", ())


@settings(max_examples=30, deadline=None)
@given(PAGES, st.permutations(COLUMNS), st.sampled_from(["zh", "en"]))
def test_html_pages_read_back(runs: list[Facts], columns: list[str], language: str) -> None:
    for body in (html_table(runs, columns, language), html_blocks(runs, columns, language)):
        page = read_training_page(body)
        assert [read_back(row) for row in page.rows] == runs
        assert (page.form, page.unread) == ("html", ())


@settings(max_examples=20, deadline=None)
@given(PAGES)
def test_cells_keep_their_place_in_the_text(runs: list[Facts]) -> None:
    for body in (flattened(runs, COLUMNS), html_table(runs, COLUMNS)):
        page = read_training_page(body)
        for row in page.rows:
            assert all(page.text[cell.start : cell.end] == cell.text for cell in row.cells.values())
        assert all(page.text[block.start : block.end] == block.text for block in page.blocks)
