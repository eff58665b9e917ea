"""Word tables of scopes, phases, "undisclosed" and "estimated", Chinese and English.

Belongs here: words and what they mean, per language, as data; another language is another entry. Does not belong here: words of numbers
(see `number_words`) and grammar (see `scopes`, `phases`, `disclosure`). Text is folded (`vocabulary.characters.fold`) before these
patterns see it, so there is one comma, one tilde and one set of digits.
"""

from typing import Final

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
        "post_training": r"post[- ]?training|fine[- ]?tun(?:e|ed|es|ing)|SFT|RLHF|reinforcement learning|alignment|instruction tuning",
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
