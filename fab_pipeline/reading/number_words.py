"""Word tables of the number grammar: scales, numerals, comparators, ranges; English, Chinese (and Japanese), German and French.

Belongs here: words and what they mean, per language, as data; another language is another entry. Does not belong here: grammar (see
`numerals`, `comparators`, `numbers`) and units (see `units`). Text is folded (`vocabulary.characters.fold`) before these patterns see it.
"""

from typing import Final

SCALE_WORDS: Final[dict[str, dict[str, float]]] = {
    "en": {
        "dozen": 12.0, "hundred": 1e2, "thousand": 1e3,
        "million": 1e6, "millions": 1e6, "billion": 1e9, "trillion": 1e12, "quadrillion": 1e15,
        "mn": 1e6, "mm": 1e6, "mln": 1e6, "mio": 1e6, "bn": 1e9, "bln": 1e9, "tn": 1e12, "trn": 1e12,
    },
    "letters": {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12},
    "zh": {
        "十": 1e1, "百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12,
        "백": 1e2, "천": 1e3, "만": 1e4, "억": 1e8, "조": 1e12,
    },
    "de": {
        "hundert": 1e2, "tausend": 1e3, "million": 1e6, "millionen": 1e6, "mio": 1e6, "milliarde": 1e9, "milliarden": 1e9, "mrd": 1e9,
        "billion": 1e12, "billionen": 1e12, "bio": 1e12, "billiarde": 1e15, "billiarden": 1e15,
    },
    "fr": {
        "cent": 1e2, "cents": 1e2, "mille": 1e3, "million": 1e6, "millions": 1e6, "milliard": 1e9, "milliards": 1e9,
        "billion": 1e12, "billions": 1e12,
    },
}  # fmt: skip
"""Factors of scale words. A chain of Chinese ones multiplies (千万 = 1e7, 万亿 = 1e12); 兆 is 1e12 as in prose, not the prefix mega.
A German Billion and a French billion are 1e12 (the long scale)."""

LONG_SCALE_ANYWHERE: Final = r"[Mm]illiard(?:en?|s)?|Millionen|Billionen|Mrd\.?"
"""Scale words that no English text uses: they scale a number, and tell the language, in whatever text they stand."""

LANGUAGE_CUES: Final[dict[str, str]] = {
    "de": r"\b(?:und|wurden?|für|über|rund|etwa|jeweils|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Millionen|Milliarden|Billionen|Mio|Mrd"
    r"|Parametern?|insgesamt|beträgt|trainiert|Karten|mit|auf|der|laut|Grafikkarten|Knoten)\b|[-\s](?:Stunden|Tage|Jahre)\b",
    "fr": r"\b(?:des|les|sur|avec|pendant|heures?|jours?|semaines?|mois|milliards?|entraîné\w*|paramètres|environ|jetons|coût|cartes"
    r"|près de|plus de|nœuds?)\b",
}
"""Words that tell a continental text, where "1.000" is a thousand and "0,5" a half. Case counts: MIT is no "mit"."""

SCALE_LETTER_MAY_PRECEDE: Final = (
    r"tokens?|param|training|dense|moe|gpu|npu|tpu|usd|estimat|est\.|public|third|press|media|analyst|report|accord|disclos|undisclos"
    r"|unofficial|official|approx|source|rumou?r|per(?![a-z])|including|incl\.|excluding|excl\.|active|total|chips?(?![a-z])"
    r"|accelerator|device|hours(?![a-z])|plus(?![a-z])|open(?![a-z])|nvidia|data|corpus|trained|pre-?train"
)
"""Words that may be glued to a scale letter ("20Ttokens", "$10Mestimated"); any other letter makes it part of a name ("20TB")."""

