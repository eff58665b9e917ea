"""The alias table: its form is checked, and the one that ships keeps it."""

import pytest

from fab_pipeline.reading.identity import model_slug, run_slug
from fab_pipeline.vocabulary.run_names import RunNamesError, account_of, read_run_names, run_names

TABLE = """
organizations:
  - {slug: acme, names: [Acme, Acme AI], owners: [acme-hub], hosts: [acme.example], brands: [Oak]}
models:
  - {organization: acme, model: Oak 2, also: [{model: Oak Two}], because: same paper, url: "https://acme.example/oak", opened: 2026-12-01}
shared_pretraining:
  - {organization: acme, family: Oak 2, endings: [Chat], because: one row, url: "https://acme.example/oak", opened: 2026-12-01}
"""


def test_a_table_knows_names_accounts_and_hosts() -> None:
    table = read_run_names(TABLE)
    acme = table.organizations[0]
    assert table.organization_named(" acme  AI ") is table.organization_named("Acme-Hub") is acme
    assert table.owner_of("https://www.acme.example/oak") is table.owner_of("https://github.com/acme-hub/oak") is acme
    assert table.owner_of("https://notacme.example/oak") is None
    assert account_of("https://huggingface.co/datasets/acme-hub/oak") == "acme-hub"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("slug: acme,", "slug: Acme Inc,", "entry 1: slug"),
        ("names: [Acme, Acme AI]", "names: []", "names is missing, empty"),
        ("owners: [acme-hub]", "owner: [acme-hub]", "unknown field owner"),
        ("because: same paper, ", "", "models, entry 1: because is missing"),
        ("opened: 2026-12-01}\nshared", "opened: soon}\nshared", "opened is missing, empty or no date"),
        ('url: "https://acme.example/oak", opened: 2026-12-01}\nshared', "url: from memory, opened: 2026-12-01}\nshared", "https address"),
        ("{organization: acme, family", "{organization: nobody, family", "'nobody' is no slug"),
        ("  - {slug: acme,", "  - {slug: other, names: [Acme]}\n  - {slug: acme,", "is a name of both"),
        ("models:", "model:", "exactly organizations, models and shared_pretraining"),
    ],
)
def test_an_entry_that_breaks_the_form_is_named_in_one_line(old: str, new: str, said: str) -> None:
    assert TABLE.count(old) == 1
    with pytest.raises(RunNamesError, match=said) as raised:
        read_run_names(TABLE.replace(old, new))
    assert "\n" not in str(raised.value)


def test_the_table_that_ships_keeps_the_form_and_its_aliases_meet() -> None:
    table = run_names()
    assert len(table.organizations) > 25
    for one in table.models:
        for organization, model in one.also:
            assert run_slug(organization, model) == f"{one.organization}-{model_slug(one.model)}"
