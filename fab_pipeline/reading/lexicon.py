"""Word tables of the number grammar, Chinese and English: scales, number words, qualifiers, scopes, "undisclosed", "estimated".

Belongs here: words and what they mean, per language, as data; another language is another entry. Does not belong here: grammar (see
`numbers`, `measures`, `phases`). Text is folded (`vocabulary.characters.fold`) before these patterns see it, so there is one comma, one
tilde and one set of digits.
"""

from typing import Final

SCALE_WORDS: Final[dict[str, dict[str, float]]] = {
    "en": {
        "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "quadrillion": 1e15,
        "mn": 1e6, "mm": 1e6, "mln": 1e6, "bn": 1e9, "bln": 1e9, "tn": 1e12, "trn": 1e12,
    },
    "letters": {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12},
    "zh": {"十": 1e1, "百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12},
}  # fmt: skip
"""Factors of scale words. A chain of Chinese ones multiplies (千万 = 1e7, 万亿 = 1e12); 兆 is 1e12 as in prose, not the prefix mega."""

SCALE_LETTER_MAY_PRECEDE: Final = (
    r"tokens?|param|training|dense|moe|gpu|npu|tpu|usd|estimat|est\.|public|third|press|media|analyst|report|accord|disclos|undisclos"
    r"|unofficial|official|approx|source|rumou?r|per(?![a-z])|including|incl\.|excluding|excl\.|active|total|chips?(?![a-z])"
    r"|accelerator|device|hours(?![a-z])|plus(?![a-z])|open(?![a-z])|nvidia|data|corpus|trained|pre-?train"
)
"""Words that may be glued to a scale letter ("20Ttokens", "$10Mestimated"); any other letter makes it part of a name ("20TB")."""

NUMBER_WORDS: Final[dict[str, dict[str, float]]] = {
    "en": {
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
    },
    "zh": {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9},
}  # fmt: skip

AFTER_ARTICLE: Final = r"months?|weeks?|days?|hours?|years?|single|quarter"
"""Words before which "a" is a number."""

VAGUE: Final[dict[str, dict[str, tuple[float, float | None]]]] = {
    "en": {
        "several": (2, None),
        "a few": (2, None),
        "a couple of": (2, None),
        "multiple": (2, None),
        "many": (2, None),
        "dozens of": (24, None),
    },
    "en plurals": {
        "tens": (2e1, None),
        "hundreds": (2e2, None),
        "thousands": (2e3, None),
        "millions": (2e6, None),
        "billions": (2e9, None),
    },
    "zh": {"十几": (11, 19), "几十": (20, 90), "数十": (20, 90), "好几": (2, 9), "几": (2, 9), "数": (2, 9)},
}
"""An order of magnitude or a plural: "millions of" is at least two million, 数万 is twenty to ninety thousand."""

QUALIFIERS_BEFORE: Final[dict[str, dict[str, str]]] = {
    "signs": {"approx": r"[~≈]|\\~", "lower_bound": r">=?|≥|⩾", "upper_bound": r"<=?|≤|⩽"},
    "en": {
        "approx": r"about|around|roughly|approximately|approx\.?|circa|ca\.|c\.|some|(?:an )?estimated(?: at)?|est\.",
        "lower_bound": r"(?:just |slightly |well )?(?:over|more than|above|north of|upwards? of|exceed(?:s|ing)?|in excess of)"
        r"|at least|no(?:t)? less than|no(?:t)? fewer than|a minimum of|minimum",
        "upper_bound": r"(?:just |slightly |well )?(?:under|below)|less than|fewer than|up to|at most|no(?:t)? more than|within|nearly"
        r"|almost"
        r"|close to|a maximum of|maximum|max\.?",
    },
    "zh": {
        "approx": r"大约|约为|约|大概|估计|估算|预计|大致",
        "lower_bound": r"超过|超|逾|多于|大于|高于|至少|不少于|不低于|不小于|突破|最少",
        "upper_bound": r"不足|不到|少于|小于|低于|不超过|不多于|不大于|至多|最多|最高|最大|高达|多达|将近|接近|近",
    },
}
"""Words before a number. "Nearly" and 近 are upper bounds: the figure is not reached."""

FIGURE_AHEAD: Final = r"\s*[\d~≈]|\s+(?-i:[a-z-]{2,16})\s*[~≈]?\d|\s*[\u4e00-\u9fff]{1,8}\s*[~≈]?\d"
"""What follows a plus sign that joins two figures ("54 天 + 6 天", "2.66M + 后训练 5K") and is no "or more"."""

QUALIFIERS_AFTER: Final[dict[str, dict[str, str]]] = {
    "signs": {"lower_bound": rf"\+(?!{FIGURE_AHEAD})"},
    "en": {
        "approx": r"or so\b|approx\.?\b",
        "lower_bound": r"or more\b|and up\b|and above\b|-plus\b",
        "upper_bound": r"or less\b|or fewer\b|at most\b|max\b",
    },
    "zh": {"approx": r"左右|上下", "lower_bound": r"及?以上|有余|余|多", "upper_bound": r"以内|之内|及?以下"},
}
"""Words after a number or after its unit."""

BETWEEN: Final = r"\s*(?:-|–|—|~|至|到|\bto\b)\s*"
"""What joins the two ends of a range; "between 2 and 3" is read as well."""

SCOPES: Final[dict[str, dict[str, str]]] = {
    "zh": {
        "mid_training": r"中期训练|中段训练|中训练|继续预训练|持续预训练|退火",
        "pretraining": r"预训练|预训",
        "long_context": r"长上下文|长文本|上下文(?:长度)?扩展",
        "post_training": r"后训练|微调|对齐训练|强化学习|偏好优化",
        "all": r"全部阶段|所有阶段|全阶段|各阶段合计|全流程|完整训练|整个训练|全程|合计|总计",
        "cluster": r"集群(?:规模|总量|共)|集群总",
    },
    "en": {
        "mid_training": r"mid[- ]?training|anneal(?:ing)?|continued pre[- ]?training|cooldown",
        "pretraining": r"pre[- ]?train(?:ing|ed)?",
        "long_context": r"long[- ]context|context[- ](?:length )?extension",
        "post_training": r"post[- ]?training|fine[- ]?tuning|SFT|RLHF|reinforcement learning|alignment|instruction tuning",
        "all": r"all (?:phases|stages)|full training|entire training|whole training|end[- ]to[- ]end|in total|total",
        "cluster": r"cluster (?:of|size|has)|in the cluster",
    },
}
"""Words that say what a figure covers. Within a language the first that fits a place wins (继续预训练 is not 预训练)."""

PLUS_WORDS: Final = r"\bplus\b|外加|另加|再加|加上|另有|另外|\bfollowed by\b|\bthen\b"
PART_WORDS: Final = r"其中|\bof which\b|\bincluding\b|包括|包含|含"

UNDISCLOSED: Final[dict[str, str]] = {
    "zh": r"(?:官方|厂商|均|都|暂|尚|仍|并)*"
    r"(?:未(?:见|予|曾|有)?(?:公开)?(?:披露|公开|公布|透露|说明|提供|指明|报告|给出|知)|不详|不明|保密|暂无(?:数据|披露)?|无数据|没有(?:披露|公开|公布)|不公开)",
    "en": r"undisclosed"
    r"|(?:is |was |were )?not (?:yet )?(?:publicly )?"
    r"(?:disclosed|given|stated|reported|published|available|public|specified|known|provided|announced|released)"
    r"|unspecified|undocumented|no (?:public )?(?:data|information|figure|disclosure)|unknown",
    "en, whole words": r"n/?a|tb[ad]|none|nil|secret|confidential",
    "signs": r"[—–\-]{1,3}|\?+|/|\.{3}|…",
}
"""A leading one of these wins over any number behind it. Signs count only where nothing else stands."""

ESTIMATED: Final = r"估算|估计|预估|推算|估值|estimat\w*|(?<![a-z])est\.|\(est\)"

THIRD_PARTY: Final = (
    r"公开来源|公开报道|媒体|第三方|外界|分析师|报道称?"
    r"|\bpublic sources?\b|\bthird[- ]part\w+|\bpress\b|\banalysts?\b|\breport(?:s|ed) by\b|\bmedia\b"
)
DEVELOPER: Final = (
    r"厂商(?:披露|公布|公开|自述)|官方(?:披露|公布|公开)?|开发(?:者|方)(?:披露|公布|公开)?"
    r"|\b(?:disclosed|stated|published|reported) by (?:the )?(?:developer|vendor|lab|company)\b|\bofficial(?:ly)?\b"
)
