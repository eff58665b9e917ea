"""How long a training took, in days: "about four weeks", "672 hours (28 days)", "5h 30min", "1056 hours + 1152 hours".

Belongs here: which times are the wall clock of the training. Does not belong here: time of many devices (see `device_time`), dates.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.comparators import qualified
from fab_pipeline.reading.durations import DAYS_PER_YEAR
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import agree, finest, pick, unless
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.vocabulary.characters import lowered

_LONGEST_RUN: Final = 3 * DAYS_PER_YEAR
"""Longer times are time of many devices, or history."""
LONGEST_IN_HOURS: Final = DAYS_PER_YEAR
"""Days above which a plain figure in hours is time of many devices: the longest run that Epoch AI's table of notable models knows took
7,104 hours (https://epoch.ai/data/notable-ai-models, export of 2026-01-26)."""
_HOURS_USED: Final = re.compile(r"hours\s+used[\s:|]*\Z", re.I)
"""The field of the hub's card template (https://github.com/huggingface/huggingface_hub src/huggingface_hub/templates/modelcard_template.md
@027ba735, read 2026-12-01), which does not say of what: where no count stands beside it, it may be the time of one card or of all."""
_SHORTEST: Final = 10 / 86400
_RUN_AHEAD: Final = re.compile(r"[\s\-]*(?:long\s+)?(?:\S+\s+)?(?:(?:pre-?|post-?)?train|run\b|job\b|训练|预训练)", re.I)
_NOT_THE_RUN_AFTER: Final = re.compile(
    r"\s*(?:of\s+)?(?:ago|earlier|later|longer|shorter|faster|slower|behind|ahead|before|old\b|window|snapshot|period|warranty|trial|experience|history|of\s+(?:work|development|effort|experience)"
    r"|(?:of|worth\s+of)\s+(?:\w+\s+)?(?:logs?|data|traces?|telemetry|footage|audio|video|speech|recordings|uptime)(?![a-z])|after|from\s+(?:the\s+)?(?:time|day|moment|\w+\s+of|first)|from\s+(?:\w+\s+){1,6}?(?:until|till|to)\s+(?:\w+\s+){0,2}(?:pre-?)?train|between\s+the|until\s+(?:\w+\s+)?(?:pre-?)?train|the\s+first\s+rack|to\s+(?:build|install|deploy|construct|set\s+up|recover|restart|fix)|of\s+(?:red-?team|test|review|evaluation|safety)|in\s+(?:advance|development|preparation|the\s+making|planning)"
    r"|前(?!后)|后[,，]|之前|之后|以前|以后|的?(?:窗口|快照|服务|质保|观察|观测|统计|研发|历史|积累|经验|技术)|电费|内(?:上线|交付|建成|恢复))",
    re.I,
)
_NOT_THE_RUN_NEAR: Final = re.compile(
    r"evaluated\s+on|benchmarks?\s+in\s|(?:each|every|per|(?<![a-z])an?|(?<![a-z])one)\s(?:epoch|iteration|step)|每个?(?:epoch|轮)|未来|过去|开发周期|研发周期|预测|质保|window|snapshot|until\s+(?:the\s+)?(?:training|run)|from\s+the\s+time|first\s+rack|to\s+(?:build|install|deploy|construct)|搭建|建成|部署|安装|交付"
    r"|窗口|快照|恢复|checkpoint|故障|downtime\s+of|interval|saves?\s|saving|delet\w+|retain\w*|retention|notice|(?<![a-z])respon[ds]\w*|acknowledg\w*|remov\w+|(?<![a-z])the\s(?:last|past|next)\s|节省|缩短了|减少了|提前",
)
_PROJECT: Final = re.compile(r"project(?!ed)|development|collaboration|研发|项目(?!组|团队)|历经|合作", re.I)
_SPENT_ON: Final = re.compile(
    r"\s*(?:(?:were|was)\s+)?(?:spent|went|devoted)\s+(?:on|to|into|in)\s+(?:\w+\s+)?(?:pre-?|post-?)?train|\s*(?:都?用于|用在)(?:预|后)?训练",
    re.I,
)
"""Behind a time that is the training's part of a project."""
_BUILT: Final = re.compile(
    r"from\s+zero|(?<![a-z])(?:built|assembled|installed|deployed|erected|commissioned|brought\s+up|stood\s+up)(?![a-z])|建成|搭建|组建",
    re.I,
)
_SENTENCE_END: Final = re.compile(r"[。;；!?！？\n]|\.\s")
_CLAUSE_END: Final = re.compile(r"[,;。](?=训练|预训练)")
"""Before a clause that speaks of the training anew."""
_TRAINING_TOOK: Final = re.compile(
    r"train(?:ing|ed)?\s+(?:run|took|lasted|ran|for|time)|训练(?:共|总|仅|只|就)?(?:耗时|历时|用时|持续|用了|花了|时间|周期|了?(?:约|近)?\s*$)",
    re.I,
)
_TRAINING: Final = re.compile(r"train|训练|run\b|pre-?train|耗时|历时|用时|comput|GPU|finetun|fine-tun", re.I)
_FROM: Final = re.compile(r"(?:from|从|由|将|把)\s*\Z", re.I)
_TO: Final = re.compile(r"\s*(?:的?[\u4e00-\u9fff]{0,6}?)?(?:to|down\s+to|缩短?[至到]|缩减[至到]|降低?[至到]|减少?[至到]|压缩[至到])", re.I)
_ORDER: Final = "|a||mo||wk||d||h||min||s|"
_HOURS_A_DAY: Final = 24.0
"""A factor in "12 days x 24 hours x 96 GPUs", and no time of its own."""
_TIMES_BEFORE: Final = re.compile(r"[x×*]\s*\Z")
_TIMES_BEHIND: Final = re.compile(r"\s*[x×*]")
_HALF_A: Final = re.compile(r"half\s+an?\b(?!\s+dozen)", re.I)


@lru_cache(maxsize=4)
def times(sentence: Sentence) -> list[Amount]:
    """Candidates: times that can be the wall clock of a training."""
    found = [_half(sentence, amount) for amount in _joined(sentence, sentence.of("time"))]
    longest = {"h": LONGEST_IN_HOURS}
    lasting = [amount for amount in found if _SHORTEST <= _size(amount) <= longest.get(amount.unit, _LONGEST_RUN)]
    return unless(sentence, lasting, _something_else)


def read_duration(sentence: Sentence) -> Quantity | None:
    """Days that the training took; None where no single duration is stated."""
    found = times(sentence)
    whole = pick(sentence, found)
    if whole is not None or not found:
        return whole
    of_run = [amount for amount in found if _TRAINING.search(sentence.before(amount, 60)) or _TRAINING.search(sentence.after(amount, 24))]
    return of_run[0].quantity if len(of_run) == 1 and of_run[0] is found[0] else None


def _size(amount: Amount) -> float:
    return amount.quantity.value or amount.quantity.minimum or amount.quantity.maximum or 0.0


def _joined(sentence: Sentence, found: list[Amount]) -> list[Amount]:
    """Adjacent times in falling units are one: "2 weeks and 3 days", 3天5小时; of a restatement in brackets the finer counts."""
    out: list[Amount] = []
    for amount in found:
        last = out[-1] if out else None
        gap = sentence.hidden[last.end : amount.start].strip().lower() if last else "-"
        value = amount.quantity.value
        if (
            last
            and _ORDER.find(f"|{amount.unit}|") > _ORDER.find(f"|{last.unit}|") >= 0
            and gap in {"", "and", "零", "又", ","}
            and value is not None
            and last.quantity.value is not None
            and value < last.quantity.value
        ):
            total = last.quantity.value + value
            low, high = (None if bound is None else total for bound in (last.quantity.minimum, last.quantity.maximum))
            out[-1] = replace(amount, start=last.start, quantity=replace(last.quantity, value=total, minimum=low, maximum=high))
        elif last and gap in {"(", "=", "[", "或", "or", "/", "i.e."} and _restates(last, amount):
            fine = amount if amount.quantity.qualifier == "exact" or last.quantity.qualifier != "exact" else last
            out[-1] = replace(finest([last, amount]) if fine is amount else last, start=last.start, end=amount.end)
        else:
            out.append(amount)
    return out


def _restates(first: Amount, second: Amount) -> bool:
    a, b = first.quantity.value, second.quantity.value
    coarse = max(first.quantity.value or 0.0, 1.0) / max(first.value or 1.0, 1e-9)
    return a is not None and b is not None and first.unit != second.unit and (agree([first, second]) or abs(a - b) <= coarse)


def _half(sentence: Sentence, amount: Amount) -> Amount:
    """Half a month or year is about that long."""
    about = _HALF_A.match(sentence.hidden, amount.figure_start)
    return replace(amount, quantity=qualified(amount.quantity, "approx")) if about else amount


def _something_else(sentence: Sentence, amount: Amount) -> bool:
    """Whether a time is no duration of the training: a window, an installation, history, a saving, the old time of a from–to pair."""
    after, before = sentence.after(amount), sentence.before(amount)
    describes = amount.hyphenated and not _RUN_AHEAD.match(after)
    other = _NOT_THE_RUN_AFTER.match(after) or _NOT_THE_RUN_NEAR.search(lowered(f"{_CLAUSE_END.split(before[-24:])[-1]}|{after[:32]}"))
    if describes or other or _no_length(amount, before, after) or _hours_used_alone(sentence, amount):
        return True
    if _FROM.search(before) and _TO.match(after):
        return True
    clause = _SENTENCE_END.split(sentence.hidden[: amount.start])[-1]
    if _SPENT_ON.match(after) or _TRAINING_TOOK.search(clause):
        return False
    return bool(_PROJECT.search(clause)) or bool(_BUILT.search(clause) and not _TRAINING.search(clause))


def _hours_used_alone(sentence: Sentence, amount: Amount) -> bool:
    bare = not sentence.hidden[amount.figure_end : amount.end].strip()
    return bare and not sentence.of("accelerator") and bool(_HOURS_USED.search(sentence.before(amount)))


def _no_length(amount: Amount, before: str, after: str) -> bool:
    """Whether a time is a factor ("12 days x 24 hours x 96 GPUs") or the better part of one (大半年)."""
    factor = (amount.unit, amount.value) == ("h", _HOURS_A_DAY) and (_TIMES_BEFORE.search(before) or _TIMES_BEHIND.match(after))
    return bool(factor) or (before.endswith("大") and amount.value == 1 / 2)
