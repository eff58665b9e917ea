"""What a training cost: US dollars, or another currency as printed.

Belongs here: which amounts of money are the cost of the training. Does not belong here: prices per hour, savings, funding, revenue.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.comparators import qualified
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import pick, unless
from fab_pipeline.reading.sentences.reading import LocalCost
from fab_pipeline.reading.sentences.sentence import Sentence

_OTHER_MONEY: Final = re.compile(
    r"sav(?:e|es|ed|ing|ings)\b|raised?|raising|funding|valu(?:ed|ation)|revenue|invest(?:ed|ment|s)?|price[ds]?\b(?!\s+tag)|pricing\b|salar|acquir|profit|fine[sd]?\b"
    r"|节省|节约|融资|估值|营收|投资|售价|单价|定价|利润|市值|收入|罚款|单卡价格|data\s?cent(?:er|re)s?\s|to\s+(?:build|construct|develop)|建设|建成",
    re.I,
)
_COST: Final = re.compile(
    r"cost|budget|swallow|rent(?:ed|ing)|(?<![a-z])total|all-in|set\s+(?:us|them)\s+back|price\s+tag|c[ao]mes?\s+to|worth|总计|合计|卡时|would\s+(?:be|come)|burn(?:ed|t)|reproduc|replicat|distill|fine-?\s?tun|spen[dt]|expens|bill|\bpaid\b|花费|花了|成本|预算|耗资|费用|开销|价格|造价|投入|train|训练|kost|koûte|coût|費用|コスト|compute|(?<![a-z])run\b|LoRA|GPU|\ue000|hours",
    re.I,
)
_UNIT_PRICE: Final = re.compile(r"(?:hours?|hrs?|小时|时)\s*(?:at|@|[x×*])\s*\Z", re.I)
_RATE: Final = re.compile(r"(?:/\s?(?:GPU[\s\-]?)?h(?:ou)?r?s?|per\s+(?:\S+\s)?hours?)(?![a-z])", re.I)
"""The end of a price by the hour: the words before it are about the price, those behind it about what it comes to."""
_DEAREST_HOUR: Final = 100.0
"""US dollars: "110,000 H100 hours at $2.60" tells a price; nobody asks a hundred dollars for an hour of one card."""
_A_FEW: Final = re.compile(r"(?<![A-Za-z])(?:a\s+few|several)\s*\Z", re.I)
_BUDGET: Final = re.compile(r"\s*(?:\w+\s+){0,2}budget\b|\s*ceiling\b|\s*cap\b|\s*(?:的)?(?:总|训练|算力)?预算|の?予算", re.I)
_BUDGET_BEFORE: Final = re.compile(r"(?:budget\s+(?:of|was|is|under|:)|budget:|预算(?:为|是|约|仅|只有|[:：])*|予算(?:は|約)*)\s*\Z", re.I)


def costs(sentence: Sentence, *, dollars: bool) -> list[Amount]:
    """Candidates: money spent on the training, in US dollars or in other currencies."""
    found = [amount for amount in sentence.of("money") if (amount.unit == "USD") == dollars]
    if not found or not _COST.search(sentence.hidden):
        return []
    return [_a_few(sentence, _as_budget(sentence, amount)) for amount in unless(sentence, found, _something_else)]


def read_cost_usd(sentence: Sentence) -> Quantity | None:
    """Cost in US dollars; None where no single figure is stated."""
    return pick(sentence, costs(sentence, dollars=True))


def read_cost_local(sentence: Sentence) -> LocalCost | None:
    """Cost in the one other currency that the text states."""
    found = costs(sentence, dollars=False)
    quantity = pick(sentence, found) if len({amount.unit for amount in found}) == 1 else None
    return LocalCost(quantity, found[0].unit) if quantity else None


def _as_budget(sentence: Sentence, amount: Amount) -> Amount:
    """A budget is a ceiling, in every language: what was spent may be less."""
    ceiling = _BUDGET.match(sentence.after(amount)) or _BUDGET_BEFORE.search(sentence.before(amount))
    return replace(amount, quantity=qualified(amount.quantity, "upper_bound")) if ceiling else amount


def _a_few(sentence: Sentence, amount: Amount) -> Amount:
    """A figure of which there are a few ("a few $10M's"): two to nine of it."""
    value = amount.quantity.value
    if value is None or not _A_FEW.search(sentence.before(amount, 16)):
        return amount
    return replace(amount, quantity=Quantity(None, 2 * value, 9 * value, "vague"))


def _something_else(sentence: Sentence, amount: Amount) -> bool:
    if _UNIT_PRICE.search(sentence.before(amount)) and (amount.value or 0.0) < _DEAREST_HOUR:
        return True
    near = f"{_RATE.split(sentence.before(amount, 28))[-1]}|{sentence.after(amount, 20)}"
    return bool(_OTHER_MONEY.search(near))
