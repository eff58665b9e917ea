"""Which part of a cloud a region belongs to."""

import pytest

from fab_pipeline.contracts.words import MARKETS, WINNING_MARKETS
from fab_pipeline.vocabulary.markets import COMMERCIAL, market_of


@pytest.mark.parametrize(
    ("provider", "region", "market"),
    [
        ("AWS", "us-east-1", "commercial"),
        ("AWS", "us-gov-west-1", "government"),
        ("AWS", "us-iso-east-1", "government"),
        ("AWS", "cn-northwest-1", "china"),
        ("Azure", "eastus", "commercial"),
        ("Azure", "usgovvirginia", "government"),
        ("Azure", "US Gov Arizona", "government"),
        ("Azure", "usdodeast", "government"),
        ("Azure", "chinaeast2", "china"),
        ("Oracle Cloud", "us-gov-ashburn-1", "government"),
        ("Oracle Cloud", "uk-gov-london-1", "government"),
        ("Oracle Cloud", "us-ashburn-1", "commercial"),
        ("Nebius", "us-gov-west-1", "commercial"),
        ("AWS", None, "commercial"),
    ],
)
def test_a_region_names_its_market(provider: str, region: str | None, market: str) -> None:
    assert market_of(provider, region) == market
    assert market in MARKETS


def test_only_the_commercial_market_wins() -> None:
    assert WINNING_MARKETS == (COMMERCIAL,) or set(WINNING_MARKETS) == {COMMERCIAL}
