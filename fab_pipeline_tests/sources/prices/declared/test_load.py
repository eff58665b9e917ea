"""A declaration is checked when it is read: whatever is wrong is one line that names file, line and key."""

import pytest

from fab_pipeline.sources.prices.declared.load import load_declaration
from fab_pipeline.sources.prices.declared.yaml_tree import DeclarationError

GOOD = """\
source: acme
provider: Acme Compute
provider_kind: neocloud
currency: USD
per: accelerator
blocks:
  - name: rates
    accelerator: {column: gpu}
    prices:
      - {column: price, purchase_option: on_demand}
"""


def problem(text: str) -> str:
    with pytest.raises(DeclarationError) as error:
        load_declaration(text, "acme.yaml")
    assert error.value.exit_code == 2
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith("acme.yaml")
    return message


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def test_a_good_declaration() -> None:
    declaration = load_declaration(GOOD, "acme.yaml")
    (block,) = declaration.blocks
    (price,) = block.prices
    assert (declaration.source, declaration.provider_kind, block.name, block.kind, block.within) == (
        "acme",
        "neocloud",
        "rates",
        "html",
        "table",
    )
    assert {name: field[0].what for name, field in price.fields.items() if field[0].kind == "value"} == {
        "provider": "Acme Compute",
        "currency": "USD",
        "per": "accelerator",
        "purchase_option": "on_demand",
    }


def test_what_is_said_at_a_price_goes_before_the_block_and_the_page() -> None:
    text = GOOD.replace("    prices:", "    currency: EUR\n    prices:").replace(
        "purchase_option: on_demand}", "purchase_option: spot, per: instance}"
    )
    (price,) = load_declaration(text, "acme.yaml").blocks[0].prices
    assert (price.fields["currency"][0].what, price.fields["per"][0].what) == ("EUR", "instance")


def test_the_digest_changes_with_the_text() -> None:
    assert load_declaration(GOOD, "a.yaml").digest != load_declaration(changed("USD", "EUR"), "a.yaml").digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed("currency: USD", "currensy: USD"), "line 4: currensy is not a known key; did you mean currency?"),
        (changed("currency: USD", "currency: dollars"), "line 4: currency is 'dollars', not an ISO 4217 code such as USD"),
        (
            changed("currency: USD\n", ""),
            "line 9: blocks[0].prices[0] needs currency (ISO 4217 code); say it here, in the block or for the whole page",
        ),
        (changed("per: accelerator", "per: gpu"), "line 5: per is 'gpu'; it must be one of accelerator, instance, printed"),
        (
            changed("on_demand", "ondemand"),
            "line 10: blocks[0].prices[0].purchase_option is 'ondemand'; it must be one of on_demand, spot, reserved",
        ),
        (changed("{column: gpu}", "{columm: gpu}"), "line 8: blocks[0].accelerator.columm is not a known key; did you mean column?"),
        (changed("{column: gpu}", "{column: 'gpu('}"), "line 8: blocks[0].accelerator.column is 'gpu(', not a regular expression"),
        (changed("{column: gpu}", "{select: 'div >'}"), "line 8: blocks[0].accelerator.select is 'div >', not a CSS selector"),
        (changed("{column: gpu}", "{cell: 0}"), "line 8: blocks[0].accelerator.cell is '0'; cells are counted from 1"),
        (changed("{column: gpu}", "{match: gpu}"), "line 8: blocks[0].accelerator must say where: one of column, cell"),
        (
            changed("{column: gpu}", "{column: gpu, cell: 1}"),
            "line 8: blocks[0].accelerator says both column and cell; a place is one of them",
        ),
        (changed("{column: gpu}", "{column: gpu, match: '(a)(b)'}"), "line 8: blocks[0].accelerator.match has more than one group"),
        (changed("{column: gpu}", "{column: gpu, attr: title}"), "line 8: blocks[0].accelerator.attr goes with select, closest, before"),
        (changed("source: acme", "source: Acme!"), "line 1: source is 'Acme!'; write a snake_case name, e.g. my_provider"),
        (changed("source: acme", "source: training_cost_page"), "line 1: source is 'training_cost_page', which is no source of prices"),
        (changed("provider_kind: neocloud\n", ""), "line 2: provider names 'Acme Compute', which is not in the list of providers"),
        (changed("provider_kind: neocloud", "provider_kind: cloud"), "line 3: provider_kind is 'cloud'; it must be one of hyperscaler"),
        (changed("    prices:\n      - {column: price, purchase_option: on_demand}\n", ""), "line 7: blocks[0] lacks prices"),
        (GOOD.partition("blocks:")[0], "there is no blocks"),
        (
            changed("    accelerator:", "    json_ld: offers\n    row: tr\n    accelerator:"),
            "line 9: blocks[0].row is for tables and cards",
        ),
        (changed("    accelerator:", "    script: script\n    accelerator:"), "line 7: blocks[0] lacks rows: the JSON path of the records"),
        (changed("currency: USD", "currency: USD\ncurrency: EUR"), "line 5: currency is said twice"),
        (changed("{column: gpu}", "{column: gpu"), "not YAML"),
        (changed("per: accelerator", "count: eight"), "line 5: count is 'eight'; it must be a whole number from 1"),
        (changed("per: accelerator", "term: soon"), "line 5: term is 'soon'; write it like 12 months"),
        (changed("per: accelerator", "effective_from: October"), "line 5: effective_from is 'October'; write it like 2026-10-01"),
        (changed("per: accelerator", "scale: -1"), "line 5: scale is '-1'; it must be a number above 0"),
        (changed("{column: price,", "{column: price, at: [{cell: 2}],"), "line 10: blocks[0].prices[0].column and at cannot both be said"),
        ("- a list\n", "a declaration is a mapping of keys and values"),
        ("", "a declaration is a mapping of keys and values"),
        ("a: &x [*x]\n", ""),
        ("x" * 300_000, "more than"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    assert message in problem(text)
