"""Products that a page prints: accelerator-hours times the rent that its rows imply, or that it prints itself.

Belongs here: verdicts on each product and on each implied price. Does not belong here: finding the price (`implied_prices`), and whether
the hours are right; a page's arithmetic can hold on a wrong figure.
"""

from collections.abc import Iterator

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding, money, some
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement
from fab_pipeline.leaderboards.page_checks.implied_prices import ImpliedPrice, Product, decimals_of, implied_prices
from fab_pipeline.leaderboards.page_checks.printed_bounds import bound_behind
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, not_checkable


def product_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """Verdicts on the implied price of each accelerator, each followed by those on its products."""
    checked: set[str] = set()
    for implied in implied_prices(page):
        yield _price_verdict(page, implied)
        for product in implied.products:
            checked.add(product.statement.statement_id)
            yield _product_verdict(page, implied, product)
    for statement in page.having("recomputed_cost_usd"):
        if statement.statement_id not in checked:
            yield not_checkable(statement, "the row has no single figure of accelerator-hours")


def _price_verdict(page: PageFacts, implied: ImpliedPrice) -> Verdict:
    capture = page.capture[:12]
    identifier = f"{capture}:implied:rent_usd_per_accelerator_hour:{implied.accelerator}"
    statement = Statement(identifier, "implied", "rent_usd_per_accelerator_hour", None, implied.accelerator, implied.price, None, "")
    rows = some(f"{_product_text(product)} → {figure(_middle(product), 9)}" for product in implied.products)
    wrong = [product for product in implied.products if implied.price is None or not product.contains(implied.price)]
    findings = tuple(_product_finding(implied, product) for product in wrong)
    return Verdict(statement, FAILS if wrong else HOLDS, implied.price, arithmetic=rows, findings=findings, explained=not wrong)


def _product_verdict(page: PageFacts, implied: ImpliedPrice, product: Product) -> Verdict:
    price = implied.price
    if price is None:
        arithmetic = f"{_product_text(product)} = {figure(_middle(product), 9)}; candidates {_candidates(implied)}"
        row = _product_finding(implied, product)
        return Verdict(product.statement, FAILS, None, arithmetic=arithmetic, findings=(row,), explained=False)
    expected = product.hours * price
    arithmetic = f"{figure(product.hours)} x {figure(price, 9)} = {figure(expected, 2)}"
    bound = bound_behind(page, product.statement, ("accelerator_hours",))
    if product.contains(price):
        return Verdict(product.statement, HOLDS, expected, arithmetic=arithmetic, findings=bound)
    findings = (_product_finding(implied, product), *bound)
    return Verdict(product.statement, FAILS, expected, arithmetic=arithmetic, findings=findings, explained=False)


def _product_finding(implied: ImpliedPrice, product: Product) -> FindingRow:
    price, value = implied.price, product.statement.value or 0.0
    others = [other.statement.statement_id for other in implied.products if other is not product]
    printed = [implied.printed.statement_id] if implied.printed else []
    if price is None:
        said = f"no rent in cents explains it ({figure(product.hours)} h need {money(_middle(product), 6)} per hour)"
        said_zh = f"没有以分为单位的租价能得出它（{figure(product.hours)} 卡时对应每卡时 {money(_middle(product), 6)}）"
    else:
        origin, origin_zh = ("printed", "页面所列") if implied.printed else ("implied by the other rows", "其他行隐含的")
        said = f"{figure(product.hours)} h at the {money(price, 9)} {origin} give {money(product.hours * price)}"
        said_zh = f"{figure(product.hours)} 卡时按{origin_zh}租价 {money(price, 9)} 应为 {money(product.hours * price)}"
    return finding(
        "product_differs",
        "error",
        product.statement.about,
        Message(
            f"The recomputed cost {money(value)} of {product.model} is not hours times rent: {said}.",
            f"{product.model} 的重算值 {money(value)} 不等于卡时乘租价：{said_zh}。",
        ),
        [product.statement.statement_id, *others, *printed],
        quantity="recomputed_cost_usd",
        stated=value,
        expected_low=None if price is None else product.hours * price,
        expected_high=None if price is None else product.hours * price,
        arithmetic=f"{_product_text(product)} = {figure(_middle(product), 9)}; candidates {_candidates(implied)}",
        effect="none on the boards: they price the hours themselves",
    )


def _middle(product: Product) -> float:
    return (product.low + product.high) / 2


def _product_text(product: Product) -> str:
    return f"{figure(product.statement.value or 0.0)} / {figure(product.hours)}"


def _candidates(implied: ImpliedPrice) -> str:
    return some((f"{price:.{max(2, decimals_of(price))}f}" for price in implied.candidates), ", ")