NUMBER_WORDS: Final[dict[str, dict[str, float]]] = {
    "en": {
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
        "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    },
    "zh": {
        "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    },
    "de": {
        "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
        "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50,
    },
    "fr": {
        "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11,
        "douze": 12, "quinze": 15, "seize": 16, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
    },
}  # fmt: skip

AFTER_ARTICLE: Final = r"months?|weeks?|days?|hours?|years?|single|quarter|fortnight"
"""Words before which "a" is a number."""

VAGUE: Final[dict[str, dict[str, tuple[float, float | None]]]] = {
    "en": {
        "several": (2, None),
        "a few": (2, None),
        "few": (2, None),
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
        "trillions": (2e12, None),
    },
    "zh": {
        "十几": (11, 19), "十幾": (11, 19), "几十": (20, 90), "幾十": (20, 90), "数十": (20, 90), "數十": (20, 90), "好几": (2, 9),
        "几": (2, 9), "幾": (2, 9), "数": (2, 9), "數": (2, 9),
    },
}  # fmt: skip
"""An order of magnitude or a plural: "millions of" is at least two million, 数万 is twenty to ninety thousand."""

COMPARATORS_BEFORE: Final[dict[str, dict[str, str]]] = {
    "signs": {"approx": r"~|≈|\\~", "ge": r">=|≥|⩾|≧", "gt": r"(?<![=\-])>", "le": r"<=|≤|⩽|≦", "lt": r"<"},
    "en": {
        "approx": r"(?:about|around|roughly|approximately) (?:takes?|took|needs?|needed|requires?|required|spent|used?|costs?)"
        r"|about|around|roughly|approximately|approx\.?|circa|ca\.|c\.|c(?=\s\d)|some(?:thing like|where around)?"
        r"|in the (?:region|ballpark|vicinity) of|on the order of|est\.|just about",
        "ge": r"at least|no(?:t)? less than|no(?:t)? fewer than|a minimum of|minimum",
        "gt": r"(?:just |slightly |well |a little )?(?:over|more than|above|north of|upwards? of|exceed(?:s|ed|ing)?|in excess of"
        r"|surpass(?:es|ed|ing)?|greater than)",
        "le": r"at most|no(?:t)? more than|not exceeding|within",
        "lt": r"(?:just |slightly |well |a little )?(?:under|below)|less than|fewer than|shy of|not quite",
        "up_to": r"up to|a maximum of|maximum(?: of)?|max\.?|as (?:many|much) as",
        "near": r"nearly|almost|close to|approaching",
    },
    "zh": {
        "approx": r"(?:大约|大約|约莫|约|約|大概|大致|差不多|預計|预计)(?:合|还|只|仅|总共|共|就|需要|需|为|是|在|花费|花了"
        r"|消耗|训练|使用|用了?|耗时|耗资|投入|要|跑){0,4}"
        r"|估计|估算|およそ|ほぼ",
        "ge": r"至少|不少于|不低于|不小于|不下|最少|少なくとも",
        "gt": r"超过|超過|超出|超|逾|多于|大于|高于|突破",
        "le": r"不超过|不多于|不大于|不高于|至多|最多",
        "lt": r"不足|不到|少于|小于|低于|未滿|未满",
        "up_to": r"(?:最高|最大|最多)规?模?可?(?:提供|提升|支持|达到|达|降低|节省|缩短|扩展[到至]|压缩[到至])"
        r"|最高|最大|高达|高達|多达|多達|可达|最多可达|最大で",
        "near": r"将近|將近|接近|近",
    },
    "ko": {"approx": r"약|대략", "ge": r"최소", "up_to": r"최대", "near": r"거의"},
    "de": {
        "approx": r"rund|etwa|circa|ca\.|ungefähr|knapp über",
        "ge": r"mindestens|wenigstens",
        "gt": r"über|mehr als|gute?[nr]?|reichlich",
        "le": r"höchstens|maximal|nicht mehr als",
        "lt": r"unter|weniger als",
        "up_to": r"bis zu",
        "near": r"knapp|fast|beinahe|nahezu",
    },
    "fr": {
        "approx": r"environ|quelque|à peu près",
        "ge": r"au moins",
        "gt": r"plus de",
        "le": r"au plus|au maximum",
        "lt": r"moins de",
        "up_to": r"jusqu'à|jusqu’à",
        "near": r"près de|presque",
    },
}
"""Words before a number, by comparator."""

FIGURE_AHEAD: Final = r"\s*[\d~≈]|\s+(?-i:[a-z-]{2,16})\s*[~≈]?\d|\s*[\u4e00-\u9fff]{1,8}\s*[~≈]?\d"
"""What follows a plus sign that joins two figures ("54 天 + 6 天", "2.66M + 后训练 5K") and is no "or more"."""

COMPARATORS_AFTER: Final[dict[str, dict[str, str]]] = {
    "signs": {"ge": rf"\+(?!{FIGURE_AHEAD})"},
    "en": {
        "approx": r"or so\b|approx\.?\b|(?:, )?give or take\b",
        "ge": r"is an? lower bound\b|or more\b|and up\b(?! to)|and above\b|-plus\b|plus(?=\s(?:tokens|GPUs|parameters)\b)|or above\b",
        "le": r"is an? upper bound\b|or less\b|or fewer\b|at most\b|max\b|or below\b",
    },
    "zh": {
        "approx": r"来(?=[天周月年个個張张块片卡小])|左右|上下|前後|前后|程度|级别|量级",
        "gt": r"出头|を超え[るた]?|を上回[るっ]|有余|余(?!下|额)|餘|多(?![语種种模])|強(?![化い])",
        "lt": r"未満|弱(?!点)",
        "ge": r"及?以上|起(?=$|[,。])",
        "le": r"以内|以內|之内|内(?=$|[,。算完])|及?以下",
    },
    "ko": {"approx": r"정도|가량", "gt": r"초과|이 넘", "ge": r"이상", "lt": r"미만", "le": r"이하|이내"},
    "de": {"ge": r"oder mehr\b", "le": r"oder weniger\b"},
    "fr": {"ge": r"ou plus\b", "le": r"ou moins\b"},
}
"""Words after a number or after its unit."""

QUALIFIER_OF: Final[dict[str, str]] = {
    "approx": "approx",
    "near": "upper_bound",
    "ge": "lower_bound",
    "gt": "lower_bound",
    "le": "upper_bound",
    "lt": "upper_bound",
    "up_to": "upper_bound",
}
"""Qualifier of a quantity under a comparator. "Nearly" and 近 are upper bounds: the figure is not reached."""

BETWEEN: Final = r"\s*(?:-|–|—|~|至|到|から|\bto\b|\bbis\b|\bà\b)\s*"
"""What joins the two ends of a range; "between 2 and 3" is read as well."""
